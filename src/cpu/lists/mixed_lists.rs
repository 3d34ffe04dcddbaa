//! The contacts that discs of several sizes own: a vector's lanes of discs that follow each other in a row of cells look together at
//! all that any of them may touch, one after the other. What [`owns_contact`] says of one pair, to the same bits.
//!
//! [`owns_contact`]: crate::cpu::ownership::owns_contact

use std::ops::Range;

use fearless_simd::prelude::*;

use super::contact_lists::ContactLists;
use crate::cpu::dim2::{cell_coords, cell_index, reached_cells, slots_of_rows};
use crate::cpu::pairs::found_pairs::FoundPairs;
use crate::cpu::vectors::disc_arrays::{Lanes, each_from};
use crate::world::levels::{Level, Levels};
use crate::world::particle::Particle;

/// Cells of its level over which a vector's lanes of discs reach at most, so that they have neighbours in common.
const SPAN: i32 = 16;

/// Discs that look together.
struct Group<S: Simd> {
    slots: S::i32s,
    discs: Lanes<S>,
    /// The lanes that have a disc.
    inside: S::mask32s,
    /// The lowest and the highest place of any of them on each axis.
    low: [i32; 2],
    high: [i32; 2],
    most_radius: i32,
    /// Whether few of them are expected to touch any.
    rare: bool,
}

impl ContactLists {
    /// Finds the contacts that discs in some rows of cells of a level own with those of their level and of coarser ones. Not for folded
    /// grids.
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
        let level = &levels.as_slice()[number];
        let slot = |x: i32, row: i32| cell_starts[cell_index(level, [x, row])] as usize;
        let slots = slots_of_rows(level, cell_starts, rows.clone());
        self.load(simd, slots.clone(), &particles[slots]);
        let (mut found, mut rare) = (FoundPairs::default(), false);
        for row in rows {
            let (mut first, end) = (slot(0, row), slot(0, row + 1));
            let discs = end - first;
            while first < end {
                let [x, _] = cell_coords(level, particles[first].position);
                let near = slot((x + SPAN).min(level.size[0]), row);
                let slots = first..near.min(first + S::i32s::LEN);
                first = slots.end;
                let group = self.group(simd, slots, rare);
                for other in &levels.as_slice()[..=number] {
                    self.look_at_level(simd, &group, other, particles, cell_starts, &mut found);
                }
            }
            rare = found.were_rare(discs);
        }
        self.add_found(particles, &mut found);
    }

    #[inline(always)]
    fn group<S: Simd>(&self, simd: S, slots: Range<usize>, rare: bool) -> Group<S> {
        let discs = self.discs_from(simd, slots.start);
        let own = each_from(simd, slots.start);
        let inside = own.simd_lt(S::i32s::splat(simd, slots.end as i32));
        let [x, y] = discs.position;
        let least = |values: S::i32s| inside.select(values, S::i32s::splat(simd, i32::MAX)).reduce_min();
        let most = |values: S::i32s| inside.select(values, S::i32s::splat(simd, i32::MIN)).reduce_max();
        let (low, high, most_radius) = ([least(x), least(y)], [most(x), most(y)], most(discs.radius.to_int()));
        Group { slots: own, discs, inside, low, high, most_radius, rare }
    }

    /// Discs look at those of a level that they may touch.
    #[inline(always)]
    fn look_at_level<S: Simd>(
        &mut self,
        simd: S,
        group: &Group<S>,
        level: &Level,
        particles: &[Particle],
        cell_starts: &[u32],
        found: &mut FoundPairs,
    ) {
        let [low, _] = reached_cells(level, group.low, group.most_radius);
        let [_, high] = reached_cells(level, group.high, group.most_radius);
        for y in low[1]..=high[1] {
            let first = cell_starts[cell_index(level, [low[0], y])] as usize;
            let end = cell_starts[cell_index(level, [high[0] + 1, y])] as usize;
            for (j, other) in (first..end).zip(&particles[first..end]) {
                let which = group.own_contacts(simd, j, other);
                if group.rare && !which.any_true() {
                    continue;
                }
                found.add_with(simd, group.slots, j, which);
                if found.is_full() {
                    self.add_found(particles, found);
                }
            }
        }
    }
}

impl<S: Simd> Group<S> {
    /// Which of the discs touch another one and own their contact.
    #[inline(always)]
    fn own_contacts(&self, simd: S, j: usize, other: &Particle) -> S::mask32s {
        let radius = S::f32s::splat(simd, other.radius() as f32);
        let [x, y] = other.position.map(|at| S::i32s::splat(simd, at));
        let touch = self.discs.with(&Lanes { position: [x, y], radius }).touch();
        let smaller = (self.discs.radius * 9.0).simd_lt(radius * 8.0);
        let larger = (self.discs.radius * 8.0).simd_gt(radius * 9.0);
        // What is on a coarser level comes after all that is on a finer one.
        let earlier = self.slots.simd_lt(S::i32s::splat(simd, j as i32));
        touch & self.inside & (smaller | (!larger & earlier))
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::dispatch;

    use super::*;
    use crate::cpu::CpuSolver;
    use crate::cpu::find_contacts::LIST_ROWS;
    use crate::cpu::partners::partners_of;
    use crate::cpu::vectors::instructions::instructions;
    use crate::scene::random::Random;
    use crate::solver::Solver;
    use crate::world::World;
    use crate::world::fold::Folding;
    use crate::world::levels::Leveling;
    use crate::world::params::Substep;
    use crate::world::spec::{ParticleSpec, Walls, WorldSpec};

    /// Discs of several sizes: crowds, empty places, pinned ones, some outside of the world, and some in front of each other at its edges.
    fn world(sizes: u32, levels: u32, largest: f64) -> World {
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
        World::new(&spec).unwrap().with_folding(Folding::Never).unwrap().with_levels(Leveling::Exactly(levels)).unwrap()
    }

    #[test]
    fn every_list_is_that_of_the_readable_twin() {
        // In the last one most rows of cells have hardly any contact, those of the crowd many.
        for (sizes, count, largest) in [(1, 1, 0.8), (2, 1, 0.8), (4, 3, 0.8), (5, 5, 0.8), (2, 1, 0.04)] {
            let world = world(sizes, count, largest);
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
