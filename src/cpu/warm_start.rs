//! Twin of `warm_start.wgsl`: what contacts carried in the last substep, along the normals that they have now.

use super::dim2::sum;
use super::find_contacts::ROWS;
use super::impulse::{impulse_change, separation};
use super::rows::for_each_row;
use super::scattered::Scattered;
use super::sweep::block_row;
use crate::world::contacts::{CROWDED, ContactRow};
use crate::world::links::NO_PARTNER;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point. It takes rows of cells as a sweep does, so that threads need no atomics; sums are of
/// integers, so their order is free.
pub fn warm_start(
    params: &Params,
    particles: &[Particle],
    cell_starts: &[u32],
    contacts: &[ContactRow],
    displacements: &mut [Displacement],
) {
    let displacements = Scattered::new(displacements);
    // SAFETY: a contact leads from one row of blocks at most into the next, and rows that are taken at the same time
    // have others between them which are not.
    let add = |i: usize, change| unsafe {
        if particles[i].phase() == Phase::Live {
            displacements.write(i, sum(displacements.read(i), change));
        }
    };
    for_each_row(params.grid_size[1].div_ceil(2) as usize, 0, |row| {
        for i in block_row(params, cell_starts, row) {
            for row in contacts[i * ROWS..(i + 1) * ROWS].iter().take_while(|row| row.partner != NO_PARTNER) {
                if row.impulse > 0.0 {
                    let j = (row.partner & !CROWDED) as usize;
                    let change = impulse_change(row.impulse, separation(&particles[i], &particles[j]).normal);
                    add(i, change);
                    add(j, change.map(|c| -c));
                }
            }
        }
    });
}
