//! Twin of `stop_at_walls.wgsl`: takes from displacements what would move live particles into a wall.

use rayon::prelude::*;

use super::GRAIN;
use super::walls::stopped;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn stop_at_walls(params: &Params, particles: &[Particle], displacements: &mut [Displacement]) {
    particles.par_chunks(GRAIN).zip(displacements.par_chunks_mut(GRAIN)).for_each(|(particles, displacements)| {
        for (particle, displacement) in particles.iter().zip(displacements) {
            if particle.phase() == Phase::Live {
                *displacement = stopped(params, particle, *displacement);
            }
        }
    });
}
