//! Segments grown by a radius.

use super::check::{finite_vector, positive};
use super::convex::{Convex, Surface};
use super::error::ShapeError;
use super::kind::Kind;
use super::polytope::{Extent, Polytope, Slab};
use super::vector::Vector;

/// Seen along its axis by more than this, the square of a cosine, a capsule is one of its ends.
const END_ON: f64 = 0.25;

/// What is left of a way that led along the segment, and should have left nothing, over that way.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// All points within a radius of a segment: a stadium or a rounded cylinder. Its core is the segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<V: Vector> {
    ends: [V; 2],
    radius: f64,
    along: V,
}

impl<V: Vector> Capsule<V> {
    /// All points up to `radius` from the segment between two ends, in its own frame.
    ///
    /// # Errors
    /// A radius that is not from 1e-40 to 1e40, or ends whose coordinates or distance are not below 1e40 or that are closer than 1e-40
    /// (that is a [`Ball`](super::Ball)).
    pub fn new(ends: [V; 2], radius: f64) -> Result<Self, ShapeError> {
        for end in ends {
            finite_vector("an end of a capsule", end)?;
        }
        let length = positive("the distance of the ends of a capsule", ends[0].distance(ends[1]))?;
        Ok(Self { ends, radius: positive("the radius of a capsule", radius)?, along: (ends[1] - ends[0]) * (1.0 / length) })
    }

    /// The ends of the segment in the frame of the capsule, in the order in which they were given.
    #[inline]
    pub fn ends(&self) -> [V; 2] {
        self.ends
    }

    /// By how much the segment is grown on all sides; greater than 0.
    #[inline]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The point of the segment that is nearest to `point` (Ericson 5.1.2).
    #[inline]
    pub fn nearest_of_segment(&self, point: V) -> V {
        nearest_of_segment(self.ends, point)
    }
}

/// The point of a segment that is nearest to `point` (Ericson 5.1.2). Ends that fall together are a segment too.
#[inline]
pub(crate) fn nearest_of_segment<V: Vector>(ends: [V; 2], point: V) -> V {
    let way = ends[1] - ends[0];
    let share = (point - ends[0]).dot(way);
    let whole = way.length_squared();
    if share <= 0.0 {
        ends[0]
    } else if share >= whole {
        ends[1]
    } else {
        ends[0] + way * (share / whole)
    }
}

impl<V: Vector> Convex<V> for Capsule<V> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        if self.along.dot(direction) > 0.0 { self.ends[1] } else { self.ends[0] }
    }

    /// The segment, but for directions along which one end is all there is to see.
    fn core_face(&self, direction: V, corners: &mut Vec<V>) -> usize {
        let along = self.along.dot(direction);
        if along * along > END_ON * direction.length_squared() {
            corners.push(self.core_support(direction));
            return if along > 0.0 { 2 } else { 1 };
        }
        corners.extend(self.ends);
        0
    }

    #[inline]
    fn radius(&self) -> f64 {
        self.radius
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.ends[0].length().max(self.ends[1].length()) + self.radius
    }

    #[inline]
    fn kind(&self) -> Kind<'_, V> {
        Kind::Capsule(self)
    }

    #[inline]
    fn surface(&self, point: V) -> Option<Surface<V>> {
        let nearest = self.nearest_of_segment(point);
        let way = point - nearest;
        let mut offset = way;
        // Beside the segment the way out is at right angles to it, and from an end it does not lead along it. Rounding may be most of the
        // direction of a short one.
        for _ in 0..2 {
            let along = offset.dot(self.along);
            let wrong = match nearest {
                end if end == self.ends[0] => along.max(0.0),
                end if end == self.ends[1] => along.min(0.0),
                _ => along,
            };
            offset -= self.along * wrong;
        }
        let is_rounding = (0..V::DIMENSION).all(|axis| offset[axis].abs() <= ROUNDING * way.abs().dot(V::splat(1.0)));
        let normal = offset.normalized().filter(|_| !is_rounding).unwrap_or_else(|| self.along.any_perpendicular());
        Some(Surface { point: nearest + normal * self.radius, normal, distance: offset.dot(normal) - self.radius })
    }
}

/// The segment, without the radius.
impl<V: Vector> Polytope<V> for Capsule<V> {
    const SOLID: bool = false;

    #[inline]
    fn slab_count(&self) -> usize {
        if V::DIMENSION == 2 { 1 } else { 0 }
    }

    #[inline]
    fn slab(&self, _index: usize) -> Slab<V> {
        let normal = self.along.any_perpendicular();
        Slab { normal, extent: self.extent(normal) }
    }

    #[inline]
    fn edge_count(&self) -> usize {
        if V::DIMENSION == 3 { 1 } else { 0 }
    }

    #[inline]
    fn edge(&self, _index: usize) -> V {
        self.along
    }

    #[inline]
    fn extent(&self, direction: V) -> Extent {
        Extent::of_points(&self.ends, direction)
    }
}
