//! Twin of `grid_sort.wgsl`: the move into cell order, by position inside a cell. Discs have kept the order of the last sort, nearly:
//! they are moved as they are counted, and the few that are out of order in their cell then go to their place there.

use super::dim2::sort_cell;
use super::threads::parallel::{for_each_task, task_length};
use super::threads::scattered::Scattered;
use super::vectors::sort_cells::{RUN, SortCells};
use crate::world::fixed::FRACTION_MASK;
use crate::world::levels::Levels;
use crate::world::params::Params;
use crate::world::particle::{Displacement, FRACTION_SHIFT, Particle};

/// Twin of the entry point. Threads take whole cells. Where particles went only [`carry_contacts`](super::carry_contacts) asks.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn grid_sort(
    params: &Params,
    particles: &[Particle],
    displacements: &[Displacement],
    order: &[u32],
    cell_starts: &[u32],
    particles_next: &mut [Particle],
    displacements_next: &mut [Displacement],
    sources: &mut [u32],
    targets: Option<&mut [u32]>,
) {
    let levels = &Levels::new(params);
    let (next, displacements_next) = (Scattered::new(particles_next), Scattered::new(displacements_next));
    let (sources, targets) = (Scattered::new(sources), targets.map(Scattered::new));
    let runs_of_task = task_length(order.len()).div_ceil(RUN);
    for_each_task(order.len().div_ceil(runs_of_task * RUN), |task| {
        for run in task * runs_of_task..(task + 1) * runs_of_task {
            let [first, end] = [run, run + 1].map(|run| whole_cells_from(levels, particles, order, cell_starts, run * RUN));
            // SAFETY: runs have no slot in common: each ends where the next begins, never before where it begins itself (see
            // `whole_cells_from`); `order` holds every particle once.
            unsafe {
                let sources = sources.range(first..end);
                sources.copy_from_slice(&order[first..end]);
                let mut run =
                    Run { levels, particles: next.range(first..end), displacements: displacements_next.range(first..end), sources };
                run.fetch(particles, displacements);
                run.put_in_order();
                if let Some(targets) = &targets {
                    (first..end).zip(&*run.sources).for_each(|(slot, &source)| targets.write(source as usize, slot as u32));
                }
            }
        }
    });
}

/// The first slot from one on with which a cell starts. Outside the grid nothing is swept: there the order is free, and any will do. For a
/// later slot it is a later one or the same, since `order` goes by cells, with those outside the grid behind all others.
fn whole_cells_from(levels: &Levels, particles: &[Particle], order: &[u32], cell_starts: &[u32], slot: usize) -> usize {
    let Some(&index) = order.get(slot) else { return order.len() };
    let cell = sort_cell(levels, &particles[index as usize]);
    if cell == levels.cell_count || cell_starts[cell] as usize == slot { slot } else { cell_starts[cell + 1] as usize }
}

/// Slots that follow each other, of whole cells.
struct Run<'a> {
    levels: &'a Levels,
    particles: &'a mut [Particle],
    displacements: &'a mut [Displacement],
    /// Where those came from.
    sources: &'a mut [u32],
}

impl Run<'_> {
    /// Takes each from where it was.
    fn fetch(&mut self, particles: &[Particle], displacements: &[Displacement]) {
        let to = self.particles.iter_mut().zip(&mut *self.displacements);
        for ((particle, displacement), &source) in to.zip(&*self.sources) {
            (*particle, *displacement) = (particles[source as usize], displacements[source as usize]);
        }
    }

    /// Sorts each cell by insertion.
    fn put_in_order(&mut self) {
        let (mut cells, mut last, mut first) = (SortCells::new(), u32::MAX, 0);
        for start in (0..self.particles.len()).step_by(RUN) {
            let end = (start + RUN).min(self.particles.len());
            for (place, &cell) in (start..end).zip(cells.find(self.levels, &self.particles[start..end])) {
                if cell != last {
                    (last, first) = (cell, place);
                } else if cell as usize != self.levels.cell_count && comes_before(&self.particles[place], &self.particles[place - 1]) {
                    self.insert(first, place);
                }
            }
        }
    }

    /// Moves what is at a place forward among those from `first` on, which are in order.
    #[cold]
    fn insert(&mut self, first: usize, place: usize) {
        let particle = self.particles[place];
        let to = first + self.particles[first..place].partition_point(|other| comes_before(other, &particle));
        self.particles[to..=place].rotate_right(1);
        self.displacements[to..=place].rotate_right(1);
        self.sources[to..=place].rotate_right(1);
    }
}

/// Twin of `comes_before`: by x, then y, both to the last fraction; ids only break the tie of two at one place.
#[inline(always)]
fn comes_before(a: &Particle, b: &Particle) -> bool {
    const FRACTIONS: u32 = (FRACTION_MASK << FRACTION_SHIFT[0]) | (FRACTION_MASK << FRACTION_SHIFT[1]);
    let key = |particle: &Particle| (particle.position, particle.info & FRACTIONS, particle.id);
    key(a) < key(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::passes::PassKind;
    use crate::scene::random::Random;
    use crate::steps::Step;
    use crate::world::World;
    use crate::world::levels::Leveling;
    use crate::world::params::Substep;
    use crate::world::particle::Phase;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    /// Crowds in no order, a cell with more discs than a run, some discs at one place, some unborn.
    #[test]
    fn discs_of_a_cell_are_in_order_wherever_they_came_from() {
        let mut random = Random::new(1, 0);
        let mut number = || random.unit();
        let particles = (0..6_000).map(|id| {
            let place = match id % 5 {
                0 => [20.2 + 0.6 * number(), 20.2 + 0.6 * number()],
                1 => [7.25, 9.5],
                _ => [number() * 60.0, number() * 30.0],
            };
            ParticleSpec {
                birth: u32::from(id % 7 == 0) * 9,
                velocity: [number(), number()],
                ..ParticleSpec::at(place, if id % 3 == 0 { 0.5 } else { 0.25 })
            }
        });
        let spec = WorldSpec { size: [60.0, 30.0], particles: particles.collect(), ..WorldSpec::default() };
        for levels in [1, 2] {
            let world = World::new(&spec).unwrap().with_levels(Leveling::Exactly(levels)).unwrap();
            let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
            let list = world.substep_list();
            let sort = list.iter().position(|step| matches!(step, Step::Dispatch(pass) if pass.kind == PassKind::GridSort)).unwrap();
            list[..=sort].iter().for_each(|&step| solver.run_step(step, &Substep { gravity: [9, -9].into(), ..Substep::default() }));
            let (b, levels) = (&solver.buffers, Levels::new(world.params()));
            assert!(b.order != b.sources, "nobody was out of order");
            let (mut seen, mut crowds) = (vec![false; b.sources.len()], 0);
            for (slot, &source) in b.sources.iter().enumerate() {
                let (particle, source) = (&b.particles_next[slot], source as usize);
                assert!(!std::mem::replace(&mut seen[source], true), "{source} twice");
                assert_eq!((particle, b.displacements_next[slot]), (&b.particles[source], b.displacements[source]));
                assert_eq!(b.targets[source], slot as u32);
                let cell = sort_cell(&levels, particle);
                assert!(
                    (b.cell_starts[cell] as usize..b.cell_starts.get(cell + 1).map_or(seen.len(), |&end| end as usize)).contains(&slot)
                );
                if particle.phase() == Phase::Live && slot as u32 > b.cell_starts[cell] {
                    assert!(comes_before(&b.particles_next[slot - 1], particle), "slot {slot}");
                    crowds += 1;
                }
            }
            assert!(crowds > 2_000, "{crowds} have another before them in their cell");
        }
    }
}
