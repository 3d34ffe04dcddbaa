//! Boxes along the axes.

use super::vector::Vector;

/// A box along the axes. Empty where a minimum is above its maximum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<V: Vector> {
    pub min: V,
    pub max: V,
}

impl<V: Vector> Aabb<V> {
    /// Contains nothing; joined with a box it gives that box.
    pub fn empty() -> Self {
        Self { min: V::splat(f64::INFINITY), max: V::splat(f64::NEG_INFINITY) }
    }

    pub fn around(centre: V, half_extents: V) -> Self {
        Self { min: centre - half_extents, max: centre + half_extents }
    }

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

    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        let on = |axis: usize| (self.min[axis] <= other.min[axis]) & (other.max[axis] <= self.max[axis]);
        (0..V::DIMENSION).fold(true, |all, axis| all & on(axis))
    }

    pub fn contains_point(&self, point: V) -> bool {
        self.contains(&Self { min: point, max: point })
    }

    /// The smallest box around both.
    #[inline]
    pub fn joined(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Grown by `margin` on every side.
    pub fn grown(&self, margin: f64) -> Self {
        Self { min: self.min - V::splat(margin), max: self.max + V::splat(margin) }
    }

    pub fn centre(&self) -> V {
        (self.min + self.max) * 0.5
    }

    pub fn half_extents(&self) -> V {
        (self.max - self.min) * 0.5
    }
}
