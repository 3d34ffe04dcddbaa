//! The GPU against the CPU twin, exact: pass by pass on worlds that reach every part of the passes, and
//! whole runs of every scene.

mod common;
#[path = "parity/faint.rs"]
mod faint;
#[path = "parity/folds.rs"]
mod folds;
#[path = "parity/hands.rs"]
mod hands;
#[path = "parity/levels.rs"]
mod levels;
#[path = "parity/links.rs"]
mod links;
#[path = "parity/loops.rs"]
mod loops;
#[path = "parity/rough.rs"]
mod rough;
#[path = "parity/runs.rs"]
mod runs;

use common::{contexts, inputs, worlds};
use jostle::Solver;
use jostle::cpu::CpuSolver;
use jostle::gpu::GpuOptions;
use jostle::verify::Comparison;
use jostle::world::World;
use jostle::world::fold::Folding;
use jostle::world::params::Substep;
use jostle::world::particle::{Displacement, Particle, Phase};
use jostle::world::spec::{ContactSolver, ParticleSpec, WorldSpec};
use jostle::world::state::State;

/// Every pass of every substep on every adapter, and the measures in between; on the first one with all checks of shaders, and without where
/// no other runs the same ones. Returns the end of the last run, to see that it reached what it is for.
fn every_pass(world: &World, substeps: u32, inputs: impl Fn(&World, u32, u32) -> Vec<Substep>) -> Option<State> {
    let mut end = None;
    let contexts = contexts();
    for (number, context) in contexts.iter().enumerate() {
        let variants: &[bool] = match number {
            0 if context.info.is_hardware() || contexts.len() < 3 => &[true, false],
            0 => &[true],
            _ => &[false],
        };
        for &checked in variants {
            let options = GpuOptions { checked, ..GpuOptions::default() };
            let mut comparison = Comparison::new(world, context, &options, None).unwrap();
            for first in (0..substeps).step_by(8) {
                let count = (substeps - first).min(8);
                let difference = comparison.run_deep(&inputs(world, first, count)).unwrap();
                assert_eq!(difference, None, "on {}, checked: {checked}: {}", context.info, difference.clone().unwrap());
                let difference = comparison.measure_deep(first + count).unwrap();
                assert_eq!(difference, None, "on {}: {}", context.info, difference.clone().unwrap());
            }
            let report = comparison.report(None);
            assert!(report.identical && report.compared_values > 100 * u64::from(report.particles), "{report:?}");
            end = Some(comparison.cpu().read_state().unwrap().by_id());
        }
    }
    end
}

/// Asserts what a run reached, if there was an adapter to run on.
fn reached(end: Option<State>, what: &str, check: impl Fn(&State) -> bool) {
    if let Some(end) = end {
        assert!(check(&end), "the world does not reach what it is for: {what}; {:?}", end.counters);
    }
}

#[test]
fn contacts_and_walls() {
    let end = every_pass(&worlds::contacts(), 32, inputs::untouched);
    reached(end, "a disc that touches four", |s| s.particles.iter().any(|p| p.touching() >= 4));
}

#[test]
fn discs_that_bounce() {
    // Gravity does not change velocities along x, and walls change only those of the few discs that reach them.
    let collided = |world: &World, s: &State| {
        let velocities = world.start.displacements.iter().zip(&s.displacements);
        velocities.filter(|(before, after)| before[0].unsigned_abs() != after[0].unsigned_abs()).count()
    };
    let world = worlds::bouncing();
    let end = every_pass(&world, 32, inputs::untouched);
    reached(end, "discs that met others", |s| collided(&world, s) > 300);
    let world = worlds::gas();
    let end = every_pass(&world, 64, inputs::untouched);
    reached(end.clone(), "discs that met others", |s| collided(&world, s) > 300);
    let squared = |displacements: &[Displacement]| displacements.iter().flatten().map(|&d| f64::from(d) * f64::from(d)).sum::<f64>();
    reached(end, "bounces that keep speeds", |s| squared(&s.displacements) > 0.95 * squared(&world.start.displacements));
}

#[test]
fn a_grid_of_several_tiles() {
    let end = every_pass(&worlds::wide(), 16, inputs::untouched);
    reached(end, "discs in the last row of tiles", |s| s.particles.iter().any(|p| p.id > 1_200 && p.touching() > 0));
}

/// Where the threads of a workgroup scan a tile together, one of more than four million cells has several strips.
#[test]
fn a_grid_whose_tiles_have_several_strips() {
    let mut random = worlds::Random::new(9);
    let particles = (0..3_000).map(|_| ParticleSpec::at([1.0 + 2_300.0 * random.unit(), 1.0 + 2_300.0 * random.unit()], 0.5));
    let spec = WorldSpec { size: [2_302.0; 2], solver: ContactSolver::Plain, particles: particles.collect(), ..WorldSpec::default() };
    let world = World::new(&spec).unwrap().with_folding(Folding::Never).unwrap();
    let [width, height] = world.params().level(0).size;
    assert!(width * height > 256 * 16 * 1024 + 256 * 1024, "{width} × {height} cells");
    for context in contexts().iter().filter(|context| context.shape().scan_threads > 1) {
        let mut comparison = Comparison::new(&world, context, &GpuOptions::default(), None).unwrap();
        assert_eq!(comparison.run_deep(&inputs::untouched(&world, 0, 2)).unwrap(), None, "on {}", context.info);
        assert!(comparison.report(None).compared_values > u64::from(width.unsigned_abs()) * u64::from(height.unsigned_abs()));
    }
}

#[test]
fn dispatches_that_need_two_dimensions() {
    let Some(context) = common::narrow_context(8) else { return };
    let world = worlds::wide();
    let mut comparison = Comparison::new(&world, &context, &GpuOptions::default(), None).unwrap();
    assert_eq!(comparison.run_deep(&inputs::untouched(&world, 0, 8)).unwrap(), None);
    assert_eq!(comparison.measure_deep(8).unwrap(), None);
}

#[test]
fn pinned_discs() {
    let world = worlds::pegs();
    let end = every_pass(&world, 96, inputs::untouched);
    reached(end, "contacts with pegs, which do not move", |s| {
        let fixed = |k: usize| s.particles[k].position == world.start.particles[k].position;
        (0..72).all(fixed) && s.particles[72..].iter().any(|p| p.touching() > 0)
    });
}

#[test]
fn obstacles_that_stay_and_that_move() {
    let world = worlds::obstacles();
    assert_eq!(world.obstacles().mover_count(), 4);
    obstacles_turn_away(&world, 48, 100);
}

#[test]
fn obstacles_of_the_plain_solver_and_of_rough_discs() {
    for (world, substeps, least) in [
        (worlds::plain_obstacles(), 32, 20),
        (worlds::nips(), 64, 2),
        (worlds::rough_obstacles(0.0), 32, 50),
        (worlds::rough_obstacles(0.4), 32, 50),
    ] {
        obstacles_turn_away(&world, substeps, least);
    }
}

/// Every pass, of which at least so many discs end elsewhere than they would without obstacles.
pub fn obstacles_turn_away(world: &World, substeps: u32, least: usize) {
    let end = every_pass(world, substeps, inputs::untouched);
    let elsewhere = end_on_cpu(&world.clone().with_obstacles(&[]).unwrap(), substeps).particles;
    reached(end, "discs that obstacles turn away", |s| differently_placed(&s.particles, &elsewhere) >= least);
}

/// The end of a run on the CPU that nobody touches.
fn end_on_cpu(world: &World, substeps: u32) -> State {
    let mut solver = CpuSolver::new(world, Some(1)).unwrap();
    solver.run(&inputs::untouched(world, 0, substeps)).unwrap();
    solver.read_state().unwrap().by_id()
}

fn differently_placed(some: &[Particle], others: &[Particle]) -> usize {
    assert_eq!(some.len(), others.len());
    some.iter().zip(others).filter(|(a, b)| a.position != b.position).count()
}

#[test]
fn radii_from_one_to_four() {
    let end = every_pass(&worlds::polydisperse(), 32, inputs::untouched);
    reached(end, "crowded contacts", |s| s.particles.iter().any(|p| p.touching() >= 6));
}

#[test]
fn removal_past_open_sides() {
    let end = every_pass(&worlds::open_sides(), 64, inputs::untouched);
    reached(end, "removed discs, but not all", |s| {
        (20..220).contains(&s.counters.removed) && s.count(Phase::Removed) == s.counters.removed as usize
    });
}

#[test]
fn births_from_emitters() {
    let end = every_pass(&worlds::emitters(), 32, inputs::untouched);
    reached(end, "some born, some not yet", |s| (30..220).contains(&s.count(Phase::Unborn)));
}

/// In hardware's shape a workgroup counts together those of its particles that are not there: here on every adapter.
#[test]
fn discs_that_are_not_there_among_those_that_are() {
    for solver in [ContactSolver::Resting, ContactSolver::Plain] {
        let world = World::new(&WorldSpec { solver, ..worlds::coming_and_going_spec() }).unwrap();
        let waiting = world.start.births.iter().filter(|birth| **birth > 0).count();
        let end = every_pass(&world, 32, inputs::untouched);
        reached(end, "some born and some removed, and whole workgroups that are not there", |s| {
            let (unborn, removed) = (s.count(Phase::Unborn), s.count(Phase::Removed));
            unborn > 4 * 256 && unborn + 100 < waiting && removed > 50 && unborn + removed + 100 < s.particles.len()
        });
        for context in contexts().iter().filter(|context| !context.shape().absent_together) {
            let wide = context.clone().with_hardware_shape();
            let mut comparison = Comparison::new(&world, &wide, &GpuOptions::default(), None).unwrap();
            assert_eq!(comparison.run_deep(&inputs::untouched(&world, 0, 32)).unwrap(), None, "on {}", wide.info);
            assert_eq!(comparison.measure_deep(32).unwrap(), None, "on {}", wide.info);
        }
    }
}

#[test]
fn drag() {
    let world = worlds::dragged();
    let end = every_pass(&world, 48, inputs::untouched);
    let speed = |s: &State| s.displacements.iter().flatten().map(|d| u64::from(d.unsigned_abs())).sum::<u64>();
    reached(end, "a third slower", |s| 3 * speed(s) < 2 * speed(&world.start));
}

#[test]
fn tools_that_attract_repel_grab_and_cut() {
    let world = worlds::tearing();
    let end = every_pass(&world, 56, inputs::with_tools);
    reached(end, "cut links", |s| s.counters.broken > 20);
    let world = worlds::contacts();
    let end = every_pass(&world, 56, inputs::with_tools);
    let untouched = end_on_cpu(&world, 56).particles;
    reached(end, "discs that tools move", |s| differently_placed(&s.particles, &untouched) > 100);
}

#[test]
fn coincident_discs_with_and_without_links() {
    let world = worlds::coincident();
    let start = world.start.clone();
    let end = every_pass(&world, 24, inputs::untouched);
    reached(end, "most of them apart", |s| {
        let places: std::collections::HashSet<_> = s.particles.iter().map(|p| p.position).collect();
        places.len() > start.particles.len() * 9 / 10
    });
}

#[test]
fn five_hundred_discs_in_one_cell() {
    let end = every_pass(&worlds::crowd(), 24, inputs::untouched);
    reached(end, "a full count of contacts", |s| s.particles.iter().any(|p| p.touching() == 7));
}

#[test]
fn discs_several_cells_outside_the_walls() {
    let world = worlds::outside_walls();
    let outside = |s: &State| s.particles.iter().filter(|p| p.position[0] < world.params().wall_min[0]).count();
    assert!(outside(&world.start) > 40);
    let end = every_pass(&world, 24, inputs::untouched);
    reached(end, "all back inside", |s| outside(s) == 0);
}

#[test]
fn displacements_at_the_limit() {
    for world in [worlds::saturating(), worlds::plain_saturating()] {
        let end = every_pass(&world, 32, inputs::untouched);
        reached(end, "saturation", |s| s.counters.saturated() > 30);
    }
}

#[test]
fn displacements_at_the_limit_far_from_walls() {
    let end = every_pass(&worlds::saturating_far_from_walls(), 8, inputs::untouched);
    reached(end, "saturation", |s| s.counters.saturated() > 5);
}
