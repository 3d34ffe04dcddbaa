//! The distance of two convex shapes by the algorithm of Gilbert, Johnson and Keerthi.
//!
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance between complex objects
//! in three-dimensional space", *IEEE Journal of Robotics and Automation* 4 (1988); the bounds that end it are van
//! den Bergen's (*Collision Detection*, 2003, section 4.3).

use super::convex::Convex;
use super::minkowski::Difference;
use super::pose::Pose;
use super::simplex::Simplex;
use super::vector::Vector;

/// Rounds before the answer is given as it stands. Polytopes need about as many rounds as corners near the closest
/// points, round shapes about thirty.
const MAX_ROUNDS: usize = 100;
/// By how much the distance may be too long, in parts of itself.
const RELATIVE_TOLERANCE: f64 = 1e-10;
/// By how much it may be too long in sizes of the difference: rounding makes it no better. Cores closer than this
/// overlap.
pub(crate) const ABSOLUTE_TOLERANCE: f64 = 1e-14;
/// What the distance may be off by, in sizes of the difference, where rounding stops the search before the tolerance
/// above is met, and the answer still counts as converged.
const STALLED_TOLERANCE: f64 = 1e-10;
/// How often the search starts again where rounding stops it far from the closest points: on thin, round shapes.
const MAX_RESTARTS: u32 = 3;

/// The two points where two shapes are closest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Closest<V: Vector> {
    /// 0 where the shapes touch or overlap.
    pub distance: f64,
    /// On A. Where the shapes overlap, both are one point that is in both shapes.
    pub point_a: V,
    /// On B.
    pub point_b: V,
    /// Whether `distance` is exact but for rounding. If not (the rounds ran out), it is an upper bound: there are
    /// points that close.
    pub converged: bool,
}

impl<V: Vector> Closest<V> {
    #[inline]
    pub(crate) fn common(point: V) -> Self {
        Self { distance: 0.0, point_a: point, point_b: point, converged: true }
    }

    /// The same, B first.
    #[inline]
    pub(crate) fn swapped(self) -> Self {
        Self { point_a: self.point_b, point_b: self.point_a, ..self }
    }

    /// The same in the frame of the query, found in the frame of A at `pose`.
    #[inline]
    pub(crate) fn posed(self, pose: &Pose<V>) -> Self {
        Self { point_a: pose.point(self.point_a), point_b: pose.point(self.point_b), ..self }
    }
}

/// What the search found out about the cores.
pub(crate) enum Cores<V: Vector> {
    /// They have a point in common, but for rounding: the simplex, which contains the origin.
    Overlap(Simplex<V>),
    /// The point of the difference that is nearest to the origin, and its length.
    Apart { simplex: Simplex<V>, nearest: V, distance: f64, converged: bool },
    /// They are further apart than was asked for, along this direction from A to B, of any length.
    Beyond,
}

/// Searches until the distance of the cores is known, or is known to be more than `limit`, or at most `enough`.
#[inline]
pub(crate) fn search<V, A, B>(difference: &Difference<V, A, B>, limit: f64, enough: f64) -> Cores<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    // From B to A; any direction does where the shapes are at the same place.
    let way = -difference.relative.translation;
    let start = if way.length_squared() > 0.0 { way } else { V::axis(0) };
    match descend(difference, -start, limit, enough) {
        Cores::Apart { simplex, nearest, distance, converged: false } => again(difference, (simplex, nearest, distance), limit, enough),
        found => found,
    }
}

/// Searches again from the last point of a search that rounding stopped; gives the least distance that was found.
#[cold]
fn again<V, A, B>(difference: &Difference<V, A, B>, stopped: (Simplex<V>, V, f64), limit: f64, enough: f64) -> Cores<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let mut best = stopped;
    let mut from = best.1;
    for _ in 0..MAX_RESTARTS {
        match descend(difference, -from, limit, enough) {
            Cores::Apart { simplex, nearest, distance, converged: false } => {
                from = nearest;
                if distance < best.2 {
                    best = (simplex, nearest, distance);
                }
            }
            found => return found,
        }
    }
    let (simplex, nearest, distance) = best;
    Cores::Apart { simplex, nearest, distance, converged: false }
}

/// Searches from the point of the difference that is furthest along a direction.
#[inline]
fn descend<V, A, B>(difference: &Difference<V, A, B>, direction: V, limit: f64, enough: f64) -> Cores<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let mut hints = [0; 2];
    let mut simplex = Simplex::of(difference.core_vertex(direction, &mut hints));
    let mut nearest = simplex.nearest();
    let mut size_squared = nearest.length_squared();
    let mut square = size_squared;
    let mut gap = f64::INFINITY;
    for _ in 0..MAX_ROUNDS {
        if square <= ABSOLUTE_TOLERANCE * ABSOLUTE_TOLERANCE * size_squared {
            return Cores::Overlap(simplex);
        }
        if square <= enough * enough {
            return Cores::Apart { simplex, nearest, distance: square.sqrt(), converged: true };
        }
        let vertex = difference.core_vertex(-nearest, &mut hints);
        // No point of the difference is nearer along `nearest` than this one: distance ≥ reach / |nearest|.
        let reach = vertex.difference.dot(nearest);
        if reach > 0.0 && reach * reach > limit * limit * square {
            return Cores::Beyond;
        }
        size_squared = size_squared.max(vertex.difference.length_squared());
        gap = square - reach;
        if gap <= RELATIVE_TOLERANCE * square || gap * gap <= ABSOLUTE_TOLERANCE * ABSOLUTE_TOLERANCE * size_squared * square {
            // Asked again, here and below, since how large the difference is is known only now: the first point may be the origin, but
            // for rounding.
            if square <= ABSOLUTE_TOLERANCE * ABSOLUTE_TOLERANCE * size_squared {
                return Cores::Overlap(simplex);
            }
            return Cores::Apart { simplex, nearest, distance: square.sqrt(), converged: true };
        }
        let before = simplex;
        simplex.add(vertex);
        let closer = simplex.nearest();
        let closer_square = closer.length_squared();
        if simplex.is_full() && closer_square <= STALLED_TOLERANCE * STALLED_TOLERANCE * size_squared {
            return Cores::Overlap(simplex);
        }
        if simplex.is_full() || closer_square >= square || closer_square.is_nan() {
            if square <= ABSOLUTE_TOLERANCE * ABSOLUTE_TOLERANCE * size_squared {
                return Cores::Overlap(before);
            }
            simplex = before;
            break;
        }
        (nearest, square) = (closer, closer_square);
    }
    let distance = square.sqrt();
    let converged = gap <= STALLED_TOLERANCE * size_squared.sqrt() * distance;
    Cores::Apart { simplex, nearest, distance, converged }
}

/// The distance of two convex shapes, with the points where they are closest.
pub fn distance<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Closest<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let difference = Difference::new(a, pose_a, b, pose_b);
    let found = search(&difference, f64::INFINITY, 0.0);
    closest(found, a.radius(), b.radius()).posed(pose_a)
}

/// The closest points of shapes with these radii, of what was found out about their cores.
#[inline]
pub(crate) fn closest<V: Vector>(cores: Cores<V>, radius_a: f64, radius_b: f64) -> Closest<V> {
    match cores {
        Cores::Apart { simplex, nearest, distance, converged } => {
            let (on_a, on_b) = simplex.witnesses();
            let way = nearest * (-1.0 / distance);
            let left = distance - radius_a - radius_b;
            if left > 0.0 {
                return Closest { distance: left, point_a: on_a + way * radius_a, point_b: on_b - way * radius_b, converged };
            }
            Closest { converged, ..Closest::common(on_a + way * (distance * radius_a / (radius_a + radius_b))) }
        }
        Cores::Overlap(simplex) => Closest::common(simplex.witnesses().0),
        Cores::Beyond => Closest { distance: f64::INFINITY, ..Closest::common(V::ZERO) },
    }
}

/// Whether two convex shapes have a point in common; touching counts. Ends as soon as a plane between them is found.
pub fn overlaps<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> bool
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let difference = Difference::new(a, pose_a, b, pose_b);
    let radius = difference.radius();
    match search(&difference, radius, radius) {
        Cores::Overlap(_) => true,
        Cores::Apart { distance, .. } => distance <= radius,
        Cores::Beyond => false,
    }
}
