//! Twin of `measure_bodies.wgsl`: twice the kinetic energy of live particles, of motion and rotation.

use rayon::prelude::*;

use super::GRAIN;
use super::exact::{product, reciprocal};
use crate::world::body::Body;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point: see `Measures::energy`.
pub fn measure_bodies(particles: &[Particle], displacements: &[Displacement], bodies: &[Body]) -> u128 {
    let all = particles.par_iter().with_min_len(GRAIN).zip(displacements).zip(bodies);
    let live = all.filter(|((particle, _), _)| particle.phase() == Phase::Live);
    live.map(|((_, displacement), body)| energy(*displacement, body)).sum()
}

fn energy(displacement: Displacement, body: &Body) -> u128 {
    let square = |d: i32| u128::from(d.unsigned_abs()).pow(2);
    let motion = square(displacement[0]) + square(displacement[1]);
    ((motion + square(body.spin) / 2) * u128::from(mass_share(body))) >> 24
}

/// Twin of `mass_share`: the mass in `2^-24` of that of the heaviest disc.
fn mass_share(body: &Body) -> u32 {
    product(reciprocal(body.inverse_mass), 16_777_216.0) as u32
}
