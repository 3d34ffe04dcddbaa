//! Twin of `digest_bodies.wgsl`: what bodies add to the digest of the state.

use super::hash::{SEEDS, mixed, with_sums};
use crate::world::body::Body;
use crate::world::particle::Particle;

/// Twin of the entry point: the digest with the hashes of all bodies.
pub fn digest_bodies(digest: u64, particles: &[Particle], bodies: &[Body]) -> u64 {
    with_sums(digest, particles.len(), |i| SEEDS.map(|seed| body_hash(particles[i].id, &bodies[i], seed)))
}

fn body_hash(id: u32, body: &Body, seed: u32) -> u32 {
    [id, body.inverse_mass.to_bits(), body.surface, body.spin as u32, body.angle].into_iter().fold(seed, mixed)
}
