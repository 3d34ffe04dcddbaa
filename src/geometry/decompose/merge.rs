//! Cuts that convexity does not need, taken back (Hertel and Mehlhorn 1983).

use std::collections::HashMap;

use glam::DVec2;

use crate::geometry::predicates::side_of_line;

/// The parts as rings of half-edges: each runs counter-clockwise around its part, from `origin` to the origin of `next`.
struct Parts<'a> {
    corners: &'a [DVec2],
    origin: Vec<usize>,
    next: Vec<usize>,
    previous: Vec<usize>,
    removed: Vec<bool>,
}

/// Joins triangles that share an edge as long as the result is convex. Gives the corners of each part.
pub fn merged(corners: &[DVec2], triangles: &[[usize; 3]]) -> Vec<Vec<usize>> {
    let count = 3 * triangles.len();
    let mut parts = Parts {
        corners,
        origin: triangles.iter().flatten().copied().collect(),
        next: (0..count).map(|edge| edge - edge % 3 + (edge + 1) % 3).collect(),
        previous: (0..count).map(|edge| edge - edge % 3 + (edge + 2) % 3).collect(),
        removed: vec![false; count],
    };
    for (edge, twin) in parts.cuts() {
        if parts.convex_without(edge, twin) && parts.convex_without(twin, edge) {
            parts.remove(edge, twin);
            parts.remove(twin, edge);
        }
    }
    parts.rings()
}

impl Parts<'_> {
    fn target(&self, edge: usize) -> usize {
        self.origin[self.next[edge]]
    }

    /// Both half-edges of every edge between two triangles, the longest first: what stays then is short.
    fn cuts(&self) -> Vec<(usize, usize)> {
        let half_edges = 0..self.origin.len();
        let by_ends: HashMap<_, _> = half_edges.clone().map(|edge| ((self.origin[edge], self.target(edge)), edge)).collect();
        let twin = |edge: usize| by_ends.get(&(self.target(edge), self.origin[edge])).copied();
        let mut cuts: Vec<_> = half_edges.filter_map(|edge| Some((edge, twin(edge)?))).filter(|(edge, twin)| edge < twin).collect();
        let length = |edge: usize| self.corners[self.origin[edge]].distance_squared(self.corners[self.target(edge)]);
        cuts.sort_by(|a, b| length(b.0).total_cmp(&length(a.0)).then(a.cmp(b)));
        cuts
    }

    /// Whether the corner at the origin of `edge` would be convex, or straight, if `edge` and its `twin` were gone.
    fn convex_without(&self, edge: usize, twin: usize) -> bool {
        let before = self.origin[self.previous[edge]];
        let after = self.target(self.next[twin]);
        side_of_line(self.corners[before], self.corners[self.origin[edge]], self.corners[after]) >= 0.0
    }

    /// Leads the ring past `edge`, on to what follows its twin.
    fn remove(&mut self, edge: usize, twin: usize) {
        let (before, after) = (self.previous[edge], self.next[twin]);
        self.next[before] = after;
        self.previous[after] = before;
        self.removed[edge] = true;
    }

    /// The corners of each part that are not on a straight edge.
    fn rings(mut self) -> Vec<Vec<usize>> {
        let mut rings = Vec::new();
        for start in 0..self.origin.len() {
            let mut ring = Vec::new();
            let mut edge = start;
            while !self.removed[edge] {
                self.removed[edge] = true;
                ring.push(self.origin[edge]);
                edge = self.next[edge];
            }
            if !ring.is_empty() {
                rings.push(self.without_straight_corners(&ring));
            }
        }
        rings
    }

    fn without_straight_corners(&self, ring: &[usize]) -> Vec<usize> {
        let corner = |i: usize| self.corners[ring[i % ring.len()]];
        let turns = |&i: &usize| side_of_line(corner(i + ring.len() - 1), corner(i), corner(i + 1)) > 0.0;
        (0..ring.len()).filter(turns).map(|i| ring[i]).collect()
    }
}
