//! Twin of `carry_links.wgsl`: links that go, and what the others carried in the last substep.

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x8};

use super::batches::link_batch::{LinkBatch, LinkBatches, Stretches};
use super::exact::{product, rounded, shift_of_phase, unless_faint};
use super::joint::Links;
use super::link::{link_breaks, link_span};
use super::threads::parallel::{for_each_part, task_length};
use super::vectors::instructions::instructions;
use super::vectors::lanes::{self, EIGHT};
use super::vectors::link_lanes::Rows;
use crate::world::fixed::{FAINTEST, MAX_IMPULSE};
use crate::world::links::{JOINT_MEMORY, Joint, LinkRow, LinkRows, NO_PARTNER};
use crate::world::params::{LinkStage, Params, Substep, ToolKind};
use crate::world::particle::Displacement;

pub(super) struct Carry<'a> {
    pub params: &'a Params,
    pub substep: &'a Substep,
    pub links: Links<'a>,
}

/// Twin of the entry point; `stages` are one a colour.
pub fn carry_links(
    params: &Params,
    substep: &Substep,
    stages: &[LinkStage],
    on: Links<'_>,
    links: &mut LinkRows,
    batches: &mut LinkBatches,
) {
    let carry = Carry { params, substep, links: on };
    for (stage, batches) in stages.iter().zip(&mut batches.colours) {
        let [first, count] = stage.ahead.map(|number| number as usize);
        let (rows, joints) = (&mut links.rows[first..first + count], &mut links.joints[first..first + count]);
        let length = task_length(count);
        let tasks = batches.chunks_mut(length / EIGHT).zip(rows.chunks_mut(length)).zip(joints.chunks_mut(length));
        for_each_part(tasks, |_, ((batches, rows), joints)| {
            // SAFETY: the links of a colour share no disc, and `find_slots` has found each disc at a slot of its own, after the sort.
            dispatch!(instructions(), simd => unsafe { carry.run(simd, batches, rows, joints) });
        });
    }
}

impl Carry<'_> {
    /// By which impulses are rounded in this substep: a force of less than half a unit a substep would else be none for ever, and so would
    /// the part of a pendulum's pull that leads it back. What a link lacks along itself its sweeps find as speed, but not what it lacks
    /// across.
    fn shift(&self) -> f32 {
        shift_of_phase(self.substep.rounding_phase)
    }

    /// Eight links at a time where all of them stay and can pull, the others one by one.
    ///
    /// # Safety
    /// No other thread reads or writes the displacements of the ends of these links.
    #[inline(always)]
    unsafe fn run<S: Simd>(&self, simd: S, batches: &mut [LinkBatch], rows: &mut [LinkRow], joints: &mut [Joint]) {
        let cuts = self.substep.tool_kind == ToolKind::Cut as u32;
        for ((batch, rows), joints) in batches.iter_mut().zip(rows.chunks_mut(EIGHT)).zip(joints.chunks_mut(EIGHT)) {
            batch.find(simd, &self.links, rows, joints);
            // SAFETY: the caller's.
            unsafe {
                match rows.first_chunk() {
                    Some(all) if batch.used == u8::MAX && !cuts && !is_any_too_long(&batch.stretches(simd, self.links.particles), all) => {
                        self.carry_eight(simd, batch, joints);
                    }
                    _ => {
                        self.one_by_one(rows, joints);
                        batch.find(simd, &self.links, rows, joints);
                    }
                }
            }
        }
    }

    /// # Safety
    /// As for [`Self::run`].
    #[inline(always)]
    unsafe fn carry_eight<S: Simd>(&self, simd: S, batch: &mut LinkBatch, joints: &mut [Joint]) {
        let most = self.params.most_impulse;
        let impulse = unless_faint_eight(f32x8::load_array_ref(simd, &batch.impulse).max(-most).min(most));
        let mean = f32x8::load_array_ref(simd, &batch.mean_impulse);
        let mean = unless_faint_eight(mean + (impulse - mean) * JOINT_MEMORY);
        impulse.store_array(&mut batch.impulse);
        impulse.store_array(&mut batch.last_impulse);
        mean.store_array(&mut batch.mean_impulse);
        for (lane, joint) in joints.iter_mut().enumerate() {
            joint.impulse = batch.impulse[lane];
            joint.last_impulse = batch.last_impulse[lane];
            joint.mean_impulse = batch.mean_impulse[lane];
        }
        let shift = f32x8::splat(simd, self.shift());
        // SAFETY: the caller's.
        unsafe {
            self.links.pull_eight(
                simd,
                batch,
                self.links.displacements_of(simd, batch),
                impulse,
                #[inline(always)]
                |a| lanes::rounded(a + a.simd_ge(0.0).select(shift, -shift)),
            );
        }
    }

    /// The links one after the other, readable first, whatever they are.
    ///
    /// # Safety
    /// As for [`Self::run`].
    #[inline(never)]
    pub unsafe fn one_by_one(&self, rows: &mut [LinkRow], joints: &mut [Joint]) {
        for (row, joint) in rows.iter_mut().zip(joints).filter(|(row, _)| row.partner != NO_PARTNER) {
            let ends = self.links.ends(row, joint);
            let [first, second] = ends.map(|i| &self.links.particles[i]);
            let span = link_span(first, second);
            if link_breaks(self.substep, first, second, row, span.length) {
                row.partner = NO_PARTNER;
                *joint = Joint::new(joint.id, joint.inverse_masses);
                self.links.counters.broken();
                continue;
            }
            if !first.in_grid() || !second.in_grid() {
                continue;
            }
            joint.impulse = unless_faint(joint.impulse.clamp(-self.params.most_impulse, self.params.most_impulse));
            joint.last_impulse = joint.impulse;
            joint.mean_impulse = unless_faint(joint.mean_impulse + product(JOINT_MEMORY, joint.impulse - joint.mean_impulse));
            // SAFETY: the caller's.
            unsafe { self.links.pull_ends(ends, joint, joint.impulse, |impulse| shifted_change(impulse, span.direction, self.shift())) };
        }
    }
}

/// Twin of `shifted_change`.
fn shifted_change(impulse: f32, direction: [f32; 2], shift: f32) -> Displacement {
    let held = impulse.clamp(-MAX_IMPULSE, MAX_IMPULSE);
    direction.map(|part| product(held, part)).map(|a| rounded(a + if a >= 0.0 { shift } else { -shift }))
}

/// Whether one of eight links is stretched beyond its break length.
#[inline(always)]
fn is_any_too_long<S: Simd>(found: &Stretches<S>, rows: &[LinkRow; EIGHT]) -> bool {
    found.length.simd_gt(Rows::new(found.length.token(), rows).break_length).any_true()
}

/// [`unless_faint`] of eight numbers.
#[inline(always)]
fn unless_faint_eight<S: Simd>(a: f32x8<S>) -> f32x8<S> {
    a.abs().simd_ge(FAINTEST).select(a, f32x8::splat(a.token(), 0.0))
}
