//! Which particles of a band each one meets: those ahead of it in the grid, in its own cell and the next, and in three cells above.

use std::ops::Range;

use fearless_simd::prelude::*;

use super::disc_arrays::each_from;
use super::places::Segment;
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
        Self {
            beside_end: starts_of(simd, starts, looks.select(index + right, none)) - own,
            above_start: starts_of(simd, starts, has_above.select(above - left, none)) - own,
            above_end: starts_of(simd, starts, has_above.select(above + right, none)) - own,
        }
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

#[inline(always)]
fn starts_of<S: Simd>(simd: S, starts: &[i32], index: S::i32s) -> S::i32s {
    S::i32s::from_fn(simd, |lane| starts[index[lane] as usize])
}
