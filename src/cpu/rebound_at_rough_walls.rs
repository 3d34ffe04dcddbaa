//! Twin of `rebound_at_rough_walls.wgsl`: throws live particles back that would come to a wall fast, stops the others there, and rubs
//! both by that.

use super::bounce::Fall;
use super::rough_walls::restitution_at_walls;
use super::stop_at_rough_walls::near_rough_walls;
use super::walls::rebounded;
use crate::world::body::Body;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn rebound_at_rough_walls(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
) {
    near_rough_walls(params, substep, particles, displacements, bodies, |particle, body, displacement| {
        rebounded(params, particle, displacement, Fall::NONE, restitution_at_walls(params, body))
    });
}
