//! Small worlds, each of which reaches one part of the passes.

mod alike;
mod leaving;
mod links;
mod obstacles;
mod rough;
mod sizes;

use jostle::world::World;
use jostle::world::spec::{ParticleSpec, WorldSpec};
use rand_core::Rng;
use rand_pcg::Pcg32;

#[allow(unused_imports, reason = "each test uses another part")]
pub use self::{alike::*, leaving::*, links::*, obstacles::*, rough::*, sizes::*};

/// Numbers that are the same everywhere, from 0 up to 1.
pub struct Random(Pcg32);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::new(seed, 0))
    }

    pub fn unit(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / 4_294_967_296.0
    }

    /// From `-size` up to `size`, in both directions.
    pub fn vector(&mut self, size: f64) -> [f64; 2] {
        [0, 1].map(|_| (2.0 * self.unit() - 1.0) * size)
    }
}

fn build(spec: &WorldSpec) -> World {
    World::new(spec).unwrap()
}

/// A block of discs of radius 0.5 in rows, `spacing` apart, with its lower left centre at `corner`.
pub fn block(columns: usize, rows: usize, spacing: f64, corner: [f64; 2]) -> Vec<ParticleSpec> {
    let place = |k: usize| [corner[0] + (k % columns) as f64 * spacing, corner[1] + (k / columns) as f64 * spacing];
    (0..columns * rows).map(|k| ParticleSpec::at(place(k), 0.5)).collect()
}
