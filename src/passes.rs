//! The table of passes. A pass is declared once here; bind group layouts, labels, timers, the CPU's
//! list and the contract test of the shaders follow from this declaration.

use Access::{Atomic, Read, ReadWrite, Uniform, Write};

use crate::slots::{COLOURS, Sizes};
pub use crate::slots::{Doubled, Slot};

/// What a pass does with a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A uniform block.
    Uniform,
    /// Only reads it.
    Read,
    /// Writes its own element and never reads.
    Write,
    /// Reads and writes its own element.
    ReadWrite,
    /// Atomic additions by any thread.
    Atomic,
}

/// What one invocation or workgroup of a pass is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// One thread per particle.
    Particles,
    /// One tile of the scan for one thread or for one workgroup, as the adapter likes it.
    Tiles,
    /// One thread per block of 2×2 cells of a colour, in one dispatch a colour and level of the grid, the finest first.
    Blocks,
    /// One thread per link of a colour, in one dispatch a colour and sweep.
    Links,
}

/// One compute pass: a shader and its twin.
#[derive(Debug)]
pub struct Pass {
    /// Name of the shader file, of its entry point and of the twin in `src/cpu`.
    pub name: &'static str,
    /// What to run on the CPU, and the key in tables.
    pub kind: PassKind,
    /// Text of the shader, without the shared files.
    pub wgsl: &'static str,
    /// Buffers in the order of their `@binding` numbers, group 0. A variable has the name of its slot.
    pub bindings: &'static [(Slot, Access)],
    /// What a thread is.
    pub domain: Domain,
}

/// The passes by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PassKind {
    /// Gravity, drag, tools, motion, emitters, removal.
    Integrate,
    /// Histogram of cells.
    GridCount,
    /// First half of the prefix sum.
    GridScanTiles,
    /// Second half of the prefix sum.
    GridScan,
    /// Counting sort.
    GridScatter,
    /// Overlaps.
    SolveContacts,
    /// Links.
    SolveLinks,
    /// Walls of the world.
    SolveWalls,
    /// Gravity, drag and tools, emitters, removal; nothing moves.
    Accelerate,
    /// Who is in each cell.
    GridPlace,
    /// Move into cell order, by position inside a cell.
    GridSort,
    /// Lists of contacts; what each carried in the last substep.
    FindContacts,
    /// Contacts of discs with finer ones.
    ChainContacts,
    /// Lists of contacts after a sort outside of a substep.
    CarryContacts,
    /// Walls of the world, on displacements.
    StopAtWalls,
    /// Where each particle is.
    FindSlots,
    /// Links that break; what each carried in the last substep.
    CarryLinks,
    /// First sweeps over links.
    PushLinks,
    /// Later sweeps over links.
    RelaxLinks,
    /// First sweep over contacts.
    PushContacts,
    /// Motion.
    Advance,
    /// Later sweeps over contacts.
    RelaxContacts,
    /// Bodies follow the sort.
    SortBodies,
    /// Lists of contacts of rough discs.
    FindRoughContacts,
    /// What each contact carried along its tangent.
    CarryTangents,
    /// Impulses of the last substep, to begin with.
    StartRoughContacts,
    /// Walls of the world, on displacements and spins.
    StopAtRoughWalls,
    /// First sweep over contacts of rough discs.
    PushRoughContacts,
    /// Motion and rotation.
    AdvanceBodies,
    /// Later sweeps over contacts of rough discs.
    RelaxRoughContacts,
    /// Particles in obstacles are put out.
    LeaveObstacles,
    /// Obstacles, on displacements, before motion.
    MeetObstacles,
    /// Obstacles, on displacements, after motion.
    StopAtObstacles,
    /// Obstacles, on the last motion.
    SolveObstacles,
    /// Particles in obstacles, after the measures.
    MeasureObstacles,
    /// Digest of bodies, after that of the state.
    DigestBodies,
    /// Sums for people; not part of a substep.
    Measure,
    /// Kinetic energy of bodies, after the measures.
    MeasureBodies,
    /// Digest of the state; part of a substep only while verifying.
    Digest,
}

/// Declares a pass: its constant, its name and its shader file from one word.
macro_rules! pass {
    ($constant:ident, $kind:ident, $name:literal, $domain:ident, [$(($slot:ident, $access:ident)),* $(,)?]) => {
        #[doc = concat!("See `shaders/", $name, ".wgsl`.")]
        pub static $constant: Pass = Pass {
            name: $name,
            kind: PassKind::$kind,
            wgsl: include_str!(concat!("../shaders/", $name, ".wgsl")),
            bindings: &[$((Slot::$slot, $access)),*],
            domain: Domain::$domain,
        };
    };
}

pass!(
    INTEGRATE,
    Integrate,
    "integrate",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, ReadWrite), (Displacements, ReadWrite), (Births, Read), (Counters, Atomic),]
);
pass!(GRID_COUNT, GridCount, "grid_count", Particles, [(Params, Uniform), (Particles, Read), (CellCounts, Atomic), (Ranks, Write),]);
pass!(GRID_SCAN_TILES, GridScanTiles, "grid_scan_tiles", Tiles, [(Params, Uniform), (CellCounts, Read), (TileTotals, Write),]);
pass!(GRID_SCAN, GridScan, "grid_scan", Tiles, [(Params, Uniform), (CellCounts, ReadWrite), (TileTotals, Read), (CellStarts, Write),]);
pass!(
    GRID_SCATTER,
    GridScatter,
    "grid_scatter",
    Particles,
    [
        (Params, Uniform),
        (Particles, Read),
        (Displacements, Read),
        (Ranks, Read),
        (CellStarts, Read),
        (ParticlesNext, Write),
        (DisplacementsNext, Write),
        (Slots, Write),
    ]
);
pass!(
    SOLVE_CONTACTS,
    SolveContacts,
    "solve_contacts",
    Particles,
    [
        (Params, Uniform),
        (Particles, Read),
        (Displacements, Read),
        (CellStarts, Read),
        (ParticlesNext, Write),
        (DisplacementsNext, Write),
        (Counters, Atomic),
    ]
);
pass!(
    SOLVE_LINKS,
    SolveLinks,
    "solve_links",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (Displacements, Read),
        (Slots, Read),
        (LinkStarts, Read),
        (LinkRows, ReadWrite),
        (ParticlesNext, Write),
        (DisplacementsNext, Write),
        (Counters, Atomic),
    ]
);
pass!(
    SOLVE_WALLS,
    SolveWalls,
    "solve_walls",
    Particles,
    [(Params, Uniform), (Particles, ReadWrite), (Displacements, ReadWrite), (Counters, Atomic),]
);
pass!(
    ACCELERATE,
    Accelerate,
    "accelerate",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, ReadWrite), (Displacements, ReadWrite), (Births, Read), (Counters, Atomic),]
);
pass!(
    GRID_PLACE,
    GridPlace,
    "grid_place",
    Particles,
    [(Params, Uniform), (Particles, Read), (Ranks, Read), (CellStarts, Read), (Order, Write),]
);
pass!(
    GRID_SORT,
    GridSort,
    "grid_sort",
    Particles,
    [
        (Params, Uniform),
        (Particles, Read),
        (Displacements, Read),
        (Order, Read),
        (CellStarts, Read),
        (ParticlesNext, Write),
        (DisplacementsNext, Write),
        (Sources, Write),
        (Targets, Write),
    ]
);
pass!(
    FIND_CONTACTS,
    FindContacts,
    "find_contacts",
    Particles,
    [
        (Params, Uniform),
        (Particles, Read),
        (Displacements, Atomic),
        (DisplacementsNext, Read),
        (CellStarts, Read),
        (Sources, Read),
        (Contacts, Read),
        (ContactsNext, Write),
    ]
);
pass!(
    CHAIN_CONTACTS,
    ChainContacts,
    "chain_contacts",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, Read), (CellStarts, Read), (Contacts, Read), (Chains, Write),]
);
pass!(
    CARRY_CONTACTS,
    CarryContacts,
    "carry_contacts",
    Particles,
    [(Params, Uniform), (Sources, Read), (Targets, Read), (Contacts, Read), (ContactsNext, Write),]
);
pass!(FIND_SLOTS, FindSlots, "find_slots", Particles, [(Params, Uniform), (Particles, Read), (Slots, Write),]);
pass!(
    CARRY_LINKS,
    CarryLinks,
    "carry_links",
    Links,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (LinkStage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Slots, Read),
        (LinkRows, ReadWrite),
        (Joints, ReadWrite),
        (Counters, Atomic),
    ]
);
pass!(
    PUSH_LINKS,
    PushLinks,
    "push_links",
    Links,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (LinkStage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Slots, Read),
        (LinkRows, Read),
        (Joints, ReadWrite),
        (Counters, Atomic),
    ]
);
pass!(
    RELAX_LINKS,
    RelaxLinks,
    "relax_links",
    Links,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (LinkStage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Slots, Read),
        (LinkRows, Read),
        (Joints, ReadWrite),
        (Counters, Atomic),
    ]
);
pass!(STOP_AT_WALLS, StopAtWalls, "stop_at_walls", Particles, [(Params, Uniform), (Particles, Read), (Displacements, ReadWrite),]);
pass!(
    PUSH_CONTACTS,
    PushContacts,
    "push_contacts",
    Blocks,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Stage, Uniform),
        (Particles, ReadWrite),
        (Displacements, ReadWrite),
        (CellStarts, Read),
        (Contacts, ReadWrite),
        (Chains, Read),
        (Counters, Atomic),
    ]
);
pass!(ADVANCE, Advance, "advance", Particles, [(Params, Uniform), (Particles, ReadWrite), (Displacements, ReadWrite),]);
pass!(
    RELAX_CONTACTS,
    RelaxContacts,
    "relax_contacts",
    Blocks,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Stage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (CellStarts, Read),
        (Contacts, ReadWrite),
        (Chains, Read),
        (Counters, Atomic),
    ]
);
pass!(SORT_BODIES, SortBodies, "sort_bodies", Particles, [(Params, Uniform), (Sources, Read), (Bodies, Read), (BodiesNext, Write),]);
pass!(
    FIND_ROUGH_CONTACTS,
    FindRoughContacts,
    "find_rough_contacts",
    Particles,
    [
        (Params, Uniform),
        (Particles, Read),
        (Displacements, Atomic),
        (DisplacementsNext, Read),
        (Bodies, Read),
        (CellStarts, Read),
        (Sources, Read),
        (Contacts, Read),
        (ContactsNext, Write),
    ]
);
pass!(
    CARRY_TANGENTS,
    CarryTangents,
    "carry_tangents",
    Particles,
    [(Params, Uniform), (Sources, Read), (Contacts, Read), (ContactsNext, Read), (Tangents, Read), (TangentsNext, Write),]
);
pass!(
    START_ROUGH_CONTACTS,
    StartRoughContacts,
    "start_rough_contacts",
    Blocks,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Stage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Bodies, ReadWrite),
        (CellStarts, Read),
        (Contacts, ReadWrite),
        (Tangents, ReadWrite),
        (Chains, Read),
        (Counters, Atomic),
    ]
);
pass!(
    STOP_AT_ROUGH_WALLS,
    StopAtRoughWalls,
    "stop_at_rough_walls",
    Particles,
    [(Params, Uniform), (Particles, Read), (Displacements, ReadWrite), (Bodies, ReadWrite),]
);
pass!(
    PUSH_ROUGH_CONTACTS,
    PushRoughContacts,
    "push_rough_contacts",
    Blocks,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Stage, Uniform),
        (Particles, ReadWrite),
        (Displacements, ReadWrite),
        (Bodies, ReadWrite),
        (CellStarts, Read),
        (Contacts, ReadWrite),
        (Tangents, ReadWrite),
        (Chains, Read),
        (Counters, Atomic),
    ]
);
pass!(
    ADVANCE_BODIES,
    AdvanceBodies,
    "advance_bodies",
    Particles,
    [(Params, Uniform), (Particles, ReadWrite), (Displacements, ReadWrite), (Bodies, ReadWrite),]
);
pass!(
    RELAX_ROUGH_CONTACTS,
    RelaxRoughContacts,
    "relax_rough_contacts",
    Blocks,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Stage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Bodies, ReadWrite),
        (CellStarts, Read),
        (Contacts, ReadWrite),
        (Tangents, ReadWrite),
        (Chains, Read),
        (Counters, Atomic),
    ]
);
pass!(
    LEAVE_OBSTACLES,
    LeaveObstacles,
    "leave_obstacles",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, ReadWrite), (CoverStarts, Read), (CoverRows, Read), (Facets, Read), (Poses, Read),]
);
pass!(
    MEET_OBSTACLES,
    MeetObstacles,
    "meet_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Counters, Atomic),
    ]
);
pass!(
    STOP_AT_OBSTACLES,
    StopAtObstacles,
    "stop_at_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Counters, Atomic),
    ]
);
pass!(
    SOLVE_OBSTACLES,
    SolveObstacles,
    "solve_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, ReadWrite),
        (Displacements, ReadWrite),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Counters, Atomic),
    ]
);
pass!(
    MEASURE_OBSTACLES,
    MeasureObstacles,
    "measure_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Measures, Atomic),
    ]
);
pass!(
    DIGEST_BODIES,
    DigestBodies,
    "digest_bodies",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, Read), (Bodies, Read), (Digests, Atomic),]
);
pass!(
    MEASURE,
    Measure,
    "measure",
    Particles,
    [(Params, Uniform), (Particles, Read), (Displacements, Read), (CellStarts, Read), (Measures, Atomic),]
);
pass!(
    MEASURE_BODIES,
    MeasureBodies,
    "measure_bodies",
    Particles,
    [(Params, Uniform), (Particles, Read), (Displacements, Read), (Bodies, Read), (Measures, Atomic),]
);
pass!(
    DIGEST,
    Digest,
    "digest",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, Read), (Displacements, Read), (Digests, Atomic),]
);

/// Every pass.
pub static PASSES: [&Pass; 39] = [
    &INTEGRATE,
    &GRID_COUNT,
    &GRID_SCAN_TILES,
    &GRID_SCAN,
    &GRID_SCATTER,
    &SOLVE_CONTACTS,
    &SOLVE_LINKS,
    &SOLVE_WALLS,
    &ACCELERATE,
    &GRID_PLACE,
    &GRID_SORT,
    &FIND_CONTACTS,
    &CHAIN_CONTACTS,
    &CARRY_CONTACTS,
    &FIND_SLOTS,
    &CARRY_LINKS,
    &STOP_AT_WALLS,
    &PUSH_LINKS,
    &PUSH_CONTACTS,
    &ADVANCE,
    &RELAX_LINKS,
    &RELAX_CONTACTS,
    &SORT_BODIES,
    &FIND_ROUGH_CONTACTS,
    &CARRY_TANGENTS,
    &START_ROUGH_CONTACTS,
    &STOP_AT_ROUGH_WALLS,
    &PUSH_ROUGH_CONTACTS,
    &ADVANCE_BODIES,
    &RELAX_ROUGH_CONTACTS,
    &LEAVE_OBSTACLES,
    &MEET_OBSTACLES,
    &STOP_AT_OBSTACLES,
    &SOLVE_OBSTACLES,
    &MEASURE_OBSTACLES,
    &DIGEST_BODIES,
    &MEASURE,
    &MEASURE_BODIES,
    &DIGEST,
];

impl Pass {
    /// Dispatches that it takes, one after the other.
    pub fn dispatches(&self, sizes: &Sizes) -> u32 {
        match self.domain {
            Domain::Particles | Domain::Tiles => 1,
            Domain::Blocks => COLOURS * sizes.levels as u32,
            // Carrying takes each link once, in the stages of the first sweep.
            Domain::Links if self.kind == PassKind::CarryLinks => sizes.link_colours as u32,
            Domain::Links => sizes.link_stages as u32,
        }
    }

    /// What it binds of everything doubled, each once.
    pub fn doubled(&self) -> Vec<Doubled> {
        let is_bound = |doubled: &Doubled| self.bindings.iter().any(|(slot, _)| slot.row().half.is_some_and(|(of, _)| of == *doubled));
        Doubled::ALL.into_iter().filter(is_bound).collect()
    }
}
