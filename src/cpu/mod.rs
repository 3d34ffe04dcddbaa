//! The CPU backend: the twin of every shader, readable first, parallel over particles, and the reference
//! that the GPU must equal bit for bit.

pub mod contact;
mod contact_lanes;
pub mod digest;
pub mod dim2;
pub mod exact;
pub mod grid_count;
pub mod grid_scan;
pub mod grid_scan_tiles;
pub mod grid_scatter;
pub mod integrate;
pub mod measure;
mod scattered;
pub mod solve_contacts;
pub mod solve_links;
pub mod solve_walls;
mod solver;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

pub use solver::{Buffers, CpuSolver};

use crate::world::state::Counters;

/// Fewest particles that a thread takes at a time: enough that handing them out costs nothing.
pub(crate) const GRAIN: usize = 1024;

/// [`Counters`] that any thread may increase.
#[derive(Debug, Default)]
pub struct CountersCell {
    removed: AtomicU32,
    broken: AtomicU32,
    saturated: AtomicU64,
}

impl CountersCell {
    /// Counters that go on from `start`.
    pub fn new(start: Counters) -> Self {
        Self { removed: start.removed.into(), broken: start.broken.into(), saturated: start.saturated().into() }
    }

    /// What has been counted.
    pub fn get(&self) -> Counters {
        let saturated = self.saturated.load(Relaxed);
        Counters {
            removed: self.removed.load(Relaxed),
            broken: self.broken.load(Relaxed),
            saturated_halves: [saturated as u32, (saturated >> 32) as u32],
        }
    }

    fn removed(&self) {
        self.removed.fetch_add(1, Relaxed);
    }

    fn broken(&self) {
        self.broken.fetch_add(1, Relaxed);
    }

    fn saturated(&self) {
        self.saturated.fetch_add(1, Relaxed);
    }
}
