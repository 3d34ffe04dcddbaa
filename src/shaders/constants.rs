//! Constants that Rust and WGSL share.

use std::collections::HashSet;
use std::fmt::Write;
use std::mem::offset_of;

use super::Shape;
use crate::world::body::{self, HALF_TURN, ONE_THIRD, TURN_PER_SPIN};
use crate::world::measures::{OVERLAP_UNIT, word};
use crate::world::obstacles::{self, cover, facet};
use crate::world::params::ToolKind;
use crate::world::particle::{FRACTION_SHIFT, LOADED, MAX_TOUCHING, PHASE_SHIFT, Phase, RADIUS_MASK, TOUCHING_SHIFT};
use crate::world::spec::Walls;
use crate::world::state::Counters;
use crate::world::{fixed, links};

/// Those of [`constants`] that a shader names: two shapes that a shader does not tell apart give it the same text.
pub(super) fn constants_in(shader: &[&str], shape: Shape) -> String {
    let words: HashSet<&str> = shader.iter().flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')).collect();
    let named = |line: &&str| line.split(' ').nth(1).is_none_or(|name| words.contains(name));
    constants(shape).split_inclusive('\n').filter(named).collect()
}

/// Constants that Rust and WGSL share, as WGSL, one a line.
pub fn constants(shape: Shape) -> String {
    let words = |bytes: usize| bytes as u32 / 4;
    let unsigned = [
        ("WORKGROUP_SIZE", shape.workgroup_size),
        ("SWEEP_WORKGROUP", shape.sweep_workgroup),
        ("LEVELS", shape.levels),
        ("SCAN_THREADS", shape.scan_threads),
        ("SCAN_TILES", shape.scan_tiles),
        ("SCAN_WORKGROUP", shape.scan_threads * shape.scan_tiles),
        ("LIVE", Phase::Live as u32),
        ("PINNED", Phase::Pinned as u32),
        ("UNBORN", Phase::Unborn as u32),
        ("REMOVED", Phase::Removed as u32),
        ("RADIUS_MASK", RADIUS_MASK),
        ("FRACTION_BITS", fixed::FRACTION_BITS),
        ("FRACTION_MASK", fixed::FRACTION_MASK),
        ("TOUCHING_SHIFT", TOUCHING_SHIFT),
        ("MAX_TOUCHING", MAX_TOUCHING),
        ("PHASE_SHIFT", PHASE_SHIFT),
        ("LOADED", LOADED),
        ("NO_PARTNER", links::NO_PARTNER),
        ("WALL_LEFT", Walls::LEFT),
        ("WALL_RIGHT", Walls::RIGHT),
        ("WALL_BOTTOM", Walls::BOTTOM),
        ("WALL_TOP", Walls::TOP),
        ("TANGENT_WORDS", 1 + u32::from(shape.resists_rolling)),
        ("CONTACTS_PER_PARTICLE", fixed::CONTACTS_PER_PARTICLE),
        ("WEDGED", fixed::WEDGED),
        ("TOOL_SHIFT", fixed::TOOL_SHIFT),
        ("TOOL_FIELD", ToolKind::Field as u32),
        ("TOOL_GRAB", ToolKind::Grab as u32),
        ("TOOL_CUT", ToolKind::Cut as u32),
        ("COUNTER_REMOVED", words(offset_of!(Counters, removed))),
        ("COUNTER_BROKEN", words(offset_of!(Counters, broken))),
        ("COUNTER_SATURATED", words(offset_of!(Counters, saturated_halves))),
        ("MEASURE_PHASES", word::PHASES),
        ("MEASURE_TOUCHING", word::TOUCHING),
        ("MEASURE_OUTSIDE", word::OUTSIDE),
        ("MEASURE_MAX_OVERLAP", word::MAX_OVERLAP),
        ("MEASURE_MAX_SPEED", word::MAX_SPEED),
        ("MEASURE_OVERLAP", word::OVERLAP),
        ("MEASURE_SPEED_SQUARED", word::SPEED_SQUARED),
        ("MEASURE_PLACES", word::PLACES),
        ("MEASURE_ENERGY", word::ENERGY),
        ("MEASURE_MOMENTS", word::MOMENTS),
        ("MEASURE_MASS", word::MASS),
        ("MEASURE_WORDS", word::COUNT),
        ("MEASURE_IN_OBSTACLES", word::IN_OBSTACLES),
        ("MEASURE_MAX_DEPTH", word::MAX_DEPTH),
        ("NO_MOVER", facet::NO_MOVER),
        ("POSES", obstacles::POSES),
        ("COARSENESS", cover::COARSENESS),
        ("NAME_BITS", cover::NAME_BITS),
        ("NO_FACET", u32::MAX),
        ("PART_BITS", cover::PART_BITS),
        ("OBSTACLE_ROUNDS", fixed::obstacle::ROUNDS),
        ("SECOND_PHASE", fixed::SECOND_PHASE),
    ];
    let mut text = String::new();
    for (name, value) in unsigned {
        let _ = writeln!(text, "const {name} = {value}u;");
    }
    let _ = writeln!(text, "const FOLDED = {};", shape.folded);
    let _ = writeln!(text, "const EMITS = {};", shape.emits);
    let _ = writeln!(text, "const ABSENT_TOGETHER = {};", shape.absent_together);
    let _ = writeln!(text, "const DISCS_RUB = {};", shape.rubs);
    let _ = writeln!(text, "const RESISTS_ROLLING = {};", shape.resists_rolling);
    let _ = writeln!(text, "const DISCS_BOUNCE = {};", shape.bounces);
    let _ = writeln!(text, "const READS_AHEAD = {};", shape.reads_ahead);
    let _ = writeln!(text, "const FRACTION_SHIFT = vec2u({}u, {}u);", FRACTION_SHIFT[0], FRACTION_SHIFT[1]);
    let _ = writeln!(text, "const MAX_DISPLACEMENT = {}i;", fixed::MAX_DISPLACEMENT);
    let _ = writeln!(text, "const MAX_LINK_CORRECTION = {:.1}f;", fixed::MAX_LINK_CORRECTION);
    let _ = writeln!(text, "const MAX_IMPULSE = {:.1}f;", fixed::MAX_IMPULSE);
    let _ = writeln!(text, "const FRICTION_UNIT = {}f;", body::FRICTION_UNIT);
    let _ = writeln!(text, "const RESTITUTION_UNIT = {}f;", body::RESTITUTION_UNIT);
    let _ = writeln!(text, "const ONE_THIRD = {ONE_THIRD}f;");
    let _ = writeln!(text, "const TURN_PER_SPIN = {TURN_PER_SPIN:.1}f;");
    let _ = writeln!(text, "const HALF_TURN = {HALF_TURN:.1}f;");
    for (name, value) in [
        ("JOINT_RATE", links::JOINT_RATE),
        ("JOINT_LEAK", links::JOINT_LEAK),
        ("JOINT_MEMORY", links::JOINT_MEMORY),
        ("STRAINS_PER_LIMIT", links::STRAINS_PER_LIMIT),
        ("FAINTEST", fixed::FAINTEST),
        ("PARTING_DEPTH", fixed::PARTING_DEPTH),
        ("PARTING_MASSES", fixed::PARTING_MASSES),
        ("BOUNCE_LOAD", fixed::BOUNCE_LOAD),
        ("FRESH_SUBSTEPS", fixed::FRESH_SUBSTEPS),
        ("JUST_MET_SUBSTEPS", fixed::JUST_MET_SUBSTEPS),
        ("OBSTACLE_SLOP", fixed::obstacle::SLOP),
        ("MAX_PUSH", fixed::obstacle::MAX_PUSH),
        ("MIN_SLOPE", fixed::obstacle::MIN_SLOPE),
        ("DITHER_UNIT", fixed::DITHER_UNIT),
        ("STEPS_PER_UNIT", fixed::obstacle::STEPS_PER_UNIT),
        ("EXIT_MARGIN", fixed::obstacle::EXIT_MARGIN),
        ("FAR", fixed::obstacle::FAR),
        ("MAX_DEPTH", fixed::obstacle::MAX_DEPTH),
    ] {
        let _ = writeln!(text, "const {name} = {value:?}f;");
    }
    let _ = writeln!(text, "const UNITS_PER_STEP = {}.0f;", 1 << fixed::FRACTION_BITS);
    let _ = writeln!(text, "const OVERLAP_UNIT = {OVERLAP_UNIT:.1}f;\n");
    text
}
