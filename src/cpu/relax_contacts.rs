//! Twin of `relax_contacts.wgsl`: a sweep after the discs have moved.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use super::CountersCell;
use super::alike_batch::AlikeBatch;
use super::batches::{Batches, Row};
use super::bounce::{gained, gained_eight, half_of_gravity, thrown_back, thrown_back_eight};
use super::exact::product;
use super::impulse::{bounces, bounces_eight};
use super::scattered::Scattered;
use super::sweep::{Kind, Meeting, Meetings, Solved, SolvedEight, Sweep};
use crate::world::contacts::ContactRow;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};

pub(super) struct Relax<'a> {
    pub params: &'a Params,
    pub particles: &'a [Particle],
}

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn relax_contacts(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &mut [Displacement],
    cell_starts: &[u32],
    contacts: &mut [ContactRow],
    chains: &[u32],
    counters: &CountersCell,
    batches: &Batches<AlikeBatch>,
) {
    let (displacements, contacts) = (Scattered::new(displacements), Scattered::new(contacts));
    let kind = Relax { params, particles };
    let (backwards, half_of_gravity) = (substep.index & 1 == 0, half_of_gravity(substep));
    let lists_wait = batches.lists_wait;
    Sweep { kind, params, half_of_gravity, cell_starts, displacements, contacts, chains, counters, backwards, lists_wait }.run(batches);
}

impl Kind for Relax<'_> {
    #[inline(always)]
    fn solved(&self, m: &Meeting) -> Solved {
        let p = self.params;
        let hit = bounces(p, p.restitution, m.speed, m.gap, m.mass, m.impulse);
        let rebound = if hit { thrown_back(m.speed, -m.lead, gained(m.lead, -m.gap.max(m.speed)), p.restitution) } else { m.speed };
        let after = (m.impulse - product(product(m.mass, p.relax_gain), rebound + m.gap.max(0.0))).max(0.0);
        Solved { impulse: after, given: after - m.impulse + product(m.mass, rebound - m.speed) }
    }

    #[inline(always)]
    fn solved_eight<S: Simd>(&self, m: &Meetings<S>) -> SolvedEight<S> {
        let p = self.params;
        let mut rebound = m.speed;
        if p.restitution > 0.0 {
            let restitution = f32x8::splat(m.speed.token(), p.restitution);
            let hit = bounces_eight(p, restitution, m.speed, m.gap, m.mass, m.impulse);
            rebound = hit.select(thrown_back_eight(m.speed, -m.lead, gained_eight(m.lead, -m.gap.max(m.speed)), restitution), m.speed);
        }
        let after = (m.impulse - m.mass * p.relax_gain * (rebound + m.gap.max(0.0))).max(0.0);
        SolvedEight { impulse: after, given: after - m.impulse + m.mass * (rebound - m.speed) }
    }

    #[inline(always)]
    unsafe fn prepare<S: Simd>(&self, simd: S, row: &mut Row<AlikeBatch>) {
        row.separate_if_moved(simd, &|i| self.particles[i as usize]);
    }

    #[inline(always)]
    unsafe fn particle(&self, i: usize) -> Particle {
        self.particles[i]
    }

    #[inline(always)]
    unsafe fn touched(&self, _: usize, _: u32) {}
}
