//! Twin of `push_contacts.wgsl`: the first sweep of a substep.

use wide::{f32x4, u32x4};

use super::CountersCell;
use super::exact::product;
use super::scattered::Scattered;
use super::sweep::{Kind, Sweep};
use super::sweep_lanes::LANES;
use crate::world::contacts::ContactRow;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

struct Push<'a> {
    params: &'a Params,
    particles: Scattered<'a, Particle>,
}

/// Twin of the entry point.
pub fn push_contacts(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    cell_starts: &[u32],
    contacts: &mut [ContactRow],
    counters: &CountersCell,
) {
    let kind = Push { params, particles: Scattered::new(particles) };
    let (displacements, contacts) = (Scattered::new(displacements), Scattered::new(contacts));
    Sweep { kind, params, cell_starts, displacements, contacts, counters, backwards: substep.index & 1 != 0 }.run();
}

impl Kind for Push<'_> {
    #[inline(always)]
    fn impulse_after(&self, speed: f32, gap: f32, mass: f32, impulse: f32) -> f32 {
        let p = self.params;
        let wanted = product(product(mass, p.push_share), speed + product(gap, p.push_rate));
        (impulse - wanted - product(impulse, p.impulse_leak)).max(0.0)
    }

    #[inline(always)]
    fn impulses_after(&self, speed: f32x4, gap: f32x4, mass: f32x4, impulse: f32x4) -> f32x4 {
        let p = self.params;
        let wanted = mass * f32x4::splat(p.push_share) * (speed + gap * f32x4::splat(p.push_rate));
        (impulse - wanted - impulse * f32x4::splat(p.impulse_leak)).fast_max(f32x4::splat(0.0))
    }

    #[inline(always)]
    unsafe fn particle(&self, i: usize) -> Particle {
        // SAFETY: the caller's.
        unsafe { self.particles.read(i) }
    }

    #[inline(always)]
    unsafe fn touched_four(&self, indices: [usize; LANES], info: u32x4) {
        for (i, info) in indices.into_iter().zip(info.to_array()) {
            // SAFETY: the caller's.
            unsafe { self.particles.at(i).info = info };
        }
    }

    /// The contacts of live particles are counted here, for colour.
    #[inline(always)]
    unsafe fn touched(&self, i: usize, count: u32) {
        // SAFETY: the caller's.
        unsafe {
            let particle = self.particles.read(i);
            if particle.phase() == Phase::Live {
                self.particles.write(i, particle.with_touching(particle.touching() + count));
            }
        }
    }
}
