//! Rotations, which keep the tree good while bodies move.

use super::BoundingTree;
use super::node::{NIL, is_leaf, joined_surface, surface};
use crate::geometry::vector::Vector;

impl<V: Vector> BoundingTree<V> {
    /// Exchanges a child of the node with a child of its other child, if that makes the other child smaller; of the four ways
    /// to do so, the best (A. Kensler, *Tree Rotations for Improving Bounding Volume Hierarchies*, 2008). The box of the node
    /// stays the same. Returns the other child, whose box changed.
    pub(super) fn rotate(&mut self, node: u32) -> Option<u32> {
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
            return None;
        }
        self.nodes[node as usize].children = [goes, other];
        self.nodes[goes as usize].parent = node;
        self.nodes[other as usize].children = [stays, child];
        self.nodes[child as usize].parent = other;
        self.refit(other);
        Some(other)
    }

    /// Puts the nodes in order; then, from the leaves up, shrinks each box to what is in it and rotates (D. Kopta and others,
    /// *Fast, Effective BVH Updates for Animated Scenes*, 2012), and keeps the tight boxes along with it.
    pub(super) fn improve(&mut self) {
        self.reorder();
        self.tight.resize(self.nodes.len());
        for place in (0..self.nodes.len() as u32).rev() {
            let node = self.nodes[place as usize];
            if let Some(slot) = node.slot() {
                self.tight.set_leaf(place, self.bodies.bounds[slot as usize], slot);
                continue;
            }
            self.refit(place);
            if let Some(changed) = self.rotate(place) {
                self.tight.set_inner(changed, self.nodes[changed as usize].children);
            }
            self.tight.set_inner(place, self.nodes[place as usize].children);
        }
    }

    /// Puts the nodes into the order in which a walk from the root meets them: each before what is below it, and a left child
    /// right after its parent. Walks then read memory nearly in sequence.
    fn reorder(&mut self) {
        self.spare.clear();
        self.free.clear();
        if self.root == NIL {
            self.nodes.clear();
            return;
        }
        let (mut old, mut parent) = (self.root, NIL);
        loop {
            let new = self.spare.len() as u32;
            let mut node = self.nodes[old as usize];
            node.parent = parent;
            match node.slot() {
                None => {
                    // The right child's number is not known until the left one's descendants are through.
                    self.waiting.push((node.children[1], new));
                    (old, parent) = (node.children[0], new);
                    node.children[0] = new + 1;
                    self.spare.push(node);
                }
                Some(slot) => {
                    self.leaves[slot as usize] = new;
                    self.spare.push(node);
                    let Some(next) = self.waiting.pop() else { break };
                    (old, parent) = next;
                    self.spare[parent as usize].children[1] = new + 1;
                }
            }
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
        self.root = 0;
    }
}
