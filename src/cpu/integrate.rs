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
        let before = match particle.phase() {
            Phase::Unborn if births[particle.id as usize] <= substep.index => particle.with_phase(Phase::Live),
            Phase::Live => *particle,
            _ => return,
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
    });
}
