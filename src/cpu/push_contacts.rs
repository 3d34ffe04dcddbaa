//! Twin of `push_contacts.wgsl`: the first sweep of a substep.

use bytemuck::cast;
use wide::{f32x4, i32x4};

use super::CountersCell;
use super::exact::product;
use super::impulse::Separation;
use super::scattered::Scattered;
use super::sweep::{ContactChange, Kind, Sweep};
use super::sweep_lanes::{Apart, Changes, select};
use crate::world::contacts::ContactRow;
use crate::world::fixed::DEEPEST_PUSH;
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
    fn contact_change(&self, apart: &Separation, speed: f32, mass: f32, impulse: f32) -> ContactChange {
        let p = self.params;
        let bounces = p.restitution > 0.0 && speed < -p.bounce_speed;
        let (bounce, rebound) = match bounces {
            true => (product(product(-1.0 - p.restitution, speed), mass), product(-p.restitution, speed)),
            false => (0.0, speed),
        };
        let overlap = apart.gap.max(product(apart.reach, -DEEPEST_PUSH));
        let wanted = product(product(mass, p.push_share), rebound + product(overlap, p.push_rate));
        let after = (impulse - wanted - product(impulse, p.impulse_leak)).max(0.0);
        ContactChange { impulse: after, applied: after - impulse + bounce }
    }

    #[inline(always)]
    fn contact_changes(&self, apart: &Apart, speed: f32x4, mass: f32x4, impulse: f32x4) -> Changes {
        let p = self.params;
        let (mut bounce, mut rebound) = (f32x4::splat(0.0), speed);
        if p.restitution > 0.0 {
            let bounces: i32x4 = cast(speed.simd_lt(f32x4::splat(-p.bounce_speed)));
            bounce = select(bounces, f32x4::splat(-1.0 - p.restitution) * speed * mass, bounce);
            rebound = select(bounces, f32x4::splat(-p.restitution) * speed, speed);
        }
        let overlap = apart.gap.fast_max(apart.reach * f32x4::splat(-DEEPEST_PUSH));
        let wanted = mass * f32x4::splat(p.push_share) * (rebound + overlap * f32x4::splat(p.push_rate));
        let after = (impulse - wanted - impulse * f32x4::splat(p.impulse_leak)).fast_max(f32x4::splat(0.0));
        Changes { impulse: after, applied: after - impulse + bounce }
    }

    #[inline(always)]
    unsafe fn particle(&self, i: usize) -> Particle {
        // SAFETY: the caller's.
        unsafe { self.particles.read(i) }
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
