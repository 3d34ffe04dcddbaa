//! Twin of `relax_rough_contacts.wgsl`: a sweep after rough discs have moved.

use fearless_simd::prelude::*;

use super::CountersCell;
use super::batches::{Batches, Row};
use super::bounce::{gained_eight, half_of_gravity, thrown_back_eight};
use super::rough_batch::RoughBatch;
use super::rough_sweep::{RoughKind, RoughSweep};
use super::rough_sweep_lanes::{Meetings, Solved, rubbed};
use super::scattered::Scattered;
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::levels::Level;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};

pub(super) struct Relax<'a> {
    pub params: &'a Params,
    pub particles: &'a [Particle],
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
    batches: &Batches<RoughBatch>,
) {
    let kind = Relax { params, particles };
    let (displacements, bodies) = (Scattered::new(displacements), Scattered::new(bodies));
    let (contacts, tangents) = (Scattered::new(contacts), Scattered::new(tangents));
    let (backwards, half_of_gravity) = (substep.index & 1 == 0, half_of_gravity(substep));
    let lists_wait = batches.lists_wait;
    let sweep = RoughSweep {
        kind,
        params,
        half_of_gravity,
        cell_starts,
        displacements,
        bodies,
        contacts,
        tangents,
        chains,
        counters,
        backwards,
        lists_wait,
    };
    sweep.run(batches);
}

impl RoughKind for Relax<'_> {
    #[inline(always)]
    fn solved<S: Simd>(&self, m: &Meetings<S>) -> Solved<S> {
        let rebound =
            m.bounces.select(thrown_back_eight(m.speed, -m.lead, gained_eight(m.lead, -m.gap.max(m.speed)), m.restitution), m.speed);
        let wanted = m.mass * self.params.relax_gain * (rebound + m.gap.max(0.0));
        rubbed(m, (m.impulse[0] - wanted).max(0.0), m.mass * (rebound - m.speed))
    }

    #[inline(always)]
    unsafe fn prepare<S: Simd>(&self, simd: S, sweep: &RoughSweep<'_, Self>, level: &Level, y: u32, row: &mut Row<RoughBatch>) {
        // SAFETY: the caller's.
        unsafe {
            // The other way round is another order where there are chains, which always go the same way.
            if !sweep.chains.is_empty() && row.backwards != sweep.backwards {
                sweep.gather(simd, self.particles, level, y, row);
            } else {
                row.separate_if_moved(simd, &|i| self.particles[i as usize]);
            }
        }
    }
}

#[cfg(test)]
mod one_by_one {
    use super::*;
    use crate::cpu::bounce::{gained, thrown_back};
    use crate::cpu::exact::product;
    use crate::cpu::rough_contact::{Meeting, OneByOne, Solved, rubbed};

    impl OneByOne for Relax<'_> {
        #[inline(always)]
        fn solved(&self, m: &Meeting) -> Solved {
            let rebound =
                if m.bounces { thrown_back(m.speed, -m.lead, gained(m.lead, -m.gap.max(m.speed)), m.restitution) } else { m.speed };
            let wanted = product(product(m.mass, self.params.relax_gain), rebound + m.gap.max(0.0));
            rubbed(m, (m.impulse[0] - wanted).max(0.0), product(m.mass, rebound - m.speed))
        }

        #[inline(always)]
        unsafe fn particle(&self, i: usize) -> Particle {
            self.particles[i]
        }

        #[inline(always)]
        unsafe fn touched(&self, _: usize, _: u32) {}
    }
}
