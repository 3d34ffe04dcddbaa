//! Twin of `integrate.wgsl`: moves each particle by its displacement, after drag, gravity and the tool.

use fearless_simd::prelude::*;

use super::CountersCell;
use super::dim2::moved;
use super::fours::{Each, for_each};
use super::motion::{accelerated, falls_only, outside_margin};
use super::particle_lanes::{self, LANES, Particles};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

struct Integrate<'a> {
    params: &'a Params,
    substep: &'a Substep,
    births: &'a [u32],
    counters: &'a CountersCell,
    falls_only: bool,
}

/// Twin of the entry point.
pub fn integrate(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    births: &[u32],
    counters: &CountersCell,
) {
    let pass = Integrate { params, substep, births, counters, falls_only: falls_only(params, substep) };
    for_each(&pass, particles, displacements);
}

impl Each for Integrate<'_> {
    #[inline(always)]
    fn four<S: Simd>(&self, simd: S, particles: &mut [Particle; LANES], displacements: &mut [Displacement; LANES]) -> bool {
        let way = particle_lanes::sum(particle_lanes::load(simd, displacements), *self.substep.gravity);
        let before = Particles::load(simd, particles);
        let after = before.moved(way);
        let plain = before.are(Phase::Live) & particle_lanes::fit(way) & after.are_in(*self.params.grid_extent);
        if !self.falls_only || !plain.all_true() {
            return false;
        }
        after.store(simd, particles);
        particle_lanes::store(way, displacements);
        true
    }

    fn one(&self, particle: &mut Particle, displacement: &mut Displacement) {
        let before = match particle.phase() {
            Phase::Unborn if self.births[particle.id as usize] <= self.substep.index => particle.with_phase(Phase::Live),
            Phase::Live => *particle,
            _ => return,
        };
        let acceleration = accelerated(self.params, self.substep, before.position, *displacement);
        // Written once, at the end: to read again what was just written in parts would take longer than all the rest.
        let way = self.counters.held(acceleration.displacement, acceleration.held);
        let after = moved(before, way);
        if outside_margin(self.params, after.position) {
            self.counters.removed();
            (*particle, *displacement) = (after.with_phase(Phase::Removed), [0, 0]);
        } else {
            (*particle, *displacement) = (after, way);
        }
    }
}
