//! What the queries ask of a vector: the one place that knows that there are two dimensions or three.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Index, Mul, Neg, Sub, SubAssign};

use glam::{DMat3, DQuat, DVec2, DVec3};

use super::manifold::{shared_in_plane, shared_in_space};
use super::matrix::Matrix;
use super::polygon::ConvexPolygon;
use super::polyhedron::ConvexPolyhedron;
use super::polytope::Polytope;
use super::pose::{Rotation, Turn};

/// Keeps others from implementing traits that are for the vectors of two and three dimensions alone.
pub(super) mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for DVec2 {}
impl sealed::Sealed for DVec3 {}
impl sealed::Sealed for Turn {}
impl sealed::Sealed for DQuat {}
impl sealed::Sealed for DMat3 {}

/// A point or a direction: [`DVec2`] or [`DVec3`], and nothing else.
pub trait Vector:
    'static
    + sealed::Sealed
    + Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + SubAssign
    + Neg<Output = Self>
    + Mul<f64, Output = Self>
    + Index<usize, Output = f64>
{
    /// How many coordinates there are.
    const DIMENSION: usize;
    /// The vector whose coordinates are all 0.
    const ZERO: Self;

    /// What turns such vectors: a [`Turn`] or a unit quaternion.
    type Rotation: Rotation<Self>;
    /// Radians per unit of time: a number, positive counter-clockwise, or a vector along the axis.
    type AngularVelocity: Copy + Debug + Default + PartialEq + Send + Sync;
    /// A rotation as the axes that it turns the coordinate axes into; cheaper than a rotation to apply many times.
    type Matrix: Matrix<Self>;
    /// A convex shape given by its corners: [`ConvexPolygon`] or [`ConvexPolyhedron`].
    type Corners: Polytope<Self> + 'static;

    /// The vector whose coordinate on each axis is what `coordinate` says.
    fn from_fn(coordinate: impl FnMut(usize) -> f64) -> Self;
    /// A vector of length 1 that is perpendicular to this one, whatever its length; some vector of length 1 for zero.
    #[must_use]
    fn any_perpendicular(self) -> Self;
    /// The sum over the axes of the products of both coordinates.
    fn dot(self, other: Self) -> f64;
    /// A vector across an edge of a polygon (which is all of `first`), or across two edges of a face of a polyhedron:
    /// the normal of a facet, not of length 1, pointing either way. Zero where the edges are parallel.
    fn across(first: Self, second: Self) -> Self;

    /// A vector across `direction` and across `normal`; in the plane, where there is none, zero.
    fn beside(direction: Self, normal: Self) -> Self;
    /// Calls `found` with the corners of what two faces have in common seen along `normal`, each as the point on the first, that on the
    /// second, and a number that stands for it (see [`manifold`](super::manifold)). A face is a point, an edge or a convex polygon.
    fn shared(faces: [&[Self]; 2], normal: Self, found: &mut dyn FnMut(Self, Self, u32));

    /// The unit vector along an axis.
    #[inline]
    fn axis(axis: usize) -> Self {
        Self::from_fn(|other| if other == axis { 1.0 } else { 0.0 })
    }

    /// The vector with the same coordinate on every axis.
    #[inline]
    fn splat(value: f64) -> Self {
        Self::from_fn(|_| value)
    }

    /// The square of the length: infinite for lengths above some 1e154, 0 below some 1e-162.
    #[inline]
    fn length_squared(self) -> f64 {
        self.dot(self)
    }

    /// The root of [`length_squared`](Self::length_squared), so infinite or 0 where that is.
    #[inline]
    fn length(self) -> f64 {
        self.length_squared().sqrt()
    }

    /// The length of the difference of two points.
    #[inline]
    fn distance(self, other: Self) -> f64 {
        (self - other).length()
    }

    /// The direction of this vector, or none where it is too short to have one (below 2⁻¹⁰²²), or not finite.
    #[must_use]
    #[inline]
    fn normalized(self) -> Option<Self> {
        let square = self.length_squared();
        if SQUARES.contains(&square) { Some(self * (1.0 / square.sqrt())) } else { normalized_by_largest(self) }
    }

    /// The smaller coordinate on each axis, of numbers that are not NaN.
    #[must_use]
    #[inline]
    fn min(self, other: Self) -> Self {
        Self::from_fn(|axis| if self[axis] < other[axis] { self[axis] } else { other[axis] })
    }

    /// The greater coordinate on each axis, of numbers that are not NaN.
    #[must_use]
    #[inline]
    fn max(self, other: Self) -> Self {
        Self::from_fn(|axis| if self[axis] > other[axis] { self[axis] } else { other[axis] })
    }

    /// Each coordinate without its sign.
    #[must_use]
    #[inline]
    fn abs(self) -> Self {
        Self::from_fn(|axis| self[axis].abs())
    }

    /// Whether no coordinate is NaN or infinite.
    #[inline]
    fn is_finite(self) -> bool {
        (0..Self::DIMENSION).all(|axis| self[axis].is_finite())
    }
}

/// Two directions of length 1 across a normal of length 1, which with it make a right-handed frame.
pub(crate) fn axes_across(normal: DVec3) -> [DVec3; 2] {
    let across = normal.any_perpendicular();
    [across, normal.cross(across)]
}

impl Vector for DVec2 {
    const DIMENSION: usize = 2;
    const ZERO: Self = DVec2::ZERO;
    type Rotation = Turn;
    type AngularVelocity = f64;
    type Matrix = Turn;
    type Corners = ConvexPolygon;

    #[inline]
    fn from_fn(mut coordinate: impl FnMut(usize) -> f64) -> Self {
        DVec2::new(coordinate(0), coordinate(1))
    }

    fn any_perpendicular(self) -> Self {
        self.perp().normalized().unwrap_or(DVec2::X)
    }

    #[inline]
    fn dot(self, other: Self) -> f64 {
        DVec2::dot(self, other)
    }

    #[inline]
    fn across(first: Self, _second: Self) -> Self {
        first.perp()
    }

    fn beside(_direction: Self, _normal: Self) -> Self {
        Self::ZERO
    }

    fn shared(faces: [&[Self]; 2], normal: Self, found: &mut dyn FnMut(Self, Self, u32)) {
        shared_in_plane(faces, normal, found);
    }
}

impl Vector for DVec3 {
    const DIMENSION: usize = 3;
    const ZERO: Self = DVec3::ZERO;
    type Rotation = DQuat;
    type AngularVelocity = DVec3;
    type Matrix = DMat3;
    type Corners = ConvexPolyhedron;

    #[inline]
    fn from_fn(mut coordinate: impl FnMut(usize) -> f64) -> Self {
        DVec3::new(coordinate(0), coordinate(1), coordinate(2))
    }

    fn any_perpendicular(self) -> Self {
        // Across the axis along which it is shortest, so that the product is far from zero.
        let size = self.abs();
        let axis = if size.x <= size.y && size.x <= size.z {
            DVec3::X
        } else if size.y <= size.z {
            DVec3::Y
        } else {
            DVec3::Z
        };
        self.cross(axis).normalized().unwrap_or(DVec3::X)
    }

    #[inline]
    fn dot(self, other: Self) -> f64 {
        DVec3::dot(self, other)
    }

    #[inline]
    fn across(first: Self, second: Self) -> Self {
        first.cross(second)
    }

    fn beside(direction: Self, normal: Self) -> Self {
        normal.cross(direction)
    }

    fn shared(faces: [&[Self]; 2], normal: Self, found: &mut dyn FnMut(Self, Self, u32)) {
        shared_in_space(faces, normal, found);
    }
}

/// Squares of lengths that have lost no digits.
pub(crate) const SQUARES: std::ops::RangeInclusive<f64> = 1e-280..=1e300;

/// [`Vector::normalized`] of what is so short or so long that its square is no number that there is.
#[cold]
fn normalized_by_largest<V: Vector>(vector: V) -> Option<V> {
    let (scaled, largest) = over_largest(vector);
    (vector.is_finite() && largest >= f64::MIN_POSITIVE).then(|| scaled * (1.0 / scaled.length()))
}

/// A vector over the greatest of its coordinates, whatever their signs, and that: which for zero is 0, and the vector no number.
pub(crate) fn over_largest<V: Vector>(vector: V) -> (V, f64) {
    let largest = (0..V::DIMENSION).map(|axis| vector[axis].abs()).fold(0.0, f64::max);
    (V::from_fn(|axis| vector[axis] / largest), largest)
}
