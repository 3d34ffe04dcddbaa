//! Structs that Rust and the shaders share: the same fields in the same places.

use std::mem::offset_of;

use encase::ShaderType;
use jostle::passes::{Pass, Slot};
use jostle::shaders::Shape;
use jostle::world::body::Body;
use jostle::world::contacts::ContactRow;
use jostle::world::links::{Joint, LinkRow};
use jostle::world::obstacles::facet::{Facet, Pose};
use jostle::world::params::{LinkStage, Params, Stage, Substep};
use jostle::world::particle::Particle;

use super::contract::{RustField, Shader, check_struct};
use super::{assert_caught, every_shader, with_fault};

/// Fields of a uniform block as encase writes them: each is given bytes of its own, and looked for.
fn encased<T: ShaderType + encase::internal::WriteInto>(value: &T, fields: &[(&'static str, Vec<u8>)]) -> Vec<RustField> {
    let mut buffer = encase::UniformBuffer::new(Vec::new());
    buffer.write(value).unwrap();
    let bytes: Vec<u8> = buffer.into_inner();
    let find = |sentinel: &[u8]| bytes.windows(sentinel.len()).position(|window| window == sentinel).unwrap();
    fields.iter().map(|(name, sentinel)| (*name, find(sentinel), sentinel.len())).collect()
}

/// A struct with a value of its own in every field, and those values as bytes.
macro_rules! sentinels {
    ($Struct:ident { $($field:ident: $value:expr),* $(,)? }) => {{
        let value = $Struct { $($field: $value.into()),* };
        let fields = vec![$((stringify!($field), bytemuck::bytes_of(&$value).to_vec())),*];
        encased(&value, &fields)
    }};
}

fn params_fields() -> Vec<RustField> {
    sentinels!(Params {
        particle_count: 0x1111_0001u32,
        cell_count: 0x1111_0002u32,
        cell_bits: 0x1111_0003u32,
        zero: 0x1111_0004u32,
        grid_size: [0x1111_0005u32, 0x1111_0006],
        fold_shift: 0x1111_0018i32,
        fold_bits: 0x1111_0019u32,
        levels: 0x1111_001Bu32,
        tile_length: 0x1111_0007u32,
        walls: 0x1111_0008u32,
        wall_min: [0x1111_0009i32, 0x1111_000A],
        wall_max: [0x1111_000Bi32, 0x1111_000C],
        grid_extent: [0x1111_000Di32, 0x1111_000E],
        contact_gain: 1.25f32,
        drag_loss: 0x1111_000Fu32,
        mixed_radii: 0x1111_0010u32,
        push_rate: 2.25f32,
        push_share: 2.5f32,
        push_limit: 2.625f32,
        impulse_leak: 2.75f32,
        relax_gain: 3.25f32,
        parting_share: 6.75f32,
        parting_speed: 0x1111_001Ei32,
        most_impulse: 3.5f32,
        restitution: 3.75f32,
        bounce_speed: 4.25f32,
        deepest_bounce: 4.375f32,
        wedged_bounce: 4.4375f32,
        wall_friction_root: 4.5f32,
        wall_restitution_root: 4.75f32,
        rolling_resistance: 4.875f32,
        still_bits: 0x1111_0011u32,
        still_shift: 0x1111_001Cu32,
        moving_bits: 0x1111_0012u32,
        moving_shift: 0x1111_001Du32,
        mover_count: 0x1111_0013u32,
        facet_overhang: 5.25f32,
        known_depth: 5.5f32,
        cells_per_step: 5.75f32,
        most_exit: 6.25f32,
        shallow: 6.5f32,
        walls_after_contacts: 0x1111_001Au32,
        discs_bounce: 0x1111_001Fu32,
    })
}

fn substep_fields() -> Vec<RustField> {
    sentinels!(Substep {
        index: 0x2222_0001u32,
        place: 0x2222_0002u32,
        gravity: [0x2222_0003i32, 0x2222_0004],
        rounding_phase: 0x2222_0005u32,
        tool_kind: 0x2222_0006u32,
        tool_position: [0x2222_0007i32, 0x2222_0008],
        tool_motion: [0x2222_0009i32, 0x2222_000A],
        tool_radius: 0x2222_000Bi32,
        tool_inverse_area: 1.25f32,
        tool_strength: 1.5f32,
        uncounted: 0x2222_000Cu32,
    })
}

fn check_layouts(shader: &Shader, _: &Pass, _: Shape) -> Result<(), String> {
    check_struct(shader, "Params", &params_fields(), Params::min_size().get() as usize)?;
    // A shader that never names a struct still declares it.
    check_struct(shader, "Substep", &substep_fields(), Substep::min_size().get() as usize)?;
    let particle: [RustField; 3] =
        [("position", offset_of!(Particle, position), 8), ("info", offset_of!(Particle, info), 4), ("id", offset_of!(Particle, id), 4)];
    check_struct(shader, "Particle", &particle, size_of::<Particle>())?;
    let row: [RustField; 4] = [
        ("partner", offset_of!(LinkRow, partner), 4),
        ("rest_length", offset_of!(LinkRow, rest_length), 4),
        ("elasticity", offset_of!(LinkRow, elasticity), 4),
        ("break_length", offset_of!(LinkRow, break_length), 4),
    ];
    check_struct(shader, "LinkRow", &row, size_of::<LinkRow>())?;
    let joint: [RustField; 5] = [
        ("id", offset_of!(Joint, id), 4),
        ("impulse", offset_of!(Joint, impulse), 4),
        ("last_impulse", offset_of!(Joint, last_impulse), 4),
        ("mean_impulse", offset_of!(Joint, mean_impulse), 4),
        ("inverse_masses", offset_of!(Joint, inverse_masses), 8),
    ];
    check_struct(shader, "Joint", &joint, size_of::<Joint>())?;
    let contact: [RustField; 2] = [("partner", offset_of!(ContactRow, partner), 4), ("impulse", offset_of!(ContactRow, impulse), 4)];
    check_struct(shader, "ContactRow", &contact, size_of::<ContactRow>())?;
    check_struct(shader, "Stage", &[("index", 0, 4)], Stage::min_size().get() as usize)?;
    check_struct(shader, "LinkStage", &[("ahead", 0, 8), ("reversed", 8, 8)], LinkStage::min_size().get() as usize)
}

/// Of the passes that bind bodies.
fn check_bodies(shader: &Shader) -> Result<(), String> {
    let body: [RustField; 4] = [
        ("inverse_mass", offset_of!(Body, inverse_mass), 4),
        ("surface", offset_of!(Body, surface), 4),
        ("spin", offset_of!(Body, spin), 4),
        ("angle", offset_of!(Body, angle), 4),
    ];
    check_struct(shader, "Body", &body, size_of::<Body>())
}

/// Of the passes that bind facets.
fn check_obstacles(shader: &Shader) -> Result<(), String> {
    let facet: [RustField; 8] = [
        ("start", offset_of!(Facet, start), 8),
        ("along", offset_of!(Facet, along), 8),
        ("before", offset_of!(Facet, before), 8),
        ("length", offset_of!(Facet, length), 4),
        ("radius", offset_of!(Facet, radius), 4),
        ("outline", offset_of!(Facet, outline), 4),
        ("mover", offset_of!(Facet, mover), 4),
        ("roots", offset_of!(Facet, roots), 8),
    ];
    check_struct(shader, "Facet", &facet, size_of::<Facet>())?;
    let pose: [RustField; 3] = [
        ("translation", offset_of!(Pose, translation), 8),
        ("turn", offset_of!(Pose, turn), 8),
        ("direction", offset_of!(Pose, direction), 8),
    ];
    check_struct(shader, "Pose", &pose, size_of::<Pose>())
}

#[test]
fn structs_have_the_fields_places_and_sizes_of_rust() {
    every_shader(check_layouts);
    let of_obstacles = |shader: &Shader, pass: &Pass, _: Shape| match pass.bindings.iter().any(|(slot, _)| *slot == Slot::Facets) {
        true => check_obstacles(shader),
        false => Ok(()),
    };
    every_shader(of_obstacles);
    let of_bodies = |shader: &Shader, pass: &Pass, _: Shape| match pass.bindings.iter().any(|(slot, _)| *slot == Slot::Bodies) {
        true => check_bodies(shader),
        false => Ok(()),
    };
    every_shader(of_bodies);
    assert_caught(with_fault("advance_bodies", "    spin: i32, ", "    @size(8) spin: i32, ", of_bodies), "Body has");
    let turned = with_fault("meet_obstacles", "    turn: vec2i,", "    @size(16) turn: vec2i,", of_obstacles);
    assert_caught(turned, "Pose has");
    assert_caught(
        with_fault(
            "leave_obstacles",
            "    outline: u32,\n    mover: u32,\n    roots",
            "    mover: u32,\n    outline: u32,\n    roots",
            of_obstacles,
        ),
        "Facet",
    );
    let fault = |from, to| with_fault("solve_links", from, to, check_layouts);
    assert_caught(fault("tile_length: u32,\n    walls: u32,", "walls: u32,\n    tile_length: u32,"), "Params");
    assert_caught(fault("tool_radius: i32", "tool_radius: vec2i"), "Substep");
    assert_caught(fault("rounding_phase: u32,", ""), "Substep");
    assert_caught(fault("    id: u32,", "    @size(8) id: u32,"), "Particle has");
    assert_caught(fault("    last_impulse: f32,", "    former_impulse: f32,"), "Joint: the shader has");
    assert_caught(fault("    partner: u32,  // slot", "    @size(8) partner: u32,"), "ContactRow has");
    assert_caught(fault("    break_length: f32,", "    @size(8) break_length: f32,"), "LinkRow has");
    let renamed = with_fault("integrate", "    break_length: f32,", "    breaking: f32,", check_layouts);
    assert_caught(renamed, "LinkRow: the shader has");
}
