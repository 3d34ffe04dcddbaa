//! Cells of one grid, and the table of what is in them.

use super::super::Pair;
use super::super::bodies::Bodies;
use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// Cubes of one size that fill the plane or space.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    per_length: f64,
}

/// The cells that a box touches: from `low` to `high` on each axis, both included. Axes that there are not have one cell.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    low: [i64; 3],
    high: [i64; 3],
}

impl Block {
    /// Whether the box may be in this grid: at most four cells on each axis, on average.
    pub fn is_few<V: Vector>(&self) -> bool {
        let count: i64 = (0..3).map(|axis| self.high[axis] - self.low[axis] + 1).fold(1, i64::saturating_mul);
        count <= 4_i64.pow(V::DIMENSION as u32)
    }

    #[inline]
    fn for_each(&self, mut visit: impl FnMut([i64; 3])) {
        for z in self.low[2]..=self.high[2] {
            for y in self.low[1]..=self.high[1] {
                for x in self.low[0]..=self.high[0] {
                    visit([x, y, z]);
                }
            }
        }
    }
}

impl Cells {
    /// With an edge of `edge`, or longer, where coordinates up to `reach` would need more than 2⁶¹ cells: numbers of
    /// cells have to fit.
    pub fn new(edge: f64, reach: f64) -> Self {
        let edge = edge.max(reach * 2.0_f64.powi(-61)).max(f64::MIN_POSITIVE);
        Self { per_length: (1.0 / edge).min(f64::MAX) }
    }

    /// Grows with the coordinate, so that a point between two others is in a cell between theirs, whatever the rounding.
    #[inline]
    fn along(&self, coordinate: f64) -> i64 {
        let scaled = coordinate * self.per_length;
        let whole = scaled as i64;
        whole - i64::from(scaled < whole as f64)
    }

    #[inline]
    fn containing<V: Vector>(&self, point: V) -> [i64; 3] {
        let mut cell = [0; 3];
        for (axis, along) in cell.iter_mut().enumerate().take(V::DIMENSION) {
            *along = self.along(point[axis]);
        }
        cell
    }

    #[inline]
    pub fn touched<V: Vector>(&self, bounds: &Aabb<V>) -> Block {
        Block { low: self.containing(bounds.min), high: self.containing(bounds.max) }
    }

    /// The cell in which an overlapping pair is reported: both boxes touch it, and it is only one.
    #[inline]
    fn of_pair<V: Vector>(&self, a: &Aabb<V>, b: &Aabb<V>) -> u64 {
        key(&self.containing(V::from_fn(|axis| if a.min[axis] > b.min[axis] { a.min[axis] } else { b.min[axis] })))
    }
}

/// A number for a cell: its coordinates modulo 2²¹. Of the few cells that one box touches, no two have the same: boxes that overlap in a
/// cell with the key of another that they touch overlap in that one.
#[inline]
fn key(cell: &[i64; 3]) -> u64 {
    let [x, y, z] = cell.map(|along| along as u64 & 0x1f_ffff);
    x | y << 21 | z << 42
}

/// Up to so many cells follow each other on the first axis in neighbouring buckets, so that rows of cells are close in memory.
const ROW_BITS: u32 = 6;

/// A hash of all bits of a cell, whose low bits name its bucket: bodies on a lattice may be any power of two apart, in cells.
#[inline]
fn hash([x, y, z]: &[i64; 3]) -> u32 {
    let row = [x >> ROW_BITS, *y, *z].into_iter().fold(0, |hash: u64, along| {
        let mixed = (hash ^ along as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    });
    (row as u32).wrapping_add(*x as u32 & ((1 << ROW_BITS) - 1))
}

/// One box in one cell.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    hash: u32,
    slot: u32,
}

/// What is in the cells: entries sorted by bucket, a bucket for the low bits of hashes.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Where the entries of each bucket start, and after the last where they end.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// Scratch: the entries as they came.
    unsorted: Vec<Entry>,
}

impl Table {
    #[inline]
    fn bucket(&self, hash: u32) -> usize {
        hash as usize & (self.starts.len() - 2)
    }

    /// Enters the members, dropping what was there.
    pub fn fill<V: Vector>(&mut self, cells: &Cells, bodies: &Bodies<V>, members: &[u32]) {
        self.unsorted.clear();
        for &slot in members {
            cells.touched(&bodies.bounds[slot as usize]).for_each(|cell| {
                self.unsorted.push(Entry { key: key(&cell), hash: hash(&cell), slot });
            });
        }
        let buckets = self.unsorted.len().next_power_of_two().max(2);
        self.starts.clear();
        self.starts.resize(buckets + 1, 0);
        for i in 0..self.unsorted.len() {
            let bucket = self.bucket(self.unsorted[i].hash);
            self.starts[bucket] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.entries.clear();
        self.entries.resize(self.unsorted.len(), Entry::default());
        // Backwards, so that within a bucket entries stay in order.
        for &entry in self.unsorted.iter().rev() {
            let bucket = self.bucket(entry.hash);
            self.starts[bucket] -= 1;
            self.entries[self.starts[bucket] as usize] = entry;
        }
    }

    /// All pairs of members that overlap.
    pub fn pairs_within<V: Vector>(&self, cells: &Cells, bodies: &Bodies<V>, pairs: &mut Vec<Pair>) {
        for range in self.starts.windows(2) {
            let bucket = &self.entries[range[0] as usize..range[1] as usize];
            for (i, a) in bucket.iter().enumerate() {
                let one = &bodies.bounds[a.slot as usize];
                for b in &bucket[i + 1..] {
                    let other = &bodies.bounds[b.slot as usize];
                    if a.key == b.key && one.overlaps(other) && cells.of_pair(one, other) == a.key {
                        pairs.push(bodies.pair(a.slot, b.slot));
                    }
                }
            }
        }
    }

    /// All pairs of a box that is no member, but not larger, with members that overlap it.
    pub fn pairs_with<V: Vector>(&self, cells: &Cells, bodies: &Bodies<V>, slot: u32, pairs: &mut Vec<Pair>) {
        let one = &bodies.bounds[slot as usize];
        cells.touched(one).for_each(|cell| {
            let (key, bucket) = (key(&cell), self.bucket(hash(&cell)));
            for entry in &self.entries[self.starts[bucket] as usize..self.starts[bucket + 1] as usize] {
                let other = &bodies.bounds[entry.slot as usize];
                if entry.key == key && one.overlaps(other) && cells.of_pair(one, other) == key {
                    pairs.push(bodies.pair(slot, entry.slot));
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::geometry::DVec3;

    /// Whatever power of two neighbours on a lattice are apart, in cells, they fill most of the buckets that chance would.
    #[test]
    fn lattices_fill_the_buckets() {
        for bits in 0..45 {
            let cells = (0..1u32 << 12).map(|k| [i64::from(k % 64) << bits, i64::from(k / 64) << bits, 0]);
            let buckets: HashSet<u32> = cells.map(|cell| hash(&cell) & 0xfff).collect();
            assert!(buckets.len() > 2_000, "{} of 4096 at 2^{bits}", buckets.len());
        }
    }

    #[test]
    fn one_body_far_away_makes_no_cell_larger() {
        let cells = Cells::new(1.0, 1e14);
        let [here, there] = [0.5, 1.5].map(|x| cells.containing(DVec3::new(x, 0.0, 0.0)));
        assert!(here != there, "{cells:?}");
    }
}
