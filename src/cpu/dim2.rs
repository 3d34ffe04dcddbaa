//! Twin of `dim2.wgsl`: motion, sums of corrections, cells and neighbour runs in two dimensions.

use std::ops::Range;

use super::vectors::lanes::EIGHT;
use crate::world::fixed::{FRACTION_BITS, FRACTION_MASK, MAX_DISPLACEMENT};
use crate::world::levels::{Level, Levels};
use crate::world::particle::{Displacement, FRACTION_SHIFT, Particle};

/// Twin of `moved`: the particle moved by a displacement; the fraction of a step is carried.
#[inline(always)]
pub fn moved(particle: Particle, by: Displacement) -> Particle {
    let mut result = particle;
    for axis in 0..2 {
        let shift = FRACTION_SHIFT[axis];
        let fine = ((particle.info >> shift) & FRACTION_MASK) as i32 + by[axis];
        result.position[axis] = particle.position[axis].wrapping_add(fine >> FRACTION_BITS);
        result.info = (result.info & !(FRACTION_MASK << shift)) | (fine as u32 & FRACTION_MASK) << shift;
    }
    result
}

/// Twin of `saturated`: a displacement held to the range that fits.
#[inline(always)]
pub fn saturated(displacement: Displacement) -> Displacement {
    let hold = |d: i32| d.clamp(-MAX_DISPLACEMENT, MAX_DISPLACEMENT);
    [hold(displacement[0]), hold(displacement[1])]
}

/// Whether [`saturated`] leaves a displacement as it is.
#[inline(always)]
pub fn fits(displacement: Displacement) -> bool {
    displacement.iter().all(|d| (-MAX_DISPLACEMENT..=MAX_DISPLACEMENT).contains(d))
}

/// Sum of two displacements; two inside the range do not wrap.
#[inline(always)]
pub fn sum(a: Displacement, b: Displacement) -> Displacement {
    [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]
}

/// Twin of `Correction`: a sum in 64 bits, so that no crowd is too dense for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Correction([i64; 2]);

impl Correction {
    /// Twin of `correction_add`.
    #[inline(always)]
    pub fn add(&mut self, term: Displacement) {
        self.0[0] += i64::from(term[0]);
        self.0[1] += i64::from(term[1]);
    }

    /// Eight terms, one axis after the other.
    #[inline(always)]
    pub fn add_eight(&mut self, terms: [[i32; EIGHT]; 2]) {
        for (sum, terms) in self.0.iter_mut().zip(terms) {
            *sum += terms.into_iter().map(i64::from).sum::<i64>();
        }
    }

    /// Twin of `correction_total`: the sum, held to the range of a displacement.
    #[inline(always)]
    pub fn total(self) -> Displacement {
        let most = i64::from(MAX_DISPLACEMENT);
        self.0.map(|sum| sum.clamp(-most, most) as i32)
    }
}

/// Twin of `correction_is_held`: whether a total is at the end of its range, and so counts as held.
#[inline(always)]
pub fn correction_is_held(total: Displacement) -> bool {
    total[0].abs() == MAX_DISPLACEMENT || total[1].abs() == MAX_DISPLACEMENT
}

/// Twin of `world_cell`: the cell of the world that a position is in; outside the grid, the nearest of its border.
#[inline(always)]
pub fn world_cell(level: &Level, position: [i32; 2]) -> [i32; 2] {
    let on = |axis: usize| (position[axis] >> level.cell_bits).min(level.world_size[axis] - 1).max(0);
    [on(0), on(1)]
}

/// Twin of `cell_coords`: where the grid has the cell of a position.
#[inline(always)]
pub fn cell_coords(level: &Level, position: [i32; 2]) -> [i32; 2] {
    let cell = world_cell(level, position);
    if level.fold_bits == 0 {
        return cell;
    }
    [folded_column(level, cell), folded_row(level, cell[1])]
}

/// Twin of `folded_column`: the column of a folded grid that has a cell of the world.
#[inline(always)]
pub fn folded_column(level: &Level, [x, y]: [i32; 2]) -> i32 {
    x.wrapping_add((y >> level.fold_bits).wrapping_mul(level.fold_shift)) & (level.size[0] - 1)
}

/// The row of a folded grid that has a row of the world.
#[inline(always)]
pub fn folded_row(level: &Level, y: i32) -> i32 {
    y & (level.size[1] - 1)
}

/// Twin of `cell_index`.
#[inline(always)]
pub fn cell_index(level: &Level, cell: [i32; 2]) -> usize {
    (level.first_cell + cell[1] as u32 * level.size[0] as u32 + cell[0] as u32) as usize
}

/// The slots of the particles in some rows of cells of a level.
#[inline(always)]
pub fn slots_of_rows(level: &Level, cell_starts: &[u32], rows: Range<i32>) -> Range<usize> {
    let [start, end] = [rows.start, rows.end].map(|row| start_of_row(level, cell_starts, row));
    start..end
}

/// The slots of the particles in a row of cells of a level, from one column to another one.
#[inline(always)]
pub fn slots_of_run(level: &Level, cell_starts: &[u32], row: i32, [first, last]: [i32; 2]) -> Range<usize> {
    cell_starts[cell_index(level, [first, row])] as usize..cell_starts[cell_index(level, [last + 1, row])] as usize
}

/// The rows of cells of a row of blocks.
#[inline(always)]
pub fn cells_of_row_of_blocks(level: &Level, row: i32) -> Range<i32> {
    2 * row..(2 * row + 2).min(level.size[1])
}

/// The slots of the particles in a row of blocks.
#[inline(always)]
pub fn slots_of_row_of_blocks(level: &Level, cell_starts: &[u32], row: i32) -> Range<usize> {
    slots_of_rows(level, cell_starts, cells_of_row_of_blocks(level, row))
}

/// The slot with which a row of cells of a level begins, or the end.
#[inline(always)]
pub fn start_of_row(level: &Level, cell_starts: &[u32], row: i32) -> usize {
    cell_starts[cell_index(level, [0, row])] as usize
}

/// The first slot of each cell of a row of cells, and the end; none beyond the last row.
pub fn starts_of_row<'a>(level: &Level, cell_starts: &'a [u32], row: i32) -> &'a [u32] {
    let [width, height] = level.size;
    if row < height { &cell_starts[cell_index(level, [0, row])..=cell_index(level, [width, row])] } else { &[] }
}

/// [`starts_of_row`] of both rows of cells of a row of blocks.
pub fn starts_of_row_of_blocks<'a>(level: &Level, cell_starts: &'a [u32], row: i32) -> [&'a [u32]; 2] {
    [2 * row, 2 * row + 1].map(|y| starts_of_row(level, cell_starts, y))
}

/// Twin of `Run`: cells of a row around a cell that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Empty outside the grid.
    pub cells: Range<usize>,
    /// -1 where they come before the own cell, row by row of the world, 1 where they come after; 0 where it is among them.
    pub side: i32,
}

/// The runs around a cell: two of each row in a folded grid, the left one first. Twin of `first_run` and `neighbour_run`.
#[inline(always)]
pub fn neighbour_runs(level: &Level, cell: [i32; 2]) -> [Run; 6] {
    if is_at_a_fold(level, cell) {
        return folded_runs(level, cell);
    }
    let whole = |row| Run { cells: neighbour_run(level, cell, row), side: row };
    let none = || Run { cells: 0..0, side: 0 };
    [whole(-1), none(), whole(0), none(), whole(1), none()]
}

/// Whether the cells around a cell are not all beside it: those on the edges of a folded grid. Around all others the runs are
/// as in a grid that is not folded.
#[inline(always)]
pub fn is_at_a_fold(level: &Level, cell: [i32; 2]) -> bool {
    let is_at_edge = |axis: usize| cell[axis] == 0 || cell[axis] == level.size[axis] - 1;
    level.fold_bits != 0 && (is_at_edge(0) || is_at_edge(1))
}

/// Twin of `folded_run`, for all of them.
#[inline(never)]
fn folded_runs(level: &Level, cell: [i32; 2]) -> [Run; 6] {
    // Written out: a closure over an array is not inlined.
    let run = |row, part| folded_run(level, cell, row, part);
    [run(-1, 0), run(-1, 1), run(0, 0), run(0, 1), run(1, 0), run(1, 1)]
}

/// Twin of `neighbour_run` where the grid has no fold: the cells of the row `row` around a cell.
#[inline(always)]
pub fn neighbour_run(level: &Level, cell: [i32; 2], row: i32) -> Range<usize> {
    let y = cell[1] + row;
    if y < 0 || y >= level.size[1] {
        return 0..0;
    }
    let first = cell_index(level, [(cell[0] - 1).max(0), y]);
    let last = cell_index(level, [(cell[0] + 1).min(level.size[0] - 1), y]);
    first..last + 1
}

/// Twin of `folded_run`.
#[inline(always)]
fn folded_run(level: &Level, cell: [i32; 2], row: i32, part: i32) -> Run {
    let (width, y) = (level.size[0], cell[1] + row);
    let x = folded_column(level, [cell[0], y]);
    let own = i32::from(x == 0);
    let side = if row == 0 { (part - own).signum() } else { row };
    let columns = match part {
        0 if x == 0 => width - 1..width,
        0 => x - 1..(x + 2).min(width),
        _ if x == 0 => 0..2,
        _ => 0..i32::from(x == width - 1),
    };
    let row_start = cell_index(level, [0, folded_row(level, y)]);
    Run { cells: row_start + columns.start as usize..row_start + columns.end as usize, side }
}

/// Twin of `reached_cells`: of a level, the lowest and the highest cell of the world in which discs may touch one with this radius.
#[inline(always)]
pub fn reached_cells(level: &Level, position: [i32; 2], radius: i32) -> [[i32; 2]; 2] {
    let inside = [0, 1].map(|axis| position[axis].clamp(0, level.world_size[axis] << level.cell_bits));
    reached_from(level, inside, inside, radius)
}

/// Twin of `reached_from`: the same for discs with this radius anywhere between two positions of the world.
#[inline(always)]
pub fn reached_from(level: &Level, low: [i32; 2], high: [i32; 2], radius: i32) -> [[i32; 2]; 2] {
    let reach = radius + (1 << level.cell_bits >> 1);
    [world_cell(level, low.map(|p| p - reach)), world_cell(level, high.map(|p| p + reach))]
}

/// Twin of `reached_run`: the cells of the world's row `y` between two columns, in two parts where the grid is folded.
#[inline(always)]
pub fn reached_runs(level: &Level, y: i32, columns: [i32; 2]) -> [Range<usize>; 2] {
    let count = columns[1] - columns[0] + 1;
    if level.fold_bits == 0 {
        let first = cell_index(level, [columns[0], y]);
        return [first..first + count as usize, 0..0];
    }
    let (width, x) = (level.size[0], folded_column(level, [columns[0], y]));
    let row_start = cell_index(level, [0, folded_row(level, y)]);
    let run = |first: i32, end: i32| row_start + first as usize..row_start + end as usize;
    [run(x, (x + count).min(width)), run(0, (x + count - width).max(0))]
}

/// Twin of `sort_cell`: the cell to sort a particle into, its own or the overflow cell.
#[inline(always)]
pub fn sort_cell(levels: &Levels, particle: &Particle) -> usize {
    if !particle.in_grid() {
        return levels.cell_count;
    }
    let level = levels.of(particle.info);
    cell_index(level, cell_coords(level, particle.position))
}

/// A pair's offset (from the other to this particle) and reach, if their bounding boxes overlap: the cheap
/// test before `contact`.
#[inline(always)]
pub fn boxes_overlap(offset: [i32; 2], reach: i32) -> bool {
    offset[0].unsigned_abs() < reach as u32 && offset[1].unsigned_abs() < reach as u32
}

/// Difference of two positions, from `b` to `a`.
#[inline(always)]
pub fn offset(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0].wrapping_sub(b[0]), a[1].wrapping_sub(b[1])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_that_does_not_fit_saturates_instead_of_wrapping() {
        for sign in [1, -1] {
            let mut sum = Correction::default();
            (0..500_000).for_each(|_| sum.add([sign * 6_000_000, sign * 3]));
            assert_eq!(sum.total(), [sign * MAX_DISPLACEMENT, sign * 1_500_000]);
        }
    }
}
