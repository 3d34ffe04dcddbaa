//! What the faces of a polyhedron have to be.

use glam::DVec3;

use super::super::error::ShapeError;
use super::super::predicates::side_of_plane;
use super::super::vector::Vector;
use super::WHAT;
use super::topology::circle;

/// How far a corner may be from the plane of its face, or beyond the plane of another, in sizes of the body.
const PLAY: f64 = 1e-9;

/// What rounding makes of a cross product, over the square of the longest edge.
const NOISE: f64 = 1e-13;

/// # Errors
/// A corner that is there twice.
pub(super) fn repeated(corners: &[DVec3]) -> Result<(), ShapeError> {
    let key = |corner: DVec3| (corner + 0.0).to_array().map(f64::to_bits);
    let mut order: Vec<usize> = (0..corners.len()).collect();
    order.sort_by_key(|&index| (key(corners[index]), index));
    match order.windows(2).find(|pair| key(corners[pair[0]]) == key(corners[pair[1]])) {
        Some(pair) => Err(ShapeError::Repeated { what: WHAT, first: pair[0], second: pair[1] }),
        None => Ok(()),
    }
}

/// The normal of each face, of length 1, by Newell's sum of cross products (Ericson 12.4.2). A triangle that is next to a line may have one
/// that is off by some thousandths, or, where rounding leaves less of it, that of a neighbour.
pub(super) fn face_normals(corners: &[DVec3], faces: &[&[usize]]) -> Result<Vec<DVec3>, ShapeError> {
    let bad = |face: usize| ShapeError::BadFace { what: WHAT, face, problem: "has no area: its corners are on one line" };
    let own = |(index, face): (usize, &&[usize])| {
        let origin = corners[face[0]];
        let terms = circle(face).map(|(from, to)| (corners[from] - origin).cross(corners[to] - origin));
        let edges = circle(face).map(|(from, to)| corners[from].distance_squared(corners[to]));
        let sum: DVec3 = terms.sum();
        let longest = edges.fold(0.0, f64::max);
        if sum.length() > PLAY * longest || is_outermost(corners, face) {
            Ok(sum.normalized().filter(|_| sum.length() > NOISE * longest))
        } else {
            Err(bad(index))
        }
    };
    let mut normals: Vec<Option<DVec3>> = faces.iter().enumerate().map(own).collect::<Result<_, _>>()?;
    let of_neighbour = |normals: &[Option<DVec3>], face: usize| {
        let beside = |other: &usize| faces[*other].iter().filter(|corner| faces[face].contains(corner)).count() == 2;
        (0..faces.len()).filter(beside).find_map(|other| normals[other])
    };
    // Neighbours may be as thin, and have that of their own neighbours.
    while let Some(face) = (0..faces.len()).find(|&face| normals[face].is_none()) {
        let next = (face..faces.len()).filter(|&face| normals[face].is_none()).find_map(|face| Some((face, of_neighbour(&normals, face)?)));
        let (thin, normal) = next.ok_or_else(|| bad(face))?;
        normals[thin] = Some(normal);
    }
    Ok(normals.into_iter().flatten().collect())
}

/// Whether a face is a triangle, seen counter-clockwise from outside, that no corner is beyond, by exact signs: as those of a convex hull
/// are, however thin.
fn is_outermost(corners: &[DVec3], face: &[usize]) -> bool {
    let &[a, b, c] = face else { return false };
    let mut is_inside = false;
    for &corner in corners {
        let side = side_of_plane([corners[a], corners[b], corners[c]], corner);
        if side > 0.0 {
            return false;
        }
        is_inside |= side < 0.0;
    }
    is_inside
}

/// # Errors
/// Where a face is not plane, a corner is beyond a face, all faces look inwards, or the body has no inside.
pub(super) fn faces(corners: &[DVec3], faces: &[&[usize]], normals: &[DVec3]) -> Result<(), ShapeError> {
    let centre = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let size = corners.iter().map(|corner| corner.distance(centre)).fold(0.0, f64::max);
    let play = PLAY * size;
    for (index, (face, normal)) in faces.iter().zip(normals).enumerate() {
        let height = |corner: &DVec3| (*corner - corners[face[0]]).dot(*normal);
        let highest = corners.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        let lowest = corners.iter().map(height).fold(f64::INFINITY, f64::min);
        if highest - lowest <= play {
            return Err(ShapeError::Flat { what: WHAT, count: corners.len(), needed: "a polyhedron is not all in one plane" });
        }
        let is_bent = face.iter().any(|&corner| height(&corners[corner]).abs() > play);
        // The exact signs only where it is not enough that it is so but for rounding.
        if !is_bent && highest <= play || is_outermost(corners, face) {
            continue;
        }
        if is_bent {
            return Err(ShapeError::BadFace { what: WHAT, face: index, problem: "is not plane" });
        }
        if lowest >= -play {
            return Err(ShapeError::InsideOut { what: WHAT, place: "face", index });
        }
        return Err(ShapeError::NotConvex { what: WHAT, place: "face", index });
    }
    Ok(())
}
