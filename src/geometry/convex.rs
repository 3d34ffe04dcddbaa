//! What every convex shape answers.

use super::aabb::Aabb;
use super::pose::Pose;
use super::vector::Vector;

/// A convex shape: a *core* (a point, a segment, a polygon, …) grown by a radius on all sides.
///
/// Keeping the two apart makes distances between round shapes exact, and lets shallow contacts of round shapes be
/// answered by the distance of their cores (G. van den Bergen, *Collision Detection in Interactive 3D
/// Environments*, 2003, section 4.3.8).
///
/// Implementations promise that nothing they return is NaN or infinite.
pub trait Convex<V: Vector>: Sync {
    /// The point of the core, in the frame of the shape, that is furthest along `direction`, which need not have
    /// length 1. Some point of the core for zero.
    fn core_support(&self, direction: V) -> V;

    /// By how much the core is grown; 0 for shapes with corners.
    fn radius(&self) -> f64;

    /// The distance from the origin of the shape's frame to its furthest point, or somewhat more.
    fn bounding_radius(&self) -> f64;

    /// The point of the shape that is furthest along `direction`.
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

    /// The smallest box along the axes around the shape at `pose`.
    fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        let reach = |axis: usize, sign: f64| {
            let local = pose.local_direction(V::axis(axis) * sign);
            pose.point(self.core_support(local))[axis] + sign * self.radius()
        };
        Aabb { min: V::from_fn(|axis| reach(axis, -1.0)), max: V::from_fn(|axis| reach(axis, 1.0)) }
    }
}
