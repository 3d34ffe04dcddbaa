//! Rays against convex shapes: by hand, by distances along the way, and by parry.

use jostle::geometry::{Ball, Capsule, Convex, Cuboid, DVec2, DVec3, Pose, Ray, Turn, Vector, distance, ray_cast};

use super::oracle::{World, pool};
use super::random::Random;

fn ray<V: Vector>(origin: V, direction: V, until: f64) -> Ray<V> {
    Ray { origin, direction, until }
}

#[test]
fn rays_meet_shapes_where_closed_forms_say() {
    let square = Cuboid::new(DVec2::ONE).unwrap();
    let turned = Pose::new(Turn::by(std::f64::consts::FRAC_PI_4), DVec2::new(3.0, 0.0));
    let hit = ray_cast(&square, &turned, &ray(DVec2::new(-1.0, 0.5), DVec2::new(2.0, 0.0), f64::INFINITY)).unwrap();
    let corner = 3.0 - 2f64.sqrt();
    assert!((hit.time - (corner + 0.5 + 1.0) / 2.0).abs() < 1e-12, "{hit:?}");
    assert!(hit.normal.distance(DVec2::new(-1.0, 1.0) / 2f64.sqrt()) < 1e-9, "{hit:?}");
    let capsule = Capsule::new([DVec3::new(0.0, -1.0, 0.0), DVec3::new(0.0, 1.0, 0.0)], 0.5).unwrap();
    let hit = ray_cast(&capsule, &Pose::at(DVec3::ZERO), &ray(DVec3::new(0.3, 9.0, 0.0), -DVec3::Y, 100.0)).unwrap();
    assert!((hit.point.y - 1.4).abs() < 1e-9 && hit.normal.distance(DVec3::new(0.6, 0.8, 0.0)) < 1e-6, "{hit:?}");
    let ball = Ball::new(1.0).unwrap();
    let hit = ray_cast(&ball, &Pose::at(DVec2::new(0.0, 5.0)), &ray(DVec2::ZERO, DVec2::Y, 4.5)).unwrap();
    assert_eq!((hit.time, hit.point, hit.normal), (4.0, DVec2::new(0.0, 4.0), -DVec2::Y));
}

#[test]
fn a_ray_that_starts_inside_is_too_short_or_goes_nowhere() {
    let shapes: [&dyn Convex<DVec2>; 2] = [&Ball::new(1.0).unwrap(), &Cuboid::new(DVec2::ONE).unwrap()];
    for shape in shapes {
        let cast = |origin: [f64; 2], direction: [f64; 2], until| {
            let hit = ray_cast(shape, &Pose::at(DVec2::ZERO), &ray(origin.into(), direction.into(), until));
            hit.map(|hit| (hit.time, hit.normal == DVec2::ZERO))
        };
        assert_eq!(cast([0.5, 0.2], [1.0, 0.0], 9.0), Some((0.0, true)));
        assert_eq!(cast([0.5, 0.2], [0.0, 0.0], 9.0), Some((0.0, true)));
        assert_eq!(cast([0.0, 0.0], [1.0, 0.0], 0.0), Some((0.0, true)));
        assert_eq!(cast([-3.0, 0.0], [1.0, 0.0], 1.9), None, "it ends before");
        assert_eq!(cast([-3.0, 0.0], [-1.0, 0.0], 9.0), None, "it leads away");
        assert_eq!(cast([-3.0, 0.0], [0.0, 0.0], f64::INFINITY), None);
        assert_eq!(cast([-3.0, 1.1], [1.0, 0.0], f64::INFINITY), None, "it passes");
        assert_eq!(cast([f64::NAN, 0.0], [1.0, 0.0], 9.0), None);
    }
}

/// Where a ray meets a shape it is at its surface, and not before; where it does not, it never is. parry says the same.
fn random_rays<V: World>(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let pool = pool::<V>(&mut random, V::FAMILIES);
    let [mut hits, mut inside, mut grazes] = [0; 3];
    for _ in 0..count {
        let sample = &pool[random.below(pool.len())];
        let (shape, pose) = (&*sample.shape, V::pose(&mut random, 1.5));
        let origin = V::direction(&mut random) * random.between(0.0, 5.0);
        let direction = (pose.translation + V::direction(&mut random) * random.between(0.0, 1.5) - origin) * random.between(0.1, 2.0);
        let ray = ray(origin, direction, random.between(0.5, 20.0));
        let context = || format!("{} at {pose:?}, {ray:?}", sample.family);
        let gap = |time: f64| distance(shape, &pose, &Ball::new(1e-12).unwrap(), &Pose::at(ray.origin + ray.direction * time)).distance;
        let hit = ray_cast(shape, &pose, &ray);
        let until = match hit {
            Some(hit) if hit.time == 0.0 => {
                inside += 1;
                assert!(gap(0.0) < 1e-9, "{}", context());
                0.0
            }
            Some(hit) => {
                hits += 1;
                assert!(gap(hit.time) < 1e-9 && hit.time <= ray.until, "{hit:?} {}", context());
                assert!(distance(shape, &pose, &Ball::new(1e-12).unwrap(), &Pose::at(hit.point)).distance < 1e-9);
                assert!((hit.normal.length() - 1.0).abs() < 1e-9 && hit.normal.dot(direction) < 0.0, "{hit:?} {}", context());
                hit.time
            }
            None => ray.until,
        };
        for step in 0..20 {
            let time = until * 0.0499 * f64::from(step);
            assert!(until == 0.0 || gap(time) > 0.0, "at {time} already: {hit:?}, {}", context());
        }
        let theirs = V::parry_ray(&sample.parry, &pose, &ray);
        let agrees = match (hit, theirs) {
            (Some(hit), Some(theirs)) => (hit.time - theirs).abs() * direction.length() < 1e-4,
            (None, None) => true,
            _ => false,
        };
        grazes += usize::from(!agrees);
    }
    assert!(hits > count / 3 && hits < count * 4 / 5 && inside > count / 100, "{hits} {inside}");
    assert!(grazes < count / 500, "parry differs in {grazes} of {count}");
}

#[test]
fn rays_meet_what_is_in_their_way_in_the_plane() {
    random_rays::<DVec2>(61, 100_000);
}

#[test]
fn rays_meet_what_is_in_their_way_in_space() {
    random_rays::<DVec3>(62, 100_000);
}
