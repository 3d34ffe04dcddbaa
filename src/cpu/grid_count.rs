//! Twin of `grid_count.wgsl`: the histogram of cells. The order of ranks inside a cell is free; nothing
//! downstream may depend on it.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::GRAIN;
use super::dim2::sort_cell;
use super::threads::parallel::{for_each_part, for_each_task, task_length};
use super::threads::scattered::Scattered;
use super::vectors::fours::{Each, for_each_of_run};
use super::vectors::sort_cells::{RUN, SortCells};
use crate::world::levels::Levels;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point. `cell_counts` is zero on entry.
pub fn grid_count(params: &Params, particles: &[Particle], cell_counts: &[AtomicU32], ranks: &mut [u32]) {
    let shares = Shares::new(params, particles, cell_counts);
    let runs = particles.chunks(shares.run).zip(ranks.chunks_mut(shares.run));
    let others = shares.count_runs(runs, |share, (particles, ranks)| share.count(particles, ranks));
    shares.count_others(others, particles, ranks);
}

/// Does something with all particles and their displacements, and counts them at once.
pub fn for_each_and_count(
    params: &Params,
    each: &impl Each,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    cell_counts: &[AtomicU32],
    ranks: &mut [u32],
) {
    let shares = Shares::new(params, particles, cell_counts);
    let runs = particles.chunks_mut(shares.run).zip(displacements.chunks_mut(shares.run)).zip(ranks.chunks_mut(shares.run));
    let others = shares.count_runs(runs, |share, ((particles, displacements), ranks)| {
        share.do_and_count(each, particles, displacements, ranks);
    });
    shares.count_others(others, particles, ranks);
}

/// The particles in runs, and the cells in shares: particles have kept the order of their cells since the last sort, nearly, so that
/// those of a run are in the cells of its share but for a few.
pub struct Shares<'a> {
    counting: Counting<'a>,
    /// Particles of a run.
    pub run: usize,
    /// The first cell of each share, and the end of the last.
    bounds: Vec<usize>,
}

/// What is counted in shares of the cells: each thread counts in cells of its own, without atomic additions, and the few particles
/// that it meets from other cells come after all others.
pub struct Counting<'a> {
    levels: Levels,
    cell_counts: &'a [AtomicU32],
}

/// The cells that one thread counts in.
pub struct Share<'a> {
    counting: &'a Counting<'a>,
    cells: Range<usize>,
    /// The next particle.
    next: u32,
    found: SortCells,
    left: Left,
}

/// The particles that a share leaves over.
#[derive(Default)]
struct Left {
    /// Those from cells of other shares.
    elsewhere: Vec<u32>,
    /// Those outside the grid: many before the first sort and where there are links, and after a sort they follow each other.
    outside: Vec<Range<u32>>,
}

impl Left {
    /// Takes a particle that comes after all that it has.
    fn take(&mut self, i: u32, is_outside: bool) {
        match self.outside.last_mut() {
            _ if !is_outside => self.elsewhere.push(i),
            Some(run) if run.end == i => run.end += 1,
            _ => self.outside.push(i..i + 1),
        }
    }
}

/// So many particles one thread counts as fast as all.
const FEW: usize = 1 << 14;

/// The particles that shares left over.
#[derive(Default)]
pub struct Others(Mutex<Vec<Left>>);

impl Others {
    /// Takes those of a share that is done.
    pub fn take(&self, share: Share<'_>) {
        if !(share.left.elsewhere.is_empty() && share.left.outside.is_empty()) {
            self.0.lock().expect("no thread panics").push(share.left);
        }
    }
}

impl<'a> Shares<'a> {
    pub fn new(params: &Params, particles: &[Particle], cell_counts: &'a [AtomicU32]) -> Self {
        let counting = Counting::new(params, cell_counts);
        let run = task_length(particles.len());
        let mut bounds: Vec<usize> = particles.iter().step_by(run).map(|first| sort_cell(&counting.levels, first)).collect();
        // Whatever the order is, every cell has to be in one share.
        (1..bounds.len()).for_each(|k| bounds[k] = bounds[k].max(bounds[k - 1]));
        if let Some(first) = bounds.first_mut() {
            *first = 0;
        }
        bounds.push(cell_counts.len());
        Self { counting, run, bounds }
    }

    /// Counts each run in its share, and returns what was left over.
    pub fn count_runs<T: Send>(&self, runs: impl Iterator<Item = T>, count: impl Fn(&mut Share<'_>, T) + Sync) -> Others {
        let others = Others::default();
        for_each_part(runs, |number, run| {
            let mut share = self.counting.share(self.bounds[number]..self.bounds[number + 1], number * self.run);
            count(&mut share, run);
            others.take(share);
        });
        others
    }

    /// Counts the particles that were left over, once all shares are done.
    pub fn count_others(&self, others: Others, particles: &[Particle], ranks: &mut [u32]) {
        self.counting.count_others(others, particles, ranks);
    }
}

impl<'a> Counting<'a> {
    pub fn new(params: &Params, cell_counts: &'a [AtomicU32]) -> Self {
        Self { levels: Levels::new(params), cell_counts }
    }

    /// Counts in cells that nobody else counts in, from that particle on. Who is outside the grid is left over.
    pub fn share(&self, cells: Range<usize>, first: usize) -> Share<'_> {
        let cells = cells.start..cells.end.min(self.levels.cell_count);
        Share { counting: self, cells, next: first as u32, found: SortCells::new(), left: Left::default() }
    }

    /// Counts the particles that shares left over, once all are done: if those from other cells are few, one after the other in their
    /// order, so that a run that is repeated has them in the same places.
    pub fn count_others(&self, others: Others, particles: &[Particle], ranks: &mut [u32]) {
        let mut left = others.0.into_inner().expect("no thread panics");
        self.count_outside(left.iter_mut().flat_map(|left| left.outside.drain(..)).collect(), ranks);
        let ranks = Scattered::new(ranks);
        let count = |others: &[u32]| {
            for &i in others {
                let rank = self.cell_counts[sort_cell(&self.levels, &particles[i as usize])].fetch_add(1, Relaxed);
                // SAFETY: each particle is in one share, and there once.
                unsafe { ranks.write(i as usize, rank) };
            }
        };
        if left.iter().map(|left| left.elsewhere.len()).sum::<usize>() <= FEW {
            left.sort_unstable_by(|a, b| a.elsewhere.cmp(&b.elsewhere));
            left.iter().for_each(|left| count(&left.elsewhere));
        } else {
            for_each_task(left.len(), |number| count(&left[number].elsewhere));
        }
    }

    /// Counts those outside the grid, in their order.
    fn count_outside(&self, mut runs: Vec<Range<u32>>, ranks: &mut [u32]) {
        runs.sort_unstable_by_key(|run| run.start);
        let (mut counted, mut rest, mut at) = (0, ranks, 0);
        let mut parts = Vec::with_capacity(runs.len());
        for run in runs {
            let (part, after) = std::mem::take(&mut rest)[(run.start - at) as usize..].split_at_mut(run.len());
            parts.push((counted, part));
            (counted, rest, at) = (counted + run.len() as u32, after, run.end);
        }
        self.cell_counts[self.levels.cell_count].store(counted, Relaxed);
        for_each_part(parts, |_, (first, ranks)| (first..).zip(ranks).for_each(|(next, rank)| *rank = next));
    }
}

impl Share<'_> {
    /// Does something with the particles that come next, and gives them their ranks.
    pub fn do_and_count(&mut self, each: &impl Each, particles: &mut [Particle], displacements: &mut [Displacement], ranks: &mut [u32]) {
        // Few at a time, so that they are counted while they are near.
        let parts = particles.chunks_mut(GRAIN).zip(displacements.chunks_mut(GRAIN)).zip(ranks.chunks_mut(GRAIN));
        for ((particles, displacements), ranks) in parts {
            for_each_of_run(each, particles, displacements);
            self.count(particles, ranks);
        }
    }

    /// The ranks of the particles that come next.
    pub fn count(&mut self, particles: &[Particle], ranks: &mut [u32]) {
        particles.chunks(RUN).zip(ranks.chunks_mut(RUN)).for_each(|(particles, ranks)| self.count_run(particles, ranks));
    }

    /// Of at most [`RUN`].
    fn count_run(&mut self, particles: &[Particle], ranks: &mut [u32]) {
        let Counting { levels, cell_counts } = self.counting;
        for ((i, &cell), rank) in (self.next..).zip(self.found.find(levels, particles)).zip(ranks) {
            if !self.cells.contains(&(cell as usize)) {
                self.left.take(i, cell as usize == levels.cell_count);
                continue;
            }
            // No other thread is at this cell.
            let count = &cell_counts[cell as usize];
            *rank = count.load(Relaxed);
            count.store(*rank + 1, Relaxed);
        }
        self.next += particles.len() as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;
    use crate::world::particle::Phase;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    /// Counts a lattice of discs, of which some are outside the grid, in their order, in the reverse order, and in one without any.
    #[test]
    fn every_rank_of_a_cell_is_given_out_once_in_any_order() {
        let place = |k: usize| [1.0 + 0.6 * (k % 100) as f64, 1.0 + 0.6 * (k / 100) as f64];
        let particles: Vec<_> = (0..9_000).map(|k| ParticleSpec::at(place(k), 0.5)).collect();
        let world = World::new(&WorldSpec { size: [70.0; 2], particles, ..WorldSpec::default() }).unwrap();
        let mut sorted = world.start.particles.clone();
        for (i, particle) in sorted.iter_mut().enumerate().filter(|(i, _)| i % 200 == 0 || *i > 7_000) {
            *particle = particle.with_phase([Phase::Unborn, Phase::Removed][i % 2]);
        }
        let reversed: Vec<_> = sorted.iter().rev().copied().collect();
        let shuffled: Vec<_> = (0..sorted.len()).map(|k| sorted[k * 7_919 % sorted.len()]).collect();
        let levels = Levels::new(&world.params);
        for particles in [sorted, reversed, shuffled] {
            let counts: Vec<_> = (0..world.params.count_length()).map(|_| AtomicU32::new(0)).collect();
            let mut ranks = vec![u32::MAX; particles.len()];
            grid_count(&world.params, &particles, &counts, &mut ranks);
            let mut places: Vec<_> = particles.iter().zip(&ranks).map(|(particle, &rank)| (sort_cell(&levels, particle), rank)).collect();
            places.sort_unstable();
            for (cell, count) in counts.iter().enumerate() {
                let here = places.iter().filter(|place| place.0 == cell).map(|place| place.1);
                assert!(cell != levels.cell_count || count.load(Relaxed) > 2_000);
                if count.load(Relaxed) > 0 || cell % 50 == 0 {
                    assert!(here.eq(0..count.load(Relaxed)), "cell {cell}");
                }
            }
        }
    }
}
