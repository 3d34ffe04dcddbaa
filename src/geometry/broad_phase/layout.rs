//! How the columns of a sweep lie.

use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// The plane, or space, cut into strips or columns along the axis of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Layout<V> {
    sweep_axis: usize,
    /// Where the first column begins.
    low: V,
    /// Columns per length, on each axis; 0 on that of the sweep.
    scale: V,
    /// How many columns there are side by side on each of the other axes; 1 for axes that there are not.
    counts: [u16; 2],
}

/// The columns that a box touches, on each of the axes that are not swept: from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, Default)]
pub struct Block {
    low: [u16; 2],
    high: [u16; 2],
}

/// The width of a column over that of a box of middling size: in wide ones more pairs are looked at, in narrow ones boxes are in
/// several. Measured: wider and narrower ones were slower.
const WIDTH: [f64; 2] = [8.0, 4.0];

/// More columns than this for a body are of no use to a sweep.
const COLUMNS_PER_BODY: f64 = 0.25;

/// Columns are made wider until boxes are in fewer than this on average.
const ENTRIES_PER_BODY: u64 = 3;

/// At most so many boxes are asked for their size.
const SAMPLES: usize = 1000;

impl<V: Vector> Default for Layout<V> {
    fn default() -> Self {
        Self { sweep_axis: 0, low: V::ZERO, scale: V::ZERO, counts: [1; 2] }
    }
}

/// The axes that are not swept.
fn others<V: Vector>(sweep_axis: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..V::DIMENSION).map(move |other| (other - 1, (sweep_axis + other) % V::DIMENSION))
}

impl<V: Vector> Layout<V> {
    /// Columns for a crowd of boxes; `blocks` gets the columns of each box.
    pub fn for_boxes<'b>(boxes: impl ExactSizeIterator<Item = &'b Aabb<V>> + Clone, sweep_axis: usize, blocks: &mut Vec<Block>) -> Self {
        let mut layout = Self::of_middling_width(boxes.clone(), sweep_axis);
        loop {
            blocks.clear();
            blocks.extend(boxes.clone().map(|bounds| layout.block(bounds)));
            let entries: u64 = blocks.iter().map(Block::len).sum();
            if layout.count() == 1 || entries <= ENTRIES_PER_BODY * blocks.len() as u64 {
                return layout;
            }
            layout.widen();
        }
    }

    fn of_middling_width<'b>(boxes: impl ExactSizeIterator<Item = &'b Aabb<V>> + Clone, sweep_axis: usize) -> Self {
        let mut layout = Self { sweep_axis, ..Self::default() };
        let count = boxes.len();
        let Some(first) = boxes.clone().next() else { return layout };
        // Of the lower corners: what lies beyond them is in the last column.
        let (mut low, mut high) = (first.min, first.min);
        for bounds in boxes.clone() {
            low = V::from_fn(|axis| low[axis].min(bounds.min[axis]));
            high = V::from_fn(|axis| high[axis].max(bounds.min[axis]));
        }
        layout.low = low;
        let columns = count as f64 * COLUMNS_PER_BODY;
        // The same on every platform.
        let most = if V::DIMENSION == 2 { columns } else { columns.sqrt() }.min(f64::from(u16::MAX));
        let step = count.div_ceil(SAMPLES);
        for (other, axis) in others::<V>(sweep_axis) {
            let (mut extents, mut samples) = ([0.0; SAMPLES], 0);
            for bounds in boxes.clone().step_by(step) {
                extents[samples] = bounds.max[axis] - bounds.min[axis];
                samples += 1;
            }
            let (_, middle, _) = extents[..samples].select_nth_unstable_by(samples / 2, f64::total_cmp);
            let width = WIDTH[V::DIMENSION - 2] * *middle;
            // Boxes without a size make this infinite or, where they are all in one place, NaN, for which `max` takes 1.
            let wanted = ((high[axis] - low[axis]) / width).max(1.0);
            layout.counts[other] = wanted.min(most).max(1.0) as u16;
        }
        layout.scale = layout.scale_over(high);
        layout
    }

    /// Columns per length, if the last column begins at or before `high`.
    fn scale_over(&self, high: V) -> V {
        let mut scale = [0.0; 3];
        for (other, axis) in others::<V>(self.sweep_axis) {
            let of_axis = f64::from(self.counts[other]) / (high[axis] - self.low[axis]);
            scale[axis] = if self.counts[other] > 1 && of_axis.is_finite() { of_axis } else { 0.0 };
        }
        V::from_fn(|axis| scale[axis])
    }

    /// Half as many columns on each axis.
    fn widen(&mut self) {
        for count in &mut self.counts {
            *count = count.div_ceil(2);
        }
        self.scale = self.scale * 0.5;
    }

    pub fn count(&self) -> usize {
        usize::from(self.counts[0]) * usize::from(self.counts[1])
    }

    /// Grows with the coordinate, so that a point between two others is in a column between theirs, whatever the rounding.
    #[inline]
    fn along(&self, other: usize, axis: usize, coordinate: f64) -> u16 {
        (((coordinate - self.low[axis]) * self.scale[axis]) as u16).min(self.counts[other] - 1)
    }

    #[inline]
    fn block(&self, bounds: &Aabb<V>) -> Block {
        let mut block = Block::default();
        for (other, axis) in others::<V>(self.sweep_axis) {
            block.low[other] = self.along(other, axis, bounds.min[axis]);
            block.high[other] = self.along(other, axis, bounds.max[axis]);
        }
        block
    }

    /// The numbers of the columns of a block.
    #[inline]
    pub fn columns(&self, block: &Block) -> impl Iterator<Item = usize> + use<V> {
        let Block { low, high } = *block;
        let row = usize::from(self.counts[0]);
        let columns = move |y: usize| (usize::from(low[0])..=usize::from(high[0])).map(move |x| y * row + x);
        (usize::from(low[1])..=usize::from(high[1])).flat_map(columns)
    }

    /// The column in which an overlapping pair is reported: both boxes touch it, and it is only one.
    #[inline]
    pub fn of_pair(&self, a: &Aabb<V>, b: &Aabb<V>) -> usize {
        let mut place = [0; 2];
        for (other, axis) in others::<V>(self.sweep_axis) {
            place[other] = self.along(other, axis, if a.min[axis] > b.min[axis] { a.min[axis] } else { b.min[axis] });
        }
        usize::from(place[1]) * usize::from(self.counts[0]) + usize::from(place[0])
    }
}

impl Block {
    fn len(&self) -> u64 {
        let along = |other: usize| u64::from(self.high[other] - self.low[other]) + 1;
        along(0) * along(1)
    }
}
