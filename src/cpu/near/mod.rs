//! Where obstacles are near: the ranges of particles that the passes over obstacles look at, while the rest of them is far from
//! everything. Only the host has it; it holds nothing that the grid, the cover and the positions do not.
//!
//! After the sort the particles of a cell follow each other, so ranges of cells are ranges of particles. They take in one cell
//! more all round, so that they are good until the next sort. Only two kinds of particles may get further than that: fast ones, and
//! those that an obstacle makes fast, whose runs are noted; and those that were put outside of the walls, which come back without a
//! displacement: while some may be about, all are looked at.

mod cells;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use self::cells::{cells_near, joined};
use super::GRAIN;
use super::threads::parallel::for_each_part;
use crate::world::fixed::{FRACTION_BITS, MAX_DISPLACEMENT};
use crate::world::obstacles::cover::{Cover, PART_BITS};
use crate::world::params::Params;
use crate::world::particle::Displacement;

/// Ranges of particles that may be near an obstacle. Until they are found, all may.
#[derive(Debug, Default)]
pub struct Near {
    /// Ranges of cells near what stays, ascending.
    still: Vec<Range<u32>>,
    /// The same near all obstacles.
    cells: Vec<Range<u32>>,
    /// Ranges of particles, ascending.
    particles: Vec<Range<usize>>,
    /// By run of [`GRAIN`] particles, whether one may have moved by more than a cell.
    fast: Vec<AtomicBool>,
    found: bool,
    /// How often more the ranges are not found, since particles may be outside of the walls; the greatest number stands for ever.
    returning: u32,
}

/// Who may be outside of the walls.
#[derive(Clone, Copy, Debug)]
pub enum Outside {
    Nobody,
    /// Some who are on their way back: see [`RETURNS`].
    Some,
    /// Some who come at any time: they are not born yet.
    Unborn,
}

/// Times that ranges are asked for until whoever was outside is back: up to three times a substep, in each of which they come nearer by
/// the greatest displacement, from as far off as a place may be.
const RETURNS: u32 = 3 * (1 + i32::MAX as u32 / (MAX_DISPLACEMENT as u32 >> FRACTION_BITS));

impl Near {
    /// Of obstacles with this cover, and particles of which none is outside of the walls.
    pub fn new(params: &Params, cover: &Cover) -> Self {
        Self::of(cells_near(params, cover.still_strips().into_iter()))
    }

    fn of(still: Vec<Range<u32>>) -> Self {
        Self { cells: still.clone(), still, ..Self::default() }
    }

    /// Of the same particles and other obstacles, with this cover instead of that: where both are the same, so are the cells.
    pub fn with_cover(&self, params: &Params, cover: &Cover, before: &Cover) -> Self {
        let anew = if cover == before { Self::of(self.still.clone()) } else { Self::new(params, cover) };
        Self { returning: self.returning, ..anew }
    }

    /// Of the same obstacles where those that move are elsewhere. The ranges that are known change with them: as long as particles
    /// keep the order of the last sort, they are as good as before.
    pub fn place_movers(&mut self, params: &Params, cover: &Cover, cell_starts: &[u32]) {
        self.cells = joined([self.still.clone(), cells_near(params, cover.moving_strips())].concat());
        if self.found {
            self.find_ranges(cell_starts);
        }
    }

    /// Says that particles are in another order.
    pub fn forget(&mut self) {
        self.found = false;
    }

    /// The same, and who of them may be outside of the walls now.
    pub fn note_outside(&mut self, who: Outside) {
        self.forget();
        self.returning = match who {
            Outside::Nobody => 0,
            Outside::Some => self.returning.max(RETURNS),
            Outside::Unborn => u32::MAX,
        };
    }

    /// Finds the ranges, unless they are known, of particles that have not moved since they were sorted. Those that are not in
    /// the grid are far from everything until the next sort: particles are born before it.
    pub fn find(&mut self, params: &Params, cell_starts: &[u32]) {
        if !self.found && self.returning > 0 {
            self.returning -= u32::from(self.returning < u32::MAX);
        } else if !self.found {
            self.find_ranges(cell_starts);
            self.fast.clear();
            // For all particles: some that are laid aside may come back before the next sort.
            self.fast.resize_with((params.particle_count as usize).div_ceil(GRAIN), AtomicBool::default);
            self.found = true;
        }
    }

    fn find_ranges(&mut self, cell_starts: &[u32]) {
        let start = |cell: u32| cell_starts[cell as usize] as usize;
        let ranges = self.cells.iter().map(|cells| start(cells.start)..start(cells.end));
        self.particles.clear();
        self.particles.extend(ranges.filter(|range| !range.is_empty()));
    }

    /// Notes the runs in which a particle has come a long way to where it was sorted, or goes one.
    pub fn note_long_ways(&self, params: &Params, ways: &[Displacement]) {
        for_each_part(ways.chunks(GRAIN), |run, ways| {
            if has_long_way(params, ways) {
                self.note_fast(run);
            }
        });
    }

    /// Says that in a run of particles one may be about to move by more than a cell.
    fn note_fast(&self, run: usize) {
        if let Some(fast) = self.fast.get(run) {
            fast.store(true, Relaxed);
        }
    }

    /// Calls `each` with the places, in a run of particles that are about to go these ways, of those that may be near: of most runs,
    /// ways are all that is looked at.
    pub fn for_each_of(&self, params: &Params, run: usize, ways: &mut [Displacement], mut each: impl FnMut(usize, &mut Displacement)) {
        if has_long_way(params, ways) {
            self.note_fast(run);
        }
        self.for_each_in(run, ways.len(), |place| {
            each(place, &mut ways[place]);
            // What an obstacle takes along may be far from where it was sorted.
            if has_long_way(params, &ways[place..=place]) {
                self.note_fast(run);
            }
        });
    }

    /// Calls `each` with the places, in a run of so many particles, of those that may be near.
    pub fn for_each_in(&self, run: usize, length: usize, mut each: impl FnMut(usize)) {
        if !self.found || self.fast[run].load(Relaxed) {
            return (0..length).for_each(each);
        }
        let (first, end) = (run * GRAIN, run * GRAIN + length);
        let next = self.particles.partition_point(|range| range.end <= first);
        for range in self.particles[next..].iter().take_while(|range| range.start < end) {
            (range.start.max(first)..range.end.min(end)).for_each(|i| each(i - first));
        }
    }
}

/// Whether one of these ways is longer than a part of those that are looked at (see [`PART_BITS`]).
fn has_long_way(params: &Params, ways: &[Displacement]) -> bool {
    let bits = params.cell_bits - PART_BITS;
    ways.as_flattened().iter().fold(0, |all, way| all | (way >> FRACTION_BITS).unsigned_abs() >> bits) != 0
}

#[cfg(test)]
mod tests;
