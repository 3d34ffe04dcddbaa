//! A sweep along the axis on which the boxes are spread most.

use super::bodies::Bodies;
use super::sweep::Sweep;
use super::{BroadPhase, BroadPhaseError, Pair};
use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// Sorts the boxes by their minimum on the axis of the greatest variance, chosen anew in every step, and compares each with
/// those that begin before it ends (C. Ericson, *Real-Time Collision Detection*, section 7.5.1).
///
/// Across that axis the world is cut into strips or columns a few boxes wide, each swept by itself: otherwise the boxes side by
/// side at one place of the axis would grow in number with the crowd. The order is kept from step to step and mended, or made
/// anew where that is faster.
#[derive(Clone, Debug)]
pub struct VarianceSweep<V: Vector> {
    bodies: Bodies<V>,
    sweep: Sweep<V>,
    pairs: Vec<Pair>,
}

impl<V: Vector> VarianceSweep<V> {
    /// Without bodies.
    pub fn new() -> Self {
        Self { bodies: Bodies::default(), sweep: Sweep::new(), pairs: Vec::new() }
    }
}

impl<V: Vector> Default for VarianceSweep<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> BroadPhase<V> for VarianceSweep<V> {
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
        let (bodies, pairs) = (&self.bodies, &mut self.pairs);
        self.sweep.pairs(bodies, |a, b| pairs.push(bodies.pair(a, b)));
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
