//! How passes are cut into threads on an adapter, and what of the world is a constant of their shaders.

use crate::steps::Parts;
use crate::world::params::Params;

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
    /// Whether a workgroup counts those of its particles together that are not born yet, or were removed: a constant, since it takes
    /// barriers (`shaders/ranks.wgsl`). Where particles neither come nor leave by themselves each is counted alone.
    pub absent_together: bool,
    /// Whether contacts turn discs, by friction or against rolling: another one.
    pub rubs: bool,
    /// Whether their contacts resist rolling: another one.
    pub resists_rolling: bool,
    /// Whether discs bounce: another one.
    pub bounces: bool,
    /// Whether the adapter ends a thread's loops after so many rounds, without a word: threads then ask at their end whether it did
    /// (`shaders/ended_loops.wgsl`).
    pub ends_loops: bool,
}

/// Tiles of a scan by workgroups: few enough that summing the totals before a tile costs nothing.
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "the GPU backend and what compares the two ask"))]
const MAX_TILES: u32 = 1024;

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
        absent_together: true,
        rubs: true,
        resists_rolling: true,
        bounces: true,
        ends_loops: false,
    };
    /// For software adapters: every thread scans a tile of its own, since a barrier there costs more than the
    /// additions it saves (4 million cells on llvmpipe: 4.3 ms against 12 to 44 ms).
    pub const SOFTWARE: Self = Self {
        workgroup_size: 64,
        sweep_workgroup: 64,
        reads_ahead: false,
        scan_threads: 1,
        scan_tiles: 64,
        absent_together: false,
        ..Self::HARDWARE
    };

    /// For hardware whose threads run in step so many at a time, or more, as the adapter says: a sweep's workgroup is no smaller than that.
    pub fn of_hardware(in_step: u32) -> Self {
        let widest = Self::HARDWARE.workgroup_size;
        Self { sweep_workgroup: in_step.clamp(Self::HARDWARE.sweep_workgroup, widest), ..Self::HARDWARE }
    }

    /// Counts of a tile of the scan, a power of two. By workgroups: 16 for each thread, which they take at once, or as often as it needs
    /// for there not to be too many tiles. Serial: tiles about as long as there are tiles, since every tile also sums the totals of all
    /// tiles before it.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "the GPU backend and what compares the two ask"))]
    pub(crate) fn tile_length(self, params: &Params) -> u32 {
        let counts = params.count_length();
        let least = if self.scan_threads == 1 { counts.isqrt().max(256) } else { counts.div_ceil(MAX_TILES).max(16 * self.scan_threads) };
        least.next_power_of_two()
    }

    /// The same for a world of these parts, on the grid of these constants.
    #[must_use]
    pub fn of_world(self, parts: Parts, params: &Params) -> Self {
        Self {
            folded: params.fold_bits > 0,
            levels: params.levels,
            emits: parts.emits,
            absent_together: self.absent_together && (parts.emits || !params.is_closed()),
            rubs: parts.rubs,
            resists_rolling: params.resists_rolling(),
            bounces: parts.discs_bounce,
            ..self
        }
    }
}
