//! Twin of `chain_contacts.wgsl`: the contacts of discs with finer ones.

use rayon::prelude::*;

use super::GRAIN;
use super::chains::{chain_of, link_of};
use super::crossings::finer_slots;
use super::find_contacts::ROWS;
use super::scattered::Scattered;
use crate::world::contacts::ContactRow;
use crate::world::levels::Levels;
use crate::world::links::NO_PARTNER;
use crate::world::params::{Params, Substep};
use crate::world::particle::Particle;

/// Twin of the entry point.
pub fn chain_contacts(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    cell_starts: &[u32],
    contacts: &[ContactRow],
    chains: &mut [u32],
) {
    let (levels, chains) = (Levels::new(params), Scattered::new(chains));
    (0..particles.len()).into_par_iter().with_min_len(GRAIN).for_each(|i| {
        let particle = &particles[i];
        let slots = levels.of(particle.info).slots(cell_starts);
        for (row, contact) in (i * ROWS..).zip(&contacts[i * ROWS..(i + 1) * ROWS]) {
            if contact.partner < slots.end || contact.partner == NO_PARTNER {
                // SAFETY: a row that is in a chain belongs to a partner on a coarser level, any other to its own disc.
                unsafe { chains.write(link_of(row), NO_PARTNER) };
            }
        }
        let mut chain = Chain { first: NO_PARTNER, last: NO_PARTNER };
        if particle.in_grid() {
            for j in finer_slots(&levels, cell_starts, particle).flatten() {
                if let Some(row) = row_with(contacts, j, i as u32, slots.start) {
                    // SAFETY: as above, of the partner.
                    unsafe { chain.add(row as u32, substep, &chains) };
                }
            }
        }
        // SAFETY: of every disc one.
        unsafe { chains.write(chain_of(i), chain.first) };
    });
}

/// The row of a finer disc's list that has a contact with disc `i`, whose level begins with `first_slot`. Twin of `chain_row`.
#[inline(always)]
fn row_with(contacts: &[ContactRow], j: usize, i: u32, first_slot: u32) -> Option<usize> {
    let rows = j * ROWS..(j + 1) * ROWS;
    rows.take_while(|&row| contacts[row].partner >= first_slot && contacts[row].partner != NO_PARTNER)
        .find(|&row| contacts[row].partner == i)
}

/// Twin of `Chain`: its first and its last row.
struct Chain {
    first: u32,
    last: u32,
}

impl Chain {
    /// Twin of `add_row`.
    ///
    /// # Safety
    /// No other thread reads or writes what belongs to the rows of this chain.
    unsafe fn add(&mut self, row: u32, substep: &Substep, chains: &Scattered<'_, u32>) {
        // SAFETY: the caller's, all of it.
        unsafe {
            if substep.index & 1 == 0 {
                chains.write(link_of(row as usize), self.first);
                self.first = row;
                return;
            }
            chains.write(link_of(row as usize), NO_PARTNER);
            match self.first {
                NO_PARTNER => self.first = row,
                _ => chains.write(link_of(self.last as usize), row),
            }
            self.last = row;
        }
    }
}
