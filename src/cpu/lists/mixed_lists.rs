//! The contacts that discs of several sizes own. With those of their own level a vector's lanes of discs look, as alike ones do, at once at
//! those that follow them by one place, by two, and so on, and at those that they follow; contacts with a coarser level are found from
//! there, where discs are few. What [`owns_contact`] says of one pair, to the same bits.
//!
//! [`owns_contact`]: crate::cpu::ownership::owns_contact

use std::ops::Range;

use fearless_simd::prelude::*;

use super::contact_lists::ContactLists;
use crate::cpu::dim2::{reached_cells, reached_from, slots_of_rows, slots_of_run};
use crate::cpu::pairs::found_pairs::FoundPairs;
use crate::cpu::pairs::places::Segment;
use crate::cpu::pairs::windows::{Behind, Windows};
use crate::cpu::vectors::disc_arrays::{Lanes, each_from};
use crate::world::levels::{Level, Levels};
use crate::world::particle::Particle;

/// Discs in the cells of a level.
struct InCells<'a> {
    level: &'a Level,
    particles: &'a [Particle],
    cell_starts: &'a [u32],
}

impl ContactLists {
    /// Finds the contacts that discs in some rows of cells of a level own with those of their level and of coarser ones. A folded
    /// grid must have one level.
    #[inline(always)]
    pub fn find_in_levels<S: Simd>(
        &mut self,
        simd: S,
        levels: &Levels,
        number: usize,
        rows: Range<i32>,
        particles: &[Particle],
        cell_starts: &[u32],
    ) {
        let (level, coarser) = (&levels.as_slice()[number], &levels.as_slice()[..number]);
        debug_assert!(level.fold_bits == 0 || coarser.is_empty());
        let with_around = (rows.start - 1).max(0)..(rows.end + 1).min(level.size[1]);
        let discs = slots_of_rows(level, cell_starts, with_around);
        self.load(simd, slots_of_rows(level, cell_starts, rows.clone()), discs, particles);
        let (all, mut found) = (InCells { level, particles, cell_starts }, FoundPairs::default());
        // In the order of a list: it begins with the coarsest partners.
        for other in coarser {
            self.look_from_coarser(simd, &all, &rows, other, &mut found);
        }
        let (differ, mut looking) = (self.differ(simd), 0);
        for segment in Segment::of_rows(level, cell_starts, rows.clone()) {
            if differ {
                self.look_behind(simd, &all, &segment, &mut found);
            }
            self.look_ahead(simd, &all, &segment, &mut found);
            looking += segment.looking.len();
        }
        self.rare = found.were_rare(looking);
        self.add_found(particles, &mut found);
        if level.fold_bits != 0 {
            self.find_at_fold::<true, S>(simd, level, particles, cell_starts, rows);
        }
    }

    /// The discs of a coarser level look at those in the rows: a contact between levels is the finer one's. In no world are there so many
    /// cells that this costs more than what finer discs find by themselves.
    #[inline(always)]
    fn look_from_coarser<S: Simd>(&mut self, simd: S, all: &InCells<'_>, rows: &Range<i32>, coarser: &Level, found: &mut FoundPairs) {
        let &InCells { level, particles, cell_starts } = all;
        let [bottom, top] = [rows.start, rows.end].map(|row| row << level.cell_bits);
        let [low, high] = reached_from(coarser, [0, bottom], [0, top], 1 << level.cell_bits >> 1);
        let others = slots_of_rows(coarser, cell_starts, low[1]..high[1] + 1);
        for (j, other) in (others.start..).zip(&particles[others]) {
            let ([low, high], disc) = (reached_cells(level, other.position, other.radius()), Lanes::of(simd, other));
            for y in low[1].max(rows.start)..(high[1] + 1).min(rows.end) {
                let slots = slots_of_run(level, cell_starts, y, [low[0], high[0]]);
                for slot in slots.clone().step_by(S::i32s::LEN) {
                    let own = each_from(simd, slot);
                    let inside = own.simd_lt(S::i32s::splat(simd, slots.end as i32));
                    let touch = self.discs_from(simd, slot, 0).with(&disc).touch() & inside;
                    if touch.any_true() {
                        found.add_with(simd, own, j, touch);
                        if found.is_full() {
                            self.add_found(particles, found);
                        }
                    }
                }
            }
        }
    }

    /// The discs of a segment look at those of their level that they follow: they own contacts with larger ones of these.
    #[inline(always)]
    fn look_behind<S: Simd>(&mut self, simd: S, all: &InCells<'_>, segment: &Segment, found: &mut FoundPairs) {
        for slot in segment.looking.clone().step_by(S::i32s::LEN) {
            let own = self.discs_from(simd, slot, 0);
            let behind = Behind::of(simd, all.level, segment, bytemuck::cast_slice(all.cell_starts), own.position, slot);
            for distance in behind.below_distances(simd) {
                self.meet::<true, S>(simd, slot, &own, distance, behind.below(simd, distance), all.particles, found);
            }
            for distance in behind.beside_distances() {
                self.meet::<true, S>(simd, slot, &own, distance, behind.beside(simd, distance), all.particles, found);
            }
        }
    }

    /// They look at those that follow them: they own contacts with all of these but smaller ones.
    #[inline(always)]
    fn look_ahead<S: Simd>(&mut self, simd: S, all: &InCells<'_>, segment: &Segment, found: &mut FoundPairs) {
        for slot in segment.looking.clone().step_by(S::i32s::LEN) {
            let own = self.discs_from(simd, slot, 0);
            let ahead = Windows::of(simd, all.level, segment, bytemuck::cast_slice(all.cell_starts), own.position, slot);
            for distance in 1.. {
                let inside = ahead.beside(simd, distance);
                if !inside.any_true() {
                    break;
                }
                self.meet::<false, S>(simd, slot, &own, distance, inside, all.particles, found);
            }
            for distance in ahead.above_distances(simd) {
                self.meet::<false, S>(simd, slot, &own, distance, ahead.above(simd, distance), all.particles, found);
            }
        }
    }

    /// Those of a vector's lanes of discs from a slot on that are `inside` look at the discs that follow them by a distance, a negative one
    /// where these are behind, and keep those whose contacts they own.
    #[expect(clippy::too_many_arguments, reason = "who looks, and at whom")]
    #[inline(always)]
    fn meet<const BEHIND: bool, S: Simd>(
        &mut self,
        simd: S,
        slot: usize,
        own: &Lanes<S>,
        distance: i32,
        inside: S::mask32s,
        particles: &[Particle],
        found: &mut FoundPairs,
    ) {
        let other = self.discs_from(simd, slot, distance);
        let touch = own.with(&other).touch() & inside;
        if self.rare && !touch.any_true() {
            return;
        }
        let owns = if BEHIND { touch & own.are_smaller(&other) } else { touch & !other.are_smaller(own) };
        found.add_following::<S>(each_from(simd, slot), distance, owns);
        if found.is_full() {
            self.add_found(particles, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::dispatch;

    use super::*;
    use crate::cpu::CpuSolver;
    use crate::cpu::dim2::cell_index;
    use crate::cpu::partners::partners_of;
    use crate::cpu::vectors::instructions::instructions;
    use crate::scene::random::Random;
    use crate::solver::Solver;
    use crate::world::World;
    use crate::world::fixed::LIST_ROWS;
    use crate::world::fold::Folding;
    use crate::world::levels::Leveling;
    use crate::world::params::Substep;
    use crate::world::spec::{ParticleSpec, Walls, WorldSpec};

    /// Discs of several sizes: crowds, empty places, pinned ones, some outside of the world, and some in front of each other at its edges.
    fn world(sizes: u32, levels: u32, largest: f64, folding: Folding) -> World {
        let mut random = Random::new(1, 0);
        let mut number = || random.unit();
        let particles = (0..4_000u32).map(|id| {
            let place = match id % 10 {
                0 => [9.0 + number() * 2.0, 9.0 + number()],
                1 => [number() * 60.0, [0.1, 39.9][id as usize / 10 % 2]],
                2 => [0.1 * number(), number() * 40.0],
                _ => [number() * 60.0, number() * 36.0],
            };
            let radius = largest / f64::from(1 << (1 + id % 64).ilog2().min(sizes - 1)) * (1.0 - 0.2 * number());
            let leaves = id % 10 == 2;
            let velocity = if leaves { [-20.0, 0.0] } else { [0.0; 2] };
            ParticleSpec { velocity, pinned: !leaves && id % 3 == 0, ..ParticleSpec::at(place, radius) }
        });
        let walls = Walls { left: false, right: false, bottom: false, top: false };
        let spec = WorldSpec { size: [60.0, 40.0], walls, particles: particles.collect(), ..WorldSpec::default() };
        World::new(&spec).unwrap().with_folding(folding).unwrap().with_levels(Leveling::Exactly(levels)).unwrap()
    }

    #[test]
    fn every_list_is_that_of_the_readable_twin() {
        // Of the smallest discs most rows of cells have hardly any contact, those of the crowd many.
        for (sizes, count, largest, folding) in [
            (1, 1, 0.8, Folding::Never),
            (2, 1, 0.8, Folding::Never),
            (4, 3, 0.8, Folding::Never),
            (5, 5, 0.8, Folding::Never),
            (2, 1, 0.04, Folding::Never),
            (1, 1, 0.8, Folding::Always),
            (4, 1, 0.8, Folding::Always),
            (2, 1, 0.04, Folding::Always),
        ] {
            let world = world(sizes, count, largest, folding);
            let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
            solver.run(&[0, 1, 2, 3].map(|index| Substep { index, ..Substep::default() })).unwrap();
            world.measuring_list().into_iter().for_each(|step| solver.run_step(step, &Substep::default()));
            let b = &solver.buffers;
            assert!(b.particles.iter().filter(|particle| particle.position[0] < b.params.wall_min[0]).count() > 50);
            let (levels, mut lists, mut across) = (Levels::new(&b.params), ContactLists::default(), 0);
            for (number, level) in levels.as_slice().iter().enumerate() {
                for first in (0..level.size[1]).step_by(3) {
                    let rows = first..(first + 3).min(level.size[1]);
                    let slots = [rows.start, rows.end].map(|y| b.cell_starts[cell_index(level, [0, y])] as usize);
                    dispatch!(instructions(), simd => lists.find_in_levels(simd, &levels, number, rows, &b.particles, &b.cell_starts));
                    for i in slots[0]..slots[1] {
                        let expected: Vec<_> = partners_of(&levels, &b.cell_starts, &b.particles, i).map(|j| j as u32).collect();
                        let (found, partners) = lists.of(i);
                        let listed = expected.len().min(LIST_ROWS);
                        assert_eq!((found as usize, &partners[..listed]), (expected.len(), &expected[..listed]), "{i}");
                        across += expected.iter().filter(|&&j| j >= level.slots(&b.cell_starts).end).count();
                    }
                }
            }
            assert!(count == 1 || across > 500, "{across} contacts with coarser levels of {count}");
        }
    }
}
