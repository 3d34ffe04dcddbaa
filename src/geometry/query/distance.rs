//! How far are two shapes apart?

use super::super::convex::Convex;
use super::super::gjk::{self, Closest};
use super::super::kind::Kind;
use super::super::pairs::{aabb_aabb, ball_any, ball_ball, capsule_capsule, cuboid_cuboid};
use super::super::pose::Pose;
use super::super::vector::Vector;
use super::both_along_the_axes;

/// The distance of two convex shapes and the points where they are closest; 0 and a common point where they meet.
///
/// Closed forms for balls with balls and with shapes whose surface has one, for capsules, for rectangles, and
/// for boxes along the axes; else GJK.
#[inline]
pub fn distance<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Closest<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    match (a.kind(), b.kind()) {
        (Kind::Ball(a), Kind::Ball(b)) => return ball_ball::distance(a, pose_a.translation, b, pose_b.translation),
        (Kind::Capsule(a), Kind::Capsule(b)) => return capsule_capsule::distance(a, pose_a, b, pose_b),
        (Kind::Cuboid(a), Kind::Cuboid(b)) => {
            if let Some(closest) = cuboid_cuboid::distance_in_plane(a, pose_a, b, pose_b) {
                return closest;
            }
        }
        (Kind::Aabb(box_a), Kind::Aabb(box_b)) => {
            if let Some([a, b]) = both_along_the_axes(box_a, pose_a, box_b, pose_b) {
                let Closest { distance, point_a, point_b, converged } = aabb_aabb::distance(&a, &b);
                let [point_a, point_b] = [point_a, point_b].map(|point| point + pose_a.translation);
                return Closest { distance, point_a, point_b, converged };
            }
        }
        (Kind::Ball(ball), _) => {
            if let Some(surface) = b.surface(pose_b.local_point(pose_a.translation)) {
                return ball_any::distance(ball.radius(), pose_a.translation, &surface.posed(pose_b));
            }
        }
        (_, Kind::Ball(ball)) => {
            if let Some(surface) = a.surface(pose_a.local_point(pose_b.translation)) {
                return ball_any::distance(ball.radius(), pose_b.translation, &surface.posed(pose_a)).swapped();
            }
        }
        _ => {}
    }
    gjk::distance(a, pose_a, b, pose_b)
}
