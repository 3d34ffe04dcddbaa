//! What two faces in space have in common: polygons with polygons, edges with polygons, edges with edges.

use std::cmp::Ordering;

use glam::{DVec2, DVec3};

use super::MIN_SLOPE;
use crate::geometry::vector::axes_across;

/// Edges whose directions across the normal differ by no more than this sine are parallel: what they share is an interval, not a point.
const PARALLEL: f64 = 1e-4;

/// Sides of B have numbers from here on, beside those of A.
const SIDES_OF_B: u32 = 1 << 15;

/// Calls `found` with the corners of the area across `normal` that both faces cover; never where one of them is a point, or where two
/// edges cross.
pub fn shared_in_space([a, b]: [&[DVec3]; 2], normal: DVec3, found: &mut dyn FnMut(DVec3, DVec3, u32)) {
    let axes = axes_across(normal);
    let flat = |point: DVec3| DVec2::from(axes.map(|axis| point.dot(axis)));
    let lifted = |at: DVec2| axes[0] * at.x + axes[1] * at.y;
    let (Some(a), Some(b)) = (Face::new(a, normal, flat), Face::new(b, normal, flat)) else { return };
    let area = match (a.flat.len(), b.flat.len()) {
        (2, 2) if are_crossing(&a.flat, &b.flat) => Vec::new(),
        (2, _) => clipped_edge([a.flat[0], a.flat[1]], 0, &b.flat, SIDES_OF_B),
        (_, 2) => clipped_edge([b.flat[0], b.flat[1]], SIDES_OF_B, &a.flat, 0),
        (_, _) => clipped_polygon(&b.flat, SIDES_OF_B, &a.flat, 0),
    };
    area.into_iter().for_each(|(at, id)| found(a.at(at, lifted(at), normal), b.at(at, lifted(at), normal), id));
}

/// A face and how it looks along the normal.
struct Face<'a> {
    corners: &'a [DVec3],
    /// Counter-clockwise.
    flat: Vec<DVec2>,
    /// Of a polygon, of any length.
    across: DVec3,
}

impl<'a> Face<'a> {
    /// None of a point, or where the face stands along the normal.
    fn new(corners: &'a [DVec3], normal: DVec3, flat: impl Fn(DVec3) -> DVec2) -> Option<Self> {
        let mut flat: Vec<DVec2> = corners.iter().map(|&corner| flat(corner)).collect();
        let across = match corners {
            [] | [_] => return None,
            [one, other] => {
                let is_steep = flat[0].distance(flat[1]) < MIN_SLOPE * one.distance(*other);
                return (!is_steep).then_some(Self { corners, flat, across: DVec3::ZERO });
            }
            // M. Newell's: twice the area of the polygon, along its normal.
            [first, rest @ ..] => {
                rest.windows(2).map(|pair| (pair[0] - *first).cross(pair[1] - *first)).fold(DVec3::ZERO, |sum, part| sum + part)
            }
        };
        let along = across.dot(normal);
        if along.abs() < MIN_SLOPE * across.length() || along == 0.0 {
            return None;
        }
        if along < 0.0 {
            // Seen from behind.
            flat.reverse();
        }
        Some(Self { corners, flat, across })
    }

    /// The point of the face that looks to be at `at`, which is `level` at the height of the origin.
    fn at(&self, at: DVec2, level: DVec3, normal: DVec3) -> DVec3 {
        let first = self.corners[0];
        if let [one, other] = *self.corners {
            let way = self.flat[1] - self.flat[0];
            let share = (at - self.flat[0]).dot(way) / way.length_squared();
            return one.lerp(other, share.clamp(0.0, 1.0));
        }
        level + normal * ((first - level).dot(self.across) / normal.dot(self.across))
    }
}

/// Whether two edges cross, or pass each other, rather than lie along each other.
fn are_crossing(a: &[DVec2], b: &[DVec2]) -> bool {
    let [way_a, way_b] = [a, b].map(|edge| edge[1] - edge[0]);
    way_a.perp_dot(way_b).abs() > PARALLEL * way_a.length() * way_b.length()
}

/// The sides of a face, an edge or a convex polygon, with numbers from `first` on: how far inwards a point is, in a measure of each side's
/// own. An edge ends where its ends are, across itself.
fn sides(face: &[DVec2], first: u32) -> impl Iterator<Item = (u32, impl Fn(DVec2) -> f64)> {
    let side = move |index: usize| {
        let (from, to) = (face[index], face[(index + 1) % face.len()]);
        let inwards = if face.len() == 2 { to - from } else { (to - from).perp() };
        move |point: DVec2| (point - from).dot(inwards)
    };
    (first..).zip((0..face.len()).map(side))
}

/// What of an edge is inside a face: its ends, each with its number and that of the side that cut it.
fn clipped_edge(ends: [DVec2; 2], number: u32, face: &[DVec2], first: u32) -> Vec<(DVec2, u32)> {
    let (mut shares, mut cuts) = ([0.0, 1.0], [0; 2]);
    for (side, height) in sides(face, first) {
        let [here, there] = ends.map(&height);
        let share = here / (here - there);
        if here < 0.0 && there < 0.0 {
            return Vec::new();
        } else if here < 0.0 && share > shares[0] {
            (shares[0], cuts[0]) = (share, side + 1);
        } else if there < 0.0 && share < shares[1] {
            (shares[1], cuts[1]) = (share, side + 1);
        }
    }
    let end = |end: usize| (ends[0].lerp(ends[1], shares[end]), (cuts[end] << 16) | (number + end as u32 + 1));
    match shares[0].total_cmp(&shares[1]) {
        Ordering::Less => vec![end(0), end(1)],
        Ordering::Equal => vec![end(0)],
        Ordering::Greater => Vec::new(),
    }
}

/// What of a polygon is inside another, corner by corner, each with the numbers of the sides that meet there (Sutherland and Hodgman).
fn clipped_polygon(polygon: &[DVec2], number: u32, face: &[DVec2], first: u32) -> Vec<(DVec2, u32)> {
    let mut outline: Vec<Corner> = polygon.iter().zip(number..).map(|(&at, side)| Corner { at, side }).collect();
    for (side, height) in sides(face, first) {
        outline = cut(&outline, height, side);
    }
    let before = |index: usize| outline[(index + outline.len() - 1) % outline.len()].side;
    outline.iter().enumerate().map(|(index, corner)| (corner.at, ((before(index) + 1) << 16) | (corner.side + 1))).collect()
}

/// A corner of an outline.
#[derive(Clone, Copy)]
struct Corner {
    at: DVec2,
    /// The number of the side from it to the next corner.
    side: u32,
}

/// What of an outline is where `height` is not negative. The side along the cut gets a number of its own.
fn cut(outline: &[Corner], height: impl Fn(DVec2) -> f64, number: u32) -> Vec<Corner> {
    let mut kept: Vec<Corner> = Vec::with_capacity(outline.len() + 1);
    for (index, corner) in outline.iter().enumerate() {
        let next = outline[(index + 1) % outline.len()];
        let [here, there] = [corner.at, next.at].map(&height);
        let crossing = |side| Corner { at: corner.at.lerp(next.at, here / (here - there)), side };
        match (here >= 0.0, there >= 0.0) {
            (true, true) => kept.push(*corner),
            // On the cut itself: it goes on along that.
            (true, false) if here == 0.0 => kept.push(Corner { side: number, ..*corner }),
            (true, false) => kept.extend([*corner, crossing(number)]),
            (false, true) if there > 0.0 => kept.push(crossing(corner.side)),
            (false, _) => {}
        }
    }
    kept
}
