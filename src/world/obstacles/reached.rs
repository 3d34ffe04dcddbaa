//! Which coarse cells lie near a facet, where it stays or all along its way.

use std::ops::RangeInclusive;

use super::cover::{COARSENESS, Cell, size};
use super::facet::{Facet, Pose};
use crate::world::fixed::{FRACTION_BITS, MAX_DISPLACEMENT};
use crate::world::frame::Frame;

/// Length of a part of a disc's way in cells (see [`PART_BITS`](super::cover::PART_BITS)), and what rounding adds: a quarter on both
/// axes.
const PART: f64 = 0.36;

/// Up to where the nearest facet of what moves is taken for the nearest, beyond what it is grown by and in cells: less than rows reach.
pub const KNOWN_DEPTH: f64 = 0.8;

const _: () = assert!(KNOWN_DEPTH < REACH);

/// How far beyond what a facet is grown by rows reach at least, in cells: a radius and a part of a way.
const REACH: f64 = 0.5 + PART;

/// Edge of a coarse cell, in steps.
pub fn edge(frame: &Frame) -> f64 {
    f64::from(1u32 << frame.cell_bits) * f64::from(1u32 << COARSENESS)
}

/// How far from a facet the centre of a disc can be that touches it within a part of its way, in steps.
pub fn reach(facet: &Facet, frame: &Frame) -> f64 {
    let cell = f64::from(1u32 << frame.cell_bits);
    f64::from(facet.radius) + REACH * cell + 256.0
}

/// How far from its way the centre of a disc can be that touches a facet which turns by so much, at most, from a pose to the next.
pub fn reach_of_moving(facet: &Facet, turn: f64, frame: &Frame) -> f64 {
    // Seen from what turns, the way of a disc is bent by a quarter of the turn: the way of the fastest one on both axes against the
    // fastest obstacle.
    let most_way = (1.0 + std::f64::consts::SQRT_2) * f64::from(MAX_DISPLACEMENT >> FRACTION_BITS);
    reach(facet, frame) + 0.25 * turn * most_way
}

/// The greatest turn from a pose to the next, in radians.
pub fn greatest_turn<'a>(poses: impl Iterator<Item = &'a Pose> + Clone) -> f64 {
    let chord = |(a, b): (&Pose, &Pose)| f64::from(libm::hypotf(a.direction[0] - b.direction[0], a.direction[1] - b.direction[1]));
    1.05 * poses.clone().zip(poses.skip(1)).map(chord).fold(0.0, f64::max)
}

/// What a facet lies in: a rectangle, and in it a strip in some direction; in steps.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Lowest and highest coordinate on both axes.
    sides: [[f64; 2]; 2],
    /// The strip is where `x + across · y` is within bounds; none where it lies so flat that the rectangle does as well.
    across: Option<f64>,
    /// Lowest and highest `x + across · y`.
    strip: [f64; 2],
}

impl Bounds {
    /// Of a facet that stays.
    pub fn of_still(facet: &Facet) -> Self {
        Self::of([facet.start.map(f64::from), facet.end()].into_iter(), facet.along.map(f64::from))
    }

    /// Of a facet that goes through poses, on arcs of no more than a turn between them.
    pub fn of_moving<'a>(facet: &Facet, poses: impl Iterator<Item = &'a Pose> + Clone, turn: f64) -> Self {
        let ends = [facet.start.map(f64::from), facet.end()];
        let turned = |pose: &Pose, [x, y]: [f64; 2]| {
            let [cos, sin] = pose.direction.map(f64::from);
            [cos * x - sin * y, sin * x + cos * y]
        };
        let placed = |pose: &'a Pose| {
            let place = pose.translation.map(f64::from);
            ends.map(|end| turned(pose, end)).map(|[x, y]| [place[0] + x, place[1] + y])
        };
        let along = poses.clone().next().map_or([1.0, 0.0], |pose| turned(pose, facet.along.map(f64::from)));
        let far = ends.iter().map(|[x, y]| libm::hypot(*x, *y)).fold(0.0, f64::max);
        // The height of an arc over its chord is less than a seventh of the angle's square, for angles up to an eighth of a turn.
        Self::of(poses.flat_map(placed), along).grown(far * turn * turn / 7.0)
    }

    /// Of points, with the strip in a direction.
    fn of(points: impl Iterator<Item = [f64; 2]>, along: [f64; 2]) -> Self {
        // A strip that nearly lies would be cut by rows far out.
        let across = (along[1].abs() > 0.01).then(|| -along[0] / along[1]);
        let none = [f64::INFINITY, f64::NEG_INFINITY];
        let grown = |[low, high]: [f64; 2], at: f64| [low.min(at), high.max(at)];
        points.fold(Self { sides: [none; 2], across, strip: none }, |bounds, [x, y]| Self {
            sides: [grown(bounds.sides[0], x), grown(bounds.sides[1], y)],
            strip: grown(bounds.strip, x + across.unwrap_or(0.0) * y),
            ..bounds
        })
    }

    /// With all that is no further than this from it.
    pub fn grown(self, by: f64) -> Self {
        let wider = |[low, high]: [f64; 2], by: f64| [low - by, high + by];
        let across = self.across.unwrap_or(0.0);
        Self { sides: self.sides.map(|side| wider(side, by)), strip: wider(self.strip, by * libm::hypot(1.0, across)), ..self }
    }

    /// Lowest and highest coordinate on both axes.
    pub fn sides(&self) -> [[f64; 2]; 2] {
        self.sides
    }

    /// Lowest and highest x where y lies between two others.
    fn span(&self, [low, high]: [f64; 2]) -> [f64; 2] {
        let [least, most] = self.sides[0];
        let Some(across) = self.across else { return [least, most] };
        let rows = [low.max(self.sides[1][0]), high.min(self.sides[1][1])].map(|y| across * y);
        [least.max(self.strip[0] - rows[0].max(rows[1])), most.min(self.strip[1] - rows[0].min(rows[1]))]
    }

    /// Rows of coarse cells that it reaches into, and the columns there, from below. What is outside of the world's cells counts to
    /// those at its border, as positions do.
    pub fn cells(self, frame: &Frame) -> impl Iterator<Item = (u32, RangeInclusive<u32>)> {
        let (edge, [last_column, last_row]) = (edge(frame), size(frame).map(|cells| cells - 1));
        let place = move |at: f64, last: u32| (at / edge).floor().clamp(0.0, f64::from(last)) as u32;
        let rows = self.sides[1].map(|y| place(y, last_row));
        (rows[0]..=rows[1]).map(move |row| {
            let low = if row == 0 { f64::NEG_INFINITY } else { f64::from(row) * edge };
            let high = if row == last_row { f64::INFINITY } else { f64::from(row + 1) * edge };
            let [low, high] = self.span([low, high]);
            (row, place(low, last_column)..=place(high, last_column))
        })
    }

    /// The same, cell by cell.
    pub fn each_cell(self, frame: &Frame) -> impl Iterator<Item = Cell> {
        self.cells(frame).flat_map(|(row, columns)| columns.map(move |column| [column, row]))
    }

    /// How many cells these are.
    pub fn cell_count(self, frame: &Frame) -> u64 {
        self.cells(frame).map(|(_, columns)| u64::from(columns.end() - columns.start()) + 1).sum()
    }
}
