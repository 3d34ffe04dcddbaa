//! Twin of `grid_scatter.wgsl`: the counting sort's move into cell order.

use super::threads::parallel::{for_each_part, task_length};
use super::threads::scattered::Scattered;
use super::vectors::sort_cells::{RUN, SortCells};
use crate::world::levels::Levels;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point. `slots` may be empty: then it is not kept.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn grid_scatter(
    params: &Params,
    particles: &[Particle],
    displacements: &[Displacement],
    ranks: &[u32],
    cell_starts: &[u32],
    particles_next: &mut [Particle],
    displacements_next: &mut [Displacement],
    slots: &mut [u32],
) {
    let (levels, slot_count) = (Levels::new(params), slots.len());
    let (next, displacements_next, slots) = (Scattered::new(particles_next), Scattered::new(displacements_next), Scattered::new(slots));
    let length = task_length(particles.len());
    let tasks = particles.chunks(length).zip(displacements.chunks(length)).zip(ranks.chunks(length));
    for_each_part(tasks, |_, ((particles, displacements), ranks)| {
        let mut cells = SortCells::new();
        for ((particles, displacements), ranks) in particles.chunks(RUN).zip(displacements.chunks(RUN)).zip(ranks.chunks(RUN)) {
            let cells = cells.find(&levels, particles);
            for (((particle, displacement), rank), &cell) in particles.iter().zip(displacements).zip(ranks).zip(cells) {
                let slot = cell_starts[cell as usize] + rank;
                // SAFETY: `Share` gave each particle of a cell another rank, below the cell's count, and the
                // scan gave each cell a range of its own; ids are unique.
                unsafe {
                    next.write(slot as usize, *particle);
                    displacements_next.write(slot as usize, *displacement);
                    if (particle.id as usize) < slot_count {
                        slots.write(particle.id as usize, slot);
                    }
                }
            }
        }
    });
}
