//! The flat faces of a finished surface.

use glam::DVec3;

use super::Hull3;
use super::mesh::Mesh;
use crate::geometry::predicates::on_one_line;

const NONE: usize = usize::MAX;

/// The hull whose surface `mesh` is: triangles in one plane joined, corners inside a face or an edge left out.
pub fn collected(points: &[DVec3], mesh: &Mesh) -> Hull3 {
    let rings = face_rings(mesh);
    let mut numbers = vec![NONE; points.len()];
    rings.iter().flatten().for_each(|&corner| numbers[corner] = 0);
    let mut vertices = Vec::new();
    for (point, number) in numbers.iter_mut().enumerate().filter(|(_, number)| **number != NONE) {
        *number = vertices.len();
        vertices.push(points[point]);
    }
    let face = |ring: &Vec<usize>| {
        let mut face: Vec<u32> = ring.iter().map(|&corner| numbers[corner] as u32).collect();
        let lowest = (0..face.len()).min_by_key(|&i| face[i]).unwrap_or(0);
        face.rotate_left(lowest);
        face
    };
    let faces: Vec<Vec<u32>> = rings.iter().map(face).collect();
    let fan = |face: &Vec<u32>| face[1..].windows(2).map(|edge| [face[0], edge[0], edge[1]]).collect::<Vec<_>>();
    Hull3 { vertices, triangles: faces.iter().flat_map(fan).collect(), faces }
}

/// The strict corners of each flat face, in order.
fn face_rings(mesh: &Mesh) -> Vec<Vec<usize>> {
    let mut group_of = vec![NONE; mesh.faces.len()];
    let mut after = vec![NONE; mesh.at.len()];
    let mut rings = Vec::new();
    for face in (0..mesh.faces.len()).filter(|&face| !mesh.faces[face].dead) {
        if group_of[face] == NONE {
            let members = coplanar_with(mesh, face, &mut group_of);
            rings.push(strict_corners(mesh, &border(mesh, &members, &group_of, &mut after)));
        }
    }
    rings
}

/// The triangles that are connected with `first` in one plane. Signs are exact, so any of them gives the same group.
fn coplanar_with(mesh: &Mesh, first: usize, group_of: &mut [usize]) -> Vec<usize> {
    let mut members = vec![first];
    group_of[first] = first;
    let mut next = 0;
    while let Some(&face) = members.get(next) {
        for neighbour in mesh.faces[face].neighbours {
            let flat = || mesh.faces[neighbour].corners.iter().all(|&corner| mesh.side(first, corner) == 0.0);
            if group_of[neighbour] == NONE && flat() {
                group_of[neighbour] = first;
                members.push(neighbour);
            }
        }
        next += 1;
    }
    members
}

/// The points around a group of triangles, counter-clockwise: one ring, as a flat face of a hull is convex.
/// `after` is scratch, one entry for each point.
fn border(mesh: &Mesh, members: &[usize], group_of: &[usize], after: &mut [usize]) -> Vec<usize> {
    let mut start = NONE;
    let mut length = 0;
    for face in members.iter().map(|&face| &mesh.faces[face]) {
        for edge in (0..3).filter(|&edge| group_of[face.neighbours[edge]] != group_of[members[0]]) {
            start = face.corners[edge];
            after[start] = face.corners[(edge + 1) % 3];
            length += 1;
        }
    }
    std::iter::successors(Some(start), |&point| Some(after[point])).take(length).collect()
}

/// The corners of a ring that are not on the line through their neighbours.
fn strict_corners(mesh: &Mesh, ring: &[usize]) -> Vec<usize> {
    let at = |i: usize| mesh.at[ring[i % ring.len()]];
    let strict = |&i: &usize| !on_one_line([at(i + ring.len() - 1), at(i), at(i + 1)]);
    (0..ring.len()).filter(strict).map(|i| ring[i]).collect()
}
