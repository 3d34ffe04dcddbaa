//! Every pair is looked at.

use super::bodies::Bodies;
use super::{BroadPhase, BroadPhaseError, Pair};
use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// Looks at every pair: time n². Fastest for a few dozen bodies, and the reference for the other broad phases.
#[derive(Clone, Debug)]
pub struct BruteForce<V: Vector> {
    bodies: Bodies<V>,
    /// Scratch: the slots that hold bodies.
    live: Vec<u32>,
    pairs: Vec<Pair>,
}

impl<V: Vector> BruteForce<V> {
    /// Without bodies.
    pub fn new() -> Self {
        Self { bodies: Bodies::default(), live: Vec::new(), pairs: Vec::new() }
    }
}

impl<V: Vector> Default for BruteForce<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> BroadPhase<V> for BruteForce<V> {
    fn insert(&mut self, id: u32, bounds: Aabb<V>) -> Result<(), BroadPhaseError> {
        self.bodies.insert(id, bounds).map(|_| ())
    }

    fn update(&mut self, id: u32, bounds: Aabb<V>) -> Result<(), BroadPhaseError> {
        self.bodies.update(id, bounds).map(|_| ())
    }

    fn remove(&mut self, id: u32) -> Result<(), BroadPhaseError> {
        self.bodies.remove(id).map(|_| ())
    }

    fn pairs(&mut self) -> &[Pair] {
        self.pairs.clear();
        let bounds = &self.bodies.bounds;
        self.live.clear();
        self.live.extend(self.bodies.live());
        for (place, &a) in self.live.iter().enumerate() {
            for &b in &self.live[place + 1..] {
                if bounds[a as usize].overlaps(&bounds[b as usize]) {
                    self.pairs.push(self.bodies.pair(a, b));
                }
            }
        }
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
