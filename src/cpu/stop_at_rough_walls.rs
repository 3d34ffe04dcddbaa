//! Twin of `stop_at_rough_walls.wgsl`: takes from motions what would lead live particles into a wall, and rubs what it
//! stops.

use fearless_simd::dispatch;
use fearless_simd::prelude::*;

use super::exact::shift_of_phase;
use super::rough_walls::rubbed_at_walls;
use super::threads::parallel::{for_each_part, task_length};
use super::vectors::instructions::instructions;
use super::vectors::particle_lanes::{self, FOUR, Particles};
use super::walls::stopped;
use crate::world::body::Body;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn stop_at_rough_walls(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
) {
    near_rough_walls(params, substep, particles, displacements, bodies, |particle, _, displacement| {
        stopped(params, particle, displacement)
    });
}

/// Lets walls leave so much of the displacements of live particles that may come to one, and rub them by what they take.
pub(super) fn near_rough_walls(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
    remaining: impl Fn(&Particle, &Body, Displacement) -> Displacement + Sync,
) {
    let (remaining, length) = (&remaining, task_length(particles.len()));
    let tasks = particles.chunks(length).zip(displacements.chunks_mut(length)).zip(bodies.chunks_mut(length));
    for_each_part(tasks, |_, ((particles, displacements), bodies)| {
        dispatch!(instructions(), simd => each_four(simd, params, substep, particles, displacements, bodies, remaining));
    });
}

/// Looks at four at a time whether any of them is near a wall.
#[inline(always)]
fn each_four<S: Simd>(
    simd: S,
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
    remaining: &impl Fn(&Particle, &Body, Displacement) -> Displacement,
) {
    let (fours, rest) = particles.as_chunks::<FOUR>();
    let (displacement_fours, displacement_rest) = displacements.as_chunks_mut();
    let (body_fours, body_rest) = bodies.as_chunks_mut::<FOUR>();
    for ((particles, displacements), bodies) in fours.iter().zip(displacement_fours).zip(body_fours) {
        let way = particle_lanes::load(simd, displacements);
        if !Particles::load(simd, particles).are_clear(params, way).all_true() {
            one_by_one(params, substep, particles, displacements, bodies, remaining);
        }
    }
    one_by_one(params, substep, rest, displacement_rest, body_rest, remaining);
}

#[cold]
#[inline(never)]
pub(super) fn one_by_one(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
    remaining: &impl Fn(&Particle, &Body, Displacement) -> Displacement,
) {
    let shift = shift_of_phase(substep.rounding_phase);
    for ((particle, displacement), body) in particles.iter().zip(displacements).zip(bodies) {
        if particle.phase() == Phase::Live {
            let motion = rubbed_at_walls(params, body, *displacement, remaining(particle, body, *displacement), shift);
            *displacement = motion.displacement;
            body.spin = motion.spin;
        }
    }
}
