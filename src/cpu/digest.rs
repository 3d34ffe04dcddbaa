//! Twin of `digest.wgsl`: an order-independent digest of the state, 64 bits from two sums of hashes.

use rayon::prelude::*;

use super::GRAIN;
use super::hash::mixed;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point: the digest of all particles, the first sum in the low half.
pub fn digest(particles: &[Particle], displacements: &[Displacement]) -> u64 {
    let add = |a: [u32; 2], b: [u32; 2]| [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])];
    let hashes = |(particle, displacement)| [0x85EB_CA6B, 0xC2B2_AE35].map(|seed| particle_hash(particle, displacement, seed));
    let sums = particles.par_iter().with_min_len(GRAIN).zip(displacements).map(hashes).reduce(|| [0; 2], add);
    u64::from(sums[0]) | u64::from(sums[1]) << 32
}

fn particle_hash(particle: &Particle, displacement: &Displacement, seed: u32) -> u32 {
    let words = [
        particle.id,
        particle.position[0] as u32,
        particle.position[1] as u32,
        particle.info,
        displacement[0] as u32,
        displacement[1] as u32,
    ];
    words.into_iter().fold(seed, mixed)
}
