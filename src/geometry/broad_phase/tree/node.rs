//! Nodes of the tree.

use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// No node.
pub const NIL: u32 = u32::MAX;

/// A leaf, or the box around two children.
#[derive(Clone, Copy, Debug)]
pub struct Node<V: Vector> {
    /// Contains the boxes of everything below.
    pub bounds: Aabb<V>,
    /// [`NIL`] for the root.
    pub parent: u32,
    /// For a leaf [`NIL`] and the slot of its body.
    pub children: [u32; 2],
}

impl<V: Vector> Node<V> {
    pub fn leaf(bounds: Aabb<V>, slot: u32) -> Self {
        Self { bounds, parent: NIL, children: [NIL, slot] }
    }

    /// The slot of the body, if this is a leaf.
    #[inline]
    pub fn slot(&self) -> Option<u32> {
        is_leaf(self.children).then_some(self.children[1])
    }
}

#[inline]
pub fn is_leaf(children: [u32; 2]) -> bool {
    children[0] == NIL
}

/// Half of what a box has around it: length in the plane, area in space. The chance that a random line or box meets it is
/// in proportion to that (J. Goldsmith, J. Salmon, *Automatic Creation of Object Hierarchies for Ray Tracing*, 1987).
#[inline]
pub fn surface<V: Vector>(bounds: &Aabb<V>) -> f64 {
    let extent = bounds.max - bounds.min;
    let side = |across: usize| (0..V::DIMENSION).filter(|&axis| axis != across).map(|axis| extent[axis]).product::<f64>();
    (0..V::DIMENSION).map(side).sum()
}

#[inline]
pub fn joined_surface<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> f64 {
    surface(&a.joined(b))
}
