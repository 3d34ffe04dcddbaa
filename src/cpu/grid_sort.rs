//! Twin of `grid_sort.wgsl`: the move into cell order, by position inside a cell.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::GRAIN;
use super::dim2::sort_cell;
use super::scattered::Scattered;
use crate::world::fixed::FRACTION_MASK;
use crate::world::levels::Levels;
use crate::world::params::Params;
use crate::world::particle::{Displacement, FRACTION_SHIFT, Particle};

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn grid_sort(
    params: &Params,
    particles: &[Particle],
    displacements: &[Displacement],
    order: &[u32],
    cell_starts: &[u32],
    particles_next: &mut [Particle],
    displacements_next: &mut [Displacement],
    sources: &mut [u32],
    targets: &mut [u32],
) {
    let levels = Levels::new(params);
    let (next, displacements_next) = (Scattered::new(particles_next), Scattered::new(displacements_next));
    let (sources, targets) = (Scattered::new(sources), Scattered::new(targets));
    order.par_chunks(GRAIN).enumerate().for_each(|(run, indices)| {
        for (place, &index) in (run * GRAIN..).zip(indices) {
            let i = index as usize;
            let particle = &particles[i];
            let slot = slot_of(&levels, particles, order, cell_starts, particle, place);
            // SAFETY: `order` holds every particle once, and the slots of a cell are told apart by a total order.
            unsafe {
                next.write(slot, *particle);
                displacements_next.write(slot, displacements[i]);
                sources.write(slot, index);
                targets.write(i, slot as u32);
            }
        }
    });
}

/// Twin of `slot_of`. Outside the grid nothing is swept: there the order is free.
#[inline(always)]
fn slot_of(levels: &Levels, particles: &[Particle], order: &[u32], cell_starts: &[u32], particle: &Particle, place: usize) -> usize {
    let cell = sort_cell(levels, particle);
    let (first, end) = (cell_starts[cell] as usize, cell_starts[cell + 1] as usize);
    if end - first == 1 || cell == levels.cell_count {
        return place;
    }
    let before = order[first..end].iter().filter(|&&other| compare(&particles[other as usize], particle) == Ordering::Less);
    first + before.count()
}

/// Twin of `comes_before`: by x, then y, both to the last fraction; ids only break the tie of two at one place.
#[inline(always)]
fn compare(a: &Particle, b: &Particle) -> Ordering {
    const FRACTIONS: u32 = (FRACTION_MASK << FRACTION_SHIFT[0]) | (FRACTION_MASK << FRACTION_SHIFT[1]);
    let key = |particle: &Particle| (particle.position, particle.info & FRACTIONS, particle.id);
    key(a).cmp(&key(b))
}
