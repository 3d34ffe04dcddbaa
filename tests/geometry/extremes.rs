//! No query on shapes that could be made panics, runs on, or gives NaN, whatever their sizes and places.

use proptest::prelude::*;

use jostle::geometry::{
    Ball, Capsule, Cone, Convex, ConvexPolygon, Cuboid, Cylinder, DQuat, DVec2, DVec3, Ellipsoid, Impact, Motion, Pose, Turn, Vector,
    contact, distance, epa, gjk, overlaps, penetration, time_of_impact,
};

use super::random::prism;

/// From the smallest to the largest that a shape may be, with most of the usual size.
fn length() -> impl Strategy<Value = f64> {
    prop_oneof![3 => 0.1..2.0, 1 => (-39.0..39.0f64).prop_map(|power| 10f64.powf(power)), 1 => (-9.0..9.0f64).prop_map(|power| 10f64.powf(power)), 1 => Just(1.0)]
}

fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), Just(1.0), -2.0..2.0, (length(), any::<bool>()).prop_map(|(size, back)| if back { -size } else { size })]
}

fn vector2() -> impl Strategy<Value = DVec2> {
    [coordinate(), coordinate()].prop_map(DVec2::from)
}

fn vector3() -> impl Strategy<Value = DVec3> {
    [coordinate(), coordinate(), coordinate()].prop_map(DVec3::from)
}

type Shape<V> = Box<dyn Convex<V>>;

fn shape2() -> impl Strategy<Value = Shape<DVec2>> {
    prop_oneof![
        length().prop_map(|radius| Box::new(Ball::new(radius).unwrap()) as Shape<DVec2>),
        [length(), length()].prop_map(|sizes| Box::new(Cuboid::new(DVec2::from(sizes)).unwrap()) as Shape<DVec2>),
        (vector2(), vector2(), length()).prop_filter_map("two ends", |(a, b, radius)| {
            Capsule::new([a, b], radius).ok().map(|capsule| Box::new(capsule) as Shape<DVec2>)
        }),
        (length(), length(), vector2()).prop_filter_map("corners apart", |(wide, high, at)| {
            let corners = [DVec2::ZERO, DVec2::new(wide, 0.0), DVec2::new(wide * 0.3, high)];
            ConvexPolygon::new(corners.map(|corner| at + corner)).ok().map(|polygon| Box::new(polygon) as Shape<DVec2>)
        }),
    ]
}

fn shape3() -> impl Strategy<Value = Shape<DVec3>> {
    prop_oneof![
        length().prop_map(|radius| Box::new(Ball::new(radius).unwrap()) as Shape<DVec3>),
        [length(), length(), length()].prop_map(|sizes| Box::new(Cuboid::new(DVec3::from(sizes)).unwrap()) as Shape<DVec3>),
        [length(), length(), length()].prop_map(|sizes| Box::new(Ellipsoid::new(DVec3::from(sizes)).unwrap()) as Shape<DVec3>),
        (length(), length()).prop_map(|(height, radius)| Box::new(Cylinder::new(height, radius).unwrap()) as Shape<DVec3>),
        (length(), length()).prop_map(|(height, radius)| Box::new(Cone::new(height, radius).unwrap()) as Shape<DVec3>),
        (vector3(), vector3(), length()).prop_filter_map("two ends", |(a, b, radius)| {
            Capsule::new([a, b], radius).ok().map(|capsule| Box::new(capsule) as Shape<DVec3>)
        }),
        (3..7usize, [length(), length(), length()], vector3()).prop_filter_map("faces", |(sides, sizes, at)| {
            prism(sides, DVec3::from(sizes), at).ok().map(|prism| Box::new(prism) as Shape<DVec3>)
        }),
    ]
}

fn pose2() -> impl Strategy<Value = Pose<DVec2>> {
    (coordinate(), vector2()).prop_map(|(angle, at)| Pose::new(Turn::by(angle % 7.0), at))
}

fn pose3() -> impl Strategy<Value = Pose<DVec3>> {
    (vector3(), coordinate(), vector3()).prop_map(|(axis, angle, at)| {
        let axis = axis.normalized().unwrap_or(DVec3::Y);
        Pose::new(DQuat::from_axis_angle(axis.normalize(), angle % 7.0), at)
    })
}

fn all_queries<V: Vector>(a: &dyn Convex<V>, pose_a: &Pose<V>, b: &dyn Convex<V>, pose_b: &Pose<V>, spin: V::AngularVelocity, velocity: V) {
    for closest in [distance(a, pose_a, b, pose_b), gjk::distance(a, pose_a, b, pose_b)] {
        assert!(closest.distance >= 0.0 && closest.distance.is_finite(), "{closest:?}");
        assert!(closest.point_a.is_finite() && closest.point_b.is_finite(), "{closest:?}");
    }
    overlaps(a, pose_a, b, pose_b);
    gjk::overlaps(a, pose_a, b, pose_b);
    for found in
        [penetration(a, pose_a, b, pose_b), epa::contact(a, pose_a, b, pose_b).map(|contact| contact.penetration)].into_iter().flatten()
    {
        assert!(found.depth >= 0.0 && found.depth.is_finite() && (found.normal.length() - 1.0).abs() < 1e-9, "{found:?}");
    }
    if let Some(points) = contact(a, pose_a, b, pose_b) {
        assert!(points.point_a.is_finite() && points.point_b.is_finite(), "{points:?}");
    }
    let moving = Motion { start: *pose_b, velocity, angular_velocity: spin };
    if let Impact::Hit { time, .. } = time_of_impact(a, &Motion::resting(*pose_a), b, &moving, 1.0, 1e-6) {
        assert!((0.0..=1.0).contains(&time));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn in_the_plane(a in shape2(), pose_a in pose2(), b in shape2(), pose_b in pose2(), spin in -1e3..1e3, velocity in vector2()) {
        all_queries(&*a, &pose_a, &*b, &pose_b, spin, velocity);
    }

    #[test]
    fn in_space(a in shape3(), pose_a in pose3(), b in shape3(), pose_b in pose3(), spin in vector3(), velocity in vector3()) {
        all_queries(&*a, &pose_a, &*b, &pose_b, spin, velocity);
    }
}
