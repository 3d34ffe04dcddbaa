//! Outlines in steps, cut into facets.

use std::ops::RangeInclusive;

use super::super::error::{WorldError, short};
use super::super::fixed;
use super::super::frame::Frame;
use super::facet::{Facet, NO_MOVER};
use super::rail::PIVOTS;
use super::spec::{ObstacleShape, ObstacleSpec};

/// A closed loop of corners, counter-clockwise, grown by a radius.
pub(super) struct Outline {
    /// In steps: from the pivot, or in the world where it stays.
    corners: Vec<[i32; 2]>,
    radius: f64,
    pub mover: u32,
}

/// Longest facet, in steps: so far offsets from its start are exact as `f32`.
const LONGEST: f64 = 8_388_608.0;

/// Coordinates of corners in steps, in the world and about a pivot: so that no difference to a place nearby wraps.
const IN_WORLD: RangeInclusive<f64> = -536_870_912.0..=1_610_612_736.0;
const ABOUT_PIVOT: RangeInclusive<f64> = -1_073_741_824.0..=1_073_741_824.0;

impl Outline {
    /// The outlines of an obstacle. Corners that fall on the same step are one.
    ///
    /// # Errors
    /// A corner too far from the world, or from the pivot; an outline that is not one any more in steps.
    pub fn all_of(obstacle: usize, spec: &ObstacleSpec, mover: u32, frame: &Frame) -> Result<Vec<Self>, WorldError> {
        let far = |name, value: f64, range: &RangeInclusive<f64>, from: &str| {
            // Coordinates in the world are counted from the corner of the grid.
            let corner = if from.is_empty() { f64::from(frame.margin_steps()) } else { 0.0 };
            let [low, high] = [corner - range.start(), range.end() - corner].map(|steps| short(steps / frame.steps_per_unit()));
            Err(WorldError::Obstacle { obstacle, name, value, allowed: format!("-{low} to {high} units{from} along each axis") })
        };
        if let Some(value) = spec.rail.pivot.into_iter().find(|&c| mover != NO_MOVER && !PIVOTS.contains(&frame.exact_steps(c))) {
            return far("pivot", value, &PIVOTS, "");
        }
        let (origin, range) = match mover {
            NO_MOVER => ([0.0; 2], IN_WORLD),
            _ => (spec.rail.pivot.map(|c| frame.exact_steps(c).round()), ABOUT_PIVOT),
        };
        let outlines = spec.shape.outlines();
        let corners = || outlines.iter().flat_map(|(corners, _)| corners).flat_map(|corner| (0..2).map(move |axis| (axis, corner[axis])));
        let reaches = |(axis, value): &(usize, f64)| range.contains(&(frame.exact_steps(*value) - origin[*axis]));
        if let Some((axis, value)) = corners().find(|corner| !reaches(corner)) {
            let (value, from) = if mover == NO_MOVER { (value, "") } else { (value - spec.rail.pivot[axis], " from its pivot") };
            // The corners of a box come of its size and its angle, too.
            let name = if matches!(spec.shape, ObstacleShape::Box { .. }) { "coordinate of a corner" } else { "position" };
            return far(name, value, &range, from);
        }
        let fixed = |point: [f64; 2]| [0, 1].map(|axis| (frame.exact_steps(point[axis]) - origin[axis]).round() as i32);
        let one = |(corners, radius): (Vec<[f64; 2]>, f64)| {
            let mut corners: Vec<[i32; 2]> = corners.into_iter().map(fixed).collect();
            corners.dedup();
            while corners.len() > 1 && corners.first() == corners.last() {
                corners.pop();
            }
            let is_held = radius > 0.0 || is_simple(&corners);
            let thinnest = 1.0 / frame.steps_per_unit();
            is_held
                .then_some(Self { corners, radius: radius * frame.steps_per_unit(), mover })
                .ok_or(WorldError::ThinOutline { obstacle, thinnest })
        };
        outlines.into_iter().map(one).collect()
    }

    /// Its facets, with the roots of its friction and its restitution.
    pub fn facets(&self, number: u32, roots: [f32; 2]) -> Vec<Facet> {
        let count = self.corners.len();
        // What is grown stays grown, by however little: it has no inside.
        let radius = if self.radius > 0.0 { (self.radius as f32).max(fixed::FAINTEST) } else { 0.0 };
        let model = Facet { radius, outline: number, mover: self.mover, roots, ..Facet::default() };
        if count == 1 {
            return vec![Facet { start: self.corners[0], ..model }];
        }
        let edge = |k: usize| Edge::between(self.corners[k % count], self.corners[(k + 1) % count]);
        (0..count).flat_map(|k| edge(k).pieces(edge(k + count - 1).along, model)).collect()
    }
}

/// Whether a loop without a radius encloses something and neither crosses nor touches itself, with its corners in steps, too.
fn is_simple(corners: &[[i32; 2]]) -> bool {
    let corners: Vec<[f64; 2]> = corners.iter().map(|corner| corner.map(f64::from)).collect();
    check_simple(0, &corners).is_ok() && doubled_area(&corners) > 0.0
}

/// One side of an outline.
struct Edge {
    start: [i32; 2],
    offset: [f64; 2],
    along: [f32; 2],
    length: f64,
}

impl Edge {
    fn between(start: [i32; 2], end: [i32; 2]) -> Self {
        let offset = [0, 1].map(|axis| f64::from(end[axis]) - f64::from(start[axis]));
        let length = libm::sqrt(offset[0] * offset[0] + offset[1] * offset[1]);
        Self { start, offset, along: offset.map(|part| (part / length) as f32), length }
    }

    fn pieces(self, before: [f32; 2], model: Facet) -> impl Iterator<Item = Facet> {
        let count = (self.length / LONGEST).ceil().max(1.0);
        let (start, offset, along) = (self.start, self.offset, self.along);
        let length = (self.length / count) as f32;
        (0..count as u32).map(move |piece| {
            let share = f64::from(piece) / count;
            let start = [0, 1].map(|axis| (f64::from(start[axis]) + share * offset[axis]).round() as i32);
            Facet { start, along, before: if piece == 0 { before } else { [0.0; 2] }, length, ..model }
        })
    }
}

/// Twice the area that a loop encloses; negative where it goes clockwise.
pub(super) fn doubled_area(corners: &[[f64; 2]]) -> f64 {
    // From the first corner: products of places that are far from the origin would leave nothing of a small loop.
    let from_first = |corner: &[f64; 2]| [0, 1].map(|axis| corner[axis] - corners[0][axis]);
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| (from_first(a), from_first(b))).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum()
}

/// The same loop, counter-clockwise.
pub(super) fn counter_clockwise(corners: &[[f64; 2]]) -> Vec<[f64; 2]> {
    if doubled_area(corners) < 0.0 { corners.iter().rev().copied().collect() } else { corners.to_vec() }
}

/// Refuses a loop that crosses or touches itself, or encloses nothing.
pub(super) fn check_simple(obstacle: usize, corners: &[[f64; 2]]) -> Result<(), WorldError> {
    let count = corners.len();
    let edge = |k: usize| (corners[k % count], corners[(k + 1) % count]);
    let meet = |&[first, second]: &[usize; 2]| {
        let (a, b) = (edge(first), edge(second));
        let neighbours = second == first + 1 || (first == 0 && second == count - 1);
        if neighbours { folds_back(a, b, second == first + 1) } else { cross(a, b) }
    };
    // Edges that are apart along x do not meet.
    let [left, right] = [f64::min, f64::max].map(|end| move |k: usize| end(edge(k).0[0], edge(k).1[0]));
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| left(a).total_cmp(&left(b)));
    let pairs_of = |(place, &edge): (usize, &usize)| {
        let beside = order[place + 1..].iter().take_while(move |&&other| left(other) <= right(edge));
        beside.map(move |&other| [edge.min(other), edge.max(other)])
    };
    if let Some(edges) = order.iter().enumerate().flat_map(pairs_of).filter(meet).min() {
        return Err(WorldError::CrossedOutline { obstacle, edges });
    }
    if doubled_area(corners) == 0.0 {
        return Err(WorldError::Obstacle { obstacle, name: "area", value: 0.0, allowed: "an outline that encloses something".into() });
    }
    Ok(())
}

type Segment = ([f64; 2], [f64; 2]);

/// Twice the signed area of a triangle.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether two segments have a point in common.
fn cross(a: Segment, b: Segment) -> bool {
    let box_of = |s: Segment, axis: usize| (s.0[axis].min(s.1[axis]), s.0[axis].max(s.1[axis]));
    let apart = |axis: usize| {
        let ((low, high), (other_low, other_high)) = (box_of(a, axis), box_of(b, axis));
        high < other_low || other_high < low
    };
    let same_side = |s: Segment, other: Segment| turn(s.0, s.1, other.0) * turn(s.0, s.1, other.1) > 0.0;
    !(apart(0) || apart(1) || same_side(a, b) || same_side(b, a))
}

/// Whether of two edges with a common corner the one goes back along the other.
fn folds_back(a: Segment, b: Segment, in_order: bool) -> bool {
    let (corner, from, to) = if in_order { (a.1, a.0, b.1) } else { (a.0, b.0, a.1) };
    let [x, y] = [[from[0] - corner[0], from[1] - corner[1]], [to[0] - corner[0], to[1] - corner[1]]];
    turn(corner, from, to) == 0.0 && x[0] * y[0] + x[1] * y[1] > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_that_is_thinner_than_steps_is_none_in_them() {
        let square = [[0, 0], [1, 0], [1, 1], [0, 1]];
        assert!(is_simple(&square));
        assert!(!is_simple(&square.map(|[x, y]| [x, -y])), "clockwise");
        for sliver in [vec![[0, 0], [9, 0]], vec![[0, 0], [5, 0], [9, 0]], vec![[0, 0], [9, 1], [9, 0], [0, 1]], vec![[3, 3]]] {
            assert!(!is_simple(&sliver), "{sliver:?}");
        }
    }

    /// One without a radius would have an inside, and a segment has none.
    #[test]
    fn what_is_grown_by_next_to_nothing_stays_grown() {
        for radius in [1e-300, 1e-30, 1e-9] {
            let thread = Outline { corners: vec![[0, 0], [9, 0]], radius, mover: NO_MOVER };
            assert!(thread.facets(0, [0.0; 2]).iter().all(|facet| facet.radius >= fixed::FAINTEST), "{radius}");
        }
    }

    #[test]
    fn a_small_loop_far_from_the_origin_keeps_its_way_round() {
        let square = [[0.0, 0.0], [0.004, 0.0], [0.004, 0.004], [0.0, 0.004]];
        for k in 0..1000 {
            let at = [365_000.0 + 0.618 * f64::from(k), 376_000.0 + 0.917 * f64::from(k)];
            let placed = square.map(|[x, y]| [at[0] + x, at[1] + y]);
            assert_eq!(counter_clockwise(&placed), placed, "at {at:?}");
            assert!(check_simple(0, &placed).is_ok(), "at {at:?}");
            let reversed: Vec<_> = placed.iter().rev().copied().collect();
            assert_eq!(counter_clockwise(&reversed), placed, "at {at:?}");
        }
    }

    #[test]
    fn the_first_edges_that_meet_are_named_wherever_they_are() {
        // A comb whose teeth go down; then one of them is led through its neighbours.
        let mut corners: Vec<[f64; 2]> = (0..40).map(|k| [f64::from(k), f64::from(k % 2)]).collect();
        corners.extend([[39.0, 9.0], [0.0, 9.0]]);
        assert!(check_simple(0, &corners).is_ok());
        corners[20] = [28.5, 0.4];
        let WorldError::CrossedOutline { edges, .. } = check_simple(3, &corners).unwrap_err() else { panic!("another error") };
        let all = (0..42).flat_map(|first| (first + 1..42).map(move |second| [first, second]));
        let edge = |k: usize| (corners[k], corners[(k + 1) % 42]);
        let apart = all.filter(|&[first, second]| second > first + 1 && [first, second] != [0, 41]);
        assert_eq!(Some(edges), apart.into_iter().find(|&[first, second]| cross(edge(first), edge(second))));
    }
}
