//! Boxes in columns along one axis, sorted in each, and the sweep over them.

use super::bodies::Bodies;
use super::layout::{Block, Layout};
use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// The boxes by column, and in a column in the order of their minimum on the axis of the sweep. A box is in every column
/// that it touches.
///
/// Along one axis ever more boxes lie side by side as a crowd grows; in a column there are a few, whatever the size of the crowd.
#[derive(Clone, Debug)]
pub struct Columns<V: Vector> {
    layout: Layout<V>,
    /// Where the entries of each column start, and after the last where they end.
    starts: Vec<u32>,
    /// Where each box begins and ends on the axis of the sweep.
    begins: Vec<f64>,
    ends: Vec<f64>,
    outlines: Vec<Outline>,
    slots: Vec<u32>,
    /// Scratch: the columns of each box.
    blocks: Vec<Block>,
}

/// A box as it is on the other axes, in single precision: minima, then negative maxima; 0 for axes that there are not. Rules out
/// nearly all boxes that it does not overlap, by four comparisons at once.
///
/// It rules out none that it does overlap: subtracting an origin and rounding keep the order of numbers, if they do not make them
/// equal. The origin is near the boxes, so that singles do not lose their places.
#[derive(Clone, Copy, Debug, Default)]
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

impl<V: Vector> Columns<V> {
    pub fn new() -> Self {
        Self {
            layout: Layout::default(),
            starts: Vec::new(),
            begins: Vec::new(),
            ends: Vec::new(),
            outlines: Vec::new(),
            slots: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Takes the boxes of `slots`, which are sorted by their minimum on `axis`.
    pub fn fill(&mut self, bodies: &Bodies<V>, axis: usize, slots: impl ExactSizeIterator<Item = u32> + Clone) {
        let boxes = slots.clone().map(|slot| &bodies.bounds[slot as usize]);
        self.layout = Layout::for_boxes(boxes.clone(), axis, &mut self.blocks);
        self.count();
        let entries = self.starts.last().copied().unwrap_or(0) as usize;
        self.slots.resize(entries, 0);
        self.begins.resize(entries, 0.0);
        self.ends.resize(entries, 0.0);
        self.outlines.resize(entries, Outline::default());
        let origin = slots.clone().next().map_or(V::ZERO, |slot| bodies.bounds[slot as usize].min);
        for (slot, block) in slots.zip(&self.blocks) {
            let bounds = &bodies.bounds[slot as usize];
            let outline = Outline::new(bounds, origin, axis);
            for column in self.layout.columns(block) {
                // The start of the next column runs ahead to this one's end; see `count`.
                let place = self.starts[column + 1] as usize;
                self.starts[column + 1] += 1;
                self.slots[place] = slot;
                self.begins[place] = bounds.min[axis];
                self.ends[place] = bounds.max[axis];
                self.outlines[place] = outline;
            }
        }
    }

    /// Sets `starts` so that the entry after a column's number is where that column starts, and the last where all end.
    fn count(&mut self) {
        let count = self.layout.count();
        self.starts.clear();
        self.starts.resize(count + 2, 0);
        for block in &self.blocks {
            for column in self.layout.columns(block) {
                self.starts[column + 2] += 1;
            }
        }
        for column in 0..count {
            self.starts[column + 2] += self.starts[column + 1];
        }
    }

    /// Calls `report` once for every pair of slots whose boxes overlap. A box can only overlap those after it in its column that
    /// begin before it ends.
    pub fn sweep(&self, bodies: &Bodies<V>, mut report: impl FnMut(u32, u32)) {
        for column in 0..self.layout.count() {
            let range = self.starts[column] as usize..self.starts[column + 1] as usize;
            let (begins, outlines) = (&self.begins[range.clone()], &self.outlines[range.clone()]);
            let (ends, slots) = (&self.ends[range.clone()], &self.slots[range]);
            for (i, &end) in ends.iter().enumerate() {
                let limits = outlines[i].limits();
                let bounds = &bodies.bounds[slots[i] as usize];
                for (j, (&begin, outline)) in begins.iter().zip(outlines).enumerate().skip(i + 1) {
                    if begin > end {
                        break;
                    }
                    // All comparisons, then one branch that is hardly ever taken.
                    let near = (0..4).fold(true, |all, k| all & (outline.0[k] <= limits[k]));
                    if near {
                        let other = &bodies.bounds[slots[j] as usize];
                        if bounds.overlaps(other) && self.layout.of_pair(bounds, other) == column {
                            report(slots[i], slots[j]);
                        }
                    }
                }
            }
        }
    }
}
