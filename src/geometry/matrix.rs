//! Rotations that are applied many times.

use glam::{DMat3, DVec2, DVec3};

use super::pose::{Pose, Rotation, Turn};
use super::vector::{Vector, sealed::Sealed};

/// A rotation, kept as the axes that it turns the coordinate axes into: a [`Turn`] or a [`DMat3`], and nothing else.
pub trait Matrix<V: Vector>: Sealed + Copy + std::fmt::Debug + Send + Sync {
    /// What the coordinate axis `index` is turned into.
    fn column(&self, index: usize) -> V;
    /// The sum of the columns, each times the coordinate of `vector` on its axis.
    fn turn(&self, vector: V) -> V;
    /// Turns the other way.
    fn turn_back(&self, vector: V) -> V;
}

impl Matrix<DVec2> for Turn {
    #[inline]
    fn column(&self, index: usize) -> DVec2 {
        if index == 0 { DVec2::new(self.cos, self.sin) } else { DVec2::new(-self.sin, self.cos) }
    }

    #[inline]
    fn turn(&self, vector: DVec2) -> DVec2 {
        Rotation::turn(*self, vector)
    }

    #[inline]
    fn turn_back(&self, vector: DVec2) -> DVec2 {
        Rotation::turn_back(*self, vector)
    }
}

impl Matrix<DVec3> for DMat3 {
    #[inline]
    fn column(&self, index: usize) -> DVec3 {
        match index {
            0 => self.x_axis,
            1 => self.y_axis,
            _ => self.z_axis,
        }
    }

    #[inline]
    fn turn(&self, vector: DVec3) -> DVec3 {
        *self * vector
    }

    #[inline]
    fn turn_back(&self, vector: DVec3) -> DVec3 {
        DVec3::new(self.x_axis.dot(vector), self.y_axis.dot(vector), self.z_axis.dot(vector))
    }
}

/// Where the second shape of a pair is, seen from the frame of the first. Queries work in that frame: coordinates
/// stay small however far from the origin the pair is, and only one of the two shapes has to be turned.
#[derive(Clone, Copy, Debug)]
pub struct Relative<V: Vector> {
    pub(crate) rotation: V::Matrix,
    pub(crate) translation: V,
}

impl<V: Vector> Relative<V> {
    /// From where the two shapes are, both in the frame of the query.
    #[inline]
    pub fn new(pose_a: &Pose<V>, pose_b: &Pose<V>) -> Self {
        let local = pose_a.local(pose_b);
        Self { rotation: local.rotation.matrix(), translation: local.translation }
    }

    /// A point of B's frame in A's frame.
    #[inline]
    pub fn point(&self, local: V) -> V {
        self.rotation.turn(local) + self.translation
    }

    /// A direction of A's frame in B's frame.
    #[inline]
    pub fn local_direction(&self, direction: V) -> V {
        self.rotation.turn_back(direction)
    }
}
