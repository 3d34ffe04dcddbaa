//! Cylinders.

use glam::DVec3;

use super::check::positive;
use super::convex::{Convex, Surface};
use super::error::ShapeError;
use super::vector::Vector;

/// As many points stand for a circle where a face is asked for.
const CIRCLE_POINTS: u32 = 12;

/// A cylinder around the y axis of its frame, its middle at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    half_height: f64,
    radius: f64,
}

impl Cylinder {
    /// A cylinder from half of its height, along y, and its radius.
    ///
    /// # Errors
    /// A half height or a radius that is not from 1e-40 to 1e40.
    pub fn new(half_height: f64, radius: f64) -> Result<Self, ShapeError> {
        let half_height = positive("the half height of a cylinder", half_height)?;
        Ok(Self { half_height, radius: positive("the radius of a cylinder", radius)? })
    }

    /// From the origin up to the one cap, and down to the other.
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

/// The same, and of a direction along the axis some point.
pub(crate) fn outwards_of(direction: DVec3, radius: f64) -> DVec3 {
    let outwards = around_y(direction, radius);
    if outwards == DVec3::ZERO { DVec3::X * radius } else { outwards }
}

/// Points of the circle around the y axis through `first`, which is at y = 0: counter-clockwise seen from above, or else from below.
pub(crate) fn circle(first: DVec3, seen_from_below: bool) -> impl Iterator<Item = DVec3> {
    let step = std::f64::consts::TAU / f64::from(CIRCLE_POINTS) * if seen_from_below { 1.0 } else { -1.0 };
    (0..CIRCLE_POINTS).map(move |index| {
        // Seen from above, x goes to the right and z down.
        let (sin, cos) = libm::sincos(step * f64::from(index));
        DVec3::new(first.x * cos - first.z * sin, 0.0, first.x * sin + first.z * cos)
    })
}

impl Convex<DVec3> for Cylinder {
    /// The rim point on that side (van den Bergen, *Collision Detection*, 2003, section 4.3.4).
    #[inline]
    fn core_support(&self, direction: DVec3) -> DVec3 {
        around_y(direction, self.radius) + DVec3::new(0.0, self.half_height.copysign(direction.y), 0.0)
    }

    /// A cap as points of its circle, or a line down the side.
    fn core_face(&self, direction: DVec3, corners: &mut Vec<DVec3>) -> usize {
        let outwards = outwards_of(direction, self.radius);
        let top = DVec3::new(0.0, self.half_height, 0.0);
        if direction.dot(outwards) > direction.y.abs() * self.radius {
            corners.extend([outwards - top, outwards + top]);
            return 2;
        }
        let is_lower = direction.y < 0.0;
        corners.extend(circle(outwards, is_lower).map(|point| if is_lower { point - top } else { point + top }));
        usize::from(is_lower)
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
        let outwards = outwards_of(point, 1.0);
        let side = point.dot(outwards) - self.radius;
        let cap = point.y.abs() - self.half_height;
        let upwards = DVec3::new(0.0, 1f64.copysign(point.y), 0.0);
        // Inside, or beside the side or a cap: the edges are nearest only from beyond both.
        if side <= 0.0 || cap <= 0.0 {
            let (normal, distance) = if side > cap { (outwards, side) } else { (upwards, cap) };
            return Some(Surface { point: point - normal * distance, normal, distance });
        }
        let offset = outwards * side + upwards * cap;
        Some(Surface::seen_from_outside(point - offset, offset, if side > cap { outwards } else { upwards }))
    }
}
