//! Gravity and drag that change while it runs.

use jostle::world::spec::{Fall, MaterialSpec, ParticleSpec, WorldSpec};

use crate::support::{everywhere, moving, on_cpu, still_world};

/// Discs that rub and bounce and lie on each other, and one that flies: all that gravity and drag go into.
fn heap(fall: Fall) -> WorldSpec {
    let disc = |k: u32| ParticleSpec { material: 1, ..ParticleSpec::at([0.6 + 1.01 * f64::from(k % 14), 0.5 + f64::from(k / 14)], 0.5) };
    let material = MaterialSpec { density: 1.0, mass: Some(2.0), friction: 0.4, restitution: 0.6 };
    let mut particles: Vec<_> = (0..84).map(disc).collect();
    particles.push(ParticleSpec { material: 1, ..moving([8.0, 10.0], [3.0, -9.0]) });
    WorldSpec {
        gravity: fall.gravity,
        drag: fall.drag,
        materials: vec![material],
        restitution: 0.3,
        ..still_world([16.0, 12.0], particles)
    }
}

const FALLS: [Fall; 4] = [
    Fall { gravity: [0.0, -10.0], drag: 0.0 },
    Fall { gravity: [7.0, 2.0], drag: 0.0 },
    Fall { gravity: [0.0, 0.0], drag: 0.0 },
    Fall { gravity: [-0.3, -40.0], drag: 1.5 },
];

/// To the bit, whatever there was before; to none at all and from none, too.
#[test]
fn a_world_whose_gravity_and_drag_are_set_is_one_that_was_made_with_them() {
    for (k, &fall) in FALLS.iter().enumerate() {
        let expected = {
            let mut simulation = on_cpu(&heap(fall));
            simulation.step(240).unwrap();
            simulation.digest().unwrap()
        };
        everywhere(&heap(FALLS[(k + 1) % FALLS.len()]), |simulation| {
            simulation.set_gravity(fall.gravity).unwrap();
            simulation.set_drag(fall.drag).unwrap();
            assert_eq!(simulation.fall(), fall);
            simulation.step(240).unwrap();
            assert_eq!(simulation.digest().unwrap(), expected, "{fall:?}");
        });
    }
}

/// On every backend the same, and a disc in the air gains what the gravity of each time makes.
#[test]
fn what_falls_follows_the_gravity_of_its_time() {
    let run = |simulation: &mut jostle::Simulation| {
        let mut gained = [0.0; 2];
        for fall in FALLS {
            simulation.set_fall(Fall { drag: 0.0, ..fall }).unwrap();
            let before = simulation.velocities().unwrap()[0];
            simulation.step(48).unwrap();
            let after = simulation.velocities().unwrap()[0];
            for axis in 0..2 {
                gained[axis] += fall.gravity[axis] * 0.1;
                assert!((after[axis] - before[axis] - fall.gravity[axis] * 0.1).abs() < 1e-3, "{fall:?}: {before:?} to {after:?}");
            }
        }
        simulation.digest().unwrap()
    };
    let spec = still_world([400.0, 400.0], vec![moving([200.0, 300.0], [1.0, 2.0]), moving([3.0, 0.5], [0.0; 2])]);
    let expected = run(&mut on_cpu(&spec));
    everywhere(&spec, |simulation| assert_eq!(run(simulation), expected));
}

/// In the middle of a run, with contacts that carry something: the same on every backend, and not what would have come without.
#[test]
fn a_heap_whose_gravity_turns_is_the_same_everywhere() {
    let run = |simulation: &mut jostle::Simulation| {
        FALLS.iter().skip(1).chain([&FALLS[0]]).fold(Vec::new(), |mut digests, &fall| {
            simulation.step(120).unwrap();
            simulation.set_fall(fall).unwrap();
            digests.push(simulation.digest().unwrap());
            digests
        })
    };
    let expected = run(&mut on_cpu(&heap(FALLS[0])));
    everywhere(&heap(FALLS[0]), |simulation| assert_eq!(run(simulation), expected));
    let mut without = on_cpu(&heap(FALLS[0]));
    without.step(240).unwrap();
    assert_ne!(without.digest().unwrap(), expected[1]);
}

#[test]
fn gravity_and_drag_that_nothing_can_have_change_nothing() {
    let mut simulation = on_cpu(&heap(FALLS[0]));
    let mut untouched = on_cpu(&heap(FALLS[0]));
    for (fall, told) in [
        (Fall { gravity: [f64::NAN, 0.0], drag: 0.0 }, "gravity"),
        (Fall { gravity: [0.0, -2e9], drag: 0.0 }, "gravity"),
        (Fall { gravity: [0.0, 9e8], drag: 0.0 }, "substeps"),
        (Fall { gravity: [0.0; 2], drag: -0.1 }, "drag"),
        (Fall { gravity: [0.0; 2], drag: f64::INFINITY }, "drag"),
    ] {
        let error = simulation.set_fall(fall).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
        assert_eq!(simulation.fall(), FALLS[0]);
    }
    for simulation in [&mut simulation, &mut untouched] {
        simulation.step(96).unwrap();
    }
    assert_eq!(simulation.digest().unwrap(), untouched.digest().unwrap());
}
