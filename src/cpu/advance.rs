//! Twin of `advance.wgsl`: moves particles by their displacements, no further than the walls.

use fearless_simd::prelude::*;

use super::alike_batch::AlikeBatch;
use super::batches::Batches;
use super::dim2::moved;
use super::fours::{Each, for_each};
use super::particle_lanes::{self, LANES, Particles};
use super::walls::{bounced, kept_inside, stopped};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// The pass.
pub struct Advance<'a>(pub &'a Params);

/// Twin of the entry point.
pub fn advance(params: &Params, particles: &mut [Particle], displacements: &mut [Displacement], batches: &mut Batches<AlikeBatch>) {
    batches.particles_moved();
    for_each(&Advance(params), particles, displacements);
}

impl Each for Advance<'_> {
    #[inline(always)]
    fn four<S: Simd>(&self, simd: S, particles: &mut [Particle; LANES], displacements: &mut [Displacement; LANES]) -> bool {
        let way = particle_lanes::load(simd, displacements);
        let before = Particles::load(simd, particles);
        let after = before.moved(way);
        let plain = before.are(Phase::Live) & before.are_clear(self.0, way) & after.are_clear(self.0, way);
        if plain.all_true() {
            after.unmarked().store(simd, particles);
        }
        plain.all_true()
    }

    fn one(&self, particle: &mut Particle, displacement: &mut Displacement) {
        if particle.phase() == Phase::Live {
            *particle = moved(particle.unmarked(), kept_inside(self.0, particle, *displacement));
            let bounced = bounced(self.0, particle, *displacement, self.0.restitution);
            *displacement = stopped(self.0, particle, bounced);
        }
    }
}
