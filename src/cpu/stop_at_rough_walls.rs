//! Twin of `stop_at_rough_walls.wgsl`: takes from motions what would lead live particles into a wall, and rubs what it
//! stops, before the sweep that pushes.

use fearless_simd::dispatch;
use fearless_simd::prelude::*;
use rayon::prelude::*;

use super::GRAIN;
use super::instructions::instructions;
use super::particle_lanes::{self, LANES, Particles};
use super::rough_walls::{restitution_at_walls, stopped_and_rubbed};
use crate::world::body::Body;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn stop_at_rough_walls(params: &Params, particles: &[Particle], displacements: &mut [Displacement], bodies: &mut [Body]) {
    stop_all(params, particles, displacements, bodies, false);
}

/// What both passes over walls do.
pub(super) fn stop_all(params: &Params, particles: &[Particle], displacements: &mut [Displacement], bodies: &mut [Body], bounces: bool) {
    let discs = displacements.par_chunks_mut(GRAIN).zip(bodies.par_chunks_mut(GRAIN));
    particles.par_chunks(GRAIN).zip(discs).for_each(|(particles, (displacements, bodies))| {
        dispatch!(instructions(), simd => stop(simd, params, particles, displacements, bodies, bounces));
    });
}

/// Looks at four at a time whether any of them is near a wall.
#[inline(always)]
fn stop<S: Simd>(simd: S, params: &Params, particles: &[Particle], displacements: &mut [Displacement], bodies: &mut [Body], bounces: bool) {
    let (fours, rest) = particles.as_chunks::<LANES>();
    let (displacement_fours, displacement_rest) = displacements.as_chunks_mut();
    let (body_fours, body_rest) = bodies.as_chunks_mut::<LANES>();
    for ((particles, displacements), bodies) in fours.iter().zip(displacement_fours).zip(body_fours) {
        let way = particle_lanes::load(simd, displacements);
        if !Particles::load(simd, particles).are_clear(params, way).all_true() {
            stop_each(params, particles, displacements, bodies, bounces);
        }
    }
    stop_each(params, rest, displacement_rest, body_rest, bounces);
}

#[cold]
#[inline(never)]
pub(super) fn stop_each(params: &Params, particles: &[Particle], displacements: &mut [Displacement], bodies: &mut [Body], bounces: bool) {
    for ((particle, displacement), body) in particles.iter().zip(displacements).zip(bodies) {
        if particle.phase() == Phase::Live {
            let restitution = if bounces { restitution_at_walls(params, body) } else { 0.0 };
            let motion = stopped_and_rubbed(params, particle, body, *displacement, restitution);
            *displacement = motion.displacement;
            body.spin = motion.spin;
        }
    }
}
