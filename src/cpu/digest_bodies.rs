//! Twin of `digest_bodies.wgsl`: what bodies add to the digest of the state.

use rayon::prelude::*;

use super::GRAIN;
use super::hash::mixed;
use crate::world::body::Body;
use crate::world::particle::Particle;

/// Twin of the entry point: the digest with the hashes of all bodies.
pub fn digest_bodies(digest: u64, particles: &[Particle], bodies: &[Body]) -> u64 {
    let add = |a: [u32; 2], b: [u32; 2]| [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])];
    let hashes = |(particle, body): (&Particle, &Body)| [0x85EB_CA6B, 0xC2B2_AE35].map(|seed| body_hash(particle.id, body, seed));
    let sums = particles.par_iter().with_min_len(GRAIN).zip(bodies).map(hashes).reduce(|| [0; 2], add);
    let [low, high] = add(sums, [digest as u32, (digest >> 32) as u32]);
    u64::from(low) | u64::from(high) << 32
}

fn body_hash(id: u32, body: &Body, seed: u32) -> u32 {
    [id, body.inverse_mass.to_bits(), body.surface, body.spin as u32, body.angle].into_iter().fold(seed, mixed)
}
