//! Twin of `bounce.wgsl`: how collisions throw discs back.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use super::exact::{float_of, inverse_root, product};
use super::vectors::lanes;
use crate::world::params::Substep;
use crate::world::particle::{Particle, Phase};

/// Twin of `Fall`: what gravity does to discs that bounce, in displacement units a substep.
#[derive(Clone, Copy)]
pub struct Fall {
    /// By how much displacements are ahead of the speeds at the discs' places.
    pub lead: [f32; 2],
    /// Half of a substep's gravity.
    pub half: [f32; 2],
}

impl Fall {
    /// Where nothing falls.
    pub const NONE: Self = Self { lead: [0.0; 2], half: [0.0; 2] };

    /// Twin of `fall_ahead`: before motion.
    #[inline(always)]
    pub fn ahead(substep: &Substep) -> Self {
        let half = half_of_gravity(substep);
        Self { lead: half, half }
    }

    /// Twin of `fall_behind`: after motion.
    #[inline(always)]
    pub fn behind(substep: &Substep) -> Self {
        let half = half_of_gravity(substep);
        Self { lead: half.map(|half| -half), half }
    }
}

/// Twin of `half_of_gravity`: by how much a displacement is ahead of the speed at a place from which it is yet to lead; behind it,
/// where it has led there.
#[inline(always)]
pub fn half_of_gravity(substep: &Substep) -> [f32; 2] {
    substep.gravity.map(|gravity| product(float_of(gravity), 0.5))
}

/// Twin of `half_of_contact`: the part of half of the gravity along the normal of a contact, none where both discs fall.
#[inline(always)]
pub fn half_of_contact(this: &Particle, other: &Particle, normal: [f32; 2], half: [f32; 2]) -> f32 {
    let along = product(half[0], normal[0]) + product(half[1], normal[1]);
    match [this, other].map(|particle| particle.phase() == Phase::Live) {
        [true, false] => along,
        [false, true] => -along,
        _ => 0.0,
    }
}

/// Twin of `gained`: what the square of a speed gains on so long a way, by half of the gravity along it.
#[inline(always)]
pub fn gained(half: f32, way: f32) -> f32 {
    product(product(4.0, half), way)
}

/// Twin of `thrown_back`: the speed after a collision, `lead` ahead of the one at the place as the speed before it is. From there to
/// what is hit its square grows by `gain`.
#[inline(always)]
pub fn thrown_back(speed: f32, lead: f32, gain: f32, restitution: f32) -> f32 {
    let back = product(lead - speed, restitution);
    let lost = product(gain, 1.0 - product(restitution, restitution));
    let square = (product(back, back) - lost).max(0.0);
    let slower = product(square, inverse_root(square));
    let slower = if back > 0.0 { slower } else { -slower };
    lead + if lost == 0.0 { back } else { slower }
}

/// Twin of `thrown_apart`: the same of the speed with which two discs separate, across a gap.
#[inline(always)]
pub fn thrown_apart(speed: f32, gap: f32, lead: f32, half: f32, restitution: f32) -> f32 {
    thrown_back(speed, lead, gained(half, -gap.max(speed)), restitution)
}

/// [`thrown_apart`] of eight contacts.
#[inline(always)]
pub fn thrown_apart_eight<S: Simd>(speed: f32x8<S>, gap: f32x8<S>, lead: f32x8<S>, half: f32x8<S>, restitution: f32x8<S>) -> f32x8<S> {
    thrown_back_eight(speed, lead, gained_eight(half, -gap.max(speed)), restitution)
}

/// [`gained`] of eight contacts.
#[inline(always)]
fn gained_eight<S: Simd>(half: f32x8<S>, way: f32x8<S>) -> f32x8<S> {
    half * 4.0 * way
}

/// [`thrown_back`] of eight contacts.
#[inline(always)]
fn thrown_back_eight<S: Simd>(speed: f32x8<S>, lead: f32x8<S>, gain: f32x8<S>, restitution: f32x8<S>) -> f32x8<S> {
    let simd = speed.token();
    let back = (lead - speed) * restitution;
    let lost = gain * (f32x8::splat(simd, 1.0) - restitution * restitution);
    let square = (back * back - lost).max(0.0);
    let slower = square * lanes::inverse_root(simd, square);
    let slower = back.simd_gt(0.0).select(slower, -slower);
    lead + lost.simd_eq(0.0).select(back, slower)
}
