//! Rotations, which keep the tree good while bodies move.

use super::BoundingTree;
use super::node::{is_leaf, joined_surface, surface};
use crate::geometry::vector::Vector;

impl<V: Vector> BoundingTree<V> {
    /// Exchanges a child of the node with a child of its other child, if that makes the other child smaller; of the four ways
    /// to do so, the best (A. Kensler, *Tree Rotations for Improving Bounding Volume Hierarchies*, 2008). The box of the node
    /// stays the same.
    pub(super) fn rotate(&mut self, node: u32) {
        let children = self.nodes[node as usize].children;
        let mut best = (0.0, [0; 4]);
        for [child, other] in [children, [children[1], children[0]]] {
            let grandchildren = self.nodes[other as usize].children;
            if is_leaf(grandchildren) {
                continue;
            }
            let now = surface(&self.nodes[other as usize].bounds);
            for [goes, stays] in [grandchildren, [grandchildren[1], grandchildren[0]]] {
                let gain = now - joined_surface(&self.nodes[child as usize].bounds, &self.nodes[stays as usize].bounds);
                if gain > best.0 {
                    best = (gain, [child, other, goes, stays]);
                }
            }
        }
        let (gain, [child, other, goes, stays]) = best;
        if gain <= 0.0 {
            return;
        }
        self.nodes[node as usize].children = [goes, other];
        self.nodes[goes as usize].parent = node;
        self.nodes[other as usize].children = [stays, child];
        self.nodes[child as usize].parent = other;
        self.refit(other);
    }
}
