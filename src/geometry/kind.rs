//! Which shape a convex shape is, for pairs that have code of their own.

use super::aabb::Aabb;
use super::ball::Ball;
use super::capsule::Capsule;
use super::cuboid::Cuboid;
use super::vector::Vector;

/// Which shape a [`Convex`](super::Convex) is.
///
/// Where the type is known, the compiler sees through this; behind a `dyn Convex` it is one call.
#[derive(Debug)]
#[non_exhaustive]
pub enum Kind<'a, V: Vector> {
    /// A circle or a sphere.
    Ball(&'a Ball<V>),
    /// A box along the axes of its frame, anywhere in it.
    Aabb(&'a Aabb<V>),
    /// A rectangle or a box around the origin of its frame.
    Cuboid(&'a Cuboid<V>),
    /// A segment grown by a radius.
    Capsule(&'a Capsule<V>),
    /// A [`ConvexPolygon`](super::ConvexPolygon) or a [`ConvexPolyhedron`](super::ConvexPolyhedron).
    Corners(&'a V::Corners),
    /// Anything else: only its support function is known.
    Other,
}

impl<V: Vector> Kind<'_, V> {
    /// Whether it is a [`Ball`].
    #[inline]
    pub(crate) fn is_ball(self) -> bool {
        matches!(self, Kind::Ball(_))
    }
}

impl<V: Vector> Clone for Kind<'_, V> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

// Not derived: that would ask for corners that can be copied, of which only the reference is.
impl<V: Vector> Copy for Kind<'_, V> {}
