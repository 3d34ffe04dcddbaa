//! What a box and a ray meet in the tree, against looking at every body.

use jostle::geometry::broad_phase::{BoundingTree, BroadPhase, Ray};
use jostle::geometry::{Aabb, DVec2, DVec3, Vector};

use crate::support::Random;

/// A crowd that moves, so that the tree is seen fattened, grown, rotated and in order by turns.
fn run<V: Vector>(rounds: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut tree = BoundingTree::<V>::new();
    let mut bodies: Vec<Option<Aabb<V>>> = vec![None; 150];
    let mut hits = [0; 2];
    for round in 0..rounds {
        for id in 0..bodies.len() as u32 {
            let bounds = Aabb::around(random.vector::<V>() * 8.0, V::splat(0.4 + 0.4 * random.signed()));
            match (random.below(12), bodies[id as usize]) {
                (0, Some(_)) => {
                    tree.remove(id).unwrap();
                    bodies[id as usize] = None;
                }
                (1, Some(_)) => {
                    tree.update(id, bounds).unwrap();
                    bodies[id as usize] = Some(bounds);
                }
                (2..8, Some(old)) => {
                    let offset = random.vector::<V>() * 0.1;
                    let moved = Aabb { min: old.min + offset, max: old.max + offset };
                    tree.update(id, moved).unwrap();
                    bodies[id as usize] = Some(moved);
                }
                (_, Some(_)) => {}
                (_, None) => {
                    tree.insert(id, bounds).unwrap();
                    bodies[id as usize] = Some(bounds);
                }
            }
        }
        if round % 3 == 0 {
            tree.pairs();
        }
        let present = || bodies.iter().enumerate().filter_map(|(id, bounds)| Some((id as u32, bounds.as_ref()?)));
        for _ in 0..20 {
            let query = Aabb::around(random.vector::<V>() * 8.0, V::splat(1.0 + random.signed()));
            let mut found = Vec::new();
            tree.overlapping(&query, |id| found.push(id));
            found.sort_unstable();
            let expected: Vec<u32> = present().filter(|(_, bounds)| bounds.overlaps(&query)).map(|(id, _)| id).collect();
            assert_eq!(found, expected);
            hits[0] += found.len();

            let ray = random_ray::<V>(&mut random);
            let mut found = Vec::new();
            tree.along_ray(&ray, |id, time| found.push((id, time)));
            found.sort_unstable_by_key(|hit| hit.0);
            let expected: Vec<_> = present().filter_map(|(id, bounds)| Some((id, ray.enters(bounds)?))).collect();
            assert_eq!(found, expected, "{ray:?}");
            hits[1] += found.len();
            // By a time of the test's own: some bodies are missed, and others hit long after their boxes are entered.
            let hit = |id: u32, time: f64| (!id.is_multiple_of(3)).then_some(time + f64::from(id % 5));
            let first = expected.iter().filter_map(|&(id, time)| Some((hit(id, time)?, id))).filter(|(time, _)| *time <= ray.until);
            let first = first.min_by(|a, b| a.partial_cmp(b).unwrap()).map(|(time, id)| (id, time));
            assert_eq!(tree.first_along_ray(&ray, hit), first, "{ray:?}");
        }
    }
    assert!(hits[0] > rounds && hits[1] > rounds, "{hits:?}");
}

/// From either end of a row of boxes.
#[test]
fn the_first_hit_is_looked_for_where_the_ray_comes_from() {
    let mut tree = BoundingTree::new();
    for id in 0..1_000 {
        tree.insert(id, Aabb::around(DVec2::new(f64::from(id), 0.0), DVec2::splat(0.4))).unwrap();
    }
    tree.pairs();
    for (x, direction, expected) in [(-1.0, DVec2::X, (0, 0.6)), (1_000.0, -DVec2::X, (999, 0.6))] {
        let mut asked = 0;
        let ray = Ray { origin: DVec2::new(x, 0.0), direction, until: f64::INFINITY };
        let (id, time) = tree.first_along_ray(&ray, |_, time| (asked += 1, Some(time)).1).unwrap();
        assert!(id == expected.0 && (time - expected.1).abs() < 1e-9, "{id} {time}");
        assert_eq!(asked, 1, "{direction}");
    }
}

/// Slanted, along an axis or without direction; short, long or endless.
fn random_ray<V: Vector>(random: &mut Random) -> Ray<V> {
    let origin = random.vector::<V>() * 10.0;
    let direction = match random.below(4) {
        0 => V::axis(random.below(V::DIMENSION)) * random.signed(),
        1 if random.below(4) == 0 => V::ZERO,
        _ => random.vector::<V>() * 3.0,
    };
    Ray { origin, direction, until: [1.0, 10.0, f64::INFINITY][random.below(3)] }
}

#[test]
fn boxes_and_rays_meet_what_brute_force_says() {
    run::<DVec2>(1500, 1);
    run::<DVec3>(1500, 2);
}

/// A ray enters a box where a fine march along it first is inside.
#[test]
fn a_ray_enters_where_marching_says() {
    let mut random = Random::new(3);
    let mut hits = 0;
    for _ in 0..20_000 {
        let bounds = Aabb::around(random.vector::<DVec2>(), DVec2::splat(1.0 + 0.5 * random.signed()));
        let ray = Ray { origin: random.vector::<DVec2>() * 3.0, direction: random.vector(), until: 4.0 };
        let steps = 400;
        let inside = |k: &i32| bounds.contains_point(ray.origin + ray.direction * (4.0 * f64::from(*k) / f64::from(steps)));
        let marched = (0..=steps).find(inside).map(|k| 4.0 * f64::from(k) / f64::from(steps));
        match (marched, ray.enters(&bounds)) {
            (Some(later), Some(time)) => {
                assert!(time <= later + 1e-9 && later - time < 0.0101, "{later} {time}");
                hits += 1;
            }
            (Some(later), None) => panic!("missed at {later}: {ray:?} {bounds:?}"),
            // It may cut a corner between two steps.
            (None, Some(time)) => assert!(bounds.grown(1e-9).contains_point(ray.origin + ray.direction * time)),
            (None, None) => {}
        }
    }
    assert!(hits > 4000, "{hits}");
}

/// Trap: 0 · ∞ and 0 / 0 on the planes of a box.
#[test]
fn a_ray_along_a_side_touches() {
    let unit = Aabb { min: DVec2::ZERO, max: DVec2::ONE };
    let ray = |origin: [f64; 2], direction: [f64; 2]| Ray { origin: origin.into(), direction: direction.into(), until: f64::INFINITY };
    assert_eq!(ray([-1.0, 0.0], [1.0, 0.0]).enters(&unit), Some(1.0));
    assert_eq!(ray([-1.0, 1.0], [2.0, -0.0]).enters(&unit), Some(0.5));
    assert_eq!(ray([-1.0, 1.1], [1.0, 0.0]).enters(&unit), None);
    assert_eq!(ray([2.0, 0.5], [1.0, 0.0]).enters(&unit), None);
    let endless = ray([-1.0, 0.5], [1.0, 0.0]);
    assert_eq!(Ray { until: f64::INFINITY, ..endless }.enters(&unit), Some(1.0));
    assert_eq!(Ray { until: f64::NAN, ..endless }.enters(&unit), None);
    assert_eq!(ray([1.0, 1.0], [0.0, 0.0]).enters(&unit), Some(0.0));
    assert_eq!(ray([1.0, 1.1], [0.0, 0.0]).enters(&unit), None);
    assert_eq!(ray([0.0, -1.0], [1.0, 1.0]).enters(&unit), Some(1.0));
    // Never, not at a time that no number holds.
    assert_eq!(ray([-1e30, 0.5], [1e-300, 0.0]).enters(&Aabb { min: DVec2::ZERO, max: DVec2::ONE }), None);
    let short = Ray { until: 0.9, ..ray([-1.0, 0.5], [1.0, 0.0]) };
    assert_eq!(short.enters(&unit), None);
}
