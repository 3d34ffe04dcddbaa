//! Twin of `advance.wgsl`: moves particles by their displacements, no further than the walls.

use fearless_simd::prelude::*;

use super::batches::Batches;
use super::batches::alike_batch::AlikeBatch;
use super::bounce::half_of_gravity;
use super::dim2::moved;
use super::vectors::fours::{Each, for_each};
use super::vectors::particle_lanes::{self, FOUR, Particles};
use super::walls::{fall_at_walls, kept_inside, rebounded};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

/// The pass.
pub struct Advance<'a> {
    pub params: &'a Params,
    pub half_of_gravity: [f32; 2],
}

/// Twin of the entry point.
pub fn advance(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    batches: &mut Batches<AlikeBatch>,
) {
    batches.particles_moved();
    for_each(&Advance::new(params, substep), particles, displacements);
}

impl<'a> Advance<'a> {
    pub fn new(params: &'a Params, substep: &Substep) -> Self {
        Self { params, half_of_gravity: half_of_gravity(substep) }
    }
}

/// The same of discs of which it is known that they meet no wall.
pub struct AdvanceFreely<'a>(pub &'a Advance<'a>);

impl Each for AdvanceFreely<'_> {
    #[inline(always)]
    fn four<S: Simd>(&self, simd: S, particles: &mut [Particle; FOUR], displacements: &mut [Displacement; FOUR]) -> bool {
        let before = Particles::load(simd, particles);
        let are_live = before.are(Phase::Live).all_true();
        if are_live {
            before.moved(particle_lanes::load(simd, displacements)).unmarked().store(simd, particles);
        }
        are_live
    }

    fn one(&self, particle: &mut Particle, displacement: &mut Displacement) {
        self.0.one(particle, displacement);
    }
}

impl Each for Advance<'_> {
    #[inline(always)]
    fn four<S: Simd>(&self, simd: S, particles: &mut [Particle; FOUR], displacements: &mut [Displacement; FOUR]) -> bool {
        let way = particle_lanes::load(simd, displacements);
        let before = Particles::load(simd, particles);
        let after = before.moved(way);
        let plain = before.are(Phase::Live) & before.are_clear(self.params, way) & after.are_clear(self.params, way);
        if plain.all_true() {
            after.unmarked().store(simd, particles);
        }
        plain.all_true()
    }

    fn one(&self, particle: &mut Particle, displacement: &mut Displacement) {
        if particle.phase() == Phase::Live {
            let Self { params, half_of_gravity } = *self;
            let kept = kept_inside(params, particle, *displacement);
            *particle = moved(particle.unmarked(), kept);
            let fall = fall_at_walls(*displacement, kept, half_of_gravity);
            *displacement = rebounded(params, particle, *displacement, fall, params.restitution);
        }
    }
}
