//! A dynamic tree of bounding boxes.

mod building;
mod insertion;
mod node;
mod query;
mod rotation;
mod self_pairs;
mod upkeep;

use self::building::Part;
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
/// one that jumps is inserted anew, and the tree is rotated on the way up. [`pairs`](BroadPhase::pairs) shrinks the boxes
/// again, and builds the whole tree anew once motion has worn it.
#[derive(Clone, Debug)]
pub struct BoundingTree<V: Vector> {
    bodies: Bodies<V>,
    nodes: Vec<Node<V>>,
    free: Vec<u32>,
    root: u32,
    /// By slot.
    leaves: Vec<u32>,
    /// The boxes of the leaves by slot, so that most bodies need not look into the tree when they move.
    fat: Vec<Aabb<V>>,
    /// By how much a box is fattened on each side, as a fraction of its longest extent.
    margin: f64,
    /// Whether leaves came or went, so that nodes are not in the order of a walk.
    shuffled: bool,
    /// The surface of all boxes for each body when the tree was built.
    built_surface: f64,
    tight: TightTree<V>,
    /// Scratch for putting the nodes in order: the nodes in it, and right children with their new parents.
    spare: Vec<Node<V>>,
    waiting: Vec<(u32, u32)>,
    /// Scratch for building: the centres of the bodies with their slots, and what is to be built of them yet.
    centres: Vec<(V, u32)>,
    parts: Vec<Part>,
    pairs: Vec<Pair>,
}

impl<V: Vector> BoundingTree<V> {
    /// With boxes fattened on each side by two fifths of their longest extent: of bodies that move by a fortieth of it in a step,
    /// that is faster than a fifth by a tenth or more.
    pub fn new() -> Self {
        Self::with_margin(0.4)
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
            fat: Vec::new(),
            margin: if margin > 0.0 { margin.min(10.0) } else { 0.0 },
            shuffled: false,
            built_surface: 0.0,
            tight: TightTree::default(),
            spare: Vec::new(),
            waiting: Vec::new(),
            centres: Vec::new(),
            parts: Vec::new(),
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
        let fat = self.fattened(&bounds);
        let leaf = self.new_node(Node::leaf(fat, slot));
        if self.leaves.len() <= slot as usize {
            self.leaves.push(leaf);
            self.fat.push(fat);
        }
        self.leaves[slot as usize] = leaf;
        self.fat[slot as usize] = fat;
        self.attach(leaf);
        Ok(())
    }

    fn update(&mut self, id: u32, bounds: Aabb<V>) -> Result<(), BroadPhaseError> {
        let slot = self.bodies.update(id, bounds)?;
        let old = self.fat[slot as usize];
        if old.contains(&bounds) {
            return Ok(());
        }
        let (leaf, fat) = (self.leaves[slot as usize], self.fattened(&bounds));
        self.fat[slot as usize] = fat;
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
        self.keep_up();
        self.pairs.clear();
        let (bodies, pairs) = (&self.bodies, &mut self.pairs);
        self.tight.self_pairs(|a, b| pairs.push(bodies.pair(a, b)));
        &self.pairs
    }

    fn bounds(&self, id: u32) -> Option<&Aabb<V>> {
        self.bodies.get(id)
    }

    fn bodies(&self) -> Box<dyn Iterator<Item = (u32, &Aabb<V>)> + '_> {
        Box::new(self.bodies.all())
    }

    fn len(&self) -> usize {
        self.bodies.len()
    }
}
