//! A shape with more around it.

use crate::geometry::convex::Convex;
use crate::geometry::vector::Vector;

/// All points within a distance of a shape.
#[derive(Debug)]
pub struct Grown<'a, S: ?Sized> {
    pub shape: &'a S,
    pub by: f64,
}

impl<V: Vector, S: Convex<V> + ?Sized> Convex<V> for Grown<'_, S> {
    fn core_support(&self, direction: V) -> V {
        self.shape.core_support(direction)
    }

    fn core_support_from(&self, direction: V, hint: &mut usize) -> V {
        self.shape.core_support_from(direction, hint)
    }

    fn radius(&self) -> f64 {
        self.shape.radius() + self.by
    }

    fn bounding_radius(&self) -> f64 {
        self.shape.bounding_radius() + self.by
    }
}
