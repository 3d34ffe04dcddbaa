//! Twin of `stop_at_rough_walls.wgsl`: takes from motions what would lead live particles into a wall, and rubs what it
//! stops.

use super::parallel;
use super::rough_walls::stopped_and_rubbed;
use crate::world::body::Body;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn stop_at_rough_walls(params: &Params, particles: &[Particle], displacements: &mut [Displacement], bodies: &mut [Body]) {
    parallel::for_each(displacements, bodies, |i, displacement, body| {
        if particles[i].phase() == Phase::Live {
            let motion = stopped_and_rubbed(params, &particles[i], body, *displacement);
            *displacement = motion.displacement;
            body.spin = motion.spin;
        }
    });
}
