//! Twin of `friction.wgsl`: how discs rub, and what walls and obstacles do against rolling.

use super::exact::{float_of, product, rounded};
use crate::world::body::ONE_THIRD;
use crate::world::fixed::{MAX_DISPLACEMENT, MAX_IMPULSE};
use crate::world::particle::Displacement;

/// Twin of `Motion`: how a disc moves and turns.
#[derive(Clone, Copy)]
pub struct Motion {
    pub displacement: Displacement,
    /// What the rim moves round the centre in a substep.
    pub spin: i32,
}

/// Twin of `held_spin`.
#[inline(always)]
pub fn held_spin(spin: i32) -> i32 {
    spin.clamp(-MAX_DISPLACEMENT, MAX_DISPLACEMENT)
}

/// Twin of `stopping_impulse`: a slip of 1 takes a third of the mass of the contact.
#[inline(always)]
pub fn stopping_impulse(mass: f32, slip: f32) -> f32 {
    product(product(mass, ONE_THIRD), slip)
}

/// Twin of `rub_impulse`: in whole units, with which a wall or an obstacle rubs a disc of mass 1 that slips, at most the limit.
#[inline(always)]
fn rub_impulse(slip: f32, limit: f32, shift: f32) -> i32 {
    let most = rounded(limit.min(MAX_IMPULSE) + shift);
    rounded((-stopping_impulse(1.0, slip)).clamp(-MAX_IMPULSE, MAX_IMPULSE)).clamp(-most, most)
}

/// Twin of `Rub`: what walls and obstacles do to a rim.
pub struct Rub {
    /// Along the tangent, for a disc of mass 1.
    pub impulse: i32,
    /// Taken from the spin.
    pub spin: i32,
}

/// Twin of `rub`: what something rubs a disc with that presses it. Its rim would slide by `slide` if it did not turn, and `turn` is the
/// spin of one that turns with what it lies on; `limits` are those of the impulse along the tangent, and of that against rolling. A limit
/// of 0 does nothing, so that nothing is asked where rolling is not resisted.
#[inline(always)]
pub fn rub(slide: f32, spin: i32, turn: f32, [limit, against_rolling]: [f32; 2], shift: f32) -> Rub {
    let most = rounded(product(2.0, against_rolling).min(MAX_IMPULSE) + shift);
    let rolling = float_of(spin) - turn;
    let wanted = (rolling + product(2.0, slide - turn)).clamp(-float_of(most), float_of(most));
    let impulse = rub_impulse(slide - float_of(spin) + wanted, limit, shift);
    let left = (rolling - float_of(2 * impulse)).clamp(-MAX_IMPULSE, MAX_IMPULSE);
    Rub { impulse, spin: 2 * impulse + rounded(left).clamp(-most, most) }
}

/// Twin of `in_cone`, for the readable twins of sweeps: an impulse along the tangent keeps to Coulomb's cone.
#[cfg(test)]
#[inline(always)]
pub fn in_cone(impulse: f32, limit: f32) -> f32 {
    if limit == 0.0 { 0.0 } else { impulse.min(limit).max(-limit) }
}
