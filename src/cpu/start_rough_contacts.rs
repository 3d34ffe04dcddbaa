//! Twin of `start_rough_contacts.wgsl`: impulses of the last substep, to begin with.

use fearless_simd::prelude::*;

use super::CountersCell;
use super::batches::{Batches, Row};
use super::bounce::half_of_gravity;
use super::rough_batch::RoughBatch;
use super::rough_sweep::{RoughKind, RoughSweep};
use super::rough_sweep_lanes::{Meetings, Solved};
use super::scattered::Scattered;
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::levels::Level;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};

pub(super) struct Start<'a> {
    pub particles: &'a [Particle],
}

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn start_rough_contacts(
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
    let kind = Start { particles };
    let (displacements, bodies) = (Scattered::new(displacements), Scattered::new(bodies));
    let (contacts, tangents) = (Scattered::new(contacts), Scattered::new(tangents));
    let (backwards, half_of_gravity) = (substep.index & 1 != 0, half_of_gravity(substep));
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
        // What contacts carry stays as it is.
        lists_wait: true,
    };
    sweep.run(batches);
}

impl RoughKind for Start<'_> {
    #[inline(always)]
    fn solved<S: Simd>(&self, m: &Meetings<S>) -> Solved<S> {
        Solved { impulse: m.impulse, given: m.impulse }
    }

    #[inline(always)]
    unsafe fn prepare<S: Simd>(&self, simd: S, sweep: &RoughSweep<'_, Self>, level: &Level, y: u32, row: &mut Row<RoughBatch>) {
        // SAFETY: the caller's.
        unsafe {
            sweep.gather(simd, self.particles, level, y, row);
        }
    }
}

#[cfg(test)]
mod one_by_one {
    use super::*;
    use crate::cpu::rough_contact::{Meeting, OneByOne, Solved};

    impl OneByOne for Start<'_> {
        #[inline(always)]
        fn solved(&self, m: &Meeting) -> Solved {
            Solved { impulse: m.impulse, given: m.impulse }
        }

        #[inline(always)]
        unsafe fn particle(&self, i: usize) -> Particle {
            self.particles[i]
        }

        #[inline(always)]
        unsafe fn touched(&self, _: usize, _: u32) {}
    }
}
