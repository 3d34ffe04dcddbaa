//! The separating axis test: two convex shapes are apart if and only if they are apart on an axis along the normal
//! of a face of one of them or, in space, across an edge of each.
//!
//! S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: a hierarchical structure for rapid interference detection",
//! *SIGGRAPH* 1996; Ericson, *Real-Time Collision Detection*, 2005, sections 4.4.1 and 5.2.1. The overlap is smallest
//! on one of the same axes, for they are the normals of the faces of the Minkowski difference.
//!
//! What it covers: shapes whose cores are polytopes, at least one of them with an inside. Where a shape is round, the
//! test is made on the cores. It tells the penetration wherever the cores overlap; where they are apart by more than
//! the radii on some axis, the shapes are apart; in between the axes do not tell, because the closest points may be
//! corners, and the answer is [`Sat::Undecided`].

use super::matrix::{Matrix, Relative};
use super::penetration::Penetration;
use super::polytope::{Extent, Polytope, Slab};
use super::pose::Pose;
use super::vector::Vector;

/// The square of the sine of the angle below which two edges count as parallel: their cross product is zero or noise.
/// Other axes do for such edges: along the normals of the faces next to them the overlap is the same but for that
/// angle.
const PARALLEL: f64 = 1e-20;

/// What the axes tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sat<V: Vector> {
    /// The shapes are apart.
    Apart,
    /// They touch or overlap.
    Overlap(Penetration<V>),
    /// Round shapes whose cores are apart, but on no axis by more than the radii: they may or may not overlap. Does
    /// not come for shapes without a radius.
    Undecided,
}

/// Which axis separated a pair the last time. Worth keeping per pair from step to step: where things move slowly,
/// the same axis mostly separates again, and is tested first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SatCache {
    last: Option<Axis>,
}

impl SatCache {
    /// Whether an axis is kept: the last test found one that separates.
    pub fn is_set(&self) -> bool {
        self.last.is_some()
    }
}

/// The index of a face of A, of a face of B, or of an edge of both.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Axis {
    FaceOfA(usize),
    FaceOfB(usize),
    Edges(usize, usize),
}

/// Overlap and minimum translation vector, or that the shapes are apart.
pub fn test<V: Vector, A: Polytope<V>, B: Polytope<V>>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Sat<V> {
    test_from(&mut SatCache::default(), a, pose_a, b, pose_b)
}

/// The same, beginning with the axis that separated the pair the last time.
pub fn test_from<V: Vector, A: Polytope<V>, B: Polytope<V>>(
    cache: &mut SatCache,
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
) -> Sat<V> {
    let pair = Pair { a, b, relative: Relative::new(pose_a, pose_b) };
    let radius = a.radius() + b.radius();
    if let Some(axis) = cache.last
        && pair.overlap_on(axis).is_some_and(|(_, depth)| depth < -radius)
    {
        return Sat::Apart;
    }
    match pair.smallest_overlap(radius) {
        Ok((normal, depth)) => {
            cache.last = None;
            if depth < 0.0 && radius > 0.0 {
                return Sat::Undecided;
            }
            Sat::Overlap(Penetration::new(pose_a.direction(normal), depth + radius))
        }
        Err(axis) => {
            cache.last = Some(axis);
            Sat::Apart
        }
    }
}

struct Pair<'a, V: Vector, A, B> {
    a: &'a A,
    b: &'a B,
    relative: Relative<V>,
}

impl<V: Vector, A: Polytope<V>, B: Polytope<V>> Pair<'_, V, A, B> {
    /// The axis, from A to B, on which the cores overlap least, and by how much; or an axis on which they are apart
    /// by more than `radius`.
    #[inline]
    fn smallest_overlap(&self, radius: f64) -> Result<(V, f64), Axis> {
        const { assert!(A::SOLID || B::SOLID, "two segments have no faces between them") };
        let mut best = (V::ZERO, f64::INFINITY);
        let mut consider = |axis: Axis| {
            if let Some((normal, depth)) = self.overlap_on(axis) {
                if depth < -radius {
                    return Err(axis);
                }
                if depth < best.1 {
                    best = (normal, depth);
                }
            }
            Ok(())
        };
        (0..self.a.slab_count()).try_for_each(|index| consider(Axis::FaceOfA(index)))?;
        (0..self.b.slab_count()).try_for_each(|index| consider(Axis::FaceOfB(index)))?;
        for of_a in 0..self.a.edge_count() {
            (0..self.b.edge_count()).try_for_each(|of_b| consider(Axis::Edges(of_a, of_b)))?;
        }
        Ok(best)
    }

    /// How much the cores overlap on an axis, less than zero where they are apart, and the axis from A to B. None
    /// where the edges are parallel, or the shapes are not those that the axis was kept for.
    #[inline]
    fn overlap_on(&self, axis: Axis) -> Option<(V, f64)> {
        match axis {
            Axis::FaceOfA(index) if index < self.a.slab_count() => {
                let Slab { normal, extent } = self.a.slab(index);
                Some(overlap(normal, extent, self.extent_of_b(normal)))
            }
            Axis::FaceOfB(index) if index < self.b.slab_count() => {
                let Slab { normal, extent } = self.b.slab(index);
                let normal = self.relative.rotation.turn(normal);
                let of_b = extent.moved(self.relative.translation.dot(normal));
                Some(overlap(normal, self.a.extent(normal), of_b))
            }
            Axis::Edges(of_a, of_b) if of_a < self.a.edge_count() && of_b < self.b.edge_count() => {
                let across = V::across(self.a.edge(of_a), self.relative.rotation.turn(self.b.edge(of_b)));
                let square = across.length_squared();
                if square <= PARALLEL {
                    return None;
                }
                let normal = across * (1.0 / square.sqrt());
                Some(overlap(normal, self.a.extent(normal), self.extent_of_b(normal)))
            }
            _ => None,
        }
    }

    /// What B covers of an axis of A's frame.
    #[inline]
    fn extent_of_b(&self, normal: V) -> Extent {
        let local = self.b.extent(self.relative.local_direction(normal));
        local.moved(self.relative.translation.dot(normal))
    }
}

/// B can leave along the axis or against it; the shorter way counts.
#[inline]
fn overlap<V: Vector>(normal: V, a: Extent, b: Extent) -> (V, f64) {
    let [along, against] = [a.max - b.min, b.max - a.min];
    if along <= against { (normal, along) } else { (-normal, against) }
}
