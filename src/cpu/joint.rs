//! Twin of `joint.wgsl`: a sweep over all links, Gauss-Seidel in colours.

use rayon::prelude::*;

use super::body::added;
use super::exact::{product, reciprocal};
use super::impulse::{UNITS_PER_STEP, impulse_change, separating_speed};
use super::link::link_span;
use super::scattered::Scattered;
use super::{CountersCell, GRAIN};
use crate::world::links::{Joint, LinkRow, NO_PARTNER};
use crate::world::params::LinkStage;
use crate::world::particle::{Displacement, Particle};

/// Twin of `Stretch`: what a joint sees of its link.
pub struct Stretch {
    /// With which the ends separate, in displacement units.
    pub speed: f32,
    /// Length over the rest length, in displacement units.
    pub excess: f32,
    /// 1 / (the sum of the inverse masses and the compliance).
    pub mass: f32,
    /// Share of the inverse masses in that sum: 1 for a rigid link.
    pub stiff_share: f32,
    /// Excess over the rest length.
    pub strain: f32,
}

/// What passes over links work on.
pub struct Links<'a> {
    pub particles: &'a [Particle],
    pub displacements: Scattered<'a, Displacement>,
    pub slots: &'a [u32],
    pub counters: &'a CountersCell,
}

/// Calls `one` with the index of each link and its joint, in parallel where no two share a particle, stage after stage.
pub fn for_each_link(stages: &[LinkStage], backwards: bool, joints: &mut [Joint], one: impl Fn(usize, &mut Joint) + Sync) {
    for stage in stages {
        let [first, count] = if backwards { *stage.reversed } else { *stage.ahead }.map(|number| number as usize);
        joints[first..first + count].par_chunks_mut(GRAIN).enumerate().for_each(|(run, joints)| {
            for (place, joint) in joints.iter_mut().enumerate() {
                one(first + run * GRAIN + place, joint);
            }
        });
    }
}

impl Links<'_> {
    /// Twin of `sweep_link`; `change` is the twin of `joint_change`.
    ///
    /// # Safety
    /// No other thread reads or writes the displacements of its ends.
    #[inline(always)]
    pub unsafe fn sweep(&self, row: &LinkRow, joint: &mut Joint, change: impl Fn(&Joint, f32, &Stretch) -> f32) {
        if row.partner == NO_PARTNER {
            return;
        }
        let [i, j] = [joint.id, row.partner].map(|id| self.slots[id as usize] as usize);
        let (first, second) = (&self.particles[i], &self.particles[j]);
        let inverse = joint.inverse_masses[0] + joint.inverse_masses[1];
        if !first.in_grid() || !second.in_grid() || inverse == 0.0 {
            return;
        }
        let span = link_span(first, second);
        // SAFETY: the caller's.
        let displacements = unsafe { [self.displacements.read(i), self.displacements.read(j)] };
        let mass = reciprocal(inverse + row.elasticity);
        let stretch = Stretch {
            speed: separating_speed(displacements[0], displacements[1], span.direction),
            excess: product(span.length - row.rest_length, UNITS_PER_STEP),
            mass,
            stiff_share: product(inverse, mass),
            strain: product(span.length - row.rest_length, reciprocal(row.rest_length.max(1.0))),
        };
        let change = change(joint, row.elasticity, &stretch);
        // SAFETY: the caller's.
        unsafe { self.pull_ends([i, j], joint, change, span.direction) };
        joint.impulse += change;
    }

    /// Twin of `pull_ends`: gives both ends an impulse along the direction from the second to the first.
    ///
    /// # Safety
    /// As for [`Self::sweep`].
    #[inline(always)]
    pub unsafe fn pull_ends(&self, ends: [usize; 2], joint: &Joint, impulse: f32, direction: [f32; 2]) {
        for ((end, inverse_mass), side) in ends.into_iter().zip(joint.inverse_masses).zip([1, -1]) {
            let change = impulse_change(product(impulse, inverse_mass), direction);
            // SAFETY: the caller's.
            unsafe { self.displacements.write(end, self.counters.held(added(self.displacements.read(end), change, side), false)) };
        }
    }
}
