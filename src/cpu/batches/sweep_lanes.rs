//! A sweep over contacts in batches of eight: what the readable twin in `sweep` does block by block, faster and to the
//! same bits.

use fearless_simd::prelude::*;
use fearless_simd::{f32x8, i32x8};

use super::Colour;
use super::alike_batch::AlikeBatch;
use crate::cpu::sweep::{Kind, Meetings, SolvedEight, Sweep};
use crate::cpu::vectors::lanes::{gather, held_impulse, mask_of, rounded};

impl<K: Kind> Sweep<'_, K> {
    /// The contacts of one colour in a row of blocks; `lists_wait` leaves what they carry in the batches alone. Takes and returns whether
    /// discs of the row were parted.
    ///
    /// # Safety
    /// No other thread reads or writes what they reach.
    #[inline(always)]
    pub unsafe fn solve_batches<S: Simd>(&self, simd: S, colour: &mut Colour<AlikeBatch>, lists_wait: bool, mut parted: bool) -> bool {
        let count = colour.batches.len();
        for k in 0..count {
            let batch = &mut colour.batches[if self.backwards { count - 1 - k } else { k }];
            // SAFETY: the caller's.
            unsafe {
                if parted {
                    self.kind.separate(simd, batch);
                }
                self.solve_batch(simd, batch);
                if !lists_wait {
                    batch.write_impulses(&self.on.contacts, self.on.list_starts);
                }
                parted |= self.kind.part_batch(batch, &self.on.displacements);
            }
        }
        parted
    }

    /// Eight contacts, of sixteen discs.
    ///
    /// # Safety
    /// No other thread reads or writes its discs.
    #[inline(always)]
    unsafe fn solve_batch<S: Simd>(&self, simd: S, batch: &mut AlikeBatch) {
        // Here, and below, so that it is known to stay what it is while batches are written.
        let displacements = self.on.displacements;
        // SAFETY: the caller's.
        unsafe {
            let [x, y] = gather(simd, &displacements, &batch.owners);
            let [their_x, their_y] = gather(simd, &displacements, &batch.partners);
            let (relative_x, relative_y): (f32x8<S>, f32x8<S>) = ((x - their_x).to_float(), (y - their_y).to_float());
            let [normal_x, normal_y] = batch.gaps.normal(simd);
            let gap = batch.gaps.gap(simd);
            let speed = relative_x * normal_x + relative_y * normal_y;
            let [ours_live, theirs_live] = batch.live(simd);
            let mass = (ours_live & theirs_live).select(f32x8::splat(simd, 0.5), f32x8::splat(simd, 1.0));
            let none = f32x8::splat(simd, 0.0);
            let along = normal_x * self.half_of_gravity[0] + normal_y * self.half_of_gravity[1];
            let half = ours_live.select(along, none) - theirs_live.select(along, none);
            let (impulse, at_ease) = (f32x8::load_array_ref(simd, &batch.impulses), mask_of(simd, batch.at_ease));
            let SolvedEight { impulse: after, given } = self.kind.solved_eight(&Meetings { gap, mass, speed, half, at_ease, impulse });
            let held = held_impulse(given);
            let (change_x, change_y) = (rounded(held * normal_x), rounded(held * normal_y));
            let none = i32x8::splat(simd, 0);
            let ours = [x + ours_live.select(change_x, none), y + ours_live.select(change_y, none)];
            let theirs = [their_x - theirs_live.select(change_x, none), their_y - theirs_live.select(change_y, none)];
            let ours = self.on.counters.held_eight(ours, batch.used);
            let theirs = self.on.counters.held_eight(theirs, batch.used);
            batch.write_displacements(&displacements, ours, theirs);
            after.store_array(&mut batch.impulses);
        }
    }
}
