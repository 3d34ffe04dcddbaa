//! Degenerate inputs of hulls in space: each test tells its trap.

use jostle::geometry::{DQuat, DVec3, Hull3, ShapeError, quickhull_3d};

use crate::spatial::{check, volume};
use crate::support::Random;

fn hull_of(points: &[DVec3]) -> Hull3 {
    let hull = quickhull_3d(points).unwrap_or_else(|error| panic!("{error}"));
    check(points, &hull);
    hull
}

fn is_flat(points: &[DVec3]) -> bool {
    matches!(quickhull_3d(points), Err(ShapeError::Flat { count, .. }) if count == points.len())
}

fn grid(side: usize) -> Vec<DVec3> {
    (0..side.pow(3)).map(|i| DVec3::new((i % side) as f64, (i / side % side) as f64, (i / side / side) as f64)).collect()
}

#[test]
fn a_tetrahedron_is_its_own_hull() {
    let hull = hull_of(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]);
    assert_eq!((hull.vertices.len(), hull.triangles.len(), hull.faces.len()), (4, 4, 4));
    assert_eq!(volume(&hull), 1.0 / 6.0);
}

/// Trap: nearly all points are in the planes of faces and on the lines of edges.
#[test]
fn points_of_a_grid_have_eight_corners_and_six_faces() {
    for side in 2..8 {
        let hull = hull_of(&grid(side));
        assert_eq!((hull.vertices.len(), hull.triangles.len(), hull.faces.len()), (8, 12, 6), "side {side}");
    }
}

/// Trap: the order decides which points of a flat face become corners first; none of them may stay as one.
#[test]
fn the_order_of_points_does_not_matter() {
    let mut random = Random::new(31);
    let mut points = grid(4);
    for _ in 0..200 {
        for i in (1..points.len()).rev() {
            points.swap(i, random.below(i + 1));
        }
        assert_eq!(hull_of(&points).faces.len(), 6);
    }
}

/// Trap: a point seen by no face, but on the surface.
#[test]
fn repeated_points_count_once() {
    let mut points = grid(2);
    points.extend(grid(2));
    points.extend(grid(2));
    let hull = hull_of(&points);
    assert_eq!(hull.vertices.len(), 8);
}

#[test]
fn too_few_equal_collinear_or_coplanar_points_are_flat() {
    assert!(is_flat(&[]));
    assert!(is_flat(&[DVec3::ZERO, DVec3::X, DVec3::Y]));
    assert!(is_flat(&[DVec3::new(0.1, 0.2, 0.3); 50]));
    assert!(is_flat(&(0..50).map(|i| DVec3::new(1.0, -2.0, 3.0) * f64::from(i)).collect::<Vec<_>>()));
    assert!(is_flat(&(0..50).map(|i| DVec3::new(f64::from(i % 7), f64::from(i / 7), f64::from(i % 7 + i / 7))).collect::<Vec<_>>()));
}

/// Trap: a plane that was turned is bent by its last bits; its hull would have no thickness and two sides of slivers.
#[test]
fn a_turned_plane_is_flat() {
    let mut random = Random::new(32);
    for _ in 0..500 {
        let turn = DQuat::from_axis_angle(DVec3::new(random.signed(), random.signed(), random.signed()).normalize(), 3.0 * random.signed());
        let plane: Vec<DVec3> = (0..60).map(|_| turn * DVec3::new(random.signed(), random.signed(), 0.0) + DVec3::splat(0.7)).collect();
        assert!(is_flat(&plane));
        let line: Vec<DVec3> = (0..60).map(|_| turn * DVec3::new(random.signed(), 0.0, 0.0) + DVec3::splat(0.7)).collect();
        assert!(is_flat(&line));
    }
}

/// Trap: just thick enough to have a hull, whose two sides are bent by rounding.
#[test]
fn a_thin_slab_has_a_hull() {
    let mut random = Random::new(33);
    for thickness in [1e-3, 1e-6, 1e-9, 1e-11] {
        let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), 1.0);
        let slab: Vec<DVec3> =
            (0..400).map(|i| turn * DVec3::new(random.signed(), random.signed(), thickness * f64::from(i % 2))).collect();
        hull_of(&slab);
        assert!(is_flat(&slab.iter().map(|&p| turn.conjugate() * p * DVec3::new(1.0, 1.0, 1e-14)).collect::<Vec<_>>()));
    }
}

/// Trap: every point is a corner, and no face has anything left outside of it for long.
#[test]
fn points_on_a_sphere_are_all_corners() {
    let mut random = Random::new(34);
    let points: Vec<DVec3> = (0..1000).map(|_| DVec3::new(random.signed(), random.signed(), random.signed()).normalize()).collect();
    let hull = hull_of(&points);
    assert_eq!(hull.vertices.len(), 1000);
    assert_eq!(hull.triangles.len(), 2 * 1000 - 4);
    assert!((4.1..4.19).contains(&volume(&hull)), "{}", volume(&hull));
}

/// Trap: rings of points on circles make flat caps and four-cornered sides that rounding bends.
#[test]
fn a_globe_of_rings_has_a_hull() {
    let ring = |height: f64| {
        (0..24).map(move |i| f64::from(i) * 0.261_799_387_799).map(move |angle| {
            let radius = (1.0 - height * height).sqrt();
            DVec3::new(radius * angle.cos(), radius * angle.sin(), height)
        })
    };
    let points: Vec<DVec3> = (-9..=9).flat_map(|k| ring(0.1 * f64::from(k))).collect();
    hull_of(&points);
}

/// Trap: a turned box is bent by its last bits, so that three corners of a face and the fourth are in two planes, and
/// points in the middle of its edges and faces stick out.
#[test]
fn a_turned_box_with_points_all_over_has_a_hull() {
    let mut random = Random::new(35);
    for _ in 0..100 {
        let turn = DQuat::from_axis_angle(DVec3::new(random.signed(), random.signed(), random.signed()).normalize(), 3.0 * random.signed());
        let points: Vec<DVec3> = grid(5).iter().map(|&p| turn * p).collect();
        let hull = hull_of(&points);
        assert!((volume(&hull) - 64.0).abs() < 1e-9, "{}", volume(&hull));
    }
}

/// Trap: products of three tiny lengths are 0 in plain arithmetic, of three huge ones infinite.
#[test]
fn size_does_not_matter() {
    for size in [f64::MIN_POSITIVE, 1e-200, 1e-7, 1e20, 1e98] {
        let points: Vec<DVec3> = grid(3).iter().map(|&p| p * size).collect();
        let hull = quickhull_3d(&points).unwrap();
        assert_eq!((hull.vertices.len(), hull.faces.len()), (8, 6), "{size:e}");
    }
}

/// Trap: far from the origin a body has few bits left, and its corners are in steps.
#[test]
fn far_from_the_origin_is_no_trouble() {
    let mut random = Random::new(36);
    for _ in 0..100 {
        let points: Vec<DVec3> =
            (0..60).map(|_| DVec3::splat(1e9) + DVec3::new(random.signed(), random.signed(), random.signed())).collect();
        hull_of(&points);
    }
}

/// Trap: a needle is thin in two directions.
#[test]
fn a_needle_has_a_hull() {
    let mut random = Random::new(37);
    for thickness in [1e-2, 1e-5] {
        let points: Vec<DVec3> =
            (0..200).map(|_| DVec3::new(random.signed(), thickness * random.signed(), thickness * random.signed())).collect();
        hull_of(&points);
    }
}

#[test]
fn coordinates_that_are_no_numbers_are_refused() {
    for value in [f64::NAN, f64::NEG_INFINITY, 1e100] {
        let points = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(0.0, 0.0, value)];
        assert!(matches!(quickhull_3d(&points), Err(ShapeError::NotFinite { .. })));
    }
}
