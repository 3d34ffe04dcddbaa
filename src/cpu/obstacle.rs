//! Twin of `obstacle.wgsl`: obstacles as the passes see them.

use std::ops::Range;

use super::dim2::{offset, world_cell};
use super::exact::{multiply_add_high, product};
use crate::world::obstacles::POSES;
use crate::world::obstacles::cover::{COARSENESS, Cell, CoverRow, Table};
use crate::world::obstacles::facet::{Facet, Pose};
use crate::world::params::{Params, Substep};

/// The buffers that all passes over obstacles bind.
#[derive(Clone, Copy)]
pub struct Obstacles<'a> {
    pub params: &'a Params,
    pub substep: &'a Substep,
    pub cover_starts: &'a [u32],
    pub cover_rows: &'a [CoverRow],
    pub facets: &'a [Facet],
    pub poses: &'a [Pose],
}

impl<'a> Obstacles<'a> {
    /// The facets that a disc in a coarse cell could touch, in the order of their numbers.
    #[inline(always)]
    pub fn facets_of(&self, cell: Cell) -> impl Iterator<Item = &'a Facet> {
        let (rows, facets) = (self.cover_rows, self.facets);
        let of_table = move |(run, of_cell): (Range<usize>, u32)| {
            rows[run].iter().filter(move |row| row.name == of_cell).map(move |row| &facets[row.facet as usize])
        };
        of_table(self.still_run(cell)).chain(of_table(self.moving_run(cell)))
    }

    /// The rows of what stays in the place of a coarse cell, and its name.
    #[inline(always)]
    fn still_run(&self, cell: Cell) -> (Range<usize>, u32) {
        self.run(cell, 0, self.still_table())
    }

    /// The same of what moves.
    #[inline(always)]
    fn moving_run(&self, cell: Cell) -> (Range<usize>, u32) {
        match self.params.moving_bits {
            0 => (0..0, 0),
            bits => self.run(cell, self.still_table().starts(), Table { bits, shift: self.params.moving_shift }),
        }
    }

    #[inline(always)]
    fn still_table(&self) -> Table {
        Table { bits: self.params.still_bits, shift: self.params.still_shift }
    }

    #[inline(always)]
    fn run(&self, cell: Cell, first: usize, table: Table) -> (Range<usize>, u32) {
        let at = first + table.place(cell) as usize;
        (self.cover_starts[at] as usize..self.cover_starts[at + 1] as usize, table.name(cell))
    }

    /// Twin of `coarse_cell`.
    #[inline(always)]
    pub fn coarse_cell(&self, position: [i32; 2]) -> Cell {
        world_cell(&self.params.level(0), position).map(|cell| (cell >> COARSENESS) as u32)
    }

    /// Whether there may be anything in reach of a disc at a position, as of very few.
    #[inline(always)]
    pub fn is_near(&self, position: [i32; 2]) -> bool {
        let cell = self.coarse_cell(position);
        !self.still_run(cell).0.is_empty() || !self.moving_run(cell).0.is_empty()
    }

    /// Twin of `pose_of`.
    pub fn pose_of(&self, mover: u32, which: u32) -> &'a Pose {
        &self.poses[((self.substep.place * POSES + which) * self.params.mover_count + mover) as usize]
    }
}

/// Twin of `seen_from`: a position in the frame of an obstacle.
pub fn seen_from(position: [i32; 2], pose: &Pose) -> [i32; 2] {
    let d = offset(position, pose.translation);
    let [cos, sin] = pose.turn;
    [share_of(d[0], cos).wrapping_add(share_of(d[1], sin)), share_of(d[1], cos).wrapping_sub(share_of(d[0], sin))]
}

/// Twin of `put`: where a place in the frame of an obstacle is in the world.
pub fn put(place: [i32; 2], pose: &Pose) -> [i32; 2] {
    let ([x, y], [cos, sin]) = (place, pose.turn);
    let turned = [share_of(x, cos).wrapping_sub(share_of(y, sin)), share_of(x, sin).wrapping_add(share_of(y, cos))];
    [0, 1].map(|axis| pose.translation[axis].wrapping_add(turned[axis]))
}

/// Twin of `share_of`: a · share / 2^31, to the nearest.
fn share_of(a: i32, share: i32) -> i32 {
    let size = multiply_add_high(a.unsigned_abs(), share.unsigned_abs() << 1, 0x8000_0000) as i32;
    if (a < 0) != (share < 0) { size.wrapping_neg() } else { size }
}

/// Twin of `turned`: a vector turned by the angle of a direction.
#[inline(always)]
pub fn turned(v: [f32; 2], direction: [f32; 2]) -> [f32; 2] {
    [product(v[0], direction[0]) - product(v[1], direction[1]), product(v[0], direction[1]) + product(v[1], direction[0])]
}

/// Twin of `left_of`.
pub fn left_of([x, y]: [f32; 2]) -> [f32; 2] {
    [-y, x]
}

/// Twin of `along_of`.
#[inline(always)]
pub fn along_of(a: [f32; 2], b: [f32; 2]) -> f32 {
    product(a[0], b[0]) + product(a[1], b[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_and_of_one_turn_nothing_is_lost() {
        for a in [0, 1, -1, 12_345, -(1 << 30), (1 << 30) - 7] {
            assert_eq!(share_of(a, i32::MAX), a);
            assert_eq!(share_of(a, -i32::MAX), -a);
            assert_eq!(share_of(a, 1 << 30), (f64::from(a) / 2.0).round() as i32);
        }
    }
}
