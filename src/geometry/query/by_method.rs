//! The same questions, answered by a method of the caller's choice.

use thiserror::Error;

use super::super::convex::Convex;
use super::super::epa;
use super::super::gjk;
use super::super::kind::Kind;
use super::super::penetration::Penetration;
use super::super::pose::Pose;
use super::super::sat::{self, Sat};
use super::super::vector::Vector;
use super::{overlaps, penetration, pose_of_cuboid};

/// Two independent ways to the same answer, and the one that is fastest for the pair.
///
/// Distances have no choice: the separating axis test does not tell them. See [`distance`](super::distance) for the
/// fastest way and [`gjk::distance`] for the general one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// What the plain functions do: whichever way is fastest for the pair; for all shapes.
    #[default]
    Fastest,
    /// The separating axis test, for what [`sat`] covers.
    Sat,
    /// GJK, and EPA where the cores overlap: for all shapes.
    GjkEpa,
}

/// The separating axis test cannot tell for this pair.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the separating axis test does not cover these two shapes where they are (take Method::GjkEpa)")]
pub struct NotCovered;

/// Whether two convex shapes have a point in common.
///
/// # Errors
/// Where the method does not cover the pair.
pub fn overlaps_by<V, A, B>(method: Method, a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Result<bool, NotCovered>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    match method {
        Method::Fastest => Ok(overlaps(a, pose_a, b, pose_b)),
        Method::Sat => Ok(by_axes(a.kind(), pose_a, b.kind(), pose_b)?.is_some()),
        Method::GjkEpa => Ok(gjk::overlaps(a, pose_a, b, pose_b)),
    }
}

/// The minimum translation vector of two convex shapes; none where they are apart.
///
/// # Errors
/// Where the method does not cover the pair.
pub fn penetration_by<V, A, B>(
    method: Method,
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
) -> Result<Option<Penetration<V>>, NotCovered>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    match method {
        Method::Fastest => Ok(penetration(a, pose_a, b, pose_b)),
        Method::Sat => by_axes(a.kind(), pose_a, b.kind(), pose_b),
        Method::GjkEpa => Ok(epa::contact(a, pose_a, b, pose_b).map(|contact| contact.penetration)),
    }
}

fn by_axes<V: Vector>(a: Kind<V>, pose_a: &Pose<V>, b: Kind<V>, pose_b: &Pose<V>) -> Result<Option<Penetration<V>>, NotCovered> {
    let test = match (a, b) {
        (Kind::Aabb(aabb), _) => return by_axes(Kind::Cuboid(&aabb.cuboid()), &pose_of_cuboid(aabb, pose_a), b, pose_b),
        (_, Kind::Aabb(aabb)) => return by_axes(a, pose_a, Kind::Cuboid(&aabb.cuboid()), &pose_of_cuboid(aabb, pose_b)),
        (Kind::Cuboid(a), Kind::Cuboid(b)) => sat::test(a, pose_a, b, pose_b),
        (Kind::Cuboid(a), Kind::Corners(b)) => sat::test(a, pose_a, b, pose_b),
        (Kind::Cuboid(a), Kind::Capsule(b)) => sat::test(a, pose_a, b, pose_b),
        (Kind::Cuboid(a), Kind::Ball(b)) => sat::test(a, pose_a, b, pose_b),
        (Kind::Corners(a), Kind::Cuboid(b)) => sat::test(a, pose_a, b, pose_b),
        (Kind::Corners(a), Kind::Corners(b)) => sat::test(a, pose_a, b, pose_b),
        (Kind::Corners(a), Kind::Capsule(b)) => sat::test(a, pose_a, b, pose_b),
        (Kind::Corners(a), Kind::Ball(b)) => sat::test(a, pose_a, b, pose_b),
        (Kind::Capsule(a), Kind::Cuboid(b)) => sat::test(a, pose_a, b, pose_b),
        (Kind::Capsule(a), Kind::Corners(b)) => sat::test(a, pose_a, b, pose_b),
        (Kind::Ball(a), Kind::Cuboid(b)) => sat::test(a, pose_a, b, pose_b),
        (Kind::Ball(a), Kind::Corners(b)) => sat::test(a, pose_a, b, pose_b),
        _ => Sat::Undecided,
    };
    match test {
        Sat::Apart => Ok(None),
        Sat::Overlap(penetration) => Ok(Some(penetration)),
        Sat::Undecided => Err(NotCovered),
    }
}
