//! Twin of `push_rough_contacts.wgsl`: the first sweep of a substep over rough discs.

use super::CountersCell;
use super::exact::product;
use super::rough_sweep::{Meeting, RoughKind, RoughSweep, Solved, rubbed};
use super::scattered::Scattered;
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

struct Push<'a> {
    params: &'a Params,
    particles: Scattered<'a, Particle>,
}

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn push_rough_contacts(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
    cell_starts: &[u32],
    contacts: &mut [ContactRow],
    tangents: &mut [f32],
    chains: &[u32],
    counters: &CountersCell,
) {
    let kind = Push { params, particles: Scattered::new(particles) };
    let (displacements, bodies) = (Scattered::new(displacements), Scattered::new(bodies));
    let (contacts, tangents) = (Scattered::new(contacts), Scattered::new(tangents));
    let backwards = substep.index & 1 != 0;
    RoughSweep { kind, params, cell_starts, displacements, bodies, contacts, tangents, chains, counters, backwards }.run();
}

impl RoughKind for Push<'_> {
    #[inline(always)]
    fn solved(&self, m: &Meeting) -> Solved {
        let p = self.params;
        let wanted = product(product(m.mass, p.push_share), m.speed + product(m.gap, p.push_rate));
        rubbed(m, (m.impulse[0] - wanted - product(m.impulse[0], p.impulse_leak)).max(0.0))
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
        if particle.phase() == Phase::Live {
            *particle = particle.with_touching(particle.touching() + count);
        }
    }
}
