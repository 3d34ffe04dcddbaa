//! A ball and a shape whose surface has a closed form: what counts is how far the ball's centre is from it.

use super::super::convex::Surface;
use super::super::gjk::Closest;
use super::super::penetration::Penetration;
use super::super::vector::Vector;

/// The ball is A; `surface` is B's, as seen from the ball's centre.
#[inline]
pub(crate) fn penetration<V: Vector>(radius: f64, surface: &Surface<V>) -> Option<Penetration<V>> {
    (surface.distance <= radius).then(|| Penetration::new(-surface.normal, radius - surface.distance))
}

/// The ball is A; `surface` is B's, as seen from the ball's centre.
#[inline]
pub(crate) fn distance<V: Vector>(radius: f64, centre: V, surface: &Surface<V>) -> Closest<V> {
    let left = surface.distance - radius;
    if surface.distance <= 0.0 {
        return Closest::common(centre);
    }
    if left <= 0.0 {
        return Closest::common(surface.point);
    }
    Closest { distance: left, point_a: centre - surface.normal * radius, point_b: surface.point, converged: true }
}
