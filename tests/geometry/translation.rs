//! The minimum translation vector parts two shapes, leaves them touching, and its contact points are on them.

use jostle::geometry::{
    Ball, Convex, ConvexPolygon, ConvexPolyhedron, DQuat, DVec2, DVec3, Polytope, Pose, contact, distance, overlaps, penetration,
    quickhull_3d,
};

use super::oracle::{World, for_pairs};

fn applied<V: World>(seed: u64, count: usize) {
    let mut moved = 0;
    let mut gave_up = 0;
    for_pairs::<V>(seed, count, V::FAMILIES, |pair| {
        let [a, b]: [&dyn Convex<V>; 2] = [&*pair.a.shape, &*pair.b.shape];
        let Some(found) = penetration(a, &pair.pose_a, b, &pair.pose_b) else {
            assert!(!overlaps(a, &pair.pose_a, b, &pair.pose_b) || distance(a, &pair.pose_a, b, &pair.pose_b).distance < 1e-9);
            return;
        };
        let context = || format!("{}: {found:?}", pair.describe());
        assert!((found.normal.length() - 1.0).abs() < 1e-12 && found.depth >= 0.0, "{}", context());
        moved += 1;
        gave_up += usize::from(!found.converged);
        // A hair further and they are apart, by that hair.
        let apart = pair.pose_b.moved(found.normal * (found.depth + 1e-7));
        assert!(!overlaps(a, &pair.pose_a, b, &apart), "{}", context());
        let gap = distance(a, &pair.pose_a, b, &apart).distance;
        // Who gave up may be too deep by a little, and says so.
        let play = if found.converged { 0.0 } else { 1e-4 };
        assert!(gap > 8e-8 && gap < 1.2e-7 + play, "{gap} {}", context());
        // A hair less and they overlap.
        let less = 1e-7 + play;
        if found.depth > less {
            let inside = pair.pose_b.moved(found.normal * (found.depth - less));
            let gap = || distance(a, &pair.pose_a, b, &inside);
            assert!(overlaps(a, &pair.pose_a, b, &inside), "{:?} {}", gap(), context());
        }
        // Moving A the other way is the same.
        let away = pair.pose_a.moved(-found.normal * (found.depth + 1e-7));
        assert!(!overlaps(a, &away, b, &pair.pose_b), "{}", context());
        let points = contact(a, &pair.pose_a, b, &pair.pose_b).unwrap();
        assert!((points.penetration.depth - found.depth).abs() < 1e-9, "{points:?} {}", context());
        let offset = points.point_a - points.point_b - points.penetration.translation();
        let on = |shape: &dyn Convex<V>, pose: &jostle::geometry::Pose<V>, point: V, direction: V| {
            // Not beyond the supporting plane, and on it.
            (shape.posed_support(pose, direction) - point).dot(direction).abs()
        };
        let normal = points.penetration.normal;
        let off = [offset.length(), on(a, &pair.pose_a, points.point_a, normal), on(b, &pair.pose_b, points.point_b, -normal)];
        // The root of the tolerance of depths: see `Contact`.
        assert!(off.iter().all(|&off| off < 2e-5) || !points.penetration.converged, "{off:?} {points:?} {}", context());
    });
    assert!(moved > count / 4, "{moved}");
    // Cylinders and cones deep inside each other may need more facets than there is room for.
    assert!(gave_up < count / 50, "{gave_up} of {moved} did not converge");
}

#[test]
fn moving_by_it_leaves_the_shapes_touching_in_the_plane() {
    applied::<DVec2>(11, 100_000);
}

#[test]
fn moving_by_it_leaves_the_shapes_touching_in_space() {
    applied::<DVec3>(12, 100_000);
}

#[test]
#[ignore = "ten times as long"]
fn moving_by_it_leaves_a_million_pairs_touching() {
    applied::<DVec2>(13, 1_000_000);
    applied::<DVec3>(14, 1_000_000);
}

/// As many sides as points that EPA takes in, and more, all about as deep: the axes tell.
#[test]
fn shapes_with_hundreds_of_sides_are_parted_by_the_least_way() {
    let round = |count: usize| {
        let corner = |k: usize| std::f64::consts::TAU * k as f64 / count as f64;
        ConvexPolygon::new((0..count).map(|k| DVec2::new(corner(k).cos(), corner(k).sin())).collect::<Vec<_>>()).unwrap()
    };
    let found = penetration(&round(400), &Pose::IDENTITY, &round(400), &Pose::IDENTITY).unwrap();
    assert!(found.converged && (found.depth - 2.0 * (std::f64::consts::PI / 400.0).cos()).abs() < 1e-12, "{found:?}");
    assert_eq!(contact(&round(400), &Pose::IDENTITY, &round(400), &Pose::IDENTITY).unwrap().penetration, found);
    // A spiral over the sphere.
    let spiral = |k: u32| {
        let z = (2 * k) as f64 / 399.0 - 1.0;
        let (around, turn) = ((1.0 - z * z).sqrt(), 2.399_963_229_728_653 * f64::from(k));
        DVec3::new(around * turn.cos(), around * turn.sin(), z)
    };
    let body = ConvexPolyhedron::of_hull(&quickhull_3d(&(0..400).map(spiral).collect::<Vec<_>>()).unwrap()).unwrap();
    let nearest = (0..body.slab_count()).map(|index| body.slab(index).extent).map(|extent| extent.max.min(-extent.min)).fold(1.0, f64::min);
    let (ball, pose) = (Ball::new(0.25).unwrap(), Pose::IDENTITY);
    for found in [penetration(&ball, &pose, &body, &pose), penetration(&body, &pose, &ball, &pose)] {
        let found = found.unwrap();
        assert!(found.converged && (found.depth - nearest - 0.25).abs() < 1e-12, "{found:?} {nearest}");
    }
}

/// The triangles of its hull have diagonals, which are no edges.
#[test]
fn a_cube_that_is_a_hull_has_three_directions_of_edges() {
    let corners: Vec<_> = (0..8).map(|k| DVec3::new(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2))).collect();
    let cube = ConvexPolyhedron::of_hull(&quickhull_3d(&corners).unwrap()).unwrap();
    assert_eq!((cube.slab_count(), cube.edge_count()), (3, 3));
    let turned: Vec<_> = corners.iter().map(|&corner| DQuat::from_xyzw(0.2, 0.4, 0.1, 0.9).normalize() * corner).collect();
    let cube = ConvexPolyhedron::of_hull(&quickhull_3d(&turned).unwrap()).unwrap();
    assert_eq!((cube.slab_count(), cube.edge_count()), (3, 3));
}
