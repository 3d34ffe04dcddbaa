//! Twin of `relax_contacts.wgsl`: a sweep after the discs have moved.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use super::batches::alike_batch::AlikeBatch;
use super::batches::{Batches, Row};
use super::bounce::{thrown_apart, thrown_apart_eight};
use super::exact::product;
use super::impulse::{are_loose, bounces, bounces_eight, may_rebound, may_rebound_eight};
use super::push_contacts::lanes_at_ease;
use super::sweep::{Kind, Meeting, Meetings, Solved, SolvedEight, Sweep};
use super::swept::Swept;
use super::threads::scattered::Scattered;
use crate::world::params::Params;
use crate::world::particle::Particle;

pub(super) struct Relax<'a> {
    pub params: &'a Params,
    pub particles: Scattered<'a, Particle>,
}

/// Twin of the entry point.
pub fn relax_contacts(swept: Swept<'_>, particles: &mut [Particle], batches: &Batches<AlikeBatch>) {
    Relax::sweep(swept, Scattered::new(particles), batches.lists_wait).run(batches);
}

impl<'a> Relax<'a> {
    /// The sweep; see `Batches` for `lists_wait`.
    pub fn sweep(swept: Swept<'a>, particles: Scattered<'a, Particle>, lists_wait: bool) -> Sweep<'a, Self> {
        Sweep::new(Self { params: swept.params, particles }, swept, !swept.is_odd(), lists_wait)
    }
}

impl Kind for Relax<'_> {
    #[inline(always)]
    fn solved(&self, m: &Meeting) -> Solved {
        let p = self.params;
        let hit = bounces(p, p.restitution, m.speed, m.gap, m.mass, m.impulse) && may_rebound(p, m.at_ease, m.speed, m.gap);
        let rebound = if hit { thrown_apart(m.speed, m.gap, -m.half, m.half, p.restitution) } else { m.speed };
        let after = (m.impulse - product(product(m.mass, p.relax_gain), rebound + m.gap.max(0.0))).max(0.0);
        Solved { impulse: after, given: after - m.impulse + product(m.mass, rebound - m.speed) }
    }

    #[inline(always)]
    fn are_at_ease(&self, this: &Particle, other: &Particle) -> bool {
        are_loose(this, other)
    }

    #[inline(always)]
    fn solved_eight<S: Simd>(&self, m: &Meetings<S>) -> SolvedEight<S> {
        let p = self.params;
        let mut rebound = m.speed;
        if p.restitution > 0.0 {
            let restitution = f32x8::splat(m.speed.token(), p.restitution);
            let hit = bounces_eight(p, restitution, m.speed, m.gap, m.mass, m.impulse);
            let hit = hit & may_rebound_eight(p, m.at_ease, m.speed, m.gap);
            rebound = hit.select(thrown_apart_eight(m.speed, m.gap, -m.half, m.half, restitution), m.speed);
        }
        let after = (m.impulse - m.mass * p.relax_gain * (rebound + m.gap.max(0.0))).max(0.0);
        SolvedEight { impulse: after, given: after - m.impulse + m.mass * (rebound - m.speed) }
    }

    #[inline(always)]
    unsafe fn prepare<S: Simd>(&self, simd: S, row: &mut Row<AlikeBatch>) {
        // SAFETY: the caller's.
        let of = |i: u32| unsafe { self.particles.read(i as usize) };
        row.separate_if_moved(simd, &of);
        if self.params.restitution > 0.0 {
            row.all().for_each(|batch| batch.at_ease = lanes_at_ease(of, [&batch.owners, &batch.partners], are_loose));
        }
    }

    #[inline(always)]
    unsafe fn particle(&self, i: usize) -> Particle {
        // SAFETY: the caller's.
        unsafe { self.particles.read(i) }
    }

    #[inline(always)]
    unsafe fn touched(&self, _: usize, _: u32) {}
}
