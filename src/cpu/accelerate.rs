//! Twin of `accelerate.wgsl`: what changes displacements before anything is touched; births and removals.

use super::motion::{accelerated, outside_margin};
use super::{CountersCell, parallel};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn accelerate(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    births: &[u32],
    counters: &CountersCell,
) {
    parallel::for_each(particles, displacements, |_, particle, displacement| {
        match particle.phase() {
            Phase::Unborn if births[particle.id as usize] <= substep.index => *particle = particle.with_phase(Phase::Live),
            Phase::Live => {}
            _ => return,
        }
        if outside_margin(params, particle.position) {
            counters.removed();
            *particle = particle.with_phase(Phase::Removed);
            *displacement = [0, 0];
            return;
        }
        *particle = particle.with_touching(0);
        let acceleration = accelerated(params, substep, particle.position, *displacement);
        *displacement = counters.held(acceleration.displacement, acceleration.held);
    });
}
