//! Twin of `relax_rough_contacts.wgsl`: a sweep after rough discs have moved.

use fearless_simd::prelude::*;

use super::batches::rough_batch::RoughBatch;
use super::batches::rough_sweep_lanes::{Meetings, Solved, rubbed};
use super::batches::{Batches, EIGHT, Row};
use super::bounce::thrown_apart_eight;
use super::impulse::{are_loose, may_rebound_eight};
use super::push_contacts::lanes_at_ease;
use super::rough_sweep::{RoughKind, RoughSweep};
use super::swept::Swept;
use crate::world::body::Body;
use crate::world::levels::Level;
use crate::world::params::Params;
use crate::world::particle::Particle;

pub(super) struct Relax<'a> {
    pub params: &'a Params,
    pub particles: &'a [Particle],
}

/// Twin of the entry point.
pub fn relax_rough_contacts(
    swept: Swept<'_>,
    particles: &[Particle],
    bodies: &mut [Body],
    tangents: &mut [f32],
    batches: &Batches<RoughBatch>,
) {
    let kind = Relax { params: swept.params, particles };
    let backwards = !swept.is_odd();
    RoughSweep::new(kind, swept, bodies, tangents, backwards, batches.lists_wait).run(batches);
}

impl RoughKind for Relax<'_> {
    #[inline(always)]
    fn solved<S: Simd>(&self, m: &Meetings<S>) -> Solved<S> {
        let mut rebound = m.speed;
        if self.params.discs_bounce != 0 {
            let hit = m.bounces & may_rebound_eight(self.params, m.at_ease, m.speed, m.gap);
            rebound = hit.select(thrown_apart_eight(m.speed, m.gap, -m.half, m.half, m.restitution), m.speed);
        }
        let wanted = m.mass * self.params.relax_gain * (rebound + m.gap.max(0.0));
        rubbed(m, (m.impulse[0] - wanted).max(0.0), m.mass * (rebound - m.speed))
    }

    #[inline(always)]
    unsafe fn prepare<S: Simd>(&self, simd: S, sweep: &RoughSweep<'_, Self>, level: &Level, y: u32, row: &mut Row<RoughBatch>) {
        // SAFETY: the caller's.
        unsafe {
            // The other way round is another order where there are chains, which always go the same way.
            if row.chained && row.backwards != sweep.backwards {
                sweep.gather(simd, self.particles, level, y, row);
            } else {
                row.separate_if_moved(simd, &|i| self.particles[i as usize]);
            }
        }
        if self.params.discs_bounce == 0 {
            return;
        }
        for batch in row.all().filter(|batch| batch.restitution != [0.0; EIGHT]) {
            batch.at_ease = lanes_at_ease(|i| self.particles[i as usize], [&batch.owners, &batch.partners], are_loose);
        }
    }
}

#[cfg(test)]
mod one_by_one {
    use super::*;
    use crate::cpu::bounce::thrown_apart;
    use crate::cpu::exact::product;
    use crate::cpu::impulse::may_rebound;
    use crate::cpu::rough_contact::{Meeting, OneByOne, Solved, rubbed};

    impl OneByOne for Relax<'_> {
        #[inline(always)]
        fn solved(&self, m: &Meeting) -> Solved {
            let hit = m.bounces && may_rebound(self.params, m.at_ease, m.speed, m.gap);
            let rebound = if hit { thrown_apart(m.speed, m.gap, -m.half, m.half, m.restitution) } else { m.speed };
            let wanted = product(product(m.mass, self.params.relax_gain), rebound + m.gap.max(0.0));
            rubbed(m, (m.impulse[0] - wanted).max(0.0), product(m.mass, rebound - m.speed))
        }

        #[inline(always)]
        fn are_at_ease(&self, this: &Particle, other: &Particle) -> bool {
            are_loose(this, other)
        }

        #[inline(always)]
        unsafe fn particle(&self, i: usize) -> Particle {
            self.particles[i]
        }

        #[inline(always)]
        unsafe fn touched(&self, _: usize, _: u32) {}
    }
}
