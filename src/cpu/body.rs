//! Twin of `body.wgsl`: what of a disc is not the same for all.

use super::dim2::sum;
use super::exact::{float_of, inverse_root, product, rounded};
use crate::world::body::{FRICTION_UNIT, HALF_TURN, RESTITUTION_UNIT, TURN_PER_SPIN};
use crate::world::fixed::MAX_IMPULSE;
use crate::world::particle::Displacement;

/// Twin of `friction_root`. Of two surfaces the geometric mean counts: the product of the roots.
#[inline(always)]
pub fn friction_root(surface: u32) -> f32 {
    product((surface & 0xFFFF) as f32, FRICTION_UNIT as f32)
}

/// Twin of `restitution_root`.
#[inline(always)]
pub fn restitution_root(surface: u32) -> f32 {
    product((surface >> 16) as f32, RESTITUTION_UNIT as f32)
}

/// Twin of `mass_of_contact`, used by readable twins: 1 / (the sum of the inverse masses).
#[inline(always)]
#[cfg(test)]
pub fn mass_of_contact(this: &crate::world::body::Body, other: &crate::world::body::Body) -> f32 {
    super::exact::reciprocal(this.inverse_mass + other.inverse_mass)
}

/// Twin of `rough_change`: an impulse along the normal and one along the tangent, which is the normal turned left by a
/// quarter, as a change of displacement.
#[inline(always)]
pub fn rough_change(impulse: [f32; 2], inverse_mass: f32, normal: [f32; 2]) -> Displacement {
    let [along, across] = impulse.map(|impulse| held_impulse(product(impulse, inverse_mass)));
    [rounded(product(along, normal[0]) - product(across, normal[1])), rounded(product(along, normal[1]) + product(across, normal[0]))]
}

/// Twin of `spin_change`, used by the readable twin of a sweep: what an impulse along the tangent of the contact changes the spin.
#[inline(always)]
#[cfg(test)]
pub fn spin_change(tangent_impulse: f32, inverse_mass: f32) -> i32 {
    -rounded(held_impulse(product(product(2.0, inverse_mass), tangent_impulse)))
}

/// Twin of `held_impulse`.
#[inline(always)]
pub fn held_impulse(impulse: f32) -> f32 {
    impulse.clamp(-MAX_IMPULSE, MAX_IMPULSE)
}

/// Twin of `turn_of`: what a disc has turned when its rim has moved by the spin, `2^32` to a turn.
#[inline(always)]
pub fn turn_of(spin: i32, radius: i32) -> u32 {
    let r = radius as f32;
    let turn = product(product(float_of(spin), inverse_root(product(r, r))), TURN_PER_SPIN);
    turn.clamp(-HALF_TURN, HALF_TURN) as i32 as u32
}

/// A displacement and its opposite by turns: `side` is 1 or -1.
#[inline(always)]
pub fn added(displacement: Displacement, change: Displacement, side: i32) -> Displacement {
    sum(displacement, change.map(|c| side * c))
}
