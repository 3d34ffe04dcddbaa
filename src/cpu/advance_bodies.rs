//! Twin of `advance_bodies.wgsl`: moves and turns particles, no further than the walls.

use super::body::turn_of;
use super::dim2::moved;
use super::parallel;
use super::rough_walls::stopped_and_rubbed;
use super::scattered::Scattered;
use super::walls::kept_inside;
use crate::world::body::Body;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn advance_bodies(params: &Params, particles: &mut [Particle], displacements: &mut [Displacement], bodies: &mut [Body]) {
    let bodies = Scattered::new(bodies);
    parallel::for_each(particles, displacements, |i, particle, displacement| {
        if particle.phase() == Phase::Live {
            // SAFETY: each particle has a body of its own.
            let body = unsafe { bodies.at(i) };
            *particle = moved(*particle, kept_inside(params, particle, *displacement));
            let motion = stopped_and_rubbed(params, particle, body, *displacement);
            *displacement = motion.displacement;
            body.angle = body.angle.wrapping_add(turn_of(body.spin, particle.radius()));
            body.spin = motion.spin;
        }
    });
}
