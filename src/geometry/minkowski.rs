//! The Minkowski difference of two shapes.

use super::convex::Convex;
use super::matrix::Relative;
use super::pose::Pose;
use super::simplex::Vertex;
use super::vector::Vector;

/// The set of all differences of a point of A and a point of B, in A's frame. It contains the origin where the two
/// have a point in common; its distance from the origin is theirs (van den Bergen, *Collision Detection*, 2003,
/// section 2.3.2).
#[derive(Debug)]
pub struct Difference<'a, V: Vector, A: ?Sized, B: ?Sized> {
    a: &'a A,
    b: &'a B,
    pub(crate) relative: Relative<V>,
}

impl<V: Vector, A: ?Sized, B: ?Sized> Clone for Difference<'_, V, A, B> {
    fn clone(&self) -> Self {
        *self
    }
}

// Not derived: that would ask for shapes that can be copied, of which only the references are.
impl<V: Vector, A: ?Sized, B: ?Sized> Copy for Difference<'_, V, A, B> {}

impl<'a, V: Vector, A: Convex<V> + ?Sized, B: Convex<V> + ?Sized> Difference<'a, V, A, B> {
    /// Of two shapes at these poses, both in the frame of the query.
    #[inline]
    pub fn new(a: &'a A, pose_a: &Pose<V>, b: &'a B, pose_b: &Pose<V>) -> Self {
        Self { a, b, relative: Relative::new(pose_a, pose_b) }
    }

    /// The difference of the shapes that is furthest along `direction`, in A's frame.
    pub fn support(&self, direction: V) -> V {
        let of_b = self.b.support(self.relative.local_direction(-direction));
        self.a.support(direction) - self.relative.point(of_b)
    }

    /// The difference of the cores that is furthest along `direction`. `hints` is 0 at first.
    #[inline]
    pub(crate) fn core_vertex(&self, direction: V, hints: &mut [usize; 2]) -> Vertex<V> {
        let on_a = self.a.core_support_from(direction, &mut hints[0]);
        let of_b = self.b.core_support_from(self.relative.local_direction(-direction), &mut hints[1]);
        Vertex { difference: on_a - self.relative.point(of_b), on_a }
    }

    /// By how much the difference of the shapes is larger than that of the cores.
    #[inline]
    pub(crate) fn radius(&self) -> f64 {
        self.a.radius() + self.b.radius()
    }
}
