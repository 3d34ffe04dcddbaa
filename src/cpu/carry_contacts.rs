//! Twin of `carry_contacts.wgsl`: the lists of contacts after a sort outside of any substep.

use super::lists::carried_lists::Carried;
use super::threads::parallel::{for_each_part, task_length};
use crate::world::contacts::ContactRow;
use crate::world::fixed::LIST_ROWS;

/// Twin of the entry point.
pub fn carry_contacts(sources: &[u32], targets: &[u32], contacts: Carried<'_>, contacts_next: &mut [ContactRow]) {
    let length = task_length(sources.len());
    for_each_part(contacts_next.chunks_mut(length * LIST_ROWS).zip(sources.chunks(length)), |_, (lists, sources)| {
        for (list, &source) in lists.chunks_exact_mut(LIST_ROWS).zip(sources) {
            list.fill(ContactRow::NONE);
            for (row, old) in list.iter_mut().zip(contacts.of(source as usize)) {
                *row = old.moved(targets);
            }
        }
    });
}
