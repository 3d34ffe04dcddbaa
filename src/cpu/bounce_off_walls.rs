//! Twin of `bounce_off_walls.wgsl`: throws live particles back that would come to a wall fast.

use super::bounce::Fall;
use super::stop_at_walls::near_walls;
use super::walls::bounced;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn bounce_off_walls(params: &Params, substep: &Substep, particles: &[Particle], displacements: &mut [Displacement]) {
    let fall = Fall::ahead(substep);
    near_walls(params, particles, displacements, |particle, displacement| {
        bounced(params, particle, displacement, fall, params.restitution)
    });
}
