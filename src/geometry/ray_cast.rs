//! Where a ray meets a convex shape.

use super::broad_phase::Ray;
use super::cast::{Cast, cast};
use super::convex::Convex;
use super::kind::Kind;
use super::minkowski::Difference;
use super::motion::Motion;
use super::moving_balls::{MovingBall, time_of_impact_of_balls};
use super::pose::Pose;
use super::query::distance;
use super::time_of_impact::{Impact, advance};
use super::vector::Vector;

/// Where a ray meets a shape first.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit<V: Vector> {
    /// When, in lengths of the ray's direction: the place is `origin + direction · time`. 0 where the ray starts inside.
    pub time: f64,
    /// That place.
    pub point: V,
    /// Of length 1, out of the shape; zero where the ray starts inside, or on the surface.
    pub normal: V,
}

/// How close to the shape counts as on it, in sizes of the shape.
const TOLERANCE: f64 = 1e-10;

/// Where a ray first meets a convex shape, if it does in the time that it has. A ray that starts inside, or on the surface
/// (to some 1e-10 of its size, 1e-12 of the way to it or 1e-15 of how far it is from the origin of its frame), meets it there, at time 0
/// without a normal; one that only grazes it, by as little, or starts so close to it and leads away, may or may not meet it. One with a
/// number that is not finite (but for `until`) meets nothing.
///
/// A ball by the roots of its quadratic; other shapes by a cast of the origin towards their core (G. van den Bergen, "Ray casting
/// against general convex objects with application to continuous collision detection", 2004). To go over many shapes, find those whose
/// boxes the ray enters with a [`BoundingTree`](super::broad_phase::BoundingTree) first.
pub fn ray_cast<V, A>(shape: &A, pose: &Pose<V>, ray: &Ray<V>) -> Option<RayHit<V>>
where
    V: Vector,
    A: Convex<V> + ?Sized,
{
    if !(ray.origin.is_finite() && ray.direction.is_finite()) {
        return None;
    }
    if let Kind::Ball(ball) = shape.kind() {
        return cast_at_ball(ball.radius(), pose.translation, ray);
    }
    let start = Pose::at(ray.origin);
    let difference = Difference::new(shape, pose, &Point, &start);
    let around = shape.aabb(&Pose::IDENTITY);
    let (size, way) = (around.half_extents().length(), around.centre().distance(difference.relative.translation));
    // What is far from the origin of its frame has coordinates that are no finer than this.
    let tolerance = (TOLERANCE * size).max(1e-12 * way).max(1e-15 * shape.bounding_radius());
    let velocity = pose.local_direction(ray.direction);
    match cast(&difference, velocity, [shape.radius(), 0.0], ray.until, tolerance) {
        Cast::Hit { time: 0.0, .. } => meets(ray, 0.0, V::ZERO),
        Cast::Hit { time, normal, closest } => {
            let back = || pose.local_direction(-ray.direction).normalized();
            let normal = pose.direction(if normal == V::ZERO { back()? } else { normal });
            // The rest of the way to the surface, unless the ray nearly grazes it.
            let closing = -ray.direction.dot(normal);
            let rest = if closing > 1e-3 * ray.direction.length() { closest.distance / closing } else { 0.0 };
            meets(ray, time + rest, normal)
        }
        Cast::Miss => None,
        Cast::Unknown if distance(shape, pose, &Point, &start).distance <= 0.0 => meets(ray, 0.0, V::ZERO),
        Cast::Unknown => {
            let moving = Motion { velocity: ray.direction, ..Motion::resting(start) };
            match advance(shape, &Motion::resting(*pose), &Point, &moving, ray.until, tolerance) {
                Impact::Hit { time: 0.0, .. } => meets(ray, 0.0, V::ZERO),
                Impact::Hit { time, normal, .. } => meets(ray, time, normal),
                Impact::Miss | Impact::NotConverged { .. } => None,
            }
        }
    }
}

fn cast_at_ball<V: Vector>(radius: f64, centre: V, ray: &Ray<V>) -> Option<RayHit<V>> {
    let ball = MovingBall { radius, centre, velocity: V::ZERO };
    let time = time_of_impact_of_balls(&ball, &MovingBall { radius: 0.0, centre: ray.origin, velocity: ray.direction })?;
    let normal = (ray.origin + ray.direction * time - centre).normalized().filter(|_| time > 0.0);
    meets(ray, time, normal.unwrap_or(V::ZERO))
}

fn meets<V: Vector>(ray: &Ray<V>, time: f64, normal: V) -> Option<RayHit<V>> {
    (time <= ray.until).then(|| RayHit { time, point: ray.origin + ray.direction * time, normal })
}

/// The origin of its frame.
#[derive(Debug)]
struct Point;

impl<V: Vector> Convex<V> for Point {
    #[inline]
    fn core_support(&self, _direction: V) -> V {
        V::ZERO
    }

    #[inline]
    fn radius(&self) -> f64 {
        0.0
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        0.0
    }
}
