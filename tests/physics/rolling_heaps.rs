//! Rolling resistance among many discs.

use jostle::Simulation;
use jostle::world::spec::{MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

use crate::support::{Random, everywhere, on_cpu, still_world};

const GRAVITY: f64 = 10.0;

/// Discs of two sizes and masses in a heap that lies: what is told of the forces and moments on each adds up to its weight, and to no
/// turning.
#[test]
fn every_disc_of_a_heap_is_in_balance_with_its_moments() {
    let resistance = 0.2;
    let disc = |k: u32| {
        let place = [0.9 + 1.12 * f64::from(k % 18) + 0.3 * f64::from(k / 18 % 2), 0.5 + 1.1 * f64::from(k / 18)];
        ParticleSpec { material: 1 + (k % 3 / 2) as u16, ..ParticleSpec::at(place, if k.is_multiple_of(2) { 0.5 } else { 0.35 }) }
    };
    let material = |density| MaterialSpec { density, friction: 0.5, ..MaterialSpec::default() };
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

/// Whatever it does between discs of several sizes and masses, walls and obstacles: it takes energy, and never gives any. Also where they
/// bounce.
#[test]
fn resisting_never_makes_energy() {
    for restitution in [0.0, 0.6, 1.0] {
        let mut random = Random::new(5);
        let materials = vec![
            MaterialSpec { friction: 0.7, restitution, ..MaterialSpec::default() },
            MaterialSpec { density: 9.0, friction: 0.1, restitution, ..MaterialSpec::default() },
        ];
        let disc = |i: u32| {
            let velocity = random.point(-20.0, 20.0);
            let angular_velocity = random.between(-60.0, 60.0) as f32;
            let radius = if i.is_multiple_of(3) { 0.25 } else { 0.5 };
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
