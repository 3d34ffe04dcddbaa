//! The whole tree at once.

use super::BoundingTree;
use super::node::{NIL, Node};
use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// A part of the leaves, which is to become a subtree.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    start: usize,
    count: usize,
    parent: u32,
}

impl<V: Vector> BoundingTree<V> {
    /// Builds the tree from its leaves, top down: half of them on each side of a plane across the longest axis (C. Ericson,
    /// *Real-Time Collision Detection*, section 6.2.1). Nodes come out in the order of a walk. Boxes are not set.
    pub(super) fn build(&mut self) {
        let bodies = &self.bodies;
        self.centres.clear();
        self.centres.extend(bodies.live().map(|slot| (bodies.bounds[slot as usize].centre(), slot)));
        self.nodes.clear();
        self.free.clear();
        self.parts.clear();
        self.parts.push(Part { start: 0, count: self.centres.len(), parent: NIL });
        while let Some(Part { start, count, parent }) = self.parts.pop() {
            let place = self.nodes.len() as u32;
            // A left child follows its parent and is set there; a right one says where it is.
            if parent != NIL && place != parent + 1 {
                self.nodes[parent as usize].children[1] = place;
            }
            if let [(_, slot)] = self.centres[start..start + count] {
                self.leaves[slot as usize] = place;
                self.nodes.push(Node { parent, ..Node::leaf(self.fat[slot as usize], slot) });
                continue;
            }
            let half = split(&mut self.centres[start..start + count]);
            self.nodes.push(Node { bounds: Aabb::empty(), parent, children: [place + 1, NIL] });
            self.parts.push(Part { start: start + half, count: count - half, parent: place });
            self.parts.push(Part { start, count: half, parent: place });
        }
        self.root = 0;
        self.shuffled = false;
    }
}

/// Brings the lower half along the axis of the greatest spread to the front; returns how many that are.
fn split<V: Vector>(centres: &mut [(V, u32)]) -> usize {
    let spread = Aabb::of_points(centres.iter().map(|(centre, _)| *centre)).half_extents();
    let axis = (0..V::DIMENSION).reduce(|a, b| if spread[b] > spread[a] { b } else { a }).unwrap_or(0);
    let half = centres.len() / 2;
    centres.select_nth_unstable_by(half, |a, b| a.0[axis].total_cmp(&b.0[axis]).then(a.1.cmp(&b.1)));
    half
}
