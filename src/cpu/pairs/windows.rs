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
        let (none, one) = (S::i32s::splat(simd, 0), S::i32s::splat(simd, 1));
        let [width, height] = level.size;
        let x = (position[0] >> level.cell_bits).min(S::i32s::splat(simd, level.world_size[0] - 1)).max(none);
        let y = (position[1] >> level.cell_bits).min(S::i32s::splat(simd, level.world_size[1] - 1)).max(none);
        let own = each_from(simd, place);
        let mut looks = own.simd_lt(S::i32s::splat(simd, segment.looking.end as i32));

        // At the edges of a row there is nobody beside. In a folded grid the segment sees to it.
        let (index, left, right, has_above);
        if level.fold_bits == 0 {
            index = y * width + x + segment.origin;
            left = x.simd_gt(none).select(one, none);
            right = x.simd_lt(S::i32s::splat(simd, width - 1)).select(one + one, one);
            has_above = looks & y.simd_lt(S::i32s::splat(simd, height - 1));
        } else {
            let column = (x + (y >> level.fold_bits) * level.fold_shift - segment.column) & (width - 1);
            looks &= column.simd_ge(S::i32s::splat(simd, segment.columns.start));
            looks &= column.simd_lt(S::i32s::splat(simd, segment.columns.end));
            index = column + segment.origin;
            (left, right, has_above) = (one, one + one, looks);
        }
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
        let at = S::i32s::splat(simd, distance);
        self.above_end.simd_gt(at) & self.above_start.simd_le(at)
    }

    /// All distances of those above.
    #[inline(always)]
    pub fn above_distances(&self, simd: S) -> Range<i32> {
        let some = self.above_end.simd_gt(self.above_start);
        some.select(self.above_start, S::i32s::splat(simd, i32::MAX)).reduce_min()..self.above_end.reduce_max()
    }
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
