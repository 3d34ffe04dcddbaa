//! Twin of `stop_at_walls.wgsl`: takes from displacements what would move live particles into a wall.

use fearless_simd::dispatch;
use fearless_simd::prelude::*;

use super::threads::parallel::{for_each_part, task_length};
use super::vectors::instructions::instructions;
use super::vectors::particle_lanes::{self, Particles};
use super::walls::stopped;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn stop_at_walls(params: &Params, particles: &[Particle], displacements: &mut [Displacement]) {
    near_walls(params, particles, displacements, |particle, displacement| stopped(params, particle, displacement));
}

/// The same of a run, by this thread.
pub fn stop_run_at_walls(params: &Params, particles: &[Particle], displacements: &mut [Displacement]) {
    near_walls_in_run(params, particles, displacements, &|particle, displacement| stopped(params, particle, displacement));
}

/// Changes the displacements of live particles that may come to a wall.
pub(super) fn near_walls(
    params: &Params,
    particles: &[Particle],
    displacements: &mut [Displacement],
    change: impl Fn(&Particle, Displacement) -> Displacement + Sync,
) {
    let (change, length) = (&change, task_length(particles.len()));
    for_each_part(particles.chunks(length).zip(displacements.chunks_mut(length)), |_, (particles, displacements)| {
        near_walls_in_run(params, particles, displacements, change);
    });
}

fn near_walls_in_run(
    params: &Params,
    particles: &[Particle],
    displacements: &mut [Displacement],
    change: &impl Fn(&Particle, Displacement) -> Displacement,
) {
    dispatch!(instructions(), simd => each_four(simd, params, particles, displacements, change));
}

/// Looks at four at a time whether any of them is near a wall.
#[inline(always)]
fn each_four<S: Simd>(
    simd: S,
    params: &Params,
    particles: &[Particle],
    displacements: &mut [Displacement],
    change: &impl Fn(&Particle, Displacement) -> Displacement,
) {
    let (fours, rest) = particles.as_chunks();
    let (displacement_fours, displacement_rest) = displacements.as_chunks_mut();
    for (particles, displacements) in fours.iter().zip(displacement_fours) {
        let way = particle_lanes::load(simd, displacements);
        if !Particles::load(simd, particles).are_clear(params, way).all_true() {
            one_by_one(particles, displacements, change);
        }
    }
    one_by_one(rest, displacement_rest, change);
}

#[cold]
#[inline(never)]
fn one_by_one(particles: &[Particle], displacements: &mut [Displacement], change: &impl Fn(&Particle, Displacement) -> Displacement) {
    for (particle, displacement) in particles.iter().zip(displacements) {
        if particle.phase() == Phase::Live {
            *displacement = change(particle, *displacement);
        }
    }
}
