//! Twin of `impulse.wgsl`: what one contact of two discs does to their displacements.

use fearless_simd::prelude::*;
use fearless_simd::{f32x8, mask32x8};

use super::contact::coincident_normal;
use super::dim2::offset;
use super::exact::{float_of, inverse_root, product, rounded};
use crate::world::fixed::{
    BOUNCE_LOAD, FRACTION_BITS, FRESH_SUBSTEPS, JUST_MET_SUBSTEPS, MAX_IMPULSE, PARTING_DEPTH, PARTING_MASSES, WEDGED,
};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Displacement units in a step.
pub const UNITS_PER_STEP: f32 = (1 << FRACTION_BITS) as f32;

/// Twin of `Separation`: how two discs stand to each other.
#[derive(Clone, Copy)]
pub struct Separation {
    /// Displacement units; negative where they overlap.
    pub gap: f32,
    /// From the other to this one.
    pub normal: [f32; 2],
}

/// Twin of `separation`.
#[inline(always)]
pub fn separation(this: &Particle, other: &Particle) -> Separation {
    let offset = offset(this.position, other.position);
    let reach = (this.radius() + other.radius()) as f32;
    if offset == [0, 0] {
        let normal = coincident_normal(this.label(), other.label());
        return Separation { gap: product(-reach, UNITS_PER_STEP), normal };
    }
    let d = offset.map(|o| o as f32);
    let d2 = product(d[0], d[0]) + product(d[1], d[1]);
    let inverse = inverse_root(d2);
    let gap = product(d2, inverse) - reach;
    let normal = [product(d[0], inverse), product(d[1], inverse)];
    Separation { gap: product(gap, UNITS_PER_STEP), normal }
}

/// Twin of `parting`: by how much two discs that overlap deeply are parted without getting any speed.
#[inline(always)]
pub fn parting(params: &Params, gap: f32, this: &Particle, other: &Particle) -> f32 {
    let reach = (this.radius() + other.radius()) as f32;
    product((-gap - product(reach, PARTING_DEPTH)).max(0.0), params.parting_share)
}

/// Twin of `may_part`: whether two discs with these displacements may be parted.
#[inline(always)]
pub fn may_part(params: &Params, near: bool, displacements: [Displacement; 2], gap: f32, mass: f32, impulse: f32) -> bool {
    let slow = displacements.iter().flatten().all(|d| d.abs() <= params.parting_speed);
    (near && slow) || impulse <= product(mass, -gap)
}

/// Twin of `are_near`: whether two masses are near each other, or one is infinite.
#[inline(always)]
pub fn are_near(mass: f32, [first, second]: [f32; 2]) -> bool {
    product(mass, first.max(second)) <= PARTING_MASSES || first.min(second) == 0.0
}

/// Twin of `contact_mass`: 1 / (the sum of the inverse masses).
#[inline(always)]
pub fn contact_mass(this: &Particle, other: &Particle) -> f32 {
    if this.phase() == Phase::Live && other.phase() == Phase::Live { 0.5 } else { 1.0 }
}

/// Twin of `are_free`: whether neither disc is loaded.
#[inline(always)]
pub fn are_free(this: &Particle, other: &Particle) -> bool {
    !this.is_loaded() && !other.is_loaded()
}

/// Twin of `separating_speed`, in displacement units; negative where they approach.
#[inline(always)]
pub fn separating_speed(this: Displacement, other: Displacement, normal: [f32; 2]) -> f32 {
    let relative = offset(this, other);
    product(float_of(relative[0]), normal[0]) + product(float_of(relative[1]), normal[1])
}

/// Twin of `after_push`: what the first sweep makes of an impulse.
#[inline(always)]
pub fn after_push(params: &Params, mass: f32, speed: f32, gap: f32, impulse: f32) -> f32 {
    let share = product(mass, params.push_share);
    let leak = product(impulse, params.impulse_leak);
    let taken = product(share, speed + product(gap, params.push_rate)).max(product(share, speed - params.push_limit) - leak);
    (impulse - taken - leak).max(0.0)
}

/// [`after_push`] of eight contacts.
#[inline(always)]
pub fn after_push_eight<S: Simd>(params: &Params, mass: f32x8<S>, speed: f32x8<S>, gap: f32x8<S>, impulse: f32x8<S>) -> f32x8<S> {
    let (share, leak) = (mass * params.push_share, impulse * params.impulse_leak);
    let taken = (share * (speed + gap * params.push_rate)).max(share * (speed - params.push_limit) - leak);
    (impulse - taken - leak).max(0.0)
}

/// Twin of `bounces`: whether two discs bounce.
#[inline(always)]
pub fn bounces(params: &Params, restitution: f32, speed: f32, gap: f32, mass: f32, impulse: f32) -> bool {
    let collides = speed + gap.max(0.0) < 0.0 && speed < -params.bounce_speed;
    let fresh = product(FRESH_SUBSTEPS, -speed) >= -gap && product(mass, -speed) >= product(BOUNCE_LOAD, impulse);
    params.discs_bounce != 0 && restitution > 0.0 && collides && fresh
}

/// [`bounces`] of eight contacts.
#[inline(always)]
pub fn bounces_eight<S: Simd>(
    params: &Params,
    restitution: f32x8<S>,
    speed: f32x8<S>,
    gap: f32x8<S>,
    mass: f32x8<S>,
    impulse: f32x8<S>,
) -> mask32x8<S> {
    let collides = (speed + gap.max(0.0)).simd_lt(0.0) & speed.simd_lt(-params.bounce_speed);
    let fresh = (-speed * FRESH_SUBSTEPS).simd_ge(-gap) & (mass * -speed).simd_ge(impulse * BOUNCE_LOAD);
    // As if it were asked of each.
    let least = if params.discs_bounce != 0 { 0.0 } else { f32::INFINITY };
    restitution.simd_gt(least) & collides & fresh
}

/// Twin of `may_rebound`: after motion, whether two discs that collide may bounce.
#[inline(always)]
pub fn may_rebound(params: &Params, loose: bool, speed: f32, gap: f32) -> bool {
    loose || -gap <= params.wedged_bounce || met_lately(speed, gap)
}

/// [`may_rebound`] of eight contacts.
#[inline(always)]
pub fn may_rebound_eight<S: Simd>(params: &Params, loose: mask32x8<S>, speed: f32x8<S>, gap: f32x8<S>) -> mask32x8<S> {
    loose | (-gap).simd_le(params.wedged_bounce) | met_lately_eight(speed, gap)
}

/// Twin of `are_loose`: whether neither disc is wedged.
#[inline(always)]
pub fn are_loose(this: &Particle, other: &Particle) -> bool {
    this.touching().max(other.touching()) < WEDGED
}

/// Twin of `met_lately`: whether two discs that approach were apart a moment ago.
#[inline(always)]
fn met_lately(speed: f32, gap: f32) -> bool {
    product(JUST_MET_SUBSTEPS, -speed) >= -gap
}

/// [`met_lately`] of eight contacts.
#[inline(always)]
fn met_lately_eight<S: Simd>(speed: f32x8<S>, gap: f32x8<S>) -> mask32x8<S> {
    (-speed * JUST_MET_SUBSTEPS).simd_ge(-gap)
}

/// Twin of `just_met`: whether two discs that bounce have touched only now, and are not deep in each other after motion.
#[inline(always)]
pub fn just_met(params: &Params, speed: f32, gap: f32) -> bool {
    met_lately(speed, gap) && -gap - speed <= params.deepest_bounce
}

/// [`just_met`] of eight contacts.
#[inline(always)]
pub fn just_met_eight<S: Simd>(params: &Params, speed: f32x8<S>, gap: f32x8<S>) -> mask32x8<S> {
    met_lately_eight(speed, gap) & (-gap - speed).simd_le(params.deepest_bounce)
}

/// Twin of `impulse_change`: an impulse along the normal as a change of displacement.
#[inline(always)]
pub fn impulse_change(impulse: f32, normal: [f32; 2]) -> Displacement {
    let held = impulse.clamp(-MAX_IMPULSE, MAX_IMPULSE);
    normal.map(|n| rounded(product(held, n)))
}
