//! Twin of `grid_scan.wgsl`: second half of the exclusive prefix sum. Leaves `cell_counts` zero.

use std::sync::atomic::AtomicU32;

use rayon::prelude::*;

use crate::world::params::Params;

/// Twin of the entry point.
pub fn grid_scan(params: &Params, cell_counts: &mut [AtomicU32], tile_totals: &[u32], cell_starts: &mut [u32]) {
    let length = params.tile_length as usize;
    cell_starts.par_chunks_mut(length).zip(cell_counts.par_chunks_mut(length)).enumerate().for_each(|(tile, (starts, counts))| {
        let mut start = tile_totals[..tile].iter().sum();
        for (entry, count) in starts.iter_mut().zip(counts) {
            *entry = start;
            start += std::mem::take(count.get_mut());
        }
    });
}
