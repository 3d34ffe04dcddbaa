//! All pairs in a tree that overlap.

use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// Set in the number of a child that is a leaf; the rest is its slot. Otherwise the number is that of a node of this tree.
const LEAF: u32 = 1 << 31;

/// A child of a node: its box, around the bodies as they are, and what it is.
#[derive(Clone, Copy, Debug)]
pub struct Child<V: Vector> {
    bounds: Aabb<V>,
    number: u32,
}

impl<V: Vector> Child<V> {
    pub fn leaf(slot: u32, bounds: Aabb<V>) -> Self {
        Self { bounds, number: slot | LEAF }
    }

    pub fn inner(node: u32, bounds: Aabb<V>) -> Self {
        Self { bounds, number: node }
    }

    #[inline]
    fn slot(&self) -> Option<u32> {
        (self.number & LEAF != 0).then_some(self.number & !LEAF)
    }
}

/// The inner nodes of the tree as it is in this step, with boxes that are not fattened; node 0 is the root. Boxes are kept
/// where they are compared: in the node above them.
#[derive(Clone, Debug)]
pub struct TightTree<V: Vector> {
    nodes: Vec<[Child<V>; 2]>,
    /// Scratch: pairs of nodes that overlap, or a node with itself, whose pairs are to be found yet.
    waiting: Vec<[u32; 2]>,
    /// Scratch: nodes that overlap a leaf.
    below: Vec<u32>,
}

impl<V: Vector> Default for TightTree<V> {
    fn default() -> Self {
        Self { nodes: Vec::new(), waiting: Vec::new(), below: Vec::new() }
    }
}

impl<V: Vector> TightTree<V> {
    pub fn resize(&mut self, count: usize) {
        self.nodes.resize(count, [Child::leaf(0, Aabb::empty()); 2]);
    }

    pub fn set(&mut self, node: usize, children: [Child<V>; 2]) {
        self.nodes[node] = children;
    }

    /// The box of a node whose children have been set.
    pub fn bounds(&self, node: usize) -> Aabb<V> {
        let [left, right] = &self.nodes[node];
        left.bounds.joined(&right.bounds)
    }

    /// Calls `report` with the slots of each two leaves that overlap: the tree is walked against itself (C. Ericson,
    /// *Real-Time Collision Detection*, section 6.3.2).
    pub fn self_pairs(&mut self, mut report: impl FnMut(u32, u32)) {
        let Self { nodes, waiting, below } = self;
        if !nodes.is_empty() {
            waiting.push([0, 0]);
        }
        while let Some([a, b]) = waiting.pop() {
            let mut compare = |one: &Child<V>, other: &Child<V>, waiting: &mut Vec<[u32; 2]>| {
                if !one.bounds.overlaps(&other.bounds) {
                    return;
                }
                match (one.slot(), other.slot()) {
                    (Some(a), Some(b)) => report(a, b),
                    (Some(slot), None) => leaf_pairs(nodes, below, &one.bounds, other.number, |other| report(slot, other)),
                    (None, Some(slot)) => leaf_pairs(nodes, below, &other.bounds, one.number, |other| report(slot, other)),
                    (None, None) => waiting.push([one.number, other.number]),
                }
            };
            let [left, right] = &nodes[a as usize];
            if a == b {
                compare(left, right, waiting);
                waiting.extend([right, left].into_iter().filter(|child| child.slot().is_none()).map(|child| [child.number; 2]));
            } else {
                for other in &nodes[b as usize] {
                    compare(left, other, waiting);
                    compare(right, other, waiting);
                }
            }
        }
    }
}

/// Calls `report` with the slots of the leaves below `node` that overlap `bounds`.
fn leaf_pairs<V: Vector>(nodes: &[[Child<V>; 2]], below: &mut Vec<u32>, bounds: &Aabb<V>, node: u32, mut report: impl FnMut(u32)) {
    below.push(node);
    while let Some(node) = below.pop() {
        for child in nodes[node as usize].iter().filter(|child| child.bounds.overlaps(bounds)) {
            match child.slot() {
                Some(slot) => report(slot),
                None => below.push(child.number),
            }
        }
    }
}
