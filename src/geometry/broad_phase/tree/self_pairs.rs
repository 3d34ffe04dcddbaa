//! All pairs in a tree that overlap.

use super::node::{NIL, is_leaf};
use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// The tree as it is in this step, with boxes around the bodies as they are, not fattened. Nodes have the same numbers as
/// in the tree, and node 0 is the root.
#[derive(Clone, Debug)]
pub struct TightTree<V: Vector> {
    nodes: Vec<TightNode<V>>,
    /// Scratch: pairs of nodes that overlap, or a node with itself, whose pairs are to be found yet.
    waiting: Vec<[u32; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct TightNode<V: Vector> {
    bounds: Aabb<V>,
    /// For a leaf [`NIL`] and its slot.
    children: [u32; 2],
}

impl<V: Vector> Default for TightTree<V> {
    fn default() -> Self {
        Self { nodes: Vec::new(), waiting: Vec::new() }
    }
}

impl<V: Vector> TightTree<V> {
    pub fn resize(&mut self, count: usize) {
        self.nodes.resize(count, TightNode { bounds: Aabb::empty(), children: [NIL; 2] });
    }

    pub fn set_leaf(&mut self, node: u32, bounds: Aabb<V>, slot: u32) {
        self.nodes[node as usize] = TightNode { bounds, children: [NIL, slot] };
    }

    /// The children have been set.
    pub fn set_inner(&mut self, node: u32, children: [u32; 2]) {
        let [left, right] = children.map(|child| &self.nodes[child as usize].bounds);
        self.nodes[node as usize] = TightNode { bounds: left.joined(right), children };
    }

    /// Calls `report` with the slots of each two leaves that overlap: the tree is walked against itself (C. Ericson,
    /// *Real-Time Collision Detection*, section 6.3.2).
    pub fn self_pairs(&mut self, mut report: impl FnMut(u32, u32)) {
        let nodes = &self.nodes;
        let waiting = &mut self.waiting;
        if !nodes.is_empty() {
            waiting.push([0, 0]);
        }
        while let Some([a, b]) = waiting.pop() {
            let [one, other] = [&nodes[a as usize], &nodes[b as usize]];
            let mut compare = |a: u32, b: u32| {
                let [one, other] = [&nodes[a as usize], &nodes[b as usize]];
                if one.bounds.overlaps(&other.bounds) {
                    if is_leaf(one.children) && is_leaf(other.children) {
                        report(one.children[1], other.children[1]);
                    } else {
                        waiting.push([a, b]);
                    }
                }
            };
            match (is_leaf(one.children), is_leaf(other.children)) {
                _ if a == b => {
                    if !is_leaf(one.children) {
                        let [left, right] = one.children;
                        compare(left, right);
                        waiting.extend([[right, right], [left, left]]);
                    }
                }
                (true, _) => other.children.iter().for_each(|&child| compare(a, child)),
                (_, true) => one.children.iter().for_each(|&child| compare(child, b)),
                _ => one.children.iter().for_each(|&left| other.children.iter().for_each(|&right| compare(left, right))),
            }
        }
    }
}
