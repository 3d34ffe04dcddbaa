//! Obstacles stop what comes: discs rest on them, slide along them, bounce off them and are carried by them.

use jostle::world::spec::{ContactSolver, Key, MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};
use jostle::world::{World, WorldError};
use jostle::{Backend, Simulation};

use crate::support::{Random, dropped, everywhere, moving, on_cpu, plate, still_world};

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
