//! Leaves come, go and grow.

use super::BoundingTree;
use super::node::{NIL, Node, is_leaf, joined_surface, surface};
use crate::geometry::vector::Vector;

impl<V: Vector> BoundingTree<V> {
    pub(super) fn new_node(&mut self, node: Node<V>) -> u32 {
        match self.free.pop() {
            Some(place) => {
                self.nodes[place as usize] = node;
                place
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    /// Hangs a leaf into the tree, beside the node where the surface of all boxes grows least.
    pub(super) fn attach(&mut self, leaf: u32) {
        self.shuffled = true;
        if self.root == NIL {
            self.root = leaf;
            self.nodes[leaf as usize].parent = NIL;
            return;
        }
        let bounds = self.nodes[leaf as usize].bounds;
        let sibling = self.best_sibling(leaf);
        let above = self.nodes[sibling as usize].parent;
        let joined = self.nodes[sibling as usize].bounds.joined(&bounds);
        let parent = self.new_node(Node { bounds: joined, parent: above, children: [sibling, leaf] });
        self.nodes[sibling as usize].parent = parent;
        self.nodes[leaf as usize].parent = parent;
        self.replace_child(above, sibling, parent);
        self.refit_above(above);
    }

    /// Goes down from the root while that may be cheaper than staying: a new node costs its surface, the box itself at least, and growing a
    /// box on the way costs the growth. Where both ways cost the same, as among equal boxes, the bits of the slot tell which way: so
    /// they fan out and make no list.
    fn best_sibling(&self, leaf: u32) -> u32 {
        let Node { bounds, children: [_, slot], .. } = &self.nodes[leaf as usize];
        let own = surface(bounds);
        let (mut place, mut ways) = (self.root, *slot);
        loop {
            let node = &self.nodes[place as usize];
            if is_leaf(node.children) {
                return place;
            }
            let joined = joined_surface(&node.bounds, bounds);
            let growth = joined - surface(&node.bounds);
            let cost = |child: u32| {
                let child = &self.nodes[child as usize];
                let inside = if is_leaf(child.children) { 0.0 } else { surface(&child.bounds) };
                joined_surface(&child.bounds, bounds) - (inside - own).max(0.0) + growth
            };
            let [left, right] = node.children.map(cost);
            if joined < left && joined < right {
                return place;
            }
            let is_right = if left == right { ways & 1 == 1 } else { right < left };
            ways = ways.rotate_right(1);
            place = node.children[usize::from(is_right)];
        }
    }

    /// Takes a leaf out of the tree; its sibling takes the place of their parent. The leaf itself stays as a node.
    pub(super) fn detach(&mut self, leaf: u32) {
        self.shuffled = true;
        let parent = self.nodes[leaf as usize].parent;
        if parent == NIL {
            self.root = NIL;
            return;
        }
        let Node { parent: above, children, .. } = self.nodes[parent as usize];
        let sibling = if children[0] == leaf { children[1] } else { children[0] };
        self.nodes[sibling as usize].parent = above;
        self.replace_child(above, parent, sibling);
        self.free.push(parent);
        self.refit_above(above);
    }

    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NIL {
            self.root = new;
        } else {
            let children = &mut self.nodes[parent as usize].children;
            children[usize::from(children[0] != old)] = new;
        }
    }

    /// Fits the boxes from `node` up to what is below them, and rotates on the way.
    fn refit_above(&mut self, mut node: u32) {
        while node != NIL {
            self.refit(node);
            self.rotate(node);
            node = self.nodes[node as usize].parent;
        }
    }

    /// Fits the box of an inner node to its children.
    pub(super) fn refit(&mut self, node: u32) {
        let [left, right] = self.nodes[node as usize].children;
        self.nodes[node as usize].bounds = self.nodes[left as usize].bounds.joined(&self.nodes[right as usize].bounds);
    }

    /// Grows the boxes above a node until one contains it already.
    pub(super) fn grow_above(&mut self, node: u32) {
        let bounds = self.nodes[node as usize].bounds;
        let mut above = self.nodes[node as usize].parent;
        while above != NIL && !self.nodes[above as usize].bounds.contains(&bounds) {
            let node = &mut self.nodes[above as usize];
            node.bounds = node.bounds.joined(&bounds);
            above = node.parent;
        }
    }
}
