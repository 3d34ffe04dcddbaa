//! One function per question, for any two shapes: each takes the shortest way that the pair has.

mod by_method;
mod contact;
mod distance;
mod overlaps;
mod penetration;

pub use by_method::{Method, NotCovered, overlaps_by, penetration_by};
pub use contact::contact;
pub(crate) use contact::{penetration_and_points, with_points};
pub use distance::distance;
pub use overlaps::overlaps;
pub use penetration::penetration;

use super::aabb::Aabb;
use super::kind::Kind;
use super::polytope::Polytope;
use super::pose::{Pose, Rotation};
use super::vector::Vector;

/// A box along the axes at a pose is an oriented box at this one.
#[inline]
fn pose_of_cuboid<V: Vector>(aabb: &Aabb<V>, pose: &Pose<V>) -> Pose<V> {
    Pose { translation: pose.point(aabb.centre()), ..*pose }
}

/// Where neither is turned, boxes along their axes are boxes along the query's axes: as seen from where A is moved to, so that no digits
/// are lost far out.
#[inline]
fn both_along_the_axes<V: Vector>(a: &Aabb<V>, pose_a: &Pose<V>, b: &Aabb<V>, pose_b: &Pose<V>) -> Option<[Aabb<V>; 2]> {
    let straight = pose_a.rotation == V::Rotation::IDENTITY && pose_b.rotation == V::Rotation::IDENTITY;
    let by = pose_b.translation - pose_a.translation;
    straight.then(|| [*a, Aabb { min: b.min + by, max: b.max + by }])
}

/// Whether the separating axis test tells the penetration of a pair, and sooner than GJK and EPA do: with many axes,
/// growing a polytope is faster.
#[inline]
fn decided_by_axes<V: Vector>(a: Kind<V>, b: Kind<V>) -> bool {
    axes_between(a, b).is_some_and(|axes| axes <= MAX_AXES)
}

/// How many axes the test asks of two polytopes.
#[inline]
fn axes_between<V: Vector>(a: Kind<V>, b: Kind<V>) -> Option<usize> {
    let ((faces_a, edges_a), (faces_b, edges_b)) = (axes_of(a)?, axes_of(b)?);
    Some(faces_a + faces_b + edges_a * edges_b)
}

/// How many directions the faces and the edges of a polytope have.
#[inline]
fn axes_of<V: Vector>(kind: Kind<V>) -> Option<(usize, usize)> {
    match kind {
        Kind::Cuboid(cuboid) => Some((cuboid.slab_count(), cuboid.edge_count())),
        Kind::Aabb(aabb) => Some((aabb.cuboid().slab_count(), aabb.cuboid().edge_count())),
        Kind::Corners(corners) => Some((corners.slab_count(), corners.edge_count())),
        Kind::Ball(_) | Kind::Capsule(_) | Kind::Other => None,
    }
}

/// The most axes for which the separating axis test tells the penetration sooner than GJK and EPA do.
const MAX_AXES: usize = 40;
