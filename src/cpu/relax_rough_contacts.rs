//! Twin of `relax_rough_contacts.wgsl`: a sweep after rough discs have moved.

use super::CountersCell;
use super::exact::product;
use super::rough_sweep::{Meeting, RoughKind, RoughSweep, Solved, rubbed};
use super::scattered::Scattered;
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};

struct Relax<'a> {
    params: &'a Params,
    particles: &'a [Particle],
}

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn relax_rough_contacts(
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
    let kind = Relax { params, particles };
    let (displacements, bodies) = (Scattered::new(displacements), Scattered::new(bodies));
    let (contacts, tangents) = (Scattered::new(contacts), Scattered::new(tangents));
    let backwards = substep.index & 1 == 0;
    RoughSweep { kind, params, cell_starts, displacements, bodies, contacts, tangents, chains, counters, backwards }.run();
}

impl RoughKind for Relax<'_> {
    #[inline(always)]
    fn solved(&self, m: &Meeting) -> Solved {
        let wanted = product(product(m.mass, self.params.relax_gain), m.speed + m.gap.max(0.0));
        rubbed(m, (m.impulse[0] - wanted).max(0.0))
    }

    #[inline(always)]
    unsafe fn particle(&self, i: usize) -> Particle {
        self.particles[i]
    }

    #[inline(always)]
    unsafe fn touched(&self, _: usize, _: u32) {}
}
