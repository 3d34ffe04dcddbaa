//! Quickhull in the plane.

use glam::DVec2;

use super::{by_height, lowest_and_highest};
use crate::geometry::error::ShapeError;
use crate::geometry::predicates::{scaled, side_of_line};

/// The corners of the convex hull of points in the plane, counter-clockwise from the lowest one (the leftmost of the
/// lowest), each strictly convex: the same answer as [`graham_scan`](super::graham_scan) gives, found another way.
///
/// The line between the lowest and the highest point splits the others in two; the point furthest from the line is a
/// corner, everything in its triangle is not, and the two new lines are treated the same (C. B. Barber, D. P. Dobkin,
/// H. Huhdanpaa, *The Quickhull Algorithm for Convex Hulls*, 1996). Time n log n for most inputs, faster than sorting
/// where few of the points are corners; n² for the worst.
///
/// # Errors
///
/// [`ShapeError::NotFinite`], and [`ShapeError::Flat`] where all points are within 10⁻¹² of their extent of one line.
pub fn quickhull_2d(points: &[DVec2]) -> Result<Vec<DVec2>, ShapeError> {
    let at = scaled(points, "a coordinate of the hull's points")?;
    let (lowest, highest) = lowest_and_highest(&at)?;
    let right_of = |a: usize, b: usize, from: &[usize]| -> Vec<usize> {
        from.iter().copied().filter(|&i| side_of_line(at[a], at[b], at[i]) < 0.0).collect()
    };
    let all: Vec<usize> = (0..at.len()).collect();
    let mut candidates = vec![lowest, highest];
    // Edges with what is outside of them. A stack of our own: on some inputs the recursion is as deep as there are points.
    let mut edges = vec![(lowest, highest, right_of(lowest, highest, &all)), (highest, lowest, right_of(highest, lowest, &all))];
    while let Some((a, b, outside)) = edges.pop() {
        let distance = |i: usize| -side_of_line(at[a], at[b], at[i]);
        if let Some(corner) = outside.iter().copied().max_by(|&i, &j| distance(i).total_cmp(&distance(j))) {
            candidates.push(corner);
            edges.push((a, corner, right_of(a, corner, &outside)));
            edges.push((corner, b, right_of(corner, b, &outside)));
        }
    }
    Ok(corners_of(&at, candidates).into_iter().map(|i| points[i]).collect())
}

/// The strictly convex ones among the candidates, in order.
///
/// Of two points that are equally far but for rounding, the nearer may have been taken for a corner, and of several on a line
/// parallel to the edge one in the middle. Nothing that was dropped can be a corner (those signs were exact), so what is
/// left to do is to drop these few (A. M. Andrew, *Another efficient algorithm for convex hulls in two dimensions*, 1979).
fn corners_of(at: &[DVec2], mut candidates: Vec<usize>) -> Vec<usize> {
    candidates.sort_by(|&a, &b| by_height(at[a], at[b]).then(a.cmp(&b)));
    candidates.dedup_by(|a, b| at[*a] == at[*b]);
    let up = chain(at, candidates.iter().copied());
    let down = chain(at, candidates.iter().rev().copied());
    [up, down].concat()
}

/// The corners along the right-hand side of points that come sorted; without the last, which starts the other side.
fn chain(at: &[DVec2], sorted: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut chain: Vec<usize> = Vec::new();
    for i in sorted {
        while let [.., a, b] = chain[..]
            && side_of_line(at[a], at[b], at[i]) <= 0.0
        {
            chain.pop();
        }
        chain.push(i);
    }
    chain.pop();
    chain
}
