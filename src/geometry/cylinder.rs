//! Cylinders.

use glam::DVec3;

use super::check::positive;
use super::convex::{Convex, Surface};
use super::error::ShapeError;
use super::vector::Vector;

/// A cylinder around the y axis of its frame, its middle at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    half_height: f64,
    radius: f64,
}

impl Cylinder {
    /// # Errors
    /// A half height or a radius that is not positive and finite.
    pub fn new(half_height: f64, radius: f64) -> Result<Self, ShapeError> {
        let half_height = positive("the half height of a cylinder", half_height)?;
        Ok(Self { half_height, radius: positive("the radius of a cylinder", radius)? })
    }

    #[inline]
    pub fn half_height(&self) -> f64 {
        self.half_height
    }

    /// Of the round side; the cylinder has edges, so it is not grown by it.
    #[inline]
    pub fn side_radius(&self) -> f64 {
        self.radius
    }
}

/// `direction` without its part along y, at the length `radius`; zero where nothing is left.
#[inline]
pub(crate) fn around_y(direction: DVec3, radius: f64) -> DVec3 {
    let across = DVec3::new(direction.x, 0.0, direction.z);
    across.normalized().map_or(DVec3::ZERO, |unit| unit * radius)
}

impl Convex<DVec3> for Cylinder {
    /// The rim point on that side (van den Bergen, *Collision Detection*, 2003, section 4.3.4).
    #[inline]
    fn core_support(&self, direction: DVec3) -> DVec3 {
        around_y(direction, self.radius) + DVec3::new(0.0, self.half_height.copysign(direction.y), 0.0)
    }

    #[inline]
    fn radius(&self) -> f64 {
        0.0
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        (self.radius * self.radius + self.half_height * self.half_height).sqrt()
    }

    /// In the half plane of the point and the axis the cylinder is a rectangle.
    #[inline]
    fn surface(&self, point: DVec3) -> Option<Surface<DVec3>> {
        let outwards = around_y(point, 1.0);
        let outwards = if outwards == DVec3::ZERO { DVec3::X } else { outwards };
        let side = point.dot(outwards) - self.radius;
        let cap = point.y.abs() - self.half_height;
        let upwards = DVec3::new(0.0, 1f64.copysign(point.y), 0.0);
        // Inside, or beside the side or a cap: the edges are nearest only from beyond both.
        if side <= 0.0 || cap <= 0.0 {
            let (normal, distance) = if side > cap { (outwards, side) } else { (upwards, cap) };
            return Some(Surface { point: point - normal * distance, normal, distance });
        }
        let nearest = point - outwards * side - upwards * cap;
        Some(Surface::seen_from_outside(point, nearest, if side > cap { outwards } else { upwards }))
    }
}
