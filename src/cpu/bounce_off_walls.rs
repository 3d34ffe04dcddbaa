//! Twin of `bounce_off_walls.wgsl`: throws live particles back that would come to a wall fast.

use super::stop_at_walls::near_walls;
use super::walls::bounced;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn bounce_off_walls(params: &Params, particles: &[Particle], displacements: &mut [Displacement]) {
    near_walls(params, particles, displacements, |params, particle, displacement| {
        bounced(params, particle, displacement, params.restitution)
    });
}
