//! Support functions, posed and of the difference: against points of the surface made in another way.

use jostle::geometry::{Aabb, Ball, Capsule, Cone, Convex, Cuboid, Cylinder, DQuat, DVec2, DVec3, Difference, Ellipsoid, Pose, overlaps};

use super::oracle::{World, pool};
use super::random::Random;

/// No sampled point is further along a direction than the support, and some point is about as far.
fn furthest_of(shape: &dyn Convex<DVec3>, points: &[DVec3], play: f64) {
    let mut random = Random::new(51);
    for _ in 0..200 {
        let direction = random.direction3();
        let reach = shape.support(direction).dot(direction);
        let most = points.iter().map(|point| point.dot(direction)).fold(f64::NEG_INFINITY, f64::max);
        assert!((0.0..play).contains(&(reach - most + 1e-12)), "{reach} {most}");
        assert!(shape.support(direction).length() <= shape.bounding_radius() + 1e-12);
        // The length of the direction does not matter.
        assert!((shape.support(direction * 1e-3) - shape.support(direction)).length() < 1e-9);
    }
    assert!(shape.support(DVec3::ZERO).is_finite());
}

fn sphere_points() -> Vec<DVec3> {
    let mut random = Random::new(52);
    (0..40_000).map(|_| random.direction3()).collect()
}

fn rim(y: f64, radius: f64) -> Vec<DVec3> {
    (0..2_000).map(|i| DVec2::from_angle(f64::from(i) * 0.00314159)).map(|at| DVec3::new(at.x * radius, y, at.y * radius)).collect()
}

#[test]
fn of_round_shapes() {
    let ball: Vec<_> = sphere_points().iter().map(|point| *point * 0.7).collect();
    furthest_of(&Ball::new(0.7).unwrap(), &ball, 0.01);
    let semi_axes = DVec3::new(0.5, 1.0, 2.0);
    furthest_of(&Ellipsoid::new(semi_axes).unwrap(), &sphere_points().iter().map(|point| *point * semi_axes).collect::<Vec<_>>(), 0.02);
    let ends = [DVec3::new(0.0, -1.0, 0.5), DVec3::new(1.0, 1.0, 0.0)];
    let capsule: Vec<_> = ends.iter().flat_map(|end| ball.iter().map(move |point| *end + *point)).collect();
    furthest_of(&Capsule::new(ends, 0.7).unwrap(), &capsule, 0.01);
    furthest_of(&Cylinder::new(0.8, 0.6).unwrap(), &[rim(0.8, 0.6), rim(-0.8, 0.6)].concat(), 1e-4);
    furthest_of(&Cone::new(0.8, 0.6).unwrap(), &[vec![DVec3::new(0.0, 0.8, 0.0)], rim(-0.8, 0.6)].concat(), 1e-4);
}

#[test]
fn of_boxes() {
    let half_extents = DVec3::new(0.3, 0.6, 0.9);
    let corners: Vec<_> = (0..8)
        .map(|i| half_extents * DVec3::new(f64::from(i & 1) * 2.0 - 1.0, f64::from(i & 2) - 1.0, f64::from(i & 4) / 2.0 - 1.0))
        .collect();
    furthest_of(&Cuboid::new(half_extents).unwrap(), &corners, 1e-9);
    furthest_of(&Aabb::shape(-half_extents, half_extents).unwrap(), &corners, 1e-9);
}

/// Many corners: found by climbing from the last one, from any start.
#[test]
fn of_a_polyhedron_with_many_corners() {
    let mut random = Random::new(53);
    let points: Vec<_> = (0..60).map(|_| random.direction3() * DVec3::new(1.0, 2.0, 0.5)).collect();
    let faces = super::random::hull_by_trying(&points);
    let polyhedron = jostle::geometry::ConvexPolyhedron::new(points.clone(), &faces).unwrap();
    furthest_of(&polyhedron, &points, 1e-9);
    for start in 0..70 {
        let direction = random.direction3();
        let mut hint = start;
        assert_eq!(polyhedron.core_support_from(direction, &mut hint), polyhedron.support(direction));
    }
}

/// Corners and faces of a cube from −1 to 1 whose edges are cut in four: its faces in squares, or as they are, with all the corners that they have then.
fn cut_cube(in_squares: bool) -> (Vec<DVec3>, Vec<Vec<usize>>) {
    const CUTS: usize = 4;
    let (mut corners, mut numbers, mut faces) = (Vec::new(), std::collections::BTreeMap::new(), Vec::new());
    for (axis, side) in (0..3).flat_map(|axis| [0, CUTS].map(|side| (axis, side))) {
        let mut number = |[across, up]: [usize; 2]| {
            let mut at = [side; 3];
            (at[(axis + 1) % 3], at[(axis + 2) % 3]) = (across, up);
            *numbers.entry(at).or_insert_with(|| {
                corners.push(DVec3::from_array(at.map(|cuts| 2.0 * cuts as f64 / CUTS as f64 - 1.0)));
                corners.len() - 1
            })
        };
        let squares = (0..CUTS).flat_map(|i| (0..CUTS).map(move |j| vec![[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]]));
        let side_of = |k: usize, i: usize| [[i, 0], [CUTS, i], [CUTS - i, CUTS], [0, CUTS - i]][k];
        let whole = (0..4).flat_map(|k| (0..CUTS).map(move |i| side_of(k, i))).collect();
        let outlines: Vec<Vec<[usize; 2]>> = if in_squares { squares.collect() } else { vec![whole] };
        faces.extend(outlines.into_iter().map(|outline| {
            let face: Vec<usize> = outline.into_iter().map(&mut number).collect();
            if side == 0 { face.into_iter().rev().collect() } else { face }
        }));
    }
    (corners, faces)
}

/// From the middle of a face, or of an edge, no edge leads to the other side.
#[test]
fn of_cubes_with_corners_in_the_middle_of_faces_and_edges() {
    for (in_squares, count) in [(true, 98), (false, 44)] {
        let (corners, faces) = cut_cube(in_squares);
        assert_eq!(corners.len(), count);
        let cube = jostle::geometry::ConvexPolyhedron::new(corners.clone(), &faces).unwrap();
        let bounds = cube.aabb(&Pose::IDENTITY);
        assert_eq!((bounds.min, bounds.max), (DVec3::NEG_ONE, DVec3::ONE));
        furthest_of(&cube, &corners, 1e-9);
        for (start, axis, sign) in (0..count).flat_map(|start| (0..6).map(move |k| (start, k / 2, f64::from(k as u32 % 2) * 2.0 - 1.0))) {
            let mut hint = start;
            assert_eq!(cube.core_support_from(DVec3::AXES[axis] * sign, &mut hint)[axis], sign, "from {start}");
        }
    }
}

fn posed_and_differences<V: World>(seed: u64) {
    let mut random = Random::new(seed);
    let pool = pool::<V>(&mut random, V::FAMILIES);
    for _ in 0..20_000 {
        let [a, b] = [&*pool[random.below(pool.len())].shape, &*pool[random.below(pool.len())].shape];
        let [pose_a, pose_b] = [V::pose(&mut random, 3.0), V::pose(&mut random, 3.0)];
        let direction = V::direction(&mut random);
        let reach = a.posed_support(&pose_a, direction).dot(direction) - b.posed_support(&pose_b, -direction).dot(direction);
        let local = pose_a.local_direction(direction);
        let of_difference = Difference::new(a, &pose_a, b, &pose_b).support(local);
        assert!((of_difference.dot(local) - reach).abs() < 1e-9);
        let bounds = a.aabb(&pose_a);
        for axis in 0..V::DIMENSION {
            let [high, low] = [V::axis(axis), -V::axis(axis)].map(|way| a.posed_support(&pose_a, way)[axis]);
            assert!((bounds.max[axis] - high).abs() < 1e-12 && (bounds.min[axis] - low).abs() < 1e-12);
        }
        // The surface, where there is a closed form, is where the general way says it is.
        let point = V::direction(&mut random) * random.between(0.0, 2.0);
        if let Some(surface) = a.surface(point) {
            assert!((surface.normal.length() - 1.0).abs() < 1e-12);
            assert!((surface.point.distance(point) - surface.distance.abs()).abs() < 1e-9, "{surface:?}");
            let reach = surface.distance.abs();
            let speck = |by: f64| Ball::<V>::new((reach + by).max(1e-12)).unwrap();
            assert!(jostle::geometry::gjk::overlaps(a, &Pose::IDENTITY, &speck(1e-8), &Pose::at(point)));
            if surface.distance > 1e-7 {
                assert!(!jostle::geometry::gjk::overlaps(a, &Pose::IDENTITY, &speck(-1e-8), &Pose::at(point)), "{surface:?}");
            }
        }
    }
}

#[test]
fn posed_and_of_differences() {
    posed_and_differences::<DVec2>(54);
    posed_and_differences::<DVec3>(55);
}

/// parry has no ellipsoids: with three equal semi-axes one is a ball, and stretched along the way it touches at the
/// end of that semi-axis.
#[test]
fn an_ellipsoid_reaches_as_far_as_its_semi_axes() {
    let stretched = Ellipsoid::new(DVec3::new(0.5, 1.0, 2.0)).unwrap();
    let ball = Ball::new(1.0).unwrap();
    for (axis, reach) in [(DVec3::X, 0.5), (DVec3::Y, 1.0), (DVec3::Z, 2.0)] {
        let turn = DQuat::from_rotation_x(0.3);
        let pose = Pose::new(turn, DVec3::ZERO);
        for (by, expected) in [(-1e-7, true), (1e-7, false)] {
            let at = Pose::at(turn * axis * (reach + 1.0 + by));
            assert_eq!(overlaps(&stretched, &pose, &ball, &at), expected, "{axis} {by}");
        }
    }
}
