//! Grids of several levels: the same on every backend, and what the plain solver makes of a world is the same with any number.

use jostle::Solver;
use jostle::cpu::CpuSolver;
use jostle::gpu::GpuOptions;
use jostle::verify::Comparison;
use jostle::world::World;
use jostle::world::fold::Folding;
use jostle::world::levels::{Leveling, MAX_LEVELS};
use jostle::world::particle::MAX_TOUCHING;
use jostle::world::spec::{ParticleSpec, WorldSpec};
use jostle::world::state::State;

use super::common::worlds::Mixed;
use super::common::{contexts, inputs, worlds};
use super::{every_pass, obstacles_turn_away, reached};

pub fn with_levels(world: &World, levels: u32, folding: Folding) -> World {
    let world = world.clone().with_levels(Leveling::Exactly(levels)).unwrap().with_folding(folding).unwrap();
    assert_eq!(world.params().levels, levels);
    world
}

/// Whether some disc that touches others is as large as a disc of the coarsest level, and some in the finest of six.
fn all_sizes_touch(state: &State) -> bool {
    let radii = || state.particles.iter().filter(|particle| particle.touching() > 1).map(|particle| particle.radius());
    radii().max().unwrap_or(0) > 40 * radii().min().unwrap_or(0)
}

#[test]
fn levels_are_equal_pass_by_pass_on_every_adapter() {
    for (kind, levels, folding) in [
        (Mixed::Plain, 6, Folding::Never),
        (Mixed::Plain, 2, Folding::Always),
        (Mixed::Alike, 5, Folding::Always),
        (Mixed::Rough, 4, Folding::Always),
        (Mixed::Resisting, 4, Folding::Never),
        (Mixed::Smooth, 5, Folding::Never),
    ] {
        let end = every_pass(&with_levels(&worlds::mixed(kind), levels, folding), 12, inputs::with_tools);
        reached(end, "contacts of the largest with the smallest", all_sizes_touch);
    }
}

#[test]
fn obstacles_meet_discs_of_every_level() {
    obstacles_turn_away(&with_levels(&worlds::obstacles_of_sizes(), 3, Folding::Never), 16, 50);
}

/// There the row of cells below or above a disc is its own.
#[test]
fn crowds_in_the_outermost_rows_are_equal_in_levels() {
    for folding in [Folding::Never, Folding::Always] {
        let end = every_pass(&with_levels(&worlds::crowds_beyond_the_grid(), 3, folding), 2, inputs::untouched);
        let touching = |s: &State, fine| s.particles.iter().filter(|p| p.touching() > 2 && (p.id % 3 == 0) == fine).count();
        reached(end, "crowds of both sizes", |s| touching(s, false) > 200 && touching(s, true) > 50);
    }
}

/// What a thread does for a crowd must not grow with the cells of finer levels under it: llvmpipe ends all loops of a thread after
/// 65,535 rounds.
#[test]
fn a_crowd_of_the_largest_discs_is_equal_in_levels() {
    for rough in [false, true] {
        let end = every_pass(&with_levels(&worlds::crowd_of_the_largest(rough), 7, Folding::Never), 2, inputs::untouched);
        reached(end, "a crowd", |state| state.particles.iter().filter(|particle| particle.touching() == MAX_TOUCHING).count() > 500);
    }
}

#[test]
fn a_plain_world_ends_the_same_with_any_number_of_levels() {
    let end = |levels, folding| {
        let world = with_levels(&worlds::mixed(Mixed::Plain), levels, folding);
        let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
        (0..6).for_each(|frame| solver.run(&inputs::with_tools(&world, 8 * frame, 8)).unwrap());
        let measures = solver.measure().unwrap();
        (solver.read_state().unwrap().by_id(), measures)
    };
    let (whole, measures) = end(1, Folding::Never);
    assert!(all_sizes_touch(&whole));
    for levels in 2..=MAX_LEVELS {
        for folding in [Folding::Never, Folding::Always] {
            let (state, of_levels) = end(levels, folding);
            assert!(state.particles == whole.particles && state.displacements == whole.displacements, "{levels} levels, {folding:?}");
            assert_eq!(of_levels, measures, "{levels} levels, {folding:?}");
        }
    }
}

/// A world that is nearly empty has a folded grid, which grows with what is poured, in all levels.
#[test]
fn discs_that_are_poured_into_levels_are_alike_on_every_backend() {
    let particles = vec![ParticleSpec::at([20.0, 20.0], 8.0), ParticleSpec::at([40.0, 20.0], 0.5)];
    let world = World::new(&WorldSpec { size: [9_000.0, 9_000.0], particles, ..WorldSpec::default() }).unwrap();
    let world = with_levels(&world, 5, Folding::Always);
    // Large ones, which need more cells of level 0 than there are, on a layer of small ones.
    let new = |id: u32| {
        let k = id - 2;
        let (place, radius) = match k.checked_sub(1_000) {
            None => ([60.0 + 0.97 * f64::from(k % 500), 20.0 + 0.97 * f64::from(k / 500)], 0.5),
            Some(k) => ([70.0 + 15.9 * f64::from(k % 30), 30.0 + 15.9 * f64::from(k / 30)], 8.0),
        };
        world.new_particle(id, &ParticleSpec::at(place, radius)).unwrap()
    };
    let poured: Vec<_> = (2..1_502).map(new).collect();
    let bytes = |cells: u32| u64::from(cells) * 8;
    for context in &contexts() {
        let mut comparison = Comparison::new(&world, context, &GpuOptions::default(), None).unwrap();
        assert_eq!(comparison.run_deep(&inputs::untouched(&world, 0, 1)).unwrap(), None, "on {}", context.info);
        let before = comparison.cpu().memory_bytes();
        comparison.spawn(&poured).unwrap();
        assert!(comparison.cpu().memory_bytes() > before + bytes(2 * world.params().cell_count), "the grid did not grow");
        assert_eq!(comparison.run_deep(&inputs::untouched(&world, 1, 2)).unwrap(), None, "on {}", context.info);
        let state = comparison.cpu().read_state().unwrap();
        assert!(state.particles.iter().filter(|particle| particle.touching() > 1).count() > 500);
    }
}
