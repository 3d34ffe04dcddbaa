//! What collision code commonly falls into, a test for each.

use std::f64::consts::{FRAC_PI_2, PI};

use jostle::geometry::{
    Aabb, Ball, Capsule, Cone, Convex, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, DQuat, DVec2, DVec3, Ellipsoid, Method, Pose,
    Turn, Vector, contact, distance, gjk, manifold, overlaps, overlaps_by, penetration, penetration_by, quickhull_3d,
};

use super::random::{Random, prism};

fn shapes3() -> Vec<Box<dyn Convex<DVec3>>> {
    vec![
        Box::new(Ball::new(0.5).unwrap()),
        Box::new(Cuboid::new(DVec3::new(0.5, 0.7, 0.9)).unwrap()),
        Box::new(Capsule::new([DVec3::new(0.0, -0.5, 0.0), DVec3::new(0.0, 0.5, 0.0)], 0.25).unwrap()),
        Box::new(Cylinder::new(0.5, 0.4).unwrap()),
        Box::new(Cone::new(0.5, 0.4).unwrap()),
        Box::new(Ellipsoid::new(DVec3::new(0.5, 0.6, 0.9)).unwrap()),
        Box::new(prism(6, DVec3::ONE, DVec3::ZERO).unwrap()),
    ]
}

fn shapes2() -> Vec<Box<dyn Convex<DVec2>>> {
    vec![
        Box::new(Ball::new(0.5).unwrap()),
        Box::new(Cuboid::new(DVec2::new(0.5, 0.7)).unwrap()),
        Box::new(Capsule::new([DVec2::new(0.0, -0.5), DVec2::new(0.0, 0.5)], 0.25).unwrap()),
        Box::new(ConvexPolygon::new([DVec2::new(-1.0, -0.5), DVec2::new(1.0, -0.5), DVec2::new(0.0, 1.0)]).unwrap()),
    ]
}

/// The cross product of parallel edges is zero; taken as an axis, everything overlaps by zero on it, and zero wins.
#[test]
fn parallel_edges_give_no_axis() {
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    let prism = prism(4, DVec3::ONE, DVec3::ZERO).unwrap();
    for angle in [0.0, 1e-300, 1e-17, 1e-12, 1e-9, 1e-6, FRAC_PI_2, PI] {
        let pose = Pose::new(DQuat::from_rotation_y(angle), DVec3::new(1.5, 0.1, 0.2));
        for other in [&cuboid as &dyn Convex<DVec3>, &prism] {
            let by_axes = penetration_by(Method::Sat, &cuboid, &Pose::IDENTITY, other, &pose).unwrap().unwrap();
            let grown = penetration_by(Method::GjkEpa, &cuboid, &Pose::IDENTITY, other, &pose).unwrap().unwrap();
            assert!((by_axes.depth - grown.depth).abs() < 1e-9, "{angle}: {by_axes:?} {grown:?}");
            assert!(by_axes.depth > 0.2, "{angle}: {by_axes:?}");
        }
    }
    // Apart on a face axis, with all edges parallel.
    assert_eq!(penetration(&cuboid, &Pose::IDENTITY, &cuboid, &Pose::at(DVec3::new(2.1, 0.0, 0.0))), None);
}

/// With the same centre, the first direction of the search is zero, and the origin is deep inside of the difference:
/// the way out must be found all the same.
fn same_centre<V: Vector>(shapes: &[Box<dyn Convex<V>>]) {
    for a in shapes {
        for b in shapes {
            assert!(overlaps(&**a, &Pose::IDENTITY, &**b, &Pose::IDENTITY));
            assert!(gjk::overlaps(&**a, &Pose::IDENTITY, &**b, &Pose::IDENTITY));
            assert_eq!(distance(&**a, &Pose::IDENTITY, &**b, &Pose::IDENTITY).distance, 0.0);
            for method in [Method::Fastest, Method::GjkEpa] {
                let found = penetration_by(method, &**a, &Pose::IDENTITY, &**b, &Pose::IDENTITY).unwrap().unwrap();
                assert!(found.depth > 0.4 && (found.normal.length() - 1.0).abs() < 1e-12, "{found:?}");
                let way = Pose::at(found.normal * (found.depth + 1e-6));
                assert!(!overlaps(&**a, &Pose::IDENTITY, &**b, &way), "{found:?}");
            }
            assert!(contact(&**a, &Pose::IDENTITY, &**b, &Pose::IDENTITY).unwrap().point_a.is_finite());
        }
    }
}

#[test]
fn coincident_centres() {
    same_centre(&shapes2());
    same_centre(&shapes3());
}

/// Shapes that touch in a corner, along an edge, or in a face: the search closes in on distance 0 and must not go
/// round in circles; touching counts.
#[test]
fn shapes_that_only_touch() {
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    for offset in [DVec3::new(2.0, 0.0, 0.0), DVec3::new(2.0, 2.0, 0.0), DVec3::new(2.0, 2.0, 2.0), DVec3::new(2.0, 0.5, -0.25)] {
        for method in [Method::Fastest, Method::Sat, Method::GjkEpa] {
            assert_eq!(overlaps_by(method, &cuboid, &Pose::IDENTITY, &cuboid, &Pose::at(offset)), Ok(true), "{offset} {method:?}");
            let found = penetration_by(method, &cuboid, &Pose::IDENTITY, &cuboid, &Pose::at(offset)).unwrap().unwrap();
            assert!(found.depth < 1e-12 && found.normal.dot(offset) > 0.0, "{offset} {method:?} {found:?}");
            assert!(!overlaps(&cuboid, &Pose::IDENTITY, &cuboid, &Pose::at(offset + found.normal * 1e-9)), "{found:?}");
        }
        assert_eq!(distance(&cuboid, &Pose::IDENTITY, &cuboid, &Pose::at(offset)).distance, 0.0);
    }
    let [low, high] = [Cuboid::new(DVec2::ONE).unwrap(), Cuboid::new(DVec2::new(0.5, 1.0)).unwrap()];
    let found = penetration_by(Method::GjkEpa, &low, &Pose::IDENTITY, &high, &Pose::at(DVec2::new(0.3, 2.0))).unwrap().unwrap();
    assert!(found.depth < 1e-12 && found.normal.distance(DVec2::Y) < 1e-9, "{found:?}");
}

/// The Minkowski difference of two segments in one plane has no inside. Crossing capsules leave each other across
/// that plane, by their radii.
#[test]
fn flat_polytopes() {
    let along = |axis: DVec3| Capsule::new([-axis, axis], 0.25).unwrap();
    let [a, b] = [along(DVec3::X), along(DVec3::Y)];
    let crossing = penetration(&a, &Pose::IDENTITY, &b, &Pose::at(DVec3::new(0.3, 0.2, 0.0))).unwrap();
    assert!((crossing.depth - 0.5).abs() < 1e-12 && crossing.normal.z.abs() > 1.0 - 1e-12, "{crossing:?}");
    // On one line: any way across will do.
    let on_one_line = penetration(&a, &Pose::IDENTITY, &a, &Pose::at(DVec3::new(0.5, 0.0, 0.0))).unwrap();
    assert!((on_one_line.depth - 0.5).abs() < 1e-12 && on_one_line.normal.x.abs() < 1e-9, "{on_one_line:?}");
    // In the plane segments on one line are flat, crossing ones are not.
    let along = |axis: DVec2| Capsule::new([-axis, axis], 0.25).unwrap();
    let flat = penetration(&along(DVec2::X), &Pose::IDENTITY, &along(DVec2::X), &Pose::at(DVec2::new(0.5, 0.0))).unwrap();
    assert!((flat.depth - 0.5).abs() < 1e-12 && flat.normal.y.abs() > 1.0 - 1e-12, "{flat:?}");
    let cross = penetration(&along(DVec2::X), &Pose::IDENTITY, &along(DVec2::Y), &Pose::at(DVec2::new(0.8, 0.1))).unwrap();
    assert!((cross.depth - 0.7).abs() < 1e-12 && cross.normal.distance(DVec2::X) < 1e-12, "{cross:?}");
}

/// A box a million times flatter than wide gives simplices that are slivers.
#[test]
fn degenerate_simplices_of_very_flat_boxes() {
    let mut random = Random::new(61);
    let sheet = Cuboid::new(DVec3::new(1.0, 1e-6, 1.0)).unwrap();
    for _ in 0..20_000 {
        let [pose_a, pose_b] = [random.pose3(0.8), random.pose3(0.8)];
        let closest = distance(&sheet, &pose_a, &sheet, &pose_b);
        let by_axes = penetration_by(Method::Sat, &sheet, &pose_a, &sheet, &pose_b).unwrap();
        assert!(closest.converged, "{closest:?} {pose_a:?} {pose_b:?}");
        assert!((closest.distance == 0.0) == by_axes.is_some() || closest.distance < 1e-9, "{closest:?} {by_axes:?}");
        let grown = penetration_by(Method::GjkEpa, &sheet, &pose_a, &sheet, &pose_b).unwrap();
        let depth = |found: Option<jostle::geometry::Penetration<DVec3>>| found.map_or(0.0, |found| found.depth);
        assert!((depth(by_axes) - depth(grown)).abs() < 1e-9, "{by_axes:?} {grown:?} {pose_a:?} {pose_b:?}");
    }
}

/// The sign of the translation vector: from A to B, so moving B along it parts them, and moving it against does not.
#[test]
fn the_normal_points_from_a_to_b() {
    let poses = [DVec3::X, DVec3::NEG_Y, DVec3::new(0.3, 0.2, -0.8)].map(|way| Pose::at(way * 0.6));
    for a in &shapes3() {
        for b in &shapes3() {
            for pose in poses {
                let Some(found) = penetration(&**a, &Pose::IDENTITY, &**b, &pose) else { continue };
                // Not against the way to B; at right angles where a side is nearer.
                assert!(found.normal.dot(pose.translation) > -1e-9, "{found:?} {pose:?}");
                let back = penetration(&**b, &pose, &**a, &Pose::IDENTITY).unwrap();
                assert!((back.depth - found.depth).abs() < 1e-6, "{found:?} {back:?}");
                assert!(!overlaps(&**a, &Pose::IDENTITY, &**b, &pose.moved(found.normal * (found.depth + 1e-6))));
            }
        }
    }
}

/// A point between the radius and the corner: the axes overlap within the radius, but the circle is past the corner.
/// The separating axis test must not call that an overlap.
#[test]
fn a_circle_off_a_corner_is_not_decided_by_the_axes_of_the_box() {
    let [square, circle] = [&Cuboid::new(DVec2::ONE).unwrap() as &dyn Convex<DVec2>, &Ball::new(0.5).unwrap()];
    let pose = Pose::at(DVec2::splat(1.4));
    assert!(!overlaps(square, &Pose::IDENTITY, circle, &pose));
    assert!(overlaps_by(Method::Sat, square, &Pose::IDENTITY, circle, &pose).is_err());
    let inside = penetration_by(Method::Sat, square, &Pose::IDENTITY, circle, &Pose::at(DVec2::new(0.75, 0.0))).unwrap().unwrap();
    assert!((inside.depth - 0.75).abs() < 1e-12, "{inside:?}");
}

/// Far from the origin the coordinates have few digits left after the point; the pair is looked at from A's frame.
#[test]
fn far_from_the_origin() {
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    let cylinder = Cylinder::new(1.0, 1.0).unwrap();
    let far = DVec3::new(3e7, -5e7, 1e7);
    for offset in [DVec3::new(1.5, 0.25, 0.0), DVec3::new(3.0, 0.25, 0.5)] {
        let near = distance(&cuboid, &Pose::IDENTITY, &cylinder, &Pose::at(offset));
        let there = distance(&cuboid, &Pose::at(far), &cylinder, &Pose::at(far + offset));
        assert!((near.distance - there.distance).abs() < 1e-7 && there.converged, "{near:?} {there:?}");
        let [near, there] = [Pose::IDENTITY, Pose::at(far)].map(|pose| penetration(&cuboid, &pose, &cylinder, &pose.moved(offset)));
        assert_eq!(near.is_some(), there.is_some());
        if let (Some(near), Some(there)) = (near, there) {
            assert!((near.depth - there.depth).abs() < 1e-7, "{near:?} {there:?}");
        }
    }
}

/// A polygon that is turned by nearly nothing has edges nearly parallel to its own: near duplicates of axes.
#[test]
fn nearly_parallel_faces() {
    let polygon = ConvexPolygon::new((0..6).map(|i| DVec2::from_angle(f64::from(i) * PI / 3.0)).collect::<Vec<_>>()).unwrap();
    for angle in [0.0, 1e-16, 1e-12, 1e-8, 1e-4] {
        let pose = Pose::new(Turn::by(angle), DVec2::new(1.0, 0.3));
        let by_axes = penetration_by(Method::Sat, &polygon, &Pose::IDENTITY, &polygon, &pose).unwrap().unwrap();
        let grown = penetration_by(Method::GjkEpa, &polygon, &Pose::IDENTITY, &polygon, &pose).unwrap().unwrap();
        assert!((by_axes.depth - grown.depth).abs() < 1e-12 && grown.converged, "{angle} {by_axes:?} {grown:?}");
    }
}

/// A ball whose centre is on the core of a capsule leaves it sideways: what lies between them is rounding, which may lead along the core.
fn ball_on_the_core<V: Vector>(directions: &[V]) {
    let ball = Ball::new(0.25).unwrap();
    for &direction in directions {
        for k in 1..2_000 {
            let (low, high) = (direction * (-0.001 * f64::from(k)), direction * (0.000_7 * f64::from(k % 1_900 + 20)));
            let capsule = Capsule::new([low, high], 0.1).unwrap();
            for share in [0.0, 0.1, 0.3, 0.77] {
                let pose = Pose::at(low + (high - low) * (0.1 + share));
                let found = penetration(&capsule, &Pose::IDENTITY, &ball, &pose).unwrap();
                let sideways = found.normal.dot(direction.normalized().unwrap());
                assert!((found.depth - 0.35).abs() < 1e-12 && sideways.abs() < 1e-9, "{low:?} {high:?} {pose:?}: {found:?}");
            }
        }
    }
}

#[test]
fn a_ball_on_the_core_of_a_capsule_leaves_it_sideways() {
    ball_on_the_core(&[(1.0, 1.0), (1.0, -1.0), (1.0, 0.0), (1.0, 2.0), (3.0, 4.0)].map(|(x, y)| DVec2::new(x, y)));
    ball_on_the_core(&[(1.0, 1.0, 1.0), (1.0, -1.0, 0.0), (1.0, 2.0, 2.0)].map(|(x, y, z)| DVec3::new(x, y, z)));
}

/// Corners on a line are hull corners where rounding bends it, and the sides between them are parallel, nearly: they are one side.
#[test]
fn a_box_lies_on_all_of_a_side_that_rounding_bends() {
    let mut random = Random::new(7);
    let chest = Cuboid::new(DVec2::new(0.2, 0.1)).unwrap();
    for _ in 0..3_000 {
        let ([low, high, _], polygon) = random.bent_triangle();
        let way = (high - low).normalized().unwrap();
        let length = low.distance(high);
        let place = low + way * random.between(0.2, (length - 0.2).max(0.2)) - way.perp() * 0.099;
        let found = manifold(&polygon, &Pose::IDENTITY, &chest, &Pose::new(Turn::by(way.y.atan2(way.x)), place), 0.01).unwrap();
        let [first, last] = found.points() else { panic!("one point of {place} on {polygon:?}") };
        let width = first.point_a.distance(last.point_a);
        assert!((width - length.min(0.4)).abs() < 1e-6, "{width} of {place} on {polygon:?}");
    }
}

/// Rounding lifts points out of the middle of a turned face: by exact signs they are corners, and who climbs to the other side of the body
/// along edges gets to one from which none leads on.
#[test]
fn a_climb_does_not_end_in_the_middle_of_a_face() {
    let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), 1.71);
    let grid: Vec<DVec3> =
        (0..729u32).map(|j| turn * (DVec3::new(f64::from(j % 9), f64::from(j / 9 % 9), f64::from(j / 81)) * 0.25 - DVec3::ONE)).collect();
    let body = ConvexPolyhedron::of_hull(&quickhull_3d(&grid).unwrap()).unwrap();
    let cube = Cuboid::new(DVec3::splat(0.5)).unwrap();
    for axis in [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::X, -DVec3::Y, -DVec3::Z] {
        let near = Pose::new(turn, turn * (axis * 1.4));
        assert!(overlaps(&body, &Pose::IDENTITY, &cube, &near) && overlaps(&cube, &near, &body, &Pose::IDENTITY), "{axis}");
        assert_eq!(distance(&body, &Pose::IDENTITY, &cube, &near).distance, 0.0, "{axis}");
        let depth = penetration(&body, &Pose::IDENTITY, &cube, &near).unwrap().depth;
        assert!((depth - 0.1).abs() < 1e-9, "{axis}: {depth}");
        let support = Convex::support(&body, turn * axis).dot(turn * axis);
        assert!((support - 1.0).abs() < 1e-9, "{axis}: {support}");
    }
}

/// The facet of the polytope on which the deepest point is may have been cut away for others beside it, which are turned a little.
#[test]
fn the_points_of_a_shallow_contact_are_on_both_shapes() {
    let chest = Cuboid::new(DVec3::new(2.4000000000000004, 1.3, 7.9)).unwrap();
    let tin = Cylinder::new(0.74, 0.37).unwrap();
    let turn = DQuat::from_xyzw(-0.31706555321843155, -0.6481062810278335, -0.32109529357873734, 0.6134537438928426);
    let pose = Pose::new(turn, DVec3::new(3.215113324443185, -1.1592156037297332, 6.487665326182143));
    let found = contact(&chest, &Pose::IDENTITY, &tin, &pose).unwrap();
    let other = contact(&tin, &pose, &chest, &Pose::IDENTITY).unwrap();
    assert!(found.point_a.distance(other.point_b) < 1e-4 && found.point_b.distance(other.point_a) < 1e-4, "{found:?} {other:?}");
    assert!((found.point_a.z - 6.47187).abs() < 1e-4, "{found:?}");
}

/// Far from the origin, places have few digits after the point; what two shapes have in common does not depend on where they are.
#[test]
fn pairs_far_from_the_origin_are_as_deep_as_near_it() {
    let half = 0.3;
    let (cuboid, aabb) = (Cuboid::new(DVec2::splat(half)).unwrap(), Aabb::around(DVec2::ZERO, DVec2::splat(half)));
    for far in [0.0, 1e9, 1e12] {
        let [here, there] = [0.0, 0.5625].map(|x| Pose::at(DVec2::new(far + x, far)));
        for shape in [&cuboid as &dyn Convex<DVec2>, &aabb] {
            let depths = [
                penetration(shape, &here, shape, &there).unwrap().depth,
                contact(shape, &here, shape, &there).unwrap().penetration.depth,
                manifold(shape, &here, shape, &there, 0.0).unwrap().points()[0].depth,
            ];
            assert!(depths.iter().all(|depth| (depth - 0.0375).abs() < 1e-12), "{depths:?} at {far}");
        }
        let apart = Pose::at(DVec2::new(far + 0.75, far));
        let closest = distance(&aabb, &here, &aabb, &apart);
        assert!((closest.distance - 0.15).abs() < 1e-12, "{closest:?}");
        assert!((closest.point_a - here.translation - DVec2::X * half).length() < 1e-3, "{closest:?}");
    }
    let tilted = DQuat::from_rotation_z(0.3);
    let (floor, chest) = (Cuboid::new(DVec3::new(5.0, 1.0, 5.0)).unwrap(), Cuboid::new(DVec3::splat(0.5)).unwrap());
    for far in [0.0, 1e9] {
        let here = Pose::new(tilted, DVec3::splat(far));
        let lying = Pose::new(tilted, here.translation + (tilted * (DVec3::Y * 1.4375)));
        let exact = 1.5 - (lying.translation - here.translation).dot(tilted * DVec3::Y);
        let found = manifold(&floor, &here, &chest, &lying, 0.0).unwrap();
        assert!(found.points().len() == 4 && found.points().iter().all(|point| (point.depth - exact).abs() < 1e-9), "{found:?} at {far}");
    }
}
