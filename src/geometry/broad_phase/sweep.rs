//! The boxes in order along an axis, from step to step, and the pairs that a sweep finds.

use super::bodies::{Bodies, NONE};
use super::columns::Columns;
use crate::geometry::vector::Vector;

/// Sorts the boxes by their minimum on the axis of the greatest variance, chosen anew in every step, and sweeps over them, column
/// by column.
///
/// The order is kept from step to step. It is mended by insertion sort, which is fast for an order that is nearly right and
/// takes time n² for one that is not, so it gives up after some moves and the boxes are sorted from nothing.
#[derive(Clone, Debug)]
pub struct Sweep<V: Vector> {
    /// The minimum of each box on the axis, and its slot; of the last step, and no new bodies yet.
    order: Vec<(f64, u32)>,
    /// By slot: whether it is in the order.
    listed: Vec<bool>,
    columns: Columns<V>,
}

/// After this many moves a box insertion sort gives up: about what a full sort costs.
const MOVES_PER_BODY: usize = 16;

impl<V: Vector> Sweep<V> {
    pub fn new() -> Self {
        Self { order: Vec::new(), listed: Vec::new(), columns: Columns::new() }
    }

    /// Calls `report` once for every pair of slots whose boxes overlap.
    pub fn pairs(&mut self, bodies: &Bodies<V>, report: impl FnMut(u32, u32)) {
        let axis = axis_of_greatest_variance(bodies);
        self.sort(bodies, axis);
        self.columns.fill(bodies, axis, self.order.iter().map(|entry| entry.1));
        self.columns.sweep(bodies, report);
    }

    /// Brings the order up to date on `axis`.
    fn sort(&mut self, bodies: &Bodies<V>, axis: usize) {
        self.order.retain_mut(|(min, slot)| {
            *min = bodies.bounds[*slot as usize].min[axis];
            let live = bodies.ids[*slot as usize] != NONE;
            self.listed[*slot as usize] = live;
            live
        });
        self.listed.resize(bodies.bounds.len(), false);
        for slot in bodies.live() {
            if !std::mem::replace(&mut self.listed[slot as usize], true) {
                self.order.push((bodies.bounds[slot as usize].min[axis], slot));
            }
        }
        if !insertion_sort(&mut self.order, |a, b| a.0 > b.0, MOVES_PER_BODY) {
            self.order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        }
    }
}

/// The axis on which the centres of the boxes are spread most.
fn axis_of_greatest_variance<V: Vector>(bodies: &Bodies<V>) -> usize {
    let mut slots = bodies.live().map(|slot| bodies.bounds[slot as usize].centre());
    // Relative to one of them: squares of coordinates far from the origin would swallow their differences.
    let Some(first) = slots.next() else { return 0 };
    let (mut sum, mut squares, mut count) = (V::ZERO, V::ZERO, 1.0);
    for offset in slots.map(|centre| centre - first) {
        sum += offset;
        squares += V::from_fn(|axis| offset[axis] * offset[axis]);
        count += 1.0;
    }
    let variance = |axis: usize| squares[axis] - sum[axis] * sum[axis] / count;
    (0..V::DIMENSION).reduce(|a, b| if variance(b) > variance(a) { b } else { a }).unwrap_or(0)
}

/// Sorts by insertion; false if that took more than `moves_per_item` moves an item on average, and the order is unfinished.
fn insertion_sort<T: Copy>(items: &mut [T], after: impl Fn(&T, &T) -> bool, moves_per_item: usize) -> bool {
    let mut moves_left = items.len() * moves_per_item;
    for i in 1..items.len() {
        let item = items[i];
        let mut place = i;
        while place > 0 && after(&items[place - 1], &item) {
            items[place] = items[place - 1];
            place -= 1;
        }
        items[place] = item;
        if i - place > moves_left {
            return false;
        }
        moves_left -= i - place;
    }
    true
}
