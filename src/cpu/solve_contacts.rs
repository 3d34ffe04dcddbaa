//! Twin of `solve_contacts.wgsl`: each particle pushes itself out of every particle it overlaps.

use std::cell::RefCell;
use std::ops::Range;

use fearless_simd::dispatch;

use super::CountersCell;
use super::contact::{coincident_normal, contact};
use super::dim2::{Correction, offset};
use super::exact::product;
use super::pairs::after_contacts::{AfterContacts, Nothing, one_by_one};
use super::pairs::contact_band::Band;
use super::pairs::crossings::{Crossing, find_crossings, finer_slots};
use super::partners::runs_in_levels;
use super::threads::parallel::{FEWEST, for_each_part, task_length};
use super::vectors::instructions::instructions;
use crate::world::fold::FOLD_ROWS;
use crate::world::levels::{Level, Levels};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

thread_local! {
    /// Kept from substep to substep, so that none of them asks the system for memory.
    static BAND: RefCell<Band> = RefCell::new(Band::default());
}

/// Twin of the entry point. In `crossings` is left what discs of different levels do to each other.
pub fn solve_contacts(
    params: &Params,
    particles: &[Particle],
    cell_starts: &[u32],
    particles_next: &mut [Particle],
    displacements: &mut [Displacement],
    counters: &CountersCell,
    crossings: &mut Vec<Crossing>,
) {
    let next = Strip { cells: 0..cell_starts.len(), next: particles_next, displacements, ranks: &mut [] };
    solve_contacts_then(params, particles, cell_starts, next, counters, crossings, &Nothing);
}

/// The same, with something more that is done with particles at once; `next` has all of them.
pub fn solve_contacts_then(
    params: &Params,
    particles: &[Particle],
    cell_starts: &[u32],
    next: Strip<'_>,
    counters: &CountersCell,
    crossings: &mut Vec<Crossing>,
    after: &impl AfterContacts,
) {
    let levels = &Levels::new(params);
    find_crossings(params, levels, particles, cell_starts, crossings);
    let snapshot = Snapshot { params, levels, particles, cell_starts, crossings, counters };
    snapshot.solve_all(next, most_in_band(particles.len(), rayon::current_num_threads()), after);
}

/// Particles that a band should have at most, of so many. It reads those around it, too, which the bands beside it have: so small worlds
/// are cut into few. One cell alone may have more.
fn most_in_band(particles: usize, threads: usize) -> usize {
    let for_few_edges = ROOTS_OF_BAND * particles.isqrt();
    // Halves are not equal: without a margin there would be twice as many bands now and then.
    let for_all_threads = particles * 11 / (10 * BANDS_PER_THREAD * threads);
    for_few_edges.min(for_all_threads).clamp(FEWEST, MAX_IN_BAND)
}

/// Particles of a band over the root of all: of a heap as wide as it is high, rows of discs.
const ROOTS_OF_BAND: usize = 50;

/// Bands for each thread at least.
const BANDS_PER_THREAD: usize = 2;

/// Larger ones are no faster.
const MAX_IN_BAND: usize = 1 << 15;

/// What the pass reads.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    pub params: &'a Params,
    pub levels: &'a Levels,
    pub particles: &'a [Particle],
    pub cell_starts: &'a [u32],
    /// Of the particles in the grid, where it has several levels.
    pub crossings: &'a [Crossing],
    pub counters: &'a CountersCell,
}

/// A run of cells, and what becomes of the particles in it.
pub struct Strip<'a> {
    pub cells: Range<usize>,
    pub next: &'a mut [Particle],
    pub displacements: &'a mut [Displacement],
    /// Their ranks in the next sort; empty where nobody counts them.
    pub ranks: &'a mut [u32],
}

impl<'a> Strip<'a> {
    /// The first so many of the cells, and the rest.
    fn cut(self, cell_starts: &[u32], cells: usize) -> (Self, Self) {
        let middle = self.cells.start + cells;
        let count = (cell_starts[middle] - cell_starts[self.cells.start]) as usize;
        let (next, rest) = self.next.split_at_mut(count);
        let (displacements, rest_of_displacements) = self.displacements.split_at_mut(count);
        let (ranks, rest_of_ranks) = self.ranks.split_at_mut(count.min(self.ranks.len()));
        (
            Self { cells: self.cells.start..middle, next, displacements, ranks },
            Self { cells: middle..self.cells.end, next: rest, displacements: rest_of_displacements, ranks: rest_of_ranks },
        )
    }
}

impl Snapshot<'_> {
    /// Solves all particles of the grid, in bands of at most `most`, and hands on those that are not in it.
    fn solve_all(&self, next: Strip<'_>, most: usize, after: &impl AfterContacts) {
        let (in_grid, outside) = next.cut(self.cell_starts, self.levels.cell_count);
        for_each_part(self.bands(in_grid, most), |_, (level, strips)| self.solve_band(level, strips, after));
        self.hand_on(outside, after);
    }

    /// The bands of all levels, whose cells follow each other from the finest, the last of them, to the coarsest.
    fn bands<'s>(&self, in_grid: Strip<'s>, most: usize) -> Vec<(&Level, Vec<Strip<'s>>)> {
        let (mut rest, mut bands) = (in_grid, Vec::new());
        for level in self.levels.as_slice().iter().rev() {
            let (own, others) = rest.cut(self.cell_starts, level.cells().len());
            self.groups(level, own).into_iter().for_each(|strips| self.cut_bands(level, strips, most, &mut bands));
            rest = others;
        }
        bands
    }

    fn hand_on(&self, outside: Strip<'_>, after: &impl AfterContacts) {
        let before = &self.particles[self.cell_starts[outside.cells.start] as usize..];
        let length = task_length(before.len());
        let tasks = outside.next.chunks_mut(length).zip(outside.displacements.chunks_mut(length)).zip(before.chunks(length));
        for_each_part(tasks, |_, ((next, displacements), before)| {
            next.copy_from_slice(before);
            one_by_one(after, next, displacements);
        });
        after.strip(outside);
    }

    /// A whole level: one strip or, where the grid is folded, its rows, as many together as the coarsest level has. Those are cut side
    /// by side, so that what is beside each other stays together.
    fn groups<'a>(&self, level: &Level, whole: Strip<'a>) -> Vec<Vec<Strip<'a>>> {
        if level.fold_bits == 0 {
            return vec![vec![whole]];
        }
        let mut rest = whole;
        let mut groups: Vec<Vec<_>> = Vec::new();
        for row in 0..level.size[1] as usize {
            let (strip, others) = rest.cut(self.cell_starts, level.size[0] as usize);
            if row.is_multiple_of(FOLD_ROWS as usize) {
                groups.push(Vec::new());
            }
            groups.last_mut().expect("the first row has one").push(strip);
            rest = others;
        }
        groups
    }

    /// Cuts strips of equal length into bands of at most `most` particles; a cell is not divided.
    fn cut_bands<'l, 's>(&self, level: &'l Level, strips: Vec<Strip<'s>>, most: usize, bands: &mut Vec<(&'l Level, Vec<Strip<'s>>)>) {
        let (length, count) = (strips[0].cells.len(), strips.iter().map(|strip| strip.next.len()).sum::<usize>());
        // Of a folded grid not all columns at once.
        let is_ring = level.fold_bits != 0 && length + 2 > level.size[0] as usize;
        if (count <= most || length == 1) && !is_ring {
            bands.push((level, strips));
            return;
        }
        let before = |cells: usize| -> usize {
            let in_strip = |strip: &Strip<'_>| self.cell_starts[strip.cells.start + cells] - self.cell_starts[strip.cells.start];
            strips.iter().map(|strip| in_strip(strip) as usize).sum()
        };
        let (mut cut, mut end) = (1, length - 1);
        while cut < end {
            let middle = cut.midpoint(end);
            if before(middle) < count / 2 { cut = middle + 1 } else { end = middle }
        }
        let (low, high) = strips.into_iter().map(|strip| strip.cut(self.cell_starts, cut)).unzip();
        self.cut_bands(level, low, most, bands);
        self.cut_bands(level, high, most, bands);
    }

    fn solve_band(&self, level: &Level, mut strips: Vec<Strip<'_>>, after: &impl AfterContacts) {
        let count: usize = strips.iter().map(|strip| strip.next.len()).sum();
        if count == 0 {
            return;
        }
        BAND.with_borrow_mut(|band| {
            let patch: Vec<_> = strips.iter().map(|strip| strip.cells.clone()).collect();
            band.gather(self.params, level, self.particles, self.cell_starts, &patch);
            dispatch!(instructions(), simd => {
                for (run, strip) in strips.iter_mut().enumerate() {
                    self.correct(simd, band, band.first_of(run), strip, after);
                }
            });
        });
        strips.into_iter().for_each(|strip| after.strip(strip));
    }
}

/// The sum of the corrections of particle `i`, and how many particles it touches. This is the readable twin;
/// `contact_band` and `crossings` compute the same bits faster.
pub fn gathered(params: &Params, levels: &Levels, particles: &[Particle], cell_starts: &[u32], i: usize) -> (Displacement, u32) {
    let mut correction = Correction::default();
    let mut touching = 0;
    let around = runs_in_levels(levels, cell_starts, &particles[i]).map(|(slots, _)| slots);
    for j in around.chain(finer_slots(levels, cell_starts, &particles[i])).flatten().filter(|&j| j != i) {
        if let Some(term) = push(params, &particles[i], &particles[j]) {
            correction.add(term);
            touching += 1;
        }
    }
    (correction.total(), touching)
}

/// The correction of a particle by one other, if they touch. Each of two live particles takes half of it, a live
/// one against a pinned one all of it.
#[inline(always)]
pub fn push(params: &Params, particle: &Particle, other: &Particle) -> Option<Displacement> {
    let offset = offset(particle.position, other.position);
    let pair = contact(offset, particle.radius() + other.radius())?;
    let normal = if offset == [0, 0] { coincident_normal(particle.id, other.id) } else { pair.normal };
    let share = if other.phase() == Phase::Pinned { 2.0 } else { 1.0 };
    let size = product(pair.penetration, product(params.contact_gain, share));
    Some([product(normal[0], size) as i32, product(normal[1], size) as i32])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Buffers;
    use crate::cpu::dim2::sum;
    use crate::cpu::test_worlds::sorted_crowd;
    use crate::world::fold::Folding;
    use crate::world::particle::MAX_TOUCHING;

    #[test]
    fn bands_are_neither_tiny_nor_huge_and_enough_for_all_threads() {
        for threads in [1, 2, 64] {
            for particles in [0, 1, 1_000, 10_000, 1_000_000, 100_000_000] {
                let most = most_in_band(particles, threads);
                assert!((FEWEST..=MAX_IN_BAND).contains(&most));
                assert!(particles / most + 1 >= threads.min(particles / FEWEST), "{particles} particles, {threads} threads");
            }
        }
    }

    #[test]
    fn every_band_equals_the_readable_twin_to_the_last_bit() {
        let b = sorted_crowd(Folding::Never, 1);
        let (levels, level) = (Levels::new(&b.params), b.params.level(0));
        let cells = b.params.cell_count as usize;
        // One cell, parts of a row, a row and a bit, several rows, everything.
        for length in [1, 7, b.params.grid_size[0] as usize + 3, 150, cells] {
            let (mut band, mut contacts, mut careful) = (Band::default(), 0, 0);
            for first in (0..cells).step_by(length) {
                let cells = first..(first + length).min(cells);
                band.gather(&b.params, &level, &b.particles, &b.cell_starts, std::slice::from_ref(&cells));
                for i in b.cell_starts[cells.start]..b.cell_starts[cells.end] {
                    let readable = gathered(&b.params, &levels, &b.particles, &b.cell_starts, i as usize);
                    match band.correction(band.first_of(0) + (i - b.cell_starts[cells.start]) as usize) {
                        _ if b.particles[i as usize].phase() == Phase::Pinned => {}
                        Some(fast) => assert_eq!(fast, readable, "particle {i}, bands of {length} cells"),
                        None => careful += 1,
                    }
                    contacts += readable.1;
                }
            }
            assert!(contacts > 10_000, "only {contacts} contacts compared");
            let coincident = (0..3_000).filter(|id| id % 50 == 0 && id % 9 != 0).count();
            assert_eq!(careful, coincident, "only coincident ones take more care");
        }
    }

    #[test]
    fn bands_of_any_size_give_the_same_pass() {
        for (folding, levels) in [(Folding::Never, 1), (Folding::Always, 1), (Folding::Never, 4), (Folding::Always, 4), (Folding::Never, 2)]
        {
            same_pass(&sorted_crowd(folding, levels));
        }
    }

    fn same_pass(b: &Buffers) {
        // Contacts alone, without the walls after them.
        let params = &Params { walls_after_contacts: 0, ..b.params.clone() };
        let levels = &Levels::new(params);
        let mut crossings = Vec::new();
        find_crossings(params, levels, &b.particles, &b.cell_starts, &mut crossings);
        let solved = |most: usize| {
            let (mut next, mut displacements) = (b.particles.clone(), b.displacements.clone());
            let counters = CountersCell::default();
            let (particles, cell_starts) = (&*b.particles, &*b.cell_starts);
            let snapshot = Snapshot { params, levels, particles, cell_starts, crossings: &crossings, counters: &counters };
            let strip = Strip { cells: 0..cell_starts.len(), next: &mut next, displacements: &mut displacements, ranks: &mut [] };
            snapshot.solve_all(strip, most, &Nothing);
            (next, displacements)
        };
        let whole = solved(b.particles.len());
        assert_ne!(whole.0, b.particles);
        for i in (0..b.particles.len()).filter(|&i| b.particles[i].phase() == Phase::Live) {
            let readable = gathered(&b.params, levels, &b.particles, &b.cell_starts, i);
            assert_eq!(whole.0[i].touching(), readable.1.min(MAX_TOUCHING), "particle {i}");
            assert_eq!(whole.1[i], sum(b.displacements[i], readable.0), "particle {i}");
        }
        for most in [1, 10, 100, 1_000] {
            assert!(solved(most) == whole, "bands of {most}");
        }
    }
}
