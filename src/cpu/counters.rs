//! Twin of `counters.wgsl`: holding a displacement to its range, and counting what happens along the way.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::dim2::{fits, saturated};
use crate::world::particle::Displacement;
use crate::world::state::Counters;

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

    pub(super) fn removed(&self) {
        self.removed.fetch_add(1, Relaxed);
    }

    pub(super) fn broken(&self) {
        self.broken.fetch_add(1, Relaxed);
    }

    pub(super) fn saturated(&self) {
        self.saturated.fetch_add(1, Relaxed);
    }

    /// Twin of `held`: the displacement that is wanted, held to the range that fits. Counted if it had to be held,
    /// or where what led to it was held already.
    #[inline(always)]
    pub(super) fn held(&self, wanted: Displacement, already: bool) -> Displacement {
        if !already && fits(wanted) {
            return wanted;
        }
        self.saturated.fetch_add(1, Relaxed);
        saturated(wanted)
    }
}
