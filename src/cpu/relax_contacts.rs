//! Twin of `relax_contacts.wgsl`: a sweep after the discs have moved.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use super::CountersCell;
use super::alike_batch::AlikeBatch;
use super::batches::{Batches, Row};
use super::exact::product;
use super::scattered::Scattered;
use super::sweep::{Kind, Sweep};
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
    fn impulse_after(&self, speed: f32, gap: f32, mass: f32, impulse: f32) -> f32 {
        (impulse - product(product(mass, self.params.relax_gain), speed + gap.max(0.0))).max(0.0)
    }

    #[inline(always)]
    fn impulses_after<S: Simd>(&self, speed: f32x8<S>, gap: f32x8<S>, mass: f32x8<S>, impulse: f32x8<S>) -> f32x8<S> {
        let wanted = mass * self.params.relax_gain * (speed + gap.max(0.0));
        (impulse - wanted).max(0.0)
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
