//! Which corners, edges and faces of a polyhedron meet.

use std::collections::BTreeMap;

use glam::DVec3;

use super::super::error::ShapeError;
use super::super::predicates::side_of_plane;
use super::super::vector::Vector;
use super::WHAT;

/// The least sine by which a face turns at each of its corners, and of the angle between two faces that counts as a bend, where supports
/// are found by climbing: a corner in the middle of a face that rounding has lifted is no way up for who looks along the face.
const TURN: f64 = 1e-6;

/// Faces, edges and neighbours, by index.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Topology {
    /// The corners of all faces, one face after the other.
    face_corners: Vec<usize>,
    /// Where each face begins there, and where the last one ends.
    face_starts: Vec<usize>,
    edges: Vec<[usize; 2]>,
    /// The neighbours of all corners along edges, one corner after the other.
    neighbours: Vec<u32>,
    neighbour_starts: Vec<u32>,
}

impl Topology {
    /// # Errors
    /// Where the faces do not close a body: each edge must be walked once each way, and every corner be used.
    pub(super) fn new(corner_count: usize, faces: &[&[usize]]) -> Result<Self, ShapeError> {
        let bad = |face, problem| ShapeError::BadFace { what: WHAT, face, problem };
        let mut walked: BTreeMap<[usize; 2], usize> = BTreeMap::new();
        for (index, face) in faces.iter().enumerate() {
            if face.len() < 3 {
                return Err(bad(index, "has fewer than three corners"));
            }
            if face.iter().any(|&corner| corner >= corner_count) {
                return Err(bad(index, "names a corner that there is not"));
            }
            let mut corners = face.to_vec();
            corners.sort_unstable();
            if corners.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(bad(index, "repeats a corner"));
            }
            for (from, to) in circle(face) {
                if walked.insert([from, to], index).is_some() {
                    return Err(bad(index, "walks an edge the same way as another face (one of them is the wrong way round)"));
                }
            }
        }
        if let Some((_, &index)) = walked.iter().find(|&(&[from, to], _)| !walked.contains_key(&[to, from])) {
            return Err(bad(index, "has an edge that no other face shares: the body is open"));
        }
        let mut near: Vec<Vec<u32>> = vec![Vec::new(); corner_count];
        walked.keys().for_each(|&[from, to]| near[from].push(to as u32));
        if near.iter().any(Vec::is_empty) || corner_count + faces.len() != walked.len() / 2 + 2 {
            return Err(bad(faces.len() - 1, "closes no body like a ball: a corner is unused or there are several bodies"));
        }
        Ok(Self {
            face_starts: starts(faces.iter().map(|face| face.len())),
            face_corners: faces.concat(),
            edges: walked.keys().filter(|[from, to]| from < to).copied().collect(),
            neighbour_starts: starts(near.iter().map(Vec::len)).into_iter().map(|start| start as u32).collect(),
            neighbours: near.concat(),
        })
    }

    /// Whether from each corner but the best an edge leads to a better one, whatever the direction: where all edges bend outwards or not at
    /// all, by exact signs, one at each corner bends by more than rounding does, and each corner of a face is one of it, too. Then the
    /// edges at a corner span what the body is there. In the middle of a face, or of an edge that ends in no other face, they do not.
    pub(super) fn can_be_climbed(&self, corners: &[DVec3], normals: &[DVec3]) -> bool {
        let is_corner = |normal: DVec3, [before, at, after]: [DVec3; 3]| {
            let turn = (at - before).cross(after - at).dot(normal);
            turn > TURN * at.distance(before) * after.distance(at)
        };
        let has_corners = |(face, &normal): (usize, &DVec3)| {
            let around = self.face(face);
            let at = |i: usize| corners[around[i % around.len()]];
            (0..around.len()).all(|i| is_corner(normal, [at(i), at(i + 1), at(i + 2)]))
        };
        normals.iter().enumerate().all(has_corners) && self.bends_everywhere(corners)
    }

    /// Whether all edges bend outwards, or not at all, and one at each corner does by more than rounding.
    fn bends_everywhere(&self, corners: &[DVec3]) -> bool {
        let next = self.next_corners();
        let mut is_bent = vec![false; corners.len()];
        self.edges.iter().all(|&[from, to]| {
            let [ours, theirs] = [next[&[from, to]], next[&[to, from]]];
            let side = side_of_plane([from, to, ours].map(|corner| corners[corner]), corners[theirs]);
            let along = corners[to] - corners[from];
            let [left, right] = [ours, theirs].map(|corner| along.cross(corners[corner] - corners[from]));
            // Their normals are `left` and `-right`.
            let bends = left.cross(right).length() > TURN * left.length() * right.length();
            for end in [from, to] {
                is_bent[end] |= side < 0.0 && bends;
            }
            side <= 0.0
        }) && is_bent.into_iter().all(|bent| bent)
    }

    /// Each way along an edge, with the corner that its face has next.
    fn next_corners(&self) -> BTreeMap<[usize; 2], usize> {
        let faces = (0..self.face_starts.len() - 1).map(|index| self.face(index));
        faces.flat_map(|face| (0..face.len()).map(|i| ([face[i], face[(i + 1) % face.len()]], face[(i + 2) % face.len()]))).collect()
    }

    pub(super) fn face(&self, index: usize) -> &[usize] {
        &self.face_corners[self.face_starts[index]..self.face_starts[index + 1]]
    }

    pub(super) fn edges(&self) -> &[[usize; 2]] {
        &self.edges
    }

    #[inline]
    pub(super) fn neighbours(&self, corner: usize) -> &[u32] {
        &self.neighbours[self.neighbour_starts[corner] as usize..self.neighbour_starts[corner + 1] as usize]
    }

    /// Of length 1; parallel edges share one. Without those between faces in one plane, as between the triangles of a hull: nothing has to
    /// be asked along them.
    pub(super) fn edge_directions(&self, corners: &[DVec3]) -> Vec<DVec3> {
        let next = self.next_corners();
        let is_flat = |&[from, to]: &[usize; 2]| {
            let along = corners[to] - corners[from];
            let [left, right] =
                [next[&[from, to]], next[&[to, from]]].map(|corner| along.cross(corners[corner] - corners[from]).normalized());
            left.zip(right).is_some_and(|(left, right)| left.dot(right) < 0.0 && parallel(left, right))
        };
        let mut directions: Vec<DVec3> = Vec::new();
        for &[from, to] in self.edges.iter().filter(|edge| !is_flat(edge)) {
            if let Some(direction) = (corners[to] - corners[from]).normalized()
                && !directions.iter().any(|&other| parallel(other, direction))
            {
                directions.push(direction);
            }
        }
        directions
    }
}

/// Each corner of a face with the next.
pub(super) fn circle(face: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    (0..face.len()).map(|i| (face[i], face[(i + 1) % face.len()]))
}

fn starts(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut end = 0;
    let ends = lengths.map(|length| {
        end += length;
        end
    });
    std::iter::once(0).chain(ends).collect()
}

/// Whether two directions of length 1 are the same or opposite, but for rounding.
pub(super) fn parallel(first: DVec3, second: DVec3) -> bool {
    first.cross(second).length_squared() <= 1e-24
}
