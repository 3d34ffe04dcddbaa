//! The rows of outlines that stay: in every coarse cell where a disc could touch one or be inside, all of its facets that could be
//! the nearest.

use super::cover::{Cell, Pair, size};
use super::facet::{Facet, NO_MOVER};
use super::inside_rows::rows_inside;
use super::outline::doubled_area;
use super::reached::{Bounds, edge, reach};
use crate::world::frame::Frame;

/// Coarse cells around an outline times its facets, for which it has rows in places deep inside; a larger outline has none there.
const MAX_CELLS_BY_FACETS: u64 = 100_000_000;

/// How far from the middle of a coarse cell facets matter, in steps: any point of a cell whose middle is no further than `near` from
/// an outline has its nearest facet, and all within reach, among those that are no further than that one and `rest`.
struct Reach {
    near: f64,
    rest: f64,
}

/// A facet, and how far it is from the middle of a cell.
struct Found {
    cell: Cell,
    facet: u32,
    distance: f64,
}

/// The rows of one outline, whose facets are numbered from `first` on; of each cell by ascending facet.
pub fn rows_of(facets: &[Facet], first: u32, frame: &Frame) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let half_diagonal = edge(frame) * std::f64::consts::FRAC_1_SQRT_2;
    let reach = facets.iter().map(|facet| reach(facet, frame)).fold(0.0, f64::max);
    // A single facet is the nearest wherever it is near.
    let rest = if facets.len() == 1 { 0.0 } else { 2.0 * half_diagonal + reach };
    let reach = Reach { near: half_diagonal + reach, rest };
    let mut found = facets_around(facets, first, &reach, frame);
    found.sort_unstable_by_key(|found| (found.cell, found.facet));
    let mut near = Vec::new();
    for of_cell in found.chunk_by(|a, b| a.cell == b.cell) {
        let nearest = of_cell.iter().map(|found| found.distance).fold(f64::MAX, f64::min);
        if nearest <= reach.near {
            near.push(of_cell[0].cell);
            let own = of_cell.iter().filter(|found| found.distance <= nearest + reach.rest);
            pairs.extend(own.map(|found| (found.cell, found.facet)));
        }
    }
    // What is grown is a point or a segment, with no inside.
    if facets[0].radius == 0.0 && !is_too_large(facets, near.len() as u64, frame) {
        rows_inside(facets, first, &near, reach.rest, frame, &mut pairs);
    }
    pairs
}

/// The facets that matter to some cell.
fn facets_around(facets: &[Facet], first: u32, reach: &Reach, frame: &Frame) -> Vec<Found> {
    let edge = edge(frame);
    let of_facet = |(number, facet): (u32, &Facet)| {
        let facet = *facet;
        let around = Bounds::of_still(&facet).grown(reach.near + reach.rest).each_cell(frame);
        around.map(move |cell| Found { cell, facet: number, distance: distance_to(&facet, middle(cell, edge)) })
    };
    let matters = |found: &Found| found.distance <= reach.near + reach.rest;
    (first..).zip(facets).flat_map(of_facet).filter(matters).collect()
}

/// Pairs of a facet and a coarse cell for which a cell inside of an outline counts: several facets may be the nearest.
const PAIRS_INSIDE: f64 = 4.0;

/// About how many pairs of a facet and a coarse cell there are inside of outlines that stay.
pub(super) fn pairs_inside(facets: &[Facet], frame: &Frame) -> u64 {
    let has_rows = |own: &&[Facet]| own[0].mover == NO_MOVER && own[0].radius == 0.0 && !is_too_large(own, 0, frame);
    let corners = |own: &[Facet]| own.iter().map(|facet| facet.start.map(f64::from)).collect::<Vec<_>>();
    let cells = |own: &[Facet]| 0.5 * doubled_area(&corners(own)).abs() / (edge(frame) * edge(frame));
    facets.chunk_by(|a, b| a.outline == b.outline).filter(has_rows).map(|own| (PAIRS_INSIDE * cells(own)) as u64).sum()
}

/// Whether an outline of which so many cells are near the edge may be so large that cells deep inside it have no rows.
pub fn is_too_large(facets: &[Facet], near: u64, frame: &Frame) -> bool {
    let [width, height] = cells_of(facets, frame).map(|[first, last]| u64::from(last - first) + 1);
    (width * height).saturating_sub(near).saturating_mul(facets.len() as u64) > MAX_CELLS_BY_FACETS
}

/// The first and the last column and row of coarse cells that an outline reaches.
pub(super) fn cells_of(facets: &[Facet], frame: &Frame) -> [[u32; 2]; 2] {
    let sides = facets.iter().map(|facet| Bounds::of_still(facet).sides());
    let all = sides.reduce(|a, b| [0, 1].map(|axis| [a[axis][0].min(b[axis][0]), a[axis][1].max(b[axis][1])])).unwrap_or_default();
    let last = size(frame).map(|cells| cells - 1);
    [0, 1].map(|axis| all[axis].map(|at| (at / edge(frame)).floor().clamp(0.0, f64::from(last[axis])) as u32))
}

/// The middle of a coarse cell, in steps.
fn middle(cell: Cell, edge: f64) -> [f64; 2] {
    cell.map(|place| (f64::from(place) + 0.5) * edge)
}

/// Distance from a point to a facet as a segment, in steps.
pub fn distance_to(facet: &Facet, point: [f64; 2]) -> f64 {
    let offset = [0, 1].map(|axis| point[axis] - f64::from(facet.start[axis]));
    let along = facet.along.map(f64::from);
    let foot = (offset[0] * along[0] + offset[1] * along[1]).clamp(0.0, f64::from(facet.length));
    libm::hypot(offset[0] - foot * along[0], offset[1] - foot * along[1])
}
