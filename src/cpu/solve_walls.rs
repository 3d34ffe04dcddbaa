//! Twin of `solve_walls.wgsl`: keeps live particles inside the walls of the world.

use super::CountersCell;
use super::threads::parallel;
use super::walls::pushed_inside;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn solve_walls(params: &Params, particles: &mut [Particle], displacements: &mut [Displacement], counters: &CountersCell) {
    parallel::for_each(particles, displacements, |_, particle, displacement| {
        if particle.phase() == Phase::Live {
            (*particle, *displacement) = pushed_inside(params, *particle, *displacement, counters);
        }
    });
}
