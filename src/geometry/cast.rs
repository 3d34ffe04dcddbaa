//! When two shapes that move without turning first touch: the origin's way through the Minkowski difference.

use super::convex::Convex;
use super::gjk::{Closest, Cores, closest};
use super::minkowski::Difference;
use super::simplex::{Simplex, Vertex};
use super::vector::Vector;

/// Rounds before this way is given up.
const MAX_ROUNDS: usize = 100;
/// How near the square of the distance is to its lower bound once the cast is there: then its direction is off by a thousandth at most,
/// and for shapes with corners by nothing.
const REFINED: f64 = 1e-6;

pub(crate) enum Cast<V: Vector> {
    /// Within the tolerance at this time, for the first time; with the closest points, and the direction from A to B, in A's frame at
    /// time 0. The direction has length 1, or is zero where nothing of it is left.
    Hit {
        time: f64,
        normal: V,
        closest: Closest<V>,
    },
    Miss,
    /// They overlap from the start, or rounding left no progress.
    Unknown,
}

/// Casts B at `velocity` (in A's frame, which rests) towards A.
///
/// G. van den Bergen, "Ray casting against general convex objects with application to continuous collision
/// detection", 2004: one run of GJK in which the shapes are moved on, whenever a plane between them is found, as far
/// as that plane leaves them apart. The simplex moves along: its points are differences, of which the velocity times
/// the time is subtracted.
#[inline]
pub(crate) fn cast<V, A, B>(difference: &Difference<V, A, B>, velocity: V, radii: [f64; 2], until: f64, tolerance: f64) -> Cast<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let radius = radii[0] + radii[1];
    let mut hints = [0; 2];
    let mut time = 0.0;
    let way = -difference.relative.translation;
    let start = if way.length_squared() > 0.0 { way } else { V::axis(0) };
    let mut simplex = Simplex::of(difference.core_vertex(-start, &mut hints));
    for _ in 0..MAX_ROUNDS {
        let nearest = simplex.nearest();
        let distance = nearest.length();
        if distance - radius <= tolerance {
            if time == 0.0 && distance <= radius {
                return Cast::Unknown;
            }
            let simplex = refined(simplex, |nearest| moved(difference.core_vertex(-nearest, &mut hints), velocity * time));
            let (nearest, distance) = (simplex.nearest(), simplex.nearest().length());
            let normal = nearest.normalized().map_or(V::ZERO, |away| -away);
            let cores = if distance > 0.0 { Cores::Apart { simplex, nearest, distance, converged: true } } else { Cores::Overlap(simplex) };
            return Cast::Hit { time, normal, closest: closest(cores, radii[0], radii[1]) };
        }
        let mut vertex = moved(difference.core_vertex(-nearest, &mut hints), velocity * time);
        // The plane through it leaves them apart by this, of which all but half the tolerance may go.
        let gap = vertex.difference.dot(nearest) / distance - radius;
        if gap > tolerance {
            let closing = velocity.dot(nearest) / distance;
            if closing <= 0.0 || closing.is_nan() {
                return Cast::Miss;
            }
            let step = (gap - 0.5 * tolerance) / closing;
            time += step;
            if time > until {
                return Cast::Miss;
            }
            vertex.difference -= velocity * step;
            simplex.shift(-(velocity * step));
        } else if vertex.difference.dot(nearest) >= distance * distance * (1.0 - 1e-12) {
            // Neither further on nor closer.
            return Cast::Unknown;
        }
        simplex.add(vertex);
        if simplex.is_full() {
            return Cast::Unknown;
        }
    }
    Cast::Unknown
}

/// Shapes that a cast has brought near enough have a simplex that may be some way from their closest points: goes on until it is not.
fn refined<V: Vector>(mut simplex: Simplex<V>, mut furthest_against: impl FnMut(V) -> Vertex<V>) -> Simplex<V> {
    for _ in 0..MAX_ROUNDS {
        let nearest = simplex.nearest();
        let (vertex, square) = (furthest_against(nearest), nearest.length_squared());
        if square - vertex.difference.dot(nearest) <= REFINED * square {
            break;
        }
        let before = simplex;
        simplex.add(vertex);
        let closer = simplex.nearest().length_squared();
        if simplex.is_full() || closer >= square || closer.is_nan() {
            return before;
        }
    }
    simplex
}

/// A point of the difference once B has moved.
fn moved<V: Vector>(vertex: Vertex<V>, by: V) -> Vertex<V> {
    Vertex { difference: vertex.difference - by, ..vertex }
}
