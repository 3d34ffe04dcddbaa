//! Hulls in the plane, found in two ways.

use jostle::geometry::{DVec2, ShapeError, graham_scan, quickhull_2d};
use parry2d_f64::math::Vector;
use parry2d_f64::transformation::convex_hull;
use proptest::prelude::*;

use crate::support::{Random, Whole, cross, floats, strictly_convex, wholes};

/// Both ways agree, and the answer is the hull: strictly convex, of given points, around all of them, from the lowest.
fn check(points: &[Whole]) -> bool {
    let [scan, quick] = [graham_scan(&floats(points)), quickhull_2d(&floats(points))];
    assert_eq!(scan, quick, "{points:?}");
    match scan {
        Ok(hull) => {
            let hull = wholes(&hull);
            assert!(strictly_convex(&hull), "{hull:?} of {points:?}");
            assert!(hull.iter().all(|corner| points.contains(corner)), "{hull:?} of {points:?}");
            let edges = || (0..hull.len()).map(|i| (hull[i], hull[(i + 1) % hull.len()]));
            let inside = |p: &Whole| edges().all(|(a, b)| cross(a, b, *p) >= 0);
            assert!(points.iter().all(inside), "{hull:?} of {points:?}");
            assert_eq!(points.iter().map(|p| (p[1], p[0])).min(), Some((hull[0][1], hull[0][0])));
            true
        }
        Err(error) => {
            assert!(matches!(error, ShapeError::Flat { count, .. } if count == points.len()), "{error}");
            let flat = points.iter().all(|p| points.iter().all(|q| cross(points[0], *p, *q) == 0));
            assert!(flat, "{points:?}");
            false
        }
    }
}

/// A cloud: on a coarse grid, in a wide square, near a circle, or on few lines.
fn cloud(random: &mut Random, kind: usize) -> Vec<Whole> {
    let count = 1 + random.below(24);
    let point = |random: &mut Random| match kind {
        0 => [random.whole(-2, 3), random.whole(-2, 3)],
        1 => [random.whole(-1_000_000, 1_000_000), random.whole(-1_000_000, 1_000_000)],
        2 => {
            let angle = random.signed() * std::f64::consts::PI;
            [(1000.0 * angle.cos()) as i64, (1000.0 * angle.sin()) as i64]
        }
        _ => {
            let (along, which) = (random.whole(-5, 6), random.whole(0, 3));
            [along, which * along]
        }
    };
    (0..count).map(|_| point(random)).collect()
}

fn run_random(count: usize, seed: u64) {
    let mut random = Random::new(seed);
    let solid = (0..count).filter(|round| check(&cloud(&mut random, round % 4))).count();
    assert!(solid > count * 3 / 4, "{solid} of {count}");
}

#[test]
fn scan_and_quickhull_agree_on_random_points() {
    run_random(100_000, 11);
}

#[test]
#[ignore = "the same with a million clouds"]
fn scan_and_quickhull_agree_on_a_million_clouds() {
    run_random(1_000_000, 12);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_floats_give_the_same_hull_or_error(points in prop::collection::vec(prop::array::uniform2(any::<f64>()), 0..12)) {
        let points: Vec<DVec2> = points.into_iter().map(DVec2::from).collect();
        prop_assert_eq!(graham_scan(&points), quickhull_2d(&points));
    }
}

fn area(ring: impl ExactSizeIterator<Item = [f64; 2]> + Clone) -> f64 {
    let next = ring.clone().cycle().skip(1);
    ring.zip(next).map(|(a, b)| 0.5 * (a[0] * b[1] - a[1] * b[0])).sum()
}

#[test]
fn parry_agrees_on_the_area() {
    let mut random = Random::new(13);
    for _ in 0..5000 {
        let points: Vec<DVec2> = (0..4 + random.below(60)).map(|_| DVec2::new(random.signed(), random.signed())).collect();
        let ours = quickhull_2d(&points).unwrap();
        let theirs = convex_hull(&points.iter().map(|p| Vector::new(p.x, p.y)).collect::<Vec<_>>());
        let [ours, theirs] = [area(ours.iter().map(|p| [p.x, p.y])), area(theirs.iter().map(|p| [p.x, p.y]))];
        assert!((ours - theirs).abs() < 1e-12, "{ours} {theirs}");
    }
}

/// Trap: points on the lowest edge and on the edges at the start are at equal angles.
#[test]
fn points_of_a_grid_have_four_corners() {
    let grid: Vec<Whole> = (0..49).map(|i| [i % 7, i / 7]).collect();
    assert!(check(&grid));
    assert_eq!(graham_scan(&floats(&grid)).unwrap(), floats(&[[0, 0], [6, 0], [6, 6], [0, 6]]));
}

/// Trap: several points are equally far from the first line; the middle ones are no corners.
#[test]
fn an_edge_parallel_to_the_first_line_keeps_its_ends_only() {
    let points = [[0, 0], [10, 10], [5, 4], [4, 3], [6, 5], [3, 2], [7, 6]];
    assert!(check(&points));
    assert_eq!(quickhull_2d(&floats(&points)).unwrap(), floats(&[[0, 0], [3, 2], [7, 6], [10, 10]]));
}

#[test]
fn repeated_points_count_once() {
    let points = [[0, 0], [0, 0], [4, 0], [4, 0], [0, 4], [0, 4], [0, 0], [1, 1], [1, 1]];
    assert!(check(&points));
    assert_eq!(graham_scan(&floats(&points)).unwrap().len(), 3);
}

#[test]
fn too_few_equal_or_collinear_points_are_flat() {
    let line: Vec<Whole> = (-9..9).map(|i| [3 * i, -5 * i]).collect();
    for points in [&[][..], &[[1, 2]], &[[1, 2], [3, 4]], &[[7, 7]; 20], &line] {
        assert!(!check(points));
    }
}

/// Trap: a line that was turned is bent by its last bits, and has a hull of no thickness.
#[test]
fn a_turned_line_is_flat() {
    for k in 1..200 {
        let (sin, cos) = f64::from(k).sin_cos();
        let line: Vec<DVec2> = (0..40).map(|i| DVec2::new(cos, sin) * (0.1 * f64::from(i)) + DVec2::new(3.0, 4.0)).collect();
        assert!(matches!(graham_scan(&line), Err(ShapeError::Flat { .. })), "{k}");
        assert!(matches!(quickhull_2d(&line), Err(ShapeError::Flat { .. })), "{k}");
    }
}

/// Trap: in plain arithmetic products of tiny lengths are 0 and of huge ones infinite.
#[test]
fn size_does_not_matter() {
    for size in [f64::MIN_POSITIVE, 1e-200, 1e-9, 1e99] {
        let points = [[0.0, 0.0], [1.0, 0.0], [0.25, 0.25], [0.0, 1.0], [0.5, 0.0]].map(|p| DVec2::from(p) * size);
        let hull = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|p| DVec2::from(p) * size);
        assert_eq!(graham_scan(&points).unwrap(), hull, "{size:e}");
        assert_eq!(quickhull_2d(&points).unwrap(), hull, "{size:e}");
    }
}

/// Trap (L. Kettner and others, *Classroom examples of robustness problems*, 2008): points so close to a line that plain
/// arithmetic calls the turns in contradiction, and the hull loses a far corner.
#[test]
fn points_a_bit_off_a_line_keep_their_sides() {
    let ulp = f64::EPSILON;
    let mut points = vec![DVec2::new(24.0, 24.0), DVec2::new(12.0, 12.0), DVec2::new(0.5, 0.5), DVec2::new(30.0, -1.0)];
    points.extend((0..256).map(|i| DVec2::new(0.5 + f64::from(i % 16) * ulp, 0.5 + f64::from(i / 16) * ulp)));
    let hull = graham_scan(&points).unwrap();
    assert_eq!(hull, quickhull_2d(&points).unwrap());
    let side = |a: DVec2, b: DVec2, p: DVec2| {
        let [a, b, p] = [a, b, p].map(|v| robust::Coord { x: v.x, y: v.y });
        robust::orient2d(a, b, p)
    };
    for i in 0..hull.len() {
        assert!(points.iter().all(|&p| side(hull[i], hull[(i + 1) % hull.len()], p) >= 0.0));
    }
}

#[test]
fn coordinates_that_are_no_numbers_are_refused() {
    for value in [f64::NAN, f64::INFINITY, 1e100] {
        let points = [DVec2::ZERO, DVec2::X, DVec2::new(value, 1.0)];
        assert!(matches!(graham_scan(&points), Err(ShapeError::NotFinite { .. })));
        assert!(matches!(quickhull_2d(&points), Err(ShapeError::NotFinite { .. })));
    }
}
