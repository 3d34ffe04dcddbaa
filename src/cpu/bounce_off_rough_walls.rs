//! Twin of `bounce_off_rough_walls.wgsl`: throws live particles back that would come to a wall fast, and rubs them by that.

use super::rough_walls::restitution_at_walls;
use super::stop_at_rough_walls::near_rough_walls;
use super::walls::bounced;
use crate::world::body::Body;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn bounce_off_rough_walls(params: &Params, particles: &[Particle], displacements: &mut [Displacement], bodies: &mut [Body]) {
    near_rough_walls(params, particles, displacements, bodies, left);
}

/// What a wall that throws a disc back leaves of its displacement.
pub(super) fn left(params: &Params, particle: &Particle, body: &Body, displacement: Displacement) -> Displacement {
    bounced(params, particle, displacement, restitution_at_walls(params, body))
}
