//! The shapes a scene file places.

mod block;
mod check;
mod cloth;
mod cluster;
mod disc;
mod emitter;
mod lattice;
mod links;
mod repeat;
mod rope;
mod soft_squares;

pub(super) use block::Block;
pub(super) use check::Check;
pub use check::{MAX_RADIUS, MAX_SCENE_PARTICLES};
pub(super) use cloth::Cloth;
pub(super) use cluster::Cluster;
pub(super) use disc::Disc;
pub(super) use emitter::Emitter;
pub(super) use lattice::Lattice;
pub(super) use rope::Rope;
pub(super) use soft_squares::SoftSquares;

use super::error::SceneError;
use super::random::Random;
use super::scale::{Scale, Trim};
use super::source::Span;
use super::values::{Optional, Spread};
use crate::world::spec::{LinkSpec, ParticleSpec};

/// Radius of a disc whose shape names none, scene units.
const DEFAULT_RADIUS: f64 = 0.5;

/// What every shape can do. `check` is called first, and the rest only on a shape that passed.
pub(super) trait Shape {
    /// Every value within its range, the whole shape inside the world of the file. `at` is the shape's own place.
    fn check(&self, check: &Check<'_>, at: &Span) -> Result<(), SceneError>;

    /// The radii its discs may have.
    fn radii(&self) -> Spread;

    /// The name of what its discs are made of.
    fn material(&self) -> &Optional<String>;

    /// Particles it has room for at a scale; `u64::MAX` where that is too many to count.
    fn sites(&self, scale: Scale) -> u64;

    /// How readily it gives up sites.
    fn trim(&self) -> Trim {
        Trim::Freely
    }

    /// What `check` cannot see, as it holds at the scale of the file only: whether its first `limit` particles are possible at `scale`.
    fn check_scaled(&self, _check: &Check<'_>, _scale: Scale, _limit: u64) -> Result<(), SceneError> {
        Ok(())
    }

    /// Adds its first `limit` particles, and their links.
    fn place(&self, site: &Site, limit: u64, random: &mut Random, out: &mut Placed);
}

/// Where and when a shape is placed.
pub(super) struct Site {
    pub scale: Scale,
    pub substeps_per_second: f64,
}

/// What the shapes have placed so far.
#[derive(Default)]
pub(super) struct Placed {
    pub particles: Vec<ParticleSpec>,
    pub links: Vec<LinkSpec>,
}

impl Placed {
    /// The id of the next particle.
    pub fn next_id(&self) -> u32 {
        self.particles.len() as u32
    }
}

/// How many steps of `pitch` fit into `length`, with a hair's breadth for rounding.
fn steps(length: f64, pitch: f64) -> u64 {
    if length < -1e-9 * pitch { 0 } else { (length / pitch + 1e-9) as u64 }
}
