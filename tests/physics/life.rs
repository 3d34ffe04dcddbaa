//! Particles that come later: let out by an emitter, or poured by a user.

use jostle::passes::Slot;
use jostle::simulation::SimulationError;
use jostle::world::particle::Phase;
use jostle::world::spec::{ContactSolver, LinkSpec, MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};
use jostle::world::{World, WorldError};
use jostle::{Simulation, Snapshot};

use crate::common::first_context;
use crate::support::{everywhere, moving, on_cpu, on_gpu, pinned, still_world};

#[test]
fn an_emitter_lets_each_particle_out_in_its_substep() {
    let births = [0, 1, 2, 3, 7, 8, 9, 100, 150, 500];
    let particles =
        (0..).zip(births).map(|(i, birth)| ParticleSpec { birth, ..moving([5.0 + 3.0 * f64::from(i), 20.0], [0.0, 4.0]) }).collect();
    let spec = WorldSpec { gravity: [0.0, -10.0], ..still_world([40.0, 40.0], particles) };
    everywhere(&spec, |simulation| {
        let start = simulation.state().unwrap();
        for index in 0..160 {
            simulation.step(1).unwrap();
            let state = simulation.state().unwrap();
            for (id, &birth) in births.iter().enumerate() {
                let waits = index < birth;
                assert_eq!(state.particles[id].phase(), if waits { Phase::Unborn } else { Phase::Live }, "particle {id}, substep {index}");
                assert_eq!(state.particles[id].position == start.particles[id].position, waits, "particle {id}, substep {index}");
            }
        }
        let measures = simulation.measure().unwrap();
        assert_eq!((measures.live, measures.unborn), (9, 1));
    });
}

/// What is not born yet touches nothing.
#[test]
fn an_unborn_particle_is_not_there() {
    let particles = vec![moving([10.0, 10.0], [0.0; 2]), ParticleSpec { birth: 50, ..ParticleSpec::at([10.5, 10.0], 0.5) }];
    everywhere(&still_world([20.0, 20.0], particles), |simulation| {
        simulation.step(50).unwrap();
        assert_eq!(simulation.positions().unwrap()[0], [10.0, 10.0]);
        simulation.step(1).unwrap();
        assert!(simulation.positions().unwrap()[0][0] < 10.0);
    });
}

/// A heap onto which more is poured, twice, the second time past what any buffer was made for.
fn poured(simulation: &mut jostle::Simulation) -> Vec<u64> {
    let drop = |i: u32| moving([2.0 + 1.1 * f64::from(i % 16), 14.0 + 1.1 * f64::from(i / 16)], [0.3, -5.0]);
    let mut digests = simulation.step_digesting(40).unwrap();
    assert_eq!(simulation.spawn(&(0..30).map(drop).collect::<Vec<_>>()).unwrap(), 50);
    digests.extend(simulation.step_digesting(100).unwrap());
    assert_eq!(simulation.spawn(&(0..90).map(drop).collect::<Vec<_>>()).unwrap(), 80);
    digests.extend(simulation.step_digesting(150).unwrap());
    assert_eq!((simulation.particle_count(), simulation.measure().unwrap().live), (170, 170));
    digests
}

#[test]
fn spawned_particles_run_alike_on_the_cpu_and_the_gpu() {
    let particles = (0..50).map(|i| moving([2.0 + 1.3 * f64::from(i % 12), 1.0 + f64::from(i / 12)], [0.0; 2])).collect();
    let links = (0..11).map(|i| LinkSpec::between([i, i + 1], 1.3)).collect();
    let spec = WorldSpec { gravity: [0.0, -10.0], links, ..still_world([20.0, 20.0], particles) };
    let digests = poured(&mut on_cpu(&spec));
    assert_eq!(digests.len(), 290);
    if let Some(context) = first_context() {
        assert_eq!(poured(&mut on_gpu(&context, &spec)), digests);
        // With room for all of them, and for too many.
        let mut roomy = on_gpu(&context, &spec);
        roomy.reserve(120).unwrap();
        #[allow(unsafe_code, reason = "only its size is asked for")]
        let bytes = |simulation: &Simulation| {
            // SAFETY: nothing is written to it.
            unsafe { simulation.solver().as_gpu().unwrap().buffer(Slot::Particles) }.size()
        };
        let (room, refused) = (bytes(&roomy), roomy.reserve(u32::MAX).unwrap_err());
        assert!(refused.to_string().contains("at most"), "{refused}");
        assert_eq!((poured(&mut roomy), room), (digests, 170 * 16));
        assert_eq!(bytes(&roomy), room);
    }
}

/// Back in time, past births, to where an obstacle was then.
#[test]
fn a_simulation_goes_back_to_a_snapshot_and_comes_to_the_same_again() {
    let falls = |i: u32| ParticleSpec { birth: 10 * (i / 4), ..moving([4.0 + 2.0 * f64::from(i % 4), 15.0], [0.3, -2.0]) };
    // The last one is at first where the paddle comes to later.
    let particles = (0..40).map(falls).chain([moving([8.58, 5.94], [0.0; 2])]).collect();
    let shape = ObstacleShape::Box { centre: [8.0, 4.0], size: [6.0, 1.0], angle: 0.1 };
    let paddle = ObstacleSpec { rail: Rail { turn_rate: 3.0, pivot: [8.0, 4.0], ..Rail::default() }, ..ObstacleSpec::still(shape) };
    let spec = WorldSpec { gravity: [0.0, -10.0], obstacles: vec![paddle], ..still_world([20.0, 20.0], particles) };
    everywhere(&spec, |simulation| {
        simulation.step(37).unwrap();
        let (then, measured) = (Snapshot::of(simulation).unwrap(), simulation.measure().unwrap());
        simulation.step(150).unwrap();
        let digest = simulation.digest().unwrap();
        simulation.restore(&then).unwrap();
        assert_eq!((simulation.substep_count(), simulation.measure().unwrap()), (37, measured));
        simulation.step(150).unwrap();
        assert_eq!(simulation.digest().unwrap(), digest);
    });
}

/// Pouring a particle is as placing it in the scene, for a start from the same substep.
#[test]
fn a_spawned_particle_equals_one_of_the_scene() {
    let all: Vec<_> = (0..40).map(|i| moving([2.0 + f64::from(i % 8), 2.0 + f64::from(i / 8)], [1.0, 0.0])).collect();
    let spec = |particles| WorldSpec { gravity: [0.0, -10.0], ..still_world([20.0, 20.0], particles) };
    let mut whole = on_cpu(&spec(all.clone()));
    whole.step(100).unwrap();
    let expected = whole.digest().unwrap();
    everywhere(&spec(all[..25].to_vec()), |simulation| {
        simulation.spawn(&all[25..]).unwrap();
        simulation.step(100).unwrap();
        assert_eq!(simulation.digest().unwrap(), expected);
    });
}

#[test]
fn a_particle_that_does_not_fit_is_refused_and_nothing_changes() {
    let mut simulation = on_cpu(&still_world([20.0, 20.0], vec![moving([10.0, 10.0], [0.0; 2])]));
    let pushed = ParticleSpec { velocity: [0.0, 1.0], ..pinned([10.0, 10.0]) };
    let wrongs = [
        (ParticleSpec::at([10.0, 10.0], 0.6), "radius"),
        // Too small for the resolution, and for any.
        (ParticleSpec::at([10.0, 10.0], 1e-6), "radius"),
        (ParticleSpec::at([10.0, 10.0], 1e-300), "radius"),
        (ParticleSpec::at([10.0, 20.1], 0.5), "y"),
        (pushed, "velocity"),
    ];
    for (wrong, name) in wrongs {
        let error = simulation.spawn(&[moving([5.0, 5.0], [0.0; 2]), wrong]).unwrap_err();
        assert!(matches!(&error, SimulationError::World(WorldError::Particle { id: 2, name: n, .. }) if *n == name), "{error}");
    }
    assert_eq!((simulation.particle_count(), simulation.state().unwrap().particles.len()), (1, 1));
}

/// A world that begins with one disc, to which others come: each weighs what it weighs.
#[test]
fn discs_that_join_have_masses_of_their_own_where_that_was_asked_for() {
    let rubber = MaterialSpec { density: 2.0, friction: 0.8, ..MaterialSpec::default() };
    let spec = WorldSpec {
        gravity: [0.0, -10.0],
        own_bodies: true,
        materials: vec![rubber],
        ..still_world([20.0, 12.0], vec![moving([10.0, 0.5], [0.0; 2])])
    };
    let run = |simulation: &mut Simulation| {
        let small = ParticleSpec::at([10.0, 1.25], 0.25);
        let rough = ParticleSpec { material: 1, velocity: [3.0, 0.0], ..ParticleSpec::at([8.5, 0.5], 0.5) };
        simulation.spawn(&[small, rough]).unwrap();
        let area = std::f64::consts::PI / 4.0;
        let masses: Vec<_> = simulation.discs().unwrap().iter().map(|disc| disc.mass / area).collect();
        assert!(masses.iter().zip([1.0, 0.25, 2.0]).all(|(mass, expected)| (mass - expected).abs() < 1e-5), "{masses:?}");
        simulation.step(240).unwrap();
        let discs = simulation.discs().unwrap();
        assert!(discs[0].velocity[0] > 1.0 && discs[2].velocity[0] > 0.5, "what is twice as heavy takes along what it hits: {discs:?}");
        simulation.digest().unwrap()
    };
    let expected = run(&mut on_cpu(&spec));
    everywhere(&spec, |simulation| assert_eq!(run(simulation), expected));
    let alike = WorldSpec { own_bodies: false, ..spec };
    let mut simulation = on_cpu(&alike);
    assert!(simulation.spawn(&[ParticleSpec { material: 1, ..ParticleSpec::at([3.0, 0.5], 0.5) }]).is_err());
}

/// Discs of one size look for partners only behind them; a smaller one that joins is found wherever it is.
#[test]
fn a_small_disc_that_joins_equal_ones_does_not_pass_through_them() {
    for side in [-1.0, 1.0] {
        everywhere(&still_world([10.0, 10.0], vec![pinned([5.0, 5.0])]), |simulation| {
            let small = ParticleSpec { velocity: [-10.0 * side, 0.0], ..ParticleSpec::at([5.0 + 2.0 * side, 5.0], 0.25) };
            simulation.spawn(&[small]).unwrap();
            simulation.step(300).unwrap();
            let away = side * (simulation.positions().unwrap()[1][0] - 5.0);
            assert!(away > 0.74, "{away} from the centre of the pinned disc");
        });
    }
}

/// Room for larger discs refuses no world that runs without it, however light its discs are, and no links to nobody pass.
#[test]
fn room_for_larger_discs_refuses_nothing_else() {
    let feather = MaterialSpec { mass: Some(1e-6), friction: 0.5, ..MaterialSpec::default() };
    let disc = ParticleSpec { material: 1, ..ParticleSpec::at([3.0, 3.0], 0.5) };
    let spec = WorldSpec { materials: vec![feather], largest_radius: Some(1.0), ..still_world([9.0, 9.0], vec![disc]) };
    everywhere(&spec, |simulation| {
        simulation.step(8).unwrap();
        assert!((simulation.discs().unwrap()[0].mass - 1e-6).abs() < 1e-12);
    });
    let nobody = WorldSpec { particles: Vec::new(), links: vec![LinkSpec::between([0, 1], 1.0)], ..spec };
    assert!(World::new(&nobody).unwrap_err().to_string().contains("a particle of the start, of which there are none"));
}

/// A world that begins without discs: those that join rub, weigh what they weigh and come to rest, on all backends to the same bits, and once
/// more from a snapshot of the empty world; with the plain solver, or without friction, they are alike.
#[test]
fn a_world_that_begins_empty_takes_discs_of_any_size_up_to_its_largest() {
    let empty = WorldSpec { gravity: [0.0, -10.0], largest_radius: Some(2.0), ..still_world([20.0, 30.0], Vec::new()) };
    let rough = WorldSpec { friction: 0.4, ..empty.clone() };
    let plain = WorldSpec { solver: ContactSolver::Plain, ..empty.clone() };
    for (spec, masses) in [(rough, [16.0, 1.0, 4.0]), (empty, [16.0; 3]), (plain, [16.0; 3])] {
        let pour = |simulation: &mut Simulation| {
            assert!(simulation.measure().unwrap().live == 0 && simulation.discs().unwrap().is_empty());
            assert!(simulation.spawn(&[ParticleSpec::at([9.0, 5.0], 2.1)]).is_err());
            let disc = |k: u32| ParticleSpec::at([2.0 + 4.0 * f64::from(k % 5), 6.0 + 2.0 * f64::from(k / 5)], [0.5, 1.0][k as usize % 2]);
            assert_eq!(simulation.spawn(&[ParticleSpec::at([9.0, 2.5], 2.0)]).unwrap(), 0);
            assert_eq!(simulation.spawn(&(0..60).map(disc).collect::<Vec<_>>()).unwrap(), 1);
            simulation.step(320).unwrap();
            for (disc, mass) in simulation.discs().unwrap().iter().zip(masses) {
                assert!((disc.mass - mass * std::f64::consts::PI / 4.0).abs() < 1e-4, "{disc:?}: {mass}");
            }
            simulation.digest().unwrap()
        };
        let run = |simulation: &mut Simulation| {
            simulation.step(5).unwrap();
            let mut bytes = Vec::new();
            Snapshot::of(simulation).unwrap().write(&mut bytes).unwrap();
            let digest = pour(simulation);
            simulation.restore(&Snapshot::read("empty", std::io::Cursor::new(bytes)).unwrap()).unwrap();
            assert_eq!(pour(simulation), digest, "poured once more");
            digest
        };
        let mut reference = on_cpu(&spec);
        let expected = run(&mut reference);
        everywhere(&spec, |simulation| assert_eq!(run(simulation), expected));
        reference.step(4_800).unwrap();
        let (speed, slow) = (reference.max_speed().unwrap(), if spec.solver == ContactSolver::Plain { 1.0 } else { 0.1 });
        assert!(speed < slow && reference.measure().unwrap().outside == 0, "{speed} units/s");
    }
}
