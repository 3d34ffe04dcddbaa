//! Do two shapes meet?

use super::super::convex::Convex;
use super::super::gjk;
use super::super::kind::Kind;
use super::super::pairs::{ball_ball, capsule_capsule, cuboid_cuboid};
use super::super::pose::Pose;
use super::super::vector::Vector;
use super::{both_along_the_axes, pose_of_cuboid};

/// Whether two convex shapes have a point in common. Touching counts.
///
/// Closed forms for balls with balls and with shapes whose surface has one, for boxes and for capsules; else GJK.
#[inline]
pub fn overlaps<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> bool
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    match (a.kind(), b.kind()) {
        (Kind::Ball(a), Kind::Ball(b)) => return ball_ball::overlaps(a, pose_a.translation, b, pose_b.translation),
        (Kind::Cuboid(a), Kind::Cuboid(b)) => return cuboid_cuboid::overlaps(a, pose_a, b, pose_b),
        (Kind::Aabb(box_a), Kind::Aabb(box_b)) => {
            if let Some([a, b]) = both_along_the_axes(box_a, pose_a, box_b, pose_b) {
                return a.overlaps(&b);
            }
        }
        (Kind::Capsule(a), Kind::Capsule(b)) => {
            let (on_a, on_b) = capsule_capsule::cores(a, pose_a, b, pose_b);
            let reach = a.radius() + b.radius();
            return (on_b - on_a).length_squared() <= reach * reach;
        }
        (Kind::Ball(ball), _) => {
            if let Some(surface) = b.surface(pose_b.local_point(pose_a.translation)) {
                return surface.distance <= ball.radius();
            }
        }
        (_, Kind::Ball(ball)) => {
            if let Some(surface) = a.surface(pose_a.local_point(pose_b.translation)) {
                return surface.distance <= ball.radius();
            }
        }
        _ => {}
    }
    match (a.kind(), b.kind()) {
        (Kind::Aabb(aabb), _) => overlaps(&aabb.cuboid(), &pose_of_cuboid(aabb, pose_a), b, pose_b),
        (_, Kind::Aabb(aabb)) => overlaps(a, pose_a, &aabb.cuboid(), &pose_of_cuboid(aabb, pose_b)),
        _ => gjk::overlaps(a, pose_a, b, pose_b),
    }
}
