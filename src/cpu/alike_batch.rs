//! Eight contacts of discs that are alike, of which none reaches what another does.

use fearless_simd::prelude::*;
use fearless_simd::{f32x8, mask32x8};

use super::batches::{Batch, LANES};
use super::impulse;
use super::lanes::{Discs, mask_of, separation};
use super::scattered::Scattered;
use crate::world::particle::{Displacement, Particle};

/// Eight contacts. A lane that has none of its own repeats another's in all it does.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct AlikeBatch {
    pub owners: [u32; LANES],
    pub partners: [u32; LANES],
    /// Of each its number among the rows of all lists.
    pub rows: [u32; LANES],
    /// As in the lists.
    pub impulses: [f32; LANES],
    /// See `Separation`.
    pub gap: [f32; LANES],
    pub normal: [[f32; LANES]; 2],
    /// One bit a lane: whether its owner and its partner are pinned.
    pub pinned: [u8; 2],
    /// One bit a lane: whether it has a contact of its own.
    pub used: u8,
}

impl Batch for AlikeBatch {
    const NONE: Self = Self {
        owners: [0; LANES],
        partners: [0; LANES],
        rows: [0; LANES],
        impulses: [0.0; LANES],
        gap: [0.0; LANES],
        normal: [[0.0; LANES]; 2],
        pinned: [0; 2],
        used: u8::MAX,
    };

    #[inline(always)]
    fn used(&mut self) -> &mut u8 {
        &mut self.used
    }

    #[inline(always)]
    fn repeat(&mut self, lane: usize, of: usize) {
        self.set(lane, self.owners[of], self.partners[of], self.rows[of], self.impulses[of]);
    }

    #[inline(always)]
    fn separate<S: Simd>(&mut self, simd: S, particles: &[Particle]) {
        let (ours, theirs) = (Discs::new(simd, particles, &self.owners), Discs::new(simd, particles, &self.partners));
        let apart = separation(simd, &ours, &theirs);
        apart.gap.store_array(&mut self.gap);
        apart.normal[0].store_array(&mut self.normal[0]);
        apart.normal[1].store_array(&mut self.normal[1]);
        self.pinned = [ours.pinned(), theirs.pinned()];
        if apart.coincident {
            self.separate_one_by_one(particles);
        }
    }
}

impl AlikeBatch {
    /// Sets the contact of a lane.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, owner: u32, partner: u32, row: u32, impulse: f32) {
        self.owners[lane] = owner;
        self.partners[lane] = partner;
        self.rows[lane] = row;
        self.impulses[lane] = impulse;
    }

    /// Masks of the owners and of the partners that move.
    #[inline(always)]
    pub fn live<S: Simd>(&self, simd: S) -> [mask32x8<S>; 2] {
        [!mask_of(simd, self.pinned[0]), !mask_of(simd, self.pinned[1])]
    }

    /// See `Separation`.
    #[inline(always)]
    pub fn normals<S: Simd>(&self, simd: S) -> [f32x8<S>; 2] {
        [f32x8::load_array_ref(simd, &self.normal[0]), f32x8::load_array_ref(simd, &self.normal[1])]
    }

    /// Writes displacements of the owners and of the partners.
    ///
    /// # Safety
    /// No other thread reads or writes them.
    #[inline(always)]
    pub unsafe fn write_displacements(
        &self,
        displacements: &Scattered<'_, Displacement>,
        ours: [Displacement; LANES],
        theirs: [Displacement; LANES],
    ) {
        for lane in 0..LANES {
            // SAFETY: the caller's.
            unsafe {
                displacements.write(self.owners[lane] as usize, ours[lane]);
                displacements.write(self.partners[lane] as usize, theirs[lane]);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn separate_one_by_one(&mut self, particles: &[Particle]) {
        for lane in 0..LANES {
            let discs = [self.owners[lane], self.partners[lane]].map(|i| &particles[i as usize]);
            let apart = impulse::separation(discs[0], discs[1]);
            self.gap[lane] = apart.gap;
            [self.normal[0][lane], self.normal[1][lane]] = apart.normal;
        }
    }
}
