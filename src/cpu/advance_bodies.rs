//! Twin of `advance_bodies.wgsl`: moves and turns particles, no further than the walls.

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x4, i32x4};

use super::batches::Batches;
use super::batches::rough_batch::RoughBatch;
use super::body::turn_of;
use super::bounce::half_of_gravity;
use super::dim2::moved;
use super::exact::shift_of_phase;
use super::rough_walls::{restitution_at_walls, rubbed_at_walls};
use super::threads::parallel::{for_each_part, task_length};
use super::vectors::instructions::instructions;
use super::vectors::lanes::inverse_root;
use super::vectors::particle_lanes::{self, FOUR, Particles};
use super::walls::{fall_at_walls, kept_inside, rebounded};
use crate::world::body::{Body, HALF_TURN, TURN_PER_SPIN};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn advance_bodies(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
    batches: &mut Batches<RoughBatch>,
) {
    batches.particles_moved();
    let length = task_length(particles.len());
    let tasks = particles.chunks_mut(length).zip(displacements.chunks_mut(length)).zip(bodies.chunks_mut(length));
    for_each_part(tasks, |_, ((particles, displacements), bodies)| {
        dispatch!(instructions(), simd => advance(simd, params, substep, particles, displacements, bodies));
    });
}

/// Four at a time where all of them move and none comes near a wall.
#[inline(always)]
fn advance<S: Simd>(
    simd: S,
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
) {
    let (fours, rest) = particles.as_chunks_mut::<FOUR>();
    let (displacement_fours, displacement_rest) = displacements.as_chunks_mut();
    let (body_fours, body_rest) = bodies.as_chunks_mut::<FOUR>();
    for ((particles, displacements), bodies) in fours.iter_mut().zip(displacement_fours).zip(body_fours) {
        let way = particle_lanes::load(simd, displacements);
        let before = Particles::load(simd, particles);
        let after = before.moved(way);
        let plain = before.are(Phase::Live) & before.are_clear(params, way) & after.are_clear(params, way);
        if plain.all_true() {
            after.unmarked().store(simd, particles);
            let spins = [bodies[0].spin, bodies[1].spin, bodies[2].spin, bodies[3].spin];
            // Where nothing rubs none of them turns.
            if spins != [0; FOUR] {
                for (body, turn) in bodies.iter_mut().zip(turns_of(simd, spins, before.radius())) {
                    body.angle = body.angle.wrapping_add(turn as u32);
                }
            }
        } else {
            advance_each(params, substep, particles, displacements, bodies);
        }
    }
    advance_each(params, substep, rest, displacement_rest, body_rest);
}

/// [`turn_of`] of four.
#[inline(always)]
fn turns_of<S: Simd>(simd: S, spins: [i32; FOUR], radius: i32x4<S>) -> [i32; FOUR] {
    let spin = i32x4::load_array(simd, spins);
    let r = radius.to_float::<f32x4<S>>();
    let turn = spin.to_float::<f32x4<S>>() * inverse_root(simd, r * r) * TURN_PER_SPIN;
    turn.max(-HALF_TURN).min(HALF_TURN).to_int::<i32x4<S>>().to_array()
}

#[cold]
#[inline(never)]
pub(super) fn advance_each(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
) {
    let (half, shift) = (half_of_gravity(substep), shift_of_phase(substep.rounding_phase));
    for ((particle, displacement), body) in particles.iter_mut().zip(displacements).zip(bodies) {
        if particle.phase() == Phase::Live {
            let kept = kept_inside(params, particle, *displacement);
            *particle = moved(particle.unmarked(), kept);
            let fall = fall_at_walls(*displacement, kept, half);
            let stop = rebounded(params, particle, *displacement, fall, restitution_at_walls(params, body));
            let motion = rubbed_at_walls(params, body, *displacement, stop, shift);
            *displacement = motion.displacement;
            body.angle = body.angle.wrapping_add(turn_of(body.spin, particle.radius()));
            body.spin = motion.spin;
        }
    }
}
