//! How contacts, walls and obstacles resist that discs roll.

use jostle::Simulation;
use jostle::world::World;
use jostle::world::spec::{ContactSolver, MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};

use crate::support::{everywhere, on_cpu, still_world};

const GRAVITY: f64 = 10.0;

/// Under gravity that is turned by an angle in degrees, so that all slopes fall to the right.
fn tilted(angle: f64, rolling_resistance: f64, particles: Vec<ParticleSpec>) -> WorldSpec {
    let (sin, cos) = angle.to_radians().sin_cos();
    WorldSpec { gravity: [GRAVITY * sin, -GRAVITY * cos], friction: 0.8, rolling_resistance, ..still_world([400.0, 40.0], particles) }
}

/// The same on the floor, and on a plate that stands on it.
fn on_floor_and_plate(angle: f64, rolling_resistance: f64, disc: ParticleSpec) -> [WorldSpec; 2] {
    let plate = ObstacleSpec::still(ObstacleShape::Box { centre: [200.0, 10.0], size: [390.0, 1.0], angle: 0.0 });
    let above = ParticleSpec { position: [disc.position[0], disc.position[1] + 10.5], ..disc };
    let on_plate = WorldSpec { obstacles: vec![plate], ..tilted(angle, rolling_resistance, vec![above]) };
    [tilted(angle, rolling_resistance, vec![disc]), on_plate]
}

/// Velocity to the right and angular velocity of the first disc after a number of seconds.
fn after(spec: &WorldSpec, seconds: f64) -> ([f64; 2], [f64; 2]) {
    let mut simulation = on_cpu(spec);
    simulation.step((seconds * 480.0) as u32).unwrap();
    let (place, velocity) = (simulation.positions().unwrap()[0], simulation.velocities().unwrap()[0][0]);
    (place, [velocity, simulation.rotations().unwrap()[0][1]])
}

/// A solid disc is slowed down by two thirds of the coefficient times gravity.
#[test]
fn a_disc_that_rolls_comes_to_rest_after_the_way_that_it_should() {
    for (resistance, radius) in [(0.05, 0.5), (0.1, 2.0), (0.3, 0.5)] {
        let disc =
            ParticleSpec { velocity: [10.0, 0.0], angular_velocity: (-10.0 / radius) as f32, ..ParticleSpec::at([20.0, radius], radius) };
        let slowed = 2.0 / 3.0 * resistance * GRAVITY;
        let expected = 100.0 / (2.0 * slowed);
        for spec in on_floor_and_plate(0.0, resistance, disc) {
            let (place, [velocity, turning]) = after(&spec, 5.0 / slowed);
            let half = (20.0 + expected * 0.75, 5.0);
            assert!((place[0] - half.0).abs() < 0.02 * expected && (velocity - half.1).abs() < 0.1, "{place:?} {velocity}, not {half:?}");
            assert!((turning * radius + velocity).abs() < 0.05, "slips");
            let (place, motion) = after(&spec, 10.0 / slowed + 1.0);
            assert!((place[0] - 20.0 - expected).abs() < 0.02 * expected, "{place:?}, not {}", 20.0 + expected);
            assert_eq!(motion, [0.0; 2]);
        }
    }
}

/// It stays where the slope is less than the coefficient, and rolls with what the pull is more.
#[test]
fn a_disc_on_a_slope_stays_or_rolls() {
    for (resistance, radius) in [(0.05, 0.5), (0.2, 2.0), (0.4, 0.5)] {
        let critical = f64::atan(resistance).to_degrees();
        let disc = ParticleSpec::at([20.0, radius], radius);
        for spec in on_floor_and_plate(0.9 * critical, resistance, disc) {
            let (place, motion) = after(&spec, 20.0);
            assert!((place[0] - 20.0).abs() < 0.01 && motion == [0.0; 2], "creeps to {place:?} with {motion:?}");
        }
        let angle = critical + 5.0;
        for spec in on_floor_and_plate(angle, resistance, disc) {
            let (sin, cos) = angle.to_radians().sin_cos();
            let expected = 2.0 / 3.0 * GRAVITY * (sin - resistance * cos) * 3.0;
            let (_, [velocity, turning]) = after(&spec, 3.0);
            assert!((velocity / expected - 1.0).abs() < 0.02, "{velocity} at {angle}°, not {expected}");
            assert!((turning * radius + velocity).abs() < 0.01 * velocity, "slips: {turning}");
        }
    }
}

/// On top of a disc that stays one rests up to where the slope is the coefficient times the reduced radius over its own, and no further. So it
/// does if both change places in memory, and who owns the contact with them.
#[test]
fn a_disc_rests_on_another_up_to_an_angle() {
    for (large, small, resistance) in [(8.0, 0.5, 0.2), (2.0, 2.0, 0.5), (1.0, 3.0, 0.6)] {
        let critical = f64::atan(resistance * large / (large + small));
        for side in [-1.0, 1.0] {
            let start = |share: f64| {
                let (sin, cos) = (side * share * critical).sin_cos();
                let reach = (large + small) * 0.9999;
                let discs = vec![
                    ParticleSpec::at([200.0 + reach * sin, 20.0 + reach * cos], small),
                    ParticleSpec { pinned: true, ..ParticleSpec::at([200.0, 20.0], large) },
                ];
                (tilted(0.0, resistance, discs), 200.0 + reach * sin)
            };
            let (spec, x) = start(0.9);
            let (place, motion) = after(&spec, 20.0);
            assert!((place[0] - x).abs() < 0.01 * small && motion.iter().all(|v| v.abs() < 0.002), "{place:?} {motion:?}, not {x}");
            let (spec, x) = start(1.1);
            let (place, _) = after(&spec, 20.0);
            assert!((place[0] - x).abs() > small, "{place:?}");
        }
    }
}

/// Without friction nothing else stops a disc that turns: it stands where it is, and turns slower by twice the coefficient times gravity over
/// its radius.
#[test]
fn a_disc_that_turns_on_ice_comes_to_a_stop() {
    let (resistance, radius, turning) = (0.1, 0.5, 12.0);
    let disc = ParticleSpec { angular_velocity: turning as f32, ..ParticleSpec::at([20.0, radius], radius) };
    let spec = WorldSpec { friction: 0.0, ..tilted(0.0, resistance, vec![disc]) };
    let slowed = 2.0 * resistance * GRAVITY / radius;
    let (place, [velocity, found]) = after(&spec, 0.5 * turning / slowed);
    assert!((found - 0.5 * turning).abs() < 0.02 * turning && velocity == 0.0 && place[0] == 20.0, "{found} {velocity} {place:?}");
    assert_eq!(after(&spec, 1.1 * turning / slowed).1, [0.0; 2]);
}

/// It is turning against what it lies on that is resisted, not turning with it.
#[test]
fn a_disc_turns_with_a_plate_that_it_does_not_roll_on() {
    let turning = 0.1;
    let plate = |shape| ObstacleSpec::moving(shape, Rail { pivot: [20.0, 20.0], turn_rate: turning, ..Rail::default() });
    let shape = ObstacleShape::Box { centre: [20.0, 20.0], size: [30.0, 1.0], angle: -0.1 };
    let world = |rolling_resistance| WorldSpec {
        obstacles: vec![plate(shape.clone())],
        gravity: [0.0, -GRAVITY],
        friction: 1.0,
        rolling_resistance,
        ..still_world([40.0; 2], vec![ParticleSpec::at([26.0 + 0.1, 20.0 - 0.6 + 1.0], 0.5)])
    };
    let (still, [_, with]) = after(&world(0.4), 2.0);
    // It has gone once round the middle of the plate by a fifth of a radian, with the plate.
    assert!((with - turning).abs() < 0.005, "turns with {with}, not {turning}");
    let (rolled, [_, without]) = after(&world(0.0), 2.0);
    assert!(f64::hypot(rolled[0] - still[0], rolled[1] - still[1]) > 0.5 && (without - turning).abs() > 0.2, "{rolled:?} {without}");
}

/// Discs of two sizes and masses in a heap that lies: what is told of the forces and moments on each adds up to its weight, and to no turning.
#[test]
fn every_disc_of_a_heap_is_in_balance_with_its_moments() {
    let resistance = 0.2;
    let disc = |k: u32| {
        let place = [0.9 + 1.12 * f64::from(k % 18) + 0.3 * f64::from(k / 18 % 2), 0.5 + 1.1 * f64::from(k / 18)];
        ParticleSpec { material: 1 + (k % 3 / 2) as u16, ..ParticleSpec::at(place, if k % 2 == 0 { 0.5 } else { 0.35 }) }
    };
    let material = |density| MaterialSpec { density, mass: None, friction: 0.5, restitution: 0.0 };
    let materials = vec![material(1.0), material(3.0)];
    let particles: Vec<_> = (0..270).map(disc).collect();
    let masses: Vec<_> = particles.iter().map(|disc| materials[usize::from(disc.material) - 1].mass_of(disc.radius)).collect();
    let radii: Vec<_> = particles.iter().map(|disc| disc.radius).collect();
    let spec = WorldSpec {
        gravity: [0.0, -GRAVITY],
        friction: 0.5,
        rolling_resistance: resistance,
        materials,
        ..still_world([21.0, 40.0], particles)
    };
    let mut simulation = on_cpu(&spec);
    simulation.step(480 * 30).unwrap();
    let (forces, positions) = (simulation.contact_forces().unwrap(), simulation.positions().unwrap());
    let mut sums = vec![[0.0; 3]; masses.len()];
    let mut resisting = 0;
    for force in &forces {
        let [first, second] = force.discs.map(|id| id as usize);
        let most = resistance * force.normal_force * radii[first] * radii[second] / (radii[first] + radii[second]);
        assert!(force.moment.abs() <= most * 1.0001, "{force:?}: at most {most}");
        resisting += usize::from(force.moment.abs() > 0.1 * most);
        let ([x, y], [along, across]) = (force.normal, [force.normal_force, force.tangent_force]);
        let push = [along * x - across * y, along * y + across * x];
        for (disc, sign) in [(first, -1.0), (second, 1.0)] {
            let turned = sign * force.moment - radii[disc] * across;
            sums[disc] = [sums[disc][0] + sign * push[0], sums[disc][1] + sign * push[1], sums[disc][2] + turned];
        }
    }
    assert!(resisting > 100, "{resisting} contacts resist");
    let mut inner = 0;
    for (id, ([x, y, turned], place)) in sums.into_iter().zip(&positions).enumerate() {
        if place[0] > 0.6 && place[0] < 20.4 && place[1] > 0.6 {
            let weight = masses[id] * GRAVITY;
            assert!(x.abs() < 0.05 * weight && (y / weight - 1.0).abs() < 0.05, "disc {id} at {place:?}: {x} {y}, of {weight}");
            assert!(turned.abs() < 0.05 * weight * radii[id], "disc {id} at {place:?} is turned by {turned}");
            inner += 1;
        }
    }
    assert!(inner > 150, "{inner} discs that no wall touches");
}

/// Poured on a floor that ends on both sides: the heap that stays is steeper where rolling is resisted, and lies as still.
#[test]
fn heaps_are_steeper_and_come_to_rest() {
    let height = |rolling_resistance: f64| {
        let disc = |k: u32| {
            let at = [30.0 + 1.1 * f64::from(k % 5) + 0.01 * f64::from(k * 7 % 11), 3.0 + 1.1 * f64::from(k / 5)];
            ParticleSpec::at(at, 0.35 + 0.15 * f64::from(k * 13 % 17) / 17.0)
        };
        let table = ObstacleSpec::still(ObstacleShape::Box { centre: [32.0, 1.0], size: [24.0, 2.0], angle: 0.0 });
        let spec = WorldSpec {
            gravity: [0.0, -GRAVITY],
            friction: 0.5,
            rolling_resistance,
            obstacles: vec![table],
            ..still_world([64.0, 90.0], (0..350).map(disc).collect())
        };
        let mut simulation = on_cpu(&spec);
        simulation.step(480 * 40).unwrap();
        let (positions, velocities) = (simulation.positions().unwrap(), simulation.velocities().unwrap());
        let on_table = || positions.iter().zip(&velocities).filter(|([x, y], _)| (20.0..44.0).contains(x) && *y > 2.0);
        let fastest = on_table().map(|(_, [x, y])| f64::hypot(*x, *y)).fold(0.0, f64::max);
        assert!(fastest < 0.01, "{rolling_resistance}: {fastest}");
        on_table().map(|([_, y], _)| y - 2.0).fold(0.0, f64::max)
    };
    let (without, with) = (height(0.0), height(0.3));
    assert!(with > 1.2 * without, "{without} without, {with} with");
}

#[test]
fn what_cannot_resist_is_refused_and_a_gpu_does_the_same() {
    let disc = ParticleSpec { velocity: [10.0, 0.0], ..ParticleSpec::at([20.0, 0.5], 0.5) };
    let spec = tilted(5.0, 0.05, vec![disc, ParticleSpec::at([21.0, 0.5], 0.5), ParticleSpec::at([20.5, 1.3], 0.5)]);
    let refused = |spec: &WorldSpec| World::new(spec).unwrap_err().to_string();
    let plain = refused(&WorldSpec { solver: ContactSolver::Plain, friction: 0.0, ..spec.clone() });
    assert!(plain.contains("rolling_resistance is 0.05: allowed is 0 with the plain solver"), "{plain}");
    for wrong in [-0.1, 101.0, f64::NAN] {
        let told = refused(&WorldSpec { rolling_resistance: wrong, ..spec.clone() });
        assert!(told.contains("rolling_resistance") && told.contains("0 to 100"), "{told}");
    }
    let mut expected = on_cpu(&spec);
    expected.step(960).unwrap();
    let expected = expected.digest().unwrap();
    everywhere(&spec, |simulation| {
        simulation.step(960).unwrap();
        assert_eq!(simulation.digest().unwrap(), expected);
    });
}

/// Also where discs are removed and join: what others carry against rolling stays with their contacts.
#[test]
fn what_contacts_carry_against_rolling_stays_when_others_go_and_come() {
    let disc = |k: u32| ParticleSpec::at([0.8 + 1.1 * f64::from(k % 8) + 0.2 * f64::from(k / 8 % 2), 0.5 + f64::from(k / 8)], 0.5);
    let spec = WorldSpec { friction: 0.5, rolling_resistance: 0.3, ..still_world([10.0, 14.0], (0..60).map(disc).collect()) };
    let spec = WorldSpec { gravity: [1.0, -GRAVITY], ..spec };
    let gone = [5, 20];
    let run = |simulation: &mut Simulation| {
        simulation.step(960).unwrap();
        let before = simulation.contact_forces().unwrap();
        assert!(before.iter().filter(|force| force.moment.abs() > 0.01).count() > 20, "they resist");
        simulation.remove(&gone).unwrap();
        let others: Vec<_> = before.into_iter().filter(|force| !force.discs.iter().any(|id| gone.contains(id))).collect();
        assert_eq!(simulation.contact_forces().unwrap(), others);
        simulation.spawn(&[ParticleSpec::at([5.0, 12.0], 0.5), ParticleSpec::at([7.0, 12.0], 0.5)]).unwrap();
        let moments = |simulation: &Simulation| simulation.contact_forces().unwrap().iter().map(|force| force.moment).collect::<Vec<_>>();
        assert_eq!(moments(simulation), others.iter().map(|force| force.moment).collect::<Vec<_>>());
        simulation.step(480).unwrap();
        simulation.digest().unwrap()
    };
    let expected = run(&mut on_cpu(&spec));
    everywhere(&spec, |simulation| assert_eq!(run(simulation), expected));
}
