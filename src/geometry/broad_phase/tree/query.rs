//! What a box or a ray meets.

use super::BoundingTree;
use super::node::NIL;
use crate::geometry::aabb::Aabb;
use crate::geometry::broad_phase::Ray;
use crate::geometry::vector::Vector;

impl<V: Vector> BoundingTree<V> {
    /// Calls `found` with the id of every body whose box overlaps `bounds`. Touching counts.
    pub fn overlapping(&self, bounds: &Aabb<V>, mut found: impl FnMut(u32)) {
        self.walk(
            |node| node.overlaps(bounds),
            |slot| {
                if self.bodies.bounds[slot as usize].overlaps(bounds) {
                    found(self.bodies.ids[slot as usize]);
                }
            },
        );
    }

    /// Calls `found` with the id of every body whose box the ray meets, and the time at which it enters it; in no
    /// particular order. Touching counts.
    ///
    /// ```
    /// use jostle::geometry::broad_phase::{BoundingTree, BroadPhase, Ray};
    /// use jostle::geometry::{Aabb, DVec2};
    ///
    /// let mut tree = BoundingTree::new();
    /// tree.insert(0, Aabb::around(DVec2::new(3.0, 0.0), DVec2::splat(0.5)))?;
    /// tree.insert(1, Aabb::around(DVec2::new(0.0, 9.0), DVec2::splat(0.5)))?;
    /// let ray = Ray { origin: DVec2::ZERO, direction: DVec2::X, until: f64::INFINITY };
    /// let mut hits = Vec::new();
    /// tree.along_ray(&ray, |id, time| hits.push((id, time)));
    /// assert_eq!(hits, [(0, 2.5)]);
    /// # Ok::<(), jostle::geometry::broad_phase::BroadPhaseError>(())
    /// ```
    pub fn along_ray(&self, ray: &Ray<V>, mut found: impl FnMut(u32, f64)) {
        self.walk(
            |node| ray.enters(node).is_some(),
            |slot| {
                if let Some(time) = ray.enters(&self.bodies.bounds[slot as usize]) {
                    found(self.bodies.ids[slot as usize], time);
                }
            },
        );
    }

    /// Visits the slots of the leaves in boxes of which `enter` is true. Goes back up by the parents, so it needs no stack,
    /// whatever the depth.
    fn walk(&self, enter: impl Fn(&Aabb<V>) -> bool, mut visit: impl FnMut(u32)) {
        let mut place = self.root;
        while place != NIL {
            let node = &self.nodes[place as usize];
            if enter(&node.bounds) {
                match node.slot() {
                    Some(slot) => visit(slot),
                    None => {
                        place = node.children[0];
                        continue;
                    }
                }
            }
            place = self.next_after(place);
        }
    }

    /// The node that a walk meets after everything below `place`; [`NIL`] at the end.
    fn next_after(&self, mut place: u32) -> u32 {
        loop {
            let parent = self.nodes[place as usize].parent;
            if parent == NIL {
                return NIL;
            }
            let [left, right] = self.nodes[parent as usize].children;
            if place == left {
                return right;
            }
            place = parent;
        }
    }
}
