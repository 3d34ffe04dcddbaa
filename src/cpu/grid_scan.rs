//! Twin of `grid_scan.wgsl`: second half of the exclusive prefix sum. Leaves `cell_counts` zero.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use crate::world::params::Params;

/// Twin of the entry point. `cell_starts` has one more entry than `cell_counts`.
pub fn grid_scan(params: &Params, cell_counts: &[AtomicU32], tile_totals: &[u32], cell_starts: &mut [u32]) {
    let length = params.tile_length as usize;
    let (last, starts) = cell_starts.split_last_mut().expect("cell_starts has an entry for the end");
    starts.par_chunks_mut(length).zip(cell_counts.par_chunks(length)).enumerate().for_each(|(tile, (starts, counts))| {
        let mut start = tile_totals[..tile].iter().sum();
        for (entry, count) in starts.iter_mut().zip(counts) {
            *entry = start;
            start += count.load(Relaxed);
            count.store(0, Relaxed);
        }
    });
    *last = tile_totals.iter().sum();
}
