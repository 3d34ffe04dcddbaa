//! The sweeps over contacts and the passes over links of the resting solver, with the buffers that they work on.

use super::Buffers;
use super::dispatch::is_of_another_group;
use super::joint::Links;
use super::swept::Swept;
use super::threads::scattered::Scattered;
use super::{carry_links, push_links, relax_links};
use super::{push_contacts, push_rough_contacts, relax_contacts, relax_rough_contacts, start_rough_contacts};
use crate::passes::PassKind;
use crate::world::params::Substep;

/// What all sweeps bind, borrowed by field: some change particles, and some bodies.
macro_rules! swept {
    ($buffers:ident, $substep:ident) => {{
        let (rows, list_starts) = $buffers.contacts.rows_and_starts();
        Swept {
            params: &$buffers.params,
            substep: $substep,
            displacements: Scattered::new(&mut $buffers.displacements),
            cell_starts: &$buffers.cell_starts,
            contacts: Scattered::new(rows),
            list_starts,
            chains: &$buffers.chains,
            counters: &$buffers.counters,
        }
    }};
}
pub(super) use swept;

impl Buffers {
    /// A sweep over contacts of discs that are alike.
    pub(super) fn sweep(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let swept = swept!(b, substep);
        match kind {
            PassKind::PushContacts => push_contacts::push_contacts(swept, &mut b.particles, &b.batches),
            PassKind::RelaxContacts => relax_contacts::relax_contacts(swept, &mut b.particles, &b.batches),
            _ => is_of_another_group(kind),
        }
    }

    /// The same of rough discs.
    pub(super) fn sweep_rough(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let (swept, bodies, tangents, batches) = (swept!(b, substep), &mut b.bodies, &mut b.tangents, &b.rough_batches);
        match kind {
            PassKind::StartRoughContacts => start_rough_contacts::start_rough_contacts(swept, &b.particles, bodies, tangents, batches),
            PassKind::PushRoughContacts => push_rough_contacts::push_rough_contacts(swept, &mut b.particles, bodies, tangents, batches),
            PassKind::RelaxRoughContacts => relax_rough_contacts::relax_rough_contacts(swept, &b.particles, bodies, tangents, batches),
            _ => is_of_another_group(kind),
        }
    }

    /// A pass over links.
    pub(super) fn sweep_links(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let displacements = Scattered::new(&mut b.displacements);
        let on = Links { particles: &b.particles, displacements, slots: &b.slots, counters: &b.counters };
        let (stages, colours) = (&b.link_stages[..], b.links.colour_ends.len());
        match kind {
            PassKind::CarryLinks => carry_links::carry_links(&b.params, substep, &stages[..colours], on, &mut b.links, &mut b.link_batches),
            PassKind::PushLinks => push_links::push_links(&b.params, substep, stages, on, &mut b.links, &mut b.link_batches),
            PassKind::RelaxLinks => relax_links::relax_links(substep, stages, on, &mut b.links, &mut b.link_batches),
            _ => is_of_another_group(kind),
        }
    }
}
