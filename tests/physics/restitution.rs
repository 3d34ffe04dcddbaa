//! How collisions bounce.

use jostle::Simulation;
use jostle::scene::{Overrides, Scene};
use jostle::world::World;
use jostle::world::spec::{LinkSpec, MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

use crate::support::{Random, everywhere, in_world, moving, on_cpu, pinned, still_world, world};

/// Height to which a disc comes back over the height from which it fell, both measured from where it lies.
fn rebound(spec: &WorldSpec, floor: f64, drop: f64) -> f64 {
    let mut simulation = on_cpu(spec);
    let height = |simulation: &Simulation| simulation.positions().unwrap()[0][1] - floor;
    let falling_for = (2.0 * drop / 10.0f64).sqrt();
    simulation.step((falling_for * 480.0 * 1.05) as u32).unwrap();
    let mut highest = height(&simulation);
    for _ in 0..(2.0 * falling_for * 480.0) as u32 {
        simulation.step(1).unwrap();
        highest = highest.max(height(&simulation));
    }
    highest / drop
}

#[test]
fn a_disc_comes_back_to_the_square_of_the_restitution_of_its_height() {
    for restitution in [0.0, 0.3, 0.6, 0.9, 1.0] {
        let spec = |particles, size| WorldSpec { gravity: [0.0, -10.0], restitution, ..still_world(size, particles) };
        for drop in [20.0, 4.5, 1.0, 0.3] {
            let alone = spec(vec![ParticleSpec::at([5.0, 0.5 + drop], 0.5)], [10.0, 40.0]);
            let on_a_disc = spec(vec![ParticleSpec::at([5.0, 1.5 + drop], 0.5), pinned([5.0, 0.5])], [10.0, 40.0]);
            let plate = ObstacleSpec::still(ObstacleShape::Box { centre: [5.0, 1.0], size: [8.0, 1.0], angle: 0.0 });
            let over_a_plate = spec(vec![ParticleSpec::at([5.0, 2.0 + drop], 0.5)], [10.0, 40.0]);
            let over_a_plate = WorldSpec { obstacles: vec![plate], ..over_a_plate };
            let rough = |spec: &WorldSpec| WorldSpec { friction: 0.3, ..spec.clone() };
            for (spec, floor) in [(alone, 0.5), (on_a_disc, 1.5), (over_a_plate, 2.0)] {
                for spec in [rough(&spec), spec] {
                    let (found, expected) = (rebound(&spec, floor, drop), restitution * restitution);
                    assert!(
                        (found - expected).abs() < 0.02 * expected.max(0.05),
                        "{found} of {drop} with {restitution}, not {expected}, floor {floor}"
                    );
                }
            }
        }
    }
}

/// Gravity goes on in the substep in which a disc bounces, and what the bounce takes of it would be missing, or too much, each time.
#[test]
fn an_elastic_disc_comes_back_to_its_height_a_hundred_times() {
    for (drop, friction) in [(2.0, 0.0), (2.0, 0.3), (0.3, 0.0)] {
        let spec = |particles| WorldSpec { gravity: [0.0, -10.0], restitution: 1.0, friction, ..still_world([10.0, 10.0], particles) };
        let on_the_floor = (spec(vec![ParticleSpec::at([5.0, 0.5 + drop], 0.5)]), 0.5);
        let on_a_disc = (spec(vec![ParticleSpec::at([5.0, 1.5 + drop], 0.5), pinned([5.0, 0.5])]), 1.5);
        let plate = ObstacleSpec::still(ObstacleShape::Box { centre: [5.0, 1.0], size: [8.0, 1.0], angle: 0.0 });
        let over_an_obstacle = WorldSpec { obstacles: vec![plate], ..spec(vec![ParticleSpec::at([5.0, 2.0 + drop], 0.5)]) };
        for (spec, floor) in [on_the_floor, on_a_disc, (over_an_obstacle, 2.0)] {
            let mut simulation = on_cpu(&spec);
            simulation.step(125 * 480).unwrap();
            let mut highest = 0.0f64;
            for _ in 0..2 * 480 {
                simulation.step(1).unwrap();
                highest = highest.max(simulation.positions().unwrap()[0][1] - floor);
            }
            assert!((highest / drop - 1.0).abs() < 0.002, "{} of {drop} in the end, floor {floor}, friction {friction}", highest / drop);
        }
    }
}

/// Head on, one of two equal discs takes over the speed of the other.
#[test]
fn an_elastic_disc_hands_on_its_speed() {
    let particles = vec![moving([10.0, 10.0], [6.0, 0.0]), moving([13.0, 10.0], [0.0, 0.0])];
    let mut simulation = on_cpu(&WorldSpec { restitution: 1.0, ..still_world([40.0, 20.0], particles) });
    simulation.step(480).unwrap();
    let velocities = simulation.velocities().unwrap();
    assert!(velocities[0][0].abs() < 1e-3 && (velocities[1][0] - 6.0).abs() < 1e-3, "{velocities:?}");
}

/// Of two materials the geometric mean counts.
#[test]
fn discs_of_two_materials_bounce_with_the_mean_of_both() {
    for (one, other) in [(0.81, 0.25), (1.0, 0.0), (0.5, 0.5)] {
        let material = |restitution| MaterialSpec { restitution, ..MaterialSpec::default() };
        let mut particles = vec![moving([10.0, 10.0], [6.0, 0.0]), moving([13.0, 10.0], [0.0, 0.0])];
        (particles[0].material, particles[1].material) = (1, 2);
        let spec = WorldSpec { materials: vec![material(one), material(other)], ..still_world([40.0, 20.0], particles) };
        everywhere(&spec, |simulation| {
            simulation.step(480).unwrap();
            let velocities = simulation.velocities().unwrap();
            let (apart, expected) = (velocities[1][0] - velocities[0][0], 6.0 * f64::sqrt(one * other));
            assert!((apart - expected).abs() < 0.01, "{apart} of {expected} with {one} and {other}");
        });
    }
}

/// A row that touches: the last one flies off, and hardly anything is left in the others.
#[test]
fn a_row_of_elastic_discs_hands_on_a_speed_to_its_end() {
    let row = (0..6).map(|k| moving([13.0 + f64::from(k), 10.0], [0.0, 0.0]));
    let particles = [moving([10.0, 10.0], [6.0, 0.0])].into_iter().chain(row).collect();
    let mut simulation = on_cpu(&WorldSpec { restitution: 1.0, ..still_world([60.0, 20.0], particles) });
    simulation.step(480).unwrap();
    let velocities = simulation.velocities().unwrap();
    let (last, others) = velocities.split_last().unwrap();
    assert!((last[0] - 6.0).abs() < 1e-3 && others.iter().all(|v| v[0].abs() < 0.05), "{velocities:?}");
}

/// A collision is a fresh one if at their speed the discs were apart not long ago: discs that a start, or a heap, has pressed
/// into each other do not bounce.
#[test]
fn discs_inside_each_other_do_not_bounce() {
    for (speed, bounces) in [(0.3, false), (10.0, true)] {
        for friction in [0.0, 0.3] {
            let particles = vec![moving([10.0, 10.0], [speed, 0.0]), moving([10.9, 10.0], [-speed, 0.0])];
            let spec = WorldSpec { restitution: 1.0, friction, ..still_world([40.0, 20.0], particles) };
            everywhere(&spec, |simulation| {
                simulation.step(240).unwrap();
                let velocities = simulation.velocities().unwrap();
                let left = if bounces { speed } else { 0.0 };
                assert!((velocities[1][0] - left).abs() < 0.05 && (velocities[0][0] + left).abs() < 0.05, "{speed}: {velocities:?}");
            });
        }
    }
}

/// Nearly a radius a substep each: still faster than what a sweep after motion would find in time. A disc that nobody has given anything is
/// thrown back before it is inside of the other.
#[test]
fn fast_discs_do_not_pass_through_each_other() {
    for (restitution, walled) in [0.0, 0.5, 1.0].into_iter().flat_map(|e| [false, true].map(|walled| (e, walled))) {
        let particles = (0..20).flat_map(|k| {
            let (gap, y) = (30.0 + 0.15 * f64::from(k), 4.0 * f64::from(k) + 2.0);
            [moving([100.0 - gap / 2.0, y], [0.48 * 480.0, 0.0]), moving([100.0 + gap / 2.0, y], [-0.48 * 480.0, 0.0])]
        });
        // Where there are obstacles, discs that overlap are not parted.
        let wall = ObstacleSpec::still(ObstacleShape::Wall { points: vec![[1.0, 88.0], [199.0, 88.0]], thickness: 0.2 });
        let obstacles = if walled { vec![wall] } else { Vec::new() };
        let spec = WorldSpec { restitution, obstacles, ..still_world([200.0, 90.0], particles.collect()) };
        let mut simulation = on_cpu(&spec);
        simulation.step(48).unwrap();
        let places = simulation.positions().unwrap();
        for pair in places.chunks(2) {
            assert!(pair[0][0] < pair[1][0], "with {restitution}, with an obstacle: {walled}: {pair:?}");
        }
    }
}

/// Discs that links carry bounce after motion only; they, too, stay on their sides.
#[test]
fn fast_discs_on_links_do_not_pass_through_each_other() {
    for restitution in [0.0, 0.5, 1.0] {
        let speed = 0.48 * 480.0;
        let pair = |k: u32, side: f64| {
            let (x, y) = (100.0 + side * (15.0 + 0.07 * f64::from(k)), 4.0 * f64::from(k) + 2.0);
            [moving([x, y], [-side * speed, 0.0]), moving([x + 1.3 * side, y], [-side * speed, 3.0])]
        };
        let particles: Vec<_> = (0..20).flat_map(|k| [pair(k, -1.0), pair(k, 1.0)].concat()).collect();
        let links = (0..40).map(|k| LinkSpec::between([2 * k, 2 * k + 1], 1.3)).collect();
        let spec = WorldSpec { restitution, links, ..still_world([200.0, 90.0], particles) };
        let mut simulation = on_cpu(&spec);
        simulation.step(48).unwrap();
        let places = simulation.positions().unwrap();
        for (k, both) in places.chunks(4).enumerate() {
            assert!(both[0][0] < both[2][0], "pair {k} with {restitution}: {both:?}");
        }
    }
}

/// Too slow to bounce: what gravity gives in eight substeps.
#[test]
fn a_slow_disc_stays_where_it_lands() {
    let spec =
        WorldSpec { gravity: [0.0, -10.0], restitution: 0.9, ..still_world([10.0, 10.0], vec![ParticleSpec::at([5.0, 0.501], 0.5)]) };
    let mut simulation = on_cpu(&spec);
    for _ in 0..100 {
        simulation.step(1).unwrap();
        assert!(simulation.velocities().unwrap()[0][1] <= 0.0);
    }
    assert_eq!(simulation.positions().unwrap()[0][1], 0.5);
}

/// Just fast enough: it comes with .2 units/s, gravity makes .167 in eight substeps.
#[test]
fn a_disc_that_is_a_little_faster_bounces() {
    let drop = 0.002;
    let disc = vec![ParticleSpec::at([5.0, 0.5 + drop], 0.5)];
    let spec = WorldSpec { gravity: [0.0, -10.0], restitution: 0.9, ..still_world([10.0, 10.0], disc) };
    let found = rebound(&spec, 0.5, drop);
    assert!((found - 0.81).abs() < 0.1, "{found} of its height");
}

/// A gas of elastic discs that all start with one speed, in a box that they fill to a fifth.
fn gas(count: u32) -> WorldSpec {
    let side = (f64::from(count) * std::f64::consts::FRAC_PI_4 / 0.2).sqrt().ceil();
    let columns = f64::from(count).sqrt().ceil() as u32;
    let pitch = side / f64::from(columns);
    let mut random = Random::new(31);
    let particles = (0..count)
        .map(|i| {
            let place = [i % columns, i / columns].map(|c| pitch * (f64::from(c) + 0.5));
            let angle = random.between(0.0, std::f64::consts::TAU);
            moving(place, [8.0 * angle.cos(), 8.0 * angle.sin()])
        })
        .collect();
    WorldSpec { restitution: 1.0, ..still_world([side, side], particles) }
}

/// Greatest distance between the distribution of squared speeds and the exponential one that is Maxwell's in two dimensions, for
/// a mean that is taken from the same speeds (Lilliefors' test), with Stephens' factor for the count.
fn distance_from_maxwell(velocities: &[[f64; 2]]) -> f64 {
    let mut squares: Vec<f64> = velocities.iter().map(|v| v[0] * v[0] + v[1] * v[1]).collect();
    squares.sort_by(f64::total_cmp);
    let count = squares.len() as f64;
    let mean = squares.iter().sum::<f64>() / count;
    let apart = |(k, square): (usize, &f64)| {
        let expected = 1.0 - (-square / mean).exp();
        (expected - k as f64 / count).abs().max((expected - (k + 1) as f64 / count).abs())
    };
    let distance = squares.iter().enumerate().map(apart).fold(0.0, f64::max);
    (distance - 0.2 / count) * (count.sqrt() + 0.26 + 0.5 / count.sqrt())
}

/// Energy is kept, and speeds come to be distributed as Maxwell's; the distance is below its 1 % point for an exponential
/// distribution of unknown mean, 1.308 (Stephens 1974; with a mean known beforehand it would be 1.63).
fn assert_gas(gas: World, substeps: u32, loss: f64) {
    let mut simulation = in_world(gas);
    let start = simulation.measure().unwrap().speed_squared as f64;
    assert!(distance_from_maxwell(&simulation.velocities().unwrap()) > 5.0);
    simulation.step(substeps).unwrap();
    let end = simulation.measure().unwrap().speed_squared as f64;
    let distance = distance_from_maxwell(&simulation.velocities().unwrap());
    println!("energy {} of the start, distance {distance}", end / start);
    assert!((end / start - 1.0).abs() < loss, "energy is {} of what it was", end / start);
    assert!(distance < 1.308, "{distance} from the distribution of Maxwell");
}

#[test]
fn an_elastic_gas_keeps_its_energy_and_thermalises() {
    assert_gas(world(&gas(2_000)), 10_000, 0.0002);
}

/// The scene `gas`, discs with up to .125 diameters a substep: a tenth of what is promised of a hundred thousand substeps.
#[test]
fn a_large_elastic_gas_keeps_its_energy_for_ten_thousand_substeps() {
    assert_gas(scene_of_gas(Some(10_000)), 10_000, 0.0005);
}

#[test]
#[ignore = "minutes"]
fn a_large_elastic_gas_keeps_its_energy_for_a_hundred_thousand_substeps() {
    assert_gas(scene_of_gas(None), 100_000, 0.005);
}

fn scene_of_gas(particles: Option<u64>) -> World {
    Scene::find("gas").unwrap().build(&Overrides { particles, ..Overrides::default() }).unwrap()
}
