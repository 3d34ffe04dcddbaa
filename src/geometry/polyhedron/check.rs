//! What the faces of a polyhedron have to be.

use glam::DVec3;

use super::super::error::ShapeError;
use super::super::vector::Vector;
use super::WHAT;
use super::topology::circle;

/// How far a corner may be from the plane of its face, or beyond the plane of another, in sizes of the body.
const PLAY: f64 = 1e-9;

/// The normal of each face, of length 1, by Newell's sum of cross products (Ericson 12.4.2).
pub(super) fn face_normals(corners: &[DVec3], faces: &[&[usize]]) -> Result<Vec<DVec3>, ShapeError> {
    let normal = |(index, face): (usize, &&[usize])| {
        let origin = corners[face[0]];
        let terms = circle(face).map(|(from, to)| (corners[from] - origin).cross(corners[to] - origin));
        let edges = circle(face).map(|(from, to)| corners[from].distance_squared(corners[to]));
        let sum: DVec3 = terms.sum();
        let longest = edges.fold(0.0, f64::max);
        let normal = sum.normalized().filter(|_| sum.length() > PLAY * longest);
        normal.ok_or(ShapeError::BadFace { what: WHAT, face: index, problem: "has no area: its corners are on one line" })
    };
    faces.iter().enumerate().map(normal).collect()
}

/// # Errors
/// Where a face is not plane, a corner is beyond a face, all faces look inwards, or the body has no inside.
pub(super) fn faces(corners: &[DVec3], faces: &[&[usize]], normals: &[DVec3]) -> Result<(), ShapeError> {
    let centre = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let size = corners.iter().map(|corner| corner.distance(centre)).fold(0.0, f64::max);
    let play = PLAY * size;
    for (index, (face, normal)) in faces.iter().zip(normals).enumerate() {
        let height = |corner: &DVec3| (*corner - corners[face[0]]).dot(*normal);
        if face.iter().any(|&corner| height(&corners[corner]).abs() > play) {
            return Err(ShapeError::BadFace { what: WHAT, face: index, problem: "is not plane" });
        }
        let highest = corners.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        let lowest = corners.iter().map(height).fold(f64::INFINITY, f64::min);
        if highest - lowest <= play {
            return Err(ShapeError::Flat { what: WHAT, count: corners.len(), needed: "a polyhedron is not all in one plane" });
        }
        if highest > play && lowest >= -play {
            return Err(ShapeError::InsideOut { what: WHAT, place: "face", index });
        }
        if highest > play {
            return Err(ShapeError::NotConvex { what: WHAT, place: "face", index });
        }
    }
    Ok(())
}
