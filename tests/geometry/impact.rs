//! Times of impact: moving balls by the quadratic, any shapes by conservative advancement.

use jostle::geometry::{
    Ball, Capsule, Convex, ConvexPolygon, Cuboid, DQuat, DVec2, DVec3, Impact, Motion, MovingBall, Pose, distance, time_of_impact,
    time_of_impact_of_balls,
};

use super::oracle::{World, for_pairs, pool};
use super::random::Random;

const TOLERANCE: f64 = 1e-6;

fn ball(radius: f64, centre: [f64; 2], velocity: [f64; 2]) -> MovingBall<DVec2> {
    MovingBall { radius, centre: centre.into(), velocity: velocity.into() }
}

#[test]
fn two_roots_the_balls_meet_at_the_first() {
    let time = time_of_impact_of_balls(&ball(1.0, [0.0, 0.0], [1.0, 0.0]), &ball(0.5, [10.0, 0.0], [-1.0, 0.0]));
    assert_eq!(time, Some((10.0 - 1.5) / 2.0));
}

#[test]
fn one_root_the_balls_graze_and_that_counts() {
    let time = time_of_impact_of_balls(&ball(1.0, [0.0, 0.0], [1.0, 0.0]), &ball(1.0, [4.0, 2.0], [0.0, 0.0]));
    assert!((time.unwrap() - 4.0).abs() < 1e-12, "{time:?}");
}

#[test]
fn no_root_the_balls_miss() {
    assert_eq!(time_of_impact_of_balls(&ball(1.0, [0.0, 0.0], [1.0, 0.0]), &ball(1.0, [4.0, 2.0 + 1e-9], [0.0, 0.0])), None);
    let resting = ball(1.0, [0.0, 0.0], [0.0, 0.0]);
    assert_eq!(time_of_impact_of_balls(&resting, &ball(1.0, [3.0, 0.0], [0.0, 0.0])), None, "neither moves");
    assert_eq!(time_of_impact_of_balls(&resting, &ball(1.0, [3.0, 0.0], [1.0, 0.0])), None, "both roots are in the past");
}

#[test]
fn balls_that_touch_already_touch_at_time_zero_whichever_way_they_move() {
    for velocity in [[1.0, 0.0], [-1.0, 0.0], [0.0, 0.0]] {
        for centre in [[2.0, 0.0], [1.0, 0.0], [0.0, 0.0]] {
            assert_eq!(time_of_impact_of_balls(&ball(1.0, [0.0, 0.0], [0.0, 0.0]), &ball(1.0, centre, velocity)), Some(0.0));
        }
    }
}

/// Far apart and slow: −b + √(b² − ac) in the numerator would have no digits left.
#[test]
fn a_tiny_ball_far_away_loses_no_digits() {
    let time = time_of_impact_of_balls(&ball(1e-3, [0.0, 0.0], [1e-3, 0.0]), &ball(1e-3, [1e6, 0.0], [0.0, 0.0])).unwrap();
    assert!((time / ((1e6 - 2e-3) / 1e-3) - 1.0).abs() < 1e-14, "{time}");
}

/// Products of such numbers are none that there are.
#[test]
fn balls_of_extreme_sizes_and_speeds_miss_by_two_radii_and_meet_in_time() {
    let at = |radius, way: [f64; 2], speed: f64| time_of_impact_of_balls(&ball(radius, [0.0; 2], [0.0; 2]), &ball(0.0, way, [-speed, 0.0]));
    assert_eq!(at(1e-30, [1e-28, 2e-30], 1e-140), None);
    assert!((at(1e5, [1e6, 0.0], 1e150).unwrap() / 9e-145 - 1.0).abs() < 1e-12);
}

/// However fast they turn, and however long it is asked for: never nearer than the balls around them, nor once those have parted.
#[test]
fn shapes_that_turn_far_from_each_other_or_fly_apart_miss() {
    let square = |half: f64| ConvexPolygon::new([[-half, -half], [half, -half], [half, half], [-half, half]].map(DVec2::from)).unwrap();
    let boxes = |half: f64| Cuboid::new(DVec2::splat(half)).unwrap();
    let rest = Motion::resting(Pose::IDENTITY);
    let moving =
        |x: f64, speed: f64, spin| Motion { start: Pose::at(DVec2::new(x, 0.0)), velocity: DVec2::new(speed, 0.0), angular_velocity: spin };
    for (motion, until) in [(moving(5.0, 1.0, 1.5), f64::INFINITY), (moving(1.9, 1.0, 1.5), f64::INFINITY), (moving(10.0, 0.0, 1e3), 60.0)]
    {
        assert_eq!(time_of_impact(&square(1.0), &rest, &square(0.5), &motion, until, 1e-6), Impact::Miss, "{motion:?}");
        assert_eq!(time_of_impact(&boxes(1.0), &rest, &boxes(0.5), &motion, until, 1e-6), Impact::Miss, "{motion:?}");
        assert_eq!(time_of_impact(&Ball::new(1.0).unwrap(), &rest, &boxes(0.5), &motion, until, 1e-6), Impact::Miss, "{motion:?}");
    }
    // From far away it comes into the range of the other in time.
    let coming = moving(1e4, -10.0, 1e3);
    let Impact::Hit { time, .. } = time_of_impact(&boxes(0.5), &coming, &Ball::new(1.0).unwrap(), &rest, 2e3, 1e-6) else { panic!() };
    assert!((999.8..999.9).contains(&time), "{time}");
    for coming in [coming, moving(3.0, -1.0, 0.0)] {
        assert_eq!(time_of_impact(&boxes(0.5), &coming, &boxes(1.0), &rest, f64::NAN, 1e-6), Impact::Miss);
    }
}

fn balls<V: World>(seed: u64) {
    let mut random = Random::new(seed);
    let [mut met, mut missed] = [0; 2];
    for _ in 0..100_000 {
        let mut moving = || {
            let centre = V::direction(&mut random) * random.between(0.0, 5.0);
            MovingBall { radius: random.between(0.1, 1.0), centre, velocity: V::direction(&mut random) * random.between(0.0, 2.0) }
        };
        let [a, b] = [moving(), moving()];
        let gap = |time: f64| (a.centre + a.velocity * time).distance(b.centre + b.velocity * time) - a.radius - b.radius;
        match time_of_impact_of_balls(&a, &b) {
            Some(0.0) => assert!(gap(0.0) <= 1e-12),
            Some(time) => {
                met += 1;
                assert!(gap(time).abs() < 1e-9 * (1.0 + time) && gap(time * 0.5) > 0.0 && gap(time * (1.0 - 1e-6)) > 0.0);
            }
            None => {
                missed += 1;
                assert!((0..100).all(|step| gap(0.1 * f64::from(step)) > 0.0));
            }
        }
    }
    assert!(met > 1_000 && missed > 10_000, "{met} {missed}");
}

#[test]
fn balls_touch_at_the_time_found_and_not_before() {
    balls::<DVec2>(41);
    balls::<DVec3>(42);
}

/// Checks a hit or a miss by looking at many times before.
fn turning<V: World>(seed: u64, count: usize) {
    let [mut hits, mut misses, mut gave_up] = [0; 3];
    let mut random = Random::new(seed ^ 0xabcd);
    for_pairs::<V>(seed, count, V::FAMILIES, |pair| {
        let [a, b]: [&dyn Convex<V>; 2] = [&*pair.a.shape, &*pair.b.shape];
        let mut motion = |start: Pose<V>, spread: f64| Motion {
            start: start.moved(V::direction(&mut random) * spread),
            velocity: V::direction(&mut random) * random.between(0.0, 3.0),
            angular_velocity: V::angular_velocity(&mut random, 4.0),
        };
        let [motion_a, motion_b] = [motion(pair.pose_a, 0.0), motion(pair.pose_b, 2.5)];
        let gap = |time: f64| distance(a, &motion_a.at(time), b, &motion_b.at(time)).distance;
        let context = || format!("{} {motion_a:?} {motion_b:?}", pair.describe());
        let free_until = match time_of_impact(a, &motion_a, b, &motion_b, 2.0, TOLERANCE) {
            Impact::Hit { time, normal, point_a, point_b } => {
                hits += 1;
                assert!(gap(time) <= TOLERANCE && (0.0..=2.0).contains(&time), "{}", context());
                assert!(point_a.distance(point_b) <= TOLERANCE);
                assert!(time == 0.0 || (normal.length() - 1.0).abs() < 1e-9, "{}", context());
                time
            }
            Impact::Miss => {
                misses += 1;
                2.0
            }
            Impact::NotConverged { time } => {
                gave_up += 1;
                time
            }
            other => panic!("{other:?}"),
        };
        for step in 0..5 {
            let time = free_until * 0.1999 * f64::from(step);
            assert!(free_until == 0.0 || gap(time) > 0.0, "touch at {time} already, {free_until}: {}", context());
        }
    });
    assert!(hits > count / 10 && misses > count / 5, "{hits} {misses}");
    assert!(gave_up <= count / 1000, "{gave_up} of {count} did not converge");
}

#[test]
fn turning_shapes_touch_at_the_time_found_and_not_before_in_the_plane() {
    turning::<DVec2>(43, 100_000);
}

#[test]
fn turning_shapes_touch_at_the_time_found_and_not_before_in_space() {
    turning::<DVec3>(44, 100_000);
}

fn beside_parry<V: World>(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let pool = pool::<V>(&mut random, V::FAMILIES);
    let [mut hits, mut different] = [0; 2];
    for _ in 0..count {
        let [a, b] = [&pool[random.below(pool.len())], &pool[random.below(pool.len())]];
        let motion_a = Motion::resting(V::pose(&mut random, 1.0));
        let start = V::pose(&mut random, 1.0).moved(V::direction(&mut random) * 4.0);
        let motion_b = Motion::along(start, (V::direction(&mut random) - start.translation) * random.between(0.5, 2.0));
        let ours = match time_of_impact(&*a.shape, &motion_a, &*b.shape, &motion_b, 1.0, TOLERANCE) {
            Impact::Hit { time, .. } => Some(time),
            Impact::Miss => None,
            other => panic!("{other:?}"),
        };
        let theirs = V::parry_impact(&a.parry, &motion_a, &b.parry, &motion_b, 1.0);
        hits += usize::from(ours.is_some());
        let close = match (ours, theirs) {
            (Some(ours), Some(theirs)) => (ours - theirs).abs() < 1e-4,
            (None, None) => true,
            _ => false,
        };
        if close {
            continue;
        }
        different += 1;
        // Who is right shows in the distance, by both: at our time they touch, just before they do not.
        let gap = |time: f64| V::parry_distance(&a.parry, &motion_a.at(time), &b.parry, &motion_b.at(time));
        match ours {
            Some(time) => assert!(gap(time) <= 1e-5 && gap(time * 0.999) > 0.0, "{} {} {ours:?} {theirs:?}", a.family, b.family),
            // It grazes: parry's hit is within its own tolerance of a miss.
            None => {
                let theirs = theirs.unwrap();
                assert!(gap(theirs) > 0.0 || theirs > 1.0 - 1e-6, "{} {} {theirs:?}", a.family, b.family);
            }
        }
    }
    assert!(hits > count / 4, "{hits}");
    assert!(different < count / 200, "{different} of {count}");
}

#[test]
fn times_of_impact_agree_with_parry_in_the_plane() {
    beside_parry::<DVec2>(45, 100_000);
}

#[test]
fn times_of_impact_agree_with_parry_in_space() {
    beside_parry::<DVec3>(46, 100_000);
}

#[test]
#[ignore = "ten times as long"]
fn times_of_impact_of_a_million_pairs() {
    turning::<DVec2>(47, 1_000_000);
    turning::<DVec3>(48, 1_000_000);
    beside_parry::<DVec2>(49, 1_000_000);
    beside_parry::<DVec3>(50, 1_000_000);
}

/// A rod that spins many times past a ball that it never reaches by a hair, so that the balls around both do not tell: the bound on the speed is
/// far too careful. It must end, and say so.
#[test]
fn a_spinning_rod_that_never_gets_there_ends_with_an_honest_answer() {
    let rod = Capsule::new([-DVec2::X, DVec2::X], 0.1).unwrap();
    let speck = Ball::new(0.1).unwrap();
    let spin = Motion { start: Pose::IDENTITY, velocity: DVec2::ZERO, angular_velocity: 1e3 };
    let rest = Motion::resting(Pose::at(DVec2::new(0.0, 1.2 + 5e-7)));
    let Impact::NotConverged { time } = time_of_impact(&rod, &spin, &speck, &rest, 1e3, 1e-9) else {
        panic!("{:?}", time_of_impact(&rod, &spin, &speck, &rest, 1e3, 1e-9))
    };
    assert!(time > 0.0 && time < 1e3, "{time}");
}

#[test]
fn a_bullet_does_not_pass_through_a_sheet_of_paper() {
    let paper = Cuboid::new(DVec3::new(10.0, 10.0, 1e-4)).unwrap();
    let bullet = Capsule::new([DVec3::new(0.0, 0.0, -0.02), DVec3::new(0.0, 0.0, 0.02)], 0.005).unwrap();
    let flight = Motion {
        start: Pose::at(DVec3::new(0.3, 0.2, -50.0)),
        velocity: DVec3::new(0.0, 0.0, 900.0),
        angular_velocity: DVec3::new(0.0, 0.0, 2e4),
    };
    let rest = Motion::resting(Pose::new(DQuat::IDENTITY, DVec3::ZERO));
    let Impact::Hit { time, normal, .. } = time_of_impact(&bullet, &flight, &paper, &rest, 1.0, 1e-6) else { panic!() };
    assert!((time - (50.0 - 0.025 - 1e-4) / 900.0).abs() < 1e-8, "{time}");
    assert!(normal.distance(DVec3::Z) < 1e-6);
}

/// A ball that slides along a box and comes nearer by a thousandth of its way, or less, is a millionth of its size away, or less, for much
/// of it: rounding may say then that it does not come nearer.
#[test]
fn what_slides_along_a_face_hits_it_however_near_it_starts() {
    let (ball, cuboid) = (Ball::new(1.0).unwrap(), Cuboid::new(DVec2::new(10.0, 1.0)).unwrap());
    let mut random = Random::new(12);
    let [mut hits, mut gave_up] = [0; 2];
    for turn in 0..6_000 {
        let [slope, tolerance] = [[1e-3, 0.0], [1e-4, 1e-12], [1e-5, 1e-10]][turn % 3];
        let pose = random.pose2(0.0);
        let height = 2.0 + 10f64.powf(random.between(-9.0, -3.0));
        let motion = Motion {
            start: Pose::at(pose.point(DVec2::new(-5.0, height))),
            velocity: pose.direction(DVec2::new(1.0, -slope)),
            angular_velocity: random.between(-1.0, 1.0),
        };
        // Further on it would be past the end of the box.
        let (touch, until) = ((height - 2.0) / slope, 12.0);
        match time_of_impact(&ball, &motion, &cuboid, &Motion::resting(pose), until, tolerance) {
            Impact::Hit { time, .. } => {
                hits += 1;
                let early = (1e-12 * 20.0 + tolerance) / slope;
                assert!(time <= touch + early && time >= touch - early - 1e-9, "{time} instead of {touch}, {motion:?}");
            }
            Impact::Miss => assert!(touch > until - 1e-9, "it meets at {touch}: {motion:?} {pose:?}"),
            Impact::NotConverged { time } => {
                gave_up += 1;
                assert!(time <= touch + 1e-9, "{time} instead of {touch}");
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(hits > 5_000, "{hits} hits, gave up {gave_up} times");
}
