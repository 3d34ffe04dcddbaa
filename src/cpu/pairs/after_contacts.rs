//! What more is done with particles of which the plain solver has just corrected the contacts, while they are near.

use fearless_simd::Simd;

use crate::cpu::solve_contacts::Strip;
use crate::cpu::vectors::particle_lanes::{Displacements, Particles};
use crate::world::particle::{Displacement, Particle};

/// What is done with particles at once when they are corrected.
pub trait AfterContacts: Sync {
    /// With four; `None` where one of them is a special case.
    fn four<S: Simd>(&self, simd: S, particles: Particles<S>, displacements: Displacements<S>) -> Option<(Particles<S>, Displacements<S>)>;

    /// With one, whatever it is.
    fn one(&self, particle: &mut Particle, displacement: &mut Displacement);

    /// With a strip whose particles are all done.
    fn strip(&self, strip: Strip<'_>);
}

/// Nothing more.
pub struct Nothing;

impl AfterContacts for Nothing {
    #[inline(always)]
    fn four<S: Simd>(&self, _: S, particles: Particles<S>, displacements: Displacements<S>) -> Option<(Particles<S>, Displacements<S>)> {
        Some((particles, displacements))
    }

    fn one(&self, _: &mut Particle, _: &mut Displacement) {}

    fn strip(&self, _: Strip<'_>) {}
}

/// [`AfterContacts::one`] with each.
#[inline(never)]
pub fn one_by_one(after: &impl AfterContacts, particles: &mut [Particle], displacements: &mut [Displacement]) {
    particles.iter_mut().zip(displacements).for_each(|(particle, displacement)| after.one(particle, displacement));
}
