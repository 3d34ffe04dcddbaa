//! Shapes that move.

use super::aabb::Aabb;
use super::convex::Convex;
use super::pose::{Pose, Rotation};
use super::vector::Vector;

/// How a shape moves: evenly, and turning evenly about the origin of its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Vector> {
    /// At time 0.
    pub start: Pose<V>,
    /// Lengths per unit of time.
    pub velocity: V,
    /// Radians per unit of time.
    pub angular_velocity: V::AngularVelocity,
}

impl<V: Vector> Motion<V> {
    /// Stays where it is.
    pub fn resting(start: Pose<V>) -> Self {
        Self::along(start, V::ZERO)
    }

    /// Moves without turning.
    pub fn along(start: Pose<V>, velocity: V) -> Self {
        Self { start, velocity, angular_velocity: V::AngularVelocity::default() }
    }

    /// Whether it turns at all.
    #[inline]
    pub(super) fn turns(&self) -> bool {
        self.angular_velocity != V::AngularVelocity::default()
    }

    /// A box along the axes around all that a shape comes to from time 0 until another (which counts as 0 if it is before, or NaN): what a
    /// [broad phase](super::broad_phase) is given for [`time_of_impact`](super::time_of_impact), [grown](Aabb::grown) by its tolerance;
    /// broad phases take finite boxes. Of a shape that turns it holds the ball around it, since a corner may reach further
    /// on the way than at both ends.
    ///
    /// ```
    /// use jostle::geometry::{Cuboid, DVec2, Motion, Pose};
    ///
    /// let bar = Cuboid::new(DVec2::new(4.0, 3.0))?;
    /// let still = Motion::along(Pose::IDENTITY, DVec2::X);
    /// let spinning = Motion { angular_velocity: 3.0, ..still };
    /// assert_eq!(still.bounds(&bar, 10.0).max, DVec2::new(14.0, 3.0));
    /// assert_eq!(spinning.bounds(&bar, 10.0).max, DVec2::new(15.0, 5.0));
    /// assert_eq!(still.bounds(&bar, f64::INFINITY).max, DVec2::new(f64::INFINITY, 3.0));
    /// # Ok::<(), jostle::geometry::ShapeError>(())
    /// ```
    pub fn bounds(&self, shape: &(impl Convex<V> + ?Sized), until: f64) -> Aabb<V> {
        let at = |pose: Pose<V>| match self.turns() {
            true => Aabb::around(pose.translation, V::splat(shape.bounding_radius())),
            false => shape.aabb(&pose),
        };
        // Where nothing moves along an axis, nor does it in endless time.
        let way = V::from_fn(|axis| if self.velocity[axis] == 0.0 { 0.0 } else { self.velocity[axis] * until.max(0.0) });
        at(self.start).joined(&at(self.start.moved(way)))
    }

    /// Where the shape is at a time.
    #[inline]
    pub fn at(&self, time: f64) -> Pose<V> {
        let translation = self.start.translation + self.velocity * time;
        if !self.turns() {
            return Pose { translation, ..self.start };
        }
        Pose { rotation: self.start.rotation.spun(self.angular_velocity, time), translation }
    }
}
