//! Twin of `accelerate.wgsl`: what changes displacements before anything is touched; births and removals.

use fearless_simd::prelude::*;

use super::CountersCell;
use super::fours::{Each, for_each};
use super::motion::{accelerated, falls_only, outside_margin};
use super::particle_lanes::{self, LANES, Particles};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

struct Accelerate<'a> {
    params: &'a Params,
    substep: &'a Substep,
    births: &'a [u32],
    counters: &'a CountersCell,
    falls_only: bool,
}

/// Twin of the entry point.
pub fn accelerate(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    births: &[u32],
    counters: &CountersCell,
) {
    let pass = Accelerate { params, substep, births, counters, falls_only: falls_only(params, substep) };
    for_each(&pass, particles, displacements);
}

impl Each for Accelerate<'_> {
    #[inline(always)]
    fn four<S: Simd>(&self, simd: S, particles: &mut [Particle; LANES], displacements: &mut [Displacement; LANES]) -> bool {
        let way = particle_lanes::sum(particle_lanes::load(simd, displacements), *self.substep.gravity);
        let four = Particles::load(simd, particles);
        let plain = four.are(Phase::Live) & particle_lanes::fit(way) & four.are_in(*self.params.grid_extent);
        if !self.falls_only || !plain.all_true() {
            return false;
        }
        four.with_touching(fearless_simd::u32x4::splat(simd, 0)).store(simd, particles);
        particle_lanes::store(way, displacements);
        true
    }

    fn one(&self, particle: &mut Particle, displacement: &mut Displacement) {
        match particle.phase() {
            Phase::Unborn if self.births[particle.id as usize] <= self.substep.index => *particle = particle.with_phase(Phase::Live),
            Phase::Live => {}
            _ => return,
        }
        if outside_margin(self.params, particle.position) {
            self.counters.removed();
            *particle = particle.with_phase(Phase::Removed);
            *displacement = [0, 0];
            return;
        }
        *particle = particle.with_touching(0);
        let acceleration = accelerated(self.params, self.substep, particle.position, *displacement);
        *displacement = self.counters.held(acceleration.displacement, acceleration.held);
    }
}
