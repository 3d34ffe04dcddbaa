//! How far two shapes are inside each other.

use super::pose::Pose;
use super::vector::Vector;

/// The minimum translation vector of two shapes that touch or overlap: no shorter move parts them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Penetration<V: Vector> {
    /// Of length 1, from A to B: moving B by `normal * depth`, or A by as much the other way, leaves them touching.
    pub normal: V,
    /// Not negative; 0 where the shapes only touch.
    pub depth: f64,
    /// Whether there is no shorter way, but for rounding. If not (the rounds ran out, which deep overlaps of round
    /// shapes without a radius can do), the move still parts the shapes, but a shorter one may.
    pub converged: bool,
}

impl<V: Vector> Penetration<V> {
    #[inline]
    pub(crate) fn new(normal: V, depth: f64) -> Self {
        Self { normal, depth, converged: true }
    }

    /// What B has to move by.
    #[inline]
    pub fn translation(&self) -> V {
        self.normal * self.depth
    }

    /// The same, B first.
    #[inline]
    pub(crate) fn swapped(self) -> Self {
        Self { normal: -self.normal, ..self }
    }

    /// The same in the frame of the query, found in the frame of A at `pose`.
    #[inline]
    pub(crate) fn posed(self, pose: &Pose<V>) -> Self {
        Self { normal: pose.direction(self.normal), ..self }
    }
}

/// A penetration with the points where it is deepest. Where curved surfaces meet, EPA knows the depth to a part in 10¹⁰ and
/// the points to its root, a part in 10⁵ of the size of the shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contact<V: Vector> {
    /// The shortest move that parts the shapes.
    pub penetration: Penetration<V>,
    /// On the surface of A, inside of B.
    pub point_a: V,
    /// On the surface of B, inside of A: `point_a - normal * depth`.
    pub point_b: V,
}

impl<V: Vector> Contact<V> {
    #[inline]
    pub(crate) fn posed(self, pose: &Pose<V>) -> Self {
        let Self { penetration, point_a, point_b } = self;
        Self { penetration: penetration.posed(pose), point_a: pose.point(point_a), point_b: pose.point(point_b) }
    }
}
