//! Discs that overlap deeply are parted by sweeps that push: twins of `parted` and of what sweeps do with it.

use super::EIGHT;
use super::alike_batch::AlikeBatch;
use super::rough_batch::RoughBatch;
use crate::cpu::body::rough_change;
use crate::cpu::dim2::moved;
use crate::cpu::exact::product;
use crate::cpu::impulse::{Separation, are_near, contact_mass, impulse_change, may_part, parting};
use crate::cpu::threads::scattered::Scattered;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Parts two alike discs, which may be parted, if they overlap deeply; `mass` is that of their contact.
///
/// # Safety
/// They are two, and no other thread reads or writes them.
pub unsafe fn part(params: &Params, particles: &Scattered<'_, Particle>, [i, j]: [usize; 2], apart: &Separation, mass: f32) {
    // SAFETY: the caller's.
    let (ours, theirs) = unsafe { (particles.at(i), particles.at(j)) };
    let wanted = product(mass, parting(params, apart.gap, ours, theirs));
    let change = impulse_change(wanted, apart.normal);
    move_if_live(ours, change);
    move_if_live(theirs, change.map(|c| -c));
}

/// Parts two rough discs, which may be parted, if they overlap deeply; `mass` is that of their contact.
///
/// # Safety
/// They are two, and no other thread reads or writes them.
pub unsafe fn part_rough(
    params: &Params,
    particles: &Scattered<'_, Particle>,
    [i, j]: [usize; 2],
    apart: &Separation,
    mass: f32,
    inverse_masses: [f32; 2],
) {
    // SAFETY: the caller's.
    let (ours, theirs) = unsafe { (particles.at(i), particles.at(j)) };
    let wanted = [product(mass, parting(params, apart.gap, ours, theirs)), 0.0];
    let [change, opposite] = inverse_masses.map(|inverse_mass| rough_change(wanted, inverse_mass, apart.normal));
    *ours = moved(*ours, change);
    *theirs = moved(*theirs, opposite.map(|c| -c));
}

/// [`part`] of the contacts of a batch that may be parted; returns whether there is one.
///
/// # Safety
/// No other thread reads or writes their discs.
#[cold]
#[inline(never)]
pub unsafe fn part_batch(
    params: &Params,
    particles: &Scattered<'_, Particle>,
    displacements: &Scattered<'_, Displacement>,
    batch: &AlikeBatch,
) -> bool {
    let mut parted = false;
    for lane in lanes(batch.deep & batch.used) {
        let discs = [batch.owners[lane] as usize, batch.partners[lane] as usize];
        let apart = batch.gaps.of(lane);
        // SAFETY: the caller's.
        unsafe {
            let mass = contact_mass(&particles.read(discs[0]), &particles.read(discs[1]));
            if may_part(params, true, discs.map(|i| displacements.read(i)), apart.gap, mass, batch.impulses[lane]) {
                part(params, particles, discs, &apart, mass);
                parted = true;
            }
        }
    }
    parted
}

/// [`part_rough`] of the contacts of a batch that may be parted; returns whether there is one.
///
/// # Safety
/// No other thread reads or writes their discs.
#[cold]
#[inline(never)]
pub unsafe fn part_rough_batch(
    params: &Params,
    particles: &Scattered<'_, Particle>,
    displacements: &Scattered<'_, Displacement>,
    batch: &RoughBatch,
) -> bool {
    let mut parted = false;
    for lane in lanes(batch.deep & batch.used) {
        let discs = [batch.owners[lane] as usize, batch.partners[lane] as usize];
        let inverse_masses = batch.inverse_masses.map(|side| side[lane]);
        // SAFETY: the caller's.
        unsafe {
            let displacements = discs.map(|i| displacements.read(i));
            let (apart, mass, impulse) = (batch.gaps.of(lane), batch.mass[lane], batch.impulses[0][lane]);
            if may_part(params, are_near(mass, inverse_masses), displacements, apart.gap, mass, impulse) {
                part_rough(params, particles, discs, &apart, mass, inverse_masses);
                parted = true;
            }
        }
    }
    parted
}

/// The lanes of a mask.
fn lanes(mask: u8) -> impl Iterator<Item = usize> {
    (0..EIGHT).filter(move |lane| mask >> lane & 1 == 1)
}

fn move_if_live(particle: &mut Particle, change: Displacement) {
    if particle.phase() == Phase::Live {
        *particle = moved(*particle, change);
    }
}
