//! Part of what is simplest: circles and rectangles, worked out by hand. Touching counts as intersecting.

use std::f64::consts::FRAC_1_SQRT_2;

use jostle::geometry::{Aabb, Ball, Convex, Cuboid, DVec2, Pose, Turn, contact, distance, gjk, overlaps, penetration};

fn ball(radius: f64) -> Ball<DVec2> {
    Ball::new(radius).unwrap()
}

fn at(x: f64, y: f64) -> Pose<DVec2> {
    Pose::at(DVec2::new(x, y))
}

fn turned(angle: f64, x: f64, y: f64) -> Pose<DVec2> {
    Pose::new(Turn::by(angle), DVec2::new(x, y))
}

/// As far as the second shape at `touching`, and by a hair on either side of it along `outwards`; both ways around.
fn touches_at(a: &dyn Convex<DVec2>, pose_a: Pose<DVec2>, b: &dyn Convex<DVec2>, touching: Pose<DVec2>, outwards: DVec2) {
    for (by, expected) in [(-1e-9, true), (1e-9, false)] {
        let pose = touching.moved(outwards * by);
        assert_eq!(overlaps(a, &pose_a, b, &pose), expected, "{by}");
        assert_eq!(overlaps(b, &pose, a, &pose_a), expected, "{by}, the other way around");
        assert_eq!(distance(a, &pose_a, b, &pose).distance > 0.0, !expected);
        assert_eq!(penetration(a, &pose_a, b, &pose).is_some(), expected);
        assert_eq!(gjk::overlaps(a, &pose_a, b, &pose), expected, "by the general way");
    }
}

#[test]
fn circle_and_circle() {
    assert!(overlaps(&ball(1.0), &at(0.0, 0.0), &ball(2.0), &at(3.0, 0.0)), "touching counts");
    touches_at(&ball(1.0), at(0.0, 0.0), &ball(2.0), at(3.0, 0.0), DVec2::X);
    let found = penetration(&ball(1.0), &at(0.0, 0.0), &ball(2.0), &at(0.0, 2.5)).unwrap();
    assert_eq!((found.normal, found.depth), (DVec2::Y, 0.5));
    let found = distance(&ball(1.0), &at(0.0, 0.0), &ball(2.0), &at(0.0, -5.0));
    assert_eq!((found.distance, found.point_a, found.point_b), (2.0, DVec2::NEG_Y, DVec2::new(0.0, -3.0)));
}

#[test]
fn circle_and_rectangle_along_the_axes() {
    let rectangle = Aabb::shape(DVec2::new(1.0, 1.0), DVec2::new(5.0, 3.0)).unwrap();
    assert!(overlaps(&rectangle, &at(0.0, 0.0), &ball(1.0), &at(6.0, 2.0)), "touching counts");
    touches_at(&rectangle, at(0.0, 0.0), &ball(1.0), at(6.0, 2.0), DVec2::X);
    touches_at(&rectangle, at(0.0, 0.0), &ball(1.0), at(3.0, 0.0), DVec2::NEG_Y);
    // Off a corner the circle may come closer than along the axes.
    let corner = at(5.0 + FRAC_1_SQRT_2, 3.0 + FRAC_1_SQRT_2);
    touches_at(&rectangle, at(0.0, 0.0), &ball(1.0), corner, DVec2::splat(FRAC_1_SQRT_2));
    // With the centre inside, by the nearest side.
    let found = penetration(&rectangle, &at(0.0, 0.0), &ball(1.0), &at(4.75, 2.0)).unwrap();
    assert_eq!((found.normal, found.depth), (DVec2::X, 1.25));
    let points = contact(&rectangle, &at(0.0, 0.0), &ball(1.0), &at(4.75, 2.0)).unwrap();
    assert_eq!((points.point_a, points.point_b), (DVec2::new(5.0, 2.0), DVec2::new(3.75, 2.0)));
}

#[test]
fn circle_and_turned_rectangle() {
    let square = Cuboid::new(DVec2::new(1.0, 1.0)).unwrap();
    let pose = turned(std::f64::consts::FRAC_PI_4, 2.0, 0.0);
    touches_at(&square, pose, &ball(0.5), at(2.0 + 2f64.sqrt() + 0.5, 0.0), DVec2::X);
    let side = DVec2::splat(1.5 * FRAC_1_SQRT_2);
    touches_at(&square, pose, &ball(0.5), at(2.0 + side.x, side.y), DVec2::splat(FRAC_1_SQRT_2));
}

#[test]
fn rectangle_and_rectangle_along_the_axes() {
    let [a, b] = [Aabb::shape(DVec2::ZERO, DVec2::new(4.0, 2.0)).unwrap(), Aabb::shape(DVec2::ZERO, DVec2::ONE).unwrap()];
    assert!(overlaps(&a, &at(0.0, 0.0), &b, &at(4.0, 2.0)), "corners that touch count");
    touches_at(&a, at(0.0, 0.0), &b, at(4.0, 0.5), DVec2::X);
    touches_at(&a, at(0.0, 0.0), &b, at(1.0, -1.0), DVec2::NEG_Y);
    let found = penetration(&a, &at(0.0, 0.0), &b, &at(3.75, 0.5)).unwrap();
    assert_eq!((found.normal, found.depth), (DVec2::X, 0.25));
    let found = distance(&a, &at(0.0, 0.0), &b, &at(7.0, 6.0));
    assert_eq!((found.distance, found.point_a, found.point_b), (5.0, DVec2::new(4.0, 2.0), DVec2::new(7.0, 6.0)));
}

#[test]
fn rectangle_and_turned_rectangle() {
    let square = Cuboid::new(DVec2::ONE).unwrap();
    let reach = 1.0 + 2f64.sqrt();
    touches_at(&square, at(0.0, 0.0), &square, turned(std::f64::consts::FRAC_PI_4, reach, 0.3), DVec2::X);
    // Corner to corner no axis of either box alone tells; by hand: both turned by 45°, side by side on the diagonal.
    let [a, b] = [turned(std::f64::consts::FRAC_PI_4, 0.0, 0.0), turned(std::f64::consts::FRAC_PI_4, 1.0, 1.9)];
    let along = (DVec2::new(1.0, 1.9) * FRAC_1_SQRT_2).dot(DVec2::ONE);
    assert_eq!(overlaps(&square, &a, &square, &b), along <= 2.0);
    assert!((distance(&square, &a, &square, &b).distance - (along - 2.0).max(0.0)).abs() < 1e-12);
}
