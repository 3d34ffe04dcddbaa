//! Every shader without a device: valid, declared as `passes` declares it, laid out as Rust lays it
//! out, and free of arithmetic whose result WGSL leaves open. For each check, faults that it must catch.

#[path = "common/arithmetic.rs"]
mod arithmetic;
#[path = "common/contract.rs"]
mod contract;
#[path = "common/languages.rs"]
mod languages;
#[path = "common/sums.rs"]
mod sums;

use std::collections::BTreeSet;
use std::mem::offset_of;

use contract::{RustField, Shader, check_bindings, check_entry_point, check_struct};
use encase::ShaderType;
use jostle::passes::{PASSES, Pass, Slot};
use jostle::shaders::{ENDED_LOOPS, JOINED, SHARED, Shape, asks, source};
use jostle::steps::Parts;
use jostle::world::body::Body;
use jostle::world::contacts::ContactRow;
use jostle::world::links::{Joint, LinkRow};
use jostle::world::obstacles::facet::{Facet, Pose};
use jostle::world::params::{LinkStage, Params, Stage, Substep};
use jostle::world::particle::Particle;
use jostle::world::spec::Walls;

const SHAPES: [Shape; 5] = [
    Shape::HARDWARE,
    Shape::SOFTWARE,
    Shape { folded: true, absent_together: false, rubs: false, resists_rolling: false, bounces: false, ..Shape::HARDWARE },
    Shape { folded: true, levels: 5, ..Shape::SOFTWARE },
    Shape { resists_rolling: false, ..Shape::HARDWARE },
];

/// Runs a check on every pass in all shapes; names the pass that fails.
fn every_shader(check: impl Fn(&Shader, &Pass, Shape) -> Result<(), String>) {
    for pass in PASSES {
        for shape in SHAPES {
            let result = Shader::new(&source(pass, shape)).and_then(|shader| check(&shader, pass, shape));
            result.unwrap_or_else(|error| panic!("{} with {shape:?}: {error}", pass.name));
        }
    }
}

/// What a check says to a shader in which `from` became `to`; `None` if it finds nothing wrong.
fn with_fault(pass: &str, from: &str, to: &str, check: impl Fn(&Shader, &Pass, Shape) -> Result<(), String>) -> Option<String> {
    let pass = PASSES.iter().find(|p| p.name == pass).unwrap();
    let shape = Shape::SOFTWARE;
    let text = source(pass, shape);
    assert!(text.contains(from), "{} has no \"{from}\"", pass.name);
    Shader::new(&text.replace(from, to)).and_then(|shader| check(&shader, pass, shape)).err()
}

/// Asserts that a fault is caught, with these words.
fn assert_caught(found: Option<String>, words: &str) {
    let message = found.expect("the fault was not caught");
    assert!(message.contains(words), "caught, but by another check: {message}");
}

#[test]
fn every_shader_parses_and_validates() {
    every_shader(|_, _, _| Ok(()));
    assert_caught(with_fault("integrate", "return displacement;", "return 1u;", |_, _, _| Ok(())), "type");
}

/// Threads would be waited for that never come, or compilers refuse it. naga does not look.
#[test]
fn all_threads_of_a_workgroup_come_to_its_barriers() {
    let check = |shader: &Shader, _: &Pass, _: Shape| all_come(shader);
    every_shader(check);
    let index = "let i = thread_index(id, groups);";
    for pass in ["grid_count", "integrate", "accelerate", "solve_and_integrate", "digest"] {
        let fault = with_fault(pass, index, &format!("{index} if i >= params.particle_count {{ return; }}"), check);
        assert_caught(fault, &format!("{pass} returns before its end"));
    }
    for pass in ["grid_count", "integrate", "accelerate", "solve_and_integrate"] {
        let call = "    count_in(cell, i, thread);";
        let fault = with_fault(pass, call, &format!("    if i < params.particle_count {{ {call} }}"), check);
        assert_caught(fault, &format!("{pass} waits under a condition"));
    }
    let called = with_fault("grid_count", "    var rank = 0u;", "    if cell == NOWHERE { return; }\n    var rank = 0u;", check);
    assert_caught(called, "count_together returns before its end");
}

/// A function that waits for the others of its workgroup, itself or in functions that it calls, is left at its end only, and waits under
/// no condition but constants.
fn all_come(shader: &Shader) -> Result<(), String> {
    let module = &shader.module;
    let functions = module.functions.iter().map(|(_, function)| (function.name.as_deref().unwrap_or("?"), function));
    let points = module.entry_points.iter().map(|point| (point.name.as_str(), &point.function));
    for (name, function) in functions.chain(points).filter(|(_, function)| any(module, &function.body, &waits)) {
        if leaves(module, &function.body) {
            return Err(format!("{name} returns before its end, and has barriers"));
        }
        if function.body.iter().any(|statement| any_of(module, statement, false, &|inner| under_a_condition(module, function, inner))) {
            return Err(format!("{name} waits under a condition"));
        }
    }
    Ok(())
}

/// Whether a statement waits for the other threads of the workgroup.
fn waits(statement: &naga::Statement) -> bool {
    matches!(statement, naga::Statement::ControlBarrier(_) | naga::Statement::WorkGroupUniformLoad { .. })
}

/// Whether a block is left before its end. What naga puts at the end of a function that returns nothing
/// it puts at the end of each side of a condition there.
fn leaves(module: &naga::Module, block: &naga::Block) -> bool {
    let (last, others) = block.split_last().map_or((None, &[][..]), |(last, others)| (Some(last), others));
    let returns = |statement: &naga::Statement| matches!(statement, naga::Statement::Return { .. });
    others.iter().any(|statement| any_of(module, statement, false, &returns))
        || match last {
            Some(naga::Statement::Block(inner)) => leaves(module, inner),
            Some(naga::Statement::If { accept, reject, .. }) => leaves(module, accept) || leaves(module, reject),
            Some(naga::Statement::Return { .. }) | None => false,
            Some(other) => any_of(module, other, false, &returns),
        }
}

/// Whether a statement of a function lets threads wait or not by something that is no constant.
fn under_a_condition(module: &naga::Module, function: &naga::Function, statement: &naga::Statement) -> bool {
    let waits_in = |block: &naga::Block| any(module, block, &waits);
    let is_constant = |condition: naga::Handle<naga::Expression>| {
        matches!(function.expressions[condition], naga::Expression::Literal(_) | naga::Expression::Constant(_))
    };
    match statement {
        naga::Statement::If { condition, accept, reject } => (waits_in(accept) || waits_in(reject)) && !is_constant(*condition),
        naga::Statement::Switch { cases, .. } => cases.iter().any(|case| waits_in(&case.body)),
        _ => false,
    }
}

#[test]
fn absent_discs_are_counted_together_on_hardware_where_there_can_be_any() {
    let left = Walls { left: false, ..Walls::CLOSED };
    for (emits, walls, wanted) in [(false, Walls::CLOSED, false), (true, Walls::CLOSED, true), (false, left, true)] {
        let walls = walls.bits();
        let of_world = |shape: Shape| shape.of_world(Parts { emits, ..Parts::default() }, &Params { walls, ..Params::default() });
        assert_eq!(of_world(Shape::of_hardware(32)).absent_together, wanted);
        assert!(!of_world(Shape::SOFTWARE).absent_together);
    }
}

/// As drivers get them on macOS, on Windows and through OpenGL.
#[test]
fn every_shader_can_be_written_in_the_languages_of_other_systems() {
    let write = |shader: &Shader, _: &Pass, _| languages::write_everywhere(&shader.module, &shader.info);
    every_shader(write);
    let fault = with_fault("grid_count", "fn grid_count(", "fn wide() -> f64 { return 1.0lf; }\nfn grid_count(", write);
    assert_caught(fault, "f64");
}

#[test]
fn where_loops_may_be_ended_every_pass_that_has_some_asks_at_its_end() {
    let shape = Shape { ends_loops: true, ..Shape::SOFTWARE };
    for pass in PASSES {
        let plain = Shader::new(&source(pass, Shape::SOFTWARE)).unwrap();
        assert!(asks(pass, shape) || !loops(&plain), "{} has loops", pass.name);
        let shader = Shader::new(&source(pass, shape)).unwrap_or_else(|error| panic!("{}: {error}", pass.name));
        check_entry_point(&shader, pass, shape).unwrap();
        let answer = shader.module.global_variables.iter().find(|(_, variable)| variable.name.as_deref() == Some("ended_loops"));
        let binding = answer.map(|(_, variable)| variable.binding.unwrap().binding as usize);
        assert_eq!(binding, asks(pass, shape).then_some(pass.bindings.len()), "{}", pass.name);
        assert!(binding.is_none() || !shader.info.get_entry_point(0)[answer.unwrap().0].is_empty(), "{} does not ask", pass.name);
    }
    assert!(PASSES.iter().all(|pass| !asks(pass, Shape::SOFTWARE)), "elsewhere nobody does");
}

/// Whether the entry point of a shader has loops, or a function that it calls.
fn loops(shader: &Shader) -> bool {
    let body = &shader.module.entry_points[0].function.body;
    any(&shader.module, body, &|statement| matches!(statement, naga::Statement::Loop { .. }))
}

/// Whether a block has such a statement, or a function that it calls.
fn any(module: &naga::Module, block: &naga::Block, is_such: &dyn Fn(&naga::Statement) -> bool) -> bool {
    block.iter().any(|statement| any_of(module, statement, true, is_such))
}

/// Whether a statement is such a one or has one in it; `calls`: or a function that it calls.
fn any_of(module: &naga::Module, statement: &naga::Statement, calls: bool, is_such: &dyn Fn(&naga::Statement) -> bool) -> bool {
    let inside = |block: &naga::Block| block.iter().any(|statement| any_of(module, statement, calls, is_such));
    is_such(statement)
        || match statement {
            naga::Statement::Loop { body, continuing, .. } => inside(body) || inside(continuing),
            naga::Statement::Block(block) => inside(block),
            naga::Statement::If { accept, reject, .. } => inside(accept) || inside(reject),
            naga::Statement::Switch { cases, .. } => cases.iter().any(|case| inside(&case.body)),
            naga::Statement::Call { function, .. } => calls && inside(&module.functions[*function].body),
            _ => false,
        }
}

#[test]
fn every_file_in_the_shader_folder_is_a_pass_or_shared_or_draws() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/shaders");
    let there: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with("draw"))
        .collect();
    let names = PASSES
        .iter()
        .map(|pass| pass.name)
        .chain(SHARED.iter().chain([&ENDED_LOOPS]).map(|(name, _)| *name).chain(JOINED.iter().map(|file| file.name)));
    assert_eq!(there, names.map(|name| format!("{name}.wgsl")).collect());
}

#[test]
fn entry_points_have_the_name_and_the_workgroup_of_their_pass() {
    every_shader(check_entry_point);
    let fault = |from, to| with_fault("grid_scan", from, to, check_entry_point);
    assert_caught(fault("fn grid_scan(", "fn grid_sum("), "called grid_sum");
    assert_caught(fault("@workgroup_size(SCAN_WORKGROUP)", "@workgroup_size(128)"), "workgroup");
}

#[test]
fn bindings_have_the_numbers_names_elements_and_access_of_their_declaration() {
    let check = |shader: &Shader, pass: &Pass, _| check_bindings(shader, pass);
    every_shader(check);
    let fault = |from, to| with_fault("grid_count", from, to, check);
    assert_caught(fault("@binding(3)", "@binding(4)"), "ranks");
    assert_caught(fault("ranks", "places"), "places");
    assert_caught(fault("var<storage, read> particles", "var<storage, read_write> particles"), "particles: declared Read");
    let unsigned = with_fault("grid_scatter", "array<vec2i>", "array<vec2u>", check);
    assert_caught(unsigned, "displacements: elements are vec2 uint32");
    let blind = with_fault("solve_walls", "displacements[i] + correction", "correction", check);
    assert_caught(blind, "displacements: declared ReadWrite, used as");
    let peeking = with_fault("solve_contacts", "moved(particle,", "moved(particle_of(particles_next[0]),", check);
    assert_caught(peeking, "particles_next: declared Write, used as");
    assert_caught(with_fault("digest", "array<atomic<u32>>", "array<u32>", check), "atomic");
}

#[test]
fn no_pass_binds_more_storage_buffers_than_every_adapter_has() {
    for pass in PASSES {
        let storage = pass.bindings.iter().filter(|(_, access)| *access != jostle::passes::Access::Uniform).count();
        assert!(storage <= 9, "{} binds {storage} storage buffers", pass.name);
    }
}

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

#[test]
fn no_shader_uses_an_operation_whose_result_is_left_open() {
    let check = |shader: &Shader, _: &Pass, _: Shape| arithmetic::check_exact(shader);
    every_shader(check);
    let contacts = |to| with_fault("solve_contacts", "product(penetration, ", to, check);
    assert_caught(contacts("product(sqrt(penetration), "), "Sqrt");
    assert_caught(contacts("product(inverseSqrt(penetration), "), "InverseSqrt");
    assert_caught(contacts("product(penetration / 3.0, "), "Divide");
    assert_caught(contacts("product(penetration % 3.0, "), "Modulo");
    assert_caught(contacts("product(dot(normal, normal), "), "Dot");
    assert_caught(contacts("product(length(normal), "), "Length");
    assert_caught(contacts("product(normalize(normal).x, "), "Normalize");
    assert_caught(contacts("product(fma(penetration, 2.0, 1.0), "), "Fma");
    assert_caught(contacts("product(mix(penetration, 2.0, 0.5), "), "Mix");
    assert_caught(contacts("product(pow(penetration, 2.0), "), "Pow");
    assert_caught(contacts("product(sin(penetration), "), "Sin");
    assert_caught(contacts("product(cos(penetration), "), "Cos");
}

#[test]
fn floats_are_multiplied_only_behind_the_barrier_against_contraction() {
    let check = |shader: &Shader, _: &Pass, _: Shape| arithmetic::check_products(shader);
    every_shader(check);
    let fault = |from, to| with_fault("solve_contacts", from, to, check);
    assert_caught(fault("product(normal.x, size)", "normal.x * size"), "push multiplies");
    assert_caught(fault("product(d.x, d.x)", "(d * d).x"), "contact multiplies");
    assert_caught(fault("return bitcast<f32>(bitcast<u32>(a * b) ^ params.zero);", "return a * b;"), "bits");
    assert_caught(fault("(a * b) ^ params.zero", "(a * b) ^ params.walls"), "no xor");
    assert_caught(fault("(a * b) ^ params.zero", "(a * b + a * b) ^ params.zero"), "2 products");
}

#[test]
fn sweeps_take_workgroups_as_wide_as_what_runs_in_step() {
    for (in_step, wanted) in [(4, 32), (32, 32), (64, 64), (1024, 256)] {
        assert_eq!(Shape::of_hardware(in_step), Shape { sweep_workgroup: wanted, ..Shape::HARDWARE });
    }
}

#[test]
fn no_sum_of_floats_can_be_regrouped() {
    let check = |shader: &Shader, _: &Pass, _: Shape| sums::check_sums(shader);
    every_shader(check);
    let fault = |pass: &str, from: &str, to: &str| with_fault(pass, from, to, check);
    assert_caught(
        fault("push_contacts", "whole(kept - m.impulse) +", "kept - m.impulse +"),
        "solved adds to a sum: kept - m.impulse + product",
    );
    // What a function returns, is given, and leaves where a pointer leads to; what has a name, and what is in a struct.
    let returned =
        ["return whole(product(f32(a >> 12u), 4096.0) + f32(a & 0xFFF));", "return product(f32(a >> 12u), 4096.0) + f32(a & 0xFFF);"];
    assert_caught(fault("relax_rough_contacts", returned[0], returned[1]), "meeting adds to a sum: float_of(disc.body.spin) + ");
    let given = ["rounded(product(held, normal.x))", "rounded(product(held, normal.x) + 1.0)"];
    assert_caught(fault("push_contacts", given[0], given[1]), "rounded adds to a sum: a + select");
    assert_caught(fault("leave_obstacles", "*gone = whole(*gone + steps)", "*gone += steps"), "put_out adds to a sum: most - *gone");
    let named = ["whole(joint.inverse_masses.x + joint.inverse_masses.y)", "joint.inverse_masses.x + joint.inverse_masses.y"];
    assert_caught(fault("push_links", named[0], named[1]), "sweep_link adds to a sum: inverse + row.elasticity");
    let slide = "along_of(by, left_of(touch.normal)) + product(passages.turning.sine, arm)";
    let in_struct = fault("stop_at_rough_obstacles", &format!("whole({slide})"), slide);
    assert_caught(in_struct, "rub adds to a sum: slide - float_of(spin)");
    let barrier = "bitcast<f32>(bitcast<u32>(sum) ^ params.zero)";
    assert_caught(fault("push_contacts", barrier, "bitcast<f32>(bitcast<u32>(sum))"), "no xor");
    assert_caught(fault("push_contacts", barrier, "sum"), "bits");
}

#[test]
fn no_factor_is_a_sum_that_could_be_fused_into_the_product() {
    let check = |shader: &Shader, _: &Pass, _: Shape| sums::check_factors(shader);
    every_shader(check);
    let fault = |pass: &str, from: &str, to: &str| with_fault(pass, from, to, check);
    let given = ["product(whole(1.0 - touch.time), ", "product(1.0 - touch.time, "];
    assert_caught(fault("meet_obstacles", given[0], given[1]), "deflected multiplies a sum: 1.0 - touch.time");
    assert_caught(
        fault("meet_obstacles", "left = whole(1.0 - touch.time)", "left = 1.0 - touch.time"),
        "sooner multiplies a sum: 1.0 - touch.time",
    );
    let less = ["product(half.x, whole(whole(x + x) - 1.0))", "product(half.x, whole(x + x) - 1.0)"];
    assert_caught(fault("solve_walls", less[0], less[1]), "fall_at_walls multiplies a sum: whole(x + x) - 1.0");
    let greatest = [
        "max(whole(1.0 - abs(product(stretch.strain, STRAINS_PER_LIMIT))), 0.0)",
        "max(1.0 - abs(product(stretch.strain, STRAINS_PER_LIMIT)), 0.0)",
    ];
    assert_caught(fault("push_links", greatest[0], greatest[1]), "joint_change multiplies a sum: max");
}
