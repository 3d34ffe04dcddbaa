//! The minimum translation vector parts two shapes, leaves them touching, and its contact points are on them.

use jostle::geometry::{Convex, DVec2, DVec3, contact, distance, overlaps, penetration};

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
