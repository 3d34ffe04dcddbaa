//! Two boxes along the same axes.

use super::super::aabb::Aabb;
use super::super::gjk::Closest;
use super::super::penetration::Penetration;
use super::super::vector::Vector;

/// Along the axis of the smallest overlap: as a point (the centre of B) in a box (A grown by B) that leaves by the
/// nearest face.
pub fn penetration<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> Option<Penetration<V>> {
    let mut best = Penetration::new(V::ZERO, f64::INFINITY);
    for axis in 0..V::DIMENSION {
        for (sign, depth) in [(1.0, a.max[axis] - b.min[axis]), (-1.0, b.max[axis] - a.min[axis])] {
            if depth < 0.0 {
                return None;
            }
            if depth < best.depth {
                best = Penetration::new(V::axis(axis) * sign, depth);
            }
        }
    }
    Some(best)
}

/// Axis by axis: the ends that face each other, or the middle of what both cover.
pub fn distance<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> Closest<V> {
    let on = |axis: usize| {
        let [low, high] = [a.min[axis].max(b.min[axis]), a.max[axis].min(b.max[axis])];
        if low <= high {
            let middle = low + (high - low) * 0.5;
            (middle, middle)
        } else if b.min[axis] > a.max[axis] {
            (a.max[axis], b.min[axis])
        } else {
            (a.min[axis], b.max[axis])
        }
    };
    let [point_a, point_b] = [V::from_fn(|axis| on(axis).0), V::from_fn(|axis| on(axis).1)];
    Closest { distance: point_a.distance(point_b), point_a, point_b, converged: true }
}
