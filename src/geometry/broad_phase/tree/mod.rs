//! A dynamic tree of bounding boxes.

mod insertion;
mod node;
mod query;
mod rotation;
mod self_pairs;

use self::node::{NIL, Node, is_leaf};
use self::self_pairs::TightTree;
use super::bodies::Bodies;
use super::{BroadPhase, BroadPhaseError, Pair};
use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// A binary tree whose leaves are the boxes of the bodies, somewhat fattened, and whose inner nodes are the boxes around their
/// two children (C. Ericson, *Real-Time Collision Detection*, section 6.6.1; E. Catto, *Dynamic Bounding Volume
/// Hierarchies*, 2019).
///
/// A body that moves inside its fat box changes nothing; one that leaves it gets a new fat box, for which the boxes above grow;
/// one that jumps is inserted anew. [`pairs`](BroadPhase::pairs) shrinks the boxes again and rotates the tree where that
/// makes it better.
#[derive(Clone, Debug)]
pub struct BoundingTree<V: Vector> {
    bodies: Bodies<V>,
    nodes: Vec<Node<V>>,
    free: Vec<u32>,
    root: u32,
    /// By slot.
    leaves: Vec<u32>,
    /// By how much a box is fattened on each side, as a fraction of its longest extent.
    margin: f64,
    tight: TightTree<V>,
    /// Scratch for putting the nodes in order: the nodes in it, and right children with their new parents.
    spare: Vec<Node<V>>,
    waiting: Vec<(u32, u32)>,
    pairs: Vec<Pair>,
}

impl<V: Vector> BoundingTree<V> {
    /// With boxes fattened by a tenth of their longest extent.
    pub fn new() -> Self {
        Self::with_margin(0.1)
    }

    /// With boxes fattened on each side by a fraction of their longest extent: a larger one lets bodies move further for
    /// nothing and makes queries slower. One that is not positive, or above 10, or NaN, counts as 0 or as 10.
    pub fn with_margin(margin: f64) -> Self {
        Self {
            bodies: Bodies::default(),
            nodes: Vec::new(),
            free: Vec::new(),
            root: NIL,
            leaves: Vec::new(),
            margin: if margin > 0.0 { margin.min(10.0) } else { 0.0 },
            tight: TightTree::default(),
            spare: Vec::new(),
            waiting: Vec::new(),
            pairs: Vec::new(),
        }
    }

    /// How many nodes there are on the longest way down from the root; 0 without bodies.
    pub fn height(&self) -> usize {
        let mut highest = 0;
        let mut level: Vec<u32> = self.nodes.get(self.root as usize).map(|_| self.root).into_iter().collect();
        while !level.is_empty() {
            highest += 1;
            let inner = level.iter().map(|&node| self.nodes[node as usize].children).filter(|&children| !is_leaf(children));
            level = inner.flatten().collect();
        }
        highest
    }

    fn fattened(&self, bounds: &Aabb<V>) -> Aabb<V> {
        let extent = bounds.max - bounds.min;
        let longest = (0..V::DIMENSION).map(|axis| extent[axis]).fold(0.0, f64::max);
        bounds.grown(self.margin * longest)
    }
}

impl<V: Vector> Default for BoundingTree<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> BroadPhase<V> for BoundingTree<V> {
    fn insert(&mut self, id: u32, bounds: Aabb<V>) -> Result<(), BroadPhaseError> {
        let slot = self.bodies.insert(id, bounds)?;
        let leaf = self.new_node(Node::leaf(self.fattened(&bounds), slot));
        if self.leaves.len() <= slot as usize {
            self.leaves.push(NIL);
        }
        self.leaves[slot as usize] = leaf;
        self.attach(leaf);
        Ok(())
    }

    fn update(&mut self, id: u32, bounds: Aabb<V>) -> Result<(), BroadPhaseError> {
        let slot = self.bodies.update(id, bounds)?;
        let leaf = self.leaves[slot as usize];
        let old = self.nodes[leaf as usize].bounds;
        if old.contains(&bounds) {
            return Ok(());
        }
        let fat = self.fattened(&bounds);
        if old.overlaps(&bounds) {
            self.nodes[leaf as usize].bounds = fat;
            self.grow_above(leaf);
        } else {
            self.detach(leaf);
            self.nodes[leaf as usize].bounds = fat;
            self.attach(leaf);
        }
        Ok(())
    }

    fn remove(&mut self, id: u32) -> Result<(), BroadPhaseError> {
        let slot = self.bodies.remove(id)?;
        let leaf = self.leaves[slot as usize];
        self.detach(leaf);
        self.free.push(leaf);
        Ok(())
    }

    fn pairs(&mut self) -> &[Pair] {
        self.improve();
        self.pairs.clear();
        let (bodies, pairs) = (&self.bodies, &mut self.pairs);
        self.tight.self_pairs(|a, b| pairs.push(bodies.pair(a, b)));
        &self.pairs
    }

    fn bounds(&self, id: u32) -> Option<&Aabb<V>> {
        self.bodies.get(id)
    }

    fn len(&self) -> usize {
        self.bodies.len()
    }
}
