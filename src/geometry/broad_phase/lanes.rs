//! Boxes sorted along one axis, and the sweep over them.

use super::bodies::Bodies;
use crate::geometry::vector::Vector;

/// The boxes in the order of their minimum on the axis of the sweep, a lane for each number.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    /// By axis, beginning with the one of the sweep.
    mins: [Vec<f64>; 3],
    maxs: [Vec<f64>; 3],
    slots: Vec<u32>,
}

impl Lanes {
    /// Copies the boxes of `slots`, which are sorted by their minimum on `axis`.
    pub fn fill<V: Vector>(&mut self, bodies: &Bodies<V>, axis: usize, slots: impl Iterator<Item = u32>) {
        self.slots.clear();
        self.slots.extend(slots);
        for lane in 0..V::DIMENSION {
            let axis = (axis + lane) % V::DIMENSION;
            self.mins[lane].clear();
            self.mins[lane].extend(self.slots.iter().map(|&slot| bodies.bounds[slot as usize].min[axis]));
            self.maxs[lane].clear();
            self.maxs[lane].extend(self.slots.iter().map(|&slot| bodies.bounds[slot as usize].max[axis]));
        }
    }

    /// Calls `report` for every pair of slots whose boxes overlap. A box can only overlap those after it that begin before it
    /// ends.
    pub fn sweep<V: Vector>(&self, mut report: impl FnMut(u32, u32)) {
        let count = self.slots.len();
        // Of equal lengths, so that no access below is checked.
        let [mins, maxs] = [&self.mins, &self.maxs].map(|lanes| [0, 1, 2].map(|lane| &lanes[lane % V::DIMENSION][..count]));
        for i in 0..count {
            let (min, max) = (mins.map(|lane| lane[i]), maxs.map(|lane| lane[i]));
            for j in i + 1..count {
                if mins[0][j] > max[0] {
                    break;
                }
                // All comparisons, then one branch that is hardly ever taken. (In the plane the last lane is the first again.)
                let overlap = (mins[1][j] <= max[1]) & (min[1] <= maxs[1][j]) & (mins[2][j] <= max[2]) & (min[2] <= maxs[2][j]);
                if overlap {
                    report(self.slots[i], self.slots[j]);
                }
            }
        }
    }
}
