//! Rows of blocks of 2×2 cells, in parallel: of two colours, so that no two rows that are taken at the same time reach
//! the same particle, and near each other in time where they are near in memory.

use rayon::prelude::*;

/// Rows of the first colour that one thread takes after each other, with those between them, at most.
const RUN: usize = 3;

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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

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
