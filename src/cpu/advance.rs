//! Twin of `advance.wgsl`: moves particles by their displacements, no further than the walls.

use super::batches::Batches;
use super::dim2::moved;
use super::walls::{kept_inside, stopped};
use super::{carry_contacts::keep_slots, parallel};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point. `slots` may be empty: then it is not kept.
pub fn advance(params: &Params, particles: &mut [Particle], displacements: &mut [Displacement], slots: &mut [u32], batches: &mut Batches) {
    batches.particles_moved();
    keep_slots(particles, slots);
    parallel::for_each(particles, displacements, |_, particle, displacement| {
        if particle.phase() == Phase::Live {
            *particle = moved(*particle, kept_inside(params, particle, *displacement));
            *displacement = stopped(params, particle, *displacement);
        }
    });
}
