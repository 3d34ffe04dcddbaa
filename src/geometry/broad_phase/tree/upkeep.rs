//! What is done to the tree before all pairs are asked for.

use super::BoundingTree;
use super::node::{NIL, Node, is_leaf, surface};
use super::self_pairs::Child;
use crate::geometry::vector::Vector;

/// The tree is built anew when the surface of its boxes is this much larger, for each body, than when it was built. Pairs take
/// longer to find in about that proportion; building takes about half as long as finding them all.
const WORN: f64 = 1.15;

impl<V: Vector> BoundingTree<V> {
    /// Shrinks each box to what is in it, and builds the tree anew if it was not built yet or is worn, as
    /// [`pairs`](super::super::BroadPhase::pairs) does before it looks: for a tree that is only asked for boxes and rays, once in a step or
    /// every few. Queries that are asked between get slower as bodies move.
    pub fn keep_up(&mut self) {
        if self.root == NIL {
            self.nodes.clear();
            self.free.clear();
            self.tight.resize(0);
            return;
        }
        let came_or_went = self.shuffled;
        if self.shuffled {
            self.reorder();
        }
        let worn = WORN * self.built_surface;
        let surface = self.tighten();
        // Boxes on one line may have no surface, which says nothing.
        if surface > worn || (surface == 0.0 && came_or_went) {
            self.build();
            self.built_surface = self.tighten();
        }
    }

    /// Fits all boxes, those of the fat tree and those of the tight one, from the leaves up. Returns the surface of the tight ones
    /// for each body.
    ///
    /// The tight tree has no leaves, and numbers its nodes in the order of the walk. So the left child is the next one, and the right
    /// one comes after half of the nodes in between, since a subtree has one inner node less than it has leaves.
    fn tighten(&mut self) -> f64 {
        let mut total = 0.0;
        let mut number = self.nodes.len() / 2;
        self.tight.resize(number);
        for place in (0..self.nodes.len()).rev() {
            let children = self.nodes[place].children;
            if is_leaf(children) {
                continue;
            }
            number -= 1;
            let [left, right] = children.map(|child| &self.nodes[child as usize]);
            let child = |node: &Node<V>, number: usize| match node.slot() {
                Some(slot) => Child::leaf(slot, self.bodies.bounds[slot as usize]),
                None => Child::inner(number as u32, self.tight.bounds(number)),
            };
            let tight = [child(left, number + 1), child(right, number + (children[1] as usize - place) / 2)];
            self.nodes[place].bounds = left.bounds.joined(&right.bounds);
            self.tight.set(number, tight);
            total += surface(&self.tight.bounds(number));
        }
        total / self.bodies.len() as f64
    }

    /// Puts the nodes into the order in which a walk from the root meets them: each before what is below it, and a left child
    /// right after its parent. Walks then read memory nearly in sequence.
    fn reorder(&mut self) {
        self.spare.clear();
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
        self.free.clear();
        self.shuffled = false;
    }
}
