//! Twin of `relax_contacts.wgsl`: a sweep after the discs have moved.

use wide::{f32x4, u32x4};

use super::CountersCell;
use super::exact::product;
use super::scattered::Scattered;
use super::sweep::{Kind, Sweep};
use super::sweep_lanes::LANES;
use crate::world::contacts::ContactRow;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};

struct Relax<'a> {
    params: &'a Params,
    particles: &'a [Particle],
}

/// Twin of the entry point.
pub fn relax_contacts(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &mut [Displacement],
    cell_starts: &[u32],
    contacts: &mut [ContactRow],
    counters: &CountersCell,
) {
    let (displacements, contacts) = (Scattered::new(displacements), Scattered::new(contacts));
    let kind = Relax { params, particles };
    Sweep { kind, params, cell_starts, displacements, contacts, counters, backwards: substep.index & 1 == 0 }.run();
}

impl Kind for Relax<'_> {
    #[inline(always)]
    fn impulse_after(&self, speed: f32, gap: f32, mass: f32, impulse: f32) -> f32 {
        (impulse - product(product(mass, self.params.relax_gain), speed + gap.max(0.0))).max(0.0)
    }

    #[inline(always)]
    fn impulses_after(&self, speed: f32x4, gap: f32x4, mass: f32x4, impulse: f32x4) -> f32x4 {
        let wanted = mass * f32x4::splat(self.params.relax_gain) * (speed + gap.fast_max(f32x4::splat(0.0)));
        (impulse - wanted).fast_max(f32x4::splat(0.0))
    }

    #[inline(always)]
    unsafe fn particle(&self, i: usize) -> Particle {
        self.particles[i]
    }

    #[inline(always)]
    unsafe fn touched_four(&self, _: [usize; LANES], _: u32x4) {}

    #[inline(always)]
    unsafe fn touched(&self, _: usize, _: u32) {}
}
