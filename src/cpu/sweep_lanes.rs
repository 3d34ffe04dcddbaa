//! A sweep over contacts in batches of eight: what the readable twin in `sweep` does block by block, faster and to the
//! same bits.

use wide::{f32x8, i32x8};

use super::batches::{Batch, Colour, UNUSED, gather};
use super::find_contacts::ROWS;
use super::lanes::{LANES, float_of, rounded, select};
use super::sweep::{Kind, Sweep};
use crate::world::fixed::{MAX_DISPLACEMENT, MAX_IMPULSE};

impl<K: Kind> Sweep<'_, K> {
    /// The contacts of one colour in a row of blocks.
    ///
    /// # Safety
    /// No other thread reads or writes what they reach.
    pub unsafe fn solve_batches(&self, colour: &mut Colour) {
        // SAFETY: the caller's.
        unsafe {
            if self.backwards {
                colour.batches.iter_mut().rev().for_each(|batch| self.solve_batch(batch));
            } else {
                colour.batches.iter_mut().for_each(|batch| self.solve_batch(batch));
            }
        }
    }

    #[inline(always)]
    unsafe fn solve_batch(&self, batch: &mut Batch) {
        // SAFETY: the caller's.
        unsafe {
            let (ours, theirs) = (gather(&self.displacements, &batch.owners), gather(&self.displacements, &batch.partners));
            let relative = [ours[0] - theirs[0], ours[1] - theirs[1]];
            let approach = float_of(relative[0]) * batch.normal[0] + float_of(relative[1]) * batch.normal[1];
            let speed = self.rebound_eight(approach, batch.gap);
            let live = batch.live();
            let mass = select(live[0] & live[1], f32x8::splat(0.5), f32x8::splat(1.0));
            let before = f32x8::new(batch.impulses);
            let after = self.kind.impulses_after(speed, batch.gap, mass, before);
            let applied = after - before + mass * (speed - approach);
            let held = applied.fast_max(f32x8::splat(-MAX_IMPULSE)).fast_min(f32x8::splat(MAX_IMPULSE));
            let change = [rounded(held * batch.normal[0]), rounded(held * batch.normal[1])];
            let ours = self.held_eight(batch, [ours[0] + (change[0] & live[0]), ours[1] + (change[1] & live[0])]);
            let theirs = self.held_eight(batch, [theirs[0] - (change[0] & live[1]), theirs[1] - (change[1] & live[1])]);
            batch.write_displacements(&self.displacements, ours, theirs);
            batch.impulses = after.to_array();
            for lane in 0..LANES {
                if batch.rows[lane] != UNUSED {
                    let row = batch.owners[lane] as usize * ROWS + usize::from(batch.rows[lane]);
                    self.contacts.at(row).impulse = batch.impulses[lane];
                }
            }
        }
    }

    /// [`Self::rebound`] of eight contacts.
    #[inline(always)]
    fn rebound_eight(&self, speed: f32x8, gap: f32x8) -> f32x8 {
        if self.params.restitution == 0.0 {
            return speed;
        }
        let collides = (speed + gap.fast_max(f32x8::splat(0.0))).simd_lt(f32x8::splat(0.0));
        let collides = collides & speed.simd_lt(f32x8::splat(-self.params.bounce_speed));
        select(bytemuck::cast(collides), speed * f32x8::splat(-self.params.restitution), speed)
    }

    /// Eight displacements, held to their range.
    #[inline(always)]
    fn held_eight(&self, batch: &Batch, [x, y]: [i32x8; 2]) -> [i32x8; 2] {
        let most = i32x8::splat(MAX_DISPLACEMENT);
        let too_fast = x.simd_gt(most) | x.simd_lt(-most) | y.simd_gt(most) | y.simd_lt(-most);
        if too_fast.any() { self.held_one_by_one(batch, [x, y]) } else { [x, y] }
    }

    #[cold]
    #[inline(never)]
    fn held_one_by_one(&self, batch: &Batch, wanted: [i32x8; 2]) -> [i32x8; 2] {
        let [mut x, mut y] = wanted.map(i32x8::to_array);
        for lane in (0..LANES).filter(|&lane| batch.rows[lane] != UNUSED) {
            [x[lane], y[lane]] = self.counters.held([x[lane], y[lane]], false);
        }
        [i32x8::new(x), i32x8::new(y)]
    }
}
