//! How discs rub, slide and roll.

use jostle::Simulation;
use jostle::world::World;
use jostle::world::spec::{ContactSolver, LinkSpec, MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};

use crate::support::{Random, everywhere, moving, on_cpu, pinned, still_world};

const GRAVITY: f64 = 10.0;

/// A long floor under gravity that is tilted by an angle in degrees: an incline that falls to the right.
fn incline(angle: f64, friction: f64, particles: Vec<ParticleSpec>) -> WorldSpec {
    let (sin, cos) = angle.to_radians().sin_cos();
    WorldSpec { gravity: [GRAVITY * sin, -GRAVITY * cos], friction, ..still_world([4_000.0, 40.0], particles) }
}

/// Velocity along the floor and slip of the rim over it of the first disc after a number of seconds.
fn rolling(spec: &WorldSpec, seconds: f64) -> [f64; 2] {
    let mut simulation = on_cpu(spec);
    simulation.step((seconds * 480.0) as u32).unwrap();
    let (velocity, radius) = (simulation.velocities().unwrap()[0][0], spec.particles[0].radius);
    // A disc that rolls to the right turns clockwise.
    [velocity, velocity + simulation.rotations().unwrap()[0][1] * radius]
}

#[test]
fn a_disc_rolls_down_an_incline_with_two_thirds_of_the_pull() {
    for (angle, radius) in [(5.0, 0.5), (10.0, 2.0), (20.0, 0.5)] {
        let disc = ParticleSpec::at([10.0, radius], radius);
        let [velocity, slip] = rolling(&incline(angle, 0.8, vec![disc]), 4.0);
        let expected = 2.0 / 3.0 * GRAVITY * f64::to_radians(angle).sin() * 4.0;
        assert!((velocity / expected - 1.0).abs() < 0.02, "{velocity} units/s at {angle}°, not {expected}");
        assert!(slip.abs() < 0.01 * velocity, "slips with {slip}");
    }
}

/// A solid disc that turns and is put on the floor slips until it rolls, with a third of the speed of its rim, as far as its angular momentum
/// about the floor reaches; where nothing rubs it turns for ever. One that joins does the same.
#[test]
fn a_disc_that_turns_at_the_start_rolls_off_with_a_third_of_its_rims_speed() {
    for (friction, radius, joins) in [(0.3, 0.5, false), (0.3, 2.0, false), (0.3, 0.5, true), (0.0, 0.5, false)] {
        let disc = ParticleSpec { angle: 1.0, angular_velocity: -6.0, ..ParticleSpec::at([10.0, radius], radius) };
        let other = ParticleSpec::at([2_000.0, 5.0], 2.0);
        let spec = WorldSpec { own_bodies: true, ..incline(0.0, friction, if joins { vec![other] } else { vec![other, disc] }) };
        let run = |simulation: &mut Simulation| {
            if joins {
                simulation.spawn(&[disc]).unwrap();
            }
            let start = simulation.discs().unwrap()[1];
            assert!((start.angle - 1.0).abs() < 1e-6 && (start.angular_velocity + 6.0).abs() < 1e-3, "{start:?}");
            simulation.step(960).unwrap();
            let (end, rubs) = (simulation.discs().unwrap()[1], friction > 0.0);
            let expected = if rubs { [2.0 * radius, -2.0] } else { [0.0, -6.0] };
            let found = [end.velocity[0], end.angular_velocity];
            assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.02), "{found:?}, not {expected:?}");
            simulation.digest().unwrap()
        };
        let expected = run(&mut on_cpu(&spec));
        everywhere(&spec, |simulation| assert_eq!(run(simulation), expected));
    }
}

/// What nothing can turn is refused with the limit.
#[test]
fn discs_that_cannot_turn_are_refused() {
    let disc = |angular_velocity: f32| ParticleSpec { angular_velocity, ..ParticleSpec::at([10.0, 5.0], 0.5) };
    let refused = |spec: &WorldSpec| World::new(spec).unwrap_err().to_string();
    let plain = WorldSpec { solver: ContactSolver::Plain, ..still_world([20.0; 2], vec![disc(1.0)]) };
    assert!(refused(&plain).contains("with the plain solver, where nothing turns"));
    let fast = refused(&still_world([20.0; 2], vec![disc(1e6)]));
    assert!(fast.contains("angular_velocity") && fast.contains("radians/s with this radius and substep"), "{fast}");
    assert!(refused(&still_world([20.0; 2], vec![ParticleSpec { pinned: true, ..disc(1.0) }])).contains("pinned"));
    assert!(refused(&still_world([20.0; 2], vec![disc(f32::NAN)])).contains("a finite number"));
    let mut alike = on_cpu(&still_world([20.0; 2], vec![disc(0.0)]));
    assert!(alike.spawn(&[disc(1.0)]).unwrap_err().to_string().contains("own_bodies"));
}

/// A solid disc can roll without slipping where tan θ < 3 μ.
#[test]
fn a_disc_slips_beyond_the_friction_angle_and_not_under_it() {
    for friction in [0.1, 0.2, 0.5] {
        let critical = (3.0f64 * friction).atan().to_degrees();
        let disc = vec![ParticleSpec::at([10.0, 0.5], 0.5)];
        let [velocity, slip] = rolling(&incline(critical - 1.0, friction, disc.clone()), 3.0);
        assert!(slip.abs() < 0.003 * velocity, "slips with {slip} of {velocity} a degree under {critical}°");
        let [velocity, slip] = rolling(&incline(critical + 1.0, friction, disc.clone()), 3.0);
        assert!(slip > 0.01 * velocity, "does not slip a degree beyond {critical}°: {slip} of {velocity}");
        let angle = critical + 10.0;
        let [velocity, _] = rolling(&incline(angle, friction, disc), 3.0);
        let (sin, cos) = angle.to_radians().sin_cos();
        let expected = GRAVITY * (sin - friction * cos) * 3.0;
        assert!((velocity / expected - 1.0).abs() < 0.02, "slides with {velocity} at {angle}°, not {expected}");
    }
}

/// Where friction gives less than the finest change of a speed in a substep it must neither vanish nor be too much: with short substeps, and
/// with a gravity that is small against the diameter. On the floor, and on an obstacle that is tilted by half of the slope.
#[test]
fn friction_is_what_it_should_be_however_short_substeps_are() {
    for (substeps, gravity, seconds) in
        [(1u32, 10.0f64, 2.0f64), (2, 10.0, 2.0), (64, 10.0, 1.0), (256, 10.0, 0.5), (8, 1.0, 4.0), (8, 0.1, 6.0)]
    {
        for (slope, friction) in [(10.0f64, 0.05f64), (20.0, 0.05), (40.0, 0.2), (60.0, 0.5)] {
            let expected = gravity * (slope.to_radians().sin() - friction * slope.to_radians().cos()) * seconds;
            for tilt in [0.0, 0.5 * slope] {
                let ((sin, cos), (s, c)) = ((-tilt).to_radians().sin_cos(), (slope - tilt).to_radians().sin_cos());
                let plate = ObstacleShape::Box { centre: [60.0, 60.0], size: [110.0, 1.0], angle: (-tilt).to_radians() };
                let at = if tilt == 0.0 { [10.0, 0.5] } else { [60.0 - 40.0 * cos - sin, 60.0 - 40.0 * sin + cos] };
                let obstacles = if tilt == 0.0 { vec![] } else { vec![ObstacleSpec::still(plate)] };
                let particles = vec![ParticleSpec::at(at, 0.5)];
                let spec = WorldSpec {
                    gravity: [gravity * s, -gravity * c],
                    friction,
                    substeps,
                    obstacles,
                    ..still_world([120.0, 120.0], particles)
                };
                let mut simulation = on_cpu(&spec);
                simulation.step((seconds * 60.0) as u32 * substeps).unwrap();
                let [vx, vy] = simulation.velocities().unwrap()[0];
                let (speed, turning) = (vx.hypot(vy), -simulation.rotations().unwrap()[0][1] * 0.5);
                let turned = 2.0 * friction * gravity * slope.to_radians().cos() * seconds;
                let name = format!("{substeps} substeps, gravity {gravity}, {slope}°, μ {friction}, tilted by {tilt}°");
                assert!((speed / expected - 1.0).abs() < 0.03, "{speed} of {expected}: {name}");
                assert!((turning / turned - 1.0).abs() < 0.1, "turns with {turning} of {turned}: {name}");
            }
        }
    }
}

/// Three discs pressed to each other by their links block each other as three gears do: a sledge that cannot roll.
fn sledge() -> (Vec<ParticleSpec>, Vec<LinkSpec>) {
    let particles = [[20.0, 0.5], [20.98, 0.5], [20.49, 0.5 + 0.98 * 0.75f64.sqrt()]].map(|place| ParticleSpec::at(place, 0.5)).to_vec();
    (particles, [[0, 1], [1, 2], [0, 2]].map(|ends| LinkSpec::between(ends, 0.98)).to_vec())
}

#[test]
fn a_sledge_sticks_under_the_friction_angle_and_slides_beyond_it() {
    for friction in [0.3f64, 0.6] {
        let speed_at = |angle: f64| {
            let (particles, links) = sledge();
            let mut simulation = on_cpu(&WorldSpec { links, ..incline(angle, friction, particles) });
            simulation.step(3 * 480).unwrap();
            simulation.velocities().unwrap()[2][0]
        };
        let critical = friction.atan().to_degrees();
        let [under, beyond] = [speed_at(critical - 1.0), speed_at(critical + 1.0)];
        println!("{friction}: {under} and {beyond}");
        assert!(under.abs() < 0.01, "slides with {under} a degree under {critical}°");
        assert!(beyond > 0.2, "sticks a degree beyond {critical}°: {beyond}");
    }
}

/// The slopes above as an obstacle, tilted itself and by gravity.
#[test]
fn obstacles_rub_as_the_floor_does() {
    for (tilt, friction) in [(0.0f64, 0.2f64), (12.0, 0.2), (25.0, 0.5)] {
        // What comes of tilting the obstacle by `tilt` and gravity by what is missing; discs lie in the middle of the obstacle.
        let at = |angle: f64, places: &[[f64; 2]]| {
            let ((sin, cos), (s, c)) = ((-tilt).to_radians().sin_cos(), (angle - tilt).to_radians().sin_cos());
            let place = |[x, y]: [f64; 2]| ParticleSpec::at([60.0 + cos * x - sin * y, 60.0 + sin * x + cos * y], 0.5);
            let plate = ObstacleShape::Box { centre: [60.0, 60.0], size: [110.0, 1.0], angle: (-tilt).to_radians() };
            WorldSpec {
                gravity: [GRAVITY * s, -GRAVITY * c],
                friction,
                obstacles: vec![ObstacleSpec::still(plate)],
                ..still_world([120.0, 120.0], places.iter().copied().map(place).collect())
            }
        };
        let along = |[x, y]: [f64; 2]| x * tilt.to_radians().cos() - y * tilt.to_radians().sin();
        let rolling = |angle: f64| {
            let mut simulation = on_cpu(&at(angle, &[[0.0, 1.0]]));
            simulation.step(2 * 480).unwrap();
            let velocity = along(simulation.velocities().unwrap()[0]);
            [velocity, velocity + simulation.rotations().unwrap()[0][1] * 0.5]
        };
        let critical = (3.0 * friction).atan().to_degrees();
        let [velocity, slip] = rolling(critical - 1.0);
        let expected = 2.0 / 3.0 * GRAVITY * (critical - 1.0).to_radians().sin() * 2.0;
        assert!((velocity / expected - 1.0).abs() < 0.02 && slip.abs() < 0.005 * velocity, "{velocity} of {expected}, slips with {slip}");
        let [velocity, slip] = rolling(critical + 10.0);
        let (sin, cos) = (critical + 10.0).to_radians().sin_cos();
        let expected = GRAVITY * (sin - friction * cos) * 2.0;
        assert!((velocity / expected - 1.0).abs() < 0.02 && slip > 0.01 * velocity, "{velocity} of {expected}, slips with {slip}");
        let sledge_at = |angle: f64| {
            let places = [[0.0, 1.0], [0.98, 1.0], [0.49, 1.0 + 0.98 * 0.75f64.sqrt()]];
            let links = [[0, 1], [1, 2], [0, 2]].map(|ends| LinkSpec::between(ends, 0.98)).to_vec();
            let mut simulation = on_cpu(&WorldSpec { links, ..at(angle, &places) });
            simulation.step(3 * 480).unwrap();
            along(simulation.velocities().unwrap()[2])
        };
        let critical = friction.atan().to_degrees();
        let [under, beyond] = [sledge_at(critical - 1.0), sledge_at(critical + 1.0)];
        assert!(under.abs() < 0.01 && beyond > 0.2, "{under} a degree under {critical}° and {beyond} beyond, tilted by {tilt}°");
    }
}

/// Of what a belt gives a disc to stop its slip a third moves it: a solid disc that was at rest rolls on it at a third of its speed.
#[test]
fn a_belt_and_a_wheel_drive_what_lies_on_them() {
    let belt = ObstacleShape::Box { centre: [20.0, 2.0], size: [38.0, 1.0], angle: 0.0 };
    let wheel = ObstacleShape::Circle { centre: [20.0, 5.0], radius: 4.0 };
    let driven = Rail { velocity: [1.5, 0.0], ..Rail::default() };
    // The top of what turns clockwise goes to the right.
    let turned = Rail { pivot: [20.0, 5.0], turn_rate: -1.5 / 4.0, ..Rail::default() };
    for (shape, rail, top) in [(belt, driven, 2.5), (wheel, turned, 9.0)] {
        let spec = WorldSpec {
            gravity: [0.0, -GRAVITY],
            friction: 2.0,
            obstacles: vec![ObstacleSpec::moving(shape, rail)],
            ..still_world([80.0, 20.0], vec![ParticleSpec::at([20.0, top + 1.0], 1.0)])
        };
        everywhere(&spec, |simulation| {
            simulation.step(48).unwrap();
            let (velocity, rotation) = (simulation.velocities().unwrap()[0][0], simulation.rotations().unwrap()[0][1]);
            // Its rim goes with what it lies on: v + ω r is that one's speed.
            assert!((velocity - 0.5).abs() < 0.01 && (velocity + rotation - 1.5).abs() < 0.01, "{velocity} and {rotation}");
        });
    }
}

/// On ice nothing rubs; friction is that of both.
#[test]
fn an_obstacle_rubs_as_its_material_says() {
    for (ice, slips) in [(0.0, true), (0.5, false)] {
        let material = |friction| MaterialSpec { friction, ..MaterialSpec::default() };
        let plate = ObstacleShape::Box { centre: [30.0, 2.0], size: [58.0, 1.0], angle: 0.0 };
        let spec = WorldSpec {
            friction: 0.5,
            materials: vec![material(ice)],
            obstacles: vec![ObstacleSpec { material: 1, ..ObstacleSpec::still(plate) }],
            gravity: [0.0, -GRAVITY],
            ..still_world([60.0, 20.0], vec![ParticleSpec { velocity: [6.0, 0.0], ..ParticleSpec::at([10.0, 3.0], 0.5) }])
        };
        everywhere(&spec, |simulation| {
            simulation.step(2 * 480).unwrap();
            let (velocity, rotation) = (simulation.velocities().unwrap()[0][0], simulation.rotations().unwrap()[0][1]);
            let expected = if slips { (6.0, 0.0) } else { (4.0, -8.0) };
            assert!((velocity - expected.0).abs() < 0.01 && (rotation - expected.1).abs() < 0.02, "{velocity} and {rotation} on {ice}");
        });
    }
}

/// Off-centre hits turn discs; what turns and what moves is, about any point, the same before and after.
#[test]
fn a_hit_keeps_the_angular_momentum_and_loses_energy() {
    let particles = vec![moving([20.0, 20.0], [6.0, 0.0]), ParticleSpec::at([25.0, 20.6], 0.5)];
    let spec = WorldSpec { friction: 0.5, restitution: 0.8, ..still_world([60.0, 60.0], particles) };
    everywhere(&spec, |simulation| {
        let before = angular_momentum(simulation);
        let energy = energy(simulation);
        simulation.step(480).unwrap();
        assert!(
            simulation.rotations().unwrap().iter().all(|rotation| rotation[1] > 1.0),
            "both turn counter-clockwise: {:?}",
            simulation.rotations()
        );
        // They meet up to a substep's way before they touch.
        let after = angular_momentum(simulation);
        assert!((after / before - 1.0).abs() < 3e-4, "{before} to {after}");
        assert!(self::energy(simulation) < energy);
    });
}

/// Of a hit that slips to its end the impulse across the normal is the coefficient times the impulse along it. The disc that was
/// at rest tells both: it turns by the one alone, and moves by both.
#[test]
fn a_hit_that_slips_rubs_with_the_coefficient_times_its_impulse() {
    for friction in [0.02, 0.1] {
        let particles = vec![moving([20.0, 20.0], [6.0, 0.0]), ParticleSpec::at([25.0, 20.6], 0.5)];
        let spec = WorldSpec { friction, restitution: 0.8, ..still_world([60.0, 60.0], particles) };
        everywhere(&spec, |simulation| {
            simulation.step(480).unwrap();
            let (velocity, spin) = (simulation.velocities().unwrap()[1], simulation.rotations().unwrap()[1][1]);
            let across = spin * 0.5 / 2.0;
            let along = (velocity[0] * velocity[0] + velocity[1] * velocity[1] - across * across).sqrt();
            assert!((across / along / friction - 1.0).abs() < 2e-3, "{} instead of {friction}", across / along);
        });
    }
}

/// About the origin, of discs of mass 1.
fn angular_momentum(simulation: &Simulation) -> f64 {
    let (places, velocities) = (simulation.positions().unwrap(), simulation.velocities().unwrap());
    let of_motion = places.iter().zip(&velocities).map(|(p, v)| p[0] * v[1] - p[1] * v[0]).sum::<f64>();
    let radii = simulation.world().start.particles.iter().map(|p| f64::from(p.radius()) / simulation.world().frame().steps_per_unit());
    of_motion + simulation.rotations().unwrap().iter().zip(radii).map(|(rotation, r)| 0.5 * r * r * rotation[1]).sum::<f64>()
}

/// Of motion and rotation, for discs of mass 1 and one radius.
fn energy(simulation: &Simulation) -> f64 {
    let moving = simulation.velocities().unwrap().iter().map(|v| v[0] * v[0] + v[1] * v[1]).sum::<f64>();
    let radius = f64::from(simulation.world().start.particles[0].radius()) / simulation.world().frame().steps_per_unit();
    let turning = simulation.rotations().unwrap().iter().map(|rotation| 0.5 * (rotation[1] * radius).powi(2)).sum::<f64>();
    0.5 * (moving + turning)
}

#[test]
fn rubbing_never_makes_energy() {
    let mut random = Random::new(31);
    let disc = |i: u32| moving([i % 20, i / 20].map(|c| 1.0 + 1.4 * f64::from(c)), random.point(-20.0, 20.0));
    let particles = (0..400).map(disc).collect();
    let spec = WorldSpec { friction: 0.7, restitution: 1.0, ..still_world([30.0, 30.0], particles) };
    let mut simulation = on_cpu(&spec);
    let mut last = energy(&simulation);
    for _ in 0..40 {
        simulation.step(40).unwrap();
        let now = energy(&simulation);
        assert!(now < 1.0005 * last, "from {last} to {now}");
        // What the window shows, of discs of density 1.
        let measures = simulation.measure().unwrap();
        let measured = simulation.world().kinetic_energy(&measures);
        assert!((measured / (now * std::f64::consts::FRAC_PI_4) - 1.0).abs() < 1e-6, "{measured} for {now}");
        last = now;
    }
    let turning = simulation.rotations().unwrap().iter().filter(|rotation| rotation[1].abs() > 1.0).count();
    assert!(turning > 200, "only {turning} discs turn");
}

#[test]
fn a_wall_rubs_as_the_floor_does() {
    // Falls along the left wall, pressed to it: rolls down it.
    let spec = WorldSpec { gravity: [-20.0, -5.0], friction: 1.0, ..still_world([50.0, 400.0], vec![ParticleSpec::at([0.5, 390.0], 0.5)]) };
    let mut simulation = on_cpu(&spec);
    simulation.step(4 * 480).unwrap();
    let (velocity, rotation) = (simulation.velocities().unwrap()[0][1], simulation.rotations().unwrap()[0]);
    assert!((velocity / (-5.0 * 2.0 / 3.0 * 4.0) - 1.0).abs() < 0.02, "{velocity}");
    // Its left side rests on the wall, so that its right side goes down twice as fast as its centre: clockwise.
    assert!((rotation[1] * 0.5 - velocity).abs() < 0.02 * velocity.abs(), "{rotation:?}");
}

#[test]
fn a_disc_rolls_off_a_peg() {
    let spec = WorldSpec {
        gravity: [0.0, -GRAVITY],
        friction: 1.0,
        ..still_world([20.0, 20.0], vec![ParticleSpec::at([10.1, 6.99], 0.5), pinned([10.0, 6.0])])
    };
    let mut simulation = on_cpu(&spec);
    simulation.step(300).unwrap();
    let rotation = simulation.rotations().unwrap();
    assert!(rotation[0][1] < -1.0, "rolls to the right: {rotation:?}");
    assert_eq!(rotation[1], [0.0, 0.0], "a pinned disc does not turn");
}

/// Slopes in degrees, after these times, of the heap that a narrow column of discs, poured on a wide floor within six seconds, ends
/// as. A triangle of area A whose centre of gravity is h / 3 high has the slope h² / A.
fn slopes<const N: usize>(friction: f64, seconds: [u32; N]) -> [f64; N] {
    let mut random = Random::new(32);
    let disc = |i: u32| ParticleSpec {
        birth: 60 * (i / 6),
        velocity: [0.0, -5.0],
        ..ParticleSpec::at([57.0 + 1.2 * f64::from(i % 6) + random.between(-0.1, 0.1), 14.0], random.between(0.35, 0.5))
    };
    let particles: Vec<_> = (0..300).map(disc).collect();
    let area: f64 = particles.iter().map(|p| std::f64::consts::PI * p.radius * p.radius / 0.84).sum();
    let spec = WorldSpec { gravity: [0.0, -GRAVITY], drag: 0.3, friction, ..still_world([120.0, 20.0], particles) };
    let mut simulation = on_cpu(&spec);
    seconds.map(|seconds| {
        simulation.step(seconds * 480 - simulation.substep_count()).unwrap();
        let places = simulation.positions().unwrap();
        let height = 3.0 * places.iter().map(|p| p[1]).sum::<f64>() / places.len() as f64;
        (height * height / area).atan().to_degrees()
    })
}

/// Discs roll down the slope one by one for a while; 34 seconds after the last of them was poured it is kept.
#[test]
fn a_poured_heap_is_steeper_the_more_it_rubs_and_keeps_its_slope() {
    let ([slippery], [rough, rough_slope @ ..], [rougher, rougher_slope @ ..]) =
        (slopes(0.02, [12]), slopes(0.2, [12, 40, 60]), slopes(1.0, [12, 40, 60]));
    assert!(slippery < 8.0 && rough > slippery + 3.0 && rougher > rough + 3.0, "{slippery}°, {rough}° and {rougher}°");
    for [slope, later] in [rough_slope, rougher_slope] {
        assert!(slope - later < 0.5, "from {slope}° to {later}° in twenty seconds");
    }
}
