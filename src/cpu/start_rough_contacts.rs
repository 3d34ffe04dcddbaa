//! Twin of `start_rough_contacts.wgsl`: impulses of the last substep, to begin with.

use fearless_simd::prelude::*;

use super::batches::rough_batch::RoughBatch;
use super::batches::rough_sweep_lanes::{Meetings, Solved};
use super::batches::{Batches, Row};
use super::rough_sweep::{RoughKind, RoughSweep};
use super::swept::Swept;
use crate::world::body::Body;
use crate::world::levels::Level;
use crate::world::particle::Particle;

pub(super) struct Start<'a> {
    pub particles: &'a [Particle],
}

/// Twin of the entry point.
pub fn start_rough_contacts(
    swept: Swept<'_>,
    particles: &[Particle],
    bodies: &mut [Body],
    tangents: &mut [f32],
    batches: &Batches<RoughBatch>,
) {
    let kind = Start { particles };
    let backwards = swept.is_odd();
    RoughSweep::new(kind, swept, bodies, tangents, backwards, batches.lists_wait).run(batches);
}

impl RoughKind for Start<'_> {
    const CHANGES: bool = false;

    #[inline(always)]
    fn solved<S: Simd>(&self, m: &Meetings<S>) -> Solved<S> {
        Solved { impulse: m.impulse, given: m.impulse }
    }

    #[inline(always)]
    unsafe fn prepare<S: Simd>(&self, simd: S, sweep: &RoughSweep<'_, Self>, level: &Level, y: u32, row: &mut Row<RoughBatch>) {
        // SAFETY: the caller's.
        unsafe {
            sweep.complete(simd, self.particles, level, y, row);
        }
    }
}

#[cfg(test)]
mod one_by_one {
    use super::*;
    use crate::cpu::rough_contact::{Meeting, OneByOne, Solved};

    impl OneByOne for Start<'_> {
        const GIVES_BACK: bool = true;

        #[inline(always)]
        fn solved(&self, m: &Meeting) -> Solved {
            Solved { impulse: m.impulse, given: m.impulse }
        }

        #[inline(always)]
        fn are_at_ease(&self, _: &Particle, _: &Particle) -> bool {
            true
        }

        #[inline(always)]
        unsafe fn particle(&self, i: usize) -> Particle {
            self.particles[i]
        }

        #[inline(always)]
        unsafe fn touched(&self, _: usize, _: u32) {}
    }
}
