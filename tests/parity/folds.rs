//! A folded grid gives the same bits as one that is not, whatever lies over each other in it.

use jostle::Solver;
use jostle::cpu::CpuSolver;
use jostle::gpu::{GpuOptions, GpuSolver};
use jostle::scene::{Overrides, Scene};
use jostle::verify::Comparison;
use jostle::world::World;
use jostle::world::fold::Folding;
use jostle::world::params::Substep;
use jostle::world::spec::{ContactSolver, ParticleSpec, WorldSpec};
use jostle::world::state::State;

use super::common::{contexts, inputs, worlds};
use super::every_pass;

/// A way to make the input of some substeps.
type Inputs = fn(&World, u32, u32) -> Vec<Substep>;

/// The end of a run on the CPU.
fn end(world: &World, substeps: u32, inputs: Inputs) -> State {
    let mut solver = CpuSolver::new(world, Some(2)).unwrap();
    for first in (0..substeps).step_by(8) {
        solver.run(&inputs(world, first, 8)).unwrap();
    }
    solver.read_state().unwrap().by_id()
}

/// Runs a world with a grid that is folded and with one that is not. Returns the end.
fn compare(name: &str, world: World, substeps: u32, inputs: Inputs) -> State {
    let [folded, whole] = [Folding::Always, Folding::Never].map(|folding| world.clone().with_folding(folding).unwrap());
    assert!(folded.params().fold_bits > 0 && whole.params().fold_bits == 0);
    let [folded, whole] = [folded, whole].map(|world| end(&world, substeps, inputs));
    assert!(folded.particles == whole.particles && folded.displacements == whole.displacements, "{name} ends elsewhere when folded");
    assert!(folded.bodies == whole.bodies && folded.counters == whole.counters, "{name} ends otherwise when folded");
    assert!(folded.links.joints == whole.links.joints, "the links of {name} carry something else when folded");
    whole
}

/// None of them has crowds of strangers in one place: see the top of `src/world/fold.rs`.
#[test]
fn every_world_ends_the_same_folded_or_not() {
    let worlds: [(&str, World, Inputs); 16] = [
        ("contacts", worlds::contacts(), inputs::with_tools),
        ("bouncing", worlds::bouncing(), inputs::untouched),
        ("wide", worlds::wide(), inputs::untouched),
        ("tearing", worlds::tearing(), inputs::untouched),
        ("plain tearing", worlds::plain_tearing(), inputs::with_tools),
        ("pegs", worlds::pegs(), inputs::untouched),
        ("polydisperse", worlds::polydisperse(), inputs::with_tools),
        ("open sides", worlds::open_sides(), inputs::untouched),
        ("emitters", worlds::emitters(), inputs::untouched),
        ("coincident", worlds::coincident(), inputs::untouched),
        ("crowd", worlds::crowd(), inputs::untouched),
        ("outside walls", worlds::outside_walls(), inputs::untouched),
        ("plain saturating", worlds::plain_saturating(), inputs::untouched),
        ("rough", worlds::rough(), inputs::untouched),
        ("rough crowd", worlds::rough_crowd(), inputs::untouched),
        ("obstacles", worlds::obstacles(), inputs::untouched),
    ];
    for (name, world, inputs) in worlds {
        compare(name, world, 48, inputs);
    }
}

#[test]
fn every_scene_ends_the_same_folded_or_not() {
    let overrides = Overrides { particles: Some(1_500), ..Overrides::default() };
    let touching = |name: &&str| {
        let end = compare(name, Scene::find(name).unwrap().build(&overrides).unwrap(), 32, inputs::untouched);
        end.particles.iter().any(|particle| particle.in_grid() && particle.touching() > 0)
    };
    let count = Scene::names().filter(touching).count();
    assert!(2 * count > Scene::names().count(), "discs touch in {count} scenes only");
}

/// Discs all over a world of which the grid holds a tenth, in clumps, so that those of many places meet in one cell.
fn scattered(solver: ContactSolver) -> World {
    let mut random = worlds::Random::new(9);
    let mut particles = Vec::new();
    for _ in 0..150 {
        let clump = [0, 1].map(|_| 5.0 + 390.0 * random.unit());
        for _ in 0..8 {
            let [dx, dy] = random.vector(1.6);
            let radius = [0.5, 0.3][particles.len() % 2];
            particles.push(ParticleSpec { velocity: random.vector(30.0), ..ParticleSpec::at([clump[0] + dx, clump[1] + dy], radius) });
        }
    }
    World::new(&WorldSpec { size: [400.0, 400.0], solver, particles, ..WorldSpec::default() }).unwrap()
}

#[test]
fn a_nearly_empty_world_is_folded_and_equal_pass_by_pass_on_every_adapter() {
    for solver in [ContactSolver::Resting, ContactSolver::Plain] {
        let world = scattered(solver).with_folding(Folding::Always).unwrap();
        let params = world.params();
        assert!(params.fold_bits > 0 && params.cell_count < 5_000, "{params:?}");
        compare("scattered", world.clone(), 96, inputs::untouched);
        every_pass(&world, 16, inputs::untouched);
    }
}

#[test]
fn smaller_discs_that_are_poured_among_others_of_one_size() {
    let mut random = worlds::Random::new(4);
    let mut place = |k: usize| [20.0 + 0.9 * (k % 12) as f64 + 0.2 * random.unit(), 5.0 + 0.9 * (k / 12) as f64];
    let particles: Vec<_> = (0..1_200).map(|k| ParticleSpec::at(place(k), 0.5)).collect();
    let poured: Vec<_> = (0..300).map(|k| ParticleSpec::at([place(4 * k)[0] + 0.4, place(4 * k)[1] + 0.4], 0.46)).collect();
    let world = World::new(&WorldSpec { size: [400.0, 400.0], particles, ..WorldSpec::default() }).unwrap();
    let end = |folding| {
        let world = world.clone().with_folding(folding).unwrap();
        let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
        let new: Vec<_> = (1_200..).zip(&poured).map(|(id, spec)| world.new_particle(id, spec).unwrap()).collect();
        solver.spawn(&new).unwrap();
        solver.run(&inputs::untouched(&world, 0, 16)).unwrap();
        solver.read_state().unwrap().by_id()
    };
    let [folded, whole] = [Folding::Always, Folding::Never].map(end);
    assert!(folded.particles == whole.particles && folded.displacements == whole.displacements);
}

#[test]
fn a_folded_grid_grows_with_what_is_poured_alike_on_every_backend() {
    let particles = vec![ParticleSpec::at([2.0, 2.0], 0.5)];
    let world = World::new(&WorldSpec { size: [2_000.0, 2_000.0], particles, ..WorldSpec::default() }).unwrap();
    let cells = world.params().cell_count;
    assert_eq!((world.params().fold_bits > 0, cells), (true, 65_536));
    // Each batch on top of the one before: the last discs of a batch and the first of the next touch.
    let batch = |first: u32| -> Vec<_> {
        let place = |k: u32| [5.0 + f64::from(k % 1_900), 3.0 + f64::from(k / 1_900)];
        (first..first + 35_000).map(|id| world.new_particle(id, &ParticleSpec::at(place(id), 0.5)).unwrap()).collect()
    };
    for context in &contexts() {
        let mut comparison = Comparison::new(&world, context, &GpuOptions::default(), None).unwrap();
        for first in [1, 35_001] {
            assert_eq!(comparison.run_deep(&inputs::untouched(&world, 0, 2)).unwrap(), None, "on {}", context.info);
            comparison.spawn(&batch(first)).unwrap();
        }
        assert_eq!(comparison.run_deep(&inputs::untouched(&world, 2, 2)).unwrap(), None, "on {}", context.info);
        assert_eq!(comparison.measure_deep(4).unwrap(), None, "on {}", context.info);
        let grown = comparison.cpu().read_state().unwrap();
        assert_eq!(grown.particles.len(), 70_001);
        assert!(comparison.cpu().memory_bytes() > 70_001 * 140 + u64::from(4 * cells) * 8, "the grid did not grow");
    }
}

#[test]
fn folded_grids_of_every_kind_of_world_are_equal_pass_by_pass() {
    for world in [worlds::rough_crowd(), worlds::obstacles(), worlds::crowd()] {
        every_pass(&world.with_folding(Folding::Always).unwrap(), 4, inputs::untouched);
    }
}

/// Places in the tables of what is near are shared there, by cells that are far from each other.
#[test]
fn obstacles_in_a_nearly_empty_world_know_nothing_of_others_far_away() {
    for solver in [ContactSolver::Resting, ContactSolver::Plain] {
        let world = worlds::far_obstacles(solver, 500);
        assert!(world.params().fold_bits > 0);
        if solver == ContactSolver::Resting {
            every_pass(&world, 8, inputs::untouched);
        }
        let end = |mut solver: Box<dyn Solver>, substeps| {
            assert!(solver.memory_bytes() < 8 << 20, "{} bytes", solver.memory_bytes());
            solver.run(&inputs::untouched(&world, 0, substeps)).unwrap();
            solver.digest().unwrap()
        };
        let alone = |substeps| end(Box::new(CpuSolver::new(&worlds::far_obstacles(solver, 0), Some(2)).unwrap()), substeps);
        assert_eq!(end(Box::new(CpuSolver::new(&world, Some(2)).unwrap()), 96), alone(96));
        let alone = alone(16);
        for context in &contexts() {
            assert_eq!(end(Box::new(GpuSolver::new(context, &world).unwrap()), 16), alone, "on {}", context.info);
        }
    }
}

#[test]
fn a_world_of_more_cells_than_a_grid_can_have() {
    let place = |k: u32| [7.0 + 2_990.0 * f64::from(k % 20), 31.0 + 2_990.0 * f64::from(k / 20)];
    let mut particles: Vec<_> = (0..400).map(|k| ParticleSpec::at(place(k), 0.5)).collect();
    particles.extend((0..400).map(|k| ParticleSpec::at([place(k)[0] + 0.4, place(k)[1] + 0.7], 0.5)));
    let world = World::new(&WorldSpec { size: [60_000.0, 60_000.0], particles, ..WorldSpec::default() }).unwrap();
    let touching = |state: &State| state.particles.iter().filter(|particle| particle.touching() > 0).count();
    assert_eq!(touching(&end(&world, 8, inputs::untouched)), 800);
    every_pass(&world, 8, inputs::untouched);
}
