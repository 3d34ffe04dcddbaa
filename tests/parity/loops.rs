//! Adapters that end the loops of a thread after so many rounds, without a word: what they leave is never taken for a result.

use super::common::{contexts, inputs, is_called};
use jostle::gpu::{Context, GpuOptions, GpuSolver};
use jostle::solver::SolverError;
use jostle::verify::Comparison;
use jostle::world::World;
use jostle::world::fixed::{FRACTION_BITS, MAX_DISPLACEMENT};
use jostle::world::spec::{ContactSolver, ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};
use jostle::{Backend, Simulation, Solver};

/// A disc that crosses so many cells in a substep, along a ledge; each cell takes some rounds of a loop.
fn crossing(cells: i32) -> World {
    let ledge = ObstacleShape::Box { centre: [10_000.0, 17.0], size: [20_000.0, 1.0], angle: 0.0 };
    let spec = WorldSpec {
        size: [300_000.0, 40.0],
        solver: ContactSolver::Plain,
        gravity: [0.0; 2],
        particles: vec![ParticleSpec::at([10.0, 18.2], 0.5)],
        obstacles: vec![ObstacleSpec::still(ledge)],
        ..WorldSpec::default()
    };
    let mut world = World::new(&spec).unwrap();
    let way = i64::from(cells) << (world.params().cell_bits + FRACTION_BITS);
    world.start_mut().displacements[0] = [way.min(MAX_DISPLACEMENT.into()) as i32, 0];
    world
}

/// What a comparison finds, whole frames and pass by pass.
fn compared(world: &World, context: &Context) -> Result<(), SolverError> {
    for deep in [false, true] {
        let mut comparison = Comparison::new(world, context, &GpuOptions::default(), None)?;
        let inputs = inputs::untouched(world, 0, 2);
        let found = if deep { comparison.run_deep(&inputs)? } else { comparison.run(&inputs)? };
        assert_eq!(found, None, "on {}", context.info);
    }
    Ok(())
}

#[test]
fn where_loops_are_ended_that_is_an_error_and_not_another_result() {
    for context in &contexts() {
        compared(&crossing(3_000), context).unwrap();
        let world = crossing(16_384);
        if !is_called(context, "llvmpipe") {
            compared(&world, context).unwrap();
            continue;
        }
        let error = compared(&world, context).unwrap_err();
        assert!(matches!(error, SolverError::LoopEnded { pass: "solve_obstacles", .. }), "{error}");
        let mut simulation = Simulation::start(world.clone(), &Backend::Gpu(context.clone())).unwrap();
        simulation.step(1).unwrap();
        let measured = simulation.measure().unwrap_err().to_string();
        let told = [simulation.solver().wait().unwrap_err(), simulation.solver().read_particles().unwrap_err()];
        for told in told.map(|error| error.to_string()).into_iter().chain([measured]) {
            assert!(told.contains("65,535") && told.contains("try the CPU") && told.contains(&context.info.name), "{told}");
        }
        // A state in the place of that one is sound again.
        let mut solver = GpuSolver::new(context, &world).unwrap();
        solver.run(&inputs::untouched(&world, 0, 1)).unwrap();
        solver.read_state().unwrap_err();
        solver.write_state(&world.start).unwrap();
        assert_eq!(solver.read_particles().unwrap(), world.start.particles);
    }
}
