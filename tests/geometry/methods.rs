//! The separating axis test and GJK with EPA know nothing of each other and give the same answer.

use jostle::geometry::{Convex, DVec2, DVec3, Method, Pose, overlaps_by, penetration_by};

use super::oracle::{World, for_pairs};

const PLANE: &[&str] = &["cuboid", "aabb", "polygon", "bent", "capsule", "ball"];
const SPACE: &[&str] = &["cuboid", "aabb", "polyhedron", "capsule", "ball"];
/// Of the depth; the shapes are about 1 large.
const TOLERANCE: f64 = 1e-9;

/// Pairs that overlapped, that were apart, and that the axes do not cover.
#[derive(Debug, Default)]
struct Seen {
    overlapping: usize,
    apart: usize,
    not_covered: usize,
}

fn compare<V: World>(seed: u64, count: usize, families: &[&'static str]) {
    let mut seen = Seen::default();
    for_pairs::<V>(seed, count, families, |pair| {
        let [a, b]: [&dyn Convex<V>; 2] = [&*pair.a.shape, &*pair.b.shape];
        let Ok(by_axes) = penetration_by(Method::Sat, a, &pair.pose_a, b, &pair.pose_b) else {
            seen.not_covered += 1;
            return;
        };
        let grown = penetration_by(Method::GjkEpa, a, &pair.pose_a, b, &pair.pose_b).unwrap();
        let fastest = penetration_by(Method::Fastest, a, &pair.pose_a, b, &pair.pose_b).unwrap();
        let depth = |penetration: Option<jostle::geometry::Penetration<V>>| penetration.map_or(0.0, |found| found.depth);
        let context = || format!("{}: axes {by_axes:?}, polytope {grown:?}, fastest {fastest:?}", pair.describe());
        assert!((depth(by_axes) - depth(grown)).abs() < TOLERANCE, "{}", context());
        assert!((depth(by_axes) - depth(fastest)).abs() < TOLERANCE, "{}", context());
        assert!(grown.is_none_or(|found| found.converged), "{}", context());
        // Where they overlap by more than rounding, all methods say so.
        for method in [Method::Sat, Method::GjkEpa, Method::Fastest] {
            let overlaps = overlaps_by(method, a, &pair.pose_a, b, &pair.pose_b).unwrap();
            assert!(overlaps == by_axes.is_some() || depth(by_axes) < TOLERANCE, "{method:?} {}", context());
        }
        *(if by_axes.is_some() { &mut seen.overlapping } else { &mut seen.apart }) += 1;
    });
    assert!(seen.overlapping > count / 5 && seen.apart > count / 5, "{seen:?}");
    assert!(seen.not_covered < count / 3, "{seen:?}");
}

#[test]
fn axes_and_polytopes_agree_in_the_plane() {
    compare::<DVec2>(1, 100_000, PLANE);
}

#[test]
fn axes_and_polytopes_agree_in_space() {
    compare::<DVec3>(2, 100_000, SPACE);
}

#[test]
#[ignore = "ten times as long"]
fn axes_and_polytopes_agree_for_a_million_pairs() {
    compare::<DVec2>(3, 1_000_000, PLANE);
    compare::<DVec3>(4, 1_000_000, SPACE);
}

/// The axis that separated is tested first the next time, and changes no answer.
#[test]
fn a_kept_axis_changes_no_answer() {
    use jostle::geometry::Cuboid;
    use jostle::geometry::sat::{Sat, SatCache, test, test_from};
    let cuboid = Cuboid::new(DVec3::new(0.5, 1.0, 0.7)).unwrap();
    let mut cache = SatCache::default();
    let mut kept = 0;
    for step in 0..400 {
        let pose =
            Pose::new(jostle::geometry::DQuat::from_rotation_y(0.02 * f64::from(step)), DVec3::new(3.0 - 0.01 * f64::from(step), 0.4, 0.3));
        kept += usize::from(cache.is_set());
        let fresh = test(&cuboid, &Pose::IDENTITY, &cuboid, &pose);
        assert_eq!(test_from(&mut cache, &cuboid, &Pose::IDENTITY, &cuboid, &pose), fresh);
        assert_eq!(cache.is_set(), fresh == Sat::Apart);
    }
    assert!((100..400).contains(&kept), "{kept}");
    // Kept from another pair of shapes, it is of no use, and no harm.
    let small = jostle::geometry::Ball::<DVec3>::new(0.1).unwrap();
    assert_eq!(
        test_from(&mut cache, &cuboid, &Pose::IDENTITY, &small, &Pose::IDENTITY),
        test(&cuboid, &Pose::IDENTITY, &small, &Pose::IDENTITY)
    );
}
