//! Twin of `integrate.wgsl`: moves each particle by its displacement, after drag, gravity and the tool, and counts it into its cell.

use std::sync::atomic::AtomicU32;

use fearless_simd::prelude::*;

use super::dim2::moved;
use super::grid_count::for_each_and_count;
use super::motion::{Motion, outside_margin};
use super::vectors::fours::Each;
use super::vectors::particle_lanes::{self, Displacements, FOUR, Particles};
use crate::world::particle::{Displacement, Particle, Phase};

/// The pass.
pub struct Integrate<'a>(pub Motion<'a>);

/// Twin of the entry point. `cell_counts` is zero on entry.
pub fn integrate(
    motion: Motion<'_>,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    cell_counts: &[AtomicU32],
    ranks: &mut [u32],
) {
    for_each_and_count(motion.params, &Integrate(motion), particles, displacements, cell_counts, ranks);
}

impl Integrate<'_> {
    /// What becomes of four; `None` where one of them is a special case.
    #[inline(always)]
    pub fn moved<S: Simd>(
        &self,
        simd: S,
        before: Particles<S>,
        displacements: Displacements<S>,
    ) -> Option<(Particles<S>, Displacements<S>)> {
        let Motion { params, falls_only, .. } = self.0;
        let way = self.0.fallen(simd, displacements);
        let after = before.moved(way);
        let plain = before.are(Phase::Live) & particle_lanes::fit(way) & after.are_in(*params.grid_extent);
        (falls_only && plain.all_true()).then_some((after, way))
    }
}

impl Each for Integrate<'_> {
    #[inline(always)]
    fn four<S: Simd>(&self, simd: S, particles: &mut [Particle; FOUR], displacements: &mut [Displacement; FOUR]) -> bool {
        let (before, way) = (Particles::load(simd, particles), particle_lanes::load(simd, displacements));
        let Some((after, way)) = self.moved(simd, before, way) else { return false };
        after.store(simd, particles);
        particle_lanes::store(way, displacements);
        true
    }

    fn one(&self, particle: &mut Particle, displacement: &mut Displacement) {
        let Some(before) = self.0.live(particle) else { return };
        // Written once, at the end: to read again what was just written in parts would take longer than all the rest.
        let way = self.0.accelerated(&before, *displacement);
        let after = moved(before, way);
        let outside = outside_margin(self.0.params, after.position);
        (*particle, *displacement) = if outside { self.0.removed(&after) } else { (after, way) };
    }

    #[inline(always)]
    fn rests(&self, outside: &[Particle]) -> bool {
        self.0.stay_outside(outside)
    }
}
