//! Discs that are turned by hand, between substeps.

use jostle::simulation::SimulationError;
use jostle::world::spec::{ContactSolver, ParticleSpec, WorldSpec};
use std::f64::consts::TAU;

use crate::support::{everywhere, on_cpu, pinned, still_world};

/// Rough discs apart from each other, the third of them pinned, the last not born for a while.
fn apart() -> WorldSpec {
    let particles = vec![
        ParticleSpec::at([3.0, 3.0], 0.5),
        ParticleSpec::at([9.0, 9.0], 1.0),
        pinned([15.0, 3.0]),
        ParticleSpec { birth: 400, ..ParticleSpec::at([3.0, 15.0], 0.5) },
    ];
    WorldSpec { friction: 0.5, ..still_world([20.0; 2], particles) }
}

#[test]
fn who_is_turned_has_that_angle_and_goes_on_turning() {
    everywhere(&apart(), |simulation| {
        simulation.step(16).unwrap();
        simulation.set_rotations(&[(1, [1.25, -3.0]), (0, [-0.5, 30.0]), (2, [7.0, 0.0]), (3, [2.0, 5.0])]).unwrap();
        let expected = [[TAU - 0.5, 30.0], [1.25, -3.0], [7.0 - TAU, 0.0], [2.0, 5.0]];
        for (found, expected) in simulation.rotations().unwrap().iter().zip(expected) {
            assert!((found[0] - expected[0]).abs() < 1e-6 && (found[1] - expected[1]).abs() < 1e-3, "{found:?} is not {expected:?}");
        }
        simulation.step(240).unwrap();
        for (found, [angle, rate]) in simulation.rotations().unwrap().iter().zip(&expected[..3]) {
            let off = (found[0] - angle - 0.5 * rate).rem_euclid(TAU);
            assert!(off.min(TAU - off) < 1e-3, "after half a second {found:?}, from {angle} with {rate}");
        }
    });
}

#[test]
fn who_cannot_be_turned_is_left() {
    let mut simulation = on_cpu(&apart());
    simulation.remove(&[1]).unwrap();
    let before = simulation.digest().unwrap();
    let refused = [
        (2, [0.0, 1.0], "particle 2 gets no velocity: it is pinned"),
        (1, [0.0, 0.0], "particle 1 is not in the world: it was removed"),
        (4, [0.0, 0.0], "there is no particle 4"),
        (0, [f64::NAN, 0.0], "angle is NaN"),
        (0, [0.0, f64::INFINITY], "angular_velocity is inf"),
        (0, [0.0, 1e9], "angular_velocity is 1000000000"),
    ];
    for (id, rotation, words) in refused {
        let error = simulation.set_rotations(&[(0, [1.0, 1.0]), (id, rotation)]).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    assert_eq!(simulation.digest().unwrap(), before);
    let plain = WorldSpec { solver: ContactSolver::Plain, own_bodies: true, ..still_world([20.0; 2], apart().particles) };
    assert_eq!(on_cpu(&plain).set_rotations(&[(0, [1.0, 0.0])]), Err(SimulationError::NoRotation));
    let mut alike = on_cpu(&still_world([20.0; 2], vec![ParticleSpec::at([3.0, 3.0], 0.5)]));
    assert_eq!(alike.set_rotations(&[(0, [1.0, 0.0])]), Err(SimulationError::NoRotation));
    assert_eq!(alike.set_rotations(&[]), Ok(()));
}
