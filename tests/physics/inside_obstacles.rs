//! Discs in obstacles: refused at the start, and else counted and put out.

use jostle::world::spec::{ContactSolver, Key, ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};
use jostle::world::{World, WorldError};

use crate::support::{dropped, everywhere, moving, on_cpu, plate, still_world};

/// What is grown by more than a cell is left and counted like anything else.
#[test]
fn a_large_circle_that_moves_puts_discs_out() {
    let circle = ObstacleShape::Circle { centre: [20.0, 10.0], radius: 5.0 };
    let obstacles = vec![ObstacleSpec::moving(circle, Rail { velocity: [0.0, 1e-4], ..Rail::default() })];
    let spec = WorldSpec { obstacles, ..still_world([40.0, 40.0], vec![ParticleSpec::at([20.0, 15.2], 0.5)]) };
    everywhere(&spec, |simulation| {
        assert_eq!(simulation.measure().unwrap().in_obstacles, 1);
        simulation.step(480).unwrap();
        assert_eq!(simulation.measure().unwrap().in_obstacles, 0);
    });
}

/// Between a piston and the floor there is no room in the end: discs overlap both, stay in the world, and are counted; none is
/// thrown.
#[test]
fn what_is_squeezed_stays_inside_and_is_reported() {
    let close = Rail { keys: vec![Key::default(), Key { time: 1.0, offset: [0.0, -9.6], angle: 0.0 }], ..Rail::default() };
    let obstacles = vec![ObstacleSpec::moving(plate([10.0, 10.5], [19.8, 1.0], 0.0), close)];
    let particles: Vec<_> = (0..6).map(|k| ParticleSpec::at([2.0 + 3.0 * f64::from(k), 0.6], 0.5)).collect();
    for solver in [ContactSolver::Resting, ContactSolver::Plain] {
        let spec = WorldSpec { solver, obstacles: obstacles.clone(), ..still_world([20.0, 20.0], particles.clone()) };
        everywhere(&spec, |simulation| {
            simulation.step(440).unwrap();
            assert_eq!(simulation.measure().unwrap().in_obstacles, 0, "{solver:?}");
            for _ in 0..80 {
                simulation.step(8).unwrap();
                let fastest = simulation.measure().unwrap().max_speed(simulation.world().frame(), 480.0);
                assert!(fastest < 10.0, "{solver:?}: {fastest} units/s from a piston with 9.6");
            }
            let measures = simulation.measure().unwrap();
            assert_eq!((measures.in_obstacles, measures.outside), (6, 0), "{solver:?}");
            assert!((measures.max_depth() - 0.6).abs() < 0.01, "{solver:?}: {}", measures.max_depth());
        });
    }
}

#[test]
fn what_sticks_out_of_an_obstacle_is_put_out_without_speed() {
    let particles = (0..8).map(|k| ParticleSpec::at([7.0 + 0.8 * f64::from(k), 4.2], 0.5)).collect();
    let spec =
        WorldSpec { obstacles: vec![ObstacleSpec::still(plate([10.0, 3.0], [12.0, 2.0], 0.0))], ..still_world([20.0, 20.0], particles) };
    everywhere(&spec, |simulation| {
        assert_eq!(simulation.measure().unwrap().in_obstacles, 8);
        simulation.step(480).unwrap();
        let measures = simulation.measure().unwrap();
        assert_eq!(measures.in_obstacles, 0);
        assert!(measures.max_speed(simulation.world().frame(), 480.0) < 2.0);
    });
}

/// From there every way out is as short.
#[test]
fn a_disc_at_the_very_centre_of_a_circle_is_counted_and_put_out() {
    let shape = ObstacleShape::Circle { centre: [10.0, 10.0], radius: 2.0 };
    let turned = Rail { pivot: [10.0, 10.0], turn_rate: 1.0, ..Rail::default() };
    for obstacle in [ObstacleSpec::still(shape.clone()), ObstacleSpec::moving(shape, turned)] {
        for solver in [ContactSolver::Resting, ContactSolver::Plain] {
            let particles = vec![ParticleSpec::at([10.0, 10.0], 0.5)];
            let spec = WorldSpec { solver, obstacles: vec![obstacle.clone()], ..still_world([20.0, 20.0], particles) };
            everywhere(&spec, |simulation| {
                let measures = simulation.measure().unwrap();
                assert!(measures.in_obstacles == 1 && (measures.max_depth() - 2.5).abs() < 1e-3, "{measures:?}");
                simulation.step(480).unwrap();
                let [x, y] = simulation.positions().unwrap()[0];
                assert!(((x - 10.0).hypot(y - 10.0) - 2.5).abs() < 1e-3, "at {x}, {y} with {solver:?}");
                assert_eq!(simulation.measure().unwrap().in_obstacles, 0);
            });
        }
    }
}

#[test]
fn a_disc_that_starts_inside_is_refused_and_one_in_a_hollow_is_not() {
    // A cup: the disc is inside its hull, and outside of it.
    let cup = vec![[4.0, 4.0], [16.0, 4.0], [16.0, 12.0], [14.0, 12.0], [14.0, 6.0], [6.0, 6.0], [6.0, 12.0], [4.0, 12.0]];
    let spec = |at| dropped(at, ObstacleShape::Polygon { corners: cup.clone() });
    let mut simulation = on_cpu(&spec([10.0, 9.0]));
    simulation.step(960).unwrap();
    assert!((simulation.positions().unwrap()[0][1] - 6.5).abs() < 1e-4);
    assert_eq!(World::new(&spec([10.0, 5.0])).unwrap_err(), WorldError::Buried { id: 0, obstacle: 0 });
    let turned =
        ObstacleSpec::moving(plate([10.0, 10.0], [8.0, 0.5], 0.0), Rail { pivot: [10.0, 10.0], turn_rate: 1.0, ..Rail::default() });
    let turning = WorldSpec { obstacles: vec![turned], ..spec([13.0, 10.1]) };
    assert_eq!(World::new(&turning).unwrap_err(), WorldError::Buried { id: 0, obstacle: 0 });
    // So large that no table has its inside: a box, and a round one with many corners.
    let corner = |k: u32| [0.0, 0.75].map(|quarter| 2_000.0 + 500.0 * (std::f64::consts::TAU * (f64::from(k) / 1e3 + quarter)).cos());
    let round = ObstacleShape::Polygon { corners: (0..1_000).map(corner).collect() };
    for shape in [plate([2_000.0, 2_000.0], [2_000.0, 1_600.0], 0.0), round] {
        let large = |at, rail| {
            let obstacles = vec![ObstacleSpec::moving(shape.clone(), rail)];
            WorldSpec { size: [4_000.0; 2], obstacles, ..still_world([4_000.0; 2], vec![moving(at, [0.0; 2])]) }
        };
        for rail in [Rail::default(), Rail { velocity: [1.0, 0.0], ..Rail::default() }] {
            assert_eq!(World::new(&large([2_000.0; 2], rail.clone())).unwrap_err(), WorldError::Buried { id: 0, obstacle: 0 });
            assert!(World::new(&large([2_000.0, 3_100.0], rail)).is_ok());
        }
    }
    // A long slope, which is cut into pieces: discs above it, and below, at the heights where two of them meet.
    let slope = ObstacleSpec::still(ObstacleShape::Polygon { corners: vec![[200.0, 0.0], [3_800.0, 0.0], [3_800.0, 900.0]] });
    let world = |places: &[[f64; 2]]| {
        let particles = places.iter().map(|&at| moving(at, [0.0; 2])).collect();
        World::new(&WorldSpec { obstacles: vec![slope.clone()], ..still_world([4_000.0, 1_000.0], particles) })
    };
    let places = |beyond: f64| (1..=35u32).map(move |k| [200.0 + 100.0 * f64::from(k) - beyond, 25.0 * f64::from(k)]).collect::<Vec<_>>();
    assert!(world(&places(90.0)).is_ok());
    for place in places(-90.0) {
        assert_eq!(world(&[place]).unwrap_err(), WorldError::Buried { id: 0, obstacle: 0 }, "{place:?}");
    }
    // One that comes from far outside, past what fixed point holds.
    for offset in [[2_040.0, 0.0], [3_000.0, 3_000.0], [-3_000.0, 0.0]] {
        let keys = vec![Key { time: 1e3, offset, angle: 0.0 }];
        let far = ObstacleSpec::moving(plate([10.0, 10.0], [2.0, 2.0], 0.0), Rail { keys, ..Rail::default() });
        let coming = WorldSpec { obstacles: vec![far], ..spec([10.0, 10.0]) };
        everywhere(&coming, |simulation| {
            simulation.step(8).unwrap();
            let at = simulation.positions().unwrap()[0];
            assert!((at[0] - 10.0).abs() < 1e-3 && (at[1] - 10.0).abs() < 1e-2, "{at:?} with an obstacle {offset:?} away");
        });
    }
}
