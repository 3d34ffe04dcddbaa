//! Convex parts of concave outlines. Coordinates are small whole numbers, so that areas and sides are exact here.

use jostle::geometry::{DVec2, ShapeError, convex_parts};
use proptest::prelude::*;

use crate::support::{Random, Whole, cross, double_area, floats, strictly_convex, wholes};

fn parts_of(outline: &[Whole]) -> Vec<Vec<Whole>> {
    let parts = convex_parts(&floats(outline)).unwrap_or_else(|error| panic!("{error}: {outline:?}"));
    parts.iter().map(|part| wholes(part)).collect()
}

/// Whether a point that is on no edge is inside, by counting the edges to its right.
fn encloses(ring: &[Whole], p: Whole) -> bool {
    let edges = (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]));
    edges.filter(|(a, b)| (a[1] > p[1]) != (b[1] > p[1]) && (cross(*a, *b, p) > 0) == (b[1] > a[1])).count() % 2 == 1
}

/// The parts are convex, made of corners of the outline, cover exactly its area, and no point is in two.
/// All coordinates are even here and the probes odd, so that a probe that is on an edge is rare, and skipped.
fn check(outline: &[Whole], random: &mut Random) -> usize {
    let parts = parts_of(outline);
    assert!(parts.iter().all(|part| strictly_convex(part)), "{parts:?} of {outline:?}");
    assert!(parts.iter().flatten().all(|corner| outline.contains(corner)), "{parts:?} of {outline:?}");
    let total: i64 = parts.iter().map(|part| double_area(part)).sum();
    assert_eq!(total, double_area(outline).abs(), "{parts:?} of {outline:?}");
    let reach = outline.iter().flatten().map(|c| c.abs()).max().unwrap() + 2;
    for _ in 0..8 {
        let probe = [random.whole(-reach / 2, reach / 2) * 2 + 1, random.whole(-reach / 2, reach / 2) * 2 + 1];
        let on_edge = |ring: &[Whole]| (0..ring.len()).any(|i| cross(ring[i], ring[(i + 1) % ring.len()], probe) == 0);
        if !on_edge(outline) && !parts.iter().any(|part| on_edge(part)) {
            let count = parts.iter().filter(|part| encloses(part, probe)).count();
            assert_eq!(count, usize::from(encloses(outline, probe)), "{probe:?} in {parts:?} of {outline:?}");
        }
    }
    parts.len()
}

/// Points around the origin in the order of their angles, which makes a simple outline if no two are in one direction.
fn star(random: &mut Random, corners: usize, reach: i64) -> Vec<Whole> {
    let half = |p: Whole| (p[1], p[0]) < (0, 0);
    let mut points: Vec<Whole> = (0..corners).map(|_| [random.whole(-reach, reach) * 2, random.whole(-reach, reach) * 2]).collect();
    points.retain(|p| *p != [0, 0]);
    points.sort_by(|a, b| half(*a).cmp(&half(*b)).then(0.cmp(&cross([0, 0], *a, *b))));
    points.dedup_by(|a, b| half(*a) == half(*b) && cross([0, 0], *a, *b) == 0);
    points
}

/// Whether the origin is inside a star: every corner sees it, and no gap is half a turn or wider.
fn is_star(ring: &[Whole]) -> bool {
    ring.len() >= 3 && (0..ring.len()).all(|i| cross([0, 0], ring[i], ring[(i + 1) % ring.len()]) > 0)
}

/// A tour through random points with its crossings undone: for each two edges that meet, the way between is reversed.
fn untangled(random: &mut Random, corners: usize, reach: i64) -> Vec<Whole> {
    let mut ring: Vec<Whole> = (0..corners).map(|_| [random.whole(-reach, reach) * 2, random.whole(-reach, reach) * 2]).collect();
    for _ in 0..200 {
        match convex_parts(&floats(&ring)) {
            Err(ShapeError::Crossing { first, second, .. }) => ring[first + 1..=second].reverse(),
            _ => break,
        }
    }
    ring
}

fn run_random(stars: u64, tours: u64, seed: u64) {
    let mut random = Random::new(seed);
    let mut checked = 0;
    for round in 0..stars {
        let (corners, reach) = (3 + random.below(14), if round % 2 == 0 { 5 } else { 1000 });
        let mut outline = star(&mut random, corners, reach);
        if round % 3 == 0 {
            outline.reverse();
        }
        if is_star(&outline) || round % 3 == 0 && is_star(&outline.iter().rev().copied().collect::<Vec<_>>()) {
            check(&outline, &mut random);
            checked += 1;
        }
    }
    assert!(checked > stars / 4, "{checked} of {stars} stars");
    checked = 0;
    for round in 0..tours {
        let (corners, reach) = (4 + random.below(10), if round % 2 == 0 { 6 } else { 1000 });
        let outline = untangled(&mut random, corners, reach);
        if convex_parts(&floats(&outline)).is_ok() {
            check(&outline, &mut random);
            checked += 1;
        }
    }
    assert!(checked > tours / 4, "{checked} of {tours} tours");
}

#[test]
fn parts_cover_random_outlines_exactly() {
    run_random(60_000, 40_000, 1);
}

#[test]
#[ignore = "minutes; the same with a million outlines"]
fn parts_cover_a_million_random_outlines_exactly() {
    run_random(600_000, 400_000, 2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever comes in, an answer comes out; and if it is parts, their areas add up.
    #[test]
    fn any_points_give_parts_or_an_error(points in prop::collection::vec(prop::array::uniform2(-4..5i64), 0..12)) {
        if let Ok(parts) = convex_parts(&floats(&points)) {
            let total: i64 = parts.iter().map(|part| double_area(&wholes(part))).sum();
            prop_assert_eq!(total, double_area(&points).abs());
        }
    }

    #[test]
    fn any_floats_give_parts_or_an_error(points in prop::collection::vec(prop::array::uniform2(any::<f64>()), 0..9)) {
        let points: Vec<DVec2> = points.into_iter().map(DVec2::from).collect();
        if let Ok(parts) = convex_parts(&points) {
            prop_assert!(!parts.is_empty());
            prop_assert!(parts.iter().flatten().all(|corner| points.contains(corner)));
        }
    }
}

/// Every outline that needs no cut stays whole, in either winding and from any first corner.
#[test]
fn a_convex_outline_is_one_part() {
    let mut outline = vec![[0, 0], [4, 0], [6, 2], [6, 4], [2, 6], [0, 4]];
    for _ in 0..outline.len() {
        outline.rotate_left(1);
        assert_eq!(parts_of(&outline).len(), 1);
        let backwards: Vec<Whole> = outline.iter().rev().copied().collect();
        assert_eq!(parts_of(&backwards).len(), 1);
        assert!(strictly_convex(&parts_of(&backwards)[0]));
    }
}

#[test]
fn known_outlines_have_few_parts() {
    let mut random = Random::new(3);
    let ell = [[0, 0], [4, 0], [4, 2], [2, 2], [2, 4], [0, 4]];
    let tee = [[0, 4], [0, 2], [2, 2], [2, 0], [4, 0], [4, 2], [6, 2], [6, 4]];
    let cross = [[2, 0], [4, 0], [4, 2], [6, 2], [6, 4], [4, 4], [4, 6], [2, 6], [2, 4], [0, 4], [0, 2], [2, 2]];
    let arrow = [[0, 0], [8, 6], [0, 12], [4, 6]];
    let cup = [[0, 0], [6, 0], [6, 6], [4, 6], [4, 2], [2, 2], [2, 6], [0, 6]];
    let five_points = [[0, 100], [-22, 30], [-96, 30], [-36, -12], [-58, -80], [0, -38], [58, -80], [36, -12], [96, 30], [22, 30]];
    for (outline, most) in [(&ell[..], 2), (&tee, 3), (&cross, 5), (&arrow, 2), (&cup, 3), (&five_points, 6)] {
        let count = check(outline, &mut random);
        assert!(count <= most, "{count} parts of {outline:?}");
    }
}

/// 400 teeth: hardly more than one cut a notch.
#[test]
fn a_comb_has_about_as_many_parts_as_notches() {
    let teeth = 400;
    let mut outline = vec![[0, 0], [4 * teeth, 0]];
    outline.extend((0..teeth).rev().flat_map(|i| [[4 * i + 4, 20], [4 * i + 2, 4]]).chain([[0, 20]]));
    let count = check(&outline, &mut Random::new(4));
    assert!(count <= teeth as usize + 4, "{count} parts");
}

/// A spiral is all concave on one side: ears are only at its ends, the worst there is for clipping.
#[test]
fn a_spiral_is_cut() {
    let radius = |turn: i64| 40 * (turn + 2);
    let corner = |k: i64, r: i64| [[r, 0], [0, r], [-r, 0], [0, -r]][(k % 4) as usize];
    let outer = (0..60).map(|k| corner(k, radius(k)));
    let inner = (0..60).rev().map(|k| corner(k, radius(k) - 20));
    let outline: Vec<Whole> = outer.chain(inner).collect();
    let count = check(&outline, &mut Random::new(5));
    assert!(count <= 62, "{count} parts");
}

/// Traps of repeated points: an edge of length zero has no direction.
#[test]
fn repeated_neighbours_do_no_harm() {
    let outline = [[0, 0], [0, 0], [4, 0], [4, 4], [4, 4], [4, 4], [0, 4], [0, 0]];
    let [part] = &parts_of(&outline)[..] else { panic!("a square is one part") };
    assert_eq!(part.len(), 4);
    assert_eq!(double_area(part), 32);
}

/// Trap: the triangle at a straight corner is flat, and a cut through one leaves a flat part.
#[test]
fn corners_on_straight_edges_are_dropped() {
    let mut random = Random::new(6);
    let outline = [[0, 0], [2, 0], [4, 0], [8, 0], [8, 2], [8, 4], [4, 4], [4, 6], [4, 8], [2, 8], [0, 8], [0, 4]];
    assert_eq!(check(&outline, &mut random), 2);
}

/// Trap: the corners of the notches are on the line of the edge between two others, and block ears from its border.
#[test]
fn collinear_notches_do_not_block() {
    let mut random = Random::new(7);
    let outline = [[0, 0], [12, 0], [12, 8], [10, 4], [8, 8], [6, 4], [4, 8], [2, 4], [0, 8]];
    check(&outline, &mut random);
}

#[test]
fn too_few_or_collinear_points_are_flat() {
    for outline in [
        &[][..],
        &[[1, 1]],
        &[[0, 0], [2, 2]],
        &[[0, 0], [0, 0], [2, 2]],
        &[[0, 0], [2, 2], [4, 4]],
        &[[0, 0], [4, 4], [2, 2]],
        &[[3, 3]; 9],
    ] {
        let error = convex_parts(&floats(outline)).unwrap_err();
        assert!(matches!(error, ShapeError::Flat { count, .. } if count == outline.len()), "{error} for {outline:?}");
    }
}

/// The edges that are named are numbered by the points that were given, repeats counted.
#[test]
fn crossings_name_both_edges() {
    let cases: [(&[Whole], usize, usize, &str); 6] = [
        (&[[0, 0], [2, 2], [2, 0], [0, 2]], 0, 2, "a bow tie"),
        (&[[0, 0], [0, 0], [2, 2], [2, 2], [2, 0], [0, 2]], 1, 4, "a bow tie with repeats"),
        (&[[0, 0], [8, 0], [8, 4], [4, 0], [0, 4]], 0, 2, "a corner that touches an edge"),
        (&[[0, 0], [4, 4], [8, 0], [8, 8], [4, 4], [0, 8]], 0, 3, "a corner that touches a corner"),
        (&[[0, 0], [8, 0], [4, 0], [4, 4]], 0, 1, "an edge that runs back over the one before"),
        (&[[0, 0], [6, 0], [6, 4], [4, 4], [4, 0], [2, 0], [2, 4], [0, 4]], 0, 3, "an edge that lies on another"),
    ];
    for (outline, one, other, what) in cases {
        match convex_parts(&floats(outline)) {
            Err(ShapeError::Crossing { first, second, .. }) => assert_eq!((first, second), (one, other), "{what}"),
            other => panic!("{what}: {other:?}"),
        }
    }
}

#[test]
fn coordinates_that_are_no_numbers_are_refused() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e100] {
        let outline = [DVec2::ZERO, DVec2::X, DVec2::new(0.0, value)];
        assert!(matches!(convex_parts(&outline), Err(ShapeError::NotFinite { .. })), "{value}");
    }
}

/// Trap: at 10⁻²⁰⁰ every product of two lengths is 0 in plain arithmetic, at 10⁹⁹ of four infinite.
#[test]
fn size_does_not_matter() {
    for size in [1e-300, 1e-200, 1e99] {
        let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]].map(|p| DVec2::from(p) * size);
        assert_eq!(convex_parts(&outline).unwrap().len(), 2, "size {size:e}");
    }
}

/// Trap: 0.1 + 0.2 is above 0.3, so that in plain arithmetic the middle corner of a slanted straight edge turns either way.
#[test]
fn nearly_straight_corners_are_decided_exactly() {
    for k in 1..60 {
        let middle = DVec2::new(0.1 * f64::from(k), 0.3 * f64::from(k));
        let outline = [DVec2::ZERO, middle, DVec2::new(10.0, 30.0), DVec2::new(-5.0, 20.0)];
        let parts = convex_parts(&outline).unwrap();
        let area = |ring: &[DVec2]| (0..ring.len()).map(|i| ring[i].perp_dot(ring[(i + 1) % ring.len()])).sum::<f64>();
        let total: f64 = parts.iter().map(|part| area(part)).sum();
        assert!((total - area(&outline)).abs() < 1e-9, "{k}: {total}");
    }
}
