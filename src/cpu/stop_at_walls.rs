//! Twin of `stop_at_walls.wgsl`: takes from displacements what would move live particles into a wall, before the sweep that
//! pushes.

use fearless_simd::dispatch;
use fearless_simd::prelude::*;
use rayon::prelude::*;

use super::GRAIN;
use super::instructions::instructions;
use super::particle_lanes::{self, Particles};
use super::walls::bounced;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn stop_at_walls(params: &Params, particles: &[Particle], displacements: &mut [Displacement]) {
    stop_all(params, particles, displacements, 0.0);
}

/// What both passes over walls do.
pub(super) fn stop_all(params: &Params, particles: &[Particle], displacements: &mut [Displacement], restitution: f32) {
    particles.par_chunks(GRAIN).zip(displacements.par_chunks_mut(GRAIN)).for_each(|(particles, displacements)| {
        dispatch!(instructions(), simd => stop(simd, params, particles, displacements, restitution));
    });
}

/// Looks at four at a time whether any of them is near a wall.
#[inline(always)]
fn stop<S: Simd>(simd: S, params: &Params, particles: &[Particle], displacements: &mut [Displacement], restitution: f32) {
    let (fours, rest) = particles.as_chunks();
    let (displacement_fours, displacement_rest) = displacements.as_chunks_mut();
    for (particles, displacements) in fours.iter().zip(displacement_fours) {
        let way = particle_lanes::load(simd, displacements);
        if !Particles::load(simd, particles).are_clear(params, way).all_true() {
            stop_each(params, particles, displacements, restitution);
        }
    }
    stop_each(params, rest, displacement_rest, restitution);
}

#[cold]
#[inline(never)]
fn stop_each(params: &Params, particles: &[Particle], displacements: &mut [Displacement], restitution: f32) {
    for (particle, displacement) in particles.iter().zip(displacements) {
        if particle.phase() == Phase::Live {
            *displacement = bounced(params, particle, *displacement, restitution);
        }
    }
}
