//! Rectangles and boxes.

use super::aabb::Aabb;
use super::check::positive_vector;
use super::convex::{Convex, Surface};
use super::error::ShapeError;
use super::kind::Kind;
use super::polytope::{Extent, Polytope, Slab};
use super::pose::Pose;
use super::vector::Vector;

/// A rectangle or a box around the origin of its frame, along the frame's axes; turned by its pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<V: Vector> {
    half_extents: V,
}

impl<V: Vector> Cuboid<V> {
    /// A rectangle or a box from half of its width, height and depth.
    ///
    /// # Errors
    /// A half extent that is not from 1e-40 to 1e40.
    pub fn new(half_extents: V) -> Result<Self, ShapeError> {
        Ok(Self { half_extents: positive_vector("a half extent of a box", half_extents)? })
    }

    /// For half extents that were checked elsewhere.
    #[inline]
    pub(crate) fn unchecked(half_extents: V) -> Self {
        Self { half_extents }
    }

    /// From the centre to the faces, along each axis.
    #[inline]
    pub fn half_extents(&self) -> V {
        self.half_extents
    }

    /// The point of the box that is nearest to `point`, both in the frame of the box: each coordinate clamped
    /// (C. Ericson, *Real-Time Collision Detection*, 2005, section 5.1.4).
    #[inline]
    pub fn nearest(&self, point: V) -> V {
        point.max(-self.half_extents).min(self.half_extents)
    }
}

impl<V: Vector> Convex<V> for Cuboid<V> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        V::from_fn(|axis| self.half_extents[axis].copysign(direction[axis]))
    }

    fn core_face(&self, direction: V, corners: &mut Vec<V>) -> usize {
        let size = direction.abs();
        let axis = (1..V::DIMENSION).fold(0, |most, axis| if size[axis] > size[most] { axis } else { most });
        let is_lower = direction[axis] < 0.0;
        // Around the face, in space; in the plane the first two.
        let mut signs = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        if is_lower {
            signs.reverse();
        }
        let corner = |signs: [f64; 2]| {
            V::from_fn(|other| {
                let sign = match (other + V::DIMENSION - axis) % V::DIMENSION {
                    0 => {
                        if is_lower {
                            -1.0
                        } else {
                            1.0
                        }
                    }
                    aside => signs[aside - 1],
                };
                sign * self.half_extents[other]
            })
        };
        corners.extend(signs.into_iter().take(2 * (V::DIMENSION - 1)).map(corner));
        2 * axis + usize::from(is_lower)
    }

    #[inline]
    fn radius(&self) -> f64 {
        0.0
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.half_extents.length()
    }

    #[inline]
    fn kind(&self) -> Kind<'_, V> {
        Kind::Cuboid(self)
    }

    #[inline]
    fn surface(&self, point: V) -> Option<Surface<V>> {
        // How far the point is past each pair of faces; negative within.
        let past = point.abs() - self.half_extents;
        let mut axis = 0;
        for other in 1..V::DIMENSION {
            if past[other] > past[axis] {
                axis = other;
            }
        }
        let normal = V::from_fn(|other| if other == axis { 1f64.copysign(point[axis]) } else { 0.0 });
        if past[axis] > 0.0 {
            let offset = V::from_fn(|other| past[other].max(0.0).copysign(point[other]));
            return Some(Surface::seen_from_outside(self.nearest(point), offset, normal));
        }
        Some(Surface { point: point - normal * past[axis], normal, distance: past[axis] })
    }

    #[inline]
    fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        // The box's reach along an axis of the query is the sum over its own axes (Ericson 4.2.6).
        let reach = |axis: usize| self.extent(pose.local_direction(V::axis(axis))).max;
        Aabb::around(pose.translation, V::from_fn(reach))
    }
}

impl<V: Vector> Polytope<V> for Cuboid<V> {
    const SOLID: bool = true;

    #[inline]
    fn slab_count(&self) -> usize {
        V::DIMENSION
    }

    #[inline]
    fn slab(&self, index: usize) -> Slab<V> {
        let reach = self.half_extents[index];
        Slab { normal: V::axis(index), extent: Extent { min: -reach, max: reach } }
    }

    #[inline]
    fn edge_count(&self) -> usize {
        if V::DIMENSION == 3 { 3 } else { 0 }
    }

    #[inline]
    fn edge(&self, index: usize) -> V {
        V::axis(index)
    }

    #[inline]
    fn extent(&self, direction: V) -> Extent {
        let reach = self.half_extents.dot(direction.abs());
        Extent { min: -reach, max: reach }
    }
}
