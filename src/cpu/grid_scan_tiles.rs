//! Twin of `grid_scan_tiles.wgsl`: first half of the exclusive prefix sum, the sum of each tile.

use std::sync::atomic::AtomicU32;

use rayon::prelude::*;

use crate::world::params::Params;

/// Twin of the entry point.
pub fn grid_scan_tiles(params: &Params, cell_counts: &mut [AtomicU32], tile_totals: &mut [u32]) {
    let tiles = cell_counts.par_chunks_mut(params.tile_length as usize);
    tile_totals.par_iter_mut().zip(tiles).for_each(|(total, tile)| {
        *total = tile.iter_mut().map(|count| *count.get_mut()).sum();
    });
}
