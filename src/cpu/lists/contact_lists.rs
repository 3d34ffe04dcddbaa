//! The contacts that the discs of a few rows of cells own. Where all are of one size (others: `mixed_lists`) they are found by a
//! vector's lanes of discs, which look at once at those that follow them by one place, by two, and so on (see `windows`): what
//! [`owns_contact`] says of one pair, to the same bits.
//!
//! [`owns_contact`]: crate::cpu::ownership::owns_contact

use std::ops::Range;

use fearless_simd::prelude::*;

use crate::cpu::dim2::slots_of_rows;
use crate::cpu::pairs::found_pairs::FoundPairs;
use crate::cpu::pairs::places::Segment;
use crate::cpu::pairs::windows::Windows;
use crate::cpu::vectors::disc_arrays::{DiscArrays, Lanes, MAX_LANES, each_from};
use crate::world::fixed::LIST_ROWS;
use crate::world::levels::Level;
use crate::world::particle::{PHASE_SHIFT, Particle, Phase};

/// As many numbers as [`ContactLists::partners_from`] gives: no fewer than a list has rows.
pub const WIDE: usize = 8;

/// The lists of discs that follow each other.
#[derive(Default)]
pub struct ContactLists {
    /// The first slot.
    first: usize,
    /// Those that look and those that are looked at.
    discs: DiscArrays,
    /// The slot of the first of these, and how many there are.
    first_disc: usize,
    disc_count: usize,
    /// Whether some of them may be pinned: two that are have no contact.
    some_pinned: bool,
    /// How many contacts each disc owns.
    counts: Vec<u32>,
    /// The first of them; any numbers behind them. One more list than there are discs.
    partners: Vec<[u32; LIST_ROWS]>,
    /// Whether few are expected to touch any, where they are of several sizes.
    pub(super) rare: bool,
    /// Pairs of slots of discs that do not touch and are [near](NEAR), where that was asked for.
    near: Vec<[u32; 2]>,
}

impl ContactLists {
    /// Finds the contacts of the discs in some rows of cells; with `NEAR_TOO`, which is not for folded grids, also [`Self::near`].
    #[inline(always)]
    pub fn find<const NEAR_TOO: bool, S: Simd>(
        &mut self,
        simd: S,
        level: &Level,
        particles: &[Particle],
        cell_starts: &[u32],
        rows: Range<i32>,
    ) {
        debug_assert!(!NEAR_TOO || level.fold_bits == 0);
        let with_above = rows.start..(rows.end + 1).min(level.size[1]);
        let discs = slots_of_rows(level, cell_starts, with_above);
        self.load(simd, slots_of_rows(level, cell_starts, rows.clone()), discs, particles);
        self.near.clear();
        for segment in Segment::of_rows(level, cell_starts, rows.clone()) {
            self.look::<NEAR_TOO, S>(simd, level, &segment, particles, cell_starts);
        }
        if !NEAR_TOO && level.fold_bits != 0 {
            self.find_at_fold::<false, S>(simd, level, particles, cell_starts, rows);
        }
    }

    /// Room for the lists of discs that follow each other, all empty.
    #[inline(always)]
    fn clear(&mut self, slots: Range<usize>) {
        self.first = slots.start;
        self.counts.clear();
        self.counts.resize(slots.len(), 0);
        self.partners.resize(slots.len() + 1, [0; LIST_ROWS]);
    }

    /// [`Self::clear`], and takes in the discs at some slots, those among them.
    #[inline(always)]
    pub fn load<S: Simd>(&mut self, simd: S, slots: Range<usize>, discs: Range<usize>, particles: &[Particle]) {
        self.clear(slots);
        (self.first_disc, self.disc_count) = (discs.start, discs.len());
        self.discs.resize(MAX_LANES + discs.len());
        self.some_pinned = self.discs.load(simd, &particles[discs], MAX_LANES) >> PHASE_SHIFT != 0;
    }

    /// A vector's lanes of discs that follow those from a slot on by a distance; any for what is before the first disc by fewer than
    /// [`MAX_LANES`] slots.
    #[inline(always)]
    pub fn discs_from<S: Simd>(&self, simd: S, slot: usize, distance: i32) -> Lanes<S> {
        let place = slot + MAX_LANES - self.first_disc;
        Lanes::load(simd, &self.discs.discs(), place.wrapping_add_signed(distance as isize))
    }

    /// Whether any of the discs that were taken in may be [smaller](Lanes::are_smaller) than others.
    #[inline(always)]
    pub fn differ<S: Simd>(&self, simd: S) -> bool {
        let [least, most] = self.discs.radii(simd, MAX_LANES..MAX_LANES + self.disc_count);
        least * 9.0 < most * 8.0
    }

    /// Adds pairs that were found, of the owner first, to the lists of the owners.
    #[inline(always)]
    pub fn add_found(&mut self, particles: &[Particle], found: &mut FoundPairs) {
        let pinned = self.some_pinned.then_some(particles);
        add(&mut self.counts, &mut self.partners, self.first, pinned, found);
    }

    /// Sets the list of a disc: how many contacts it owns, and the first of them.
    #[inline(always)]
    pub(super) fn set(&mut self, i: usize, (count, partners): (u32, &[u32; LIST_ROWS])) {
        self.counts[i - self.first] = count;
        self.partners[i - self.first] = *partners;
    }

    /// See the field.
    pub fn near(&self) -> &[[u32; 2]] {
        &self.near
    }

    /// Where the discs are that were looked at, those above included.
    pub fn places(&self, count: usize) -> [&[i32]; 2] {
        self.discs.positions(MAX_LANES..MAX_LANES + count)
    }

    /// The discs that own more contacts than a list holds.
    #[inline(always)]
    pub fn crowded(&self) -> impl Iterator<Item = usize> {
        let most = self.counts.iter().fold(0, |most, &count| most.max(count));
        let discs = if most > LIST_ROWS as u32 { &self.counts[..] } else { &[] };
        (self.first..).zip(discs).filter(|(_, count)| **count > LIST_ROWS as u32).map(|(i, _)| i)
    }

    /// How many contacts there are.
    #[inline(always)]
    pub fn total(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// How many contacts a disc owns, by its slot.
    #[inline(always)]
    pub fn count(&self, i: usize) -> u32 {
        self.counts[i - self.first]
    }

    /// The partners of the contacts that a disc owns, as many as a list holds, by its slot; any numbers behind them.
    #[inline(always)]
    pub fn partners_from(&self, i: usize) -> &[u32; WIDE] {
        let place = (i - self.first) * LIST_ROWS;
        self.partners.as_flattened()[place..].first_chunk().expect("a list more")
    }

    /// How many contacts a disc owns, and the first of them, by its slot.
    #[cfg(test)]
    pub fn of(&self, i: usize) -> (u32, &[u32; LIST_ROWS]) {
        (self.counts[i - self.first], &self.partners[i - self.first])
    }

    /// The discs of a segment look for others. Places are slots here.
    #[inline(always)]
    fn look<const NEAR_TOO: bool, S: Simd>(
        &mut self,
        simd: S,
        level: &Level,
        segment: &Segment,
        particles: &[Particle],
        cell_starts: &[u32],
    ) {
        let (discs, starts) = (self.discs.discs(), bytemuck::cast_slice(cell_starts));
        let pinned = self.some_pinned.then_some(particles);
        let mut found = FoundPairs::default();
        let mut found_near = FoundPairs::default();
        let mut keep = |found: &mut FoundPairs| add(&mut self.counts, &mut self.partners, self.first, pinned, found);
        for slot in segment.looking.clone().step_by(S::i32s::LEN) {
            let place = slot + MAX_LANES - self.first_disc;
            let own = Lanes::load(simd, &discs, place);
            let slots = each_from(simd, slot);
            let windows = Windows::of(simd, level, segment, starts, own.position, slot);
            for distance in 1.. {
                let inside = windows.beside(simd, distance);
                if !inside.any_true() {
                    break;
                }
                let pairs = own.with(&Lanes::load(simd, &discs, place + distance as usize));
                found.add_following::<S>(slots, distance, pairs.touch() & inside);
                if NEAR_TOO {
                    found_near.add_following::<S>(slots, distance, pairs.are_near() & !pairs.touch() & inside);
                    keep_near(pinned, &mut found_near, &mut self.near);
                }
                if found.is_full() {
                    keep(&mut found);
                }
            }
            for distance in windows.above_distances(simd) {
                let pairs = own.with(&Lanes::load(simd, &discs, place + distance as usize));
                let inside = windows.above(simd, distance);
                found.add_following::<S>(slots, distance, pairs.touch() & inside);
                if NEAR_TOO {
                    found_near.add_following::<S>(slots, distance, pairs.are_near() & !pairs.touch() & inside);
                    keep_near(pinned, &mut found_near, &mut self.near);
                }
                if found.is_full() {
                    keep(&mut found);
                }
            }
        }
        keep(&mut found);
    }
}

/// Adds pairs that were found to the lists of discs from slot `first` on; `pinned` are all particles, if any may be.
#[inline(always)]
fn add(counts: &mut [u32], partners: &mut [[u32; LIST_ROWS]], first: usize, pinned: Option<&[Particle]>, found: &mut FoundPairs) {
    for [i, j] in found.pairs(0..found.count()) {
        if !are_pinned(pinned, [i, j]) {
            push(&mut counts[i - first], &mut partners[i - first], j);
        }
    }
    found.clear();
}

/// Keeps pairs that were found; `pinned` as in [`add`].
#[inline(always)]
fn keep_near(pinned: Option<&[Particle]>, found: &mut FoundPairs, near: &mut Vec<[u32; 2]>) {
    if found.count() > 0 {
        let pairs = found.pairs(0..found.count()).filter(|&pair| !are_pinned(pinned, pair));
        near.extend(pairs.map(|pair| pair.map(|slot| slot as u32)));
        found.clear();
    }
}

/// Whether both discs of a pair are pinned: such have no contact.
#[inline(always)]
fn are_pinned(pinned: Option<&[Particle]>, pair: [usize; 2]) -> bool {
    pinned.is_some_and(|all| pair.into_iter().all(|slot| all[slot].phase() == Phase::Pinned))
}

/// Adds a contact to a list.
#[inline(always)]
fn push(count: &mut u32, partners: &mut [u32; LIST_ROWS], j: usize) {
    if let Some(partner) = partners.get_mut(*count as usize) {
        *partner = j as u32;
    }
    *count += 1;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::cpu::dim2::cell_coords;
    use crate::cpu::partners::partners_of;
    use crate::cpu::vectors::instructions::instructions;
    use crate::scene::random::Random;
    use crate::world::World;
    use crate::world::fold::Folding;
    use crate::world::levels::Levels;
    use crate::world::params::Substep;
    use crate::world::spec::{ParticleSpec, WorldSpec};
    use fearless_simd::dispatch;

    fn world(width: f64, particles: Vec<ParticleSpec>, folding: Folding) -> World {
        World::new(&WorldSpec { size: [width, 40.0], particles, ..WorldSpec::default() }).unwrap().with_folding(folding).unwrap()
    }

    /// Compares all lists with those of the readable twin; returns how many contacts there are.
    fn compare(world: &World) -> usize {
        let mut solver = CpuSolver::new(world, Some(1)).unwrap();
        world.measuring_list().into_iter().for_each(|step| solver.run_step(step, &Substep::default()));
        let b = &solver.buffers;
        let (levels, level, mut lists, mut all) = (Levels::new(&b.params), b.params.level(0), ContactLists::default(), 0);
        for row in (0..level.size[1]).step_by(2) {
            let rows = row..(row + 2).min(level.size[1]);
            let cells = [rows.start, rows.end].map(|y| (y * level.size[0]) as usize);
            dispatch!(instructions(), simd => lists.find::<false, _>(simd, &level, &b.particles, &b.cell_starts, rows));
            for i in b.cell_starts[cells[0]] as usize..b.cell_starts[cells[1]] as usize {
                let expected: Vec<_> = partners_of(&levels, &b.cell_starts, &b.particles, i).map(|j| j as u32).collect();
                let (count, partners) = lists.of(i);
                let listed = expected.len().min(LIST_ROWS);
                assert_eq!((count as usize, &partners[..listed]), (expected.len(), &expected[..listed]), "{i}");
                all += expected.len();
            }
        }
        all
    }

    #[test]
    fn every_list_is_that_of_the_readable_twin() {
        let mut random = Random::new(1, 0);
        let mut number = || random.unit();
        for folding in [Folding::Never, Folding::Always] {
            // Crowds, empty places, pinned ones.
            let particles = (0..3_000).map(|id| {
                let place = if id < 300 { [9.0 + number() * 2.0, 9.0 + number()] } else { [number() * 60.0, number() * 35.0] };
                ParticleSpec { pinned: id % 3 == 0, ..ParticleSpec::at(place, 0.4) }
            });
            let all = compare(&world(60.0, particles.collect(), folding));
            assert!(all > 3_000, "{all} contacts");
        }
    }

    /// Behind the last column of a row the next row begins, and behind the last row those that are outside of the grid.
    #[test]
    fn crowds_at_a_fold_and_outside_of_the_grid_are_nobodys_neighbours() {
        let mut random = Random::new(1, 0);
        let mut number = || random.unit();
        let alike = |places: &[[f64; 2]]| -> Vec<_> {
            let born = places.iter().map(|&place| ParticleSpec::at(place, 0.4));
            let unborn = (places.len()..20_000).map(|_| ParticleSpec { birth: 9, ..ParticleSpec::at([9.0; 2], 0.4) });
            born.chain(unborn).collect()
        };
        let empty = world(6e3, alike(&[]), Folding::Always);
        let level = empty.params().level(0);
        let mut places = Vec::new();
        for k in 0..6_000 * 40 {
            let place = [0.5 + f64::from(k % 6_000), 0.5 + f64::from(k / 6_000)];
            let [x, y] = cell_coords(&level, empty.frame.position_to_steps(place));
            let crowd = if x == 0 && y > 0 { 40 } else { i32::from(x == level.size[0] - 1) };
            places.extend((0..crowd).map(|_| [place[0] + number() / 3.0, place[1] + number() / 3.0]));
        }
        assert!((100..19_900).contains(&places.len()), "{} discs", places.len());
        let world = world(6e3, alike(&places), Folding::Always);
        assert_eq!(world.params().level(0), level);
        compare(&world);
    }
}
