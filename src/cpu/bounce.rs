//! Twin of `bounce.wgsl`: how collisions throw discs back.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use super::exact::{float_of, product};
use crate::world::params::Substep;
use crate::world::particle::{Particle, Phase};

/// Twin of `half_of_gravity`: by how much a displacement is ahead of the speed at a place from which it is yet to lead; behind it,
/// where it has led there.
#[inline(always)]
pub fn half_of_gravity(substep: &Substep) -> [f32; 2] {
    substep.gravity.map(|gravity| product(float_of(gravity), 0.5))
}

/// Twin of `lead_of_contact`: the part of half of the gravity along the normal of a contact, none where both discs fall.
#[inline(always)]
pub fn lead_of_contact(this: &Particle, other: &Particle, normal: [f32; 2], half: [f32; 2]) -> f32 {
    let lead = product(half[0], normal[0]) + product(half[1], normal[1]);
    match [this, other].map(|particle| particle.phase() == Phase::Live) {
        [true, false] => lead,
        [false, true] => -lead,
        _ => 0.0,
    }
}

/// Twin of `thrown_back`: the speed after a collision, `lead` ahead of the one at the place as the speed before it is.
#[inline(always)]
pub fn thrown_back(speed: f32, lead: f32, restitution: f32) -> f32 {
    lead + product(lead - speed, restitution)
}

/// [`thrown_back`] of eight contacts.
#[inline(always)]
pub fn thrown_back_eight<S: Simd>(speed: f32x8<S>, lead: f32x8<S>, restitution: f32x8<S>) -> f32x8<S> {
    lead + (lead - speed) * restitution
}
