//! Twin of `relax_contacts.wgsl`: a sweep after the discs have moved.

use fearless_simd::prelude::*;
use fearless_simd::{f32x8, mask32x8};

use super::CountersCell;
use super::alike_batch::AlikeBatch;
use super::batches::{Batches, Row};
use super::exact::product;
use super::impulse::{bounces, bounces_eight};
use super::scattered::Scattered;
use super::sweep::{Kind, Solved, SolvedEight, Sweep};
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
    Sweep { kind, params, cell_starts, displacements, contacts, chains, counters, backwards: substep.index & 1 == 0 }.run(batches);
}

impl Kind for Relax<'_> {
    #[inline(always)]
    fn solved(&self, speed: f32, gap: f32, mass: f32, impulse: f32, _free: bool) -> Solved {
        let p = self.params;
        let hit = bounces(p, p.restitution, speed, gap, mass, impulse);
        let rebound = if hit { product(speed, -p.restitution) } else { speed };
        let after = (impulse - product(product(mass, p.relax_gain), rebound + gap.max(0.0))).max(0.0);
        Solved { impulse: after, given: after - impulse + product(mass, rebound - speed) }
    }

    #[inline(always)]
    fn solved_eight<S: Simd>(
        &self,
        speed: f32x8<S>,
        gap: f32x8<S>,
        mass: f32x8<S>,
        impulse: f32x8<S>,
        _free: mask32x8<S>,
    ) -> SolvedEight<S> {
        let p = self.params;
        let mut rebound = speed;
        if p.restitution > 0.0 {
            let restitution = f32x8::splat(speed.token(), p.restitution);
            rebound = bounces_eight(p, restitution, speed, gap, mass, impulse).select(speed * -restitution, speed);
        }
        let after = (impulse - mass * p.relax_gain * (rebound + gap.max(0.0))).max(0.0);
        SolvedEight { impulse: after, given: after - impulse + mass * (rebound - speed) }
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
