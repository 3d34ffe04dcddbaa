//! Rows of blocks whose discs stand as they stood in the last substep: where things lie, most have the same contacts again, and their
//! batches are kept, instead of being filled anew (see `find_contacts`). A row stands if its discs and those beside it are at the same
//! slots, and its own in the same cells: a contact is dealt out by the cell of its owner.

use crate::cpu::dim2::{slots_of_rows, starts_of_row};
use crate::world::levels::Level;

/// What says which rows of blocks of a grid of one level stand.
pub struct Standing<'a> {
    pub level: &'a Level,
    pub cell_starts: &'a [u32],
    /// By slot, where its disc was in the last substep.
    pub sources: &'a [u32],
    /// Whether the batches hold the contacts that were listed in the last substep.
    pub batches_are_known: bool,
}

/// Slots that are compared before it is asked whether they all are the same.
const CHUNK: usize = 64;

impl Standing<'_> {
    /// Whether a row stands, which had these starts of cells when its contacts were dealt out, or none if it did not stand then. Says the
    /// same for the next substep.
    pub fn is_row(&self, row: i32, cells: &mut Vec<u32>) -> bool {
        // In a folded grid other rows are beside it.
        let beside = (2 * row - 2).max(0)..(2 * row + 4).min(self.level.size[1]);
        let beside = slots_of_rows(self.level, self.cell_starts, beside);
        if !self.batches_are_known || self.level.fold_bits != 0 || !self.are_slots(beside) {
            cells.clear();
            return false;
        }
        let [lower, upper] = [2 * row, 2 * row + 1].map(|y| starts_of_row(self.level, self.cell_starts, y));
        let is_same = cells.split_at_checked(lower.len()).is_some_and(|halves| halves == (lower, upper));
        if !is_same {
            cells.clear();
            cells.extend_from_slice(lower);
            cells.extend_from_slice(upper);
        }
        is_same
    }

    /// Whether all discs at some slots were there before.
    fn are_slots(&self, slots: std::ops::Range<usize>) -> bool {
        let mut chunks = self.sources[slots.clone()].chunks(CHUNK).zip(slots.step_by(CHUNK));
        chunks.all(|(sources, first)| sources.iter().zip(first as u32..).fold(0, |moved, (&source, slot)| moved | (source ^ slot)) == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::cpu::batches::Row;
    use crate::cpu::batches::alike_batch::AlikeBatch;
    use crate::cpu::rough_contact::tests::fall;
    use crate::scene::random::Random;
    use crate::solver::Solver;
    use crate::world::World;
    use crate::world::fold::Folding;
    use crate::world::spec::{MaterialSpec, ParticleSpec, WorldSpec};

    /// A heap between walls, as wide as high, of discs of this least radius, with room above it and one disc in the air.
    fn heap(least: f64, folding: Folding) -> World {
        let mut random = Random::new(1, 0);
        let mut number = || random.unit();
        let particles = (0..1_200).map(|id| {
            let place = if id == 0 { [9.0, 220.0] } else { [0.5 + number() * 29.0, 0.5 + number() * 60.0] };
            ParticleSpec { pinned: id % 300 == 1, material: 1, ..ParticleSpec::at(place, least + (0.5 - least) * number()) }
        });
        // All of one mass: no bodies.
        let materials = vec![MaterialSpec { density: 1.0, mass: Some(1.0), friction: 0.0, restitution: 0.0 }];
        let spec = WorldSpec { size: [30.0, 240.0], particles: particles.collect(), materials, ..WorldSpec::default() };
        World::new(&spec).unwrap().with_folding(folding).unwrap()
    }

    /// How many rows stood.
    fn standing_rows(solver: &CpuSolver) -> usize {
        let rows = solver.buffers.params.level(0).block_rows();
        (0..rows).filter(|&row| !solver.buffers.batches.row(row).cells.is_empty()).count()
    }

    /// While discs fall into a heap and lie, and the last one falls onto it: the same as where all batches are filled anew, after each
    /// substep, and of some of them after each pass.
    #[test]
    fn batches_that_are_kept_are_those_that_would_be_filled() {
        for (least, folding) in [(0.5, Folding::Never), (0.4, Folding::Never), (0.5, Folding::Always)] {
            let world = heap(least, folding);
            let [mut kept, mut filled] = [2, 1].map(|threads| CpuSolver::new(&world, Some(threads)).unwrap());
            let (list, mut stood) = (world.substep_list(), 0);
            for index in 0..1_600 {
                filled.buffers.batches.search = 0;
                if index % 9 == 0 {
                    for &step in &list {
                        [&mut kept, &mut filled].into_iter().for_each(|solver| solver.run_step(step, &fall(index)));
                        let [one, other] = [&kept, &filled].map(|solver| solver.buffers.contacts.all_rows());
                        assert!(one == other, "substep {index}, after {step:?}");
                    }
                } else {
                    [&mut kept, &mut filled].into_iter().for_each(|solver| solver.run(&[fall(index)]).unwrap());
                }
                assert_eq!(standing_rows(&filled), 0);
                stood += standing_rows(&kept);
                let [one, other] = [&kept, &filled].map(|solver| solver.read_state().unwrap());
                assert!(one.particles == other.particles && one.displacements == other.displacements, "substep {index}");
                assert!(one.contacts == other.contacts && one.counters == other.counters, "substep {index}");
            }
            assert_eq!(stood > 3_000, folding == Folding::Never, "{stood} rows stood");
        }
    }

    /// What is not the next substep begins anew.
    #[test]
    fn no_batches_are_kept_for_lists_that_came_from_elsewhere() {
        let world = heap(0.5, Folding::Never);
        let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
        let run = |solver: &mut CpuSolver, substeps: std::ops::Range<u32>| solver.run(&substeps.map(fall).collect::<Vec<_>>()).unwrap();
        run(&mut solver, 0..1_600);
        let standing = standing_rows(&solver);
        assert!(standing > 5, "{standing} rows");
        let state = solver.read_state().unwrap();
        solver.write_state(&state).unwrap();
        run(&mut solver, 1_600..1_601);
        assert_eq!(standing_rows(&solver), 0);
        run(&mut solver, 1_601..1_602);
        assert!(standing_rows(&solver) > 5);
    }

    /// Row 10 of blocks, in a grid where each cell has a disc.
    #[test]
    fn a_row_stands_where_no_disc_moved_in_it_or_beside() {
        let level = heap(0.5, Folding::Never).params().level(0);
        let width = level.size[0] as usize;
        let cell_starts: Vec<u32> = (0..=level.cells().end as u32).collect();
        let stays: Vec<u32> = (0..cell_starts.len() as u32).collect();
        let stands = |sources: &[u32], cell_starts: &[u32], batches_are_known, cells: &mut Vec<u32>| {
            Standing { level: &level, cell_starts, sources, batches_are_known }.is_row(10, cells)
        };
        let mut cells = Vec::new();
        assert!(!stands(&stays, &cell_starts, true, &mut cells), "nothing is known of the substep before");
        assert!(stands(&stays, &cell_starts, true, &mut cells));
        for (row, matters) in [(17, false), (18, true), (20, true), (21, true), (23, true), (24, false)] {
            for place in [0, width - 2] {
                let mut sources = stays.clone();
                sources.swap(row * width + place, row * width + place + 1);
                let mut known = cells.clone();
                assert_eq!(stands(&sources, &cell_starts, true, &mut known), !matters, "row {row}, {place}");
                assert_eq!(known.is_empty(), matters);
            }
        }
        for (row, matters) in [(19, false), (20, true), (21, true), (22, false)] {
            // A disc comes into the cell before its own.
            let mut cell_starts = cell_starts.clone();
            cell_starts[row * width + 5] += 1;
            let mut known = cells.clone();
            assert_eq!(stands(&stays, &cell_starts, true, &mut known), !matters, "row {row}");
            assert!(stands(&stays, &cell_starts, true, &mut known), "known from now on");
        }
        assert!(!stands(&stays, &cell_starts, false, &mut cells));
        assert!(cells.is_empty());
    }

    /// Its discs may come back to the slots that they had all the time.
    #[test]
    fn a_row_that_was_empty_does_not_stand() {
        let mut row = Row::<AlikeBatch> { cells: vec![1, 2], ..Row::NONE };
        row.clear();
        assert!(row.cells.is_empty());
    }
}
