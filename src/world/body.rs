//! What of a disc is not the same for all: its mass, its surface and its rotation.

use bytemuck::{Pod, Zeroable};

use super::fixed::{FRACTION_BITS, MAX_DISPLACEMENT};
use super::spec::{MaterialSpec, ParticleSpec};

/// The body of a particle, beside its [`Particle`](super::particle::Particle) record and in the same order; only in worlds
/// where discs differ in mass or surface, or rub ([`World::is_rough`](super::World::is_rough)). Equals `Body` in `body.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Body {
    /// Mass of the heaviest disc of the scene over the mass of this one; 0 for a pinned one.
    pub inverse_mass: f32,
    /// Roots of friction (bits 0–15, in `2^-12`) and of restitution (bits 16–31, in `2^-15`).
    pub surface: u32,
    /// What the rim moves round the centre in a substep, counter-clockwise, in displacement units: the angular velocity
    /// times the radius.
    pub spin: i32,
    /// Angle, counter-clockwise, `2^32` to a turn.
    pub angle: u32,
}

/// Unit of the root of a friction coefficient: `2^-12`.
pub const FRICTION_UNIT: f64 = 1.0 / 4096.0;
/// Unit of the root of a restitution: `2^-15`.
pub const RESTITUTION_UNIT: f64 = 1.0 / 32768.0;
/// Greatest friction coefficient: its root fits 16 bits.
pub const MAX_FRICTION: f64 = 100.0;
/// Greatest ratio of two masses of one world: with more, the speed that a light disc gets from a heavy one would be
/// rounded away or not fit.
pub const MAX_MASS_RATIO: f64 = 1e6;

/// How many times as much as the heaviest disc of the start one that joins may weigh: a mass is summed up in 32 bits, 24 of them
/// behind the point.
pub const MAX_JOINING_MASS: f64 = 255.0;

/// Inverse masses of discs that move, in units of the heaviest of the start.
pub(crate) const INVERSE_MASSES: std::ops::RangeInclusive<f32> = (1.0 / MAX_JOINING_MASS) as f32..=MAX_MASS_RATIO as f32;

/// A third, rounded: what of a contact's mass resists slipping, since a solid disc turns half as heavily as it moves.
pub(crate) const ONE_THIRD: f32 = 1.0 / 3.0;
/// Turned by a spin of one displacement unit on a radius of one step, `2^32` to a turn: `2^32 / (2π · 16)`.
pub(crate) const TURN_PER_SPIN: f32 = (TURN / (std::f64::consts::TAU * (1u32 << FRACTION_BITS) as f64)) as f32;
/// A whole turn in units of an angle.
const TURN: f64 = 4_294_967_296.0;
/// The greatest `f32` that converts to an `i32`: half a turn.
pub(crate) const HALF_TURN: f32 = 2_147_483_520.0;

/// Both roots of a surface, packed.
fn surface(material: &MaterialSpec) -> u32 {
    let root = |value: f64, unit: f64| (libm::sqrt(value) / unit).round() as u32;
    root(material.friction, FRICTION_UNIT) | root(material.restitution, RESTITUTION_UNIT) << 16
}

/// Mass of the heaviest disc over the mass of a particle; 0 for a pinned one.
pub(super) fn inverse_mass(material: &MaterialSpec, particle: &ParticleSpec, heaviest: f64) -> f32 {
    if particle.pinned { 0.0 } else { (heaviest / material.mass_of(particle.radius)) as f32 }
}

/// An angle in radians as one of [`Body::angle`]; a turn is the same as none.
pub(crate) fn turned_by(radians: f64) -> u32 {
    ((radians / std::f64::consts::TAU).rem_euclid(1.0) * TURN).round() as u64 as u32
}

impl Body {
    /// The body of a particle of a world whose heaviest disc weighs `heaviest`, without a spin.
    pub(super) fn new(materials: &[MaterialSpec], particle: &ParticleSpec, heaviest: f64) -> Self {
        let material = &materials[usize::from(particle.material)];
        Self {
            inverse_mass: inverse_mass(material, particle, heaviest),
            surface: surface(material),
            spin: 0,
            angle: turned_by(particle.angle.into()),
        }
    }

    /// The body of a particle of a world where all are alike.
    pub(super) fn alike(particle: &ParticleSpec) -> Self {
        Self { inverse_mass: if particle.pinned { 0.0 } else { 1.0 }, ..Self::default() }
    }

    /// The angle in radians, from 0 to 2π.
    pub fn radians(&self) -> f64 {
        f64::from(self.angle) / TURN * std::f64::consts::TAU
    }

    /// Whether it can be that of a particle that is pinned or not.
    pub(super) fn fits(&self, pinned: bool) -> bool {
        let friction_fits = f64::from(self.surface & 0xFFFF) * FRICTION_UNIT <= libm::sqrt(MAX_FRICTION);
        friction_fits
            && self.surface >> 16 <= 1 << 15
            && self.spin.unsigned_abs() <= MAX_DISPLACEMENT as u32
            && if pinned { self.inverse_mass == 0.0 } else { INVERSE_MASSES.contains(&self.inverse_mass) }
    }
}
