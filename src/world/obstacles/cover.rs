//! Which facets a disc could touch: by coarse cells, in compressed rows. Rows only have to be enough; what is near is found
//! out by the passes, so that rows never change a result.

use std::ops::RangeInclusive;

use super::facet::{Facet, NO_MOVER, Pose};
use super::spec::is_crossed;
use crate::world::fixed::{FRACTION_BITS, MAX_DISPLACEMENT};
use crate::world::frame::Frame;

/// A coarse cell is `2^COARSENESS` cells wide.
pub const COARSENESS: u32 = 1;

/// The way of a disc is looked at in parts of `2^-PART_BITS` of a cell.
pub const PART_BITS: u32 = 2;

/// Length of such a part in cells, and what rounding adds: a quarter on both axes.
const PART: f64 = 0.36;

/// Rows of facets by coarse cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// Where the rows of each coarse cell start, and where the last ends.
    pub starts: Vec<u32>,
    /// Numbers of facets, ascending in each cell.
    pub rows: Vec<u32>,
}

/// Columns and rows of coarse cells.
pub fn size(frame: &Frame) -> [u32; 2] {
    frame.cells.map(|cells| cells.div_ceil(1 << COARSENESS))
}

impl Cover {
    /// Rows of the facets that stay. Of an outline they have, in every coarse cell where a disc could touch it or be inside,
    /// all that could be the nearest.
    pub(super) fn of_still(facets: &[Facet], frame: &Frame) -> Self {
        let mut pairs = Vec::new();
        let still = facets.partition_point(|facet| facet.mover == NO_MOVER);
        let mut first = 0;
        while first < still {
            let count = facets[first..still].iter().take_while(|facet| facet.outline == facets[first].outline).count();
            cover_outline(&facets[first..first + count], first as u32, frame, &mut pairs);
            first += count;
        }
        Self::from_pairs(&pairs, frame)
    }

    /// These rows, and behind them in each cell those of the facets that move through poses (several of each of `movers`).
    pub(super) fn with_moving(&self, facets: &[Facet], poses: &[Pose], movers: usize, frame: &Frame) -> Self {
        let still = facets.partition_point(|facet| facet.mover == NO_MOVER);
        let own = |mover: usize| poses.iter().skip(mover).step_by(movers);
        let turns: Vec<f64> = (0..movers).map(|mover| greatest_turn(own(mover))).collect();
        let mut pairs = Vec::new();
        for (number, facet) in (0..).zip(facets).skip(still) {
            let turn = turns[facet.mover as usize];
            let bounds = swept_bounds(facet, own(facet.mover as usize), turn);
            // Seen from what turns, the way of the fastest disc is bent by a quarter of the turn.
            let reach = reach(facet, frame) + 0.25 * turn * f64::from(MAX_DISPLACEMENT >> FRACTION_BITS);
            let [columns, rows] = [0, 1].map(|axis| cells(frame, axis, bounds[axis], reach));
            for row in rows {
                pairs.extend(columns.clone().map(|column| (cell(frame, column, row), number)));
            }
        }
        self.merged(&Self::from_pairs(&pairs, frame))
    }

    /// Rows from pairs of cell and facet, ascending by facet.
    fn from_pairs(pairs: &[(u32, u32)], frame: &Frame) -> Self {
        let [columns, rows] = size(frame);
        let mut starts = vec![0u32; (columns * rows) as usize + 1];
        pairs.iter().for_each(|&(cell, _)| starts[cell as usize + 1] += 1);
        for cell in 1..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let mut next = starts.clone();
        let mut all = vec![0; pairs.len()];
        for &(cell, facet) in pairs {
            all[next[cell as usize] as usize] = facet;
            next[cell as usize] += 1;
        }
        Self { starts, rows: all }
    }

    fn merged(&self, behind: &Self) -> Self {
        let mut rows = Vec::with_capacity(self.rows.len() + behind.rows.len());
        for cell in 0..self.starts.len() - 1 {
            rows.extend(self.of(cell).iter().chain(behind.of(cell)));
        }
        let starts = self.starts.iter().zip(&behind.starts).map(|(a, b)| a + b).collect();
        Self { starts, rows }
    }

    /// The facets of a coarse cell.
    pub fn of(&self, cell: usize) -> &[u32] {
        &self.rows[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// About how many coarse cells facets reach, each counted with each of them.
pub(super) fn cells_reached(facets: &[Facet], frame: &Frame) -> u64 {
    let edge = f64::from(1u32 << frame.cell_bits) * f64::from(1u32 << COARSENESS);
    let of_facet = |facet: &Facet| {
        let (start, end) = (facet.start.map(f64::from), facet.end());
        let along = |axis: usize| {
            let length = (end[axis] - start[axis]).abs() + 2.0 * reach(facet, frame);
            (length / edge).ceil().min(f64::from(size(frame)[axis])) as u64
        };
        along(0) * along(1)
    };
    facets.iter().map(of_facet).sum()
}

fn cell(frame: &Frame, column: u32, row: u32) -> u32 {
    row * size(frame)[0] + column
}

/// How far from a facet the centre of a disc can be that touches it within a part of its way, in steps.
fn reach(facet: &Facet, frame: &Frame) -> f64 {
    let cell = f64::from(1u32 << frame.cell_bits);
    f64::from(facet.radius) + (0.5 + PART) * cell + 256.0
}

/// Coarse cells from `bounds.0 - reach` to `bounds.1 + reach`. What is outside the grid counts to its border, as positions do.
fn cells(frame: &Frame, axis: usize, bounds: [f64; 2], reach: f64) -> RangeInclusive<u32> {
    let edge = f64::from(1u32 << frame.cell_bits) * f64::from(1u32 << COARSENESS);
    let last = f64::from(size(frame)[axis] - 1);
    let [low, high] = [bounds[0] - reach, bounds[1] + reach].map(|at| (at / edge).floor().clamp(0.0, last) as u32);
    low..=high
}

/// Lowest and highest coordinate on both axes.
type Bounds = [[f64; 2]; 2];

fn bounds_of(points: impl Iterator<Item = [f64; 2]>) -> Bounds {
    let grown = |bounds: Bounds, at: [f64; 2]| [0, 1].map(|axis| [bounds[axis][0].min(at[axis]), bounds[axis][1].max(at[axis])]);
    points.fold([[f64::INFINITY, f64::NEG_INFINITY]; 2], grown)
}

/// Bounds of a facet that goes through poses, with what its arcs leave the chords between them by.
fn swept_bounds<'a>(facet: &Facet, poses: impl Iterator<Item = &'a Pose> + Clone, turn: f64) -> Bounds {
    let ends = [facet.start.map(f64::from), facet.end()];
    let placed = |pose: &'a Pose| {
        let [cos, sin] = pose.direction.map(f64::from);
        let place = [0, 1].map(|axis| f64::from(pose.translation[axis]));
        ends.map(|[x, y]| [place[0] + cos * x - sin * y, place[1] + sin * x + cos * y])
    };
    let far = ends.iter().map(|[x, y]| libm::hypot(*x, *y)).fold(0.0, f64::max);
    // The height of an arc over its chord is less than a seventh of the angle's square, for angles up to an eighth of a turn.
    let height = far * turn * turn / 7.0;
    bounds_of(poses.flat_map(placed)).map(|[low, high]| [low - height, high + height])
}

/// The greatest turn from a pose to the next, in radians.
fn greatest_turn<'a>(poses: impl Iterator<Item = &'a Pose> + Clone) -> f64 {
    let chord = |(a, b): (&Pose, &Pose)| f64::from(libm::hypotf(a.direction[0] - b.direction[0], a.direction[1] - b.direction[1]));
    1.05 * poses.clone().zip(poses.skip(1)).map(chord).fold(0.0, f64::max)
}

/// Distances of coarse cells to an outline that are looked at for places deep inside it; a larger outline has no rows there.
const MOST_DISTANCES: usize = 100_000_000;

/// Rows of one outline that stays.
fn cover_outline(facets: &[Facet], first: u32, frame: &Frame, pairs: &mut Vec<(u32, u32)>) {
    let edge = f64::from(1u32 << frame.cell_bits) * f64::from(1u32 << COARSENESS);
    let half_diagonal = edge * std::f64::consts::FRAC_1_SQRT_2;
    let reach = facets.iter().map(|facet| reach(facet, frame)).fold(0.0, f64::max);
    // Any point of a cell whose middle is so far from the outline has its nearest facet, and all within reach, among those that
    // are no further than that and the rest.
    let (near, rest) = (half_diagonal + reach, 2.0 * half_diagonal + reach);
    let ends = |facet: &Facet| [facet.start.map(f64::from), facet.end()];
    let bounds = bounds_of(facets.iter().flat_map(ends));
    let [columns, rows] = [0, 1].map(|axis| cells(frame, axis, bounds[axis], near + rest));
    let width = columns.end() - columns.start() + 1;
    let mut nearest = vec![f64::MAX; (width * (rows.end() - rows.start() + 1)) as usize];
    let for_near_cells = |facet: &Facet, each: &mut dyn FnMut(usize, u32, f64)| {
        let bounds = bounds_of(ends(facet).into_iter());
        let [own_columns, own_rows] = [0, 1].map(|axis| cells(frame, axis, bounds[axis], near + rest));
        for row in own_rows {
            for column in own_columns.clone() {
                let place = (row - rows.start()) * width + column - columns.start();
                each(place as usize, cell(frame, column, row), distance_to(facet, middle(column, row, edge)));
            }
        }
    };
    for facet in facets {
        for_near_cells(facet, &mut |place, _, distance| nearest[place] = nearest[place].min(distance));
    }
    for (number, facet) in (first..).zip(facets) {
        for_near_cells(facet, &mut |place, cell, distance| {
            if nearest[place] <= near && distance <= nearest[place] + rest {
                pairs.push((cell, number));
            }
        });
    }
    let deep = nearest.iter().filter(|distance| **distance > near).count();
    // What is grown is a point or a segment, with no inside.
    if facets[0].radius > 0.0 || deep.saturating_mul(facets.len()) > MOST_DISTANCES {
        return;
    }
    for (place, _) in (0..).zip(&nearest).filter(|(_, distance)| **distance > near) {
        let [column, row] = [columns.start() + place % width, rows.start() + place / width];
        let centre = middle(column, row, edge);
        if encloses(facets, centre) {
            let distances: Vec<f64> = facets.iter().map(|facet| distance_to(facet, centre)).collect();
            let most = distances.iter().copied().fold(f64::MAX, f64::min) + rest;
            let found = (first..).zip(&distances).filter(|(_, distance)| **distance <= most);
            pairs.extend(found.map(|(number, _)| (cell(frame, column, row), number)));
        }
    }
}

/// The middle of a coarse cell, in steps.
fn middle(column: u32, row: u32, edge: f64) -> [f64; 2] {
    [f64::from(column), f64::from(row)].map(|place| (place + 0.5) * edge)
}

/// Distance from a point to a facet as a segment, in steps.
fn distance_to(facet: &Facet, point: [f64; 2]) -> f64 {
    let offset = [0, 1].map(|axis| point[axis] - f64::from(facet.start[axis]));
    let along = facet.along.map(f64::from);
    let foot = (offset[0] * along[0] + offset[1] * along[1]).clamp(0.0, f64::from(facet.length));
    libm::hypot(offset[0] - foot * along[0], offset[1] - foot * along[1])
}

/// Whether a point is inside an outline: a ray to the right crosses it an odd number of times.
pub(super) fn encloses(facets: &[Facet], point: [f64; 2]) -> bool {
    facets.iter().filter(|facet| is_crossed(facet.start.map(f64::from), facet.end(), point)).count() % 2 == 1
}
