//! Twin of `blocks.wgsl`: the order of a sweep over all contacts, Gauss-Seidel in four colours of blocks of 2×2 cells, level by
//! level.

use std::ops::Range;

use super::dim2::cell_index;
use super::threads::rows::for_each_row;
use crate::world::contacts::ContactRow;
use crate::world::fixed::LIST_ROWS;
use crate::world::levels::{Level, Levels};
use crate::world::links::NO_PARTNER;

/// Calls `each` with every block of every level, the finest level first, on several threads: none of two blocks at the same time
/// reaches what the other does. In a level are the contacts of its discs with each other and with finer ones.
pub fn for_each_block(levels: &Levels, cell_starts: &[u32], backwards: bool, each: impl Fn(&Level, [u32; 2]) + Sync) {
    for level in levels.as_slice().iter().rev() {
        for_each_row(level, cell_starts, usize::from(backwards), |row| {
            for colour in order(2, backwards) {
                for x in columns_of(level, colour) {
                    each(level, [x, row as u32]);
                }
            }
        });
    }
}

/// The blocks of a colour in a row of a level.
fn columns_of(level: &Level, colour: u32) -> impl Iterator<Item = u32> {
    (colour..(level.size[0] as u32).div_ceil(2)).step_by(2)
}

/// Twin of `rows_of`: the rows of a list but those of partners on coarser levels, which come first.
#[inline(always)]
pub fn rows_of(list: &[ContactRow; LIST_ROWS], end_of_level: u32) -> Range<usize> {
    let is_used = |row: &&ContactRow| row.partner != NO_PARTNER;
    let first = list.iter().take_while(|row| is_used(row) && row.partner >= end_of_level).count();
    first..first + list[first..].iter().take_while(is_used).count()
}

/// `0..count`, or from the end.
#[inline(always)]
pub fn order(count: u32, backwards: bool) -> impl Iterator<Item = u32> {
    (0..count).map(move |k| if backwards { count - 1 - k } else { k })
}

/// The slots of the discs of a level in a block, in the order of a sweep.
#[inline(always)]
pub fn slots_of(level: &Level, cell_starts: &[u32], block: [u32; 2], backwards: bool) -> impl Iterator<Item = usize> {
    let [lower, upper] = block_runs(level, cell_starts, block);
    order((lower.len() + upper.len()) as u32, backwards).map(move |place| match (place as usize).checked_sub(lower.len()) {
        None => lower.start + place as usize,
        Some(place) => upper.start + place,
    })
}

/// Twin of `block_run`, of both rows of a block: two cells of a row follow each other, so a block is two runs of slots.
#[inline(always)]
fn block_runs(level: &Level, cell_starts: &[u32], block: [u32; 2]) -> [Range<usize>; 2] {
    let [width, height] = level.size.map(|cells| cells as u32);
    [0, 1].map(|row| {
        let [x, y] = [2 * block[0], 2 * block[1] + row];
        if y >= height {
            return 0..0;
        }
        let first = cell_index(level, [x as i32, y as i32]);
        cell_starts[first] as usize..cell_starts[first + (width - x).min(2) as usize] as usize
    })
}

/// From the first block of a row that holds discs to the last; of its two rows of cells the starts.
pub fn occupied_blocks(cells: [&[u32]; 2]) -> Range<usize> {
    let occupied = cells.iter().filter_map(|starts| {
        let (first, end) = (starts.first()?, starts.last()?);
        (first < end).then(|| starts.partition_point(|start| start == first) - 1..starts.partition_point(|start| start < end))
    });
    let both = occupied.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or_default();
    both.start / 2..both.end.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_from_the_first_disc_to_the_last_are_occupied() {
        assert_eq!(occupied_blocks([&[4, 4, 4, 4, 5, 5, 6, 6, 6, 6], &[6, 6, 6, 6, 6, 6, 6, 6, 7, 7]]), 1..4);
        assert_eq!(occupied_blocks([&[4, 4, 4, 5, 5, 5], &[]]), 1..2);
        assert_eq!(occupied_blocks([&[4, 4, 4], &[4, 4, 4]]), 0..0);
    }
}
