//! GPUs beside the CPU.

use jostle::gpu::{Context, GpuSolver};
use jostle::world::World;
use jostle::world::contacts::ContactRow;
use jostle::world::particle::Phase;
use jostle::world::state::State;
use jostle::{Backend, Simulation, Solver};

use crate::common::inputs::untouched;
use crate::common::{contexts, worlds};
use crate::golden::{LATE, golden, hex, scenes};

/// Substeps of GPUs, at the start and before the late digest: between them they leave the work to the CPU.
const SHORT: u32 = 32;

/// The digest after the first substeps, and the state before the last, on a thread a core of the CPU.
fn ends_of_the_gap(world: &World) -> (u64, State) {
    let mut simulation = Simulation::start(world.clone(), &Backend::cpu(None)).unwrap();
    simulation.step(SHORT).unwrap();
    let first = simulation.digest().unwrap();
    simulation.step(LATE - 2 * SHORT).unwrap();
    (first, simulation.solver().read_state().unwrap())
}

/// The digest after the first substeps and the late digest, on a GPU.
fn gpu(world: &World, context: &Context, before_the_last: &State) -> [u64; 2] {
    let mut solver = GpuSolver::new(context, world).unwrap();
    solver.run(&untouched(world, 0, SHORT)).unwrap();
    let first = solver.digest().unwrap();
    solver.write_state(before_the_last).unwrap();
    solver.run(&untouched(world, LATE - SHORT, SHORT)).unwrap();
    [first, solver.digest().unwrap()]
}

/// The CPU and these adapters.
fn backends(contexts: &[Context]) -> impl Iterator<Item = Backend> {
    std::iter::once(Backend::cpu(None)).chain(contexts.iter().cloned().map(Backend::Gpu))
}

/// Contacts are counted where somebody sees it: in the last of the substeps that are run at once, and in all where discs bounce.
#[test]
fn substeps_may_be_run_at_once_or_one_by_one() {
    let worlds = [worlds::contacts(), worlds::bouncing(), worlds::dull_bodies(), worlds::leaving(0.0), worlds::leaving(0.4)];
    let contexts = contexts();
    for world in worlds {
        let simulations = |()| backends(&contexts).map(|backend| Simulation::start(world.clone(), &backend).unwrap()).collect::<Vec<_>>();
        let [mut at_once, mut one_by_one, mut digesting] = [(); 3].map(simulations);
        for ((at_once, one_by_one), digesting) in at_once.iter_mut().zip(&mut one_by_one).zip(&mut digesting) {
            at_once.step(13).unwrap();
            at_once.step(8).unwrap();
            (0..21).for_each(|_| one_by_one.step(1).unwrap());
            let digests = digesting.step_digesting(21).unwrap();
            let states = [at_once.state().unwrap(), one_by_one.state().unwrap()];
            assert!(states[0].particles.iter().filter(|particle| particle.phase() == Phase::Live && particle.touching() > 1).count() > 50);
            assert!(states[0].particles == states[1].particles, "{}", at_once.solver().backend());
            assert_eq!(digests[20], at_once.digest().unwrap());
        }
    }
}

/// The start tells nothing of what contacts carry, so nothing may be left of what they carried before.
#[test]
fn a_solver_that_is_given_the_start_again_starts_again() {
    let world = worlds::rough();
    assert!(world.rubs() && world.start.contacts.is_empty() && world.start.tangents.is_empty());
    for backend in backends(&contexts()) {
        let mut solver = backend.solver(&world).unwrap();
        let [first, again] = [(); 2].map(|()| {
            solver.write_state(&world.start).unwrap();
            let state = solver.read_state().unwrap();
            assert!(state.contacts.iter().all(|row| *row == ContactRow::NONE) && state.tangents.iter().all(|tangent| *tangent == 0.0));
            solver.run(&untouched(&world, 0, 41)).unwrap();
            solver.digest().unwrap()
        });
        assert_eq!(first, again, "{}", solver.backend());
    }
}

#[test]
fn every_adapter_gives_the_golden_digest() {
    let contexts = contexts();
    for (name, world) in scenes().filter(|_| !contexts.is_empty()) {
        let (first, before_the_last) = ends_of_the_gap(&world);
        // A thread an adapter: a small world does not keep all cores busy.
        std::thread::scope(|scope| {
            for context in &contexts {
                scope.spawn(|| {
                    let [at_first, late] = gpu(&world, context, &before_the_last);
                    assert_eq!((at_first, hex(late)), (first, golden()[name][1].clone()), "{name} on {}", context.info);
                });
            }
        });
    }
}
