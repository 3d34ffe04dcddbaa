//! The sweeps over contacts with the buffers that they work on.

use super::Buffers;
use super::scattered::Scattered;
use super::swept::Swept;
use super::{push_contacts, push_rough_contacts, relax_contacts, relax_rough_contacts, start_rough_contacts};
use crate::passes::PassKind;
use crate::steps::Step;
use crate::world::params::Substep;

/// Those that change what contacts carry.
const SWEEPS: [PassKind; 4] = [PassKind::PushContacts, PassKind::PushRoughContacts, PassKind::RelaxContacts, PassKind::RelaxRoughContacts];

/// What all sweeps bind, borrowed by field: some change particles, and some bodies.
macro_rules! swept {
    ($buffers:ident, $substep:ident) => {
        Swept {
            params: &$buffers.params,
            substep: $substep,
            displacements: Scattered::new(&mut $buffers.displacements),
            cell_starts: &$buffers.cell_starts,
            contacts: Scattered::new(&mut $buffers.contacts),
            chains: &$buffers.chains,
            counters: &$buffers.counters,
        }
    };
}

impl Buffers {
    /// One entry of the list of a substep of which all entries run: of its sweeps only the last writes what contacts carry into their
    /// lists, unless sweeps make their batches from these (where rough discs have chains).
    pub fn entry(&mut self, list: &[Step], entry: usize, substep: &Substep) {
        let is_sweep = |step: &Step| matches!(step, Step::Dispatch(pass) if SWEEPS.contains(&pass.kind));
        let lists_wait = self.chains.is_empty() && is_sweep(&list[entry]) && list[entry + 1..].iter().any(is_sweep);
        (self.batches.lists_wait, self.rough_batches.lists_wait) = (lists_wait, lists_wait);
        self.step(list[entry], substep);
        (self.batches.lists_wait, self.rough_batches.lists_wait) = (false, false);
    }

    /// A sweep over contacts of discs that are alike.
    pub(super) fn sweep(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let swept = swept!(b, substep);
        match kind {
            PassKind::PushContacts => push_contacts::push_contacts(swept, &mut b.particles, &b.batches),
            _ => relax_contacts::relax_contacts(swept, &b.particles, &b.batches),
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
}
