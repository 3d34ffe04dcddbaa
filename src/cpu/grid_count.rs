//! Twin of `grid_count.wgsl`: the histogram of cells. The order of ranks inside a cell is free; nothing
//! downstream may depend on it.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::GRAIN;
use super::dim2::sort_cell;
use crate::world::levels::Levels;
use crate::world::params::Params;
use crate::world::particle::Particle;

/// Twin of the entry point. `cell_counts` is zero on entry.
pub fn grid_count(params: &Params, particles: &[Particle], cell_counts: &[AtomicU32], ranks: &mut [u32]) {
    let levels = Levels::new(params);
    ranks.par_iter_mut().with_min_len(GRAIN).zip(particles).for_each(|(rank, particle)| {
        *rank = cell_counts[sort_cell(&levels, particle)].fetch_add(1, Relaxed);
    });
}
