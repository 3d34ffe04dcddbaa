//! Twin of `digest.wgsl`: an order-independent digest of the state, 64 bits from two sums of hashes.

use super::hash::{SEEDS, mixed, with_sums};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point: a digest, 0 at first, with the hashes of all particles, the first sum in the low half.
pub fn digest(digest: u64, particles: &[Particle], displacements: &[Displacement]) -> u64 {
    with_sums(digest, particles.len(), |i| SEEDS.map(|seed| particle_hash(&particles[i], &displacements[i], seed)))
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
