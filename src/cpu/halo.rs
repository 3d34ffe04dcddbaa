//! The cells around a run of cells.

use std::ops::Range;

use crate::world::levels::Level;

/// The cells of a level outside of a patch with neighbours inside, as runs of which some may be empty, none overlapping. A patch
/// is one run of cells or, in a folded grid, several, ascending.
pub fn halo(level: &Level, patch: &[Range<usize>]) -> Vec<Range<usize>> {
    match (level.fold_bits, patch) {
        (0, [cells]) => around(level, cells).into(),
        _ => around_folded(level, patch),
    }
}

/// In a grid that is not folded.
fn around(level: &Level, cells: &Range<usize>) -> [Range<usize>; 4] {
    let (width, all) = (level.size[0] as usize, level.cells());
    let at_least = |cell: usize, less: usize| cell.saturating_sub(less).max(all.start);
    // The row below reaches up to the last cell's neighbour there, the row above down to the first one's.
    let below = at_least(cells.start, width + 1)..cells.start.min(at_least(cells.end + 1, width));
    let above = cells.end.max((cells.start + width).saturating_sub(1))..all.end.min(cells.end + width + 1);
    let before = below.end.max(at_least(cells.start, 1))..cells.start;
    let after = cells.end..above.start.min(all.end.min(cells.end + 1));
    [below, before, after, above].map(|run| run.start.min(run.end)..run.end)
}

/// In a folded grid, of runs that do not go beyond a row: the cells next to them in their row and in both beside it.
fn around_folded(level: &Level, patch: &[Range<usize>]) -> Vec<Range<usize>> {
    let [width, height] = level.size.map(|cells| cells as usize);
    let first_cell = level.first_cell as usize;
    let mut runs = Vec::new();
    for cells in patch {
        let (y, first) = ((cells.start - first_cell) / width, (cells.start - first_cell) % width);
        let length = (cells.len() + 2).min(width);
        for row in [-1, 0, 1] {
            let up = y as i64 + row;
            let shift = (up >> level.fold_bits) * i64::from(level.fold_shift);
            let start = (first as i64 - 1 + shift).rem_euclid(width as i64) as usize;
            let row_start = first_cell + up.rem_euclid(height as i64) as usize * width;
            // What goes over the end of the row goes on at its start.
            runs.push(row_start + start..row_start + (start + length).min(width));
            runs.push(row_start..row_start + (start + length).saturating_sub(width));
        }
    }
    without(runs, patch)
}

/// The cells of any of the runs that are in no hole, as runs that do not overlap. Holes are ascending.
fn without(mut runs: Vec<Range<usize>>, holes: &[Range<usize>]) -> Vec<Range<usize>> {
    runs.sort_unstable_by_key(|run| run.start);
    let mut covered = 0;
    let mut rest = Vec::new();
    for run in runs {
        let mut start = run.start.max(covered);
        covered = covered.max(run.end);
        let first = start;
        for hole in holes.iter().filter(|hole| hole.start < run.end && first < hole.end) {
            rest.push(start..hole.start.max(start));
            start = hole.end;
        }
        rest.push(start..run.end.max(start));
    }
    rest.retain(|run| !run.is_empty());
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::dim2::neighbour_runs;
    use crate::world::World;
    use crate::world::fold::Folding;
    use crate::world::levels::{Leveling, Levels};
    use crate::world::spec::{ParticleSpec, WorldSpec};
    use std::collections::BTreeSet;

    #[test]
    fn all_cells_with_neighbours_inside_are_in_it_once_and_no_others() {
        for folding in [Folding::Never, Folding::Always] {
            let particles = vec![ParticleSpec::at([5.0, 5.0], 0.5), ParticleSpec::at([7.0, 5.0], 0.2)];
            let world = World::new(&WorldSpec { size: [19.0, 11.0], particles, ..WorldSpec::default() }).unwrap();
            let world = world.with_levels(Leveling::Exactly(2)).unwrap().with_folding(folding).unwrap();
            for level in Levels::new(world.params()).as_slice() {
                check(level, folding);
            }
        }
    }

    fn check(level: &Level, folding: Folding) {
        let [width, count, first_cell] = [level.size[0] as usize, level.cells().len(), level.first_cell as usize];
        for start in [0, 1, width - 1, width / 2, 3 * width + 5, count - width, count - 2] {
            for length in [1, 7, width - 3, width + 2, 3 * width + 2, count] {
                let patch: Vec<Range<usize>> = match folding {
                    Folding::Never => std::iter::once(start..(start + length).min(count)).collect(),
                    _ => (0..count / width).map(|y| y * width + start % width..y * width + (start % width + length).min(width)).collect(),
                };
                let patch: Vec<_> = patch.into_iter().map(|cells| first_cell + cells.start..first_cell + cells.end).collect();
                let is_inside = |cell: usize| patch.iter().any(|cells| cells.contains(&cell));
                let coords = |cell: usize| [((cell - first_cell) % width) as i32, ((cell - first_cell) / width) as i32];
                let expected: BTreeSet<usize> = (patch.iter().cloned().flatten())
                    .flat_map(|cell| neighbour_runs(level, coords(cell)))
                    .flat_map(|run| run.cells)
                    .filter(|&cell| !is_inside(cell))
                    .collect();
                let halo: Vec<usize> = halo(level, &patch).into_iter().flatten().collect();
                let found: BTreeSet<usize> = halo.iter().copied().collect();
                assert_eq!(found.len(), halo.len(), "{folding:?} {patch:?}: twice");
                // Without a fold the runs may be a bit longer than they have to.
                assert!(found.is_superset(&expected), "{folding:?} {patch:?}");
                assert!(folding == Folding::Never || found == expected, "{patch:?}");
            }
        }
    }
}
