//! Eight contacts of discs that are alike, of which none reaches what another does.

use fearless_simd::mask32x8;
use fearless_simd::prelude::*;

use super::gaps::Gaps;
use super::{Batch, EIGHT, GROUPS};
use crate::cpu::lists::carried_lists::start_of;
use crate::cpu::memory::Memory;
use crate::cpu::threads::scattered::Scattered;
use crate::cpu::vectors::lanes::{columns, mask_of};
use crate::world::contacts::ContactRow;
use crate::world::particle::{Displacement, Particle};

/// Eight contacts. A lane that has none of its own repeats another's in all it does.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct AlikeBatch {
    pub owners: [u32; EIGHT],
    pub partners: [u32; EIGHT],
    /// Of each its place in the list of its owner.
    pub places: [u8; EIGHT],
    /// As in the lists.
    pub impulses: [f32; EIGHT],
    pub gaps: Gaps,
    /// One bit a lane: whether its owner and its partner are pinned.
    pub pinned: [u8; 2],
    /// One bit a lane: whether its discs overlap so deeply that they may be parted.
    pub deep: u8,
    /// One bit a lane, where discs bounce: whether its discs are at ease in this sweep.
    pub at_ease: u8,
    /// One bit a lane: whether it has a contact of its own.
    pub used: u8,
}

impl Batch for AlikeBatch {
    const NONE: Self = Self {
        owners: [0; EIGHT],
        partners: [0; EIGHT],
        places: [0; EIGHT],
        impulses: [0.0; EIGHT],
        gaps: Gaps::NONE,
        pinned: [0; 2],
        deep: 0,
        at_ease: 0,
        used: u8::MAX,
    };

    const MOST_GROUPS: usize = GROUPS;

    #[inline(always)]
    fn used(&mut self) -> &mut u8 {
        &mut self.used
    }

    #[inline(always)]
    fn set_all<S: Simd>(&mut self, simd: S, rows: [ContactRow; EIGHT], owners: [u32; EIGHT], places: [u8; EIGHT]) {
        let (partners, impulses) = columns(simd, rows);
        partners.store_array(&mut self.partners);
        impulses.store_array(&mut self.impulses);
        (self.owners, self.places) = (owners, places);
    }

    #[inline(always)]
    fn go_on(&mut self, memory: &Memory) {
        self.impulses = self.impulses.map(|impulse| memory.carried(impulse));
    }

    #[inline(always)]
    fn repeat(&mut self, lane: usize, of: usize) {
        self.owners[lane] = self.owners[of];
        self.partners[lane] = self.partners[of];
        self.places[lane] = self.places[of];
        self.impulses[lane] = self.impulses[of];
    }

    #[inline(always)]
    fn separate<S: Simd>(&mut self, simd: S, of: &impl Fn(u32) -> Particle) -> bool {
        let found = self.gaps.find(simd, of, [&self.owners, &self.partners]);
        let [ours, theirs] = found.discs;
        self.deep = found.deep;
        self.pinned = [ours.pinned(), theirs.pinned()];
        found.touching == u8::MAX
    }
}

impl AlikeBatch {
    /// Writes what the contacts carry into the lists of their owners, which start there.
    ///
    /// # Safety
    /// No other thread reads or writes those.
    #[inline(always)]
    pub unsafe fn write_impulses(&self, contacts: &Scattered<'_, ContactRow>, starts: &[u32]) {
        for lane in 0..EIGHT {
            let row = start_of(starts, self.owners[lane] as usize) + usize::from(self.places[lane]);
            // SAFETY: the caller's.
            unsafe { contacts.at(row) }.impulse = self.impulses[lane];
        }
    }

    /// Masks of the owners and of the partners that move.
    #[inline(always)]
    pub fn live<S: Simd>(&self, simd: S) -> [mask32x8<S>; 2] {
        [!mask_of(simd, self.pinned[0]), !mask_of(simd, self.pinned[1])]
    }

    /// Writes displacements of the owners and of the partners.
    ///
    /// # Safety
    /// No other thread reads or writes them.
    #[inline(always)]
    pub unsafe fn write_displacements(
        &self,
        displacements: &Scattered<'_, Displacement>,
        ours: [Displacement; EIGHT],
        theirs: [Displacement; EIGHT],
    ) {
        for lane in 0..EIGHT {
            // SAFETY: the caller's.
            unsafe {
                displacements.write(self.owners[lane] as usize, ours[lane]);
                displacements.write(self.partners[lane] as usize, theirs[lane]);
            }
        }
    }
}
