//! Twin of `measure_bodies.wgsl`: twice the kinetic energy of live particles, of motion and rotation, their mass and its moments.

use std::ops::Range;

use super::exact::{product, reciprocal};
use super::measure::place_in_world;
use super::threads::parallel::sum_of_runs;
use crate::world::body::Body;
use crate::world::measures::Measures;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point: [`Measures::energy`], [`Measures::moments`] and [`Measures::mass`], and nothing else.
pub fn measure_bodies(params: &Params, particles: &[Particle], displacements: &[Displacement], bodies: &[Body]) -> Measures {
    let measure_run = |run: Range<usize>| {
        let live = run.filter(|&i| particles[i].phase() == Phase::Live);
        live.map(|i| measure_body(params, &particles[i], displacements[i], &bodies[i])).fold(Measures::default(), Measures::merged)
    };
    sum_of_runs(particles.len(), measure_run, Measures::merged)
}

fn measure_body(params: &Params, particle: &Particle, displacement: Displacement, body: &Body) -> Measures {
    let mass = mass_share(body);
    let square = |d: i32| u128::from(d.unsigned_abs()).pow(2);
    let motion = square(displacement[0]) + square(displacement[1]);
    let energy = wide_share(motion + square(body.spin) / 2, mass);
    let moments = place_in_world(params, particle).map(|place| wide_share(place.into(), mass));
    Measures { energy, moments, mass: mass.into(), ..Measures::default() }
}

/// Twin of `wide_share`.
fn wide_share(a: u128, share: u32) -> u128 {
    ((a * u128::from(share)) >> 24).min(u64::MAX.into())
}

/// Twin of `mass_share`: the mass in `2^-24` of that of the heaviest disc.
fn mass_share(body: &Body) -> u32 {
    product(reciprocal(body.inverse_mass), 16_777_216.0) as u32
}
