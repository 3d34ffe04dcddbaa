//! What discs of different levels of the grid do to each other in `solve_contacts`, each pair computed once: the coarser of the two
//! looks at the finer ones around it. Coarse discs are few, and what is under them is empty.

use std::ops::Range;

use crate::cpu::dim2::{boxes_overlap, offset, reached_cells, reached_runs, slots_of_row_of_blocks, sum};
use crate::cpu::solve_contacts::push;
use crate::cpu::threads::rows::for_each_row;
use crate::cpu::threads::scattered::Scattered;
use crate::world::levels::{Level, Levels};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// What a particle gets from those of other levels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossing {
    /// The sum of their pushes, right as long as they are few.
    pub push: Displacement,
    /// How many it touches.
    pub touching: u32,
}

/// Fills in what each particle of the grid gets; leaves it empty where there is but one level.
pub fn find_crossings(params: &Params, levels: &Levels, particles: &[Particle], cell_starts: &[u32], crossings: &mut Vec<Crossing>) {
    crossings.clear();
    let [coarser @ .., _] = levels.as_slice() else { return };
    if coarser.is_empty() {
        return;
    }
    crossings.resize(cell_starts[levels.cell_count] as usize, Crossing::default());
    let crossings = Scattered::new(crossings);
    for level in coarser {
        for_each_row(level, cell_starts, 0, |row| {
            for j in slots_of_row_of_blocks(level, cell_starts, row as i32) {
                // SAFETY: a disc of a finer level touches one of this within three fourths of a cell, and rows that are taken at
                // the same time have others between them which are not.
                unsafe { cross(params, levels, particles, cell_starts, j, &crossings) };
            }
        });
    }
}

/// Of one disc and those of finer levels.
///
/// # Safety
/// No other thread reads or writes what they get.
unsafe fn cross(
    params: &Params,
    levels: &Levels,
    particles: &[Particle],
    cell_starts: &[u32],
    j: usize,
    crossings: &Scattered<'_, Crossing>,
) {
    let coarse = &particles[j];
    let mut all = Crossing::default();
    for slots in finer_slots(levels, cell_starts, coarse) {
        for (i, fine) in (slots.start..).zip(&particles[slots]) {
            if !boxes_overlap(offset(coarse.position, fine.position), coarse.radius() + fine.radius()) {
                continue;
            }
            let (Some(ours), Some(theirs)) = (push(params, coarse, fine), push(params, fine, coarse)) else { continue };
            all = Crossing { push: sum(all.push, ours), touching: all.touching + 1 };
            // SAFETY: the caller's.
            unsafe {
                let before = crossings.read(i);
                crossings.write(i, Crossing { push: sum(before.push, theirs), touching: before.touching + 1 });
            }
        }
    }
    // SAFETY: the caller's.
    unsafe {
        let before = crossings.read(j);
        crossings.write(j, Crossing { push: sum(before.push, all.push), touching: before.touching + all.touching });
    }
}

/// The slots of finer levels in which discs may touch one. Twin of the loops over `reached_run`.
pub fn finer_slots(levels: &Levels, cell_starts: &[u32], particle: &Particle) -> impl Iterator<Item = Range<usize>> {
    let finer = &levels.as_slice()[levels.number_of(particle.info) + 1..];
    finer.iter().flat_map(|level| reached_slots(level, cell_starts, reached_cells(level, particle.position, particle.radius())))
}

/// The slots of the cells of a level between the lowest and the highest that are reached.
pub fn reached_slots(level: &Level, cell_starts: &[u32], [low, high]: [[i32; 2]; 2]) -> impl Iterator<Item = Range<usize>> {
    (low[1]..=high[1]).flat_map(move |y| {
        reached_runs(level, y, [low[0], high[0]]).map(|cells| cell_starts[cells.start] as usize..cell_starts[cells.end] as usize)
    })
}
