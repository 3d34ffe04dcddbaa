//! Where do two shapes touch, at all of the area or edge that they share? What a solver of rigid contacts needs: one point lets a box that
//! lies on another tip over, four hold it.
//!
//! The faces that face each other are looked at along the normal: what they have in common there is their common area, and its corners
//! are the points (clipping by I. Sutherland and G. Hodgman, *Reentrant Polygon Clipping*, 1974; for contacts D. Gregorius, *The
//! Separating Axis Test between Convex Polyhedra*, GDC 2013, who clips one face by the other; here neither comes first).

mod grown;
mod planar;
mod spatial;

use self::grown::Grown;
use super::convex::Convex;
use super::penetration::{Contact, Penetration};
use super::pose::Pose;
use super::query::{contact, distance, penetration_and_points, with_points};
use super::vector::Vector;

pub(crate) use planar::shared_in_plane;
pub(crate) use spatial::shared_in_space;

/// Most points of a manifold. More would say nothing more to a solver.
const MOST: usize = 4;

/// Points may be less deep than the deepest there is by this much of the size of the smaller face, before that is given as well.
const SAME_DEPTH: f64 = 1e-6;

/// It then takes the place of a corner that is so near to it, in the same measure.
const SAME_PLACE: f64 = 1e-3;

/// Smaller gaps, in bounding radii, are grown over by this.
const MIN_GAP: f64 = 1e-9;

/// A face is no steeper to the normal than this, as the share of it that is seen along the normal; a steeper one counts as a point.
const MIN_SLOPE: f64 = 0.05;

/// Where two shapes touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manifold<V: Vector> {
    /// Of length 1, from A to B.
    pub normal: V,
    /// Numbers of the faces that touch, of A and of B, each the shape's own (both are 0 where one is a ball): as long as they stay, a point
    /// is the same where its [`id`](ManifoldPoint::id) is.
    pub faces: [usize; 2],
    /// As in [`Penetration`].
    pub converged: bool,
    points: [ManifoldPoint<V>; MOST],
    count: usize,
}

/// One of the points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ManifoldPoint<V: Vector> {
    /// On the surface of A; of a capsule that stands oblique to the normal above the end of its core, along that.
    pub point_a: V,
    /// The same of B: `point_a - normal * depth`.
    pub point_b: V,
    /// How deep the shapes are in each other here, along the normal; negative where there is a gap.
    pub depth: f64,
    /// Which corner of the common area it is, by the sides that meet there; 0 where it is none, but the deepest point of all. The
    /// corners by which a round face is stood for turn with the normal.
    pub id: u32,
}

impl<V: Vector> Manifold<V> {
    /// One to four of them, in the plane one or two; the deepest is among them, to a millionth of the smaller face.
    #[inline]
    pub fn points(&self) -> &[ManifoldPoint<V>] {
        &self.points[..self.count]
    }

    /// The same, B first.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let [a, b] = self.faces;
        let points = self.points.map(|point| ManifoldPoint { point_a: point.point_b, point_b: point.point_a, ..point });
        Self { normal: -self.normal, faces: [b, a], points, ..*self }
    }
}

/// Where two convex shapes touch, or are no further apart than `margin` (points with a greater gap are left out); none where they are
/// further apart everywhere. With a margin points of a box that is about to lie down are there before it does.
///
/// Of a cap of a cylinder or the base of a cone twelve points of its circle are taken for all, the deepest one among them.
pub fn manifold<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>, margin: f64) -> Option<Manifold<V>>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let margin = margin.max(0.0);
    let (penetration, known) = match penetration_and_points(a, pose_a, b, pose_b) {
        Some(found) => found,
        None => across_gap(a, pose_a, b, pose_b, margin).map(|contact| (contact.penetration, Some(contact)))?,
    };
    // In A's frame coordinates are small, however far out the shapes are.
    let (normal, pose_of_b) = (pose_a.local_direction(penetration.normal), pose_a.local(pose_b));
    let (depth, converged) = (penetration.depth, penetration.converged);
    let (mut points, mut faces, mut size) = (Vec::with_capacity(2 * MOST), [0, 0], 0.0);
    if !(a.kind().is_ball() || b.kind().is_ball()) {
        let [(face_a, number_a), (face_b, number_b)] = [face(a, &Pose::IDENTITY, normal), face(b, &pose_of_b, -normal)];
        (faces, size) = ([number_a, number_b], extent(&face_a).min(extent(&face_b)));
        V::shared([&face_a, &face_b], normal, &mut |on_a, on_b, id| {
            let point_a = on_a + normal * a.radius();
            let depth = (point_a - on_b).dot(normal) + b.radius();
            if depth >= -margin {
                // Edges that are next to parallel are a little beside each other.
                points.push(ManifoldPoint { point_a, point_b: point_a - normal * depth, depth, id });
            }
        });
    }
    if points.iter().all(|point| point.depth < depth - SAME_DEPTH * size) {
        let point_a = pose_a.local_point(known.unwrap_or_else(|| with_points(penetration, a, pose_a, b, pose_b)).point_a);
        let place = points.iter().position(|point| point.point_a.distance(point_a) < SAME_PLACE * size);
        let id = place.map_or(0, |place| points.swap_remove(place).id);
        points.push(ManifoldPoint { point_a, point_b: point_a - normal * depth, depth, id });
    }
    let mut manifold = Manifold { normal: penetration.normal, faces, converged, points: Default::default(), count: 0 };
    for point in chosen(points, normal) {
        let [point_a, point_b] = [point.point_a, point.point_b].map(|point| pose_a.point(point));
        manifold.points[manifold.count] = ManifoldPoint { point_a, point_b, ..point };
        manifold.count += 1;
    }
    Some(manifold)
}

/// The closest points of two shapes that are apart by up to `margin`, as a contact of that negative depth. With A grown by the margin they
/// overlap. Of gaps of some 1e-13 of their size the normal has few digits.
fn across_gap<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>, margin: f64) -> Option<Contact<V>>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    if margin == 0.0 {
        return None;
    }
    let gap = distance(a, pose_a, b, pose_b).distance;
    if gap > margin {
        return None;
    }
    // No more than it takes: a great margin would leave few digits of the gap.
    let margin = margin.min(2.0 * gap.max(MIN_GAP * (a.bounding_radius() + b.bounding_radius())));
    let Contact { penetration, point_a, point_b } = contact(&Grown { shape: a, by: margin }, pose_a, b, pose_b)?;
    let apart = Penetration { depth: penetration.depth - margin, ..penetration };
    Some(Contact { penetration: apart, point_a: point_a - penetration.normal * margin, point_b })
}

/// How far a face reaches from its first corner; 0 of a point.
fn extent<V: Vector>(face: &[V]) -> f64 {
    face.iter().map(|corner| corner.distance(face[0])).fold(0.0, f64::max)
}

/// The face of the core of a shape along a direction, in the frame of the query, and its number.
fn face<V: Vector>(shape: &(impl Convex<V> + ?Sized), pose: &Pose<V>, direction: V) -> (Vec<V>, usize) {
    let mut corners = Vec::with_capacity(MOST);
    let number = shape.core_face(pose.local_direction(direction), &mut corners);
    corners.iter_mut().for_each(|corner| *corner = pose.point(*corner));
    (corners, number)
}

/// Up to four of the points that hold about as much area as all: the deepest, the one furthest from it, and in space the one furthest from
/// the line through these, and the one that adds most to the triangle of these three.
fn chosen<V: Vector>(mut points: Vec<ManifoldPoint<V>>, normal: V) -> Vec<ManifoldPoint<V>> {
    let most = if V::DIMENSION == 2 { 2 } else { MOST };
    if points.len() <= most {
        return points;
    }
    let mut best = Vec::with_capacity(MOST);
    let mut take = |points: &mut Vec<ManifoldPoint<V>>, score: &dyn Fn(&ManifoldPoint<V>) -> f64| {
        let (mut first, mut most) = (0, f64::NEG_INFINITY);
        for (index, point) in points.iter().enumerate() {
            if score(point) > most {
                (first, most) = (index, score(point));
            }
        }
        best.push(points.remove(first));
        best[best.len() - 1].point_a
    };
    let deepest = take(&mut points, &|point| point.depth);
    let furthest = take(&mut points, &|point| (point.point_a - deepest).length_squared());
    if V::DIMENSION > 2 {
        let aside = V::beside(furthest - deepest, normal);
        let third = take(&mut points, &|point| (point.point_a - deepest).dot(aside).abs());
        let sides = [[deepest, furthest], [furthest, third], [third, deepest]];
        // Twice the area beyond a side, whichever way round the triangle goes.
        let turn = (third - deepest).dot(aside).signum();
        let beyond = |point: V, [from, to]: [V; 2]| -turn * (point - from).dot(V::beside(to - from, normal));
        take(&mut points, &|point| sides.map(|side| beyond(point.point_a, side)).into_iter().fold(f64::NEG_INFINITY, f64::max));
    }
    best
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    /// The deepest point and the one furthest from it are neighbours, so that all others are on one side of their line.
    #[test]
    fn four_points_hold_most_of_an_area_whose_deepest_corner_is_next_to_the_furthest() {
        let corners = [[0.0, 0.0], [10.0, 0.0], [9.99, 0.2], [7.0, 7.0], [0.0, 7.1]];
        let point = |(k, [x, y]): (usize, [f64; 2])| {
            let point = DVec3::new(x, 0.0, y);
            ManifoldPoint { point_a: point, point_b: point, depth: if k == 0 { 1.0 } else { 0.5 }, id: k as u32 }
        };
        for normal in [DVec3::Y, -DVec3::Y] {
            let mut ids: Vec<_> =
                chosen(corners.into_iter().enumerate().map(point).collect(), normal).iter().map(|point| point.id).collect();
            ids.sort_unstable();
            assert_eq!(ids, [0, 1, 3, 4]);
        }
    }
}
