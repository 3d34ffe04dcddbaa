//! What two edges in the plane have in common.

use glam::DVec2;

use super::MIN_SLOPE;

/// Calls `found` with the ends of the interval across `normal` that both edges cover; never where one of the faces is a point.
pub fn shared_in_plane([a, b]: [&[DVec2]; 2], normal: DVec2, found: &mut dyn FnMut(DVec2, DVec2, u32)) {
    let across = normal.perp();
    let (Some(a), Some(b)) = (Edge::new(a, across), Edge::new(b, across)) else { return };
    let (first, last) = (a.start().max(b.start()), a.end().min(b.end()));
    let mut end = |place: f64, is_of_a: bool, ids: [u32; 2]| found(a.at(place), b.at(place), ids[usize::from(!is_of_a)]);
    if first <= last {
        end(first, first == a.start(), [1, 2]);
    }
    if first < last {
        end(last, last == a.end(), [3, 4]);
    }
}

/// An edge, and where its ends are across the normal, in ascending order.
struct Edge {
    ends: [DVec2; 2],
    places: [f64; 2],
}

impl Edge {
    /// None of one point, or where the edge goes along the normal.
    fn new(face: &[DVec2], across: DVec2) -> Option<Self> {
        let &[one, other] = face else { return None };
        let [place, next] = [one, other].map(|end| end.dot(across));
        if (next - place).abs() < MIN_SLOPE * one.distance(other) {
            return None;
        }
        let edge = Self { ends: [one, other], places: [place, next] };
        Some(if place < next { edge } else { Self { ends: [other, one], places: [next, place] } })
    }

    fn start(&self) -> f64 {
        self.places[0]
    }

    fn end(&self) -> f64 {
        self.places[1]
    }

    fn at(&self, place: f64) -> DVec2 {
        let share = (place - self.start()) / (self.end() - self.start());
        self.ends[0].lerp(self.ends[1], share.clamp(0.0, 1.0))
    }
}
