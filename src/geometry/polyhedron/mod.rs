//! Convex polyhedra.

mod check;
mod topology;

use glam::{DVec2, DVec3};

use self::topology::{Topology, parallel};
use super::check::{extended, finite_vector};
use super::convex::Convex;
use super::error::ShapeError;
use super::hull::{Hull3, graham_scan};
use super::kind::Kind;
use super::polygon::furthest;
use super::polytope::{Extent, Polytope, Slab};
use super::vector::axes_across;

/// What messages call it.
const WHAT: &str = "a convex polyhedron";
/// Faces whose normals differ by no more than this share a plane: triangles of a hull do, but for rounding.
const SAME_PLANE: f64 = 1e-7;
/// With more corners than this, a support is found by climbing from corner to corner, unless an edge is too short (see below).
const CLIMB_ABOVE: usize = 32;
/// No support is found by climbing where an edge is shorter than this, in bounding radii: rounding would hide whether it goes up, and what
/// is beyond it. Where climbing ends, the best corner is higher by no more than some 1e-16 over this.
const SHORTEST_CLIMB: f64 = 1e-6;

/// A convex polyhedron, anywhere in its frame.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexPolyhedron {
    corners: Vec<DVec3>,
    topology: Topology,
    /// Outwards and of length 1, by face.
    normals: Vec<DVec3>,
    /// Parallel faces share one.
    slabs: Vec<Slab<DVec3>>,
    /// The directions of the edges, of length 1; parallel edges share one.
    edges: Vec<DVec3>,
    bounding_radius: f64,
    /// Whether supports are found by climbing.
    climbs: bool,
}

impl ConvexPolyhedron {
    /// A polyhedron with these corners and these faces, each face a list of corners, counter-clockwise seen from
    /// outside. Faces may share a plane (triangulated faces do), corners may not repeat or lie unused. The
    /// triangles of a convex hull, `[usize; 3]`, will do (see [`Self::of_hull`]), unless it is thinner than 1e-9 of its size; faces with
    /// more corners have to be plane, and no corner beyond them, to 1e-9 of the size of the body.
    ///
    /// Takes time quadratic in the number of faces and edges.
    ///
    /// # Errors
    /// Fewer than four corners or faces, coordinates or a size that are not below 1e40, corners that are all within 1e-40, two at one
    /// place, faces with repeated or missing corners, that have no area, are not plane, do not close the body, are given clockwise, or are
    /// not all on its hull.
    pub fn new(corners: impl Into<Vec<DVec3>>, faces: &[impl AsRef<[usize]>]) -> Result<Self, ShapeError> {
        let corners = corners.into();
        if corners.len() < 4 || faces.len() < 4 {
            let count = corners.len();
            return Err(ShapeError::Flat { what: WHAT, count, needed: "a polyhedron has four corners and four faces or more" });
        }
        for &corner in &corners {
            finite_vector("a corner of a convex polyhedron", corner)?;
        }
        extended("the size of a convex polyhedron", &corners)?;
        check::repeated(&corners)?;
        let faces: Vec<&[usize]> = faces.iter().map(AsRef::as_ref).collect();
        let topology = Topology::new(corners.len(), &faces)?;
        let normals = check::face_normals(&corners, &faces)?;
        check::faces(&corners, &faces, &normals)?;
        let mut slabs: Vec<Slab<DVec3>> = Vec::new();
        for &normal in &normals {
            if !slabs.iter().any(|slab| parallel(slab.normal, normal)) {
                slabs.push(Slab { normal, extent: Extent::of_points(&corners, normal) });
            }
        }
        let edges = topology.edge_directions(&corners);
        let bounding_radius = corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
        let is_long = |&[from, to]: &[usize; 2]| corners[from].distance(corners[to]) > SHORTEST_CLIMB * bounding_radius;
        let climbs = corners.len() > CLIMB_ABOVE && topology.edges().iter().all(is_long) && topology.can_be_climbed(&corners, &normals);
        Ok(Self { corners, topology, normals, slabs, edges, bounding_radius, climbs })
    }

    /// The polyhedron that a convex hull is, with its triangles for faces.
    ///
    /// # Errors
    /// A hull that is thinner than 1e-9 of its size, or not of the sizes that shapes may have.
    ///
    /// ```
    /// use jostle::geometry::{ConvexPolyhedron, DVec3, quickhull_3d};
    ///
    /// let points = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::splat(0.1)];
    /// let body = ConvexPolyhedron::of_hull(&quickhull_3d(&points)?)?;
    /// assert_eq!(body.corners().len(), 4);
    /// # Ok::<(), jostle::geometry::ShapeError>(())
    /// ```
    pub fn of_hull(hull: &Hull3) -> Result<Self, ShapeError> {
        let faces: Vec<_> = hull.triangles.iter().map(|corners| corners.map(|corner| corner as usize)).collect();
        Self::new(hull.vertices.clone(), &faces)
    }

    /// In the frame of the polyhedron, as they were given; faces and edges name them by index.
    #[inline]
    pub fn corners(&self) -> &[DVec3] {
        &self.corners
    }

    /// How many faces it has, as they were given: of those that share a plane each counts.
    #[inline]
    pub fn face_count(&self) -> usize {
        self.normals.len()
    }

    /// The corners of a face, counter-clockwise seen from outside.
    ///
    /// # Panics
    /// Where there is no such face.
    pub fn face(&self, index: usize) -> &[usize] {
        self.topology.face(index)
    }

    /// Outwards, of length 1, by face. Of a triangle that is next to a line about that.
    #[inline]
    pub fn normals(&self) -> &[DVec3] {
        &self.normals
    }

    /// Pairs of corners, the smaller index first.
    pub fn edges(&self) -> &[[usize; 2]] {
        self.topology.edges()
    }
}

/// The corners of the convex polygon around points of a plane, by their numbers: counter-clockwise around `normal`, the lowest number
/// first. None of points on a line.
fn outline(corners: &[DVec3], numbers: &[usize], normal: DVec3) -> Option<Vec<usize>> {
    let [across, upwards] = axes_across(normal);
    let flat: Vec<DVec2> = numbers.iter().map(|&number| DVec2::new(corners[number].dot(across), corners[number].dot(upwards))).collect();
    let hull = graham_scan(&flat).ok()?;
    let mut around: Vec<usize> = hull.iter().filter_map(|corner| flat.iter().position(|at| at == corner)).map(|at| numbers[at]).collect();
    let lowest = (0..around.len()).min_by_key(|&at| around[at])?;
    around.rotate_left(lowest);
    Some(around)
}

impl Convex<DVec3> for ConvexPolyhedron {
    #[inline]
    fn core_support(&self, direction: DVec3) -> DVec3 {
        self.core_support_from(direction, &mut 0)
    }

    /// Climbs along the edges: a corner with no better neighbour is the best there is, for the shape is convex
    /// (Ericson 9.5.4). Every step goes up, so no corner comes twice.
    #[inline]
    fn core_support_from(&self, direction: DVec3, hint: &mut usize) -> DVec3 {
        if !self.climbs {
            return furthest(&self.corners, direction).1;
        }
        let mut best = (*hint).min(self.corners.len() - 1);
        let mut reach = self.corners[best].dot(direction);
        loop {
            let from = best;
            for &neighbour in self.topology.neighbours(from) {
                let along = self.corners[neighbour as usize].dot(direction);
                if along > reach {
                    (best, reach) = (neighbour as usize, along);
                }
            }
            if best == from {
                *hint = best;
                return self.corners[best];
            }
        }
    }

    /// Faces that share a plane are one.
    fn core_face(&self, direction: DVec3, corners: &mut Vec<DVec3>) -> usize {
        let best = furthest(&self.normals, direction).1;
        let share = |normal: DVec3| move |&face: &usize| self.normals[face].distance(normal) <= SAME_PLANE;
        let first = (0..self.normals.len()).find(share(best)).unwrap_or(0);
        let faces: Vec<usize> = (first..self.normals.len()).filter(share(self.normals[first])).collect();
        let mut numbers: Vec<usize> = faces.iter().flat_map(|&face| self.face(face)).copied().collect();
        if faces.len() > 1 {
            numbers.sort_unstable();
            numbers.dedup();
            numbers = outline(&self.corners, &numbers, self.normals[first]).unwrap_or_else(|| self.face(first).to_vec());
        }
        corners.extend(numbers.into_iter().map(|corner| self.corners[corner]));
        first
    }

    #[inline]
    fn radius(&self) -> f64 {
        0.0
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.bounding_radius
    }

    #[inline]
    fn kind(&self) -> Kind<'_, DVec3> {
        Kind::Corners(self)
    }
}

impl Polytope<DVec3> for ConvexPolyhedron {
    const SOLID: bool = true;

    #[inline]
    fn slab_count(&self) -> usize {
        self.slabs.len()
    }

    #[inline]
    fn slab(&self, index: usize) -> Slab<DVec3> {
        self.slabs[index]
    }

    #[inline]
    fn edge_count(&self) -> usize {
        self.edges.len()
    }

    #[inline]
    fn edge(&self, index: usize) -> DVec3 {
        self.edges[index]
    }

    #[inline]
    fn extent(&self, direction: DVec3) -> Extent {
        Extent::of_points(&self.corners, direction)
    }
}
