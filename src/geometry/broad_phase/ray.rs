//! Rays, and when they enter a box.

use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// A ray: from `origin`, at time `t` at `origin + direction · t`, until time `until`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V: Vector> {
    /// Where it is at time 0.
    pub origin: V,
    /// Of any length; a ray without direction is a point.
    pub direction: V,
    /// The time at which it ends, in lengths of its direction: a segment from `a` to `b` has direction `b - a` and `until` 1. May be
    /// infinite; where it is negative or no number, the ray meets nothing.
    pub until: f64,
}

impl<V: Vector> Ray<V> {
    /// The time at which the ray enters the box, 0 where it starts inside, none where it misses. Touching counts. All numbers but
    /// `until` have to be finite.
    ///
    /// The ray is cut by the two planes of each axis in turn (T. L. Kay, J. T. Kajiya, *Ray Tracing Complex Scenes*, 1986; C.
    /// Ericson, *Real-Time Collision Detection*, section 5.3.3).
    pub fn enters(&self, bounds: &Aabb<V>) -> Option<f64> {
        let (mut first, mut last) = (0.0_f64, self.until);
        for axis in 0..V::DIMENSION {
            let (origin, direction) = (self.origin[axis], self.direction[axis]);
            let [low, high] = [bounds.min[axis] - origin, bounds.max[axis] - origin];
            if direction == 0.0 {
                // Between the planes for ever or never; a quotient would be 0/0 on a plane.
                if low > 0.0 || high < 0.0 {
                    return None;
                }
                continue;
            }
            let [near, far] = if direction > 0.0 { [low / direction, high / direction] } else { [high / direction, low / direction] };
            first = first.max(near);
            last = last.min(far);
        }
        // A box that is never reached is missed, however long the ray; and minima pass over an end that is no number.
        (first <= last && first < f64::INFINITY && first <= self.until).then_some(first)
    }
}
