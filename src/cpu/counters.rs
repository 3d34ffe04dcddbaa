//! Twin of `counters.wgsl`: holding a displacement to its range, and counting what happens along the way.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use fearless_simd::i32x8;
use fearless_simd::prelude::*;

use super::dim2::{fits, saturated};
use super::vectors::lanes::{EIGHT, each};
use crate::world::fixed::MAX_DISPLACEMENT;
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

    /// [`Self::held`] of eight displacements; those of lanes without a bit in `used` repeat others and are not counted.
    #[inline(always)]
    pub(super) fn held_eight<S: Simd>(&self, [x, y]: [i32x8<S>; 2], used: u8) -> [Displacement; EIGHT] {
        let most = MAX_DISPLACEMENT;
        let too_fast = x.simd_gt(most) | x.simd_lt(-most) | y.simd_gt(most) | y.simd_lt(-most);
        let mut wanted = each([x, y]);
        if too_fast.any_true() {
            self.hold_one_by_one(&mut wanted, used);
        }
        wanted
    }

    #[cold]
    #[inline(never)]
    fn hold_one_by_one(&self, wanted: &mut [Displacement; EIGHT], used: u8) {
        for (lane, wanted) in wanted.iter_mut().enumerate() {
            *wanted = if used >> lane & 1 == 1 { self.held(*wanted, false) } else { saturated(*wanted) };
        }
    }
}
