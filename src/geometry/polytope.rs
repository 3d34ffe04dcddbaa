//! What the separating axis test asks of a shape.

use super::convex::Convex;
use super::vector::Vector;

/// The stretch of an axis that a shape covers: the smallest and the largest product of its points with the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The smallest product: a length where that of the axis is 1.
    pub min: f64,
    /// The largest product: a length where that of the axis is 1.
    pub max: f64,
}

impl Extent {
    /// What points cover of the axis along `direction`, which may have any length. For no points `min` is ∞ and `max` −∞.
    #[inline]
    pub fn of_points<V: Vector>(points: &[V], direction: V) -> Self {
        points.iter().fold(Self { min: f64::INFINITY, max: f64::NEG_INFINITY }, |extent, point| {
            let along = point.dot(direction);
            Self { min: extent.min.min(along), max: extent.max.max(along) }
        })
    }

    /// Moved along the axis.
    #[must_use]
    #[inline]
    pub fn moved(self, by: f64) -> Self {
        Self { min: self.min + by, max: self.max + by }
    }
}

/// The normal of a face, of length 1, and the shape's extent on it. Opposite faces share one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slab<V: Vector> {
    /// Of length 1, in the frame of the shape.
    pub normal: V,
    /// What the core covers of the axis along `normal`.
    pub extent: Extent,
}

/// A shape whose core is bounded by flat faces: what [`sat`](super::sat) works on. All of it speaks of the core, in
/// the shape's frame.
pub trait Polytope<V: Vector>: Convex<V> {
    /// Whether the core has an inside. Of two shapes at least one must.
    const SOLID: bool;

    /// How many directions the faces have.
    fn slab_count(&self) -> usize;
    /// No two are parallel. Below [`Self::slab_count`]: of others there is nothing, or a panic.
    fn slab(&self, index: usize) -> Slab<V>;
    /// How many directions the edges have in space; none in the plane, where edges are faces.
    fn edge_count(&self) -> usize;
    /// Of length 1; no two are parallel. Below [`Self::edge_count`]: of others there is nothing, or a panic.
    fn edge(&self, index: usize) -> V;
    /// What the core covers of the axis along `direction`, in units of its length.
    fn extent(&self, direction: V) -> Extent;
}
