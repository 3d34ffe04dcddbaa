//! Twin of `bounce_off_rough_walls.wgsl`: takes from motions what would lead live particles into a wall, or lets them bounce, and
//! rubs what it stops, between the sweeps that relax.

use super::stop_at_rough_walls::stop_all;
use crate::world::body::Body;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn bounce_off_rough_walls(params: &Params, particles: &[Particle], displacements: &mut [Displacement], bodies: &mut [Body]) {
    stop_all(params, particles, displacements, bodies, true);
}
