//! The penetration of two convex shapes by the expanding polytope algorithm.
//!
//! G. van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", *Game Developers
//! Conference*, 2001. Written once: a facet is a segment in the plane and a triangle in space.

mod hull;
mod seed;

use self::hull::{Expanded, Hull};
use self::seed::{Seed, seed};
use super::convex::Convex;
use super::gjk::{Cores, search};
use super::minkowski::Difference;
use super::penetration::{Contact, Penetration};
use super::pose::Pose;
use super::simplex::Simplex;
use super::vector::Vector;

/// Points that the polytope may take in. Polytopes need few; for round cores the depth's error falls by a factor of
/// about four with every three or four.
const MAX_ROUNDS: usize = 120;
/// By how much the depth may be too large, in parts of itself.
const RELATIVE_TOLERANCE: f64 = 1e-10;
/// By how much it may be too large in sizes of the difference.
const ABSOLUTE_TOLERANCE: f64 = 1e-13;
/// Facets whose distances differ by no more than this, in sizes of the difference, may be parts of one side of it: where that is curved
/// they are tilted against each other by the root of this.
const SAME_SIDE: f64 = 1e-9;

/// The penetration of two convex shapes, with contact points; none where they are apart.
///
/// Where only the rounds of the shapes meet and not the cores, this is exact without any polytope.
pub fn contact<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Option<Contact<V>>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let difference = Difference::new(a, pose_a, b, pose_b);
    let radius = difference.radius();
    match search(&difference, radius, 0.0) {
        Cores::Beyond => None,
        Cores::Apart { simplex, nearest, distance, converged } => {
            if distance > radius {
                return None;
            }
            let normal = nearest * (-1.0 / distance);
            let (on_a, on_b) = simplex.witnesses();
            let penetration = Penetration { normal, depth: radius - distance, converged };
            Some(Contact { penetration, point_a: on_a + normal * a.radius(), point_b: on_b - normal * b.radius() }.posed(pose_a))
        }
        Cores::Overlap(simplex) => {
            let Contact { penetration, point_a, point_b } = expand(&difference, &simplex);
            let normal = penetration.normal;
            let penetration = Penetration { depth: penetration.depth + radius, ..penetration };
            Some(Contact { penetration, point_a: point_a + normal * a.radius(), point_b: point_b - normal * b.radius() }.posed(pose_a))
        }
    }
}

/// The penetration of the cores, in A's frame, from a simplex of their difference that contains the origin.
///
/// Grows a polytope inside of the difference. Its facet nearest to the origin is a lower bound of the depth; the
/// support along any normal is an upper bound, and what is returned.
pub(crate) fn expand<V, A, B>(difference: &Difference<V, A, B>, simplex: &Simplex<V>) -> Contact<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let mut hints = [0; 2];
    let points = match seed(difference, simplex, &mut hints) {
        Seed::Full(points) => points,
        Seed::Flat { normal, depth } => {
            let point_a = simplex.witnesses().0;
            return Contact { penetration: Penetration::new(normal, depth), point_a, point_b: point_a - normal * depth };
        }
    };
    let size = points.iter().map(|vertex| vertex.difference.length_squared()).fold(0.0, f64::max).sqrt();
    let mut hull = Hull::of_simplex(&points);
    let mut best = Best { normal: V::axis(0), depth: f64::INFINITY, slack: f64::INFINITY };
    let mut converged = false;
    for _ in 0..MAX_ROUNDS {
        let Some(nearest) = hull.nearest_facet() else { break };
        let facet = hull.facet(nearest);
        let vertex = difference.core_vertex(facet.normal, &mut hints);
        let depth = vertex.difference.dot(facet.normal);
        let slack = depth - facet.distance;
        let play = RELATIVE_TOLERANCE * depth.abs() + ABSOLUTE_TOLERANCE * size;
        // Of normals that are as good, that of the facet that is closer to the surface.
        if depth < best.depth - play || (depth <= best.depth + play && slack < best.slack) {
            best = Best { normal: facet.normal, depth, slack };
        }
        converged = facet.distance >= best.depth - play;
        if converged || hull.expand(nearest, vertex, size) == Expanded::NoRoom {
            break;
        }
    }
    let Best { normal, depth, .. } = best;
    let play = 10.0 * RELATIVE_TOLERANCE * depth.abs() + SAME_SIDE * size;
    let point_a = hull.witness(normal, depth - play..=depth + play);
    // Above: both shapes contain the origin of the difference, so no support is negative but by rounding.
    let depth = if depth.is_finite() { depth.max(0.0) } else { 0.0 };
    Contact { penetration: Penetration { normal, depth, converged }, point_a, point_b: point_a - normal * depth }
}

/// The normal with the smallest support so far.
struct Best<V> {
    normal: V,
    depth: f64,
    /// By how much the support is further than the facet.
    slack: f64,
}
