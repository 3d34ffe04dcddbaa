//! The tables of passes. A pass is declared once, in one of them; bind group layouts, labels, timers, the CPU's
//! list and the contract test of the shaders follow from this declaration.

mod grid;
mod obstacles;
mod plain;
mod reports;
mod resting;
mod rough;

pub use grid::*;
pub use obstacles::*;
pub use plain::*;
pub use reports::*;
pub use resting::*;
pub use rough::*;

use crate::sizes::Sizes;
use crate::slots::COLOURS;
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
    /// Gravity, drag, tools, motion, emitters, removal; histogram of cells.
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
    /// Overlaps, and then the motion of the next substep.
    SolveAndIntegrate,
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
    /// Walls that throw back, on displacements.
    BounceOffWalls,
    /// Walls that throw back or stop, on displacements, after motion.
    ReboundAtWalls,
    /// Where each particle is.
    FindSlots,
    /// Links that break; what each carried in the last substep.
    CarryLinks,
    /// First sweeps over links.
    PushLinks,
    /// Later sweeps over links.
    RelaxLinks,
    /// Who carries a load.
    MarkLoaded,
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
    /// Walls that throw back, on displacements and spins.
    BounceOffRoughWalls,
    /// Walls that throw back or stop, on displacements and spins, after motion.
    ReboundAtRoughWalls,
    /// First sweep over contacts of rough discs.
    PushRoughContacts,
    /// Motion and rotation.
    AdvanceBodies,
    /// Later sweeps over contacts of rough discs.
    RelaxRoughContacts,
    /// Particles in obstacles are put out.
    LeaveObstacles,
    /// Obstacles that throw back, on displacements, before contacts give discs what they carry.
    BounceOffObstacles,
    /// Obstacles, on displacements, before motion.
    MeetObstacles,
    /// Obstacles, on displacements, after motion.
    StopAtObstacles,
    /// Obstacles that throw back, on displacements and spins, before contacts give discs what they carry.
    BounceOffRoughObstacles,
    /// Obstacles, on displacements and spins, before motion.
    MeetRoughObstacles,
    /// Obstacles, on displacements and spins, after motion.
    StopAtRoughObstacles,
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
    /// Digest of the state; not part of a substep.
    Digest,
}

/// Declares a pass: its constant, its name and its shader file from one word.
macro_rules! pass {
    ($constant:ident, $kind:ident, $name:literal, $domain:ident, [$(($slot:ident, $access:ident)),* $(,)?]) => {
        #[doc = concat!("See `shaders/", $name, ".wgsl`.")]
        pub static $constant: Pass = Pass {
            name: $name,
            kind: PassKind::$kind,
            wgsl: include_str!(concat!("../../shaders/", $name, ".wgsl")),
            bindings: &[$((Slot::$slot, Access::$access)),*],
            domain: Domain::$domain,
        };
    };
}

use pass;

/// Every pass.
pub static PASSES: [&Pass; 49] = [
    &INTEGRATE,
    &GRID_COUNT,
    &GRID_SCAN_TILES,
    &GRID_SCAN,
    &GRID_SCATTER,
    &SOLVE_CONTACTS,
    &SOLVE_AND_INTEGRATE,
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
    &BOUNCE_OFF_WALLS,
    &PUSH_LINKS,
    &MARK_LOADED,
    &PUSH_CONTACTS,
    &ADVANCE,
    &RELAX_LINKS,
    &RELAX_CONTACTS,
    &REBOUND_AT_WALLS,
    &SORT_BODIES,
    &FIND_ROUGH_CONTACTS,
    &CARRY_TANGENTS,
    &START_ROUGH_CONTACTS,
    &STOP_AT_ROUGH_WALLS,
    &BOUNCE_OFF_ROUGH_WALLS,
    &PUSH_ROUGH_CONTACTS,
    &ADVANCE_BODIES,
    &RELAX_ROUGH_CONTACTS,
    &REBOUND_AT_ROUGH_WALLS,
    &LEAVE_OBSTACLES,
    &BOUNCE_OFF_OBSTACLES,
    &MEET_OBSTACLES,
    &STOP_AT_OBSTACLES,
    &BOUNCE_OFF_ROUGH_OBSTACLES,
    &MEET_ROUGH_OBSTACLES,
    &STOP_AT_ROUGH_OBSTACLES,
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
