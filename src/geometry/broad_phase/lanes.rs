//! Boxes sorted along one axis, and the sweep over them.

use super::bodies::Bodies;
use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// The boxes in the order of their minimum on the axis of the sweep.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    /// Where each box begins and ends on the axis of the sweep.
    begins: Vec<f64>,
    ends: Vec<f64>,
    outlines: Vec<Outline>,
    slots: Vec<u32>,
}

/// A box as it is on the other axes, in single precision: minima, then negative maxima; 0 for axes that there are not. Rules out
/// nearly all boxes that it does not overlap, by four comparisons at once.
///
/// It rules out none that it does overlap: subtracting an origin and rounding keep the order of numbers, if they do not make them
/// equal. The origin is near the boxes, so that singles do not lose their places.
#[derive(Clone, Copy, Debug)]
struct Outline([f32; 4]);

impl Outline {
    fn new<V: Vector>(bounds: &Aabb<V>, origin: V, sweep_axis: usize) -> Self {
        let mut numbers = [0.0; 4];
        for other in 1..V::DIMENSION {
            let axis = (sweep_axis + other) % V::DIMENSION;
            numbers[other - 1] = (bounds.min[axis] - origin[axis]) as f32;
            numbers[other + 1] = (origin[axis] - bounds.max[axis]) as f32;
        }
        Self(numbers)
    }

    /// The numbers that those of a box that overlaps are not above.
    fn limits(self) -> [f32; 4] {
        let [a, b, c, d] = self.0;
        [-c, -d, -a, -b]
    }
}

impl Lanes {
    /// Takes the boxes of `slots`, which are sorted by their minimum on `axis`.
    pub fn fill<V: Vector>(&mut self, bodies: &Bodies<V>, axis: usize, slots: impl Iterator<Item = u32>) {
        self.slots.clear();
        self.begins.clear();
        self.ends.clear();
        self.outlines.clear();
        let mut slots = slots.peekable();
        let origin = slots.peek().map_or(V::ZERO, |&slot| bodies.bounds[slot as usize].min);
        for slot in slots {
            let bounds = &bodies.bounds[slot as usize];
            self.slots.push(slot);
            self.begins.push(bounds.min[axis]);
            self.ends.push(bounds.max[axis]);
            self.outlines.push(Outline::new(bounds, origin, axis));
        }
    }

    /// Calls `report` for every pair of slots whose boxes overlap. A box can only overlap those after it that begin before it
    /// ends.
    pub fn sweep<V: Vector>(&self, bodies: &Bodies<V>, mut report: impl FnMut(u32, u32)) {
        for (i, &end) in self.ends.iter().enumerate() {
            let limits = self.outlines[i].limits();
            let slot = self.slots[i];
            let bounds = &bodies.bounds[slot as usize];
            for (j, (&begin, outline)) in self.begins.iter().zip(&self.outlines).enumerate().skip(i + 1) {
                if begin > end {
                    break;
                }
                // All comparisons, then one branch that is hardly ever taken.
                let near = (0..4).fold(true, |all, k| all & (outline.0[k] <= limits[k]));
                if near && bounds.overlaps(&bodies.bounds[self.slots[j] as usize]) {
                    report(slot, self.slots[j]);
                }
            }
        }
    }
}
