//! Obstacles stop what comes, wherever they move, and nothing passes through them.

use jostle::world::spec::{
    ContactSolver, Key, MaterialSpec, ObstacleShape, ObstacleSpec, Oscillation, ParticleSpec, Placement, Rail, WorldSpec,
};
use jostle::world::{World, WorldError};
use jostle::{Backend, Simulation};

use crate::support::{Random, everywhere, moving, on_cpu, still_world};

fn plate(centre: [f64; 2], size: [f64; 2], angle: f64) -> ObstacleShape {
    ObstacleShape::Box { centre, size, angle }
}

/// One disc of diameter 1 over one obstacle, with gravity.
fn dropped(position: [f64; 2], shape: ObstacleShape) -> WorldSpec {
    let obstacles = vec![ObstacleSpec::still(shape)];
    WorldSpec { gravity: [0.0, -10.0], obstacles, ..still_world([20.0, 20.0], vec![ParticleSpec::at(position, 0.5)]) }
}

#[test]
fn a_disc_comes_to_rest_on_every_shape_at_its_surface() {
    let shapes = [
        ObstacleShape::Circle { centre: [10.0, 4.0], radius: 1.0 },
        ObstacleShape::Capsule { ends: [[6.0, 4.5], [14.0, 4.5]], radius: 0.5 },
        plate([10.0, 4.5], [8.0, 1.0], 0.0),
        plate([10.0, 4.5], [1.0, 8.0], -std::f64::consts::FRAC_PI_2),
        ObstacleShape::Polygon { corners: vec![[6.0, 1.0], [6.0, 5.0], [14.0, 5.0], [10.0, 2.0]] },
        ObstacleShape::Wall { points: vec![[2.0, 4.95], [10.0, 4.95], [18.0, 4.95]], thickness: 0.1 },
    ];
    for shape in shapes {
        for solver in [ContactSolver::Resting, ContactSolver::Plain] {
            everywhere(&WorldSpec { solver, ..dropped([10.0, 8.0], shape.clone()) }, |simulation| {
                simulation.step(960).unwrap();
                let [_, y] = simulation.positions().unwrap()[0];
                assert!((y - 5.5).abs() < 2e-4, "{shape:?} with {solver:?}: at {y}");
                let [vx, vy] = simulation.velocities().unwrap()[0];
                assert!(vx.abs() < 1e-3 && vy.abs() < 2e-2, "{shape:?} with {solver:?}: moves by {vx}, {vy}");
            });
        }
    }
}

/// No side of an outline and no joint of its pieces holds a disc up that slides along it.
#[test]
fn a_disc_slides_along_a_long_obstacle_without_losing_speed() {
    let shapes = [
        plate([100.0, 2.0], [190.0, 1.0], 0.0),
        ObstacleShape::Wall { points: (0..20).map(|k| [5.0 + 10.0 * f64::from(k), 2.0]).collect(), thickness: 1.0 },
    ];
    for shape in shapes {
        let obstacles = vec![ObstacleSpec::still(shape)];
        let particles = vec![moving([8.0, 3.01], [50.0, 0.0])];
        let mut simulation = on_cpu(&WorldSpec { gravity: [0.0, -10.0], obstacles, ..still_world([200.0, 20.0], particles) });
        simulation.step(3 * 480).unwrap();
        let ([x, y], [vx, _]) = (simulation.positions().unwrap()[0], simulation.velocities().unwrap()[0]);
        assert!((y - 3.0).abs() < 1e-4 && (x - 158.0).abs() < 0.01 && (vx - 50.0).abs() < 2e-3, "at {x}, {y} with {vx}");
    }
}

#[test]
fn a_disc_bounces_off_an_obstacle_as_off_a_wall() {
    for restitution in [0.3, 0.6, 1.0] {
        let spec = WorldSpec { restitution, ..dropped([10.0, 8.0], plate([10.0, 2.5], [8.0, 1.0], 0.0)) };
        everywhere(&spec, |simulation| {
            let mut highest: f64 = 0.0;
            let fall = (2.0f64 * 4.5 / 10.0).sqrt() * 480.0;
            simulation.step(fall as u32 + 4).unwrap();
            for _ in 0..240 {
                simulation.step(2).unwrap();
                highest = highest.max(simulation.positions().unwrap()[0][1] - 3.5);
            }
            let wanted = 4.5 * restitution * restitution;
            assert!((highest - wanted).abs() < 0.01 * wanted, "rebounds to {highest}, not {wanted}");
        });
    }
}

/// What is pushed by the same in every substep is rounded by the same, and must not lose anything by that: the smaller substeps are, the more.
#[test]
fn a_smooth_disc_slides_down_a_gentle_slope_however_small_substeps_are() {
    for (substeps, degrees) in [(8, 0.1f64), (64, 0.5), (64, 5.0)] {
        let angle = degrees.to_radians();
        let shape = plate([100.0, 50.0], [190.0, 1.0], -angle);
        let obstacles = vec![ObstacleSpec::still(shape)];
        let disc = ParticleSpec::at([100.0 + angle.sin(), 50.0 + angle.cos()], 0.5);
        let spec = WorldSpec { gravity: [0.0, -10.0], substeps, obstacles, ..still_world([200.0, 100.0], vec![disc]) };
        let mut simulation = on_cpu(&spec);
        simulation.step(4 * 60 * substeps).unwrap();
        let [vx, vy] = simulation.velocities().unwrap()[0];
        let expected = 4.0 * 10.0 * angle.sin();
        assert!((vx.hypot(vy) / expected - 1.0).abs() < 0.05, "{} of {expected} at {degrees}° with {substeps} substeps", vx.hypot(vy));
    }
}

/// Nor may it be stopped where what is rounded would leave it in the obstacle: on slopes of 3° to 80°, from three places on each.
#[test]
fn smooth_discs_slide_down_slopes_of_any_angle_as_they_would() {
    let angles: Vec<f64> = (0..36).map(|k| f64::to_radians(3.0 + 2.2 * f64::from(k))).collect();
    let (mut obstacles, mut discs, mut pulls) = (Vec::new(), Vec::new(), Vec::new());
    for (k, angle) in (0u32..).zip(angles) {
        let centre = [k % 6, k / 6].map(|place| 20.0 + 40.0 * f64::from(place));
        obstacles.push(ObstacleSpec::still(plate(centre, [30.0, 1.0], -angle)));
        let (sin, cos) = angle.sin_cos();
        for along in [-13.0, -10.1, -7.3] {
            discs.push(ParticleSpec::at([centre[0] + along * cos + sin, centre[1] - along * sin + cos], 0.5));
            pulls.push((angle.to_degrees(), 10.0 * sin));
        }
    }
    for substeps in [1, 2, 4, 8, 16, 64] {
        let obstacles = obstacles.clone();
        let spec = WorldSpec { gravity: [0.0, -10.0], substeps, obstacles, ..still_world([240.0; 2], discs.clone()) };
        let mut simulation = on_cpu(&spec);
        simulation.step(72 * substeps).unwrap();
        for ([vx, vy], (degrees, pull)) in simulation.velocities().unwrap().into_iter().zip(&pulls) {
            let share = vx.hypot(vy) / (1.2 * pull);
            let allowed = if substeps <= 16 { 0.01 } else { 0.05 };
            assert!((share - 1.0).abs() < allowed, "{share} of its speed at {degrees}° with {substeps} substeps");
        }
    }
}

/// Nor may it lead aside what lies on a plate that is level, whichever way down is.
#[test]
fn a_smooth_disc_lies_still_on_a_level_plate_whichever_way_down_is() {
    for degrees in [-90.0f64, 30.321, 120.321, 200.7, -57.3] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let obstacles = vec![ObstacleSpec::still(plate([10.0, 10.0], [16.0, 1.0], (degrees + 90.0).to_radians()))];
        let disc = ParticleSpec::at([10.0 - cos, 10.0 - sin], 0.5);
        let spec = WorldSpec { gravity: [10.0 * cos, 10.0 * sin], substeps: 64, obstacles, ..still_world([20.0; 2], vec![disc]) };
        let mut simulation = on_cpu(&spec);
        simulation.step(2 * 60 * 64).unwrap();
        let [vx, vy] = simulation.velocities().unwrap()[0];
        assert!(vx.hypot(vy) < 0.02, "{vx}, {vy} where down is {degrees}°");
    }
}

/// In the nip between a wheel that turns and a wall, or a box, a smooth disc lies as if the wheel stood; a rough one rolls there.
#[test]
fn a_disc_lies_still_in_the_nip_of_a_wheel() {
    let boxed = ObstacleSpec::still(plate([9.5, 10.0], [1.0, 18.0], 0.0));
    let smooth = [(3.5, vec![], 0.0), (-17.5, vec![], 0.0), (17.5, vec![boxed.clone()], 0.0)];
    for (turn_rate, boxes, friction) in smooth.into_iter().chain([(-3.5, vec![boxed], 0.3)]) {
        let left = if boxes.is_empty() { 0.0 } else { 10.0 };
        let wheel = ObstacleShape::Circle { centre: [left + 5.6, 10.0], radius: 5.0 };
        let turning = ObstacleSpec::moving(wheel, Rail { pivot: [left + 5.6, 10.0], turn_rate, ..Rail::default() });
        let obstacles = [boxes, vec![turning]].concat();
        let disc = ParticleSpec::at([left + 0.6, 17.0], 0.5);
        let spec = WorldSpec { gravity: [0.0, -10.0], friction, obstacles, ..still_world([60.0, 40.0], vec![disc]) };
        everywhere(&spec, |simulation| {
            simulation.step(4 * 480).unwrap();
            let ([x, y], [vx, vy]) = (simulation.positions().unwrap()[0], simulation.velocities().unwrap()[0]);
            // As far from the wheel's middle as both radii are, and from the wall as its own.
            assert!((x - left - 0.5).abs() < 0.01 && (y - 10.0 - f64::sqrt(5.5 * 5.5 - 5.1 * 5.1)).abs() < 0.02, "at {x}, {y}");
            assert!(vx.hypot(vy) < 0.2, "{vx}, {vy} with {turn_rate} and {friction}");
        });
    }
}

/// What is straight in the world is an arc round a wheel that turns, which must neither throw off what lies on it nor drag it along.
#[test]
fn a_smooth_disc_lies_on_a_wheel_as_if_it_did_not_turn() {
    for (degrees, restitution) in [(10.0, 0.0), (90.0, 0.9), (720.0, 0.0), (-720.0, 1.0)] {
        let wheel = ObstacleShape::Circle { centre: [20.0, 15.0], radius: 5.0 };
        let turning = ObstacleSpec::moving(wheel, Rail { pivot: [20.0, 15.0], turn_rate: f64::to_radians(degrees), ..Rail::default() });
        let disc = ParticleSpec::at([20.0, 20.5], 0.5);
        for gravity in [-10.0, 0.0] {
            let obstacles = vec![turning.clone()];
            let spec = WorldSpec { gravity: [0.0, gravity], restitution, obstacles, ..still_world([40.0, 40.0], vec![disc]) };
            everywhere(&spec, |simulation| {
                simulation.step(480).unwrap();
                let ([x, y], [vx, vy]) = (simulation.positions().unwrap()[0], simulation.velocities().unwrap()[0]);
                let found = format!("at {x}, {y} with {vx}, {vy} at {degrees}° a second and {restitution}");
                assert!((x - 20.0).abs() < 1e-4 && (y - 20.5).abs() < 1e-4 && vx.hypot(vy) < 1e-3, "{found}");
            });
        }
    }
}

/// Of a disc and an obstacle with materials of their own the geometric mean counts, whatever the world's is.
#[test]
fn an_obstacle_bounces_as_its_material_says() {
    for (disc, obstacle, world) in [(0.81, 0.25, 0.0), (0.64, 0.64, 0.1), (0.9, 0.0, 0.9), (0.0, 1.0, 0.5)] {
        let material = |restitution| MaterialSpec { restitution, ..MaterialSpec::default() };
        let mut spec = dropped([10.0, 8.0], plate([10.0, 2.5], [8.0, 1.0], 0.0));
        spec.materials = vec![material(disc), material(obstacle)];
        (spec.particles[0].material, spec.obstacles[0].material, spec.restitution) = (1, 2, world);
        everywhere(&spec, |simulation| {
            let fall = (2.0f64 * 4.5 / 10.0).sqrt() * 480.0;
            simulation.step(fall as u32 + 2).unwrap();
            let before = (2.0f64 * 10.0 * 4.5).sqrt();
            let [_, after] = simulation.velocities().unwrap()[0];
            let expected = f64::sqrt(disc * obstacle) * before;
            assert!((after - expected).abs() < 0.02 * before, "{after} after {before}, not {expected}, with {disc} on {obstacle}");
        });
    }
}

#[test]
fn a_material_that_is_not_there_is_refused() {
    let mut spec = dropped([10.0, 8.0], plate([10.0, 2.5], [8.0, 1.0], 0.0));
    spec.obstacles[0].material = 1;
    let Err(WorldError::Obstacle { name, value, .. }) = World::new(&spec) else { panic!("taken") };
    assert_eq!((name, value), ("material", 1.0));
}

/// A jet at fifty diameters a substep against a plate a tenth of a diameter thick: every disc in every substep on its side, until
/// the last of them has arrived and for some substeps more. What hits an oblique plate rushes into the corner with the wall, so
/// that only fewer of them can be waited for.
#[test]
fn a_jet_does_not_pass_through_a_thin_plate() {
    let cases = [
        (ContactSolver::Resting, 0.0f64, 40_000u32, 16),
        (ContactSolver::Plain, 0.0, 40_000, 40),
        (ContactSolver::Resting, 0.4, 4_000, 15),
        (ContactSolver::Plain, -0.3, 4_000, 24),
    ];
    for (solver, angle, count, substeps) in cases {
        let place = |k: u32| [405.0 - 1.01 * f64::from(k / 100), 1.0 + 1.01 * f64::from(k % 100)];
        let (sin, cos) = (angle.sin(), angle.cos());
        let spec = WorldSpec {
            solver,
            obstacles: vec![ObstacleSpec::still(plate([550.0, 50.0], [0.1, 900.0], angle))],
            ..still_world([700.0, 105.0], (0..count).map(|k| moving(place(k), [24_000.0, 0.0])).collect())
        };
        let mut simulation = on_cpu(&spec);
        for substep in 0..substeps {
            simulation.step(1).unwrap();
            let beyond = |p: &&[f64; 2]| (p[0] - 550.0) * cos + (p[1] - 50.0) * sin > -0.54;
            let positions = simulation.positions().unwrap();
            let passed = positions.iter().filter(beyond).count();
            assert_eq!(passed, 0, "{solver:?} at {angle}: {passed} discs in or beyond the plate after substep {substep}");
        }
        assert_eq!(simulation.measure().unwrap().in_obstacles, 0);
    }
}

/// Every disc stays on its side of a plate that rushes and turns through a gas of them.
#[test]
fn a_plate_that_moves_fast_passes_no_disc() {
    let mut random = Random::new(8);
    let place = |k: u32| [101.0 + 1.2 * f64::from(k % 100), 101.0 + 1.2 * f64::from(k / 100)];
    let particles: Vec<_> = (0..2_000).map(|k| moving(place(k), random.point(-900.0, 900.0))).collect();
    let count = particles.len();
    // A box as thin as a twentieth of a diameter round all of them, that is shaken and turned.
    let rail = Rail {
        pivot: [161.0, 113.0],
        sway: Some(Oscillation { by: [30.0, 20.0], period: 0.04, phase: 0.0 }),
        swing: Some(Oscillation { by: 0.6, period: 0.1, phase: 0.0 }),
        ..Rail::default()
    };
    let corners = vec![[99.5, 99.5], [221.0, 99.5], [221.0, 126.0], [99.5, 126.0], [99.5, 99.5]];
    let wall = ObstacleSpec::moving(ObstacleShape::Wall { points: corners, thickness: 0.05 }, rail);
    let spec = WorldSpec { restitution: 0.5, obstacles: vec![wall], ..still_world([320.0, 240.0], particles) };
    let mut simulation = on_cpu(&spec);
    for substep in 1..=150 {
        simulation.step(1).unwrap();
        let placement = simulation.world().obstacles().placement(0, substep);
        let (sin, cos) = f64::sin_cos(placement.angle);
        let is_inside = |p: &[f64; 2]| {
            let [x, y] = [p[0] - 161.0 - placement.offset[0], p[1] - 113.0 - placement.offset[1]];
            let [x, y] = [cos * x + sin * y + 161.0, cos * y - sin * x + 113.0];
            x > 99.5 && x < 221.0 && y > 99.5 && y < 126.0
        };
        let inside = simulation.positions().unwrap().iter().filter(|p| is_inside(p)).count();
        assert_eq!(inside, count, "substep {substep}");
    }
}

/// Walls that meet at a sharp angle, still or moving ever so slowly: discs that rush into the corner stay inside.
#[test]
fn a_sharp_corner_that_moves_keeps_what_rushes_into_it() {
    for (degrees, speed, solver) in
        [(5.0f64, 8_000.0, ContactSolver::Resting), (20.0, 1_000.0, ContactSolver::Plain), (30.0, 8_000.0, ContactSolver::Resting)]
    {
        let half = 0.5 * degrees.to_radians();
        let [tip, back] = [[150.0, 50.0], [50.0, 100.0 * half.tan()]];
        let points = vec![[back[0], 50.0 - back[1]], tip, [back[0], 50.0 + back[1]], [back[0], 50.0 - back[1]]];
        let rail = Rail { velocity: [0.0, 0.001], ..Rail::default() };
        let wall = ObstacleSpec::moving(ObstacleShape::Wall { points, thickness: 0.01 }, rail);
        let inside = |p: &[f64; 2], margin: f64| p[0] > back[0] && (p[1] - 50.0).abs() < (tip[0] - p[0]) * half.tan() + margin;
        let places = (0..40).flat_map(|k| (0..9).map(move |row| [51.0 + 1.1 * f64::from(k), 46.0 + f64::from(row)]));
        let particles: Vec<_> = places.filter(|p| inside(p, -0.6)).map(|p| moving(p, [speed, 0.2 * speed])).collect();
        let count = particles.len();
        assert!(count > 10);
        let mut simulation = on_cpu(&WorldSpec { solver, obstacles: vec![wall], ..still_world([200.0, 100.0], particles) });
        for substep in 0..24 {
            simulation.step(1).unwrap();
            let kept = simulation.positions().unwrap().iter().filter(|p| inside(p, 0.01)).count();
            assert_eq!(kept, count, "{degrees} degrees, {solver:?}, substep {substep}");
        }
    }
}

/// A disc much smaller than a cell between a still plate and a box that comes down on it does not get through the plate.
#[test]
fn what_is_squeezed_is_not_put_through_something_else() {
    for solver in [ContactSolver::Resting, ContactSolver::Plain] {
        let mut particles: Vec<_> = (0..5).map(|k| ParticleSpec::at([10.0 + 4.0 * f64::from(k), 20.1], 0.05)).collect();
        particles.push(ParticleSpec::at([35.0, 30.0], 0.5));
        let press = ObstacleSpec::moving(plate([20.0, 22.0], [30.0, 2.0], 0.0), Rail { velocity: [0.0, -60.0], ..Rail::default() });
        let obstacles = vec![ObstacleSpec::still(plate([20.0, 20.0], [30.0, 0.05], 0.0)), press];
        let mut simulation = on_cpu(&WorldSpec { solver, obstacles, ..still_world([40.0, 40.0], particles) });
        for substep in 0..48 {
            simulation.step(1).unwrap();
            let below = simulation.positions().unwrap()[..5].iter().filter(|p| p[1] < 20.0).count();
            assert_eq!(below, 0, "{solver:?}, substep {substep}");
        }
    }
}

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

/// A touch at a corner in a diagonal direction is found whichever coarse cell the way starts in.
#[test]
fn lists_of_facets_never_decide_where_a_disc_stops() {
    let stop = |shift: f64| {
        let obstacles = vec![ObstacleSpec::still(ObstacleShape::Circle { centre: [20.587 + shift, 20.587 + shift], radius: 1e-6 })];
        let particles = vec![moving([19.999 + shift, 19.999 + shift], [119.8, 119.8])];
        let spec = WorldSpec { frame_rate: 480.0, substeps: 1, obstacles, ..still_world([40.0, 40.0], particles) };
        let mut simulation = on_cpu(&spec);
        simulation.step(1).unwrap();
        simulation.positions().unwrap()[0][0] - shift
    };
    for shift in [0.0, 0.002, 0.5, 1.0, 1.25] {
        assert!((stop(shift) - 20.23345).abs() < 1e-4, "stops at {} where everything is shifted by {shift}", stop(shift));
    }
}

#[test]
fn a_platform_carries_a_disc_and_a_piston_pushes_it() {
    let lift = Rail { velocity: [0.0, 3.0], ..Rail::default() };
    let obstacles = vec![ObstacleSpec::moving(plate([10.0, 2.0], [8.0, 1.0], 0.0), lift)];
    let spec = WorldSpec { obstacles, ..dropped([10.0, 3.0], plate([1.0, 1.0], [1.0; 2], 0.0)) };
    everywhere(&spec, |simulation| {
        simulation.step(2 * 480).unwrap();
        let ([_, y], [_, vy]) = (simulation.positions().unwrap()[0], simulation.velocities().unwrap()[0]);
        assert!((y - 9.0).abs() < 1e-3 && (vy - 3.0).abs() < 0.03, "at {y} with {vy}");
    });
    let push = Rail { velocity: [3.0, 0.0], ..Rail::default() };
    let obstacles = vec![ObstacleSpec::moving(plate([2.0, 10.0], [1.0, 8.0], 0.0), push)];
    everywhere(&WorldSpec { obstacles, ..still_world([20.0, 20.0], vec![ParticleSpec::at([3.0, 10.0], 0.5)]) }, |simulation| {
        simulation.step(2 * 480).unwrap();
        let ([x, _], [vx, _]) = (simulation.positions().unwrap()[0], simulation.velocities().unwrap()[0]);
        assert!((x - 9.0).abs() < 1e-3 && (vx - 3.0).abs() < 0.03, "at {x} with {vx}");
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

/// Obstacles that turn sweep over more and more: where an adapter does not bind that any more, the clock says what was run.
#[test]
fn a_step_that_ends_in_the_middle_counts_what_it_ran() {
    let most = 8 << 20;
    let lowered = |limits| wgpu::Limits { max_storage_buffer_binding_size: most, ..limits };
    let Some(context) = crate::common::limited_context(lowered) else { return };
    let keys = [0.0, 1.0].map(|angle| Key { time: (40.0 + 40.0 * angle) / 480.0, angle, ..Key::default() }).to_vec();
    let rail = Rail { pivot: [1_000.0; 2], keys, ..Rail::default() };
    let beam = |k: u32| ObstacleSpec::moving(plate([1_000.0; 2], [1_900.0, 1.0], 0.1 * f64::from(k)), rail.clone());
    let disc = ParticleSpec::at([10.0, 1_990.0], 0.5);
    let spec = WorldSpec { gravity: [0.0, -10.0], obstacles: (0..12).map(beam).collect(), ..still_world([2_000.0; 2], vec![disc]) };
    let world = World::new(&spec).unwrap();
    let mut simulation = Simulation::start(world.clone(), &Backend::Gpu(context)).unwrap();
    let error = simulation.step(64).unwrap_err().to_string();
    assert!(error.contains("cover_rows") && error.contains(&most.to_string()), "{error}");
    assert_eq!(simulation.substep_count(), 40);
    let mut other = on_cpu(&spec);
    other.step(40).unwrap();
    assert_eq!(simulation.state().unwrap().particles, other.state().unwrap().particles);
    // The same again, and it goes on once they are gone.
    assert!(simulation.step_digesting(8).is_err() && simulation.substep_count() == 40);
    let without = world.obstacles_of(&[]).unwrap();
    simulation.set_obstacles(without.clone()).unwrap();
    other.set_obstacles(without).unwrap();
    assert_eq!(simulation.step_digesting(8).unwrap(), other.step_digesting(8).unwrap());
    assert_eq!(simulation.substep_count(), 48);
}

/// Discs in a funnel of oblique walls pile up and lie still.
#[test]
fn a_heap_on_oblique_obstacles_comes_to_rest() {
    let mut random = Random::new(4);
    let particles: Vec<_> = (0..240u32)
        .map(|i| ParticleSpec::at([i % 16, i / 16].map(|c| 12.5 + 1.02 * f64::from(c) + random.between(0.0, 0.01)), 0.5))
        .collect();
    let walls = vec![[1.0, 22.0], [20.0, 3.0], [39.0, 22.0]];
    let obstacles = vec![ObstacleSpec::still(ObstacleShape::Wall { points: walls, thickness: 0.4 })];
    let spec = WorldSpec { gravity: [0.0, -10.0], obstacles, ..still_world([40.0, 40.0], particles) };
    let mut simulation: Simulation = on_cpu(&spec);
    simulation.step(10 * 480).unwrap();
    let measures = simulation.measure().unwrap();
    let rms = measures.rms_speed(simulation.world().frame(), 480.0);
    assert!(rms < 0.01, "rms speed {rms}");
    assert_eq!(measures.in_obstacles, 0);
    assert!(measures.max_overlap() < 0.03, "{}", measures.max_overlap());
}

/// A thin plate from wall to wall under a heap, lifted and lowered by a hand, put down and taken again: every disc stays above it.
#[test]
fn a_plate_in_a_hand_leaves_no_disc_behind() {
    let particles: Vec<_> =
        (0..240).map(|k| ParticleSpec::at([1.2 + 1.04 * f64::from(k % 18), 3.0 + 1.1 * f64::from(k / 18)], 0.5)).collect();
    let lying = ObstacleSpec::still(plate([10.0, 1.0], [24.0, 0.05], 0.0));
    for solver in [ContactSolver::Resting, ContactSolver::Plain] {
        let spec =
            WorldSpec { solver, gravity: [0.0, -10.0], obstacles: vec![lying.clone()], ..still_world([20.0, 60.0], particles.clone()) };
        let mut simulation = on_cpu(&spec);
        let world = simulation.world().clone();
        let mut spec = lying.clone();
        let mut height = 1.0;
        for way in [12.0, -6.0, 3.0, -2.0] {
            simulation.set_obstacles(world.obstacles_of(&[spec.in_hand(simulation.seconds())]).unwrap()).unwrap();
            for k in 1..=30 {
                simulation.steer(0, Placement { offset: [0.0, way * f64::from(k) / 30.0], angle: 0.0 }).unwrap();
                simulation.step_frame().unwrap();
            }
            spec = spec.placed(Placement { offset: [0.0, way], angle: 0.0 });
            height += way;
            simulation.set_obstacles(world.obstacles_of(std::slice::from_ref(&spec)).unwrap()).unwrap();
            (0..30).for_each(|_| simulation.step_frame().unwrap());
            let lowest = simulation.positions().unwrap().iter().map(|position| position[1]).fold(f64::MAX, f64::min);
            assert!(lowest > height, "{solver:?}, lifted by {way}: a disc is at {lowest}, the plate at {height}");
        }
    }
}
