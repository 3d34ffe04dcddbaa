//! Where a shape is and how it is turned.

use glam::{DMat3, DQuat, DVec2, DVec3};

use super::vector::{Vector, sealed::Sealed};

/// What turns vectors without changing their lengths: a [`Turn`] or a [`DQuat`] of length 1, and nothing else.
pub trait Rotation<V: Vector>: Sealed + Copy + std::fmt::Debug + PartialEq + Send + Sync {
    /// Turns nothing.
    const IDENTITY: Self;

    /// A vector, turned about the origin.
    fn turn(self, vector: V) -> V;
    /// Turns the other way.
    fn turn_back(self, vector: V) -> V;
    /// First `self`, then `next`.
    #[must_use]
    fn then(self, next: Self) -> Self;
    /// What undoes this rotation.
    #[must_use]
    fn inverse(self) -> Self;
    /// The same rotation, cheaper to apply many times.
    fn matrix(self) -> V::Matrix;
    /// This rotation after turning at `velocity` for `time`.
    #[must_use]
    fn spun(self, velocity: V::AngularVelocity, time: f64) -> Self;
    /// The largest speed along `normal`, of length 1, of a point at distance 1 from the centre that turns at
    /// `velocity`: of the axis only what is across the normal counts.
    fn rate_across(velocity: V::AngularVelocity, normal: V) -> f64;
}

/// A rotation of the plane, kept as the cosine and the sine of its angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The cosine of the angle; its square and that of `sin` add up to 1.
    pub cos: f64,
    /// The sine of the angle, which is counter-clockwise.
    pub sin: f64,
}

impl Turn {
    /// Counter-clockwise, in radians. The same bits on every platform.
    pub fn by(angle: f64) -> Self {
        let (sin, cos) = libm::sincos(angle);
        Self { cos, sin }
    }

    /// In radians, from −π to π.
    pub fn angle(self) -> f64 {
        libm::atan2(self.sin, self.cos)
    }

    /// The same with the rounding taken out that gathers where many turns are put [after each other](Rotation::then); of zeros
    /// [`Self::IDENTITY`](Rotation::IDENTITY).
    #[must_use]
    pub fn normalized(self) -> Self {
        let length = libm::hypot(self.cos, self.sin);
        if length == 0.0 { Self::IDENTITY } else { Self { cos: self.cos / length, sin: self.sin / length } }
    }
}

impl Default for Turn {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Rotation<DVec2> for Turn {
    const IDENTITY: Self = Self { cos: 1.0, sin: 0.0 };

    #[inline]
    fn turn(self, vector: DVec2) -> DVec2 {
        DVec2::new(self.cos * vector.x - self.sin * vector.y, self.sin * vector.x + self.cos * vector.y)
    }

    #[inline]
    fn turn_back(self, vector: DVec2) -> DVec2 {
        DVec2::new(self.cos * vector.x + self.sin * vector.y, self.cos * vector.y - self.sin * vector.x)
    }

    #[inline]
    fn inverse(self) -> Self {
        Self { sin: -self.sin, ..self }
    }

    #[inline]
    fn matrix(self) -> Turn {
        self
    }

    #[inline]
    fn then(self, next: Self) -> Self {
        Self { cos: self.cos * next.cos - self.sin * next.sin, sin: self.sin * next.cos + self.cos * next.sin }
    }

    fn spun(self, velocity: f64, time: f64) -> Self {
        self.then(Turn::by(velocity * time))
    }

    #[inline]
    fn rate_across(velocity: f64, _normal: DVec2) -> f64 {
        velocity.abs()
    }
}

impl Rotation<DVec3> for DQuat {
    const IDENTITY: Self = DQuat::IDENTITY;

    #[inline]
    fn turn(self, vector: DVec3) -> DVec3 {
        self * vector
    }

    #[inline]
    fn turn_back(self, vector: DVec3) -> DVec3 {
        self.conjugate() * vector
    }

    #[inline]
    fn then(self, next: Self) -> Self {
        next * self
    }

    #[inline]
    fn inverse(self) -> Self {
        self.conjugate()
    }

    #[inline]
    fn matrix(self) -> DMat3 {
        DMat3::from_quat(self)
    }

    fn spun(self, velocity: DVec3, time: f64) -> Self {
        let angle = velocity.length() * time;
        match velocity.normalized() {
            Some(axis) => {
                let (sin, cos) = libm::sincos(angle / 2.0);
                let [x, y, z] = (axis * sin).to_array();
                (DQuat::from_xyzw(x, y, z, cos) * self).normalize()
            }
            None => self,
        }
    }

    #[inline]
    fn rate_across(velocity: DVec3, normal: DVec3) -> f64 {
        velocity.cross(normal).length()
    }
}

/// Takes a shape from its own frame to the frame of the query: turned first, then moved.
///
/// The queries take what is in here as it is: a rotation that is none (a quaternion that is not of length 1) or a
/// coordinate that is NaN gives answers without meaning, though never a panic nor a loop without end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<V: Vector> {
    /// About the origin of the shape's frame.
    pub rotation: V::Rotation,
    /// Where the origin of the shape's frame is in the frame of the query.
    pub translation: V,
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<V: Vector> Pose<V> {
    /// Neither turned nor moved: the frame of the shape is that of the query.
    pub const IDENTITY: Self = Self { rotation: V::Rotation::IDENTITY, translation: V::ZERO };

    /// Turned about the origin of its frame, which comes to `translation`.
    #[inline]
    pub fn new(rotation: V::Rotation, translation: V) -> Self {
        Self { rotation, translation }
    }

    /// Moved, not turned.
    pub fn at(translation: V) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// A point of the shape's frame in the frame of the query.
    #[inline]
    pub fn point(&self, local: V) -> V {
        self.rotation.turn(local) + self.translation
    }

    /// A point of the query's frame in the frame of the shape.
    #[inline]
    pub fn local_point(&self, point: V) -> V {
        self.rotation.turn_back(point - self.translation)
    }

    /// A direction of the shape's frame in the frame of the query: turned, not moved.
    #[inline]
    pub fn direction(&self, local: V) -> V {
        self.rotation.turn(local)
    }

    /// A direction of the query's frame in the frame of the shape: turned back, not moved.
    #[inline]
    pub fn local_direction(&self, direction: V) -> V {
        self.rotation.turn_back(direction)
    }

    /// A pose given in the frame of this one, in the frame of the query.
    #[must_use]
    #[inline]
    pub fn of(&self, local: &Self) -> Self {
        Self { rotation: local.rotation.then(self.rotation), translation: self.point(local.translation) }
    }

    /// A pose of the query's frame in the frame of this one.
    #[must_use]
    #[inline]
    pub fn local(&self, pose: &Self) -> Self {
        Self { rotation: pose.rotation.then(self.rotation.inverse()), translation: self.local_point(pose.translation) }
    }

    /// What undoes this pose: its [`point`](Self::point) is [`local_point`](Self::local_point) here.
    #[must_use]
    #[inline]
    pub fn inverse(&self) -> Self {
        self.local(&Self::IDENTITY)
    }

    /// The same, moved by `offset`.
    #[must_use]
    #[inline]
    pub fn moved(&self, offset: V) -> Self {
        Self { translation: self.translation + offset, ..*self }
    }
}
