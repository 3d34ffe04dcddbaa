//! Broad phases: which pairs of many boxes overlap, without looking at all pairs.
//!
//! All of them are behind one trait, [`BroadPhase`], and report exactly the same pairs: those whose boxes overlap, as
//! they were given, each once. They differ in what they are good for:
//!
//! | | good for | time of a step, n bodies |
//! |---|---|---|
//! | [`BruteForce`] | a few dozen bodies; as a reference | n² |
//! | [`UniformGrid`] | many bodies of similar sizes, anything moving | n |
//! | [`VarianceSweep`] | crowds of similar sizes; the fastest of them in the plane | n log n |
//! | [`SweepAndPrune`] | worlds where little moves between steps | n, and ends of intervals that pass each other; at most as above |
//! | [`BoundingTree`] | everything else; boxes and rays ask it too | n log n |
//!
//! None of them allocates in a step once its buffers have met their load; but where far fewer pairs are left [`SweepAndPrune`] gives memory
//! back.

mod bodies;
mod brute_force;
mod columns;
mod error;
mod layout;
mod ray;
mod sweep;
mod sweep_and_prune;
mod tree;
mod uniform_grid;
mod variance_sweep;

pub use brute_force::BruteForce;
pub use error::BroadPhaseError;
pub use ray::Ray;
pub use sweep_and_prune::SweepAndPrune;
pub use tree::BoundingTree;
pub use uniform_grid::UniformGrid;
pub use variance_sweep::VarianceSweep;

use super::aabb::Aabb;
use super::vector::Vector;

/// Two ids, the smaller one first.
pub type Pair = [u32; 2];

/// Ids have to be below this (2²⁴): tables are indexed by them. The lower they are, the smaller the tables.
pub const ID_LIMIT: u32 = 1 << 24;

/// Finds the pairs of overlapping boxes among bodies that come, move and go.
///
/// A body is an id, below [`ID_LIMIT`] and chosen by the caller, with a box around it. Boxes are finite, with coordinates
/// below 10¹⁰⁰, and not inside out; they may have no size. After an error everything is as before the call.
///
/// ```
/// use jostle::geometry::{Aabb, DVec2, broad_phase::{BoundingTree, BroadPhase}};
///
/// let disc = |x: f64| Aabb::around(DVec2::new(x, 0.0), DVec2::splat(0.5));
/// let mut tree = BoundingTree::new();
/// for (id, x) in [(0, 0.0), (1, 0.9), (2, 5.0)] {
///     tree.insert(id, disc(x))?;
/// }
/// assert_eq!(tree.pairs(), [[0, 1]]);
/// tree.update(2, disc(1.9))?; // touches body 1
/// tree.remove(0)?;
/// assert_eq!(tree.pairs(), [[1, 2]]);
/// # Ok::<(), jostle::geometry::broad_phase::BroadPhaseError>(())
/// ```
pub trait BroadPhase<V: Vector>: std::fmt::Debug + Send + Sync {
    /// Adds a body.
    ///
    /// # Errors
    ///
    /// [`BroadPhaseError::BadBox`], [`BroadPhaseError::IdTooLarge`], and [`BroadPhaseError::Repeated`] where the id is in use.
    fn insert(&mut self, id: u32, bounds: Aabb<V>) -> Result<(), BroadPhaseError>;

    /// Gives a body another box.
    ///
    /// # Errors
    ///
    /// [`BroadPhaseError::BadBox`] and [`BroadPhaseError::Unknown`].
    fn update(&mut self, id: u32, bounds: Aabb<V>) -> Result<(), BroadPhaseError>;

    /// Takes a body out. Its id may be used again.
    ///
    /// # Errors
    ///
    /// [`BroadPhaseError::Unknown`].
    fn remove(&mut self, id: u32) -> Result<(), BroadPhaseError>;

    /// Every pair of bodies whose boxes overlap, once; boxes that touch overlap. The order of the pairs depends on the
    /// broad phase and on the calls so far, and on nothing else.
    fn pairs(&mut self) -> &[Pair];

    /// The box of a body as it was given last.
    fn bounds(&self, id: u32) -> Option<&Aabb<V>>;

    /// The bodies with their boxes as they were given last, in an order that depends on the calls so far.
    fn bodies(&self) -> Box<dyn Iterator<Item = (u32, &Aabb<V>)> + '_>;

    /// How many bodies there are.
    fn len(&self) -> usize;

    /// Takes all bodies out.
    fn clear(&mut self) {
        let ids: Vec<u32> = self.bodies().map(|(id, _)| id).collect();
        for id in ids {
            // It is there.
            let _ = self.remove(id);
        }
    }

    /// Whether there are no bodies.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
