//! The polytope that the expansion starts from.

use arrayvec::ArrayVec;

use super::super::convex::Convex;
use super::super::minkowski::Difference;
use super::super::simplex::{Simplex, Vertex};
use super::super::vector::Vector;

/// How far a point must be off the others' line or plane, in sizes of the difference.
const THINNEST: f64 = 1e-10;

pub(super) enum Seed<V: Vector> {
    /// A triangle in the plane, a tetrahedron in space.
    Full(ArrayVec<Vertex<V>, 4>),
    /// The difference has no inside: there is next to nothing of it along this normal.
    Flat { normal: V, depth: f64 },
}

/// Completes what the distance search left, which is less than a full simplex where the cores only touch, or where
/// their centres fall together: takes the furthest points either way across what is there.
pub(super) fn seed<V, A, B>(difference: &Difference<V, A, B>, simplex: &Simplex<V>, hints: &mut [usize; 2]) -> Seed<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let mut points: ArrayVec<Vertex<V>, 4> = ArrayVec::new();
    // Of length 1, at right angles: they span what the points span.
    let mut basis: ArrayVec<V, 3> = ArrayVec::new();
    let mut size = simplex.vertices().iter().map(|vertex| vertex.difference.length()).fold(0.0, f64::max);
    for &vertex in simplex.vertices() {
        take(&mut points, &mut basis, vertex, size);
    }
    while points.len() <= V::DIMENSION {
        let normal = across(&basis);
        let [ahead, behind] = [normal, -normal].map(|direction| difference.core_vertex(direction, hints));
        let base = points[0].difference.dot(normal);
        let [front, back] = [ahead.difference.dot(normal) - base, base - behind.difference.dot(normal)];
        size = size.max(ahead.difference.length()).max(behind.difference.length());
        let furthest = if front >= back { ahead } else { behind };
        if !take(&mut points, &mut basis, furthest, size) {
            let [front, back] = [ahead.difference.dot(normal), -behind.difference.dot(normal)];
            return if front <= back {
                Seed::Flat { normal, depth: front.max(0.0) }
            } else {
                Seed::Flat { normal: -normal, depth: back.max(0.0) }
            };
        }
    }
    Seed::Full(points)
}

/// Takes in a point that is off what the points so far span.
fn take<V: Vector>(points: &mut ArrayVec<Vertex<V>, 4>, basis: &mut ArrayVec<V, 3>, vertex: Vertex<V>, size: f64) -> bool {
    let Some(base) = points.first() else {
        points.push(vertex);
        return true;
    };
    let off = less(vertex.difference - base.difference, basis);
    match off.normalized() {
        Some(unit) if off.length() > THINNEST * size => {
            points.push(vertex);
            basis.push(unit);
            true
        }
        _ => false,
    }
}

/// A vector less its parts along a basis; twice, because rounding leaves something the first time.
fn less<V: Vector>(vector: V, basis: &[V]) -> V {
    let once = |vector: V| basis.iter().fold(vector, |left, &unit| left - unit * left.dot(unit));
    once(once(vector))
}

/// A vector of length 1 at right angles to a basis that does not span everything.
fn across<V: Vector>(basis: &[V]) -> V {
    let mut best = V::ZERO;
    for axis in 0..V::DIMENSION {
        let off = less(V::axis(axis), basis);
        if off.length_squared() > best.length_squared() {
            best = off;
        }
    }
    best.normalized().unwrap_or(V::axis(0))
}
