//! Rows of blocks of 2×2 cells, in parallel: of two colours, so that no two rows that are taken at the same time reach
//! the same particle, and near each other in time where they are near in memory.

use std::ops::Range;

use rayon::prelude::*;

/// Rows of the first colour that one thread takes after each other, with those between them, at most.
const RUN: usize = 8;

/// Runs for each thread, at least, where there are enough rows (a folded grid has few).
const RUNS_PER_THREAD: usize = 2;

/// Calls `one` with each row of `count`, of which the last has the first for a neighbour where the grid is folded. A row is taken
/// after both its neighbours if its parity is not `first`, and before them if it is; rows next to each other are never taken at the
/// same time, nor two with one row between them that belongs to neither's thread.
pub fn for_each_row(count: usize, first: usize, one: impl Fn(usize) + Sync) {
    let firsts: Vec<usize> = (first..count).step_by(2).collect();
    let run = (firsts.len() / (RUNS_PER_THREAD * rayon::current_num_threads())).clamp(1, RUN);
    let mut between: Vec<usize> = firsts.chunks(run).filter_map(|run| run[0].checked_sub(1)).collect();
    between.extend(firsts.last().map(|last| last + 1).or((count > 0).then_some(0)).filter(|&row| row < count));
    firsts.par_chunks(run).for_each(|run| {
        one(run[0]);
        for &row in &run[1..] {
            one(row);
            one(row - 1);
        }
    });
    between.into_par_iter().for_each(&one);
}

/// Rows that nobody has reached when [`for_each_row`] comes to one, where a row reaches itself and the next: each is in one of these.
/// Where the grid is not folded.
pub fn opened(count: usize, first: usize, row: usize) -> Range<usize> {
    if row % 2 == first || count == 1 { with_next(count, row) } else { row..row }
}

/// Rows that nobody reaches after [`for_each_row`] has been at one.
pub fn closed(count: usize, first: usize, row: usize) -> Range<usize> {
    if row % 2 != first || count == 1 { with_next(count, row) } else { row..row }
}

/// A row and the next, and the first row with the second: nobody else reaches it.
fn with_next(count: usize, row: usize) -> Range<usize> {
    if row == 1 { 0..count.min(3) } else { row..count.min(row + 2) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn every_row_is_opened_once_before_and_closed_once_after_all_that_reach_it() {
        for count in 0..70 {
            for first in [0, 1] {
                let events = Mutex::new(Vec::new());
                for_each_row(count, first, |row| {
                    let mut events = events.lock().unwrap();
                    events.extend(opened(count, first, row).map(|row| (row, "opened")));
                    events.extend((row..count.min(row + 2)).map(|row| (row, "reached")));
                    events.extend(closed(count, first, row).map(|row| (row, "closed")));
                });
                let events = events.into_inner().unwrap();
                for row in 0..count {
                    let mut of_row: Vec<_> = events.iter().filter(|event| event.0 == row).map(|event| event.1).collect();
                    of_row.dedup();
                    assert_eq!(of_row, ["opened", "reached", "closed"], "{row} of {count}");
                }
            }
        }
    }

    #[test]
    fn every_row_is_taken_once_and_those_of_the_first_colour_before_their_neighbours() {
        for count in 0..70 {
            for first in [0, 1] {
                let taken = Mutex::new(Vec::new());
                for_each_row(count, first, |row| taken.lock().unwrap().push(row));
                let taken = taken.into_inner().unwrap();
                let mut sorted = taken.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..count).collect::<Vec<_>>());
                let place = |row: usize| taken.iter().position(|&other| other == row).unwrap();
                for row in (first..count).step_by(2) {
                    for neighbour in [row.wrapping_sub(1), row + 1].into_iter().filter(|&row| row < count) {
                        assert!(place(row) < place(neighbour), "{row} of {count} after its neighbour {neighbour}");
                    }
                }
            }
        }
    }
}
