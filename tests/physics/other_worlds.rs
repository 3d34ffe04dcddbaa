//! What belongs to another world is refused, and changes nothing.

use std::sync::Arc;

use jostle::cpu::CpuSolver;
use jostle::gpu::GpuSolver;
use jostle::simulation::SimulationError;
use jostle::solver::SolverError;
use jostle::world::World;
use jostle::world::spec::{Fall, MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};
use jostle::{Simulation, Solver};

use crate::common::first_context;
use crate::support::{moving, still_world, world};

/// A disc that flies at a peg of the first material.
fn spec(size: f64) -> WorldSpec {
    let peg = ObstacleShape::Circle { centre: [size - 3.0, 3.0], radius: 1.0 };
    WorldSpec {
        materials: vec![MaterialSpec { friction: 0.5, ..MaterialSpec::default() }],
        obstacles: vec![ObstacleSpec { material: 1, ..ObstacleSpec::still(peg) }],
        ..still_world([size; 2], vec![moving([size - 12.0, 3.2], [40.0, 0.0])])
    }
}

/// The backends that there are, at the start of a world.
fn solvers(world: &World) -> Vec<Box<dyn Solver>> {
    let mut all: Vec<Box<dyn Solver>> = vec![Box::new(CpuSolver::new(world, Some(1)).unwrap())];
    if let Some(context) = first_context() {
        all.push(Box::new(GpuSolver::new(&context, world).unwrap()));
    }
    all
}

#[test]
fn obstacles_of_another_world() {
    let world = world(&spec(20.0));
    let smooth = MaterialSpec { friction: 0.1, ..MaterialSpec::default() };
    let others = [
        spec(100.0),
        WorldSpec { substeps: 9, ..spec(20.0) },
        WorldSpec { materials: vec![smooth], ..spec(20.0) },
        WorldSpec { largest_radius: Some(1.0), ..spec(20.0) },
    ];
    let substeps: Vec<_> = (0..240).map(|index| world.clock().substep(index, &Default::default())).collect();
    let mut alone = CpuSolver::new(&world, Some(1)).unwrap();
    alone.run(&substeps).unwrap();
    for mut solver in solvers(&world) {
        for other in &others {
            let obstacles = World::new(other).unwrap().obstacles().clone();
            assert_eq!(solver.set_obstacles(&obstacles), Err(SolverError::OthersObstacles), "{other:?}");
        }
        solver.run(&substeps).unwrap();
        assert_eq!(solver.digest().unwrap(), alone.digest().unwrap());
        let disc = world.velocity_of(solver.read_displacements().unwrap()[0]);
        assert!(disc[0] < 30.0, "it has met the peg that was there before: {disc:?}");
        solver.set_obstacles(&Arc::new(world.obstacles_of(&[]).unwrap())).unwrap();
        solver.set_obstacles(world.obstacles()).unwrap();
    }
}

#[test]
fn a_backend_of_another_world_or_in_the_middle_of_one() {
    let own = World::new(&spec(20.0)).unwrap();
    let fall = Fall { gravity: [0.0; 2], drag: 1.0 };
    let two = WorldSpec { particles: vec![ParticleSpec::at([2.0, 2.0], 0.5), ParticleSpec::at([5.0, 5.0], 0.5)], ..spec(20.0) };
    let rough = spec(20.0).particles.iter().map(|disc| ParticleSpec { material: 1, ..*disc }).collect();
    let mut others: Vec<(World, &str)> = [spec(100.0), two, WorldSpec { friction: 0.3, ..spec(20.0) }]
        .iter()
        .map(|other| (World::new(other).unwrap(), "for another one"))
        .collect();
    others.push((own.clone().with_fall(fall).unwrap(), "other gravity or drag"));
    others.push((own.clone().with_obstacles(&[]).unwrap(), "other obstacles"));
    others.push((World::new(&WorldSpec { particles: rough, ..spec(20.0) }).unwrap(), "for other materials or links"));
    for (other, words) in others {
        for solver in solvers(&other) {
            let refused = Simulation::new(Arc::new(own.clone()), solver).unwrap_err();
            assert!(matches!(refused, SimulationError::Solver(SolverError::OtherWorld { reason }) if reason.contains(words)), "{refused}");
        }
    }
    for mut solver in solvers(&own) {
        solver.run(&[own.clock().substep(0, &Default::default())]).unwrap();
        let refused = Simulation::new(Arc::new(own.clone()), solver).unwrap_err().to_string();
        assert!(refused.contains("it has run substeps"), "{refused}");
    }
    for mut solver in solvers(&own) {
        solver.spawn(&[own.new_particle(1, &ParticleSpec::at([5.0, 5.0], 0.5)).unwrap()]).unwrap();
        let refused = Simulation::new(Arc::new(own.clone()), solver).unwrap_err().to_string();
        assert!(refused.contains("another number of particles"), "{refused}");
    }
    // One that was made alike is the same.
    for solver in solvers(&World::new(&spec(20.0)).unwrap()) {
        Simulation::new(Arc::new(own.clone()), solver).unwrap();
    }
}
