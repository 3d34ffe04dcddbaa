//! Twin of `find_contacts.wgsl`: the lists of contacts, with their memory.

use rayon::prelude::*;

use super::GRAIN;
use super::ownership::{owns_contact, partners};
use super::scattered::Scattered;
use crate::world::contacts::{CROWDED, ContactRow};
use crate::world::fixed::CONTACTS_PER_PARTICLE;
use crate::world::links::NO_PARTNER;
use crate::world::params::Params;
use crate::world::particle::Particle;

/// Rows of one list.
pub const ROWS: usize = CONTACTS_PER_PARTICLE as usize;

/// Twin of the entry point. `slots` may be empty: then it is not kept.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn find_contacts(
    params: &Params,
    particles: &[Particle],
    cell_starts: &[u32],
    sources: &[u32],
    targets: &[u32],
    contacts: &[ContactRow],
    contacts_next: &mut [ContactRow],
    slots: &mut [u32],
) {
    let memory = Memory { sources, targets, contacts, most_impulse: params.most_impulse };
    keep_slots(particles, slots);
    contacts_next.par_chunks_mut(ROWS * GRAIN).enumerate().for_each(|(run, lists)| {
        for (place, list) in lists.chunks_exact_mut(ROWS).enumerate() {
            let i = run * GRAIN + place;
            find(params, particles, cell_starts, &memory, i, list);
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

#[inline(always)]
fn find(params: &Params, particles: &[Particle], cell_starts: &[u32], memory: &Memory<'_>, i: usize, list: &mut [ContactRow]) {
    list.fill(ContactRow::NONE);
    let particle = &particles[i];
    if !particle.in_grid() {
        return;
    }
    let mut count = 0;
    for places in partners(params, cell_starts, i, particle) {
        for j in places {
            if !owns_contact(i, particle, j, &particles[j]) {
                continue;
            }
            if count < ROWS {
                list[count] = ContactRow { partner: j as u32, impulse: memory.impulse(i, j) };
                count += 1;
            } else {
                list[ROWS - 1].partner |= CROWDED;
            }
        }
    }
}

/// The lists of the last substep.
struct Memory<'a> {
    sources: &'a [u32],
    targets: &'a [u32],
    contacts: &'a [ContactRow],
    most_impulse: f32,
}

impl Memory<'_> {
    /// Twin of `remembered_impulse`: either of the two may have owned the contact.
    #[inline(always)]
    fn impulse(&self, i: usize, j: usize) -> f32 {
        self.listed(i, j).or_else(|| self.listed(j, i)).unwrap_or(0.0).min(self.most_impulse)
    }

    /// Twin of `listed_impulse`.
    #[inline(always)]
    fn listed(&self, owner: usize, partner: usize) -> Option<f32> {
        let first = self.sources[owner] as usize * ROWS;
        let rows = self.contacts[first..first + ROWS].iter().take_while(|row| row.partner != NO_PARTNER);
        let is_partner = |row: &&ContactRow| self.targets[(row.partner & !CROWDED) as usize] as usize == partner;
        { rows }.find(is_partner).map(|row| row.impulse)
    }
}
