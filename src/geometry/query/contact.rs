//! Where do two shapes that meet touch?

use super::super::convex::Convex;
use super::super::gjk;
use super::super::kind::Kind;
use super::super::penetration::{Contact, Penetration};
use super::super::pose::Pose;
use super::super::vector::Vector;
use super::decided_by_axes;
use super::penetration::{by_epa, penetration};

/// The minimum translation vector of two convex shapes with the points where they are deepest inside each other;
/// none where they are apart.
///
/// EPA finds the points on its way. Where [`penetration`] has a shorter way, B is moved by what that found, and the
/// points are those where the two then touch.
pub fn contact<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Option<Contact<V>>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let (penetration, known) = penetration_and_points(a, pose_a, b, pose_b)?;
    Some(known.unwrap_or_else(|| with_points(penetration, a, pose_a, b, pose_b)))
}

/// A penetration with its points, where balls or axes told it.
pub(crate) fn with_points<V, A, B>(penetration: Penetration<V>, a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Contact<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let way = penetration.translation();
    // A ball touches where its normal leaves it; the other's point is as deep below.
    if let Kind::Ball(ball) = a.kind() {
        let point_a = pose_a.translation + penetration.normal * ball.radius();
        return Contact { penetration, point_a, point_b: point_a - way };
    }
    if let Kind::Ball(ball) = b.kind() {
        let point_b = pose_b.translation - penetration.normal * ball.radius();
        return Contact { penetration, point_a: point_b + way, point_b };
    }
    let point_a = gjk::distance(a, pose_a, b, &pose_b.moved(way)).point_a;
    Contact { penetration, point_a, point_b: point_a - way }
}

/// The minimum translation vector, and the points where they are found with it, by EPA.
#[inline]
pub(crate) fn penetration_and_points<V, A, B>(
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
) -> Option<(Penetration<V>, Option<Contact<V>>)>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    if a.kind().is_ball() || b.kind().is_ball() || decided_by_axes(a.kind(), b.kind()) {
        return penetration(a, pose_a, b, pose_b).map(|penetration| (penetration, None));
    }
    by_epa(a, pose_a, b, pose_b)
}
