//! Circles and spheres.

use std::marker::PhantomData;

use super::aabb::Aabb;
use super::check::positive;
use super::convex::{Convex, Surface};
use super::error::ShapeError;
use super::kind::Kind;
use super::polytope::{Extent, Polytope, Slab};
use super::pose::Pose;
use super::vector::Vector;

/// A circle or a sphere around the origin of its frame. Its core is a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<V: Vector> {
    radius: f64,
    dimension: PhantomData<V>,
}

impl<V: Vector> Ball<V> {
    /// A circle or a sphere of this radius.
    ///
    /// # Errors
    /// A radius that is not from 1e-40 to 1e40.
    pub fn new(radius: f64) -> Result<Self, ShapeError> {
        Ok(Self { radius: positive("the radius of a ball", radius)?, dimension: PhantomData })
    }

    /// From the centre to the surface; greater than 0.
    #[inline]
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

impl<V: Vector> Convex<V> for Ball<V> {
    #[inline]
    fn core_support(&self, _direction: V) -> V {
        V::ZERO
    }

    #[inline]
    fn radius(&self) -> f64 {
        self.radius
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.radius
    }

    #[inline]
    fn kind(&self) -> Kind<'_, V> {
        Kind::Ball(self)
    }

    #[inline]
    fn surface(&self, point: V) -> Option<Surface<V>> {
        let normal = point.normalized().unwrap_or(V::axis(0));
        Some(Surface { point: normal * self.radius, normal, distance: point.dot(normal) - self.radius })
    }

    #[inline]
    fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        Aabb::around(pose.translation, V::splat(self.radius))
    }
}

/// The centre, without the radius.
impl<V: Vector> Polytope<V> for Ball<V> {
    const SOLID: bool = false;

    #[inline]
    fn slab_count(&self) -> usize {
        0
    }

    #[inline]
    fn slab(&self, index: usize) -> Slab<V> {
        Slab { normal: V::axis(index % V::DIMENSION), extent: Extent { min: 0.0, max: 0.0 } }
    }

    #[inline]
    fn edge_count(&self) -> usize {
        0
    }

    #[inline]
    fn edge(&self, index: usize) -> V {
        V::axis(index % V::DIMENSION)
    }

    #[inline]
    fn extent(&self, _direction: V) -> Extent {
        Extent { min: 0.0, max: 0.0 }
    }
}
