//! Velocities that are set from outside.

use jostle::simulation::SimulationError;
use jostle::world::WorldError;
use jostle::world::particle::Phase;
use jostle::world::spec::{LinkSpec, MaterialSpec, ParticleSpec, Walls, WorldSpec};

use crate::support::{everywhere, moving, on_cpu, pinned, still_world};

/// In the middle of a run, with rough discs that lie and links, whose state is written back as it was.
#[test]
fn who_gets_the_velocity_that_it_has_goes_on_as_before() {
    let disc = |k: u32| ParticleSpec { material: 1, ..ParticleSpec::at([0.6 + 1.01 * f64::from(k % 14), 0.5 + f64::from(k / 14)], 0.5) };
    let material = MaterialSpec { density: 1.0, mass: Some(2.0), friction: 0.4, restitution: 0.2 };
    let spec = WorldSpec {
        gravity: [0.0, -10.0],
        materials: vec![material],
        links: vec![LinkSpec::between([0, 15], 1.5), LinkSpec::between([3, 18], 1.5)],
        ..still_world([16.0, 12.0], (0..84).map(disc).collect())
    };
    let mut expected = on_cpu(&spec);
    expected.step(480).unwrap();
    let expected = expected.digest().unwrap();
    everywhere(&spec, |simulation| {
        simulation.step(240).unwrap();
        let all: Vec<_> = (0..).zip(simulation.velocities().unwrap()).collect();
        simulation.set_velocities(&all).unwrap();
        simulation.step(240).unwrap();
        assert_eq!(simulation.digest().unwrap(), expected);
    });
}

#[test]
fn the_greatest_speed_is_told_in_scene_units() {
    let fast = ParticleSpec { radius: 0.25, ..moving([6.0, 6.0], [6.0, -8.0]) };
    everywhere(&still_world([12.0; 2], vec![moving([3.0, 3.0], [0.0; 2]), fast]), |simulation| {
        let (speed, measures) = (simulation.max_speed().unwrap(), simulation.measure().unwrap());
        assert!((speed / 10.0 - 1.0).abs() < 1e-3, "{speed}");
        assert!((simulation.world().rms_speed(&measures) / 50f64.sqrt() - 1.0).abs() < 1e-3);
    });
}

/// As if it had started so, to the bit.
#[test]
fn who_gets_a_velocity_goes_on_with_it() {
    // The last is the first in the order of cells.
    let touching = |velocity| vec![moving([5.0, 5.0], [0.0; 2]), moving([5.99, 5.0], [0.0; 2]), moving([2.0, 2.2], velocity)];
    let spec = |velocity| still_world([20.0, 10.0], touching(velocity));
    let expected = {
        let mut simulation = on_cpu(&spec([3.0, -1.5]));
        simulation.step(480).unwrap();
        simulation.digest().unwrap()
    };
    everywhere(&spec([-6.0, 0.0]), |simulation| {
        simulation.set_velocities(&[(2, [3.0, -1.5])]).unwrap();
        simulation.step(480).unwrap();
        assert_eq!(simulation.digest().unwrap(), expected);
        simulation.set_velocities(&[(0, [1.0, 0.0]), (1, [0.0, -2.0])]).unwrap();
        let velocities = simulation.velocities().unwrap();
        for (velocity, wanted) in velocities.iter().flatten().zip([1.0, 0.0, 0.0, -2.0, 3.0, -1.5]) {
            assert!((velocity - wanted).abs() < 1e-4, "{velocities:?}");
        }
    });
}

#[test]
fn a_velocity_that_nobody_can_have_changes_nothing() {
    let late = ParticleSpec { birth: 1000, ..moving([9.0, 9.0], [0.0; 2]) };
    let leaving = moving([19.0, 5.0], [900.0, 0.0]);
    let particles = vec![moving([5.0, 5.0], [1.0, 0.0]), pinned([8.0, 5.0]), leaving, late];
    let walls = Walls { right: false, ..Walls::CLOSED };
    let mut simulation = on_cpu(&WorldSpec { walls, ..still_world([20.0, 10.0], particles) });
    simulation.step(60).unwrap();
    let before = simulation.digest().unwrap();
    let mut refused = |id: u32, velocity: [f64; 2]| {
        let error = simulation.set_velocities(&[(0, [2.0, 2.0]), (id, velocity)]).unwrap_err();
        assert_eq!(simulation.digest().unwrap(), before, "{error}");
        error
    };
    assert_eq!(refused(1, [0.0; 2]), SimulationError::Still { id: 1 });
    assert_eq!(refused(2, [0.0; 2]), SimulationError::Absent { id: 2, phase: Phase::Removed });
    assert_eq!(refused(4, [0.0; 2]), SimulationError::NoParticle { id: 4, count: 4 });
    for velocity in [[f64::NAN, 0.0], [0.0, f64::INFINITY], [1e9, 0.0]] {
        let error = refused(0, velocity);
        assert!(matches!(error, SimulationError::World(WorldError::Particle { id: 0, name: "velocity", .. })), "{error}");
    }
    simulation.set_velocities(&[(0, [2.0, 2.0]), (3, [1.0, 0.0])]).unwrap();
    assert_ne!(simulation.digest().unwrap(), before);
}
