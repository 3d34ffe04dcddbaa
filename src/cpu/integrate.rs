//! Twin of `integrate.wgsl`: moves each particle by its displacement, after drag, gravity and the tool, and counts it into its cell.

use std::sync::atomic::AtomicU32;

use fearless_simd::prelude::*;
use rayon::prelude::*;

use super::GRAIN;
use super::dim2::moved;
use super::fours::{Each, for_each_of_run};
use super::grid_count::Shares;
use super::motion::{Motion, outside_margin};
use super::particle_lanes::{self, LANES, Particles};
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
    let shares = Shares::new(motion.params, particles, cell_counts);
    let pass = Integrate(motion);
    let runs = particles.par_chunks_mut(shares.run).zip(displacements.par_chunks_mut(shares.run)).zip(ranks.par_chunks_mut(shares.run));
    let others = shares.count_runs(runs, |share, ((particles, displacements), ranks)| {
        // Few at a time, so that they are counted while they are near.
        let parts = particles.chunks_mut(GRAIN).zip(displacements.chunks_mut(GRAIN)).zip(ranks.chunks_mut(GRAIN));
        for ((particles, displacements), ranks) in parts {
            for_each_of_run(&pass, particles, displacements);
            share.count(particles, ranks);
        }
    });
    shares.count_others(others, particles, ranks);
}

impl Each for Integrate<'_> {
    #[inline(always)]
    fn four<S: Simd>(&self, simd: S, particles: &mut [Particle; LANES], displacements: &mut [Displacement; LANES]) -> bool {
        let Motion { params, substep, falls_only, .. } = self.0;
        let way = particle_lanes::sum(particle_lanes::load(simd, displacements), *substep.gravity);
        let before = Particles::load(simd, particles);
        let after = before.moved(way);
        let plain = before.are(Phase::Live) & particle_lanes::fit(way) & after.are_in(*params.grid_extent);
        if !falls_only || !plain.all_true() {
            return false;
        }
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
}
