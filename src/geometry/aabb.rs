//! Boxes along the axes.

use super::check::{finite_vector, positive_vector};
use super::convex::{Convex, Surface};
use super::cuboid::Cuboid;
use super::error::ShapeError;
use super::kind::Kind;
use super::vector::Vector;

/// A box along the axes. Empty where a minimum is above its maximum.
///
/// Also a shape, one that need not be around the origin of its frame; as one it has to come from [`Aabb::shape`]:
/// of another, one that is empty or not finite, answers are without meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<V: Vector> {
    /// The corner with the smallest coordinate on each axis.
    pub min: V,
    /// The corner with the greatest coordinate on each axis.
    pub max: V,
}

impl<V: Vector> Aabb<V> {
    /// Contains nothing; joined with a box it gives that box.
    pub fn empty() -> Self {
        Self { min: V::splat(f64::INFINITY), max: V::splat(f64::NEG_INFINITY) }
    }

    /// Reaches `half_extents` from `centre` along each axis, both ways; empty where one of them is negative.
    #[inline]
    pub fn around(centre: V, half_extents: V) -> Self {
        Self { min: centre - half_extents, max: centre + half_extents }
    }

    /// A box that may be used as a shape.
    ///
    /// # Errors
    /// Corners that are not finite, or a maximum that is not above its minimum.
    pub fn shape(min: V, max: V) -> Result<Self, ShapeError> {
        finite_vector("a corner of a box", min)?;
        finite_vector("a corner of a box", max)?;
        positive_vector("an edge of a box (its maximum less its minimum)", max - min)?;
        Ok(Self { min, max })
    }

    /// The same box around the origin: at the [`centre`](Self::centre) of this one it is this one.
    #[inline]
    pub(crate) fn cuboid(&self) -> Cuboid<V> {
        Cuboid::unchecked(self.half_extents())
    }

    /// The smallest box around points whose coordinates are not NaN; [`empty`](Self::empty) for none.
    pub fn of_points(points: impl IntoIterator<Item = V>) -> Self {
        let grow = |bounds: Self, point| Self { min: bounds.min.min(point), max: bounds.max.max(point) };
        points.into_iter().fold(Self::empty(), grow)
    }

    /// Boxes that touch overlap.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        // Without a branch for each axis: which one decides cannot be foretold.
        let on = |axis: usize| (self.min[axis] <= other.max[axis]) & (other.min[axis] <= self.max[axis]);
        (0..V::DIMENSION).fold(true, |all, axis| all & on(axis))
    }

    /// Whether all of `other` is in this box. Sides may coincide.
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        let on = |axis: usize| (self.min[axis] <= other.min[axis]) & (other.max[axis] <= self.max[axis]);
        (0..V::DIMENSION).fold(true, |all, axis| all & on(axis))
    }

    /// Whether a point is in the box or on its border.
    #[inline]
    pub fn contains_point(&self, point: V) -> bool {
        self.contains(&Self { min: point, max: point })
    }

    /// The smallest box around both.
    #[must_use]
    #[inline]
    pub fn joined(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Grown by `margin` on every side.
    #[must_use]
    #[inline]
    pub fn grown(&self, margin: f64) -> Self {
        Self { min: self.min - V::splat(margin), max: self.max + V::splat(margin) }
    }

    /// The point halfway between both corners; NaN for [`empty`](Self::empty).
    #[inline]
    pub fn centre(&self) -> V {
        (self.min + self.max) * 0.5
    }

    /// From the centre to the sides, along each axis; negative on an axis on which the box is empty.
    #[inline]
    pub fn half_extents(&self) -> V {
        (self.max - self.min) * 0.5
    }
}

impl<V: Vector> Convex<V> for Aabb<V> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        V::from_fn(|axis| if direction[axis] < 0.0 { self.min[axis] } else { self.max[axis] })
    }

    fn core_face(&self, direction: V, corners: &mut Vec<V>) -> usize {
        let (first, centre) = (corners.len(), self.centre());
        let number = self.cuboid().core_face(direction, corners);
        corners[first..].iter_mut().for_each(|corner| *corner += centre);
        number
    }

    #[inline]
    fn radius(&self) -> f64 {
        0.0
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.min.abs().max(self.max.abs()).length()
    }

    #[inline]
    fn kind(&self) -> Kind<'_, V> {
        Kind::Aabb(self)
    }

    #[inline]
    fn surface(&self, point: V) -> Option<Surface<V>> {
        let centre = self.centre();
        let surface = self.cuboid().surface(point - centre)?;
        Some(Surface { point: surface.point + centre, ..surface })
    }
}
