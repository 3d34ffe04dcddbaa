//! Nothing passes through a wall.

use jostle::Simulation;
use jostle::world::fixed::FRACTION_BITS;
use jostle::world::particle::Phase;
use jostle::world::spec::{ParticleSpec, Walls, WorldSpec};

use crate::support::{Random, everywhere, fine_positions, in_world, moving, on_cpu, still_world};

/// Asserts that every live particle lies within `[r, W − r]` on both axes, to the last bit.
fn assert_inside(simulation: &mut Simulation, context: &str) {
    let params = simulation.world().params().clone();
    let state = simulation.state().unwrap();
    for particle in state.particles.iter().filter(|particle| particle.phase() == Phase::Live) {
        for axis in 0..2 {
            let low = i64::from(params.wall_min[axis] + particle.radius()) << FRACTION_BITS;
            let high = i64::from(params.wall_max[axis] - particle.radius()) << FRACTION_BITS;
            let at = particle.fine(axis);
            assert!((low..=high).contains(&at), "{context}: particle {} at {at}, allowed {low} to {high}", particle.id);
        }
    }
    assert_eq!(simulation.measure().unwrap().outside, 0);
}

/// Up to 20 diameters in a substep, in a box of 16: many would cross it in one.
#[test]
fn fast_discs_stay_inside() {
    let mut random = Random::new(6);
    let fast = 20.0 * 480.0;
    let particles: Vec<_> = (0..200)
        .map(|_| {
            let velocity = random.point(-fast, fast);
            ParticleSpec { velocity, ..ParticleSpec::at(random.point(0.5, 15.5), random.between(0.2, 0.5)) }
        })
        .collect();
    everywhere(&WorldSpec { gravity: [0.0, -10.0], ..still_world([16.0, 16.0], particles) }, |simulation| {
        for substep in 0..100 {
            simulation.step(1).unwrap();
            assert_inside(simulation, &format!("substep {substep}"));
        }
    });
}

/// As fast as a displacement can be: 64 cells in a substep.
#[test]
fn the_fastest_disc_there_can_be_stays_inside() {
    let fastest = 63.99 * 480.0;
    let directions = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
    for direction in directions {
        // Just inside the wall that it flies to.
        let place = direction.map(|d| 4.0 + 3.49 * d);
        let particles = vec![moving(place, direction.map(|d| d * fastest))];
        let mut simulation = on_cpu(&still_world([8.0, 8.0], particles));
        for substep in 0..10 {
            simulation.step(1).unwrap();
            assert_inside(&mut simulation, &format!("towards {direction:?}, substep {substep}"));
        }
    }
}

/// Five hundred discs in the cell of a corner push each other out of it with all they have.
#[test]
fn a_crowded_corner_keeps_everything_inside() {
    for corner in [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]] {
        let mut random = Random::new(7);
        let place = |random: &mut Random| [0, 1].map(|axis| (corner[axis] * 40.0 - random.between(0.5, 1.5)).abs());
        let particles = (0..500).map(|_| ParticleSpec::at(place(&mut random), 0.5)).collect();
        let mut simulation = on_cpu(&WorldSpec { gravity: [0.0, -10.0], ..still_world([40.0, 40.0], particles) });
        for substep in 0..200 {
            simulation.step(1).unwrap();
            assert_inside(&mut simulation, &format!("corner {corner:?}, substep {substep}"));
        }
    }
}

/// The same crowd, thrown at its corner as fast as a displacement can be: contacts push it on by as much again.
#[test]
fn a_crowd_thrown_at_a_corner_stays_inside() {
    for direction in [[-1.0, -1.0], [1.0, 1.0]] {
        let mut random = Random::new(15);
        let particles = (0..500)
            .map(|_| {
                let place = direction.map(|d: f64| 8.0 + d * (8.0 - random.between(0.5, 1.5)));
                moving(place, direction.map(|d| 63.99 * 480.0 * d))
            })
            .collect();
        everywhere(&still_world([16.0, 16.0], particles), |simulation| {
            for substep in 0..20 {
                simulation.step(1).unwrap();
                assert_inside(simulation, &format!("thrown to {direction:?}, substep {substep}"));
            }
        });
    }
}

#[test]
fn a_heap_rests_on_the_floor_and_not_in_it() {
    let particles = (0..200).map(|i| ParticleSpec::at([1.0 + 1.01 * f64::from(i % 10), 0.6 + 1.01 * f64::from(i / 10)], 0.5)).collect();
    let mut simulation = on_cpu(&WorldSpec { gravity: [0.0, -10.0], drag: 0.3, ..still_world([12.0, 40.0], particles) });
    for frame in 0..120 {
        simulation.step_frame().unwrap();
        assert_inside(&mut simulation, &format!("frame {frame}"));
    }
    let lowest = simulation.positions().unwrap().iter().map(|p| p[1]).fold(f64::MAX, f64::min);
    assert!((0.5..0.5005).contains(&lowest), "{lowest}");
}

/// Discs fly to all four sides; those that reach an open one leave and are counted, the others stay.
#[test]
fn an_open_side_removes_and_counts_and_the_others_keep() {
    let directions = [[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]];
    for open in 0..4 {
        let walls = Walls { left: open != 0, right: open != 1, bottom: open != 2, top: open != 3 };
        let particles = (0..40)
            .map(|i| {
                let (direction, lane) = (directions[i % 4], 2.0 * (i / 4) as f64 - 9.0);
                let place = [20.0 + 12.0 * direction[0] + lane * direction[1], 20.0 + 12.0 * direction[1] + lane * direction[0]];
                moving(place, direction.map(|d| 60.0 * d))
            })
            .collect();
        everywhere(&WorldSpec { walls, ..still_world([40.0, 40.0], particles) }, |simulation| {
            // 8 units to the side and 2 cells of margin at an eighth of a unit a substep: gone after 80.
            simulation.step(70).unwrap();
            assert_eq!(simulation.counters().unwrap().removed, 0, "it leaves only past the margin");
            simulation.step(50).unwrap();
            let measures = simulation.measure().unwrap();
            assert_eq!((simulation.counters().unwrap().removed, measures.removed, measures.live), (10, 10, 30));
            let state = simulation.state().unwrap();
            for particle in &state.particles {
                let expected = if particle.id as usize % 4 == open { Phase::Removed } else { Phase::Live };
                assert_eq!(particle.phase(), expected, "particle {} with side {open} open", particle.id);
            }
            let places = fine_positions(simulation);
            simulation.step(50).unwrap();
            let later = fine_positions(simulation);
            (open..40).step_by(4).for_each(|id| assert_eq!(places[id], later[id], "what has left does not move"));
            assert_eq!(simulation.counters().unwrap().removed, 10);
        });
    }
}

/// Whether contacts do what walls do goes by the links that there are, not by those that there were.
#[test]
fn walls_hold_when_links_are_taken_out() {
    use jostle::world::World;
    use jostle::world::links::LinkRows;
    use jostle::world::spec::{ContactSolver, LinkSpec};
    let particles: Vec<_> = (0..20).map(|k| ParticleSpec::at([1.0 + 0.9 * f64::from(k), 1.0], 0.5)).collect();
    let links = vec![LinkSpec::between([0, 1], 0.9)];
    let spec = WorldSpec { gravity: [0.0, -100.0], links, solver: ContactSolver::Plain, ..still_world([20.0, 16.0], particles) };
    let mut world = World::new(&spec).unwrap();
    world.start_mut().links = LinkRows::new(20, &[]);
    let mut simulation = in_world(world);
    simulation.step(200).unwrap();
    assert_inside(&mut simulation, "without links");
}
