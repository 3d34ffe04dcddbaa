//! What the documentation promises, where shapes are next to degenerate: they touch exactly, are thin, far away, or much larger one than
//! the other. Each of these was wrong once.

use jostle::geometry::{
    Aabb, Ball, Capsule, Cone, Convex, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, DQuat, DVec2, DVec3, Ellipsoid, Impact, Motion,
    Pose, Ray, ShapeError, Turn, Vector, contact, distance, graham_scan, overlaps, penetration, quickhull_2d, quickhull_3d, ray_cast,
    time_of_impact,
};

use super::oracle::{World, for_pairs};
use super::random::Random;

/// Whether a way out is told that parts two shapes that overlap.
fn is_parted<V: Vector>(a: &dyn Convex<V>, pose_a: &Pose<V>, b: &dyn Convex<V>, pose_b: &Pose<V>) -> bool {
    let out = penetration(a, pose_a, b, pose_b);
    out.is_some_and(|out| !overlaps(a, pose_a, b, &pose_b.moved(out.normal * (out.depth + 1e-9))))
}

/// Whether both contact points are on the surface, or in it.
fn off_the_shapes<V: Vector>(a: &dyn Convex<V>, pose_a: &Pose<V>, b: &dyn Convex<V>, pose_b: &Pose<V>) -> Option<f64> {
    let found = contact(a, pose_a, b, pose_b).filter(|found| found.penetration.converged)?;
    let dot = Ball::new(1e-12).unwrap();
    let off = |shape: &dyn Convex<V>, pose: &Pose<V>, point| distance(shape, pose, &dot, &Pose::at(point)).distance;
    Some(off(a, pose_a, found.point_a).max(off(b, pose_b, found.point_b)))
}

#[test]
fn a_ball_whose_centre_is_on_a_segment_an_edge_or_a_side_is_parted() {
    let ball = Ball::new(0.25).unwrap();
    for k in 0..1000 {
        let (angle, share) = (f64::from(k) * 0.0031, f64::from(k % 97) / 97.0);
        let (from, to) = (DVec2::from_angle(angle), DVec2::from_angle(angle + 2.0) * 3.0);
        let at = Pose::at(from + (to - from) * share);
        let capsule = Capsule::new([from, to], 0.5).unwrap();
        assert!(is_parted(&capsule, &Pose::IDENTITY, &ball, &at), "{capsule:?} {at:?}");
        let triangle = ConvexPolygon::new([from, to, DVec2::from_angle(angle + 4.0)]).unwrap();
        assert!(is_parted(&triangle, &Pose::IDENTITY, &ball, &at), "{triangle:?} {at:?}");
    }
    // A unit in the last place from the end of a segment.
    let capsule = Capsule::new([DVec2::ONE, DVec2::new(1.6, 1.8)], 0.5).unwrap();
    let at = Pose::at(DVec2::new(1.0 + f64::EPSILON, 1.0));
    assert!(is_parted(&capsule, &Pose::IDENTITY, &ball, &at));
    let (ball, axis) = (Ball::new(0.25).unwrap(), DVec3::new(0.3, 0.5, 0.8).normalize());
    let capsule = Capsule::new([DVec3::NEG_Y, DVec3::Y], 0.5).unwrap();
    let cylinder = Cylinder::new(1.0, 0.7).unwrap();
    for k in 0..1000 {
        let pose = Pose::new(DQuat::from_axis_angle(axis, f64::from(k) * 0.01), DVec3::new(1.0, 2.0, 3.0));
        let height = f64::from(k % 89) / 50.0 - 0.9;
        let around = DVec2::from_angle(f64::from(k)) * 0.7;
        assert!(is_parted(&capsule, &pose, &ball, &Pose::at(pose.point(DVec3::Y * height))), "{k}");
        assert!(is_parted(&cylinder, &pose, &ball, &Pose::at(pose.point(DVec3::new(around.x, height, around.y)))), "{k}");
    }
}

#[test]
fn contact_points_are_on_their_shapes() {
    let mut random = Random::new(5);
    let mut contacts = 0;
    for_pairs::<DVec3>(21, 20_000, DVec3::FAMILIES, |pair| {
        let [a, b] = [&*pair.a.shape, &*pair.b.shape];
        if let Some(off) = off_the_shapes(a, &pair.pose_a, b, &pair.pose_b) {
            assert!(off < 1e-4 * (a.bounding_radius() + b.bounding_radius()), "off by {off}: {}", pair.describe());
            contacts += 1;
        }
    });
    assert!(contacts > 3_000, "{contacts}");
    // Stones on floors: the lowest corner is where they touch.
    for half in [10.0, 1e6] {
        let floor = Cuboid::new(DVec3::new(half, 1.0, half)).unwrap();
        for _ in 0..300 {
            let hull = quickhull_3d(&(0..20).map(|_| random.direction3() * 0.5).collect::<Vec<_>>()).unwrap();
            let stone = ConvexPolyhedron::of_hull(&hull).unwrap();
            let turned = random.pose3(0.0);
            let lowest = stone.support(turned.local_direction(DVec3::NEG_Y));
            let place = DVec3::new(random.between(-0.5, 0.5), 0.99 - turned.point(lowest).y, random.between(-0.5, 0.5));
            let pose = Pose { translation: turned.translation + place, ..turned };
            let found = contact(&floor, &Pose::IDENTITY, &stone, &pose).unwrap();
            let missed = found.point_b.distance(pose.point(lowest));
            assert!((found.penetration.depth - 0.01).abs() < 1e-8 && missed < 1e-6 * half, "{missed}: {found:?}");
        }
    }
}

#[test]
fn cores_that_touch_exactly_are_parted() {
    let points: Vec<DVec3> = (0..8).map(|k| DVec3::new(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2)) * 2.0 - 1.0).collect();
    let hull = quickhull_3d(&points).unwrap();
    let cube = ConvexPolyhedron::of_hull(&hull).unwrap();
    let ball = Ball::new(0.5).unwrap();
    for k in 0..1000 {
        let pose = Pose::new(DQuat::from_rotation_z(f64::from(k) * 0.1), DVec3::ZERO);
        assert!(is_parted(&cube, &pose, &ball, &Pose::at(pose.point(points[k as usize % 8]))), "{k}");
    }
    // Capsules and boxes on a grid.
    let mut random = Random::new(3);
    let mut grid = || (random.below(9) as f64 - 4.0) * 0.5;
    for _ in 0..20_000 {
        let Ok(capsule) = Capsule::new([DVec2::new(grid(), grid()), DVec2::new(grid(), grid())], 1.0) else { continue };
        let cuboid = Cuboid::new(DVec2::new(grid().abs() + 0.5, grid().abs() + 0.5)).unwrap();
        let turned = if grid() > 0.0 { Turn { cos: 0.6, sin: 0.8 } } else { Turn { cos: 0.0, sin: 1.0 } };
        let pose = Pose::new(turned, DVec2::new(grid(), grid()));
        // Where they only touch, rounding may say that they do not.
        let smaller = Capsule::new(capsule.ends(), 1.0 - 1e-9).unwrap();
        if overlaps(&smaller, &Pose::IDENTITY, &cuboid, &pose) {
            assert!(is_parted(&capsule, &Pose::IDENTITY, &cuboid, &pose), "{capsule:?} {cuboid:?} {pose:?}");
        }
    }
}

/// A corner that is split in two stays where it was for all that can be seen; climbing along edges ended at it.
#[test]
fn the_furthest_corner_is_found_however_near_its_neighbours_are() {
    let mut random = Random::new(8);
    for apart in [1e-14, 1e-10, 1e-7, 1e-3] {
        let mut points: Vec<DVec3> = (0..40).map(|_| random.direction3()).collect();
        points.extend(points.clone().into_iter().map(|point| point + random.direction3() * apart));
        let hull = quickhull_3d(&points).unwrap();
        let stone = ConvexPolyhedron::of_hull(&hull).unwrap();
        assert!(stone.corners().len() > 40);
        for _ in 0..3000 {
            let direction = random.direction3();
            let furthest = stone.corners().iter().map(|corner| corner.dot(direction)).fold(f64::MIN, f64::max);
            assert!(furthest - stone.core_support(direction).dot(direction) < 1e-9, "{apart}");
        }
    }
}

#[test]
fn corners_of_a_body_may_not_repeat() {
    let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(0.0, 1.0, -0.0)];
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 4], [4, 3, 1], [0, 4, 2], [2, 4, 1]];
    let error = ConvexPolyhedron::new(corners, &faces).unwrap_err();
    assert!(matches!(error, ShapeError::Repeated { first: 2, second: 4, .. }), "{error}");
    assert!(error.to_string().contains("corner 4 repeats corner 2"), "{error}");
}

/// Of points of a grid that is turned, so that many are next to planes and lines.
#[test]
fn every_hull_makes_a_shape() {
    let mut random = Random::new(2);
    let [mut bodies, mut polygons] = [0; 2];
    for _ in 0..1500 {
        let turn = random.pose3(3.0);
        let mut number = || random.below(4) as f64;
        let points: Vec<DVec3> = (0..30).map(|_| turn.point(DVec3::new(number(), number(), number()))).collect();
        if let Ok(hull) = quickhull_3d(&points) {
            let body = ConvexPolyhedron::of_hull(&hull).unwrap();
            let centre = points.iter().sum::<DVec3>() / points.len() as f64;
            let direction = random.direction3();
            assert!(body.support(direction).dot(direction) >= centre.dot(direction));
            bodies += 1;
        }
        let flat: Vec<DVec2> = points.iter().map(|point| DVec2::new(point.x, point.y)).collect();
        for hull in [graham_scan(&flat), quickhull_2d(&flat)] {
            ConvexPolygon::new(hull.unwrap()).unwrap();
            polygons += 1;
        }
    }
    assert!(bodies > 1000 && polygons == 3000, "{bodies}, {polygons}");
    let needle = ConvexPolygon::new([DVec2::ZERO, DVec2::new(1.0, -1e-10), DVec2::new(1.0, 1e-10)]).unwrap();
    assert!(!overlaps(&needle, &Pose::IDENTITY, &Ball::new(1e-3).unwrap(), &Pose::at(DVec2::new(0.5, 1.0009e-3))));
}

#[test]
fn points_next_to_a_line_have_no_hull_however_they_lie() {
    let lying = [[0.5, 0.0], [0.500_001, 1e-14], [0.0, 5e-15], [1.0, 5e-15]].map(DVec2::from);
    let standing = lying.map(|point| DVec2::new(point.y, point.x));
    for points in [lying, standing] {
        for hull in [graham_scan(&points), quickhull_2d(&points)] {
            assert!(matches!(hull, Err(ShapeError::Flat { .. })), "{hull:?}");
        }
    }
}

#[test]
fn what_is_in_a_thin_disc_overlaps_it() {
    let mut random = Random::new(1);
    for thickness in [1e-3, 1e-6, 1e-8] {
        let disc = Cylinder::new(thickness, 1.0).unwrap();
        let small = [0.1, 0.05, 0.02].map(|share| share * thickness);
        let inside: [&dyn Convex<DVec3>; 2] =
            [&Ellipsoid::new(small.into()).unwrap(), &Cylinder::new(0.1 * thickness, 0.1 * thickness).unwrap()];
        for _ in 0..2000 {
            let pose = random.pose3(0.0);
            let mut share = || random.between(-0.5, 0.5);
            let place = pose.point(DVec3::new(share(), thickness * share(), share()));
            let other = Pose { translation: place, ..random.pose3(0.0) };
            for shape in inside {
                assert!(overlaps(&disc, &pose, shape, &other) && overlaps(shape, &other, &disc, &pose), "{thickness}: {pose:?} {other:?}");
            }
        }
    }
}

#[test]
fn capsules_are_as_far_apart_wherever_they_are_and_cross_however_little_they_turn() {
    let capsule = Capsule::new([DVec2::new(-0.3, 0.0), DVec2::new(0.3, 0.0)], 0.1).unwrap();
    let mut random = Random::new(4);
    for far in [1e6, 1e9, 1e12] {
        for _ in 0..200 {
            let turns = [0; 2].map(|_| Turn::by(random.between(0.0, 6.0)));
            let a = Pose::new(turns[0], DVec2::splat(far));
            let b = Pose::new(turns[1], DVec2::splat(far) + random.direction2());
            // As seen from A, exactly: what is left is how coarse places are there.
            let way = b.translation - a.translation;
            let near = distance(&capsule, &Pose::new(turns[0], DVec2::ZERO), &capsule, &Pose::new(turns[1], way));
            let there = distance(&capsule, &a, &capsule, &b);
            assert!((there.distance - near.distance).abs() < 1e-14, "{far}: {there:?} {near:?}");
        }
    }
    for k in 0..2000 {
        let sine = 10f64.powf(-4.0 - 5.0 * f64::from(k) / 2000.0);
        let crossing = |sine: f64| Capsule::new([DVec2::new(-0.5, -sine), DVec2::new(0.5, sine)], 1e-12).unwrap();
        let shift = Pose::at(DVec2::new(0.3 * f64::from(k) / 2000.0, 0.0));
        assert!(overlaps(&crossing(sine), &Pose::IDENTITY, &crossing(-sine), &shift), "{sine}");
    }
}

#[test]
fn a_ray_beside_a_shape_misses_it_wherever_that_is_in_its_frame() {
    let ray = |origin: DVec2, direction: DVec2| Ray { origin, direction, until: f64::INFINITY };
    for (far, beside) in [(0.0, 1e-8), (1e3, 1e-8), (1e6, 1e-6), (1e9, 1e-4)] {
        let corner = DVec2::splat(far);
        let shape = Aabb::shape(corner, corner + DVec2::ONE).unwrap();
        let up = |beside: f64| ray_cast(&shape, &Pose::IDENTITY, &ray(corner + DVec2::new(1.0 + beside, -5.0), DVec2::Y));
        assert_eq!(up(beside), None, "{far}");
        let hit = up(-beside).unwrap();
        assert!((hit.time - 5.0).abs() < 1e-6 && hit.normal.distance(DVec2::NEG_Y) < 1e-3, "{far}: {hit:?}");
        // From next to it.
        let close = corner + DVec2::new(1.0 + beside, 0.5);
        assert_eq!(ray_cast(&shape, &Pose::IDENTITY, &ray(close, DVec2::X)), None, "{far}");
        let hit = ray_cast(&shape, &Pose::IDENTITY, &ray(close, DVec2::NEG_X)).unwrap();
        assert!(hit.time <= beside + 1e-15 * far && hit.normal.distance(DVec2::X) < 1e-6, "{far}: {hit:?}");
    }
}

#[test]
fn directions_may_have_any_length() {
    let (ball, cuboid) = (Ball::new(1.0).unwrap(), Cuboid::new(DVec2::ONE).unwrap());
    let at = Pose::at(DVec2::new(5.0, 0.0));
    let round: [&dyn Convex<DVec3>; 4] = [
        &Ellipsoid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap(),
        &Cylinder::new(1.0, 2.0).unwrap(),
        &jostle::geometry::Cone::new(1.0, 2.0).unwrap(),
        &Capsule::new([DVec3::NEG_Y, DVec3::Y], 0.5).unwrap(),
    ];
    let along = DVec3::new(0.0, 0.1, 1.0);
    for exponent in [-300, -200, -150, 0, 100, 160, 300] {
        let length = 10f64.powi(exponent);
        for shape in [&ball as &dyn Convex<DVec2>, &cuboid] {
            let ray = Ray { origin: DVec2::ZERO, direction: DVec2::X * length, until: f64::INFINITY };
            let hit = ray_cast(shape, &at, &ray).unwrap();
            assert!((hit.time * length - 4.0).abs() < 1e-9 && hit.normal.distance(DVec2::NEG_X) < 1e-9, "{exponent}: {hit:?}");
        }
        for shape in round {
            assert!(shape.support(along * length).distance(shape.support(along)) < 1e-12, "{exponent}: {shape:?}");
        }
    }
}

#[test]
fn shapes_that_run_into_each_other_hit_however_near_they_are_and_wherever() {
    let (cuboid, ball) = (Cuboid::new(DVec2::ONE).unwrap(), Ball::new(0.499_999_999_999_999_94).unwrap());
    let down = Motion::along(Pose::at(DVec2::new(0.0, 1.5)), DVec2::NEG_Y);
    let impact = time_of_impact(&cuboid, &Motion::resting(Pose::IDENTITY), &ball, &down, 1.0, 0.0);
    assert!(matches!(impact, Impact::Hit { .. }), "{impact:?}");
    let smaller = Cuboid::new(DVec2::splat(0.5)).unwrap();
    let mut random = Random::new(6);
    for far in [0.0, 1e3, 1e6, 1e8] {
        for spin in [0.0, 1e-9] {
            for _ in 0..200 {
                let turn = Turn::by(random.between(0.0, 6.0));
                let side = Pose::new(turn, DVec2::ZERO).direction(DVec2::X);
                let place = DVec2::splat(far);
                let start = Pose::new(turn, place + side * 2.5);
                let moving = Motion { angular_velocity: spin, ..Motion::along(start, -side) };
                let impact = time_of_impact(&cuboid, &Motion::resting(Pose::new(turn, place)), &smaller, &moving, 10.0, 1e-6);
                let Impact::Hit { time, normal, .. } = impact else { panic!("{impact:?}") };
                assert!((time - 1.0).abs() < 2e-6 + 1e-15 * far && normal.distance(side) < 1e-6, "{far}: {impact:?}");
            }
        }
    }
}

/// The cast stops as soon as it is near enough; which way the shapes stand to each other then takes a look of its own.
#[test]
fn the_normal_of_an_impact_separates_the_shapes_with_a_rough_tolerance_too() {
    let mut hits = 0;
    for_pairs::<DVec3>(33, 4000, DVec3::FAMILIES, |pair| {
        let [a, b] = [&*pair.a.shape, &*pair.b.shape];
        let size = a.bounding_radius() + b.bounding_radius();
        let away = pair.pose_b.moved(DVec3::new(0.3, 0.5, 0.8) * (3.0 * size));
        let coming = Motion::along(away, (pair.pose_a.translation - away.translation) * 0.5);
        let impact = time_of_impact(a, &Motion::resting(pair.pose_a), b, &coming, 2.0, 1e-3 * size);
        let Impact::Hit { time, normal, .. } = impact else { return };
        let pose_b = coming.at(time);
        // The furthest point of A along the normal is this side of the nearest of B.
        let [of_a, of_b] = [a.posed_support(&pair.pose_a, normal), b.posed_support(&pose_b, -normal)];
        assert!((of_b - of_a).dot(normal) > -1e-3 * size, "{impact:?}: {}", pair.describe());
        hits += 1;
    });
    assert!(hits > 3000, "{hits}");
}

/// Where the way out is told by what rounding leaves of the distance.
fn corners_are_parted<V: Vector>(shape: &dyn Convex<V>, corners: &[V], poses: impl Iterator<Item = Pose<V>>) {
    for (pose, corner) in poses.zip(corners.iter().cycle()) {
        for radius in [0.25, 1.5] {
            let (ball, at) = (Ball::new(radius).unwrap(), Pose::at(pose.point(*corner)));
            assert!(is_parted(shape, &pose, &ball, &at), "{shape:?} {pose:?} {at:?}");
        }
    }
}

#[test]
fn a_ball_whose_centre_is_on_an_end_a_corner_or_a_rim_is_parted() {
    let mut random = Random::new(8);
    for _ in 0..200 {
        let ends = [random.direction2() * 2.0, random.direction2() * 3.0];
        let outline = [[1.0, -2.0], [3.0, -2.0], [3.0, 1.0], [-1.0, 3.0], [0.0, -1.0]].map(DVec2::from);
        let poses: Vec<_> = (0..20).map(|_| random.pose2(4.0)).collect();
        corners_are_parted(&Capsule::new(ends, 0.5).unwrap(), &ends, poses.iter().copied());
        corners_are_parted(&ConvexPolygon::new(outline).unwrap(), &outline, poses.iter().copied());
        corners_are_parted(&Cuboid::new(DVec2::new(1.0, 0.3)).unwrap(), &[DVec2::new(-1.0, 0.3)], poses.into_iter());
        let ends = [random.direction3() * 2.0, random.direction3() * 3.0];
        let around = random.direction2() * 0.7;
        let rims = [1.0, -1.0].map(|height| DVec3::new(around.x, height, around.y));
        let poses: Vec<_> = (0..20).map(|_| random.pose3(4.0)).collect();
        corners_are_parted(&Capsule::new(ends, 0.5).unwrap(), &ends, poses.iter().copied());
        corners_are_parted(&Cylinder::new(1.0, 0.7).unwrap(), &rims, poses.iter().copied());
        corners_are_parted(&Cuboid::new(DVec3::new(1.0, 0.3, 2.0)).unwrap(), &[DVec3::new(1.0, -0.3, 2.0)], poses.into_iter());
    }
}

#[test]
fn the_tip_of_a_flat_cone_is_there() {
    for (half_height, radius) in [(1.0, 1e9), (5e-9, 1.0), (1.0, 1e7), (1e-3, 1e3)] {
        let cone = Cone::new(half_height, radius).unwrap();
        let tip = DVec3::Y * half_height;
        assert_eq!(cone.support(DVec3::Y), tip);
        assert_eq!(cone.support(DVec3::new(half_height / radius, 1.0, 0.0)), tip);
        let rim = cone.support(DVec3::new(3.0 * half_height / radius, 1.0, 0.0));
        assert!(rim.y == -half_height && (rim.x / radius - 1.0).abs() < 1e-15, "{rim}");
        assert_eq!(cone.aabb(&Pose::IDENTITY).max.y, half_height);
        assert!(overlaps(&cone, &Pose::IDENTITY, &Ball::new(0.25 * half_height).unwrap(), &Pose::at(tip)));
    }
}

/// Triangles next to a line whose neighbours are, too.
#[test]
fn the_hull_of_points_next_to_each_other_makes_a_shape() {
    let points = [
        [0.10550946836969954, -0.3191157291589414, 0.9418242423550695],
        [0.9625797826264956, -0.2049658887678286, -0.17728267405570897],
        [-0.6074547815608677, 0.8111361347781703, 1.4046554236594708],
        [0.8184737183002672, -1.4493675930960528, 0.47899306105066775],
        [-0.7129642499305675, 1.1302518639371115, 0.46283118130440165],
        [0.8184737183002668, -1.449367593096053, 0.4789930610506678],
    ]
    .map(DVec3::from);
    let body = ConvexPolyhedron::of_hull(&quickhull_3d(&points).unwrap()).unwrap();
    assert!(body.normals().iter().all(|normal| (normal.length() - 1.0).abs() < 1e-9));
}
