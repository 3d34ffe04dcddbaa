//! Convex polygons.

use glam::DVec2;

use super::capsule::nearest_of_segment;
use super::check::{extended, finite_vector};
use super::convex::{Convex, Surface};
use super::error::ShapeError;
use super::kind::Kind;
use super::polytope::{Extent, Polytope, Slab};
use super::predicates::{scaled, side_of_line};
use super::vector::Vector;

/// What messages call it.
const WHAT: &str = "a convex polygon";

/// Edges in a row whose corners are this near to one line, in bounding radii, are one: rounding bends a side that has corners on it.
const SAME_LINE: f64 = 1e-13;

/// A convex polygon, anywhere in its frame.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexPolygon {
    corners: Vec<DVec2>,
    /// Outwards and of length 1; edge i goes from corner i to the next.
    normals: Vec<DVec2>,
    /// normal · corner, by edge.
    offsets: Vec<f64>,
    /// Parallel edges share one.
    slabs: Vec<Slab<DVec2>>,
    bounding_radius: f64,
}

impl ConvexPolygon {
    /// A polygon with these corners, counter-clockwise. Takes time linear in their number, but for the search for
    /// parallel edges, which is quadratic.
    ///
    /// # Errors
    /// Fewer than three corners, coordinates or a size that are not below 1e40, corners that are all within 1e-40, clockwise or repeated or
    /// collinear ones, and corners that point inwards or wind around twice. Of points in no order take
    /// the [hull](super::graham_scan) first.
    pub fn new(corners: impl Into<Vec<DVec2>>) -> Result<Self, ShapeError> {
        let corners = corners.into();
        let count = corners.len();
        if count < 3 {
            return Err(ShapeError::Flat { what: WHAT, count, needed: "a polygon has three corners or more" });
        }
        for &corner in &corners {
            finite_vector("a corner of a convex polygon", corner)?;
        }
        extended("the size of a convex polygon", &corners)?;
        check_corners(&corners)?;
        let edge = |index: usize| corners[(index + 1) % count] - corners[index];
        let normals: Vec<DVec2> = (0..count).map(|index| -edge(index).any_perpendicular()).collect();
        let offsets = normals.iter().zip(&corners).map(|(normal, corner)| normal.dot(*corner)).collect();
        let mut slabs: Vec<Slab<DVec2>> = Vec::new();
        for &normal in &normals {
            if slabs.iter().all(|slab| slab.normal.perp_dot(normal).abs() > 1e-12) {
                slabs.push(Slab { normal, extent: Extent::of_points(&corners, normal) });
            }
        }
        let bounding_radius = corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
        Ok(Self { corners, normals, offsets, slabs, bounding_radius })
    }

    /// Counter-clockwise, in the frame of the polygon, as they were given.
    #[inline]
    pub fn corners(&self) -> &[DVec2] {
        &self.corners
    }

    /// The edge that is nearest to a point outside, from one whose line is as far from it, but for rounding: of edges that are parallel,
    /// nearly, any may be.
    #[inline]
    fn nearest_edge(&self, mut index: usize, point: DVec2) -> usize {
        let count = self.corners.len();
        let nearest_of = |index: usize| {
            let edge = [self.corners[index], self.corners[(index + 1) % count]];
            (edge, nearest_of_segment(edge, point))
        };
        for _ in 0..count {
            let (edge, nearest) = nearest_of(index);
            let next = match nearest {
                end if end == edge[0] => (index + count - 1) % count,
                end if end == edge[1] => (index + 1) % count,
                _ => break,
            };
            if nearest_of(next).1 == nearest {
                break;
            }
            index = next;
        }
        index
    }

    /// Outwards, of length 1; normal i belongs to the edge from corner i to the next.
    #[inline]
    pub fn normals(&self) -> &[DVec2] {
        &self.normals
    }
}

/// Every corner turns left, however little, and all together turn around once. Decided by exact signs, so that what is a hull by these is
/// a polygon.
fn check_corners(corners: &[DVec2]) -> Result<(), ShapeError> {
    let count = corners.len();
    // The same figure, of a size for the predicates.
    let at = scaled(corners, "a corner of a convex polygon")?;
    let edge = |index: usize| at[(index + 1) % count] - at[index % count];
    let twice_area: f64 = (0..count).map(|i| (at[i] - at[0]).perp_dot(at[(i + 1) % count] - at[0])).sum();
    for corner in 0..count {
        let turn = side_of_line(at[(corner + count - 1) % count], at[corner], at[(corner + 1) % count]);
        if turn == 0.0 {
            return Err(ShapeError::NoCorner { what: WHAT, corner });
        }
        if turn < 0.0 && twice_area <= 0.0 {
            return Err(ShapeError::InsideOut { what: WHAT, place: "corner", index: corner });
        }
        if turn < 0.0 {
            return Err(ShapeError::NotConvex { what: WHAT, place: "corner", index: corner });
        }
    }
    // An outline that turns left all the time goes up and down as often as it goes around.
    let upwards = |index: usize| edge(index).y > 0.0 || (edge(index).y == 0.0 && edge(index).x > 0.0);
    let starts_upwards = |&index: &usize| upwards(index) && !upwards(index + count - 1);
    match (0..count).filter(starts_upwards).nth(1) {
        Some(index) => Err(ShapeError::NotConvex { what: WHAT, place: "corner", index }),
        None => Ok(()),
    }
}

/// The point that is furthest along a direction.
#[inline]
pub(crate) fn furthest<V: Vector>(points: &[V], direction: V) -> (usize, V) {
    let mut best = (0, points[0]);
    let mut reach = points[0].dot(direction);
    for (index, &point) in points.iter().enumerate().skip(1) {
        let along = point.dot(direction);
        if along > reach {
            (best, reach) = ((index, point), along);
        }
    }
    best
}

impl Convex<DVec2> for ConvexPolygon {
    #[inline]
    fn core_support(&self, direction: DVec2) -> DVec2 {
        furthest(&self.corners, direction).1
    }

    /// Edges in a row that share a line are one, with the number of the first.
    fn core_face(&self, direction: DVec2, corners: &mut Vec<DVec2>) -> usize {
        let (edge, normal) = furthest(&self.normals, direction);
        let count = self.corners.len();
        let line = self.offsets[edge] - SAME_LINE * self.bounding_radius;
        let is_on_it = |corner: usize| self.corners[corner % count].dot(normal) >= line;
        let shares = |&edge: &usize| self.normals[edge].dot(normal) > 0.0 && is_on_it(edge) && is_on_it(edge + 1);
        let last_of = |row: &mut dyn Iterator<Item = usize>| row.take_while(shares).last().unwrap_or(edge);
        let first = last_of(&mut (1..count).map(|back| (edge + count - back) % count));
        let last = last_of(&mut (1..count).map(|ahead| (edge + ahead) % count));
        corners.extend([self.corners[first], self.corners[(last + 1) % count]]);
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
    fn kind(&self) -> Kind<'_, DVec2> {
        Kind::Corners(self)
    }

    /// The edge whose line is furthest from the point, inwards counting as negative, has the nearest point: the
    /// normals next to the way out are those of the edges that meet there.
    #[inline]
    fn surface(&self, point: DVec2) -> Option<Surface<DVec2>> {
        let past = |index: usize| self.normals[index].dot(point) - self.offsets[index];
        let mut best = (0, f64::NEG_INFINITY);
        for index in 0..self.normals.len() {
            let distance = past(index);
            if distance > best.1 {
                best = (index, distance);
            }
        }
        let index = if best.1 > 0.0 { self.nearest_edge(best.0, point) } else { best.0 };
        let (normal, distance) = (self.normals[index], past(index));
        let count = self.corners.len();
        let corner = |ahead: usize| self.corners[(index + ahead) % count];
        let edge = [corner(0), corner(1)];
        let nearest = nearest_of_segment(edge, point);
        // Inside, or beside the edge.
        if distance <= 0.0 || !edge.contains(&nearest) {
            return Some(Surface { point: point - normal * distance, normal, distance });
        }
        let beside = if nearest == edge[0] { [corner(count - 1), edge[1]] } else { [edge[0], corner(2)] };
        let offset = point - nearest;
        let leads_inside = beside.into_iter().any(|other| offset.dot(other - nearest) > 0.0);
        Some(Surface::seen_from_outside(nearest, if leads_inside { normal * distance } else { offset }, normal))
    }
}

impl Polytope<DVec2> for ConvexPolygon {
    const SOLID: bool = true;

    #[inline]
    fn slab_count(&self) -> usize {
        self.slabs.len()
    }

    #[inline]
    fn slab(&self, index: usize) -> Slab<DVec2> {
        self.slabs[index]
    }

    #[inline]
    fn edge_count(&self) -> usize {
        0
    }

    fn edge(&self, _index: usize) -> DVec2 {
        DVec2::ZERO
    }

    #[inline]
    fn extent(&self, direction: DVec2) -> Extent {
        Extent::of_points(&self.corners, direction)
    }
}
