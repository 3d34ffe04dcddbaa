//! Whether an outline bounds an area, and its corners in counter-clockwise order.

use glam::DVec2;

use crate::geometry::error::ShapeError;
use crate::geometry::predicates::{scaled, side_of_line};

const WHAT: &str = "outline";

/// A simple polygon, counter-clockwise. Neighbours are apart, and no corner lies on the line through its neighbours.
pub struct Outline {
    /// Scaled for the predicates.
    pub corners: Vec<DVec2>,
    /// The index of each corner among the points that were given.
    pub originals: Vec<usize>,
}

pub fn checked(points: &[DVec2]) -> Result<Outline, ShapeError> {
    let at = scaled(points, "a coordinate of the outline")?;
    let flat = || ShapeError::Flat { what: WHAT, count: points.len(), needed: "three corners that are not on one line" };
    // The last one of a run of repeats stays: from it the edge to the next corner starts.
    let mut ring: Vec<usize> = (0..at.len()).filter(|&i| at[i] != at[(i + 1) % at.len()]).collect();
    let on_line = |&i: &usize| side_of_line(at[ring[0]], at[ring[1]], at[i]) == 0.0;
    if ring.len() < 3 || ring.iter().all(on_line) {
        return Err(flat());
    }
    if let Some((first, second)) = first_crossing(&at, &ring) {
        return Err(ShapeError::Crossing { what: WHAT, first, second });
    }
    if turn_at_lowest(&at, &ring) < 0.0 {
        ring.reverse();
    }
    let turn = |i: usize| side_of_line(at[ring[(i + ring.len() - 1) % ring.len()]], at[ring[i]], at[ring[(i + 1) % ring.len()]]);
    let originals: Vec<usize> = (0..ring.len()).filter(|&i| turn(i) != 0.0).map(|i| ring[i]).collect();
    Ok(Outline { corners: originals.iter().map(|&i| at[i]).collect(), originals })
}

/// Left of and below everything: which of two points comes first along x, and along y where x is equal.
fn precedes(a: DVec2, b: DVec2) -> bool {
    (a.x, a.y) < (b.x, b.y)
}

/// Which way a simple ring turns at its leftmost corner: that one is convex, so the whole ring turns that way.
fn turn_at_lowest(at: &[DVec2], ring: &[usize]) -> f64 {
    let lowest = (0..ring.len()).reduce(|a, b| if precedes(at[ring[b]], at[ring[a]]) { b } else { a }).unwrap_or(0);
    let corner = |i: usize| at[ring[i % ring.len()]];
    side_of_line(corner(lowest + ring.len() - 1), corner(lowest), corner(lowest + 1))
}

/// An edge of the ring, from its `index`-th corner to the next one.
struct Edge {
    index: usize,
    ends: [DVec2; 2],
    min: DVec2,
    max: DVec2,
}

/// The first two edges that meet anywhere but in the corner between neighbours, by the indices of their first points.
fn first_crossing(at: &[DVec2], ring: &[usize]) -> Option<(usize, usize)> {
    let edge = |index: usize| {
        let [a, b] = [at[ring[index]], at[ring[(index + 1) % ring.len()]]];
        Edge { index, ends: [a, b], min: a.min(b), max: a.max(b) }
    };
    let mut edges: Vec<Edge> = (0..ring.len()).map(edge).collect();
    edges.sort_by(|a, b| a.min.x.total_cmp(&b.min.x));
    let mut first: Option<(usize, usize)> = None;
    for (i, a) in edges.iter().enumerate() {
        for b in edges[i + 1..].iter().take_while(|b| b.min.x <= a.max.x) {
            if b.min.y <= a.max.y && a.min.y <= b.max.y && meet(a, b, ring.len()) {
                let [a, b] = [ring[a.index], ring[b.index]];
                let crossing = (a.min(b), a.max(b));
                first = Some(first.map_or(crossing, |first| first.min(crossing)));
            }
        }
    }
    first
}

/// Whether two edges with overlapping bounds meet where they must not.
fn meet(a: &Edge, b: &Edge, count: usize) -> bool {
    if (a.index + 1) % count == b.index {
        return folds_back(a, b);
    }
    if (b.index + 1) % count == a.index {
        return folds_back(b, a);
    }
    // Each has its ends on both sides of the other, or on it.
    let across = |a: &Edge, b: &Edge| {
        let [from, to] = b.ends.map(|end| side_of_line(a.ends[0], a.ends[1], end));
        !(from > 0.0 && to > 0.0 || from < 0.0 && to < 0.0)
    };
    across(a, b) && across(b, a)
}

/// Whether `next` runs back along `edge`, at whose end it starts.
fn folds_back(edge: &Edge, next: &Edge) -> bool {
    let ([a, b], [_, c]) = (edge.ends, next.ends);
    side_of_line(a, b, c) == 0.0 && precedes(a, b) != precedes(b, c)
}
