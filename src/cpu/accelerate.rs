//! Twin of `accelerate.wgsl`: what changes displacements before anything is touched; births and removals. Counts particles into
//! their cells at once.

use std::sync::atomic::AtomicU32;

use fearless_simd::prelude::*;
use fearless_simd::u32x4;

use super::grid_count::for_each_and_count;
use super::motion::{Motion, outside_margin};
use super::vectors::fours::Each;
use super::vectors::particle_lanes::{self, FOUR, Particles};
use crate::world::particle::{Displacement, MAX_TOUCHING, Particle, Phase, TOUCHING_SHIFT};

/// The pass.
pub struct Accelerate<'a>(pub Motion<'a>);

/// Twin of the entry point. `cell_counts` is zero on entry.
pub fn accelerate(
    motion: Motion<'_>,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    cell_counts: &[AtomicU32],
    ranks: &mut [u32],
) {
    for_each_and_count(motion.params, &Accelerate(motion), particles, displacements, cell_counts, ranks);
}

impl Each for Accelerate<'_> {
    #[inline(always)]
    fn four<S: Simd>(&self, simd: S, particles: &mut [Particle; FOUR], displacements: &mut [Displacement; FOUR]) -> bool {
        let Motion { params, falls_only, .. } = self.0;
        let way = self.0.fallen(simd, particle_lanes::load(simd, displacements));
        let four = Particles::load(simd, particles);
        let plain = four.are(Phase::Live) & particle_lanes::fit(way) & four.are_in(*params.grid_extent);
        if !falls_only || !plain.all_true() {
            return false;
        }
        // Most substeps count no contacts: then there is nothing to be taken back by the next.
        if !(four.info & (MAX_TOUCHING << TOUCHING_SHIFT)).simd_eq(0).all_true() {
            four.with_touching(u32x4::splat(simd, 0)).store(simd, particles);
        }
        particle_lanes::store(way, displacements);
        true
    }

    fn one(&self, particle: &mut Particle, displacement: &mut Displacement) {
        let Some(live) = self.0.live(particle).map(|live| live.with_touching(0)) else { return };
        (*particle, *displacement) = if outside_margin(self.0.params, live.position) {
            self.0.removed(&live)
        } else {
            (live, self.0.accelerated(&live, *displacement))
        };
    }

    #[inline(always)]
    fn rests(&self, outside: &[Particle]) -> bool {
        self.0.stay_outside(outside)
    }
}
