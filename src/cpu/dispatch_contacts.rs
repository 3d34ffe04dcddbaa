//! The passes that find contacts, and those between them and the sweeps, with the buffers that they work on.

use super::Buffers;
use super::dispatch::is_of_another_group;
use super::{carry_contacts, carry_tangents, chain_contacts, find_contacts, find_rough_contacts, mark_loaded};
use crate::passes::PassKind;
use crate::world::params::Substep;

impl Buffers {
    /// Those that list contacts anew.
    pub(super) fn find_contacts(&mut self, kind: PassKind) {
        let b = self;
        let p = &b.params;
        match kind {
            PassKind::FindContacts => find_contacts::find_contacts(
                p,
                &b.particles,
                &mut b.displacements,
                &b.displacements_next,
                &b.cell_starts,
                &b.sources,
                &mut b.contacts,
                &mut b.contacts_next,
                &mut b.batches,
                b.steps_are_seen,
            ),
            PassKind::FindRoughContacts => find_rough_contacts::find_rough_contacts(
                p,
                &b.particles,
                &mut b.displacements,
                &b.displacements_next,
                &b.bodies,
                &b.cell_starts,
                &b.sources,
                b.contacts.lists(),
                &mut b.contacts_next,
                &mut b.rough_batches,
            ),
            _ => is_of_another_group(kind),
        }
        b.note_outside_is_idle();
    }

    /// Those that go by lists of contacts or take them along.
    pub(super) fn follow_contacts(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let p = &b.params;
        match kind {
            PassKind::ChainContacts => {
                chain_contacts::chain_contacts(p, substep, &b.particles, &b.cell_starts, b.contacts.unpack(), &mut b.chains);
            }
            PassKind::CarryContacts => {
                carry_contacts::carry_contacts(&b.sources, &b.targets, b.contacts.lists(), b.contacts_next.rewrite(0));
            }
            PassKind::CarryTangents => {
                let (contacts, contacts_next) = (b.contacts.unpack(), b.contacts_next.unpack());
                carry_tangents::carry_tangents(p, &b.sources, contacts, contacts_next, &b.tangents, &mut b.tangents_next);
            }
            PassKind::MarkLoaded => mark_loaded::mark_loaded(&mut b.particles, &b.displacements, &b.displacements_next, &b.sources),
            _ => is_of_another_group(kind),
        }
    }
}
