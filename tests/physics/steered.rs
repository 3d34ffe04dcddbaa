//! Obstacles that are steered: moved on by hand, frame by frame, from wherever they are.

use jostle::Simulation;
use jostle::simulation::SimulationError;
use jostle::world::WorldError;
use jostle::world::fold::Folding;
use jostle::world::obstacles::Obstacles;
use jostle::world::spec::{Key, ObstacleShape, ObstacleSpec, Oscillation, ParticleSpec, Placement, Rail, WorldSpec};

use crate::support::{everywhere, in_world, moving, on_cpu, still_world, world};

/// A heap on a paddle that also sways, beside one that nobody holds.
fn spec() -> WorldSpec {
    let sway = Oscillation { by: [0.5, 0.0], period: 1.0, phase: 0.0 };
    let rail = Rail { pivot: [10.0, 3.0], sway: Some(sway), ..Rail::default() };
    let paddle = ObstacleSpec::moving(ObstacleShape::Box { centre: [10.0, 3.0], size: [8.0, 1.0], angle: 0.0 }, rail).in_hand(0.0);
    let peg = ObstacleSpec::still(ObstacleShape::Circle { centre: [17.0, 6.0], radius: 1.0 });
    let particles = (0..24u32).map(|k| moving([7.0 + 1.05 * f64::from(k % 6), 4.0 + 1.05 * f64::from(k / 6)], [0.0; 2])).collect();
    WorldSpec { gravity: [0.0, -10.0], friction: 0.3, obstacles: vec![peg, paddle], ..still_world([20.0, 24.0], particles) }
}

/// Where the paddle is to be after each of some frames; in the third nobody moves it.
fn places() -> [Option<Placement>; 6] {
    let place = |x, y, angle| Some(Placement { offset: [x, y], angle });
    [place(0.0, 0.2, 0.0), place(0.3, 0.5, 0.05), None, place(0.6, 0.4, 0.1), place(0.6, 0.9, 0.0), place(0.0, 1.2, -0.05)]
}

fn run(simulation: &mut Simulation, steer: impl Fn(&mut Simulation, Placement)) -> u64 {
    for place in places() {
        if let Some(place) = place {
            steer(simulation, place);
        }
        simulation.step_frame().unwrap();
    }
    simulation.digest().unwrap()
}

/// By what is made anew in every frame, with keys by hand.
fn steer_exactly(simulation: &mut Simulation, to: Placement) {
    let mut specs = simulation.obstacles().specs().to_vec();
    let (now, frame) = (simulation.seconds(), f64::from(simulation.world().clock().substeps));
    let from = specs[1].rail.by_hand(now);
    let end = (f64::from(simulation.substep_count()) + frame) / simulation.world().clock().substeps_per_second;
    let key = |time, at: Placement| Key { time, offset: at.offset, angle: at.angle };
    specs[1].rail.hand = Some([key(now, from), key(end, to)]);
    let obstacles = simulation.world().obstacles_of(&specs).unwrap();
    simulation.set_obstacles(obstacles).unwrap();
}

#[test]
fn what_is_steered_goes_on_from_where_it_is() {
    let expected = run(&mut on_cpu(&spec()), steer_exactly);
    assert_ne!(run(&mut on_cpu(&spec()), |_, _| ()), expected);
    everywhere(&spec(), |simulation| {
        let steered = run(simulation, |simulation, place| simulation.steer(1, place).unwrap());
        assert_eq!(steered, expected, "on {}", simulation.solver().backend());
        let (there, sway) =
            (simulation.obstacles().placement(1, simulation.substep_count()), (std::f64::consts::TAU * simulation.seconds()).sin());
        assert!((there.offset[0] - 0.5 * sway).abs() < 1e-12 && there.offset[1] == 1.2 && there.angle == -0.05, "{there:?}");
    });
}

#[test]
fn who_cannot_be_steered_stays_on_its_way() {
    let mut simulation = on_cpu(&spec());
    let up = |y| Placement { offset: [0.0, y], angle: 0.0 };
    simulation.steer(1, up(0.5)).unwrap();
    let before = simulation.obstacles().clone();
    let mut refused = |obstacle, to, substeps| match simulation.steer_within(obstacle, to, substeps) {
        Err(SimulationError::World(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(2, up(1.0), 8), WorldError::NoObstacle { obstacle: 2, count: 2 });
    assert_eq!(refused(0, up(1.0), 8), WorldError::NotInHand { obstacle: 0 });
    for (to, substeps) in [(up(600.0), 8), (up(f64::NAN), 8), (up(0.5), 0), (Placement { angle: 7.0, ..up(0.5) }, 8)] {
        assert!(matches!(refused(1, to, substeps), WorldError::Obstacle { obstacle: 1, .. }), "{to:?}");
    }
    assert_eq!(*simulation.obstacles(), before);
    let nobody = simulation.placement(2).unwrap_err();
    assert_eq!(nobody, SimulationError::World(WorldError::NoObstacle { obstacle: 2, count: 2 }));
    simulation.step_frame().unwrap();
    let (there, away) = (simulation.placement(1).unwrap(), simulation.placement(0).unwrap());
    assert!((there.offset[1] - 0.5).abs() < 1e-9 && away == Placement::default(), "{there:?}, {away:?}");
    let mut obstacles = Obstacles::clone(&before);
    let keys = [0.0, 1.0].map(|time| Key { time, ..Key::default() });
    assert_eq!(obstacles.steer(2, keys), Err(WorldError::NoObstacle { obstacle: 2, count: 2 }));
    assert_eq!(obstacles.steer(0, keys), Err(WorldError::NotInHand { obstacle: 0 }));
}

#[test]
fn obstacles_of_another_world_are_refused() {
    let own = world(&spec());
    let mut simulation = in_world(own.clone());
    let before = simulation.obstacles().clone();
    let small = moving([2.0, 20.0], [0.0; 2]);
    let others = [
        WorldSpec { size: [20.0, 25.0], ..spec() },
        WorldSpec { margin: 3, ..spec() },
        WorldSpec { substeps: 9, ..spec() },
        WorldSpec { particles: vec![ParticleSpec { radius: 0.25, ..small }], ..spec() },
    ];
    for other in others {
        let obstacles = world(&other).obstacles_of(&other.obstacles).unwrap();
        let error = simulation.set_obstacles(obstacles).unwrap_err();
        assert_eq!(error, SimulationError::World(WorldError::OthersObstacles));
        assert_eq!(*simulation.obstacles(), before);
        // None are the same everywhere.
        simulation.set_obstacles(world(&other).obstacles_of(&[]).unwrap()).unwrap();
        simulation.set_obstacles(Obstacles::clone(&before)).unwrap();
    }
    // Of the same steps.
    let folded = own.with_folding(Folding::Always).unwrap();
    simulation.set_obstacles(folded.obstacles_of(&spec().obstacles).unwrap()).unwrap();
}
