//! How do two shapes that meet come apart?

use super::super::ball::Ball;
use super::super::convex::Convex;
use super::super::epa;
use super::super::kind::Kind;
use super::super::pairs::{aabb_aabb, ball_any, ball_ball, cuboid_cuboid};
use super::super::penetration::{Contact, Penetration};
use super::super::polytope::Polytope;
use super::super::pose::Pose;
use super::super::sat::{self, Sat};
use super::super::vector::Vector;
use super::{axes_between, both_along_the_axes, decided_by_axes, pose_of_cuboid};

/// The minimum translation vector of two convex shapes; none where they are apart, depth 0 where they touch.
///
/// Closed forms for balls with balls and with shapes whose surface has one, and for boxes; the faces of a polyhedron that holds the centre
/// of a ball; the separating axis test for polygons and for polyhedra with few axes, or where EPA gives up; else GJK and EPA.
#[inline]
pub fn penetration<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Option<Penetration<V>>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    match (a.kind(), b.kind()) {
        (Kind::Ball(a), Kind::Ball(b)) => return ball_ball::penetration(a, pose_a.translation, b, pose_b.translation),
        (Kind::Cuboid(a), Kind::Cuboid(b)) => return cuboid_cuboid::penetration(a, pose_a, b, pose_b),
        (Kind::Aabb(box_a), Kind::Aabb(box_b)) => {
            if let Some([a, b]) = both_along_the_axes(box_a, pose_a, box_b, pose_b) {
                return aabb_aabb::penetration(&a, &b);
            }
        }
        (Kind::Ball(ball), _) => {
            if let Some(surface) = b.surface(pose_b.local_point(pose_a.translation)) {
                return ball_any::penetration(ball.radius(), &surface.posed(pose_b));
            }
            if let Some(deep) = by_faces(ball, pose_a, b, pose_b) {
                return Some(deep);
            }
        }
        (_, Kind::Ball(ball)) => {
            if let Some(surface) = a.surface(pose_a.local_point(pose_b.translation)) {
                return ball_any::penetration(ball.radius(), &surface.posed(pose_a)).map(Penetration::swapped);
            }
            if let Some(deep) = by_faces(ball, pose_b, a, pose_a) {
                return Some(deep.swapped());
            }
        }
        (kind_a @ Kind::Corners(a), kind_b @ Kind::Corners(b)) if decided_by_axes(kind_a, kind_b) => {
            return by_axes(a, pose_a, b, pose_b);
        }
        (kind_a @ Kind::Corners(a), kind_b @ Kind::Cuboid(b)) if decided_by_axes(kind_a, kind_b) => return by_axes(a, pose_a, b, pose_b),
        (kind_a @ Kind::Cuboid(a), kind_b @ Kind::Corners(b)) if decided_by_axes(kind_a, kind_b) => return by_axes(a, pose_a, b, pose_b),
        _ => {}
    }
    match (a.kind(), b.kind()) {
        (Kind::Aabb(aabb), _) => penetration(&aabb.cuboid(), &pose_of_cuboid(aabb, pose_a), b, pose_b),
        (_, Kind::Aabb(aabb)) => penetration(a, pose_a, &aabb.cuboid(), &pose_of_cuboid(aabb, pose_b)),
        _ => by_epa(a, pose_a, b, pose_b).map(|(penetration, _)| penetration),
    }
}

/// By EPA, with the points that it finds; where it gives up by more axes, which tell no points.
#[inline]
pub(super) fn by_epa<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Option<(Penetration<V>, Option<Contact<V>>)>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let found = epa::contact(a, pose_a, b, pose_b)?;
    let by_axes = if found.penetration.converged { None } else { by_more_axes(a.kind(), pose_a, b.kind(), pose_b) };
    Some(by_axes.map_or((found.penetration, Some(found)), |penetration| (penetration, None)))
}

/// Axes that may be asked where EPA gives up: no more than it takes some milliseconds to ask.
const MORE_AXES: usize = 5_000;

/// Of shapes with so many faces that EPA, which takes in so many points, gave up: the axes take longer, and know.
fn by_more_axes<V: Vector>(a: Kind<V>, pose_a: &Pose<V>, b: Kind<V>, pose_b: &Pose<V>) -> Option<Penetration<V>> {
    match (a, b) {
        (Kind::Corners(corners_a), Kind::Corners(corners_b)) if axes_between(a, b)? <= MORE_AXES => {
            by_axes(corners_a, pose_a, corners_b, pose_b)
        }
        _ => None,
    }
}

/// Of a ball whose centre is inside of a polytope: the nearest of its faces. EPA would need a point a face that is about as near.
fn by_faces<V, B>(ball: &Ball<V>, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Option<Penetration<V>>
where
    V: Vector,
    B: Convex<V> + ?Sized,
{
    let Kind::Corners(corners) = b.kind() else { return None };
    match sat::test(ball, pose_a, corners, pose_b) {
        Sat::Overlap(found) => Some(found),
        Sat::Apart | Sat::Undecided => None,
    }
}

/// Neither has a radius, so the axes decide.
#[inline]
fn by_axes<V: Vector>(a: &impl Polytope<V>, pose_a: &Pose<V>, b: &impl Polytope<V>, pose_b: &Pose<V>) -> Option<Penetration<V>> {
    match sat::test(a, pose_a, b, pose_b) {
        Sat::Overlap(penetration) => Some(penetration),
        Sat::Apart | Sat::Undecided => None,
    }
}
