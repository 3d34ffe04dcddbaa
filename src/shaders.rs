//! The shader source of a pass: constants from Rust, the shared files and the pass, joined as text.
//! WGSL needs no declaration before use, so no preprocessor is needed.

use crate::passes::{Pass, Slot};
use crate::steps::Parts;
use crate::world::body::{self, HALF_TURN, ONE_THIRD, TURN_PER_SPIN};
use crate::world::measures::{OVERLAP_UNIT, word};
use crate::world::obstacles::{self, cover, facet};
use crate::world::params::{Params, ToolKind};
use crate::world::particle::{FRACTION_SHIFT, LOADED, MAX_TOUCHING, PHASE_SHIFT, Phase, RADIUS_MASK, TOUCHING_SHIFT};
use crate::world::{fixed, links};

/// How a pass is cut into threads on an adapter, and on what grid it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Threads of a workgroup, one per particle.
    pub workgroup_size: u32,
    /// Threads of a workgroup of a sweep over contacts, one per block of cells. Each has much to do one after the other, and a colour has
    /// few of them: small workgroups share them out evenly.
    pub sweep_workgroup: u32,
    /// Whether sweeps over contacts read all that a disc's contacts need before they solve the first, as pays where a thread waits for
    /// memory. Software adapters do not wait, but read for contacts that are not there as well.
    pub reads_ahead: bool,
    /// Threads that scan one tile together.
    pub scan_threads: u32,
    /// Tiles that one workgroup scans.
    pub scan_tiles: u32,
    /// Whether the grid is folded: a constant, since software adapters run both sides of a branch.
    pub folded: bool,
    /// Levels of the grid.
    pub levels: u32,
    /// Whether particles are let out after the start: a constant for the same reason.
    pub emits: bool,
    /// Whether discs rub: another one.
    pub rubs: bool,
    /// Whether discs bounce: another one.
    pub bounces: bool,
}

/// Tiles of a scan by workgroups: few enough that summing the totals before a tile costs nothing.
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "the GPU backend and what compares the two ask"))]
const MOST_TILES: u32 = 1024;

impl Shape {
    /// For hardware: wide workgroups, and for sweeps those that run in step nearly everywhere.
    pub const HARDWARE: Self = Self {
        workgroup_size: 256,
        sweep_workgroup: 32,
        reads_ahead: true,
        scan_threads: 256,
        scan_tiles: 1,
        folded: false,
        levels: 1,
        emits: true,
        rubs: true,
        bounces: true,
    };
    /// For software adapters: every thread scans a tile of its own, since a barrier there costs more than the
    /// additions it saves (4 million cells on llvmpipe: 4.3 ms against 12 to 44 ms).
    pub const SOFTWARE: Self =
        Self { workgroup_size: 64, sweep_workgroup: 64, reads_ahead: false, scan_threads: 1, scan_tiles: 64, ..Self::HARDWARE };

    /// For hardware whose threads run in step so many at a time, or more, as the adapter says: a sweep's workgroup is no smaller than that.
    pub fn of_hardware(in_step: u32) -> Self {
        let widest = Self::HARDWARE.workgroup_size;
        Self { sweep_workgroup: in_step.clamp(Self::HARDWARE.sweep_workgroup, widest), ..Self::HARDWARE }
    }

    /// Counts of a tile of the scan, a power of two. By workgroups: 16 for each thread, which they take at once, or as often as it needs for
    /// there not to be too many tiles. Serial: tiles about as long as there are tiles, since every tile also sums the totals of all tiles
    /// before it.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "the GPU backend and what compares the two ask"))]
    pub(crate) fn tile_length(self, params: &Params) -> u32 {
        let counts = params.count_length();
        let least = if self.scan_threads == 1 { counts.isqrt().max(256) } else { counts.div_ceil(MOST_TILES).max(16 * self.scan_threads) };
        least.next_power_of_two()
    }

    /// The same for a world of these parts, on the grid of these constants.
    pub fn of_world(self, parts: Parts, params: &Params) -> Self {
        Self {
            folded: params.fold_bits > 0,
            levels: params.levels,
            emits: parts.emits,
            rubs: parts.rubs,
            bounces: parts.discs_bounce,
            ..self
        }
    }
}

/// Files that every pass is joined with, by name.
pub const SHARED: [(&str, &str); 5] = [
    ("params", include_str!("../shaders/params.wgsl")),
    ("dispatch", include_str!("../shaders/dispatch.wgsl")),
    ("exact", include_str!("../shaders/exact.wgsl")),
    ("dim2", include_str!("../shaders/dim2.wgsl")),
    ("contact", include_str!("../shaders/contact.wgsl")),
];

/// A file that some passes are joined with.
#[derive(Debug)]
pub struct Joined {
    /// Name of the file.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Joined to the passes that bind all of these,
    with: &'static [Slot],
    /// and none of these.
    without: &'static [Slot],
}

/// Declares files to join by their names.
macro_rules! joined {
    ($($name:literal: [$($with:ident),*] without [$($without:ident),*]),* $(,)?) => {
        [$(Joined {
            name: $name,
            text: include_str!(concat!("../shaders/", $name, ".wgsl")),
            with: &[$(Slot::$with),*],
            without: &[$(Slot::$without),*],
        }),*]
    };
}

/// Files that only the passes which bind certain slots are joined with.
pub static JOINED: [Joined; 28] = joined![
    "counters": [Counters] without [],
    "motion": [Births] without [],
    "gather": [CellStarts, ParticlesNext, Counters] without [],
    "impulse": [Particles, Contacts] without [],
    "impulse": [Joints] without [Contacts],
    "ownership": [Particles, Contacts] without [],
    "chains": [Chains] without [],
    "partners": [Sources, ContactsNext, CellStarts] without [],
    "memory": [Sources, ContactsNext, CellStarts] without [],
    "blocks": [Stage] without [],
    "lists": [Stage] without [],
    "sweep": [Stage] without [Bodies],
    "rough_sweep": [Stage, Bodies] without [],
    "walls": [Particles] without [],
    "bounce": [Particles] without [],
    "friction": [Particles] without [],
    "link": [LinkRows] without [],
    "joint": [Joints] without [],
    "body": [Bodies] without [],
    "rough_walls": [Particles, Bodies] without [],
    "hash": [Digests] without [],
    "sums": [Measures] without [],
    "obstacle": [Facets] without [],
    "passage": [Facets, Displacements] without [],
    "touch": [Facets, Displacements] without [],
    "obstacle_stops": [Facets, Displacements] without [Bodies],
    "rough_obstacle_stops": [Facets, Displacements, Bodies] without [],
    "depth": [Facets] without [Displacements],
];

impl Joined {
    fn belongs_to(&self, pass: &Pass) -> bool {
        let binds = |wanted: &Slot| pass.bindings.iter().any(|(slot, _)| slot == wanted);
        self.with.iter().all(binds) && !self.without.iter().any(binds)
    }
}

/// The whole source of a pass.
pub fn source(pass: &Pass, shape: Shape) -> String {
    let mut text = constants(shape);
    let joined = JOINED.iter().filter(|file| file.belongs_to(pass)).map(|file| file.text);
    for shared in SHARED.iter().map(|(_, text)| *text).chain(joined) {
        text.push_str(shared);
        text.push('\n');
    }
    text.push_str(pass.wgsl);
    text
}

/// Constants that Rust and WGSL share, as WGSL.
pub fn constants(shape: Shape) -> String {
    use std::fmt::Write;
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
        ("WALL_LEFT", 1),
        ("WALL_RIGHT", 2),
        ("WALL_BOTTOM", 4),
        ("WALL_TOP", 8),
        ("CONTACTS_PER_PARTICLE", fixed::CONTACTS_PER_PARTICLE),
        ("WEDGED", fixed::WEDGED),
        ("TOOL_SHIFT", fixed::TOOL_SHIFT),
        ("TOOL_FIELD", ToolKind::Field as u32),
        ("TOOL_GRAB", ToolKind::Grab as u32),
        ("TOOL_CUT", ToolKind::Cut as u32),
        ("COUNTER_REMOVED", 0),
        ("COUNTER_BROKEN", 1),
        ("COUNTER_SATURATED", 2),
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
    let _ = writeln!(text, "const DISCS_RUB = {};", shape.rubs);
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
        ("MOST_PUSH", fixed::obstacle::MOST_PUSH),
        ("LEAST_SLOPE", fixed::obstacle::LEAST_SLOPE),
        ("DITHER_UNIT", fixed::DITHER_UNIT),
        ("STEPS_PER_UNIT", fixed::obstacle::STEPS_PER_UNIT),
        ("EXIT_MARGIN", fixed::obstacle::EXIT_MARGIN),
        ("FAR", fixed::obstacle::FAR),
        ("MOST_DEPTH", fixed::obstacle::MOST_DEPTH),
    ] {
        let _ = writeln!(text, "const {name} = {value:?}f;");
    }
    let _ = writeln!(text, "const UNITS_PER_STEP = {}.0f;", 1 << fixed::FRACTION_BITS);
    let _ = writeln!(text, "const OVERLAP_UNIT = {OVERLAP_UNIT:.1}f;\n");
    text
}
