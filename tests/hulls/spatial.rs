//! Hulls in space of random points. What is checked here decides: a closed surface that is convex, around all points,
//! with corners of theirs, is the hull.

use std::collections::HashMap;

use jostle::geometry::{DVec3, Hull3, ShapeError, quickhull_3d};
use parry3d_f64::math::Vector;
use parry3d_f64::transformation::convex_hull;
use proptest::prelude::*;
use robust::{Coord3D, orient3d};

use crate::support::Random;

/// Positive outside of the plane of three corners that are counter-clockwise from outside. The sign is exact.
fn height([a, b, c]: [DVec3; 3], point: DVec3) -> f64 {
    let coord = |v: DVec3| Coord3D { x: v.x, y: v.y, z: v.z };
    -orient3d(coord(a), coord(b), coord(c), coord(point))
}

pub fn volume(hull: &Hull3) -> f64 {
    let corner = |i: u32| hull.vertices[i as usize] - hull.vertices[0];
    hull.triangles.iter().map(|t| corner(t[0]).dot(corner(t[1]).cross(corner(t[2]))) / 6.0).sum()
}

/// Every edge is there once in each direction.
fn closed<'a>(rings: impl Iterator<Item = &'a [u32]>) -> usize {
    let mut edges = HashMap::new();
    for ring in rings {
        for i in 0..ring.len() {
            *edges.entry((ring[i], ring[(i + 1) % ring.len()])).or_insert(0) += 1;
        }
    }
    assert!(edges.iter().all(|(&(from, to), &count)| count == 1 && edges.get(&(to, from)) == Some(&1)), "the surface has a hole");
    edges.len() / 2
}

/// Panics unless the hull is the hull of the points. All signs here are exact for the sizes the tests use.
pub fn check(points: &[DVec3], hull: &Hull3) {
    let at = |i: u32| hull.vertices[i as usize];
    for faces in [hull.triangles.iter().map(|t| &t[..]).collect::<Vec<_>>(), hull.faces.iter().map(|f| &f[..]).collect()] {
        let edges = closed(faces.iter().copied());
        assert_eq!(hull.vertices.len() + faces.len(), edges + 2, "Euler's formula: {hull:?}");
    }
    for face in &hull.faces {
        let plane = [at(face[0]), at(face[1]), at(face[2])];
        assert!(points.iter().all(|&p| height(plane, p) <= 0.0), "a point is outside: {hull:?} of {points:?}");
        let inside = hull.vertices.iter().enumerate().find(|&(_, &v)| height(plane, v) < 0.0).expect("a vertex off the face").1;
        for i in 0..face.len() {
            let [a, b, c] = [0, 1, 2].map(|k| at(face[(i + k) % face.len()]));
            assert_eq!(height(plane, a), 0.0, "the face is not flat: {hull:?}");
            // From inside a strictly convex corner turns the other way.
            assert!(height([a, b, *inside], c) > 0.0, "a corner on an edge or inside out: {hull:?} of {points:?}");
        }
    }
    assert!(hull.triangles.iter().all(|t| height(t.map(at), hull_centre(hull)) < 0.0), "a triangle faces inwards: {hull:?}");
    assert!(hull.vertices.iter().all(|vertex| points.contains(vertex)));
    assert!((0..hull.vertices.len() as u32).all(|v| hull.triangles.iter().any(|t| t.contains(&v))), "a vertex without faces");
}

fn hull_centre(hull: &Hull3) -> DVec3 {
    hull.vertices.iter().copied().sum::<DVec3>() * (1.0 / hull.vertices.len() as f64)
}

/// A cloud with whole coordinates: on a coarse grid, in a wide cube, near a sphere, or on few planes.
fn cloud(random: &mut Random, kind: usize) -> Vec<DVec3> {
    let count = 1 + random.below(30);
    let point = |random: &mut Random| match kind {
        0 => DVec3::new(random.whole(-1, 2) as f64, random.whole(-1, 2) as f64, random.whole(-1, 2) as f64),
        1 => DVec3::new(random.whole(-999, 999) as f64, random.whole(-999, 999) as f64, random.whole(-999, 999) as f64),
        2 => {
            let [x, y, z] = [random.signed(), random.signed(), random.signed()];
            (DVec3::new(x, y, z).normalize_or(DVec3::X) * 50.0).round()
        }
        _ => {
            let [a, b] = [random.whole(-3, 4) as f64, random.whole(-3, 4) as f64];
            [DVec3::new(a, b, 0.0), DVec3::new(a, a + b, b), DVec3::new(a, b, a - b)][random.below(3)]
        }
    };
    (0..count).map(|_| point(random)).collect()
}

/// Whether whole points are in one plane.
fn flat(points: &[DVec3]) -> bool {
    let Some(&a) = points.first() else { return true };
    let Some(&b) = points.iter().find(|&&p| p != a) else { return true };
    let Some(&c) = points.iter().find(|&&p| (b - a).cross(p - a) != DVec3::ZERO) else { return true };
    points.iter().all(|&p| height([a, b, c], p) == 0.0)
}

fn run_random(count: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut solid = 0;
    for round in 0..count {
        let points = cloud(&mut random, round % 4);
        match quickhull_3d(&points) {
            Ok(hull) => {
                check(&points, &hull);
                solid += 1;
            }
            Err(ShapeError::Flat { count, .. }) => assert!(flat(&points) && count == points.len(), "{points:?}"),
            Err(error) => panic!("{error}: {points:?}"),
        }
    }
    assert!(solid > count * 3 / 4, "{solid} of {count}");
}

#[test]
fn hulls_of_random_points_are_hulls() {
    run_random(100_000, 21);
}

#[test]
#[ignore = "minutes; the same with a million clouds"]
fn hulls_of_a_million_clouds_are_hulls() {
    run_random(1_000_000, 22);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever comes in, an answer comes out: closed, with corners among the points.
    #[test]
    fn any_floats_give_a_hull_or_an_error(points in prop::collection::vec(prop::array::uniform3(any::<f64>()), 0..14)) {
        let points: Vec<DVec3> = points.into_iter().map(DVec3::from).collect();
        if let Ok(hull) = quickhull_3d(&points) {
            closed(hull.triangles.iter().map(|t| &t[..]));
            prop_assert!(hull.vertices.iter().all(|vertex| points.contains(vertex)));
        }
    }

    /// Coordinates of very different sizes in one cloud.
    #[test]
    fn mixed_sizes_give_a_hull_or_an_error(points in prop::collection::vec(prop::array::uniform3((-2.0..2.0f64, -99..99i32)), 4..20)) {
        let points: Vec<DVec3> = points.into_iter().map(|p| DVec3::from(p.map(|(value, exponent)| value * 10f64.powi(exponent)))).collect();
        if let Ok(hull) = quickhull_3d(&points) {
            closed(hull.triangles.iter().map(|t| &t[..]));
        }
    }
}

#[test]
fn parry_agrees_on_volume_and_containment() {
    let mut random = Random::new(23);
    for round in 0..3000 {
        let point = |random: &mut Random| DVec3::new(random.signed(), random.signed(), random.signed());
        let mut points: Vec<DVec3> = (0..5 + random.below(80)).map(|_| point(&mut random)).collect();
        if round % 3 == 0 {
            points.iter_mut().for_each(|p| *p = p.normalize());
        }
        let hull = quickhull_3d(&points).unwrap();
        check(&points, &hull);
        let (vertices, triangles) = convex_hull(&points.iter().map(|p| Vector::new(p.x, p.y, p.z)).collect::<Vec<_>>());
        let vertices: Vec<DVec3> = vertices.iter().map(|v| DVec3::new(v.x, v.y, v.z)).collect();
        let theirs = Hull3 { vertices, triangles, faces: Vec::new() };
        assert!((volume(&hull) - volume(&theirs)).abs() < 1e-9, "{} {}", volume(&hull), volume(&theirs));
        for _ in 0..20 {
            let probe = point(&mut random);
            let highest = |hull: &Hull3| {
                let heights = hull.triangles.iter().map(|t| height(t.map(|i| hull.vertices[i as usize]), probe));
                heights.fold(f64::NEG_INFINITY, f64::max)
            };
            let [ours, theirs] = [highest(&hull), highest(&theirs)];
            assert!(ours.abs() < 1e-9 || (ours > 0.0) == (theirs > 0.0), "{ours} {theirs}");
        }
    }
}
