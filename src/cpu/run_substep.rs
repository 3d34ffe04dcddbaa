//! Runs the list of a substep on the buffers: entry by entry, but for passes that are taken together row by row (`row_passes`). What each
//! pass works on is in `dispatch` and its groups.

use std::mem::swap;
use std::time::Instant;

use super::Buffers;
use super::row_passes::{TOGETHER, begins_together};
use crate::passes::{Doubled, Pass, PassKind};
use crate::steps::Step;
use crate::world::params::Substep;

/// Those that change what contacts carry.
const SWEEPS: [PassKind; 4] = [PassKind::PushContacts, PassKind::PushRoughContacts, PassKind::RelaxContacts, PassKind::RelaxRoughContacts];

/// Those that change what links carry, after `carry_links`.
const LINK_SWEEPS: [PassKind; 2] = [PassKind::PushLinks, PassKind::RelaxLinks];

impl Buffers {
    /// A whole substep. Who is absent is laid aside before it or comes back (`begin_substep`).
    pub fn run_substep(&mut self, list: &[Step], substep: &Substep) {
        self.begin_substep(substep.index);
        let mut entry = 0;
        while entry < list.len() {
            if begins_together(&list[entry..]) && self.run_together(substep) {
                entry += TOGETHER.len();
            } else {
                self.run_entry(list, entry, substep);
                entry += 1;
            }
        }
    }

    /// The same entry by entry, none together, so that each pass has a time of its own: says when it started and when it ended.
    pub fn run_substep_timed(&mut self, list: &[Step], substep: &Substep, mut ran: impl FnMut(&Pass, [Instant; 2])) {
        self.begin_substep(substep.index);
        for (entry, step) in list.iter().enumerate() {
            let start = Instant::now();
            self.run_entry(list, entry, substep);
            if let Step::Dispatch(pass) = step {
                ran(pass, [start, Instant::now()]);
            }
        }
    }

    /// One entry of the list of a substep of which all entries run: of its sweeps over contacts, and of those over links, only the last
    /// writes what they carry into their lists, but for rows of rough discs with chains, which make their batches anew from these.
    pub(super) fn run_entry(&mut self, list: &[Step], entry: usize, substep: &Substep) {
        let waits = |sweeps: &[PassKind]| {
            let is_sweep = |step: &Step| matches!(step, Step::Dispatch(pass) if sweeps.contains(&pass.kind));
            is_sweep(&list[entry]) && list[entry + 1..].iter().any(is_sweep)
        };
        let lists_wait = waits(&SWEEPS);
        (self.batches.lists_wait, self.rough_batches.lists_wait) = (lists_wait, lists_wait);
        self.link_batches.joints_wait = waits(&LINK_SWEEPS);
        self.run_step(list[entry], substep);
        (self.batches.lists_wait, self.rough_batches.lists_wait, self.link_batches.joints_wait) = (false, false, false);
    }

    /// One entry of any list, by itself: a pass, or a swap of what was written next with the current snapshot.
    pub fn run_step(&mut self, step: Step, substep: &Substep) {
        match step {
            Step::Dispatch(pass) => self.dispatch(pass.kind, substep),
            Step::Swap(Doubled::Particles) => swap(&mut self.particles, &mut self.particles_next),
            Step::Swap(Doubled::Displacements) => swap(&mut self.displacements, &mut self.displacements_next),
            Step::Swap(Doubled::Contacts) => swap(&mut self.contacts, &mut self.contacts_next),
            Step::Swap(Doubled::Bodies) => swap(&mut self.bodies, &mut self.bodies_next),
            Step::Swap(Doubled::Tangents) => swap(&mut self.tangents, &mut self.tangents_next),
        }
    }
}
