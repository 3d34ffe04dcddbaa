//! Twin of `grid_scan.wgsl`: second half of the exclusive prefix sum. Leaves `cell_counts` zero.

use std::sync::atomic::AtomicU32;

use rayon::prelude::*;

use crate::world::params::Params;

/// Counts that are read, and made zero, before the first of their starts is written: that takes four fifths of the time of one by one.
const GROUP: usize = 16;

/// Twin of the entry point.
pub fn grid_scan(params: &Params, cell_counts: &mut [AtomicU32], tile_totals: &[u32], cell_starts: &mut [u32]) {
    let length = params.tile_length as usize;
    cell_starts.par_chunks_mut(length).zip(cell_counts.par_chunks_mut(length)).enumerate().for_each(|(tile, (starts, counts))| {
        let mut start = tile_totals[..tile].iter().sum();
        let (groups, rest) = starts.as_chunks_mut::<GROUP>();
        let (count_groups, count_rest) = counts.as_chunks_mut::<GROUP>();
        for (starts, counts) in groups.iter_mut().zip(count_groups) {
            let taken = counts.each_mut().map(|count| std::mem::take(count.get_mut()));
            for (entry, count) in starts.iter_mut().zip(taken) {
                *entry = start;
                start += count;
            }
        }
        for (entry, count) in rest.iter_mut().zip(count_rest) {
            *entry = start;
            start += std::mem::take(count.get_mut());
        }
    });
}
