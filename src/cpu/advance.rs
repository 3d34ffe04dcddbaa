//! Twin of `advance.wgsl`: moves particles by their displacements, no further than the walls.

use super::batches::Batches;
use super::dim2::moved;
use super::parallel;
use super::walls::{kept_inside, stopped};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn advance(params: &Params, particles: &mut [Particle], displacements: &mut [Displacement], batches: &mut Batches) {
    batches.particles_moved();
    parallel::for_each(particles, displacements, |_, particle, displacement| {
        if particle.phase() == Phase::Live {
            *particle = moved(*particle, kept_inside(params, particle, *displacement));
            *displacement = stopped(params, particle, *displacement);
        }
    });
}
