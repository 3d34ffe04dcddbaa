//! What a pass does with each particle and its displacement, by all threads, with four particles at a time where nothing special
//! happens to any of them, as with nearly all.

use fearless_simd::{Level as Instructions, Simd, dispatch};
use rayon::prelude::*;

use super::GRAIN;
use super::particle_lanes::LANES;
use crate::world::particle::{Displacement, Particle};

/// What is done with particles and their displacements.
pub trait Each: Sync {
    /// With four. Does nothing and returns false where one of them is a special case.
    fn four<S: Simd>(&self, simd: S, particles: &mut [Particle; LANES], displacements: &mut [Displacement; LANES]) -> bool;

    /// With one, whatever it is.
    fn one(&self, particle: &mut Particle, displacement: &mut Displacement);
}

/// Does it with all of them. The slices are of the same length.
pub fn for_each(each: &impl Each, particles: &mut [Particle], displacements: &mut [Displacement]) {
    debug_assert_eq!(particles.len(), displacements.len());
    particles.par_chunks_mut(GRAIN).zip(displacements.par_chunks_mut(GRAIN)).for_each(|(particles, displacements)| {
        dispatch!(Instructions::new(), simd => for_each_in(simd, each, particles, displacements));
    });
}

#[inline(always)]
fn for_each_in<S: Simd>(simd: S, each: &impl Each, particles: &mut [Particle], displacements: &mut [Displacement]) {
    let (fours, rest) = particles.as_chunks_mut();
    let (displacement_fours, displacement_rest) = displacements.as_chunks_mut();
    for (particles, displacements) in fours.iter_mut().zip(displacement_fours) {
        if !each.four(simd, particles, displacements) {
            one_by_one(each, particles, displacements);
        }
    }
    one_by_one(each, rest, displacement_rest);
}

#[cold]
#[inline(never)]
fn one_by_one(each: &impl Each, particles: &mut [Particle], displacements: &mut [Displacement]) {
    particles.iter_mut().zip(displacements).for_each(|(particle, displacement)| each.one(particle, displacement));
}
