//! Twin of `integrate.wgsl`: moves each particle by its displacement, after drag, gravity and the tool.

use fearless_simd::prelude::*;
use fearless_simd::{Level as Instructions, dispatch};
use rayon::prelude::*;

use super::dim2::moved;
use super::motion::{accelerated, falls_only, outside_margin};
use super::particle_lanes::{self, LANES, Particles};
use super::{CountersCell, GRAIN};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn integrate(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    births: &[u32],
    counters: &CountersCell,
) {
    let falls_only = falls_only(params, substep);
    particles.par_chunks_mut(GRAIN).zip(displacements.par_chunks_mut(GRAIN)).for_each(|(particles, displacements)| {
        dispatch!(Instructions::new(), simd => {
            let (fours, rest) = particles.as_chunks_mut::<LANES>();
            let (displacement_fours, displacement_rest) = displacements.as_chunks_mut::<LANES>();
            for (four, displacement_four) in fours.iter_mut().zip(displacement_fours) {
                if !falls_only || !fall_four(simd, params, substep, four, displacement_four) {
                    integrate_each(params, substep, four, displacement_four, births, counters);
                }
            }
            integrate_each(params, substep, rest, displacement_rest, births, counters);
        });
    });
}

/// Moves four particles that gravity alone accelerates; none where one of them takes more care.
#[inline(always)]
fn fall_four<S: Simd>(
    simd: S,
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle; LANES],
    displacements: &mut [Displacement; LANES],
) -> bool {
    let before = Particles::load(simd, particles);
    let [x, y] = particle_lanes::load(simd, displacements);
    let way = [x + substep.gravity[0], y + substep.gravity[1]];
    let after = before.moved(way);
    let plain = before.are(Phase::Live) & particle_lanes::fit(way) & after.are_in(params.grid_extent.0);
    if !plain.all_true() {
        return false;
    }
    after.store(simd, particles);
    particle_lanes::store(way, displacements);
    true
}

#[inline(never)]
fn integrate_each(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    births: &[u32],
    counters: &CountersCell,
) {
    for (particle, displacement) in particles.iter_mut().zip(displacements) {
        let before = match particle.phase() {
            Phase::Unborn if births[particle.id as usize] <= substep.index => particle.with_phase(Phase::Live),
            Phase::Live => *particle,
            _ => continue,
        };
        let acceleration = accelerated(params, substep, before.position, *displacement);
        // Written once, at the end: to read again what was just written in parts would take longer than all the rest.
        let way = counters.held(acceleration.displacement, acceleration.held);
        let after = moved(before, way);
        if outside_margin(params, after.position) {
            counters.removed();
            (*particle, *displacement) = (after.with_phase(Phase::Removed), [0, 0]);
        } else {
            (*particle, *displacement) = (after, way);
        }
    }
}
