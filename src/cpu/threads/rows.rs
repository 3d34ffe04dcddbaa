//! Rows of blocks of 2×2 cells, in parallel: of two colours, so that no two rows that are taken at the same time reach
//! the same particle, and near each other in time where they are near in memory.

use std::ops::Range;

use super::parallel::{for_each_task, task_length};
use crate::cpu::dim2::start_of_row;
use crate::world::levels::Level;

/// Calls `one` with each row of blocks of a level, of which the last has the first for a neighbour where the grid is folded. A row is taken
/// after both its neighbours if its parity is not `first`, and before them if it is; rows next to each other are never taken at the
/// same time.
pub fn for_each_row(level: &Level, cell_starts: &[u32], first: usize, one: impl Fn(usize) + Sync) {
    let count = level.block_rows();
    let runs = runs_of_rows(first..count, 2, first_slots(level, cell_starts));
    let mut between: Vec<usize> = runs.iter().filter_map(|run| run.start.checked_sub(1)).collect();
    between.extend(runs.last().map(|last| last.end).or(Some(0)).filter(|&row| row < count));
    for_each_task(runs.len(), |run| {
        let run = runs[run].clone();
        one(run.start);
        for row in (run.start + 2..run.end).step_by(2) {
            one(row);
            one(row - 1);
        }
    });
    for_each_task(between.len(), |row| one(between[row]));
}

/// Calls `one` with each row of blocks of a level, in any order: for what concerns one row alone.
pub fn for_each_row_alone(level: &Level, cell_starts: &[u32], one: impl Fn(usize) + Sync) {
    let runs = runs_of_rows(0..level.block_rows(), 1, first_slots(level, cell_starts));
    for_each_task(runs.len(), |run| runs[run].clone().for_each(&one));
}

/// The slot that each row of blocks begins with, and where the last one ends.
fn first_slots(level: &Level, cell_starts: &[u32]) -> impl Fn(usize) -> usize {
    |row| start_of_row(level, cell_starts, (2 * row as i32).min(level.size[1]))
}

/// Rows, or every so many of them, in runs with enough discs for a task, by the slot that each row begins with. Each run ends with the
/// last row that counts.
pub fn runs_of_rows(rows: Range<usize>, step: usize, start_of: impl Fn(usize) -> usize) -> Vec<Range<usize>> {
    let (mut runs, mut begin) = (Vec::new(), rows.start);
    let enough = task_length(start_of(rows.end) - start_of(rows.start.min(rows.end)));
    for row in rows.clone().step_by(step) {
        let next = row + step;
        if next >= rows.end || start_of(next) - start_of(begin) >= enough {
            runs.push(begin..row + 1);
            begin = next;
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::cpu::{Buffers, CpuSolver};
    use crate::world::World;
    use crate::world::levels::Levels;
    use crate::world::params::Substep;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    /// Sorted discs in a world so many diameters high, most of them at its floor.
    fn heap(height: u32) -> Buffers {
        let place = |k: u32| [f64::from(k % 20) + 0.5, f64::from(if k < 300 { k / 100 } else { k / 20 } % height) + 0.5];
        let particles = (0..20 * height.max(300)).map(|k| ParticleSpec::at(place(k), 0.5)).collect();
        let world = World::new(&WorldSpec { size: [20.0, f64::from(height)], particles, ..WorldSpec::default() }).unwrap();
        let mut buffers = CpuSolver::new(&world, Some(1)).unwrap().buffers;
        world.measuring_list().into_iter().for_each(|step| buffers.run_step(step, &Substep::default()));
        buffers
    }

    #[test]
    fn every_row_is_taken_once_and_those_of_the_first_colour_before_their_neighbours() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for height in 1..=140 {
            let buffers = heap(height);
            let level = Levels::new(&buffers.params).as_slice()[0];
            let count = level.block_rows();
            for first in [0, 1] {
                let taken = Mutex::new(Vec::new());
                pool.install(|| for_each_row(&level, &buffers.cell_starts, first, |row| taken.lock().unwrap().push(row)));
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

    #[test]
    fn runs_end_where_there_are_enough_discs_for_a_task() {
        let starts = [0, 90, 100, 5_000, 5_000, 5_000, 5_300, 5_400, 5_700, 6_000];
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let runs = |rows: Range<usize>, step| pool.install(|| runs_of_rows(rows, step, |row| starts[row]));
        assert_eq!(pool.install(|| task_length(6_000)), 512);
        assert_eq!(runs(0..9, 1), [0..3, 3..8, 8..9]);
        assert_eq!(runs(0..9, 2), [0..3, 4..7, 8..9]);
        assert_eq!(runs(1..9, 2), [1..2, 3..8]);
        assert!(runs(1..1, 2).is_empty());
    }
}
