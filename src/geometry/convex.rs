//! What every convex shape answers.

use super::aabb::Aabb;
use super::kind::Kind;
use super::pose::Pose;
use super::vector::Vector;

/// A convex shape: a *core* (a point, a segment, a polygon, …) grown by a radius on all sides.
///
/// Keeping the two apart makes distances between round shapes exact, and lets shallow contacts of round shapes be
/// answered by the distance of their cores (G. van den Bergen, *Collision Detection in Interactive 3D
/// Environments*, 2003, section 4.3.8).
///
/// Implementations promise that nothing they return is NaN or infinite.
pub trait Convex<V: Vector>: std::fmt::Debug + Send + Sync {
    /// The point of the core, in the frame of the shape, that is furthest along `direction`, which need not have
    /// length 1. Some point of the core for zero.
    fn core_support(&self, direction: V) -> V;

    /// The same, starting from what the last call left in `hint`, whose meaning is the shape's own; 0 at first.
    /// Shapes with many corners climb from the corner that was furthest the last time.
    #[inline]
    fn core_support_from(&self, direction: V, hint: &mut usize) -> V {
        let _ = hint;
        self.core_support(direction)
    }

    /// Adds the corners of the face of the core that faces `direction` most: counter-clockwise seen from outside where it is a polygon in
    /// space, both ends where it is an edge or a line of a curved side, and the point that is furthest where it is neither. Returns a
    /// number that stands for this face of the shape. `direction` need not have length 1.
    fn core_face(&self, direction: V, corners: &mut Vec<V>) -> usize {
        corners.push(self.core_support(direction));
        0
    }

    /// By how much the core is grown; 0 for shapes with corners, cylinders and cones among them, whose own radius has another name.
    fn radius(&self) -> f64;

    /// The distance from the origin of the shape's frame to its furthest point, or somewhat more.
    fn bounding_radius(&self) -> f64;

    /// Which shape this is, so that queries can take a shorter way.
    #[inline]
    fn kind(&self) -> Kind<'_, V> {
        Kind::Other
    }

    /// How far a point of the shape's frame is from the surface, where the shape has a closed form for that.
    #[inline]
    fn surface(&self, point: V) -> Option<Surface<V>> {
        let _ = point;
        None
    }

    /// The point of the shape that is furthest along `direction`.
    #[inline]
    fn support(&self, direction: V) -> V {
        let core = self.core_support(direction);
        if self.radius() == 0.0 {
            return core;
        }
        match direction.normalized() {
            Some(unit) => core + unit * self.radius(),
            None => core,
        }
    }

    /// The point of the shape at `pose` that is furthest along `direction`, both in the frame of the query.
    #[inline]
    fn posed_support(&self, pose: &Pose<V>, direction: V) -> V {
        pose.point(self.support(pose.local_direction(direction)))
    }

    /// The smallest box along the axes around the shape at `pose`, but for rounding: of a polyhedron with many corners some 1e-10 of its
    /// size.
    #[inline]
    fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        let reach = |axis: usize, sign: f64| {
            let local = pose.local_direction(V::axis(axis) * sign);
            pose.point(self.core_support(local))[axis] + sign * self.radius()
        };
        Aabb { min: V::from_fn(|axis| reach(axis, -1.0)), max: V::from_fn(|axis| reach(axis, 1.0)) }
    }
}

/// Where the surface of a shape is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface<V: Vector> {
    /// On the surface.
    pub point: V,
    /// Of length 1, outwards at `point`.
    pub normal: V,
    /// From the surface to the point that was asked for; negative inside.
    pub distance: f64,
}

impl<V: Vector> Surface<V> {
    /// The surface nearest to a point outside, from whose nearest point `offset` leads to it. However short that is, and most of it
    /// rounding, it may not lead into the shape: what goes that way is not parted. `otherwise` is the normal where nothing is left of it.
    #[inline]
    pub(crate) fn seen_from_outside(nearest: V, offset: V, otherwise: V) -> Self {
        let normal = offset.normalized().unwrap_or(otherwise);
        Self { point: nearest, normal, distance: offset.dot(normal) }
    }

    /// The same in the frame of the query, for a shape at `pose`.
    #[inline]
    pub(crate) fn posed(self, pose: &Pose<V>) -> Self {
        Self { point: pose.point(self.point), normal: pose.direction(self.normal), distance: self.distance }
    }
}
