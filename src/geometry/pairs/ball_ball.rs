//! Two circles or two spheres.

use super::super::ball::Ball;
use super::super::gjk::Closest;
use super::super::penetration::Penetration;
use super::super::vector::Vector;

/// Whether balls at these centres meet: compares squares, so that no root is taken. Touching counts.
#[inline]
pub fn overlaps<V: Vector>(a: &Ball<V>, centre_a: V, b: &Ball<V>, centre_b: V) -> bool {
    let reach = a.radius() + b.radius();
    (centre_b - centre_a).length_squared() <= reach * reach
}

#[inline]
pub(crate) fn penetration<V: Vector>(a: &Ball<V>, centre_a: V, b: &Ball<V>, centre_b: V) -> Option<Penetration<V>> {
    let offset = centre_b - centre_a;
    let reach = a.radius() + b.radius();
    let square = offset.length_squared();
    if square > reach * reach {
        return None;
    }
    // Balls with the same centre leave each other along any direction.
    let normal = offset.normalized().unwrap_or(V::axis(0));
    Some(Penetration::new(normal, (reach - offset.dot(normal)).max(0.0)))
}

#[inline]
pub(crate) fn distance<V: Vector>(a: &Ball<V>, centre_a: V, b: &Ball<V>, centre_b: V) -> Closest<V> {
    let offset = centre_b - centre_a;
    let reach = a.radius() + b.radius();
    let length = offset.length();
    let left = length - reach;
    if left <= 0.0 {
        return Closest::common(centre_a + offset * (a.radius() / reach));
    }
    let way = offset * (1.0 / length);
    let [point_a, point_b] = [centre_a + way * a.radius(), centre_b - way * b.radius()];
    Closest { distance: left, point_a, point_b, converged: true }
}
