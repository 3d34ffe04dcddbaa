//! Ellipsoids.

use glam::DVec3;

use super::check::positive_vector;
use super::convex::Convex;
use super::error::ShapeError;
use super::vector::Vector;

/// An ellipsoid around the origin of its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    semi_axes: DVec3,
}

impl Ellipsoid {
    /// An ellipsoid from its semi-axes, along those of its frame.
    ///
    /// # Errors
    /// A semi-axis that is not from 1e-40 to 1e40.
    pub fn new(semi_axes: DVec3) -> Result<Self, ShapeError> {
        Ok(Self { semi_axes: positive_vector("a semi-axis of an ellipsoid", semi_axes)? })
    }

    /// From the centre to the surface along each axis of its frame.
    #[inline]
    pub fn semi_axes(&self) -> DVec3 {
        self.semi_axes
    }
}

impl Convex<DVec3> for Ellipsoid {
    /// The ellipsoid is the unit ball stretched by S, so its support along d is S times the ball's along S·d.
    #[inline]
    fn core_support(&self, direction: DVec3) -> DVec3 {
        let stretched = self.semi_axes * direction;
        stretched.normalized().unwrap_or(DVec3::X) * self.semi_axes
    }

    #[inline]
    fn radius(&self) -> f64 {
        0.0
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.semi_axes.max_element()
    }
}
