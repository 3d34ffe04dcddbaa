//! Twin of `rebound_at_walls.wgsl`: throws live particles back that would come to a wall fast, and stops the others there.

use super::bounce::Fall;
use super::stop_at_walls::near_walls;
use super::walls::rebounded;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn rebound_at_walls(params: &Params, particles: &[Particle], displacements: &mut [Displacement]) {
    near_walls(params, particles, displacements, |particle, displacement| {
        rebounded(params, particle, displacement, Fall::NONE, params.restitution)
    });
}
