//! The closed surface of triangles that quickhull grows.

use glam::DVec3;

use crate::geometry::predicates::side_of_plane;

/// A triangle of the surface, counter-clockwise from outside.
pub struct Face {
    pub corners: [usize; 3],
    /// The face across the edge from corner `i` to the next.
    pub neighbours: [usize; 3],
    /// Points that see this face, each in the list of one face only (the paper's outside set).
    outside: Vec<usize>,
    /// Whether it was replaced.
    pub dead: bool,
    /// The last point for which visibility was asked.
    asked: usize,
}

pub struct Mesh<'a> {
    pub at: &'a [DVec3],
    pub faces: Vec<Face>,
    /// For the cone: the face on the horizon edge that starts in a point. Kept to be used again.
    cone_from: Vec<usize>,
}

/// No face, no point.
const NONE: usize = usize::MAX;

impl<'a> Mesh<'a> {
    /// A tetrahedron, its first three points counter-clockwise from outside.
    pub fn new(at: &'a [DVec3], [a, b, c, d]: [usize; 4]) -> Self {
        let mut mesh = Self { at, faces: Vec::new(), cone_from: vec![NONE; at.len()] };
        mesh.push([a, b, c], [1, 2, 3]);
        mesh.push([b, a, d], [0, 3, 2]);
        mesh.push([c, b, d], [0, 1, 3]);
        mesh.push([a, c, d], [0, 2, 1]);
        mesh.assign(0..at.len(), 0);
        mesh
    }

    fn push(&mut self, corners: [usize; 3], neighbours: [usize; 3]) -> usize {
        self.faces.push(Face { corners, neighbours, outside: Vec::new(), dead: false, asked: NONE });
        self.faces.len() - 1
    }

    pub fn side(&self, face: usize, point: usize) -> f64 {
        side_of_plane(self.faces[face].corners.map(|corner| self.at[corner]), self.at[point])
    }

    /// Hands each point to the first face from `first` on that it sees; one that sees none is inside.
    fn assign(&mut self, points: impl IntoIterator<Item = usize>, first: usize) {
        for point in points {
            if let Some(face) = (first..self.faces.len()).find(|&face| self.side(face, point) > 0.0) {
                self.faces[face].outside.push(point);
            }
        }
    }

    /// Adds points until none is outside: each round takes one for good. None if the surface tore, which exact signs exclude.
    pub fn grow(&mut self) -> Option<()> {
        let mut face = 0;
        while face < self.faces.len() {
            let distances = self.faces[face].outside.iter().map(|&point| (point, self.side(face, point)));
            match distances.max_by(|a, b| a.1.total_cmp(&b.1)) {
                Some((point, _)) => self.add(point, face)?,
                None => face += 1,
            }
        }
        Some(())
    }

    /// Makes a point that sees `face` a corner.
    fn add(&mut self, point: usize, face: usize) -> Option<()> {
        let visible = self.visible_from(point, face);
        let first = self.faces.len();
        self.raise_cone(point, &visible)?;
        for face in visible {
            self.faces[face].dead = true;
            let orphans = std::mem::take(&mut self.faces[face].outside);
            self.assign(orphans.into_iter().filter(|&orphan| orphan != point), first);
        }
        Some(())
    }

    /// All faces that the point sees: they are connected.
    fn visible_from(&mut self, point: usize, face: usize) -> Vec<usize> {
        let mut visible = vec![face];
        self.faces[face].asked = point;
        let mut next = 0;
        while let Some(&face) = visible.get(next) {
            for neighbour in self.faces[face].neighbours {
                if self.faces[neighbour].asked != point && self.side(neighbour, point) > 0.0 {
                    self.faces[neighbour].asked = point;
                    visible.push(neighbour);
                }
            }
            next += 1;
        }
        visible
    }

    /// Joins the point with every edge between a visible face and one that is not.
    fn raise_cone(&mut self, point: usize, visible: &[usize]) -> Option<()> {
        let first = self.faces.len();
        for &face in visible {
            for edge in 0..3 {
                let beyond = self.faces[face].neighbours[edge];
                if self.faces[beyond].asked == point {
                    continue;
                }
                let [from, to] = [self.faces[face].corners[edge], self.faces[face].corners[(edge + 1) % 3]];
                let new = self.push([from, to, point], [beyond, NONE, NONE]);
                self.cone_from[from] = new;
                let back = self.faces[beyond].corners.iter().position(|&corner| corner == to)?;
                self.faces[beyond].neighbours[back] = new;
            }
        }
        // The horizon is one ring: where one of its edges ends, the next one starts.
        for face in first..self.faces.len() {
            let next = self.cone_from[self.faces[face].corners[1]];
            if next == NONE || next < first {
                return None;
            }
            self.faces[face].neighbours[1] = next;
            self.faces[next].neighbours[2] = face;
        }
        self.faces[first..].iter().all(|face| face.neighbours[2] != NONE).then_some(())
    }
}
