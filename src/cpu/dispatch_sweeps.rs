//! The sweeps over contacts and the passes over links with the buffers that they work on, and in a whole substep which of them write what
//! contacts and links carry into their lists.

use super::Buffers;
use super::joint::Links;
use super::swept::Swept;
use super::threads::scattered::Scattered;
use super::{carry_links, push_links, relax_links};
use super::{push_contacts, push_rough_contacts, relax_contacts, relax_rough_contacts, start_rough_contacts};
use crate::passes::PassKind;
use crate::steps::Step;
use crate::world::params::Substep;

/// Those that change what contacts carry.
const SWEEPS: [PassKind; 4] = [PassKind::PushContacts, PassKind::PushRoughContacts, PassKind::RelaxContacts, PassKind::RelaxRoughContacts];

/// Those that change what links carry, after `carry_links`.
const LINK_SWEEPS: [PassKind; 2] = [PassKind::PushLinks, PassKind::RelaxLinks];

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
    /// One entry of the list of a substep of which all entries run: of its sweeps over contacts, and of those over links, only the last
    /// writes what they carry into their lists, but for rows of rough discs with chains, which make their batches anew from these.
    pub fn entry(&mut self, list: &[Step], entry: usize, substep: &Substep) {
        let waits = |sweeps: &[PassKind]| {
            let is_sweep = |step: &Step| matches!(step, Step::Dispatch(pass) if sweeps.contains(&pass.kind));
            is_sweep(&list[entry]) && list[entry + 1..].iter().any(is_sweep)
        };
        let lists_wait = waits(&SWEEPS);
        (self.batches.lists_wait, self.rough_batches.lists_wait) = (lists_wait, lists_wait);
        self.link_batches.joints_wait = waits(&LINK_SWEEPS);
        self.step(list[entry], substep);
        (self.batches.lists_wait, self.rough_batches.lists_wait, self.link_batches.joints_wait) = (false, false, false);
    }

    /// A sweep over contacts of discs that are alike.
    pub(super) fn sweep(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let swept = swept!(b, substep);
        match kind {
            PassKind::PushContacts => push_contacts::push_contacts(swept, &mut b.particles, &b.batches),
            _ => relax_contacts::relax_contacts(swept, &mut b.particles, &b.batches),
        }
    }

    /// The same of rough discs.
    pub(super) fn sweep_rough(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let (swept, bodies, tangents, batches) = (swept!(b, substep), &mut b.bodies, &mut b.tangents, &b.rough_batches);
        match kind {
            PassKind::StartRoughContacts => start_rough_contacts::start_rough_contacts(swept, &b.particles, bodies, tangents, batches),
            PassKind::PushRoughContacts => push_rough_contacts::push_rough_contacts(swept, &mut b.particles, bodies, tangents, batches),
            _ => relax_rough_contacts::relax_rough_contacts(swept, &b.particles, bodies, tangents, batches),
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
            _ => relax_links::relax_links(substep, stages, on, &mut b.links, &mut b.link_batches),
        }
    }
}
