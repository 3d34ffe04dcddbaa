//! Shapes that move.

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

    /// Where the shape is at a time.
    #[inline]
    pub fn at(&self, time: f64) -> Pose<V> {
        let translation = self.start.translation + self.velocity * time;
        if self.angular_velocity == V::AngularVelocity::default() {
            return Pose { translation, ..self.start };
        }
        Pose { rotation: self.start.rotation.spun(self.angular_velocity, time), translation }
    }
}
