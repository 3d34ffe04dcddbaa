//! Where obstacles are near: the ranges of particles that the passes over obstacles look at, while the rest of them is far from
//! everything. Only the host has it; it holds nothing that the grid, the cover and the positions do not.
//!
//! After the sort the particles of a cell follow each other, so ranges of cells are ranges of particles. They take in one cell
//! more all round, so that they are good until the next sort. Two kinds of particles may get further than that: fast ones,
//! whose runs are noted; and those that the walls put back inside from outside, which are in the ranges as well (who is
//! inside already is put back by less than its radius, half a cell).

use std::iter::once;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::GRAIN;
use crate::world::levels::Levels;
use crate::world::obstacles::cover::{COARSENESS, Cover};
use crate::world::params::Params;

/// Ranges of particles that may be near an obstacle. Until they are found, all may.
#[derive(Debug, Default)]
pub struct Near {
    /// Ranges of cells, ascending.
    cells: Vec<Range<u32>>,
    /// Ranges of particles, ascending.
    particles: Vec<Range<usize>>,
    /// By run of [`GRAIN`] particles, whether one may have moved by more than a cell.
    fast: Vec<AtomicBool>,
    found: bool,
}

impl Near {
    /// Of obstacles with this cover.
    pub fn new(params: &Params, cover: &Cover) -> Self {
        Self { cells: cells_near(params, cover), ..Self::default() }
    }

    /// Says that particles are in another order, or may be anywhere.
    pub fn forget(&mut self) {
        self.found = false;
    }

    /// Finds the ranges, unless they are known, of particles that have not moved since they were sorted. Those that are not in
    /// the grid are taken for near: the unborn may get live where they are.
    pub fn find(&mut self, params: &Params, cell_starts: &[u32]) {
        let count = params.particle_count as usize;
        if self.found {
            return;
        }
        let start = |cell: u32| cell_starts[cell as usize] as usize;
        let in_grid = self.cells.iter().map(|cells| start(cells.start)..start(cells.end)).filter(|range| !range.is_empty());
        self.particles.clear();
        self.particles.extend(in_grid.chain(once(start(params.cell_count)..count)));
        self.fast.clear();
        self.fast.resize_with(count.div_ceil(GRAIN), AtomicBool::default);
        self.found = true;
    }

    /// Says that in a run of particles one may be about to move by more than a cell.
    pub fn note_fast(&self, run: usize) {
        if let Some(fast) = self.fast.get(run) {
            fast.store(true, Relaxed);
        }
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

/// The cells from which a particle that moves by up to a cell can get to where the cover lists something, and those that are
/// not all between the walls.
fn cells_near(params: &Params, cover: &Cover) -> Vec<Range<u32>> {
    let [width, height] = *params.grid_size;
    let columns = params.coarse_columns as usize;
    if cover.rows.is_empty() {
        return Vec::new();
    }
    if params.fold_bits != 0 {
        // A folded grid has cells from everywhere in one place.
        return once(0..params.cell_count).collect();
    }
    // Of a row of coarse cells, the columns of cells.
    let columns_near = |row: &[u32]| {
        let covered = (0..).zip(row.windows(2)).filter(|(_, starts)| starts[0] != starts[1]);
        joined(covered.map(|(column, _): (u32, _)| {
            let first = column << COARSENESS;
            first.saturating_sub(1)..(first + (1 << COARSENESS) + 1).min(width)
        }))
    };
    let rows: Vec<_> =
        (0..(cover.starts.len() - 1) / columns).map(|row| columns_near(&cover.starts[row * columns..][..=columns])).collect();
    let [columns_inside, rows_inside] = [0, 1].map(|axis| cells_inside(params, axis));
    let columns_of_row = |y: u32| {
        let [low, high] = [y.saturating_sub(1), (y + 1).min(height - 1)].map(|y| y as usize >> COARSENESS);
        let mut around = rows[low..=high].concat();
        if rows_inside.contains(&y) && !columns_inside.is_empty() {
            around.extend([0..columns_inside.start, columns_inside.end..width]);
        } else {
            around.push(0..width);
        }
        around.sort_by_key(|columns| columns.start);
        joined(around.into_iter())
    };
    let near: Vec<_> = (0..height).map(columns_of_row).collect();
    // Every further level has two rows and columns for each of the one before.
    let mut cells = Vec::new();
    for (number, level) in Levels::new(params).as_slice().iter().enumerate().rev() {
        for y in 0..level.size[1] as u32 {
            let row = level.first_cell + y * level.size[0] as u32;
            let columns = near[y as usize >> number].iter();
            cells.extend(columns.map(|columns| row + (columns.start << number)..row + (columns.end << number)));
        }
    }
    cells
}

/// Columns or rows of cells that are between the walls. What is outside the grid counts to its border, as positions do.
fn cells_inside(params: &Params, axis: usize) -> Range<u32> {
    let edge = 1 << params.cell_bits;
    let first = (params.wall_min[axis] + edge - 1) >> params.cell_bits;
    let end = params.wall_max[axis] >> params.cell_bits;
    first.max(1) as u32..end.clamp(1, params.grid_size[axis] as i32 - 1) as u32
}

/// Ranges in ascending order of their starts, those that meet or overlap in one.
fn joined(ranges: impl Iterator<Item = Range<u32>>) -> Vec<Range<u32>> {
    let mut joined: Vec<Range<u32>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::obstacle::Obstacles;
    use crate::cpu::{Buffers, CpuSolver};
    use crate::solver::Solver;
    use crate::steps::Step;
    use crate::world::World;
    use crate::world::params::Substep;
    use crate::world::spec::{ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

    /// Discs at rest everywhere, two pegs, and a plate at the right wall that one disc comes to from afar: it flies past above and
    /// is stopped by the wall, sinking slowly.
    fn world() -> World {
        let mut particles: Vec<_> =
            (0..3_000u32).map(|k| ParticleSpec::at([k % 100, k / 100].map(|c| 1.5 + 1.3 * f64::from(c)), 0.5)).collect();
        particles.push(ParticleSpec { velocity: [4_800.0, -96.0], ..ParticleSpec::at([140.0, 6.0], 0.5) });
        let circle = |x| ObstacleSpec::still(ObstacleShape::Circle { centre: [x, 20.0], radius: 0.2 });
        let plate = ObstacleShape::Box { centre: [149.0, 5.0], size: [2.0, 0.5], angle: 0.0 };
        let obstacles = vec![circle(30.0), circle(95.3), ObstacleSpec::still(plate)];
        World::new(&WorldSpec { size: [150.0, 60.0], gravity: [0.0, 0.0], particles, obstacles, ..WorldSpec::default() }).unwrap()
    }

    fn buffers(world: &World) -> Buffers {
        CpuSolver::new(world, Some(1)).unwrap().buffers
    }

    #[test]
    fn ranges_take_in_whoever_gets_near_by_moving_a_cell() {
        let world = world();
        let mut b = buffers(&world);
        let (low, high) = (*b.params.wall_min, *b.params.wall_max);
        for (k, place) in
            [[low[0] - 1, high[1] / 2], [high[0] + 1, high[1] / 2], [1, low[1] - 1], [high[0] / 2, high[1] + 1]].into_iter().enumerate()
        {
            b.particles[k].position = place;
        }
        world.measuring_list().into_iter().for_each(|step| b.step(step, &Substep::default()));
        b.near.find(&b.params, &b.cell_starts);
        let obstacles = Obstacles {
            params: &b.params,
            substep: &Substep::default(),
            cover_starts: &b.cover.starts,
            cover_rows: &b.cover.rows,
            facets: b.obstacles.facets(),
            poses: &b.poses,
        };
        let (mut listed, mut arrived) = (vec![false; b.particles.len()], 0);
        for (run, particles) in b.particles.chunks(GRAIN).enumerate() {
            b.near.for_each_in(run, particles.len(), |place| listed[run * GRAIN + place] = true);
        }
        for (particle, listed) in b.particles.iter().zip(&listed) {
            let by = |way: i32| way << b.params.cell_bits;
            let to = |x, y| [particle.position[0] + by(x), particle.position[1] + by(y)];
            let near = (-1..=1).any(|x| (-1..=1).any(|y| obstacles.is_near(to(x, y))));
            let outside = [0, 1].into_iter().any(|axis| !(low[axis]..=high[axis]).contains(&particle.position[axis]));
            assert!(*listed || !near && !outside, "{particle:?}");
            arrived += usize::from(near && !obstacles.is_near(particle.position));
        }
        let count = listed.iter().filter(|listed| **listed).count();
        assert!(arrived > 20 && count < listed.len() / 10, "{arrived} get near, {count} are listed");
    }

    #[test]
    fn what_is_far_is_left_out_without_a_difference() {
        let world = world();
        let (mut b, mut all) = (buffers(&world), buffers(&world));
        all.near.cells = once(0..world.params.cell_count).collect();
        let mut fast = 0;
        for index in 0..8 {
            let substep = Substep { index, ..Substep::default() };
            for step in world.substep_list() {
                b.step(step, &substep);
                all.step(step, &substep);
                let equal = b.particles == all.particles && b.displacements == all.displacements;
                let Step::Dispatch(pass) = step else { continue };
                assert!(equal, "after {} of substep {index}", pass.name);
            }
            fast += b.near.fast.iter().filter(|fast| fast.load(Relaxed)).count();
        }
        assert!(fast > 0 && all.displacements != world.start.displacements, "nothing was fast");
    }

    #[test]
    fn who_is_put_into_an_obstacle_is_put_out_again() {
        let world = world();
        let substep = |index| [Substep { index, ..Substep::default() }];
        let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
        solver.run(&substep(0)).unwrap();
        let far = world.frame.position_to_steps([60.0, 50.0]);
        let inside = world.frame.position_to_steps([148.0, 5.7]);
        let mut state = solver.read_state().unwrap();
        let id = state.particles[0].id;
        let mut place = |solver: &mut CpuSolver, position, index| {
            state.particles[0].position = position;
            solver.write_state(&state).unwrap();
            solver.run(&substep(index)).unwrap();
            solver.read_particles().unwrap().iter().find(|particle| particle.id == id).unwrap().position
        };
        assert_eq!(place(&mut solver, far, 1), far);
        assert!(place(&mut solver, inside, 2)[1] > inside[1]);
    }

    #[test]
    fn an_obstacle_that_is_put_on_a_disc_puts_it_out() {
        let world = world();
        let substep = |index| [Substep { index, ..Substep::default() }];
        let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
        solver.run(&substep(0)).unwrap();
        let obstacles = vec![ObstacleSpec::still(ObstacleShape::Circle { centre: [60.8, 50.0], radius: 0.4 })];
        let other = World::new(&WorldSpec {
            size: [150.0, 60.0],
            obstacles,
            particles: vec![ParticleSpec::at([60.0, 50.0], 0.5)],
            ..WorldSpec::default()
        })
        .unwrap();
        let id = solver.read_particles().unwrap()[0].id;
        let mut state = solver.read_state().unwrap();
        state.particles[0].position = world.frame.position_to_steps([60.0, 50.0]);
        solver.write_state(&state).unwrap();
        solver.run(&substep(1)).unwrap();
        let x = |solver: &CpuSolver| solver.read_particles().unwrap().iter().find(|particle| particle.id == id).unwrap().position[0];
        let before = x(&solver);
        solver.set_obstacles(&other.obstacles).unwrap();
        solver.run(&substep(2)).unwrap();
        assert!(x(&solver) < before);
    }
}
