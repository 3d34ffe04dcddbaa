//! The narrow phase: what candidate pairs of many bodies have in common, examined by all threads.

use rayon::prelude::*;

use super::broad_phase::Pair;
use super::convex::Convex;
use super::manifold::{Manifold, manifold};
use super::penetration::Contact;
use super::pose::Pose;
use super::query::contact;
use super::vector::Vector;

/// A convex shape where it is.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a, V: Vector> {
    /// In a frame of its own; many bodies may share it.
    pub shape: &'a dyn Convex<V>,
    /// Where that frame is.
    pub pose: Pose<V>,
}

/// The [`contact`] of each pair of bodies that overlap, in the order of the pairs: what
/// [`BroadPhase::pairs`](super::broad_phase::BroadPhase::pairs) reports of bodies whose ids are their places in the slice. A pair whose
/// bounding spheres do not meet is not looked at further. Pairs are examined in parallel, by the thread pool of rayon that is called from;
/// what comes out does not depend on it.
///
/// ```
/// use jostle::geometry::{Ball, Body, Cuboid, DVec2, Pose, contacts};
///
/// # fn main() -> Result<(), jostle::geometry::ShapeError> {
/// let (chest, ball) = (Cuboid::new(DVec2::splat(1.0))?, Ball::new(0.5)?);
/// let at = |x: f64| Pose::at(DVec2::new(x, 0.0));
/// let bodies = [Body { shape: &chest, pose: at(0.0) }, Body { shape: &ball, pose: at(1.25) }, Body { shape: &ball, pose: at(9.0) }];
/// let found = contacts(&bodies, &[[0, 1], [0, 2]]);
/// assert_eq!(found.len(), 1);
/// let (pair, contact) = found[0];
/// assert!(pair == [0, 1] && (contact.penetration.depth - 0.25).abs() < 1e-12);
/// # Ok(())
/// # }
/// ```
///
/// # Panics
/// A pair that names a body that there is not.
pub fn contacts<V: Vector>(bodies: &[Body<V>], pairs: &[Pair]) -> Vec<(Pair, Contact<V>)> {
    examined(bodies, pairs, 0.0, |a, b| contact(a.shape, &a.pose, b.shape, &b.pose))
}

/// The same with the [`manifold`] of each pair that is no further apart than `margin`.
///
/// # Panics
/// A pair that names a body that there is not.
pub fn manifolds<V: Vector>(bodies: &[Body<V>], pairs: &[Pair], margin: f64) -> Vec<(Pair, Manifold<V>)> {
    examined(bodies, pairs, margin, |a, b| manifold(a.shape, &a.pose, b.shape, &b.pose, margin))
}

/// What `examine` finds of the pairs whose bounding spheres are no further apart than `margin`.
fn examined<V: Vector, T: Send>(
    bodies: &[Body<V>],
    pairs: &[Pair],
    margin: f64,
    examine: impl Fn(&Body<V>, &Body<V>) -> Option<T> + Sync,
) -> Vec<(Pair, T)> {
    let examined = |&pair: &Pair| {
        let [a, b] = pair.map(|id| &bodies[id as usize]);
        let found = if are_near(a, b, margin.max(0.0)) { examine(a, b) } else { None };
        found.map(|found| (pair, found))
    };
    pairs.par_iter().filter_map(examined).collect()
}

/// Whether the bounding spheres of two bodies are no further apart than `margin`, but for rounding.
fn are_near<V: Vector>(a: &Body<V>, b: &Body<V>, margin: f64) -> bool {
    let reach = (a.shape.bounding_radius() + b.shape.bounding_radius() + margin) * (1.0 + 1e-12);
    let far = (b.pose.translation - a.pose.translation).length_squared();
    // What is no number is left to the query.
    far.partial_cmp(&(reach * reach)) != Some(std::cmp::Ordering::Greater)
}
