//! Quickhull in space.

mod faces;
mod mesh;
mod simplex;

use glam::DVec3;

use crate::geometry::error::ShapeError;
use crate::geometry::predicates::scaled;

/// The convex hull of points in space.
///
/// Faces that lie in one plane are one face, so a cube has six. `V − E + F = 2` (Euler) holds for the
/// triangles and for the faces.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull3 {
    /// The corners, in the order of the points they came from; each is a strict corner.
    pub vertices: Vec<DVec3>,
    /// Indices of vertices, counter-clockwise seen from outside. Each face is cut into a fan.
    pub triangles: Vec<[u32; 3]>,
    /// The faces: strictly convex polygons, counter-clockwise seen from outside, each from its lowest index. Where rounding has bent a flat
    /// face, some may be slivers of next to no area: for a [`ConvexPolyhedron`](crate::geometry::ConvexPolyhedron) of a hull take
    /// [`of_hull`](crate::geometry::ConvexPolyhedron::of_hull), which takes the triangles, however thin.
    pub faces: Vec<Vec<u32>>,
}

/// The convex hull of points in space, in any unit, in any order, repeated or not.
///
/// C. B. Barber, D. P. Dobkin, H. Huhdanpaa, *The Quickhull Algorithm for Convex Hulls*, 1996: from a
/// tetrahedron on, the point furthest outside a face becomes a corner; the faces it sees are replaced by a cone
/// over their horizon, and the points outside those are handed to the new faces. Which faces a point sees is decided by
/// exact signs, so that no rounding can tear the surface, and points in the plane of a face or on the line of an edge are on a
/// defined side. (The paper merges faces within a tolerance instead.) The hull is that of the points as they are: where
/// rounding has bent a flat face by its last bit, there are two faces.
///
/// Time n log n for most inputs; n² for points that are all corners, in the worst order.
///
/// # Errors
///
/// [`ShapeError::NotFinite`], and [`ShapeError::Flat`] where all points are within 10⁻¹² of their extent of one plane.
///
/// ```
/// use jostle::geometry::{DVec3, quickhull_3d};
///
/// let corners = (0..8).map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)));
/// let mut points: Vec<DVec3> = corners.collect();
/// points.push(DVec3::splat(0.5));
/// let hull = quickhull_3d(&points).unwrap();
/// assert_eq!((hull.vertices.len(), hull.triangles.len(), hull.faces.len()), (8, 12, 6));
/// ```
pub fn quickhull_3d(points: &[DVec3]) -> Result<Hull3, ShapeError> {
    let at = scaled(points, "a coordinate of the hull's points")?;
    let flat = || ShapeError::Flat { what: "hull", count: points.len(), needed: "four points that are not in one plane" };
    let start = simplex::first(&at).ok_or_else(flat)?;
    let mut mesh = mesh::Mesh::new(&at, start);
    mesh.grow().ok_or_else(flat)?;
    Ok(faces::collected(points, &mesh))
}
