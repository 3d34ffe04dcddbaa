//! The cells near obstacles, in ranges.

use std::ops::Range;

use crate::cpu::dim2::reached_runs;
use crate::world::levels::{Level, Levels};
use crate::world::obstacles::cover::{COARSENESS, Strip};
use crate::world::params::Params;

/// The cells from which a particle that moves by up to a cell can get into one of these coarse cells, in ascending ranges.
pub(super) fn cells_near(params: &Params, strips: impl Iterator<Item = Strip>) -> Vec<Range<u32>> {
    let world = params.level(0).world_size.map(|cells| cells as u32);
    let levels = Levels::new(params);
    let around =
        |first: u32, last: u32, axis: usize| (first << COARSENESS).saturating_sub(1)..(((last + 1) << COARSENESS) + 1).min(world[axis]);
    let mut cells = Vec::new();
    for (row, columns) in strips {
        let (columns, rows) = (around(*columns.start(), *columns.end(), 0), around(row, row, 1));
        // Every further level has two rows and columns for each of the one before.
        for (number, level) in levels.as_slice().iter().enumerate() {
            let columns = (columns.start << number) as i32..(columns.end << number) as i32;
            (rows.start << number..rows.end << number).for_each(|row| extend_with(&mut cells, level, columns.clone(), row as i32));
        }
    }
    joined(cells)
}

/// Adds cells of a row of the world, of which a folded grid may have fewer than there are: then all that it has.
fn extend_with(cells: &mut Vec<Range<u32>>, level: &Level, columns: Range<i32>, row: i32) {
    let last = (columns.end - 1).min(columns.start + level.size[0] - 1);
    let runs = reached_runs(level, row, [columns.start, last]).into_iter().filter(|run| !run.is_empty());
    cells.extend(runs.map(|run| run.start as u32..run.end as u32));
}

/// The same ranges in ascending order, those that meet or overlap in one.
pub(super) fn joined(mut ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
    ranges.sort_by_key(|range| range.start);
    ranges.dedup_by(|next, range| {
        let meets = next.start <= range.end;
        if meets {
            range.end = range.end.max(next.end);
        }
        meets
    });
    ranges
}
