//! Cones.

use glam::{DVec2, DVec3};

use super::check::positive;
use super::convex::Convex;
use super::cylinder::{around_y, circle, outwards_of};
use super::error::ShapeError;
use super::vector::Vector;

/// A cone around the y axis of its frame: the tip at `half_height`, the base at `-half_height`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    half_height: f64,
    radius: f64,
}

impl Cone {
    /// A cone from half of its height, along y, and the radius of its base.
    ///
    /// # Errors
    /// A half height or a radius that is not from 1e-40 to 1e40.
    pub fn new(half_height: f64, radius: f64) -> Result<Self, ShapeError> {
        let half_height = positive("the half height of a cone", half_height)?;
        let radius = positive("the radius of the base of a cone", radius)?;
        Ok(Self { half_height, radius })
    }

    /// From the origin up to the tip, and down to the base.
    #[inline]
    pub fn half_height(&self) -> f64 {
        self.half_height
    }

    /// Of the base; the cone has an edge, so it is not grown by it.
    #[inline]
    pub fn base_radius(&self) -> f64 {
        self.radius
    }
}

impl Convex<DVec3> for Cone {
    /// The tip where the direction is steeper than the normals of the side, else the rim of the base
    /// (van den Bergen, *Collision Detection*, 2003, section 4.3.4).
    #[inline]
    fn core_support(&self, direction: DVec3) -> DVec3 {
        let is_steep = |unit: DVec3| unit.y * (2.0 * self.half_height) > self.radius * DVec2::new(unit.x, unit.z).length();
        if direction.normalized().is_some_and(is_steep) {
            return DVec3::new(0.0, self.half_height, 0.0);
        }
        around_y(direction, self.radius) - DVec3::new(0.0, self.half_height, 0.0)
    }

    /// The base as points of its circle, or a line down the side.
    fn core_face(&self, direction: DVec3, corners: &mut Vec<DVec3>) -> usize {
        let (outwards, top) = (outwards_of(direction, self.radius), DVec3::new(0.0, self.half_height, 0.0));
        // The normal of the side at that line.
        let height = 2.0 * self.half_height;
        let side = DVec3::new(outwards.x / self.radius * height, self.radius, outwards.z / self.radius * height);
        if direction.dot(side) > -direction.y * side.length() {
            corners.extend([outwards - top, top]);
            return 1;
        }
        corners.extend(circle(outwards, true).map(|point| point - top));
        0
    }

    #[inline]
    fn radius(&self) -> f64 {
        0.0
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        (self.radius * self.radius + self.half_height * self.half_height).sqrt()
    }
}
