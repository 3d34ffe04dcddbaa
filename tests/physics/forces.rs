//! The forces that are told: what they hold up at rest is the weight of what lies above, and each disc is in balance.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use jostle::Simulation;
use jostle::scene::{Overrides, Scene};
use jostle::world::boundaries::{Boundary, BoundaryForce};
use jostle::world::forces::{ContactForce, LinkForce};
use jostle::world::obstacles::rail::Rail;
use jostle::world::spec::{ContactSolver, LinkSpec, MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

use crate::support::{everywhere, in_world, on_cpu, pinned, still_world};

const GRAVITY: f64 = 10.0;
/// Of a disc of diameter 1, whose density is 1.
const WEIGHT: f64 = PI / 4.0 * GRAVITY;

fn falling(size: [f64; 2], particles: Vec<ParticleSpec>) -> WorldSpec {
    WorldSpec { gravity: [0.0, -GRAVITY], ..still_world(size, particles) }
}

fn is_near(value: f64, wanted: f64, share: f64) -> bool {
    (value - wanted).abs() <= share * wanted.abs()
}

/// The labels go down from disc to disc, so that forces are told from the upper to the lower one.
#[test]
fn a_contact_in_a_column_carries_the_weight_above() {
    let column = (0..8).map(|k| ParticleSpec::at([1.0, 7.5 - f64::from(k)], 0.5)).collect();
    everywhere(&falling([2.0, 20.0], column), |simulation| {
        simulation.step(480 * 20).unwrap();
        let forces = simulation.contact_forces().unwrap();
        assert_eq!(forces.len(), 7);
        for (above, force) in (1..).zip(&forces) {
            assert_eq!(force.discs, [above - 1, above]);
            assert!(is_near(force.normal_force, f64::from(above) * WEIGHT, 0.005), "{above} above: {force:?}");
            assert!(force.normal[0].abs() < 1e-3 && is_near(force.normal[1], -1.0, 1e-6), "{force:?}");
            assert!((0.0..0.01).contains(&force.overlap) && force.tangent_force == 0.0, "{force:?}");
            let positions = simulation.positions().unwrap();
            let [upper, lower] = [above - 1, above].map(|id| positions[id as usize][1]);
            assert!((force.point[1] - (upper + lower) / 2.0).abs() < 1e-6, "{force:?}");
        }
    });
}

/// Whoever owns their contact, and whichever is the larger; rough, on a slope, so that they rub.
#[test]
fn a_contact_is_told_alike_whatever_its_discs_are_called() {
    let disc = |y: f64, radius: f64| ParticleSpec::at([1.0, y], radius);
    let told = |large_first: bool| {
        let pair = [disc(1.0, 1.0), disc(2.5, 0.5)];
        let particles = if large_first { pair.to_vec() } else { vec![pair[1], pair[0]] };
        let told = std::cell::RefCell::new(Vec::new());
        everywhere(&WorldSpec { friction: 0.5, gravity: [0.5, -GRAVITY], ..still_world([2.0, 8.0], particles) }, |simulation| {
            simulation.step(480).unwrap();
            let [force] = simulation.contact_forces().unwrap()[..] else { panic!("one contact") };
            let positions = simulation.positions().unwrap();
            let (large, small) = if large_first { (positions[0], positions[1]) } else { (positions[1], positions[0]) };
            let way = [small[0] - large[0], small[1] - large[1]];
            let distance = way[0].hypot(way[1]);
            assert!((force.overlap - (1.5 - distance)).abs() < 1e-9, "{force:?}");
            let reach = 1.0 - force.overlap / 2.0;
            for axis in 0..2 {
                let sign = if large_first { 1.0 } else { -1.0 };
                assert!((force.normal[axis] - sign * way[axis] / distance).abs() < 1e-9, "{force:?}");
                assert!((force.point[axis] - (large[axis] + way[axis] / distance * reach)).abs() < 1e-9, "{force:?}");
            }
            told.borrow_mut().push([force.normal_force, force.tangent_force, force.overlap]);
        });
        told.into_inner()
    };
    let (one, other) = (told(true), told(false));
    assert!(one.iter().chain(&other).all(|force| *force == one[0]), "{one:?} {other:?}");
    assert!(one[0][1].abs() > 1e-3, "they rub: {one:?}");
}

/// The sums of what contacts push each disc with.
fn sums(simulation: &Simulation, forces: &[ContactForce]) -> Vec<[f64; 2]> {
    let mut sums = vec![[0.0; 2]; simulation.particle_count() as usize];
    for force in forces {
        let [x, y] = force.normal;
        let along = [force.normal_force, force.tangent_force];
        let push = [along[0] * x - along[1] * y, along[0] * y + along[1] * x];
        for (disc, sign) in force.discs.into_iter().zip([-1.0, 1.0]) {
            let sum = &mut sums[disc as usize];
            *sum = [sum[0] + sign * push[0], sum[1] + sign * push[1]];
        }
    }
    sums
}

/// Discs of two masses, with friction and without, that no wall touches: what the others push each with is its weight.
#[test]
fn every_disc_of_a_heap_is_in_balance() {
    for friction in [0.0, 0.5] {
        let material = |mass| MaterialSpec { mass: Some(mass), friction, ..MaterialSpec::default() };
        let disc = |k: u32| {
            let place = [0.7 + 1.02 * f64::from(k % 20) + 0.3 * f64::from(k / 20 % 2), 0.5 + f64::from(k / 20)];
            ParticleSpec { material: 1 + (k % 3 / 2) as u16, ..ParticleSpec::at(place, 0.5) }
        };
        let materials = vec![material(1.0), material(3.0)];
        let spec = WorldSpec { friction, materials, ..falling([22.0, 30.0], (0..300).map(disc).collect()) };
        let mut simulation = on_cpu(&spec);
        simulation.step(480 * 30).unwrap();
        let (forces, positions) = (simulation.contact_forces().unwrap(), simulation.positions().unwrap());
        let rubbed = forces.iter().any(|force| force.tangent_force.abs() > 0.01 * force.normal_force);
        assert_eq!(rubbed, friction > 0.0);
        let mut inner = 0;
        for (id, (sum, place)) in sums(&simulation, &forces).into_iter().zip(&positions).enumerate() {
            if place[0] > 0.6 && place[0] < 21.4 && place[1] > 0.6 {
                let weight = if id % 3 == 2 { 3.0 } else { 1.0 } * GRAVITY;
                assert!(sum[0].abs() < 0.05 * weight && is_near(sum[1], weight, 0.05), "{friction}, disc {id} at {place:?}: {sum:?}");
                inner += 1;
            }
        }
        assert!(inner > 200, "{inner} discs that no wall touches");
    }
}

#[test]
fn a_hanging_chain_pulls_with_what_hangs_below() {
    let mut discs = vec![pinned([5.0, 18.0])];
    discs.extend((1..6).map(|k| ParticleSpec::at([5.0, 18.0 - 2.0 * f64::from(k)], 0.5)));
    let link = |k: u32| LinkSpec::between([k + 1, k], 2.0);
    let spec = WorldSpec { links: (0..5).map(link).collect(), ..falling([10.0, 20.0], discs) };
    let mut simulation = on_cpu(&spec);
    simulation.step(480 * 20).unwrap();
    let forces = simulation.link_forces().unwrap();
    let discs: Vec<_> = forces.iter().map(|force| force.discs).collect();
    assert_eq!(discs, [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]);
    for (LinkForce { tension, .. }, below) in forces.into_iter().zip([5.0, 4.0, 3.0, 2.0, 1.0]) {
        assert!(is_near(tension, below * WEIGHT, 0.01), "{below} below: {tension}");
    }
}

/// Half as long substeps, and a world in other units: the force is the same, and as much more as its units are smaller.
#[test]
fn forces_do_not_depend_on_the_length_of_a_substep() {
    for (substeps, scale) in [(4, 1.0), (16, 1.0), (8, 0.01)] {
        let disc = |y: f64| ParticleSpec::at([scale, scale * y], 0.5 * scale);
        let gravity = [0.0, -GRAVITY * scale];
        let spec = WorldSpec { substeps, gravity, ..falling([2.0 * scale, 9.0 * scale], vec![disc(0.5), disc(1.5)]) };
        let mut simulation = on_cpu(&spec);
        simulation.step(60 * substeps * 10).unwrap();
        let [force] = simulation.contact_forces().unwrap()[..] else { panic!("one contact") };
        assert!(is_near(force.normal_force, WEIGHT * scale * scale * scale, 0.01), "{substeps} substeps, × {scale}: {force:?}");
    }
}

#[test]
fn nothing_is_carried_at_the_start_and_by_the_plain_solver() {
    let build = |solver| Scene::find("pile").unwrap().build(&Overrides { particles: Some(500), solver, ..Default::default() }).unwrap();
    let mut plain = in_world(build(Some(ContactSolver::Plain)));
    plain.step(80).unwrap();
    assert!(plain.contact_forces().unwrap().is_empty() && plain.measure().unwrap().touching > 0);
    assert!(plain.boundary_forces().unwrap().is_empty());
    let mut resting = in_world(build(None));
    assert!(resting.contact_forces().unwrap().is_empty());
    resting.step(80).unwrap();
    assert!(!resting.contact_forces().unwrap().is_empty());
}

/// The sums of what walls and obstacles push with, by what pushes.
fn sums_of_boundaries(forces: &[BoundaryForce]) -> BTreeMap<Boundary, [f64; 2]> {
    let mut sums = BTreeMap::new();
    for force in forces {
        let sum: &mut [f64; 2] = sums.entry(force.boundary).or_default();
        *sum = [0, 1].map(|axis| sum[axis] + force.force()[axis]);
    }
    sums
}

/// With what the contacts push, in the same substep; on every backend the same.
#[test]
fn what_walls_push_with_holds_a_heap_in_balance() {
    for friction in [0.0, 0.5] {
        let disc = |k: u32| ParticleSpec::at([0.7 + 1.02 * f64::from(k % 20) + 0.3 * f64::from(k / 20 % 2), 0.5 + f64::from(k / 20)], 0.5);
        let spec = WorldSpec { friction, ..falling([22.0, 30.0], (0..300).map(disc).collect()) };
        let told = std::cell::RefCell::new(Vec::new());
        everywhere(&spec, |simulation| {
            simulation.step(480 * 8).unwrap();
            let walls = simulation.boundary_forces().unwrap();
            simulation.step(1).unwrap();
            let mut sums = sums(simulation, &simulation.contact_forces().unwrap());
            for wall in &walls {
                let sum = &mut sums[wall.disc as usize];
                *sum = [0, 1].map(|axis| sum[axis] + wall.force()[axis]);
            }
            for (id, sum) in sums.into_iter().enumerate() {
                assert!(sum[0].abs() < 0.06 * WEIGHT && is_near(sum[1], WEIGHT, 0.06), "{friction}, disc {id}: {sum:?}");
            }
            let by_wall = sums_of_boundaries(&walls);
            assert!(is_near(by_wall.values().map(|sum| sum[1]).sum(), 300.0 * WEIGHT, 0.005), "{by_wall:?}");
            assert!(by_wall.values().map(|sum| sum[0]).sum::<f64>().abs() < WEIGHT, "{by_wall:?}");
            let [left, right, bottom] = [Boundary::Left, Boundary::Right, Boundary::Bottom].map(|wall| by_wall[&wall]);
            assert!(left[0] > 20.0 * WEIGHT && right[0] < -20.0 * WEIGHT, "{by_wall:?}");
            let rubbed = [left[1], right[1], bottom[0]].map(f64::abs);
            assert!(if friction > 0.0 { rubbed.iter().sum::<f64>() > WEIGHT } else { rubbed == [0.0; 3] }, "{by_wall:?}");
            told.borrow_mut().push(walls);
        });
        let told = told.into_inner();
        assert!(told.iter().all(|walls| *walls == told[0]));
    }
}

/// Runs up to the substep in which the first disc is pushed, with its velocity before that.
fn first_push(simulation: &mut Simulation) -> ([f64; 2], BoundaryForce) {
    for _ in 0..960 {
        let forces = simulation.boundary_forces().unwrap();
        if let [force] = forces[..] {
            return (simulation.velocities().unwrap()[0], force);
        }
        assert!(forces.is_empty(), "{forces:?}");
        simulation.step(1).unwrap();
    }
    panic!("nothing is pushed in two seconds");
}

#[test]
fn an_impact_on_a_wall_is_what_it_changes_of_momentum() {
    let disc = ParticleSpec { velocity: [6.0, 1.0], ..ParticleSpec::at([3.0, 5.0], 0.5) };
    let spec = WorldSpec { restitution: 1.0, gravity: [0.0; 2], ..still_world([10.0, 10.0], vec![disc]) };
    let mut simulation = on_cpu(&spec);
    let (_, force) = first_push(&mut simulation);
    assert_eq!((force.disc, force.boundary, force.normal, force.tangent_force), (0, Boundary::Right, [-1.0, 0.0], 0.0));
    assert!(is_near(force.normal_force / 480.0, 12.0 * PI / 4.0, 1e-3), "{force:?}");
    assert_eq!(force.point[0], 10.0);
    let digest = simulation.digest().unwrap();
    simulation.boundary_forces().unwrap();
    assert_eq!(simulation.digest().unwrap(), digest, "nothing has changed");
    simulation.step(1).unwrap();
    assert!((force.point[1] - simulation.positions().unwrap()[0][1]).abs() < 1e-9, "{force:?}");
}

/// Whatever the place from which it comes to the wall: one push in all, of which friction takes no more than its share.
#[test]
fn an_oblique_impact_on_a_rough_wall_is_the_work_of_that_wall() {
    for k in 0..16 {
        let disc = ParticleSpec { velocity: [6.0, 9.0], ..ParticleSpec::at([3.0 + 0.001 * f64::from(k), 2.0], 0.5) };
        let spec = WorldSpec { friction: 0.2, restitution: 0.8, gravity: [0.0; 2], ..still_world([10.0, 20.0], vec![disc]) };
        let mut simulation = on_cpu(&spec);
        let (before, force) = first_push(&mut simulation);
        simulation.step(1).unwrap();
        let after = simulation.velocities().unwrap()[0];
        assert_eq!((force.boundary, force.normal), (Boundary::Right, [-1.0, 0.0]));
        let gained = [0, 1].map(|axis| (after[axis] - before[axis]) * PI / 4.0 * 480.0);
        assert!([0, 1].iter().all(|&axis| (force.force()[axis] - gained[axis]).abs() < 1e-6 * force.normal_force), "{force:?}, {gained:?}");
        assert!(is_near(force.tangent_force, 0.2 * force.normal_force, 0.01), "{force:?}");
    }
}

/// Without friction each side pushes along its normal, though what holds a disc there is found in turns: between two obstacles, and
/// between a wall of the world and one.
#[test]
fn the_sides_of_a_smooth_notch_carry_a_disc_between_them() {
    let steep = ([-0.8, 0.6], [3.0, 4.0]);
    let half = 0.5f64.sqrt();
    for (foot, left) in [(10.0, ([half, half], Some([-4.0, 4.0]))), (0.0, ([1.0, 0.0], None))] {
        let side = |[x, y]: [f64; 2]| ObstacleShape::Wall { points: vec![[foot, 2.0], [foot + x, 2.0 + y]], thickness: 0.1 };
        let obstacles = left.1.into_iter().chain([steep.1]).map(|to| ObstacleSpec::still(side(to))).collect();
        let spec = WorldSpec { obstacles, ..falling([20.0, 20.0], vec![ParticleSpec::at([foot + 0.6, 4.5], 0.5)]) };
        let mut simulation = on_cpu(&spec);
        simulation.step(480 * 4).unwrap();
        let forces = simulation.boundary_forces().unwrap();
        assert_eq!(forces.len(), 2, "{forces:?}");
        // Both together are the weight.
        let ([ax, ay], [bx, by]) = (left.0, steep.0);
        let area = ax * by - ay * bx;
        let expected = [(left.0, -WEIGHT * bx / area), (steep.0, WEIGHT * ax / area)];
        for (force, (normal, expected)) in forces.iter().zip(expected) {
            assert!((0..2).all(|axis| (force.normal[axis] - normal[axis]).abs() < 0.01), "{force:?}");
            assert!(is_near(force.normal_force, expected, 0.02) && force.tangent_force.abs() < 0.02 * WEIGHT, "{force:?}, not {expected}");
        }
    }
}

/// Still obstacles have their outlines before those that move, whatever their places; one of them pushes a disc against a wall.
#[test]
fn obstacles_are_told_by_their_places_with_what_they_carry() {
    let table = |x: f64| ObstacleShape::Box { centre: [x, 2.0], size: [4.0, 2.0], angle: 0.0 };
    let lift = Rail { velocity: [0.0, 0.5], ..Rail::default() };
    let obstacles = vec![ObstacleSpec::moving(table(5.0), lift), ObstacleSpec::still(table(15.0))];
    for friction in [0.0, 0.4] {
        let spec = WorldSpec {
            friction,
            gravity: [1.0, -GRAVITY],
            obstacles: obstacles.clone(),
            ..falling([16.5, 20.0], vec![ParticleSpec::at([5.0, 3.5], 0.5), ParticleSpec::at([15.999, 3.5], 0.5)])
        };
        let mut simulation = on_cpu(&spec);
        simulation.step(60).unwrap();
        let forces = simulation.boundary_forces().unwrap();
        let of_disc = |id: u32| forces.iter().filter(move |force| force.disc == id).collect::<Vec<_>>();
        let [lifted] = of_disc(0)[..] else { panic!("{forces:?}") };
        assert_eq!(lifted.boundary, Boundary::Obstacle(0));
        assert!(is_near(lifted.normal_force, WEIGHT, 0.03) && lifted.normal[1] > 0.999, "{lifted:?}");
        // A third of what would hold it lets it roll.
        let rolling = if friction > 0.0 { WEIGHT / GRAVITY / 3.0 } else { 0.0 };
        assert!((lifted.tangent_force - rolling).abs() < 0.02 * WEIGHT, "{lifted:?}");
        let place = simulation.positions().unwrap()[0];
        assert!((lifted.point[0] - place[0]).abs() < 0.01 && (lifted.point[1] - (place[1] - 0.5)).abs() < 0.01, "{lifted:?}");
        let leaning = of_disc(1);
        let boundaries: Vec<_> = leaning.iter().map(|force| force.boundary).collect();
        assert_eq!(boundaries, [Boundary::Right, Boundary::Obstacle(1)]);
        let sum = sums_of_boundaries(&forces[1..]).values().fold([0.0; 2], |sum, force| [sum[0] + force[0], sum[1] + force[1]]);
        assert!(is_near(sum[0], -WEIGHT / GRAVITY, 0.05) && is_near(sum[1], WEIGHT, 0.03), "{leaning:?}");
    }
}
