//! What is no shape gets an error that says why.

use jostle::geometry::{Aabb, Ball, Capsule, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, DVec2, DVec3, Ellipsoid, ShapeError};

use super::random::{Random, hull_by_trying, prism};

const BAD_LENGTHS: [f64; 7] = [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-200, 1e200];

#[test]
fn lengths_are_positive_and_finite() {
    for bad in BAD_LENGTHS {
        assert!(Ball::<DVec2>::new(bad).is_err() && Ball::<DVec3>::new(bad).is_err(), "{bad}");
        for axis in 0..3 {
            let mut lengths = [1.0; 3];
            lengths[axis] = bad;
            assert!(Cuboid::new(DVec3::from(lengths)).is_err() && Ellipsoid::new(DVec3::from(lengths)).is_err(), "{bad}");
        }
        assert!(Cylinder::new(bad, 1.0).is_err() && Cylinder::new(1.0, bad).is_err(), "{bad}");
        assert!(Cone::new(bad, 1.0).is_err() && Cone::new(1.0, bad).is_err(), "{bad}");
        assert!(Capsule::new([DVec2::ZERO, DVec2::X], bad).is_err(), "{bad}");
    }
    for (size, is_one) in [(1e-170, false), (1e-39, true)] {
        let corners = [[0.0, 0.0], [size, 0.0], [0.0, size]].map(DVec2::from_array);
        assert_eq!(ConvexPolygon::new(corners).is_ok(), is_one, "{size}");
        let (corners, faces) = tetrahedron();
        let corners: Vec<DVec3> = corners.into_iter().map(|corner| corner * size).collect();
        assert_eq!(ConvexPolyhedron::new(corners, &faces).is_ok(), is_one, "{size}");
    }
    assert_eq!(
        Ball::<DVec2>::new(-1.0).unwrap_err().to_string(),
        "the radius of a ball is -1, but must be greater than 0 (at least 1e-40)"
    );
}

#[test]
fn capsules_have_two_ends_and_boxes_an_inside() {
    assert!(Capsule::new([DVec2::X, DVec2::X], 1.0).is_err());
    assert!(Capsule::new([DVec2::X, DVec2::new(f64::NAN, 0.0)], 1.0).is_err());
    assert!(Aabb::shape(DVec2::ONE, DVec2::ZERO).is_err(), "inside out");
    assert!(Aabb::shape(DVec2::ZERO, DVec2::X).is_err(), "flat");
    assert!(Aabb::shape(DVec2::ZERO, DVec2::new(1.0, f64::INFINITY)).is_err());
}

fn polygon(corners: &[[f64; 2]]) -> Result<ConvexPolygon, ShapeError> {
    ConvexPolygon::new(corners.iter().map(|&corner| DVec2::from(corner)).collect::<Vec<_>>())
}

#[test]
fn polygons_are_convex_and_counter_clockwise() {
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    assert_eq!(polygon(&square).unwrap().normals()[..2], [DVec2::NEG_Y, DVec2::X]);
    assert!(matches!(polygon(&square[..2]), Err(ShapeError::Flat { count: 2, .. })));
    let clockwise: Vec<_> = square.iter().rev().copied().collect();
    assert!(matches!(polygon(&clockwise), Err(ShapeError::InsideOut { .. })));
    assert!(matches!(polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, f64::NAN]]), Err(ShapeError::NotFinite { .. })));
    assert!(matches!(polygon(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]), Err(ShapeError::NoCorner { .. })), "on one line");
    assert!(matches!(polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), Err(ShapeError::NoCorner { .. })), "repeated");
    let flat_corner = [[0.0, 0.0], [0.5, 0.0], [1.0, 0.0], [0.0, 1.0]];
    assert!(matches!(polygon(&flat_corner), Err(ShapeError::NoCorner { corner: 1, .. })));
    let dart = [[0.0, 0.0], [2.0, 0.0], [0.5, 0.5], [0.0, 2.0]];
    assert!(matches!(polygon(&dart), Err(ShapeError::NotConvex { index: 2, .. })));
    // A pentagram turns left at every corner.
    let star: Vec<_> = (0..5).map(|i| DVec2::from_angle(f64::from(i) * 4.0 * std::f64::consts::PI / 5.0)).collect();
    assert!(matches!(ConvexPolygon::new(star), Err(ShapeError::NotConvex { .. })));
}

fn tetrahedron() -> (Vec<DVec3>, Vec<Vec<usize>>) {
    (vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z], vec![vec![0, 2, 1], vec![0, 1, 3], vec![0, 3, 2], vec![1, 2, 3]])
}

#[test]
fn polyhedra_are_closed_convex_and_seen_from_outside() {
    let (corners, faces) = tetrahedron();
    let good = ConvexPolyhedron::new(corners.clone(), &faces).unwrap();
    assert_eq!((good.edges().len(), good.face_count(), good.face(3)), (6, 4, &[1, 2, 3][..]));
    let error = |corners: &[DVec3], faces: &[Vec<usize>]| ConvexPolyhedron::new(corners.to_vec(), faces).unwrap_err();
    assert!(matches!(error(&corners[..3], &faces), ShapeError::Flat { .. }));
    let with = |face: usize, new: &[usize]| {
        let mut faces = faces.clone();
        faces[face] = new.to_vec();
        faces
    };
    let one_turned = error(&corners, &with(0, &[0, 1, 2]));
    assert!(one_turned.to_string().contains("the same way as another face"), "{one_turned}");
    assert!(matches!(error(&corners, &with(0, &[0, 2])), ShapeError::BadFace { face: 0, .. }));
    assert!(matches!(error(&corners, &with(0, &[0, 2, 9])), ShapeError::BadFace { face: 0, .. }));
    assert!(matches!(error(&corners, &with(0, &[0, 2, 2])), ShapeError::BadFace { face: 0, .. }));
    // A spike into the face and back, which crosses no other edge.
    let spiked = error(&[corners.clone(), vec![DVec3::new(0.3, 0.3, 0.0)]].concat(), &with(0, &[0, 2, 1, 0, 4]));
    assert!(spiked.to_string().contains("face 0 repeats a corner"), "{spiked}");
    let all_inwards: Vec<Vec<usize>> = faces.iter().map(|face| face.iter().rev().copied().collect()).collect();
    assert!(matches!(error(&corners, &all_inwards), ShapeError::InsideOut { .. }));
    let mut flat = corners.clone();
    flat[3] = DVec3::new(0.3, 0.3, 0.0);
    assert!(matches!(error(&flat, &faces), ShapeError::Flat { .. }), "{:?}", error(&flat, &faces));
    let mut not_finite = corners.clone();
    not_finite[1].y = f64::NAN;
    assert!(matches!(error(&not_finite, &faces), ShapeError::NotFinite { .. }));
    let unused = [corners.clone(), vec![DVec3::splat(0.1)]].concat();
    assert!(matches!(error(&unused, &faces), ShapeError::BadFace { .. }));
}

#[test]
fn polyhedra_with_a_dent_or_a_bent_face_are_none() {
    // A corner of a bipyramid, pushed in past the middle.
    let ring: Vec<DVec3> = (0..4).map(|i| DVec2::from_angle(f64::from(i) * std::f64::consts::FRAC_PI_2).extend(0.0)).collect();
    let bipyramid = |top: f64| {
        let corners = [ring.clone(), vec![DVec3::Z * top, DVec3::NEG_Z]].concat();
        let faces: Vec<_> = (0..4).flat_map(|i| [vec![i, (i + 1) % 4, 4], vec![(i + 1) % 4, i, 5]]).collect();
        ConvexPolyhedron::new(corners, &faces)
    };
    assert!(bipyramid(1.0).is_ok());
    assert!(matches!(bipyramid(-0.5), Err(ShapeError::NotConvex { .. })));
    let prism = prism(4, DVec3::ONE, DVec3::ZERO).unwrap();
    let mut corners = prism.corners().to_vec();
    corners[0] *= 1.01;
    let faces: Vec<_> = (0..prism.face_count()).map(|face| prism.face(face).to_vec()).collect();
    assert!(matches!(ConvexPolyhedron::new(corners, &faces), Err(ShapeError::BadFace { problem: "is not plane", .. })));
}

#[test]
fn parallel_faces_and_edges_share_an_axis() {
    use jostle::geometry::Polytope;
    let prism = prism(4, DVec3::ONE, DVec3::ZERO).unwrap();
    assert_eq!((prism.face_count(), prism.slab_count(), prism.edges().len(), prism.edge_count()), (6, 3, 12, 3));
    let mut random = Random::new(71);
    let points: Vec<_> = (0..20).map(|_| random.direction3()).collect();
    let hull = ConvexPolyhedron::new(points.clone(), &hull_by_trying(&points)).unwrap();
    assert_eq!((hull.slab_count(), hull.edge_count()), (36, 54), "in general position none are parallel");
}
