//! Twin of `bounce_off_walls.wgsl`: takes from displacements what would move live particles into a wall, or lets them bounce,
//! between the sweeps that relax.

use super::stop_at_walls::stop_all;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn bounce_off_walls(params: &Params, particles: &[Particle], displacements: &mut [Displacement]) {
    stop_all(params, particles, displacements, params.restitution);
}
