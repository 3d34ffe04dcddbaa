use std::iter::once;

use super::*;
use crate::cpu::dispatch_obstacles::obstacles;
use crate::cpu::obstacle::Obstacles;
use crate::cpu::{Buffers, CpuSolver};
use crate::solver::Solver;
use crate::steps::Step;
use crate::world::World;
use crate::world::fold::Folding;
use crate::world::obstacles::rail::Rail;
use crate::world::params::Substep;
use crate::world::spec::{ContactSolver, ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

/// Discs at rest everywhere, two pegs, a plate where the grid, if it is folded, goes on at its other end, and one at the right wall
/// that one disc comes to from afar: it flies past above and is stopped by the wall, sinking slowly.
fn world() -> World {
    world_with(ContactSolver::Resting, Folding::Auto, 0.0)
}

fn world_with(solver: ContactSolver, folding: Folding, friction: f64) -> World {
    let mut particles: Vec<_> =
        (0..3_000u32).map(|k| ParticleSpec::at([2.4 + 2.4 * f64::from(k % 60), 1.5 + 1.15 * f64::from(k / 60)], 0.5)).collect();
    particles.push(ParticleSpec { velocity: [4_800.0, -96.0], ..ParticleSpec::at([140.0, 6.0], 0.5) });
    let circle = |x| ObstacleSpec::still(ObstacleShape::Circle { centre: [x, 20.0], radius: 0.2 });
    let plate = ObstacleShape::Box { centre: [149.0, 5.0], size: [2.0, 0.5], angle: 0.0 };
    let upper = ObstacleShape::Box { centre: [74.0, 51.5], size: [10.0, 0.5], angle: 0.0 };
    let obstacles = vec![circle(30.0), circle(95.3), ObstacleSpec::still(plate), ObstacleSpec::still(upper)];
    let restitution = if solver == ContactSolver::Resting { 0.5 } else { 0.0 };
    let spec =
        WorldSpec { size: [150.0, 60.0], gravity: [0.0, 0.0], solver, friction, restitution, particles, obstacles, ..WorldSpec::default() };
    World::new(&spec).unwrap().with_folding(folding).unwrap()
}

/// Of discs that are all inside.
fn buffers(world: &World) -> Buffers {
    let mut buffers = CpuSolver::new(world, Some(1)).unwrap().buffers;
    buffers.near.returning = 0;
    buffers
}

#[test]
fn ranges_take_in_whoever_gets_near_by_moving_a_cell() {
    let world = world();
    let mut b = buffers(&world);
    world.measuring_list().into_iter().for_each(|step| b.run_step(step, &Substep::default()));
    b.near.find(&b.params, &b.cell_starts);
    let substep = &Substep::default();
    let obstacles = obstacles!(b, substep);
    let (mut listed, mut arrived) = (vec![false; b.particles.len()], 0);
    for (run, particles) in b.particles.chunks(GRAIN).enumerate() {
        b.near.for_each_in(run, particles.len(), |place| listed[run * GRAIN + place] = true);
    }
    for (particle, listed) in b.particles.iter().zip(&listed) {
        let by = |way: i32| way << b.params.cell_bits;
        let to = |x, y| [particle.position[0] + by(x), particle.position[1] + by(y)];
        let near = (-1..=1).any(|x| (-1..=1).any(|y| obstacles.is_near(to(x, y))));
        assert!(*listed || !near, "{particle:?}");
        arrived += usize::from(near && !obstacles.is_near(particle.position));
    }
    let count = listed.iter().filter(|listed| **listed).count();
    assert!(arrived > 20 && count < listed.len() / 10, "{arrived} get near, {count} are listed");
}

#[test]
fn what_is_far_is_left_out_without_a_difference() {
    for (solver, friction) in [(ContactSolver::Resting, 0.0), (ContactSolver::Resting, 0.5), (ContactSolver::Plain, 0.0)] {
        for folding in [Folding::Never, Folding::Always] {
            leave_out_what_is_far(&world_with(solver, folding, friction));
        }
    }
}

fn leave_out_what_is_far(world: &World) {
    let (mut b, mut all) = (buffers(world), buffers(world));
    all.near.cells = once(0..world.params.cell_count).collect();
    let (low, high) = (*world.params.wall_min, *world.params.wall_max);
    let far = 3 << world.params.cell_bits;
    for buffers in [&mut b, &mut all] {
        // Some are outside, which the walls put back; one far off, at the height of the plate.
        let outside = [[low[0] - 1, high[1] / 2], [high[0] + far, 6 << world.params.cell_bits], [high[0] / 2, high[1] + far]];
        outside.into_iter().zip(&mut buffers.particles).for_each(|(place, particle)| particle.position = place);
    }
    let (mut fast, mut looked_at) = (0, 0);
    for index in 0..8 {
        if index == 3 {
            // From now on nobody is fast, and all sink.
            let way = [0, -(1 << (world.params.cell_bits + FRACTION_BITS - 5))];
            b.displacements.fill(way);
            all.displacements.fill(way);
        }
        let substep = Substep { index, ..Substep::default() };
        for step in world.substep_list() {
            b.run_step(step, &substep);
            all.run_step(step, &substep);
            let equal = b.particles == all.particles && b.displacements == all.displacements && b.bodies == all.bodies;
            let Step::Dispatch(pass) = step else { continue };
            assert!(equal, "after {} of substep {index}", pass.name);
        }
        fast += b.near.fast.iter().filter(|fast| fast.load(Relaxed)).count();
        looked_at = b.near.particles.iter().map(Range::len).sum();
    }
    assert!(fast > 0, "nothing was fast");
    assert!((20..b.particles.len() / 4).contains(&looked_at), "{looked_at} are looked at");
}

/// Some are about to fly from a peg to where a crowd throws them back to it, all in one substep.
#[test]
fn who_is_thrown_back_to_a_peg_is_stopped_by_it() {
    let mut spec = WorldSpec { size: [60.0, 40.0], gravity: [0.0; 2], solver: ContactSolver::Plain, ..WorldSpec::default() };
    for k in 0..12 {
        let y = 3.0 + 3.0 * f64::from(k);
        spec.obstacles.push(ObstacleSpec::still(ObstacleShape::Circle { centre: [20.0, y], radius: 0.5 }));
        spec.particles.push(ParticleSpec { velocity: [480.0 * 6.0, 0.0], ..ParticleSpec::at([21.01, y], 0.5) });
        // Such a crowd that they end short of where they were.
        let crowd = (0..33 + k % 2).map(|_| ParticleSpec { pinned: true, ..ParticleSpec::at([27.5, y], 0.5) });
        spec.particles.extend(crowd);
    }
    let world = World::new(&spec).unwrap();
    let run = |look_at_all: bool| {
        let mut b = buffers(&world);
        if look_at_all {
            b.near.still = once(0..world.params.cell_count).collect();
            b.near.cells = b.near.still.clone();
        }
        world.substep_list().into_iter().for_each(|step| b.run_step(step, &Substep::default()));
        (b.particles, b.displacements)
    };
    assert!(run(false) == run(true));
    let way_back = |d: &Displacement| d[0] < 0 && d[0] > -(1 << (world.params.cell_bits + FRACTION_BITS - PART_BITS));
    assert!(run(true).1.iter().any(way_back), "nobody is thrown back");
}

/// A disc at rest that a fast paddle takes along and squeezes against a peg: it is far from where it was sorted then.
#[test]
fn who_is_taken_along_is_looked_at_where_it_is_left() {
    let peg = ObstacleShape::Circle { centre: [331.0, 10.0], radius: 1.0 };
    let paddle = ObstacleShape::Box { centre: [168.3, 10.0], size: [2.0, 4.0], angle: 0.0 };
    let rail = Rail { velocity: [9_600.0, 0.0], ..Rail::default() };
    let obstacles = vec![ObstacleSpec::still(peg), ObstacleSpec::moving(paddle, rail)];
    let particles = vec![ParticleSpec::at([315.0, 10.3], 0.5)];
    for solver in [ContactSolver::Plain, ContactSolver::Resting] {
        let (particles, obstacles) = (particles.clone(), obstacles.clone());
        let spec = WorldSpec { size: [400.0, 20.0], gravity: [0.0; 2], solver, particles, obstacles, ..WorldSpec::default() };
        let world = World::new(&spec).unwrap();
        let run = |look_at_all: bool| {
            let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
            solver.buffers.near.returning = if look_at_all { u32::MAX } else { 0 };
            for first in [0, 8, 16] {
                let substeps: Vec<_> = (first..first + 8).map(|index| Substep { index, ..Substep::default() }).collect();
                solver.run(&substeps).unwrap();
            }
            (solver.buffers.particles, solver.buffers.displacements)
        };
        assert!(run(false) == run(true), "{solver:?}");
        let place = world.frame.position_of(&run(true).0[0]);
        assert!(place[0] > 325.0, "with {solver:?} it is at {place:?}, where nobody took it along");
    }
}

/// A state may have discs outside of the walls, which put them back without any displacement, however long they are not born.
#[test]
fn who_comes_back_from_outside_is_looked_at() {
    [0, 3 * RETURNS].into_iter().for_each(come_back_from_outside);
}

fn come_back_from_outside(birth: u32) {
    let plate = ObstacleShape::Box { centre: [0.6, 11.0], size: [1.2, 1.4], angle: 0.0 };
    let particle = ParticleSpec { birth, ..ParticleSpec::at([15.0, 10.0], 0.5) };
    let (obstacles, particles) = (vec![ObstacleSpec::still(plate)], vec![particle]);
    let world =
        World::new(&WorldSpec { size: [20.0; 2], margin: 12, gravity: [0.0; 2], obstacles, particles, ..WorldSpec::default() }).unwrap();
    let run = |look_at_all: bool| {
        let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
        solver.buffers.near.returning = 0;
        let mut state = solver.read_state().unwrap();
        state.particles[0].position = world.frame.position_to_steps([-6.0, 10.0]);
        solver.write_state(&state).unwrap();
        if look_at_all {
            solver.buffers.near.returning = u32::MAX;
        }
        (0..birth).for_each(|index| solver.run(&[Substep { index, ..Substep::default() }]).unwrap());
        [0, 1, 2].map(|more| {
            solver.run(&[Substep { index: birth + more, ..Substep::default() }]).unwrap();
            solver.buffers.particles[0].position
        })
    };
    let [arrived, out, _] = run(true);
    assert_ne!(arrived, out, "it is put out of the plate");
    assert_eq!(run(false), run(true));
}

/// What moves is placed anew between substeps: who was far from it may be near now, before the next sort.
#[test]
fn who_a_mover_comes_to_is_near_at_once() {
    let mut spec = WorldSpec { size: [150.0, 60.0], gravity: [0.0, 0.0], ..WorldSpec::default() };
    spec.particles =
        (0..3_000u32).map(|k| ParticleSpec::at([24.0 + 1.2 * f64::from(k % 100), 1.5 + 1.3 * f64::from(k / 100)], 0.5)).collect();
    let paddle = ObstacleShape::Box { centre: [20.0, 4.0], size: [1.0, 3.0], angle: 0.0 };
    let rail = Rail { velocity: [900.0, 300.0], ..Rail::default() };
    spec.obstacles = vec![ObstacleSpec::moving(paddle, rail)];
    for solver in [ContactSolver::Resting, ContactSolver::Plain] {
        let world = World::new(&WorldSpec { solver, ..spec.clone() }).unwrap();
        let (mut b, mut all) = (buffers(&world), buffers(&world));
        // It jumps onto discs, once.
        for index in (0..12).chain(40..44) {
            let substep = [Substep { index, ..Substep::default() }];
            b.place_obstacles(&substep);
            all.place_obstacles(&substep);
            all.near.forget();
            for step in world.substep_list() {
                b.run_step(step, &substep[0]);
                all.run_step(step, &substep[0]);
                all.near.forget();
                assert!(b.particles == all.particles && b.displacements == all.displacements, "substep {index}, {solver:?}");
            }
        }
        let listed: usize = b.near.particles.iter().map(Range::len).sum();
        assert!(b.particles != world.start.particles && listed < 1_000, "{listed} are looked at");
    }
}

#[test]
fn who_is_put_into_an_obstacle_is_put_out_again() {
    let world = world();
    let substep = |index| [Substep { index, ..Substep::default() }];
    let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
    solver.run(&substep(0)).unwrap();
    let far = world.frame.position_to_steps([61.2, 50.0]);
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
    let obstacles = vec![ObstacleSpec::still(ObstacleShape::Circle { centre: [62.0, 50.0], radius: 0.4 })];
    let id = solver.read_particles().unwrap()[0].id;
    let mut state = solver.read_state().unwrap();
    state.particles[0].position = world.frame.position_to_steps([61.2, 50.0]);
    solver.write_state(&state).unwrap();
    solver.run(&substep(1)).unwrap();
    let x = |solver: &CpuSolver| solver.read_particles().unwrap().iter().find(|particle| particle.id == id).unwrap().position[0];
    let before = x(&solver);
    solver.set_obstacles(&std::sync::Arc::new(world.obstacles_of(&obstacles).unwrap())).unwrap();
    solver.run(&substep(2)).unwrap();
    assert!(x(&solver) < before);
}
