//! Twin of `start_rough_contacts.wgsl`: impulses of the last substep, to begin with.

use super::CountersCell;
use super::rough_sweep::{Meeting, RoughKind, RoughSweep, Solved};
use super::scattered::Scattered;
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};

struct Start<'a> {
    particles: &'a [Particle],
}

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn start_rough_contacts(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
    cell_starts: &[u32],
    contacts: &mut [ContactRow],
    tangents: &mut [f32],
    chains: &[u32],
    counters: &CountersCell,
) {
    let kind = Start { particles };
    let (displacements, bodies) = (Scattered::new(displacements), Scattered::new(bodies));
    let (contacts, tangents) = (Scattered::new(contacts), Scattered::new(tangents));
    let backwards = substep.index & 1 != 0;
    RoughSweep { kind, params, cell_starts, displacements, bodies, contacts, tangents, chains, counters, backwards }.run();
}

impl RoughKind for Start<'_> {
    #[inline(always)]
    fn solved(&self, m: &Meeting) -> Solved {
        Solved { impulse: m.impulse, given: m.impulse }
    }

    #[inline(always)]
    unsafe fn particle(&self, i: usize) -> Particle {
        self.particles[i]
    }

    #[inline(always)]
    unsafe fn touched(&self, _: usize, _: u32) {}
}
