//! Contact manifolds: what boxes, capsules and tins that lie on each other touch with, and what holds for any pair.

use std::f64::consts::{FRAC_PI_4, PI};

use jostle::geometry::{
    Ball, Capsule, Cone, Convex, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, DQuat, DVec2, DVec3, Manifold, Pose, Turn, Vector,
    contact, distance, manifold, quickhull_2d, quickhull_3d,
};

use super::oracle::{World, for_pairs};
use super::random::Random;

fn cuboid<V: Vector>(half_extents: V) -> Cuboid<V> {
    Cuboid::new(half_extents).unwrap()
}

/// Two long sides that are next to one line are two all the same, for a box that is small beside them.
#[test]
fn a_small_box_on_one_of_two_long_sides_lies_on_two_points() {
    let roof = [[-1e3, -1.0], [1e3, -1.0], [1e3, 0.0], [0.0, 4e-5], [-1e3, 0.0]].map(DVec2::from_array);
    let (roof, chest) = (ConvexPolygon::new(roof).unwrap(), cuboid(DVec2::splat(0.005)));
    for depth in [1e-3, 1e-5] {
        let pose = Pose::new(Turn::by(-4e-8), DVec2::new(500.0, 2e-5 + 0.005 - depth));
        let found = manifold(&roof, &Pose::IDENTITY, &chest, &pose, 0.0).unwrap();
        let depths: Vec<f64> = found.points().iter().map(|point| point.depth).collect();
        assert!(depths.len() == 2 && depths.iter().all(|found| (found - depth).abs() < 1e-8), "{depths:?} for {depth}");
    }
}

/// The places of its points on A, sorted, with the depths.
fn places<V: Vector>(found: &Manifold<V>) -> Vec<(Vec<f64>, f64)> {
    let rounded = |x: f64| (x * 1e9).round() / 1e9 + 0.0;
    let place = |at: V| (0..V::DIMENSION).map(|axis| rounded(at[axis])).collect::<Vec<_>>();
    let mut all: Vec<_> = found.points().iter().map(|point| (place(point.point_a), rounded(point.depth))).collect();
    all.sort_by(|one, other| one.partial_cmp(other).unwrap());
    all
}

#[test]
fn a_box_on_a_box_touches_with_the_ends_of_what_they_share() {
    let [floor, chest] = [cuboid(DVec2::new(2.0, 1.0)), cuboid(DVec2::new(1.0, 0.5))];
    let at = Pose::at(DVec2::new(1.5, 1.4));
    let found = manifold(&floor, &Pose::IDENTITY, &chest, &at, 0.0).unwrap();
    assert_eq!(found.normal, DVec2::Y);
    assert_eq!(places(&found), [(vec![0.5, 1.0], 0.1), (vec![2.0, 1.0], 0.1)]);
    // Tilted by a little, one end is deeper, and with a margin the other is there as well.
    let tilted = Pose::new(Turn::by(0.1), DVec2::new(0.0, 1.55));
    assert_eq!(manifold(&floor, &Pose::IDENTITY, &chest, &tilted, 0.0).unwrap().points().len(), 1);
    let both = manifold(&floor, &Pose::IDENTITY, &chest, &tilted, 0.2).unwrap();
    let mut depths: Vec<_> = both.points().iter().map(|point| point.depth).collect();
    depths.sort_by(f64::total_cmp);
    let lowest = |x: f64| 1.0 - (1.55 + x * 0.1f64.sin() - 0.5 * 0.1f64.cos());
    assert!((depths[0] - lowest(1.0)).abs() < 1e-12 && (depths[1] - lowest(-1.0)).abs() < 1e-12, "{depths:?}");
}

#[test]
fn a_box_on_a_box_in_space_touches_with_four_corners() {
    let [floor, chest] = [cuboid(DVec3::new(2.0, 1.0, 2.0)), cuboid(DVec3::new(1.0, 0.5, 1.0))];
    let at = |turn: f64, place: DVec3| Pose::new(DQuat::from_rotation_y(turn), place);
    let touch = |pose: &Pose<DVec3>| manifold(&floor, &Pose::IDENTITY, &chest, pose, 0.01).unwrap();
    let found = touch(&at(0.0, DVec3::new(1.5, 1.5, -0.25)));
    assert_eq!(found.normal, DVec3::Y);
    let corner = |x, z| (vec![x, 1.0, z], 0.0);
    assert_eq!(places(&found), [corner(0.5, -1.25), corner(0.5, 0.75), corner(2.0, -1.25), corner(2.0, 0.75)]);
    // Moved along a little the same sides make the same points.
    let ids = |found: &Manifold<DVec3>| found.points().iter().map(|point| point.id).collect::<Vec<_>>();
    let along = touch(&at(0.001, DVec3::new(1.49, 1.501, -0.24)));
    assert_eq!((ids(&found), found.faces), (ids(&along), along.faces));
    assert!((0..4).all(|i| (found.points()[i].point_a - along.points()[i].point_a).length() < 0.02));
    // Over the other edge it is other ones.
    let beyond = touch(&at(0.0, DVec3::new(-1.5, 1.5, -0.25)));
    assert!(ids(&beyond) != ids(&found));
    // Turned by an eighth on one of its own size they share an octagon, of which four points hold much.
    let turned = manifold(&chest, &Pose::IDENTITY, &chest, &at(FRAC_PI_4, DVec3::new(0.0, 1.0, 0.0)), 0.01).unwrap();
    assert_eq!(turned.points().len(), 4);
    assert!(area(&turned.points().iter().map(|point| point.point_a).collect::<Vec<_>>()) > 1.9);
}

/// Of the hull of points in a plane across y.
fn area(points: &[DVec3]) -> f64 {
    let flat: Vec<DVec2> = points.iter().map(|point| DVec2::new(point.x, point.z)).collect();
    let hull = quickhull_2d(&flat).unwrap();
    let edges = hull.iter().zip(hull.iter().cycle().skip(1));
    0.5 * edges.map(|(&from, &to)| from.perp_dot(to)).sum::<f64>()
}

#[test]
fn a_hull_of_triangles_lies_like_the_box_that_it_is() {
    let half = DVec3::new(1.0, 0.5, 0.7);
    let corners: Vec<_> = (0..8).map(|bits| DVec3::from_fn(|axis| if bits >> axis & 1 == 1 { half[axis] } else { -half[axis] })).collect();
    let body = ConvexPolyhedron::of_hull(&quickhull_3d(&corners).unwrap()).unwrap();
    let floor = cuboid(DVec3::new(5.0, 1.0, 5.0));
    for turn in [0.0, 0.3, 2.0] {
        let pose = Pose::new(DQuat::from_rotation_y(turn), DVec3::new(0.3, 1.49, 0.0));
        let [as_box, as_hull]: [&dyn Convex<DVec3>; 2] = [&cuboid(half), &body];
        let of = |shape| places(&manifold(&floor, &Pose::IDENTITY, shape, &pose, 0.0).unwrap());
        assert_eq!(of(as_box), of(as_hull));
        assert_eq!(of(as_box).len(), 4);
    }
}

/// A side may be cut into triangles around a corner in its middle, which is no corner of what it shares.
#[test]
fn a_box_lies_anywhere_on_a_side_of_triangles() {
    let at = |bits: usize| DVec3::from_fn(|axis| if bits >> axis & 1 == 1 { 1.0 } else { -1.0 });
    let corners: Vec<_> = (0..8).map(at).chain([DVec3::Y]).collect();
    let sides: [&[usize]; 9] =
        [&[0, 1, 5, 4], &[0, 2, 3, 1], &[4, 5, 7, 6], &[0, 4, 6, 2], &[1, 3, 7, 5], &[2, 6, 8], &[6, 7, 8], &[7, 3, 8], &[3, 2, 8]];
    let table = ConvexPolyhedron::new(corners, &sides).unwrap();
    let chest = cuboid(DVec3::new(0.2, 0.1, 0.2));
    for turn in 0..12 {
        let tilt = DQuat::from_rotation_z(1e-9 * f64::from(turn)) * DQuat::from_rotation_x(-2e-9 * f64::from(turn % 5));
        for place in [DVec2::new(0.6, 0.1), DVec2::new(-0.6, -0.1), DVec2::new(0.1, 0.6), DVec2::new(0.0, -0.6), DVec2::ZERO] {
            let on_top = Pose::at(DVec3::new(place.x, 1.1, place.y));
            let pose = Pose::new(tilt, DVec3::ZERO);
            let below = manifold(&table, &pose, &chest, &on_top, 1e-6).unwrap();
            let above = manifold(&chest, &on_top, &table, &pose, 1e-6).unwrap();
            for found in [below, above] {
                assert_eq!(found.points().len(), 4, "{place} {found:?}");
                let held = area(&found.points().iter().map(|point| point.point_a).collect::<Vec<_>>());
                assert!((held - 0.16).abs() < 1e-6, "{held} at {place}");
            }
        }
        // The corners of the whole side have the same numbers, however it is turned by a hair.
        let floor = cuboid(DVec3::new(3.0, 1.0, 3.0));
        let over =
            |tilt| manifold(&floor, &Pose::IDENTITY, &table, &Pose::new(tilt * DQuat::from_rotation_x(PI), DVec3::Y * 2.0), 1e-6).unwrap();
        let ids = |found: &Manifold<DVec3>| found.points().iter().map(|point| (point.id, point.point_a.round())).collect::<Vec<_>>();
        let (mut one, mut other) = (ids(&over(DQuat::IDENTITY)), ids(&over(tilt)));
        one.sort_by_key(|point| point.0);
        other.sort_by_key(|point| point.0);
        assert_eq!(one, other);
    }
}

#[test]
fn a_margin_of_any_size_tells_the_gap() {
    let chest = cuboid(DVec3::splat(0.5));
    for (shape, margin) in [(&chest as &dyn Convex<DVec3>, f64::INFINITY), (&Ball::new(0.5).unwrap(), f64::INFINITY), (&chest, 1e30)] {
        let found = manifold(&chest, &Pose::IDENTITY, shape, &Pose::at(DVec3::X * 3.0), margin).unwrap();
        assert!((found.normal - DVec3::X).length() < 1e-9, "{found:?}");
        assert!(found.points().iter().all(|point| (point.depth + 2.0).abs() < 1e-9), "{found:?}");
    }
}

#[test]
fn round_shapes_touch_where_they_lie() {
    let floor = cuboid(DVec3::new(5.0, 1.0, 5.0));
    let count = |shape: &dyn Convex<DVec3>, rotation: DQuat, height: f64| {
        let found = manifold(&floor, &Pose::IDENTITY, shape, &Pose::new(rotation, DVec3::new(0.2, 1.0 + height, 0.1)), 1e-6).unwrap();
        assert!(found.points().iter().all(|point| point.depth.abs() < 1e-6), "{found:?}");
        found.points().len()
    };
    let lying = DQuat::from_rotation_z(PI / 2.0);
    assert_eq!(count(&Ball::new(0.5).unwrap(), DQuat::IDENTITY, 0.5), 1);
    let capsule = Capsule::new([DVec3::NEG_Y, DVec3::Y], 0.5).unwrap();
    assert_eq!([count(&capsule, DQuat::IDENTITY, 1.5), count(&capsule, lying, 0.5)], [1, 2]);
    let tin = Cylinder::new(1.0, 0.5).unwrap();
    assert_eq!([count(&tin, DQuat::IDENTITY, 1.0), count(&tin, lying, 0.5)], [4, 2]);
    let cone = Cone::new(1.0, 0.5).unwrap();
    let on_its_side = DQuat::from_rotation_z(PI / 2.0 + (0.5f64 / 2.0).atan());
    let side = (on_its_side * DVec3::new(0.0, 1.0, 0.0)).y.abs();
    assert_eq!(
        [count(&cone, DQuat::IDENTITY, 1.0), count(&cone, on_its_side, side), count(&cone, DQuat::from_rotation_z(PI), 1.0)],
        [4, 2, 1]
    );
    // A tin that stands on one of its size beside it: what the two circles share.
    let tins = manifold(&tin, &Pose::IDENTITY, &tin, &Pose::at(DVec3::new(0.5, 2.0, 0.0)), 1e-6).unwrap();
    let points: Vec<_> = tins.points().iter().map(|point| point.point_a).collect();
    assert!(points.len() == 4 && points.iter().all(|point| (0.0..0.501).contains(&point.x)), "{points:?}");
    assert!((0.17..0.31).contains(&area(&points)), "{}", area(&points));
}

#[test]
fn edges_touch_where_they_cross_and_along_what_they_share() {
    let beam = cuboid(DVec3::new(2.0, 0.5, 0.5));
    let upright = DQuat::from_rotation_x(FRAC_PI_4);
    let lower = Pose::new(upright, DVec3::ZERO);
    let height = 2.0 * 0.5f64.sqrt() - 0.01;
    let upper = |turn: f64| Pose::new(DQuat::from_rotation_y(turn) * upright, DVec3::new(0.5, height, 0.0));
    let crossing = manifold(&beam, &lower, &beam, &upper(1.0), 0.0).unwrap();
    let [point] = crossing.points() else { panic!("{crossing:?}") };
    assert!((point.depth - 0.01).abs() < 1e-9 && (point.point_a - DVec3::new(0.5, 0.5f64.sqrt(), 0.0)).length() < 1e-6, "{point:?}");
    // Along each other faces meet faces: the edges slip past each other.
    let along = manifold(
        &cuboid(DVec3::new(2.0, 0.5, 2.0)),
        &Pose::at(DVec3::new(0.0, -0.5, 0.0)),
        &beam,
        &Pose::new(upright, DVec3::Y * 0.7),
        0.0,
    );
    let along = along.unwrap();
    assert_eq!(along.points().len(), 2);
    let mut ends: Vec<_> = along.points().iter().map(|point| point.point_a.x).collect();
    ends.sort_by(f64::total_cmp);
    assert!((ends[0] + 2.0).abs() < 1e-9 && (ends[1] - 2.0).abs() < 1e-9, "{ends:?}");
    let [one, other] = [0.0, 0.00005].map(|turn| {
        let capsule = Capsule::new([DVec3::NEG_X, DVec3::X], 0.5).unwrap();
        let pose = Pose::new(DQuat::from_rotation_y(turn), DVec3::new(1.0, 0.99, 0.0));
        manifold(&capsule, &Pose::IDENTITY, &capsule, &pose, 0.0).unwrap().points().len()
    });
    assert_eq!([one, other], [2, 2]);
}

/// What holds for any pair.
fn check_any<V: World>(seed: u64, count: usize) {
    let (mut touching, mut many) = (0, 0);
    for_pairs::<V>(seed, count, V::FAMILIES, |pair| {
        let [a, b]: [&dyn Convex<V>; 2] = [&*pair.a.shape, &*pair.b.shape];
        let [pose_a, pose_b] = [&pair.pose_a, &pair.pose_b];
        for margin in [0.0, 0.2] {
            let found = manifold(a, pose_a, b, pose_b, margin);
            let gap = distance(a, pose_a, b, pose_b).distance;
            let context = || format!("{margin} {gap} {}: {found:?}", pair.describe());
            let Some(found) = &found else {
                assert!(gap > margin - 1e-9, "{}", context());
                continue;
            };
            assert!(gap <= margin + 1e-9, "{}", context());
            touching += 1;
            many += usize::from(found.points().len() > 1);
            let most = if V::DIMENSION == 2 { 2 } else { 4 };
            assert!((1..=most).contains(&found.points().len()), "{}", context());
            let depth = contact(a, pose_a, b, pose_b).map_or(-gap, |contact| contact.penetration.depth);
            let deepest = found.points().iter().map(|point| point.depth).fold(f64::NEG_INFINITY, f64::max);
            let play = if found.converged { 4e-6 } else { 1e-3 };
            assert!((deepest - depth).abs() < play, "{deepest} {depth} {}", context());
            for (index, point) in found.points().iter().enumerate() {
                assert!(
                    point.depth >= -margin && (point.point_a - point.point_b - found.normal * point.depth).length() < 1e-9,
                    "{}",
                    context()
                );
                // EPA knows points to the root of its tolerance.
                let speck = Ball::new(1e-9).unwrap();
                let off = [(a, pose_a, point.point_a), (b, pose_b, point.point_b)]
                    .map(|(shape, pose, at)| distance(&speck, &Pose::at(at), shape, pose).distance);
                assert!(off.iter().all(|&off| off < 4e-5) || !found.converged, "{off:?} {}", context());
                assert!(found.points()[..index].iter().all(|other| other.id != point.id), "{}", context());
            }
            let back = manifold(b, pose_b, a, pose_a, margin).unwrap().swapped();
            assert!((back.normal - found.normal).length() < 1e-4 || depth > 0.0, "{back:?} {}", context());
        }
    });
    assert!(touching > count / 2 && many > count / 10, "{touching} of which {many} in several points");
}

#[test]
fn any_pair_touches_as_deep_as_it_is_on_both_surfaces_in_the_plane() {
    check_any::<DVec2>(31, 100_000);
}

#[test]
fn any_pair_touches_as_deep_as_it_is_on_both_surfaces_in_space() {
    check_any::<DVec3>(32, 60_000);
}

/// Points of both faces are in what they share, and others are not.
#[test]
fn what_two_faces_share_is_in_both_and_all_of_it() {
    let mut random = Random::new(33);
    let lift = |at: DVec2, slope: DVec2| DVec3::new(at.x, at.y, at.dot(slope));
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..2_000 {
        let polygons = [(); 2].map(|()| random.polygon());
        let slopes = [(); 2].map(|()| random.direction2() * random.between(0.0, 1.0));
        let mut faces = [0, 1].map(|i| polygons[i].corners().iter().map(|&corner| lift(corner, slopes[i])).collect::<Vec<_>>());
        // The face of the one above is seen from its other side.
        faces[1].reverse();
        let mut corners = Vec::new();
        DVec3::shared([&faces[0], &faces[1]], DVec3::Z, &mut |on_a, on_b, _| {
            let at = on_a.truncate();
            corners.push(at);
            for (on, slope) in [(on_a, slopes[0]), (on_b, slopes[1])] {
                assert!((on.z - at.dot(slope)).abs() < 1e-9 && on.truncate().distance(at) < 1e-9);
            }
        });
        let turn = (0..corners.len()).map(|i| corners[i].perp_dot(corners[(i + 1) % corners.len()])).sum::<f64>().signum();
        let holds = |outline: &[DVec2], turn: f64, at: DVec2| {
            let next = outline.iter().cycle().skip(1);
            outline.iter().zip(next).map(|(&from, &to)| (to - from).perp_dot(at - from) * turn).fold(f64::INFINITY, f64::min)
        };
        for _ in 0..50 {
            let at = random.direction2() * random.between(0.0, 2.0);
            let in_both = polygons.iter().map(|polygon| holds(ConvexPolygon::corners(polygon), 1.0, at)).fold(f64::INFINITY, f64::min);
            let in_shared = if corners.len() < 3 { -1.0 } else { holds(&corners, turn, at) };
            assert!(in_both.abs() < 1e-6 || (in_both > 0.0) == (in_shared > 0.0), "{at} {in_both} {in_shared} {polygons:?}");
            inside += usize::from(in_both > 0.0);
            outside += usize::from(in_both <= 0.0);
        }
    }
    assert!(inside > 10_000 && outside > 10_000, "{inside} {outside}");
}
