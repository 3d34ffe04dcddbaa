//! Twin of `push_rough_contacts.wgsl`: the first sweep of a substep over rough discs.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use super::batches::parting::part_rough_batch;
use super::batches::rough_batch::RoughBatch;
use super::batches::rough_sweep_lanes::{Meetings, Solved, rubbed};
use super::batches::{Batch, Batches, EIGHT, Row};
use super::bounce::thrown_apart_eight;
use super::impulse::{after_push_eight, are_free, just_met_eight};
use super::push_contacts::{count_contacts, lanes_at_ease};
use super::rough_sweep::{RoughKind, RoughSweep};
use super::swept::Swept;
use super::threads::scattered::Scattered;
use crate::world::body::Body;
use crate::world::levels::Level;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

pub(super) struct Push<'a> {
    pub params: &'a Params,
    pub particles: Scattered<'a, Particle>,
    pub counts: bool,
}

/// Twin of the entry point.
pub fn push_rough_contacts(
    swept: Swept<'_>,
    particles: &mut [Particle],
    bodies: &mut [Body],
    tangents: &mut [f32],
    batches: &Batches<RoughBatch>,
) {
    let kind = Push { params: swept.params, particles: Scattered::new(particles), counts: swept.counts_contacts() };
    let backwards = swept.is_odd();
    RoughSweep::new(kind, swept, bodies, tangents, backwards, batches.lists_wait).run(batches);
}

impl RoughKind for Push<'_> {
    #[inline(always)]
    fn solved<S: Simd>(&self, m: &Meetings<S>) -> Solved<S> {
        let p = self.params;
        let none = f32x8::splat(m.speed.token(), 0.0);
        let pushed = after_push_eight(p, m.mass, m.speed, m.gap, m.impulse[0]);
        if p.discs_bounce == 0 {
            return rubbed(m, pushed, none);
        }
        let thrown = m.bounces & m.at_ease;
        let rebound = thrown.select(thrown_apart_eight(m.speed, m.gap, m.half, m.half, m.restitution), m.speed);
        let result = rubbed(m, thrown.select(m.impulse[0], pushed), m.mass * (rebound - m.speed));
        let later = m.bounces & !m.at_ease & just_met_eight(p, m.speed, m.gap);
        Solved {
            impulse: [later.select(m.impulse[0], result.impulse[0]), later.select(m.impulse[1], result.impulse[1])],
            given: [later.select(none, result.given[0]), later.select(none, result.given[1])],
        }
    }

    #[inline(always)]
    unsafe fn prepare<S: Simd>(&self, simd: S, _: &RoughSweep<'_, Self>, _: &Level, _: u32, row: &mut Row<RoughBatch>) {
        // SAFETY: the caller's.
        row.separate_if_moved(simd, &|i| unsafe { self.particles.read(i as usize) });
        for batch in row.all() {
            // SAFETY: the caller's.
            unsafe {
                if self.counts {
                    count_contacts(&self.particles, [&batch.owners, &batch.partners], batch.used);
                }
                // Marks are asked for only where discs bounce.
                if self.params.discs_bounce != 0 && batch.restitution != [0.0; EIGHT] {
                    batch.at_ease = lanes_at_ease(|i| self.particles.read(i as usize), [&batch.owners, &batch.partners], are_free);
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn separate<S: Simd>(&self, simd: S, batch: &mut RoughBatch) {
        // SAFETY: the caller's.
        batch.separate(simd, &|i| unsafe { self.particles.read(i as usize) });
    }

    #[inline(always)]
    unsafe fn part_batch(&self, batch: &RoughBatch, displacements: &Scattered<'_, Displacement>) -> bool {
        let any = batch.deep != 0 && self.params.parting_share > 0.0;
        // SAFETY: the caller's.
        any && unsafe { part_rough_batch(self.params, &self.particles, displacements, batch) }
    }
}

#[cfg(test)]
mod one_by_one {
    use super::*;
    use crate::cpu::batches::parting::part_rough;
    use crate::cpu::bounce::thrown_apart;
    use crate::cpu::exact::product;
    use crate::cpu::impulse::{Separation, after_push, are_near, just_met, may_part};
    use crate::cpu::rough_contact::{Meeting, OneByOne, Solved, rubbed};
    use crate::world::particle::Phase;

    impl OneByOne for Push<'_> {
        #[inline(always)]
        fn solved(&self, m: &Meeting) -> Solved {
            if m.bounces && !m.at_ease && just_met(self.params, m.speed, m.gap) {
                return Solved { impulse: m.impulse, given: [0.0; 2] };
            }
            let p = self.params;
            let pushed = after_push(p, m.mass, m.speed, m.gap, m.impulse[0]);
            let thrown = m.bounces && m.at_ease;
            let rebound = if thrown { thrown_apart(m.speed, m.gap, m.half, m.half, m.restitution) } else { m.speed };
            rubbed(m, if thrown { m.impulse[0] } else { pushed }, product(m.mass, rebound - m.speed))
        }

        #[inline(always)]
        fn are_at_ease(&self, this: &Particle, other: &Particle) -> bool {
            are_free(this, other)
        }

        #[inline(always)]
        unsafe fn particle(&self, i: usize) -> Particle {
            // SAFETY: the caller's.
            unsafe { self.particles.read(i) }
        }

        #[inline(always)]
        unsafe fn touched(&self, i: usize, count: u32) {
            // SAFETY: the caller's.
            let particle = unsafe { self.particles.at(i) };
            if self.counts && particle.phase() == Phase::Live {
                *particle = particle.with_touching(particle.touching() + count);
            }
        }

        #[inline(always)]
        unsafe fn part(
            &self,
            discs: [usize; 2],
            displacements: [Displacement; 2],
            apart: &Separation,
            mass: f32,
            impulse: f32,
            inverse_masses: [f32; 2],
        ) {
            if may_part(self.params, are_near(mass, inverse_masses), displacements, apart.gap, mass, impulse) {
                // SAFETY: the caller's.
                unsafe { part_rough(self.params, &self.particles, discs, apart, mass, inverse_masses) };
            }
        }
    }
}
