//! Twin of `carry_contacts.wgsl`: the lists of contacts after a sort outside of any substep.

use rayon::prelude::*;

use super::GRAIN;
use super::find_contacts::ROWS;
use super::scattered::Scattered;
use crate::world::contacts::ContactRow;
use crate::world::particle::Particle;

/// Twin of the entry point. `slots` may be empty: then it is not kept.
pub fn carry_contacts(
    particles: &[Particle],
    sources: &[u32],
    targets: &[u32],
    contacts: &[ContactRow],
    contacts_next: &mut [ContactRow],
    slots: &mut [u32],
) {
    keep_slots(particles, slots);
    contacts_next.par_chunks_exact_mut(ROWS).with_min_len(GRAIN).zip(sources).for_each(|(list, &source)| {
        let first = source as usize * ROWS;
        for (row, old) in list.iter_mut().zip(&contacts[first..first + ROWS]) {
            *row = old.moved(targets);
        }
    });
}

/// By id, where each particle is.
pub fn keep_slots(particles: &[Particle], slots: &mut [u32]) {
    if slots.is_empty() {
        return;
    }
    let slot_count = slots.len();
    let slots = Scattered::new(slots);
    particles.par_iter().with_min_len(GRAIN).enumerate().for_each(|(i, particle)| {
        if (particle.id as usize) < slot_count {
            // SAFETY: ids are unique.
            unsafe { slots.write(particle.id as usize, i as u32) };
        }
    });
}
