//! Twin of `grid_scan.wgsl`: second half of the exclusive prefix sum. Leaves `cell_counts` zero.

use std::sync::atomic::AtomicU32;

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, u32x16};

use super::threads::parallel::for_each_part;
use super::vectors::instructions::instructions;
use crate::world::params::Params;

/// Counts that are added up at a time.
const GROUP: usize = 16;

/// Twin of the entry point.
pub fn grid_scan(params: &Params, cell_counts: &mut [AtomicU32], tile_totals: &[u32], cell_starts: &mut [u32]) {
    let length = params.tile_length as usize;
    for_each_part(cell_starts.chunks_mut(length).zip(cell_counts.chunks_mut(length)), |tile, (starts, counts)| {
        let before = tile_totals[..tile].iter().sum();
        match tile_totals[tile] {
            0 => starts.fill(before),
            _ => dispatch!(instructions(), simd => scan(simd, before, counts, starts)),
        }
    });
}

/// Where cells start, from the first start on.
#[inline(always)]
fn scan<S: Simd>(simd: S, mut start: u32, counts: &mut [AtomicU32], starts: &mut [u32]) {
    let (groups, rest) = starts.as_chunks_mut::<GROUP>();
    let (count_groups, count_rest) = counts.as_chunks_mut::<GROUP>();
    for (starts, counts) in groups.iter_mut().zip(count_groups) {
        let counts = u32x16::load_array(simd, counts.each_mut().map(|count| std::mem::take(count.get_mut())));
        let sums = sums_up_to_each(simd, counts);
        (sums - counts + start).store_array(starts);
        start += sums[GROUP - 1];
    }
    for (entry, count) in rest.iter_mut().zip(count_rest) {
        *entry = start;
        start += std::mem::take(count.get_mut());
    }
}

/// Of each number the sum of those before it and itself, in as many steps as doubling takes (Hillis and Steele, "Data parallel
/// algorithms", 1986).
#[inline(always)]
fn sums_up_to_each<S: Simd>(simd: S, numbers: u32x16<S>) -> u32x16<S> {
    let none = u32x16::splat(simd, 0);
    let mut sums = numbers + none.slide::<{ GROUP - 1 }>(numbers);
    sums += none.slide::<{ GROUP - 2 }>(sums);
    sums += none.slide::<{ GROUP - 4 }>(sums);
    sums + none.slide::<{ GROUP - 8 }>(sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of any length, by tiles whose length is no multiple of anything, some without particles.
    #[test]
    fn starts_are_the_sums_of_the_counts_before() {
        let count = |cell: u32| if (200..450).contains(&cell) { 0 } else { cell.wrapping_mul(747_796_405) >> 29 };
        let counts: Vec<u32> = (0..1_000).map(count).collect();
        for (length, tile_length) in [(1_000, 1_000), (1_000, 96), (999, 37), (15, 64), (16, 16)] {
            let counts = &counts[..length];
            let expected: Vec<u32> = (0..length).map(|cell| counts[..cell].iter().sum()).collect();
            let totals: Vec<u32> = counts.chunks(tile_length).map(|tile| tile.iter().sum()).collect();
            let mut cells: Vec<_> = counts.iter().map(|&count| AtomicU32::new(count)).collect();
            let mut starts = vec![u32::MAX; length];
            let params = Params { tile_length: tile_length as u32, ..Params::default() };
            grid_scan(&params, &mut cells, &totals, &mut starts);
            assert_eq!(starts, expected);
            assert!(cells.iter_mut().all(|count| *count.get_mut() == 0));
        }
    }
}
