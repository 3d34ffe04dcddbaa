//! The sweeps of one pass over links, in batches of eight: what the readable twin in `joint` does link by link, faster and to the same
//! bits.

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x8, i32x8};

use super::link_batch::{LinkBatch, LinkBatches, Stretches, TERMS};
use crate::cpu::joint::Links;
use crate::cpu::threads::parallel::{for_each_part, task_length};
use crate::cpu::vectors::instructions::instructions;
use crate::cpu::vectors::lanes::{EIGHT, gather, held_impulse, rounded};
use crate::world::links::{Joint, LinkRows};
use crate::world::params::LinkStage;

/// What a pass over links does with eight of them.
pub trait LinkKind: Sync {
    /// What stays the same from sweep to sweep.
    fn terms<S: Simd>(&self, stretches: &Stretches<S>) -> [f32x8<S>; TERMS];

    /// Twin of `joint_change`.
    fn change<S: Simd>(&self, pull: &Pull<S>) -> f32x8<S>;
}

/// Eight links in a sweep.
pub struct Pull<S: Simd> {
    /// With which the ends separate, in displacement units.
    pub speed: f32x8<S>,
    /// See [`Stretches`].
    pub mass: f32x8<S>,
    pub compliance: f32x8<S>,
    pub impulse: f32x8<S>,
    pub last_impulse: f32x8<S>,
    /// See [`LinkKind::terms`].
    pub terms: [f32x8<S>; TERMS],
}

/// Which sweep of a pass this is.
#[derive(Clone, Copy)]
struct Turn {
    first: bool,
    /// Whether the joints get what links carry after it.
    writes: bool,
}

/// The sweeps of one pass.
pub struct LinkSweep<'a, K> {
    pub kind: K,
    pub links: Links<'a>,
}

impl<K: LinkKind> LinkSweep<'_, K> {
    /// All dispatches: stage after stage, of each the links in parallel, since no two share a disc.
    pub fn run(&self, stages: &[LinkStage], backwards: bool, links: &mut LinkRows, batches: &mut LinkBatches) {
        let colours = links.colour_ends.len();
        for (number, stage) in stages.iter().enumerate() {
            let [first, count] = if backwards { *stage.reversed } else { *stage.ahead }.map(|number| number as usize);
            let colour = links.colour_ends.partition_point(|&end| end as usize <= first);
            let last = number + colours >= stages.len();
            let turn = Turn { first: number < colours, writes: last && !batches.joints_wait };
            let length = task_length(count);
            let joints = links.joints[first..first + count].chunks_mut(length);
            for_each_part(batches.colours[colour].chunks_mut(length / EIGHT).zip(joints), |_, (batches, joints)| {
                // SAFETY: the links of a colour share no disc, and no two discs have the same slot. Ends are the slots that `carry_links`
                // has found in this substep, after its sort; a lane without a link repeats one of its own batch.
                dispatch!(instructions(), simd => unsafe { self.solve_run(simd, turn, batches, joints) });
            });
        }
    }

    /// # Safety
    /// No other thread reads or writes the displacements of the ends of these links.
    #[inline(always)]
    unsafe fn solve_run<S: Simd>(&self, simd: S, turn: Turn, batches: &mut [LinkBatch], joints: &mut [Joint]) {
        for (batch, joints) in batches.iter_mut().zip(joints.chunks_mut(EIGHT)).filter(|(batch, _)| batch.used != 0) {
            if turn.first {
                let terms = self.kind.terms(&batch.stretches(simd, self.links.particles));
                for (term, kept) in terms.iter().zip(&mut batch.terms) {
                    term.store_array(kept);
                }
            }
            // SAFETY: the caller's.
            unsafe { self.solve(simd, batch) };
            if turn.writes {
                batch.write_impulses(joints);
            }
        }
    }

    /// # Safety
    /// As for [`Self::solve_run`].
    #[inline(always)]
    unsafe fn solve<S: Simd>(&self, simd: S, batch: &mut LinkBatch) {
        let load = |values| f32x8::load_array_ref(simd, values);
        // SAFETY: the caller's.
        let [first, second] = unsafe { self.links.displacements_of(simd, batch) };
        let (x, y): (f32x8<S>, f32x8<S>) = ((first[0] - second[0]).to_float(), (first[1] - second[1]).to_float());
        let speed = x * load(&batch.direction[0]) + y * load(&batch.direction[1]);
        let impulse = load(&batch.impulse);
        let change = self.kind.change(&Pull {
            speed,
            mass: load(&batch.mass),
            compliance: load(&batch.compliance),
            impulse,
            last_impulse: load(&batch.last_impulse),
            terms: [load(&batch.terms[0]), load(&batch.terms[1]), load(&batch.terms[2])],
        });
        (impulse + change).store_array(&mut batch.impulse);
        // SAFETY: the caller's.
        unsafe { self.links.pull_eight(simd, batch, [first, second], change, rounded) };
    }
}

impl Links<'_> {
    /// Of the first ends and of the second ones.
    ///
    /// # Safety
    /// No other thread writes them.
    #[inline(always)]
    pub unsafe fn displacements_of<S: Simd>(&self, simd: S, batch: &LinkBatch) -> [[i32x8<S>; 2]; 2] {
        // SAFETY: the caller's.
        unsafe { [gather(simd, &self.displacements, &batch.ends[0]), gather(simd, &self.displacements, &batch.ends[1])] }
    }

    /// [`Self::pull_ends`] of eight links, whose ends have these displacements; `round` makes changes whole.
    ///
    /// # Safety
    /// No other thread reads or writes the displacements of the ends.
    #[inline(always)]
    pub unsafe fn pull_eight<S: Simd>(
        &self,
        simd: S,
        batch: &LinkBatch,
        displacements: [[i32x8<S>; 2]; 2],
        impulse: f32x8<S>,
        round: impl Fn(f32x8<S>) -> i32x8<S>,
    ) {
        let load = |values| f32x8::load_array_ref(simd, values);
        let (across, up) = (load(&batch.direction[0]), load(&batch.direction[1]));
        for (side, [before_x, before_y]) in displacements.into_iter().enumerate() {
            let given = held_impulse(impulse * load(&batch.inverse_masses[side]));
            let (x, y) = (round(given * across), round(given * up));
            let wanted = if side == 0 { [before_x + x, before_y + y] } else { [before_x - x, before_y - y] };
            let held = self.counters.held_eight(wanted, batch.used);
            for (&end, displacement) in batch.ends[side].iter().zip(held) {
                // SAFETY: the caller's.
                unsafe { self.displacements.write(end as usize, displacement) };
            }
        }
    }
}
