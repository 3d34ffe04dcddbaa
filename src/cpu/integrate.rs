//! Twin of `integrate.wgsl`: moves each particle by its displacement, after drag, gravity and the tool.

use super::dim2::moved;
use super::motion::{accelerated, outside_margin};
use super::{CountersCell, parallel};
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
    parallel::for_each(particles, displacements, |_, particle, displacement| {
        match particle.phase() {
            Phase::Unborn if births[particle.id as usize] <= substep.index => *particle = particle.with_phase(Phase::Live),
            Phase::Live => {}
            _ => return,
        }
        let acceleration = accelerated(params, substep, particle.position, *displacement);
        *displacement = counters.held(acceleration.displacement, acceleration.held);
        *particle = moved(*particle, *displacement);
        if outside_margin(params, particle.position) {
            counters.removed();
            *particle = particle.with_phase(Phase::Removed);
            *displacement = [0, 0];
        }
    });
}
