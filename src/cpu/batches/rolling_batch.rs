//! How the contacts of a batch of rough discs resist rolling: eight times what `rolling` has once, to the same bits. It stands beside the
//! batch, so that batches are no larger where rolling is not resisted.

use fearless_simd::prelude::*;
use fearless_simd::{f32x8, i32x8};

use super::EIGHT;
use super::rough_batch::RoughBatch;
use super::rough_sweep_lanes::{Solved, in_cone};
use crate::cpu::carry_tangents::carried_on;
use crate::cpu::memory::Memory;
use crate::cpu::rough_sweep::Tangents;
use crate::cpu::vectors::lanes::{held_impulse, reciprocal, rounded};
use crate::world::particle::Particle;

/// What is to be known beside a batch.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct RollingBatch {
    /// What contacts carry against rolling, as in the lists.
    pub impulses: [f32; EIGHT],
    /// The first of the shares of `Rolling`, and its mass.
    share: [f32; EIGHT],
    mass: [f32; EIGHT],
}

impl RollingBatch {
    /// Of contacts whose masses are known.
    ///
    /// # Safety
    /// No other thread writes the lists of their owners.
    #[inline(always)]
    pub unsafe fn new<S: Simd>(simd: S, batch: &RoughBatch, particles: &[Particle], tangents: &Tangents<'_>) -> Self {
        let radius = |i: u32| particles[i as usize].radius() as f32;
        let (ours, theirs) = (f32x8::load_array(simd, batch.owners.map(radius)), f32x8::load_array(simd, batch.partners.map(radius)));
        let share = theirs * reciprocal(simd, ours + theirs);
        let other = 1.0 - share;
        let [our_mass, their_mass] = twice_the_inverse_masses(simd, batch);
        let mass = reciprocal(simd, our_mass * share * share + their_mass * other * other);
        let (mut impulses, share, mass) = ([0.0; EIGHT], share.to_array(), mass.to_array());
        for (lane, impulse) in impulses.iter_mut().enumerate() {
            // SAFETY: the caller's.
            *impulse = unsafe { tangents.read(batch.row(lane)) }[1];
        }
        Self { impulses, share, mass }
    }

    /// See [`Batch::go_on`](super::Batch::go_on).
    #[inline(always)]
    pub fn go_on(&mut self, memory: &Memory) {
        self.impulses.iter_mut().for_each(|impulse| *impulse = carried_on(*impulse, memory.most_impulse));
    }

    /// `rolled` of contacts whose owners and partners had these spins, and of which the batch has what they carried: what turns both.
    /// `resistance` is none where contacts only give that back.
    #[inline(always)]
    pub fn rolled<S: Simd>(
        &mut self,
        simd: S,
        batch: &RoughBatch,
        [our_spin, their_spin]: [i32x8<S>; 2],
        solved: &Solved<S>,
        resistance: Option<f32>,
    ) -> [i32x8<S>; 2] {
        let (before, share) = (f32x8::load_array(simd, self.impulses), f32x8::load_array(simd, self.share));
        let (other, [our_mass, their_mass]) = (1.0 - share, twice_the_inverse_masses(simd, batch));
        let mut given = before;
        if let Some(resistance) = resistance {
            let speed = share * our_spin.to_float::<f32x8<S>>() - other * their_spin.to_float::<f32x8<S>>();
            let coupling = our_mass * share - their_mass * other;
            let wanted = before - f32x8::load_array(simd, self.mass) * (speed - coupling * solved.given[1]);
            let after = in_cone(wanted, solved.impulse[0] * resistance);
            let bounce = solved.given[0] - (solved.impulse[0] - f32x8::load_array(simd, batch.impulses[0]));
            after.store_array(&mut self.impulses);
            given = after - before + in_cone(wanted - after, bounce * resistance);
        }
        let ours = rounded(held_impulse(our_mass * (given * share)));
        let theirs = rounded(held_impulse(their_mass * -(given * other)));
        [ours, theirs]
    }
}

/// A solid disc turns half as heavily as it moves.
#[inline(always)]
fn twice_the_inverse_masses<S: Simd>(simd: S, batch: &RoughBatch) -> [f32x8<S>; 2] {
    [f32x8::load_array(simd, batch.inverse_masses[0]) * 2.0, f32x8::load_array(simd, batch.inverse_masses[1]) * 2.0]
}
