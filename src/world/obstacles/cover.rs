//! Which facets a disc could touch: by coarse cells, in two tables, one of what stays and one of what moves. Rows only have to be
//! enough; what is near is found out by the passes, so that rows never change a result.
//!
//! A table has as many places as its rows ask for, or one for each coarse cell where those are fewer: so it does not grow with an empty
//! world. Along a row of cells, places follow each other as cells do; where there are fewer places than cells, rows start as far from each
//! other as they can, round the table, by the golden section (D. E. Knuth, *The Art of Computer Programming*, volume 3, section 6.4).
//! Cells that come to lie in one place are told apart by a name in each of their rows.

use std::ops::RangeInclusive;

use bytemuck::{Pod, Zeroable};
use rayon::prelude::*;

use super::facet::{Facet, NO_MOVER, Pose};
use super::near_outline::rows_of;
use super::reached::{Bounds, greatest_turn, reach, reach_of_moving};
use crate::world::frame::Frame;

/// A coarse cell is `2^COARSENESS` cells wide.
pub const COARSENESS: u32 = 1;

/// The way of a disc is looked at in parts of `2^-PART_BITS` of a cell.
pub const PART_BITS: u32 = 2;

/// The low bits of a cell's name: what its place leaves open of its column. Worlds have less than 2¹⁹ columns and rows.
pub const NAME_BITS: u32 = 12;

/// A table has at least `2^MIN_BITS` places, so that names hold the rest of a column.
const MIN_BITS: u32 = 19 - NAME_BITS;

/// Places of a table that are cheap to have, in any case.
const CHEAP_PLACES: u64 = 1 << 12;

/// Places of a table that is no burden yet; beyond that it has only four for each row.
const MANY_PLACES: u64 = 1 << 20;

/// Places for each row of what stays, so that few are taken: whoever comes to one that is looks at its rows.
const PLACES_PER_ROW: u64 = 16;

/// The same of what moves, for each row at the start: those are made again and again.
const PLACES_PER_MOVING_ROW: u64 = 4;

/// Column and row of a coarse cell.
pub type Cell = [u32; 2];

/// A row of coarse cells, and columns there that follow each other.
pub type Strip = (u32, RangeInclusive<u32>);

/// A coarse cell, and a facet that a disc there could touch.
pub type Pair = (Cell, u32);

/// A facet that a disc in a coarse cell could touch. `vec2u` in the shaders.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct CoverRow {
    /// Which of the cells that share the place this is, see [`Table::name`].
    pub name: u32,
    /// Number of the facet.
    pub facet: u32,
}

/// The tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// Where the rows of each place start, and where the last ends: of what stays, and behind that of what moves.
    pub starts: Vec<u32>,
    /// Those of a cell with ascending facets.
    pub rows: Vec<CoverRow>,
    /// The table of what stays and the one of what moves.
    pub tables: [Table; 2],
    /// How many of `rows` are of what stays.
    still_rows: usize,
    /// Where what moves has rows.
    moving: Vec<Strip>,
}

/// Columns and rows of coarse cells.
pub fn size(frame: &Frame) -> Cell {
    frame.cells.map(|cells| cells.div_ceil(1 << COARSENESS))
}

/// Where coarse cells have their places. Twin of `near_rows` in `obstacle.wgsl`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Places, as a power of two; 0 of no table.
    pub bits: u32,
    /// By how much of the table the places of a row of cells start after those of the one below, in 2⁻³².
    pub shift: u32,
}

impl Table {
    /// With room for so many rows.
    fn new(rows: u64, places_per_row: u64, frame: &Frame) -> Self {
        let cells = size(frame).map(u64::from);
        let wanted = (places_per_row * rows).min(MANY_PLACES).max(4 * rows).max(CHEAP_PLACES);
        let all = cells[0] * cells[1];
        let bits = wanted.min(all).next_power_of_two().ilog2().max(MIN_BITS);
        let golden = 0x9e37_79b1;
        Self { bits, shift: if all <= 1 << bits { (cells[0] as u32) << (32 - bits) } else { golden } }
    }

    /// How many places there are, and an end.
    #[inline(always)]
    pub fn starts(self) -> usize {
        if self.bits == 0 { 0 } else { (1 << self.bits) + 1 }
    }

    /// The place of a coarse cell.
    #[inline(always)]
    pub fn place(self, [column, row]: Cell) -> u32 {
        column.wrapping_add(self.of_row(row)) & ((1 << self.bits) - 1)
    }

    #[inline(always)]
    fn of_row(self, row: u32) -> u32 {
        row.wrapping_mul(self.shift) >> (32 - self.bits)
    }

    /// What tells a coarse cell from others in its place.
    #[inline(always)]
    pub fn name(self, [column, row]: Cell) -> u32 {
        row << NAME_BITS | column >> self.bits
    }

    /// The cell with a name in a place.
    fn cell(self, place: u32, name: u32) -> Cell {
        let row = name >> NAME_BITS;
        let low = place.wrapping_sub(self.of_row(row)) & ((1 << self.bits) - 1);
        [(name & ((1 << NAME_BITS) - 1)) << self.bits | low, row]
    }
}

impl Cover {
    /// Rows of the facets that stay, and room for those of others, as they are at these poses. Of an outline that stays there are, in
    /// every coarse cell where a disc could touch it or be inside, all facets that could be the nearest.
    pub(super) fn new(facets: &[Facet], poses: &[Pose], frame: &Frame) -> Self {
        let (still, moving) = facets.split_at(facets.partition_point(|facet| facet.mover == NO_MOVER));
        let outlines = still.chunk_by(|a, b| a.outline == b.outline).scan(0, |end, outline| {
            let first = *end;
            *end += outline.len() as u32;
            Some((outline, first))
        });
        let outlines: Vec<_> = outlines.collect();
        let parts: Vec<Vec<Pair>> = outlines.par_iter().map(|&(outline, first)| rows_of(outline, first, frame)).collect();
        let mut pairs = Vec::with_capacity(parts.iter().map(Vec::len).sum());
        parts.into_iter().for_each(|part| pairs.extend(part));
        let still = Table::new(pairs.len() as u64, PLACES_PER_ROW, frame);
        let moving = match cells_reached(moving, poses, frame) {
            0 => Table::default(),
            rows => Table::new(rows, PLACES_PER_MOVING_ROW, frame),
        };
        let mut cover = Self { tables: [still, moving], ..Self::default() };
        cover.add_table(still, &pairs);
        cover.still_rows = cover.rows.len();
        cover.set_moving(&[]);
        cover
    }

    /// Sets the rows of the facets that move through poses (several of each of `movers`).
    pub(super) fn place_moving(&mut self, facets: &[Facet], poses: &[Pose], movers: usize, frame: &Frame) {
        let own = |mover: usize| poses.iter().skip(mover).step_by(movers);
        let turns: Vec<f64> = (0..movers).map(|mover| greatest_turn(own(mover))).collect();
        let mut pairs = Vec::new();
        self.moving.clear();
        let still = facets.partition_point(|facet| facet.mover == NO_MOVER);
        for (number, facet) in (0..).zip(facets).skip(still) {
            let turn = turns[facet.mover as usize];
            let bounds = Bounds::of_moving(facet, own(facet.mover as usize), turn).grown(reach_of_moving(facet, turn, frame));
            for (row, columns) in bounds.cells(frame) {
                pairs.extend(columns.clone().map(|column| ([column, row], number)));
                self.moving.push((row, columns));
            }
        }
        self.set_moving(&pairs);
    }

    fn set_moving(&mut self, pairs: &[Pair]) {
        self.starts.truncate(self.still_starts());
        self.rows.truncate(self.still_rows);
        if self.tables[1].bits > 0 {
            self.add_table(self.tables[1], pairs);
        }
    }

    /// Adds a table of pairs of cell and facet, of each cell ascending by facet.
    fn add_table(&mut self, table: Table, pairs: &[Pair]) {
        let first = self.starts.len();
        // One more, so that where a place starts stands one further while it is being filled, and has moved on to its end then.
        self.starts.resize(first + table.starts() + 1, 0);
        let starts = &mut self.starts[first..];
        pairs.iter().for_each(|&(cell, _)| starts[table.place(cell) as usize + 2] += 1);
        (starts[0], starts[1]) = (self.rows.len() as u32, self.rows.len() as u32);
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        self.rows.resize(self.rows.len() + pairs.len(), CoverRow::default());
        for &(cell, facet) in pairs {
            let next = &mut starts[table.place(cell) as usize + 1];
            self.rows[*next as usize] = CoverRow { name: table.name(cell), facet };
            *next += 1;
        }
        self.starts.pop();
    }

    /// How many starts are of what stays.
    pub fn still_starts(&self) -> usize {
        self.tables[0].starts()
    }

    /// How many rows are of what stays.
    pub fn still_rows(&self) -> usize {
        self.still_rows
    }

    /// The facets of a coarse cell that stay.
    pub(super) fn still_of(&self, cell: Cell) -> impl Iterator<Item = u32> {
        let table = self.tables[0];
        let (place, name) = (table.place(cell) as usize, table.name(cell));
        let rows = &self.rows[self.starts[place] as usize..self.starts[place + 1] as usize];
        rows.iter().filter(move |row| row.name == name).map(|row| row.facet)
    }

    /// Where what stays has rows.
    pub fn still_strips(&self) -> Vec<Strip> {
        let mut cells: Vec<Cell> = self.pairs(false).map(|(cell, _)| cell).collect();
        cells.sort_unstable_by_key(|&[column, row]| (row, column));
        cells.dedup();
        let strips = cells.chunk_by(|a, b| a[1] == b[1] && a[0] + 1 == b[0]);
        strips.map(|strip| (strip[0][1], strip[0][0]..=strip[strip.len() - 1][0])).collect()
    }

    /// Where what moves has rows.
    pub fn moving_strips(&self) -> impl Iterator<Item = Strip> {
        self.moving.iter().cloned()
    }

    /// Every row of what stays, or of what moves, with its coarse cell.
    fn pairs(&self, moving: bool) -> impl Iterator<Item = Pair> {
        let (still, moves) = self.starts.split_at(self.still_starts());
        let (table, starts) = (self.tables[usize::from(moving)], if moving { moves } else { still });
        (0..).zip(starts.windows(2)).flat_map(move |(place, starts)| {
            let rows = &self.rows[starts[0] as usize..starts[1] as usize];
            rows.iter().map(move |row| (table.cell(place, row.name), row.facet))
        })
    }
}

/// About how many coarse cells facets reach at the first of these poses, each counted with each of them.
pub(super) fn cells_reached(facets: &[Facet], poses: &[Pose], frame: &Frame) -> u64 {
    let bounds = |facet: &Facet| match facet.mover {
        NO_MOVER => Bounds::of_still(facet),
        mover => Bounds::of_moving(facet, poses.iter().skip(mover as usize).take(1), 0.0),
    };
    facets.iter().map(|facet| bounds(facet).grown(reach(facet, frame)).cell_count(frame)).sum()
}

/// About how many they may reach in one substep while they move from there, those of each mover turning by as much as it ever does.
pub(super) fn cells_swept(facets: &[Facet], poses: &[Pose], turns: &[f64], frame: &Frame) -> u64 {
    let cells = |facet: &Facet| {
        let turn = turns[facet.mover as usize];
        let bounds = Bounds::of_moving(facet, poses.iter().skip(facet.mover as usize).take(1), turn);
        bounds.grown(reach_of_moving(facet, turn, frame)).cell_count(frame)
    };
    facets.iter().filter(|facet| facet.mover != NO_MOVER).map(cells).sum()
}

#[cfg(test)]
mod tests;
