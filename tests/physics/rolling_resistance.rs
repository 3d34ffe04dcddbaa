//! How contacts, walls and obstacles resist that discs roll.

use jostle::Simulation;
use jostle::world::World;
use jostle::world::spec::{ContactSolver, MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};

use crate::support::{Random, everywhere, on_cpu, still_world};

const GRAVITY: f64 = 10.0;

/// Under gravity that is turned by an angle in degrees, so that all slopes fall to the right.
fn tilted(angle: f64, rolling_resistance: f64, particles: Vec<ParticleSpec>) -> WorldSpec {
    let (sin, cos) = angle.to_radians().sin_cos();
    WorldSpec { gravity: [GRAVITY * sin, -GRAVITY * cos], friction: 0.8, rolling_resistance, ..still_world([400.0, 300.0], particles) }
}

/// A disc that lies 20 to the right of the start of a slope, and how it may roll there.
struct Slope {
    spec: WorldSpec,
    start: [f64; 2],
    along: [f64; 2],
}

impl Slope {
    /// The floor, a plate along it, and an oblique one, each of which falls by so many degrees.
    fn everywhere(angle: f64, rolling_resistance: f64, disc: ParticleSpec) -> [Self; 3] {
        let floor = tilted(angle, rolling_resistance, vec![ParticleSpec { position: [20.0, disc.radius], ..disc }]);
        let plates = [0.0f64, 0.3].map(|turn| {
            let (sin, cos) = turn.sin_cos();
            let shape = ObstacleShape::Box { centre: [200.0, 150.0], size: [390.0, 1.0], angle: turn };
            let (x, y) = (20.0 - 195.0, 0.5 + disc.radius);
            let start = [200.0 + x * cos - y * sin, 150.0 + x * sin + y * cos];
            let velocity = [disc.velocity[0] * cos, disc.velocity[0] * sin];
            let disc = ParticleSpec { position: start, velocity, ..disc };
            let obstacles = vec![ObstacleSpec::still(shape)];
            let spec = WorldSpec { obstacles, ..tilted(angle + turn.to_degrees(), rolling_resistance, vec![disc]) };
            Self { spec, start, along: [cos, sin] }
        });
        let [level, oblique] = plates;
        [Self { start: floor.particles[0].position, spec: floor, along: [1.0, 0.0] }, level, oblique]
    }

    /// How far it has come after a number of seconds, its velocity along the slope, and its angular velocity.
    fn after(&self, seconds: f64) -> [f64; 3] {
        let (place, velocity, turning) = after(&self.spec, seconds);
        let along = |[x, y]: [f64; 2]| x * self.along[0] + y * self.along[1];
        [along([place[0] - self.start[0], place[1] - self.start[1]]), along(velocity), turning]
    }
}

/// Place, velocity and angular velocity of the first disc after a number of seconds.
fn after(spec: &WorldSpec, seconds: f64) -> ([f64; 2], [f64; 2], f64) {
    let mut simulation = on_cpu(spec);
    simulation.step((seconds * 60.0 * f64::from(spec.substeps)) as u32).unwrap();
    let disc = simulation.discs().unwrap()[0];
    (disc.position, disc.velocity, disc.angular_velocity)
}

/// A solid disc is slowed down by two thirds of the coefficient times gravity.
#[test]
fn a_disc_that_rolls_comes_to_rest_after_the_way_that_it_should() {
    for (resistance, radius) in [(0.05, 0.5), (0.1, 2.0), (0.3, 0.5)] {
        let turning = (-10.0 / radius) as f32;
        let disc = ParticleSpec { velocity: [10.0, 0.0], angular_velocity: turning, ..ParticleSpec::at([0.0; 2], radius) };
        let slowed = 2.0 / 3.0 * resistance * GRAVITY;
        let expected = 100.0 / (2.0 * slowed);
        for slope in Slope::everywhere(0.0, resistance, disc) {
            let [way, velocity, turning] = slope.after(5.0 / slowed);
            assert!((way - 0.75 * expected).abs() < 0.02 * expected && (velocity - 5.0).abs() < 0.1, "{way} {velocity}, not {expected}");
            assert!((turning * radius + velocity).abs() < 0.05, "slips");
            let [way, velocity, turning] = slope.after(10.0 / slowed + 1.0);
            assert!((way - expected).abs() < 0.02 * expected, "{way}, not {expected}");
            // On an oblique plate rounding by phases is seen.
            assert!(velocity.abs() < 0.001 && turning == 0.0, "{velocity} {turning}");
        }
    }
}

/// It stays where the slope is less than the coefficient, and rolls with what the pull is more.
#[test]
fn a_disc_on_a_slope_stays_or_rolls() {
    for (resistance, radius, substeps) in [(0.05, 0.5, 8), (0.2, 2.0, 8), (0.4, 0.5, 8), (0.4, 0.5, 64)] {
        let critical = f64::atan(resistance).to_degrees();
        let disc = ParticleSpec::at([0.0; 2], radius);
        for mut slope in Slope::everywhere(0.9 * critical, resistance, disc) {
            slope.spec.substeps = substeps;
            let [way, velocity, _] = slope.after(if substeps > 8 { 4.0 } else { 20.0 });
            assert!(way.abs() < 0.01 && velocity.abs() < 0.002, "creeps by {way} with {velocity}, {substeps} substeps");
        }
        let angle = critical + 5.0;
        for mut slope in Slope::everywhere(angle, resistance, disc) {
            slope.spec.substeps = substeps;
            let (sin, cos) = angle.to_radians().sin_cos();
            let expected = 2.0 / 3.0 * GRAVITY * (sin - resistance * cos) * 3.0;
            let [_, velocity, turning] = slope.after(3.0);
            assert!((velocity / expected - 1.0).abs() < 0.03, "{velocity} at {angle}°, not {expected}, {substeps} substeps");
            assert!((turning * radius + velocity).abs() < 0.02 * velocity, "slips: {turning}");
        }
    }
}

/// On top of a disc that stays one rests up to where the slope is the coefficient times the reduced radius over its own, and no further. On
/// both sides; of discs of one size the one on top owns the contact on one of them alone.
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
            let (place, velocity, turning) = after(&spec, 20.0);
            assert!((place[0] - x).abs() < 0.01 * small, "{place:?}, not {x}");
            assert!(velocity[0].abs() < 0.002 && turning.abs() < 0.002, "{velocity:?} {turning}");
            let (spec, x) = start(1.1);
            let (place, ..) = after(&spec, 20.0);
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
    let (place, velocity, found) = after(&spec, 0.5 * turning / slowed);
    assert!((found - 0.5 * turning).abs() < 0.02 * turning && velocity[0] == 0.0 && place[0] == 20.0, "{found} {velocity:?} {place:?}");
    assert_eq!(after(&spec, 1.1 * turning / slowed).2, 0.0);
    // So does one that joins discs that do not turn, and one that lies on another: there the reduced radius counts.
    let below = ParticleSpec { pinned: true, ..ParticleSpec::at([20.0, 2.0], 1.5) };
    let spec = WorldSpec { particles: vec![below], ..spec };
    let mut simulation = on_cpu(&spec);
    simulation.spawn(&[ParticleSpec { position: [20.0, 4.0], ..disc }]).unwrap();
    simulation.step((480.0 * 0.5 * turning / slowed) as u32).unwrap();
    let found = simulation.rotations().unwrap()[1][1];
    assert!((found - turning * (1.0 - 0.5 * 1.5 / 2.0)).abs() < 0.02 * turning, "turns with {found}");
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
    let (still, _, with) = after(&world(0.4), 2.0);
    // It has gone once round the middle of the plate by a fifth of a radian, with the plate.
    assert!((with - turning).abs() < 0.005, "turns with {with}, not {turning}");
    let (rolled, _, without) = after(&world(0.0), 2.0);
    assert!(f64::hypot(rolled[0] - still[0], rolled[1] - still[1]) > 0.5 && (without - turning).abs() > 0.2, "{rolled:?} {without}");
}

/// One disc lies against another, in a cup that goes along so that now the one is the first in memory, now the other, and so owns their contact:
/// what that carries against rolling stays what it is.
#[test]
fn a_moment_stays_when_the_other_disc_becomes_the_owner() {
    let up = Rail { velocity: [0.0, 0.5], ..Rail::default() };
    let side = |y: f64| ObstacleSpec::moving(ObstacleShape::Box { centre: [5.0, y], size: [1.2, 1.0], angle: 0.0 }, up.clone());
    let back = ObstacleSpec::moving(ObstacleShape::Box { centre: [4.0, 10.0], size: [1.0, 3.0], angle: 0.0 }, up.clone());
    let spec = WorldSpec {
        gravity: [-GRAVITY, 0.0],
        friction: 0.8,
        rolling_resistance: 0.6,
        obstacles: vec![back, side(9.0), side(11.0)],
        ..still_world(
            [20.0, 40.0],
            vec![ParticleSpec::at([5.0, 10.0], 0.499), ParticleSpec::at([5.0 + 0.995 * 0.2f64.cos(), 10.0 - 0.995 * 0.2f64.sin()], 0.499)],
        )
    };
    let mut simulation = on_cpu(&spec);
    simulation.step(480).unwrap();
    let moment = |simulation: &Simulation| simulation.contact_forces().unwrap()[0].moment;
    let expected = moment(&simulation);
    let weight = spec.material(0).mass_of(0.499) * GRAVITY;
    assert!(expected.abs() > 0.02 * weight, "{expected}");
    for substep in 0..2_400 {
        simulation.step(1).unwrap();
        let now = moment(&simulation);
        assert!((now / expected - 1.0).abs() < 0.1, "{now}, not {expected}, after {substep} substeps");
    }
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
    let gone = [5, 12, 20, 27, 33, 38];
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

/// Whatever it does between discs of several sizes and masses, walls and obstacles: it takes energy, and never gives any. Also where they bounce.
#[test]
fn resisting_never_makes_energy() {
    for restitution in [0.0, 0.6, 1.0] {
        let mut random = Random::new(5);
        let materials = vec![
            MaterialSpec { density: 1.0, mass: None, friction: 0.7, restitution },
            MaterialSpec { density: 9.0, mass: None, friction: 0.1, restitution },
        ];
        let disc = |i: u32| {
            let velocity = random.point(-20.0, 20.0);
            let angular_velocity = random.between(-60.0, 60.0) as f32;
            let radius = if i % 3 == 0 { 0.25 } else { 0.5 };
            let place = [i % 20, i / 20].map(|c| 1.0 + 1.4 * f64::from(c));
            ParticleSpec { velocity, angular_velocity, material: 1 + (i % 5 / 4) as u16, ..ParticleSpec::at(place, radius) }
        };
        let particles: Vec<_> = (0..400).map(disc).collect();
        let weights: Vec<_> =
            particles.iter().map(|disc| (materials[usize::from(disc.material) - 1].mass_of(disc.radius), disc.radius)).collect();
        let shape = ObstacleShape::Box { centre: [30.0, 15.0], size: [0.5, 9.0], angle: 0.4 };
        let obstacles = vec![ObstacleSpec::still(shape)];
        let spec =
            WorldSpec { friction: 0.7, restitution, rolling_resistance: 0.5, materials, obstacles, ..still_world([34.0, 30.0], particles) };
        let mut simulation = on_cpu(&spec);
        let energy = |simulation: &Simulation| {
            let of_disc = |(disc, &(mass, radius)): (&jostle::simulation::Disc, &(f64, f64))| {
                let [x, y] = disc.velocity;
                0.5 * mass * (x * x + y * y + 0.5 * (disc.angular_velocity * radius).powi(2))
            };
            simulation.discs().unwrap().iter().zip(&weights).map(of_disc).sum::<f64>()
        };
        let first = energy(&simulation);
        let mut last = first;
        for _ in 0..40 {
            simulation.step(40).unwrap();
            let now = energy(&simulation);
            assert!(now < 1.0005 * last, "{restitution}: from {last} to {now}");
            last = now;
        }
        assert!(last < 0.9 * first, "{restitution}: {last} of {first} is left");
    }
}
