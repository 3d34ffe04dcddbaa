//! The passes from the first sweep of a substep to the last, taken together row by row (see `bands`) where discs are alike and of one size,
//! in a grid of one level, and have nothing but walls and each other. Pass by pass the same is done to each disc, in the same order; but
//! then each pass has all discs to read again.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Buffers;
use super::advance::{Advance, AdvanceFreely};
use super::batches::Batches;
use super::batches::alike_batch::AlikeBatch;
use super::dim2::{cells_of_row_of_blocks, slots_of_row_of_blocks};
use super::dispatch_sweeps::swept;
use super::interior::Interior;
use super::push_contacts::Push;
use super::relax_contacts::Relax;
use super::stop_at_walls::stop_run_at_walls;
use super::sweep::{Kind, Sweep};
use super::swept::Swept;
use super::threads::bands::{Reach, Stages};
use super::threads::scattered::Scattered;
use super::vectors::fours::for_each_of_run;
use crate::passes::PassKind;
use crate::steps::Step;
use crate::world::levels::{Level, Levels};
use crate::world::params::Substep;
use crate::world::particle::{Displacement, Particle};

/// The passes that are taken together.
pub(super) const TOGETHER: [PassKind; 6] = [
    PassKind::StopAtWalls,
    PassKind::PushContacts,
    PassKind::Advance,
    PassKind::RelaxContacts,
    PassKind::StopAtWalls,
    PassKind::RelaxContacts,
];

/// A pass by its place among these, or of a sweep the rows that it takes first (turn 0) or then.
#[derive(Clone, Copy)]
struct Stage {
    place: usize,
    turn: usize,
}

/// All of them in their order, with what they use. A contact of discs of one size belongs to the one that comes first in the grid, so it
/// is of the own row of blocks or leads into the next.
fn stages() -> Vec<(Stage, Reach)> {
    let stages_of = |(place, pass): (usize, &PassKind)| match pass {
        PassKind::PushContacts | PassKind::RelaxContacts => [0, 1].map(|turn| (Stage { place, turn }, Reach::Next)).to_vec(),
        _ => vec![(Stage { place, turn: 0 }, Reach::Row)],
    };
    TOGETHER.iter().enumerate().flat_map(stages_of).collect()
}

/// Bands for each thread: enough that one that is slowed down leaves work to the others.
const BANDS_PER_THREAD: usize = 8;

impl Buffers {
    /// Bands of about as many discs each and of no fewer rows than that; none where the grid has too few rows for all threads, or is
    /// folded or of several levels, or where radii differ: there contacts lead into the row before, too.
    fn bands(&self, fewest: usize) -> Vec<Range<usize>> {
        let levels = Levels::new(&self.params);
        let ([level], threads) = (levels.as_slice(), rayon::current_num_threads()) else { return Vec::new() };
        let rows = level.block_rows();
        if level.fold_bits != 0 || self.params.mixed_radii != 0 || rows < fewest {
            return Vec::new();
        }
        let first_slots: Vec<_> = (0..rows).map(|row| slots_of_row_of_blocks(level, &self.cell_starts, row as i32).start).collect();
        let discs_of_band = self.cell_starts[levels.cell_count] as usize / if threads == 1 { 1 } else { threads * BANDS_PER_THREAD };
        let mut bands: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        for row in fewest..=rows - fewest {
            if row - start >= fewest && first_slots[row] - first_slots[start] > discs_of_band {
                bands.push(start..row);
                start = row;
            }
        }
        bands.push(start..rows);
        if threads == 1 || bands.len() >= 2 * threads { bands } else { Vec::new() }
    }

    /// The passes that are taken together, or nothing where they cannot be; returns whether they were.
    pub(super) fn run_together(&mut self, substep: &Substep) -> bool {
        let (stages, reaches): (Vec<_>, Vec<_>) = stages().into_iter().unzip();
        let waves = Stages::new(reaches);
        let bands = self.bands(waves.fewest_rows());
        if bands.is_empty() {
            return false;
        }
        let b = self;
        let (swept, particles, batches) = (swept!(b, substep), Scattered::new(&mut b.particles), &b.batches);
        let level = &b.params.level(0);
        let passes = RowPasses {
            swept,
            level,
            particles,
            batches,
            push: Push::sweep(swept, particles, true),
            advance: Advance::new(&b.params, substep),
            relax: [true, false].map(|lists_wait| Relax::sweep(swept, particles, lists_wait)),
            interior: Interior::new(&b.params, level, &b.cell_starts),
            strayed: (0..=level.block_rows()).map(|_| AtomicBool::new(false)).collect(),
        };
        // SAFETY: `Stages` sees to it that no two calls that use the same discs are at work at the same time; a row of lists or of batches
        // is used with the discs of its row of blocks only.
        waves.run(&bands, |stage, row| unsafe { passes.run(stages[stage], row) });
        true
    }
}

/// Whether a list begins with the passes that are taken together.
pub(super) fn begins_together(list: &[Step]) -> bool {
    let is = |(step, kind): (&Step, &PassKind)| matches!(step, Step::Dispatch(pass) if pass.kind == *kind);
    list.len() >= TOGETHER.len() && list.iter().zip(&TOGETHER).all(is)
}

/// The passes with what they work on.
struct RowPasses<'a> {
    swept: Swept<'a>,
    level: &'a Level,
    particles: Scattered<'a, Particle>,
    batches: &'a Batches<AlikeBatch>,
    push: Sweep<'a, Push<'a>>,
    advance: Advance<'a>,
    relax: [Sweep<'a, Relax<'a>>; 2],
    interior: Interior<'a>,
    /// Of each row of blocks whether its discs may be further than a cell from where they were sorted into their cells, and one row more.
    strayed: Vec<AtomicBool>,
}

impl RowPasses<'_> {
    /// One row of blocks.
    ///
    /// # Safety
    /// No other thread uses what the row reaches.
    unsafe fn run(&self, Stage { place, turn }: Stage, row: usize) {
        // SAFETY: the caller's.
        unsafe {
            match TOGETHER[place] {
                PassKind::StopAtWalls => self.stop(row),
                PassKind::PushContacts => self.sweep(&self.push, turn, row),
                PassKind::Advance => self.advance(row),
                _ => self.sweep(&self.relax[usize::from(place + 1 == TOGETHER.len())], turn, row),
            }
        }
    }

    /// Does nothing with rows that are not of this turn.
    ///
    /// # Safety
    /// No other thread reads or writes what the row reaches.
    unsafe fn sweep<K: Kind>(&self, sweep: &Sweep<'_, K>, turn: usize, row: usize) {
        if row % 2 == sweep.parity_at(turn) {
            // SAFETY: the caller's.
            let parted = unsafe { sweep.row_of_blocks(self.batches, self.level.block_rows(), row) };
            if parted {
                // Its contacts lead into the next row, too.
                [row, row + 1].into_iter().for_each(|row| self.strayed[row].store(true, Ordering::Relaxed));
            }
        }
    }

    /// Stops the discs of a row at the walls.
    ///
    /// # Safety
    /// No other thread reads or writes the discs of the row.
    unsafe fn stop(&self, row: usize) {
        // SAFETY: the caller's.
        for run in unsafe { self.runs(row) }.filter(|run| !run.is_free) {
            stop_run_at_walls(self.swept.params, run.particles, run.displacements);
        }
    }

    /// Moves the discs of a row.
    ///
    /// # Safety
    /// No other thread reads or writes the discs of the row.
    unsafe fn advance(&self, row: usize) {
        // SAFETY: the caller's.
        for run in unsafe { self.runs(row) } {
            if run.is_free {
                for_each_of_run(&AdvanceFreely(&self.advance), run.particles, run.displacements);
            } else {
                self.strayed[row].fetch_or(run.is_inside, Ordering::Relaxed);
                for_each_of_run(&self.advance, run.particles, run.displacements);
            }
        }
        // They are looked at once the next row, which contacts of this one lead into, has moved, too.
        self.batches.row(row).moved = true;
    }

    /// The discs of a row.
    ///
    /// # Safety
    /// No other thread reads or writes them, and nobody else has a reference to them.
    unsafe fn runs(&self, row: usize) -> impl Iterator<Item = Run<'_>> {
        let slots = slots_of_row_of_blocks(self.level, self.swept.cell_starts, row as i32);
        self.interior.runs(slots, cells_of_row_of_blocks(self.level, row as i32)).filter(|(slots, _)| !slots.is_empty()).map(
            move |(slots, is_inside)| {
                // SAFETY: the caller's.
                let (particles, displacements) = unsafe { (self.particles.range(slots.clone()), self.swept.displacements.range(slots)) };
                let is_free = is_inside && !self.strayed[row].load(Ordering::Relaxed) && self.interior.are_slow(displacements);
                Run { particles, displacements, is_inside, is_free }
            },
        )
    }
}

/// Some discs of a row that follow each other.
struct Run<'a> {
    particles: &'a mut [Particle],
    displacements: &'a mut [Displacement],
    /// Whether they were sorted into cells of the interior.
    is_inside: bool,
    /// Whether it is known that none of them meets a wall.
    is_free: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::cpu::test_worlds::fall;
    use crate::scene::random::Random;
    use crate::solver::Solver;
    use crate::world::World;
    use crate::world::spec::{MaterialSpec, ParticleSpec, WorldSpec};

    /// A tower of discs in motion, some of them pinned, some far too close, some at walls; the least radius is given.
    fn tower(least: f64) -> World {
        let mut random = Random::new(1, 0);
        let mut number = || random.unit();
        let particles = (0..12_000).map(|id| {
            // Some cross several cells in a substep.
            let speed = if id % 700 == 1 { 4_000.0 } else { 40.0 };
            let velocity = if id % 90 == 0 { [0.0; 2] } else { [(number() - 0.5) * speed, (number() - 0.5) * speed] };
            let (place, radius) = ([number() * 40.0, number() * 300.0], least + (0.5 - least) * number());
            ParticleSpec { velocity, pinned: id % 90 == 0, material: 1, ..ParticleSpec::at(place, radius) }
        });
        // All of one mass: no bodies.
        let materials = vec![MaterialSpec { density: 1.0, mass: Some(1.0), friction: 0.0, restitution: 0.0 }];
        World::new(&WorldSpec { size: [40.0, 300.0], particles: particles.collect(), materials, ..WorldSpec::default() }).unwrap()
    }

    /// Of one size, and of several: then contacts lead into the row before, too, and rows are not taken together.
    #[test]
    fn rows_of_several_passes_at_once_equal_one_pass_after_the_other() {
        for (world, is_banded) in [(tower(0.5), true), (tower(0.3), false), (rush(), true)] {
            let list = world.substep_list();
            assert!((0..list.len()).any(|entry| begins_together(&list[entry..])));
            let substeps: Vec<_> = (0..6).map(fall).collect();
            for (threads, substeps) in [1, 2, 3].into_iter().flat_map(|threads| [(threads, &substeps[..1]), (threads, &substeps)]) {
                let [mut together, mut apart] = [(); 2].map(|()| CpuSolver::new(&world, Some(threads)).unwrap());
                together.run(substeps).unwrap();
                assert_eq!(bands(&together, threads).is_empty(), !is_banded);
                for substep in substeps {
                    list.iter().for_each(|&step| apart.run_step(step, substep));
                }
                let [together, apart] = [together, apart].map(|solver| solver.read_state().unwrap());
                assert!(together.particles == apart.particles && together.displacements == apart.displacements, "{threads} threads");
                assert!(together.contacts == apart.contacts && together.counters == apart.counters, "{threads} threads");
            }
        }
    }

    /// Pairs that come to a wall from further away than is asked of discs that are slow: the wall stops the first, which the second then
    /// pushes, both slow by now.
    fn rush() -> World {
        let pair = |row: u32| {
            let velocity = [480.0 * (2.2 + 0.05 * f64::from(row)), 0.0];
            [35.97, 36.95].map(|x| ParticleSpec { velocity, ..ParticleSpec::at([x, 5.0 + 14.0 * f64::from(row)], 0.5) })
        };
        let particles = (0..20).flat_map(pair).collect();
        World::new(&WorldSpec { size: [40.0, 300.0], restitution: 0.0, particles, ..WorldSpec::default() }).unwrap()
    }

    fn bands(solver: &CpuSolver, threads: usize) -> Vec<Range<usize>> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let fewest = Stages::new(stages().into_iter().map(|(_, reach)| reach)).fewest_rows();
        pool.install(|| solver.buffers.bands(fewest))
    }

    #[test]
    fn bands_cover_all_rows_and_are_enough_for_all_threads() {
        let mut solver = CpuSolver::new(&tower(0.5), Some(1)).unwrap();
        solver.run(&[fall(0)]).unwrap();
        let rows = solver.buffers.params.level(0).block_rows();
        for (threads, expected) in [(1, 1..2), (2, 8..17), (3, 6..25), (64, 0..1)] {
            let bands = bands(&solver, threads);
            assert!(expected.contains(&bands.len()), "{} bands for {threads} threads", bands.len());
            let ends: Vec<_> = bands.iter().map(|band| band.end).collect();
            assert!(bands.is_empty() || bands[0].start == 0 && ends.last() == Some(&rows));
            assert!(bands.iter().skip(1).zip(&ends).all(|(band, &end)| band.start == end));
            assert!(bands.iter().all(|band| band.len() >= 12));
        }
    }
}
