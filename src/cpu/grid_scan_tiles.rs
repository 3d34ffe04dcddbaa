//! Twin of `grid_scan_tiles.wgsl`: first half of the exclusive prefix sum, the sum of each tile.

use std::sync::atomic::AtomicU32;

use super::threads::parallel::for_each_part;
use crate::world::params::Params;

/// Twin of the entry point.
pub fn grid_scan_tiles(params: &Params, cell_counts: &mut [AtomicU32], tile_totals: &mut [u32]) {
    let tiles = cell_counts.chunks_mut(params.tile_length as usize);
    for_each_part(tile_totals.iter_mut().zip(tiles), |_, (total, tile)| {
        *total = tile.iter_mut().map(|count| *count.get_mut()).sum();
    });
}
