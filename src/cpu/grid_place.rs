//! Twin of `grid_place.wgsl`: who is in each cell.

use super::threads::parallel::{for_each_part, task_length};
use super::threads::scattered::Scattered;
use super::vectors::sort_cells::{RUN, SortCells};
use crate::world::levels::Levels;
use crate::world::params::Params;
use crate::world::particle::Particle;

/// Twin of the entry point.
pub fn grid_place(params: &Params, particles: &[Particle], ranks: &[u32], cell_starts: &[u32], order: &mut [u32]) {
    let (levels, order) = (Levels::new(params), Scattered::new(order));
    let length = task_length(particles.len());
    for_each_part(particles.chunks(length).zip(ranks.chunks(length)), |task, (particles, ranks)| {
        let (mut cells, mut i) = (SortCells::new(), (task * length) as u32);
        for (particles, ranks) in particles.chunks(RUN).zip(ranks.chunks(RUN)) {
            for (&cell, rank) in cells.find(&levels, particles).iter().zip(ranks) {
                let place = cell_starts[cell as usize] + rank;
                // SAFETY: `Share` gave each particle of a cell another rank, below the cell's count, and the scan gave
                // each cell a range of its own.
                unsafe { order.write(place as usize, i) };
                i += 1;
            }
        }
    });
}
