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

    /// The body that a ray hits first, and when; of several at once the one with the lowest id. `hit` is asked for bodies whose box the ray
    /// enters before the first hit so far, with the time at which it does, and says when the ray hits the body itself.
    ///
    /// ```
    /// use jostle::geometry::broad_phase::{BoundingTree, BroadPhase, Ray};
    /// use jostle::geometry::{Ball, Convex, DVec2, Pose, ray_cast};
    ///
    /// let ball = Ball::new(0.5)?;
    /// let poses = [3.0, 6.0, 9.0].map(|x| Pose::at(DVec2::new(x, 0.0)));
    /// let mut tree = BoundingTree::new();
    /// for (id, pose) in (0..).zip(&poses) {
    ///     tree.insert(id, ball.aabb(pose))?;
    /// }
    /// let ray = Ray { origin: DVec2::new(0.0, 0.3), direction: DVec2::X, until: f64::INFINITY };
    /// let hit = tree.first_along_ray(&ray, |id, _| Some(ray_cast(&ball, &poses[id as usize], &ray)?.time));
    /// assert!(hit.is_some_and(|(id, time)| id == 0 && (time - 2.6).abs() < 1e-12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_along_ray(&self, ray: &Ray<V>, mut hit: impl FnMut(u32, f64) -> Option<f64>) -> Option<(u32, f64)> {
        let mut first: Option<(f64, u32)> = None;
        let enters = |place: u32| Some((ray.enters(&self.nodes[place as usize].bounds)?, place));
        // Of two children the one that the ray enters first is looked at first: what it hits there is mostly before the other one.
        let mut left: Vec<(f64, u32)> = Vec::with_capacity(64);
        left.extend(Some(self.root).filter(|&root| root != NIL).and_then(enters));
        while let Some((entered, place)) = left.pop() {
            if first.is_some_and(|(time, _)| entered > time) {
                continue;
            }
            let node = &self.nodes[place as usize];
            let Some(slot) = node.slot() else {
                let [near, far] = node.children.map(enters);
                let is_ordered = far.is_none_or(|far| near.is_none_or(|near| near.0 <= far.0));
                left.extend(if is_ordered { [far, near] } else { [near, far] }.into_iter().flatten());
                continue;
            };
            let id = self.bodies.ids[slot as usize];
            let until = first.map_or(ray.until, |(time, _)| time);
            let box_entered = Ray { until, ..*ray }.enters(&self.bodies.bounds[slot as usize]);
            if let Some(time) = box_entered.and_then(|time| hit(id, time))
                && time <= ray.until
                && first.is_none_or(|first| (time, id) < first)
            {
                first = Some((time, id));
            }
        }
        first.map(|(time, id)| (id, time))
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
