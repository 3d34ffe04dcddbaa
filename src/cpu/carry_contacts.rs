//! Twin of `carry_contacts.wgsl`: the lists of contacts after a sort outside of any substep.

use rayon::prelude::*;

use super::GRAIN;
use super::carried_lists::Carried;
use super::find_contacts::ROWS;
use crate::world::contacts::ContactRow;

/// Twin of the entry point.
pub fn carry_contacts(sources: &[u32], targets: &[u32], contacts: Carried<'_>, contacts_next: &mut [ContactRow]) {
    contacts_next.par_chunks_exact_mut(ROWS).with_min_len(GRAIN).zip(sources).for_each(|(list, &source)| {
        list.fill(ContactRow::NONE);
        for (row, old) in list.iter_mut().zip(contacts.of(source as usize)) {
            *row = old.moved(targets);
        }
    });
}
