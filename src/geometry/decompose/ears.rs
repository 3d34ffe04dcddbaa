//! Triangles of a simple polygon.

use glam::DVec2;

use crate::geometry::predicates::side_of_line;

/// What is left of the polygon while its ears are cut off: a ring of corners.
struct Ring<'a> {
    corners: &'a [DVec2],
    next: Vec<usize>,
    previous: Vec<usize>,
    /// The corners at which the polygon is not strictly convex: where any corner is in the way of an ear, one of these is.
    concave: Vec<usize>,
}

/// Cuts a simple counter-clockwise polygon into triangles of its corners, counter-clockwise and none of them flat.
///
/// A simple polygon of more than three corners has at least two ears, and is simple without one (corners on a straight edge
/// included, if an ear may have no other corner on its border). So this ends, and as signs are exact it ends well.
pub fn clipped(corners: &[DVec2]) -> Vec<[usize; 3]> {
    let count = corners.len();
    let mut ring = Ring {
        corners,
        next: (0..count).map(|i| (i + 1) % count).collect(),
        previous: (0..count).map(|i| (i + count - 1) % count).collect(),
        concave: Vec::new(),
    };
    ring.concave = (0..count).filter(|&i| ring.turn(i) <= 0.0).collect();
    let mut triangles = Vec::with_capacity(count - 2);
    let mut tip = 0;
    for left in (4..=count).rev() {
        let Some(ear) = ring.find_ear(tip, left) else { break };
        triangles.push(ring.triangle(ear));
        ring.cut(ear);
        // Not next to the last cut: ears all round leave rounder triangles than a fan.
        tip = ring.next[ring.next[ear]];
    }
    triangles.push(ring.triangle(tip));
    triangles
}

impl Ring<'_> {
    fn triangle(&self, tip: usize) -> [usize; 3] {
        [self.previous[tip], tip, self.next[tip]]
    }

    fn turn(&self, tip: usize) -> f64 {
        let [a, b, c] = self.triangle(tip).map(|i| self.corners[i]);
        side_of_line(a, b, c)
    }

    fn find_ear(&self, mut tip: usize, left: usize) -> Option<usize> {
        for _ in 0..left {
            if self.is_ear(tip) {
                return Some(tip);
            }
            tip = self.next[tip];
        }
        None
    }

    /// Whether the corner is strictly convex and no other corner is in its triangle or on its border.
    fn is_ear(&self, tip: usize) -> bool {
        if self.turn(tip) <= 0.0 {
            return false;
        }
        let triangle = self.triangle(tip);
        let [a, b, c] = triangle.map(|i| self.corners[i]);
        let (min, max) = (a.min(b).min(c), a.max(b).max(c));
        let inside = |p: DVec2| {
            p.cmpge(min).all()
                && p.cmple(max).all()
                && side_of_line(a, b, p) >= 0.0
                && side_of_line(b, c, p) >= 0.0
                && side_of_line(c, a, p) >= 0.0
        };
        !self.concave.iter().any(|&i| !triangle.contains(&i) && inside(self.corners[i]))
    }

    fn cut(&mut self, ear: usize) {
        let [before, _, after] = self.triangle(ear);
        self.next[before] = after;
        self.previous[after] = before;
        // Cutting makes the neighbours more convex, never less.
        for corner in [before, after] {
            if self.turn(corner) > 0.0
                && let Some(place) = self.concave.iter().position(|&i| i == corner)
            {
                self.concave.swap_remove(place);
            }
        }
    }
}
