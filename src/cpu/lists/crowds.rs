//! Contacts that no list holds: in a crowd of discs that overlap all of them lose a share of their approach at once (Jacobi). Twin of
//! `slow_down` in `find_contacts.wgsl` and in `find_rough_contacts.wgsl`, and of `share_in_crowd`. The discs of a cell meet all that is
//! around it, a vector's lanes at a time.

use std::cell::RefCell;

use fearless_simd::dispatch;
use fearless_simd::prelude::*;

use super::around::{Around, Disc};
use crate::cpu::dim2::world_cell;
use crate::cpu::memory::crowd_around;
use crate::cpu::partners::{Slots, runs_in_levels};
use crate::cpu::threads::parallel::for_each_task;
use crate::cpu::threads::scattered::Scattered;
use crate::cpu::vectors::instructions::instructions;
use crate::world::body::Body;
use crate::world::levels::Levels;
use crate::world::particle::{Displacement, Particle, Phase};

thread_local! {
    /// Kept from cell to cell, so that none of them asks the system for memory.
    static AROUND: RefCell<Around> = RefCell::default();
}

/// What the contacts of crowds work on.
pub struct Crowds<'a> {
    pub levels: &'a Levels,
    /// Whether radii differ, so that the owner of a contact may come after its partner.
    pub mixed: bool,
    pub particles: &'a [Particle],
    /// None where discs are alike.
    pub bodies: &'a [Body],
    pub cell_starts: &'a [u32],
    pub sources: &'a [u32],
    pub displacements: Scattered<'a, Displacement>,
    /// Before contacts gave anything, in the order before the sort.
    pub displacements_next: &'a [Displacement],
}

impl Crowds<'_> {
    /// Slows down what some discs, in the order of their slots, own beyond their lists: with all threads, since crowds may be in very few
    /// cells.
    ///
    /// # Safety
    /// No other thread uses their displacements and those of what they touch, but by adding to them.
    pub unsafe fn slow_down(&self, crowded: &[usize]) {
        // As nearly everywhere.
        if crowded.is_empty() {
            return;
        }
        let cells: Vec<&[usize]> = crowded.chunk_by(|&a, &b| self.cell(a) == self.cell(b)).collect();
        for_each_task(cells.len(), |cell| {
            let mut around = AROUND.take();
            // SAFETY: the caller's.
            unsafe { dispatch!(instructions(), simd => self.slow_down_in_cell(simd, &mut around, cells[cell])) };
            AROUND.set(around);
        });
    }

    /// Level and cell of the world.
    fn cell(&self, i: usize) -> (usize, [i32; 2]) {
        let (particle, levels) = (&self.particles[i], self.levels.as_slice());
        let number = self.levels.number_of(particle.info);
        (number, world_cell(&levels[number], particle.position))
    }

    /// # Safety
    /// As for [`Self::slow_down`]; the discs are of one cell.
    #[inline(always)]
    unsafe fn slow_down_in_cell<S: Simd>(&self, simd: S, around: &mut Around, discs: &[usize]) {
        let first = &self.particles[discs[0]];
        let runs = self.runs(discs[0]);
        let mut last = None;
        around.load(simd, &runs, self.particles, |slot| {
            let cell = self.cell(slot);
            let crowd = match last {
                Some((of, crowd)) if of == cell => crowd,
                _ => crowd_around(self.levels, self.cell_starts, &self.particles[slot]) as f32,
            };
            last = Some((cell, crowd));
            self.disc(slot, crowd)
        });
        let crowd = crowd_around(self.levels, self.cell_starts, first) as f32;
        for &i in discs {
            let (particle, disc) = (&self.particles[i], self.disc(i, crowd));
            let from = if self.mixed { 0 } else { i - discs[0] };
            let change = match self.bodies {
                [] => around.slow_down::<false, S>(simd, i, particle, &disc, from),
                _ => around.slow_down::<true, S>(simd, i, particle, &disc, from),
            };
            // SAFETY: the caller's.
            unsafe { self.displacements.add(i, change) };
        }
        for (slot, change) in around.changes() {
            // SAFETY: the caller's.
            unsafe { self.displacements.add(slot, change) };
        }
    }

    /// Where the discs of a cell, of which `first` is the first that is crowded, find partners. Of discs of one size those that come first
    /// own a contact.
    fn runs(&self, first: usize) -> Vec<Slots> {
        let ahead = |(slots, side): Slots| (if side == 0 { first.clamp(slots.start, slots.end)..slots.end } else { slots }, side);
        let runs = runs_in_levels(self.levels, self.cell_starts, &self.particles[first]);
        if self.mixed { runs.collect() } else { runs.filter(|(_, side)| *side >= 0).map(ahead).collect() }
    }

    fn disc(&self, i: usize, crowd: f32) -> Disc {
        let alike = if self.particles[i].phase() == Phase::Live { 1.0 } else { 0.0 };
        let inverse_mass = self.bodies.get(i).map_or(alike, |body| body.inverse_mass);
        Disc { before: self.displacements_next[self.sources[i] as usize], inverse_mass, crowd }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::body::{mass_of_contact, rough_change};
    use crate::cpu::exact::{inverse_root, product};
    use crate::cpu::impulse::{contact_mass, impulse_change, separating_speed, separation};
    use crate::cpu::partners::partners_of;
    use crate::cpu::test_worlds::{fall, rough_crowd};
    use crate::cpu::{Buffers, CpuSolver};
    use crate::passes::PassKind;
    use crate::scene::random::Random;
    use crate::steps::Step;
    use crate::world::World;
    use crate::world::fixed::LIST_ROWS;
    use crate::world::fold::Folding;
    use crate::world::levels::Leveling;
    use crate::world::spec::{MaterialSpec, ParticleSpec, WorldSpec};

    /// Crowds of discs of one mass in motion: some pinned, some coincident.
    fn alike(sizes: u32, levels: u32, folding: Folding) -> World {
        let mut random = Random::new(1, 0);
        let mut number = || random.unit();
        let particles = (0..3_000).map(|id| {
            let spread = if id % 3 == 0 { 3.0 } else { 40.0 };
            let place = if id % 50 == 0 { [7.25, 9.5] } else { [8.0 + number() * spread, 9.0 + number() * spread] };
            let velocity = if id % 9 == 0 { [0.0; 2] } else { [0; 2].map(|_| (number() * 2.0 - 1.0) * 20.0) };
            let radius = 0.6 / f64::from(1 << (id % 16 % sizes));
            ParticleSpec { velocity, pinned: id % 9 == 0, material: 1, ..ParticleSpec::at(place, radius) }
        });
        let materials = vec![MaterialSpec { density: 1.0, mass: Some(1.0), friction: 0.0, restitution: 0.0 }];
        let spec = WorldSpec { size: [60.0; 2], particles: particles.collect(), materials, ..WorldSpec::default() };
        World::new(&spec).unwrap().with_levels(Leveling::Exactly(levels)).unwrap().with_folding(folding).unwrap()
    }

    /// The readable twin: the changes of all discs.
    fn slowed_down(crowds: &Crowds<'_>, crowded: &[usize]) -> Vec<Displacement> {
        let mut changes = vec![[0; 2]; crowds.particles.len()];
        for &i in crowded {
            for j in partners_of(crowds.levels, crowds.cell_starts, crowds.particles, i).skip(LIST_ROWS) {
                let [this, other] = [i, j].map(|k| &crowds.particles[k]);
                let [ours, theirs] = [i, j].map(|k| crowds.displacements_next[crowds.sources[k] as usize]);
                let normal = separation(this, other).normal;
                let speed = separating_speed(ours, theirs, normal);
                if speed >= 0.0 {
                    continue;
                }
                let is_rough = !crowds.bodies.is_empty();
                let mass = if is_rough { mass_of_contact(&crowds.bodies[i], &crowds.bodies[j]) } else { contact_mass(this, other) };
                let around = |disc: &Particle| crowd_around(crowds.levels, crowds.cell_starts, disc);
                let crowd = around(this).max(around(other)) as f32;
                let impulse = product(-speed, product(mass, inverse_root(product(crowd, crowd))));
                for (disc, sign) in [(i, 1), (j, -1)] {
                    let change = match crowds.bodies.get(disc) {
                        Some(body) => rough_change([impulse, 0.0], body.inverse_mass, normal),
                        None if crowds.particles[disc].phase() == Phase::Live => impulse_change(impulse, normal),
                        None => [0; 2],
                    };
                    changes[disc] = [0, 1].map(|axis| changes[disc][axis] + sign * change[axis]);
                }
            }
        }
        changes
    }

    /// Compares the two on what a world is about to list; returns how many contacts are beyond lists.
    fn compare(b: &Buffers) -> usize {
        let levels = &Levels::new(&b.params);
        let count = |i: usize| partners_of(levels, &b.cell_starts, &b.particles, i).count();
        let in_grid = b.cell_starts[levels.cell_count] as usize;
        let crowded: Vec<usize> = (0..in_grid).filter(|&i| count(i) > LIST_ROWS).collect();
        let mut changes = vec![[0; 2]; b.particles.len()];
        let crowds = Crowds {
            levels,
            mixed: b.params.mixed_radii != 0,
            particles: &b.particles,
            bodies: &b.bodies,
            cell_starts: &b.cell_starts,
            sources: &b.sources,
            displacements: Scattered::new(&mut changes),
            displacements_next: &b.displacements_next,
        };
        // SAFETY: nobody else uses these.
        unsafe { crowds.slow_down(&crowded) };
        let expected = slowed_down(&crowds, &crowded);
        assert!(changes == expected, "{:?}", changes.iter().zip(&expected).position(|(one, other)| one != other));
        crowded.into_iter().map(|i| count(i) - LIST_ROWS).sum()
    }

    #[test]
    fn a_cell_at_a_time_is_one_contact_after_the_other() {
        for folding in [Folding::Never, Folding::Always] {
            let alike = [(1, 1), (3, 1), (4, 3)].map(|(sizes, levels)| alike(sizes, levels, folding));
            let rough = [(1, 1), (4, 1), (5, 3)].map(|(sizes, levels)| rough_crowd(sizes, levels, folding));
            for world in alike.iter().chain(&rough) {
                let mut solver = CpuSolver::new(world, Some(2)).unwrap();
                let mut beyond = 0;
                for index in 0..3 {
                    for step in world.substep_list() {
                        let finds = [PassKind::FindContacts, PassKind::FindRoughContacts];
                        if matches!(step, Step::Dispatch(pass) if finds.contains(&pass.kind)) {
                            beyond += compare(&solver.buffers);
                        }
                        solver.run_step(step, &fall(index));
                    }
                }
                assert!(beyond > 1_000, "{beyond} contacts beyond lists");
            }
        }
    }
}
