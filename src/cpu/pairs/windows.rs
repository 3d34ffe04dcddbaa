//! Which particles of a band each one meets: those ahead of it in the grid, in its own cell and the next, and in three cells above.

use std::ops::Range;

use fearless_simd::prelude::*;

use super::places::Segment;
use crate::cpu::vectors::disc_arrays::{MAX_LANES, each_from, lanes_from};
use crate::world::levels::Level;

/// Of a vector's lanes of particles that follow each other the others that each meets, by their distances in places.
pub struct Windows<S: Simd> {
    /// Where those in its own cell and in the next end. They start at the next place.
    beside_end: S::i32s,
    /// Where those in the three cells above start and end; nobody is there where the end is not beyond the start.
    above_start: S::i32s,
    above_end: S::i32s,
}

impl<S: Simd> Windows<S> {
    /// The windows of particles at some positions, of which the first is at a place of a segment. `starts` are those of `Places`.
    #[inline(always)]
    pub fn of(simd: S, level: &Level, segment: &Segment, starts: &[i32], position: [S::i32s; 2], place: usize) -> Self {
        let (none, own) = (S::i32s::splat(simd, 0), each_from(simd, place));
        let InSegment { looks, index, left, right, has_above, .. } = InSegment::of(simd, level, segment, position, own);
        let above = index + segment.up;
        let beside_end = looks.select(index + right, none);
        let (above_start, above_end) = (has_above.select(above - left, none), has_above.select(above + right, none));
        let [beside_end, above_start, above_end] = starts_of(simd, starts, [beside_end, above_start, above_end]);
        Self { beside_end: beside_end - own, above_start: above_start - own, above_end: above_end - own }
    }

    /// Which of them meet one that follows them by a distance, of those beside. At greater distances none others do.
    #[inline(always)]
    pub fn beside(&self, simd: S, distance: i32) -> S::mask32s {
        self.beside_end.simd_gt(S::i32s::splat(simd, distance))
    }

    /// Which of them meet one that follows them by a distance, of those above.
    #[inline(always)]
    pub fn above(&self, simd: S, distance: i32) -> S::mask32s {
        are_between(simd, distance, self.above_start, self.above_end)
    }

    /// All distances of those above.
    #[inline(always)]
    pub fn above_distances(&self, simd: S) -> Range<i32> {
        distances(simd, self.above_start, self.above_end)
    }
}

/// Which particles of a segment each one is met by: those behind it, in its own cell and the one before, and in three cells below.
pub struct Behind<S: Simd> {
    /// Where those in the cell before and in its own start. They end before its own place.
    beside_start: S::i32s,
    /// Where those in the three cells below start and end; nobody is there where the end is not beyond the start.
    below_start: S::i32s,
    below_end: S::i32s,
}

impl<S: Simd> Behind<S> {
    /// As [`Windows::of`].
    #[inline(always)]
    pub fn of(simd: S, level: &Level, segment: &Segment, starts: &[i32], position: [S::i32s; 2], place: usize) -> Self {
        let (none, own) = (S::i32s::splat(simd, 0), each_from(simd, place));
        let InSegment { looks, index, left, right, has_below, .. } = InSegment::of(simd, level, segment, position, own);
        let below = index - segment.up;
        let (below_start, below_end) = (has_below.select(below - left, none), has_below.select(below + right, none));
        let [beside_start, below_start, below_end] = starts_of(simd, starts, [looks.select(index - left, none), below_start, below_end]);
        // Who does not look has nobody behind it.
        let beside_start = looks.select(beside_start, own);
        Self { beside_start: beside_start - own, below_start: below_start - own, below_end: below_end - own }
    }

    /// Which of them are met by one that is before them by a distance, a negative one, of those beside.
    #[inline(always)]
    pub fn beside(&self, simd: S, distance: i32) -> S::mask32s {
        self.beside_start.simd_le(S::i32s::splat(simd, distance))
    }

    /// All distances of those beside.
    #[inline(always)]
    pub fn beside_distances(&self) -> Range<i32> {
        self.beside_start.reduce_min()..0
    }

    /// As [`Self::beside`] of those below.
    #[inline(always)]
    pub fn below(&self, simd: S, distance: i32) -> S::mask32s {
        are_between(simd, distance, self.below_start, self.below_end)
    }

    /// All distances of those below.
    #[inline(always)]
    pub fn below_distances(&self, simd: S) -> Range<i32> {
        distances(simd, self.below_start, self.below_end)
    }
}

/// Where in a segment a vector's lanes of particles stand.
struct InSegment<S: Simd> {
    /// Which of them look for others.
    looks: S::mask32s,
    /// The numbers of their cells.
    index: S::i32s,
    /// How many cells before that one those beside them begin, and how many behind it they end.
    left: S::i32s,
    right: S::i32s,
    /// Which of those that look have cells above, and below.
    has_above: S::mask32s,
    has_below: S::mask32s,
}

impl<S: Simd> InSegment<S> {
    #[inline(always)]
    fn of(simd: S, level: &Level, segment: &Segment, position: [S::i32s; 2], own: S::i32s) -> Self {
        let (none, one) = (S::i32s::splat(simd, 0), S::i32s::splat(simd, 1));
        let [width, height] = level.size;
        let [x, y] = world_cells(simd, level, position);
        let looks = own.simd_lt(S::i32s::splat(simd, segment.looking.end as i32));
        if level.fold_bits == 0 {
            // At the edges of a row there is nobody beside.
            let left = x.simd_gt(none).select(one, none);
            let right = x.simd_lt(S::i32s::splat(simd, width - 1)).select(one + one, one);
            let has_above = looks & y.simd_lt(S::i32s::splat(simd, height - 1));
            let has_below = looks & y.simd_gt(none);
            return Self { looks, index: y * width + x + segment.origin, left, right, has_above, has_below };
        }
        // In a folded grid the segment sees to it.
        let column = (x + (y >> level.fold_bits) * level.fold_shift - segment.column) & (width - 1);
        let looks = looks & column.simd_ge(S::i32s::splat(simd, segment.columns.start));
        let looks = looks & column.simd_lt(S::i32s::splat(simd, segment.columns.end));
        Self { looks, index: column + segment.origin, left: one, right: one + one, has_above: looks, has_below: looks }
    }
}

/// Twin of `world_cell` of a vector's lanes of positions.
#[inline(always)]
fn world_cells<S: Simd>(simd: S, level: &Level, position: [S::i32s; 2]) -> [S::i32s; 2] {
    let none = S::i32s::splat(simd, 0);
    let x = (position[0] >> level.cell_bits).min(S::i32s::splat(simd, level.world_size[0] - 1)).max(none);
    let y = (position[1] >> level.cell_bits).min(S::i32s::splat(simd, level.world_size[1] - 1)).max(none);
    [x, y]
}

/// Which lanes' windows have a distance.
#[inline(always)]
fn are_between<S: Simd>(simd: S, distance: i32, start: S::i32s, end: S::i32s) -> S::mask32s {
    let at = S::i32s::splat(simd, distance);
    end.simd_gt(at) & start.simd_le(at)
}

/// All distances that any lane's window has.
#[inline(always)]
fn distances<S: Simd>(simd: S, start: S::i32s, end: S::i32s) -> Range<i32> {
    let some = end.simd_gt(start);
    some.select(start, S::i32s::splat(simd, i32::MAX)).reduce_min()..end.reduce_max()
}

/// The starts with some numbers, of which is asked at once whether all are there.
#[inline(always)]
fn starts_of<S: Simd>(simd: S, starts: &[i32], [a, b, c]: [S::i32s; 3]) -> [S::i32s; 3] {
    let [first, second, third]: [S::u32s; 3] = [a.bitcast(), b.bitcast(), c.bitcast()];
    let greatest = first.max(second).max(third).reduce_max();
    assert!((greatest as usize) < starts.len(), "a cell that the band does not have");
    // SAFETY: no number is greater, as one without a sign.
    unsafe { [found(simd, starts, a), found(simd, starts, b), found(simd, starts, c)] }
}

/// # Safety
/// The numbers are inside of the slice.
#[inline(always)]
unsafe fn found<S: Simd>(simd: S, starts: &[i32], numbers: S::i32s) -> S::i32s {
    let (mut each, lanes) = ([0; MAX_LANES], lanes_from::<S>(0));
    numbers.store_slice(&mut each[lanes.clone()]);
    for number in &mut each[lanes.clone()] {
        // SAFETY: the caller's.
        *number = unsafe { *starts.get_unchecked(*number as u32 as usize) };
    }
    S::i32s::from_slice(simd, &each[lanes])
}
