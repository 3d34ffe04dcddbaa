//! Twin of `bounce_off_obstacles.wgsl`: takes from displacements what would move live particles through or into an obstacle, or
//! throws them back.

use super::CountersCell;
use super::meet_obstacles::stop;
use super::near::Near;
use super::obstacle::Obstacles;
use super::touch::Stop;
use crate::world::obstacles::cover::CoverRow;
use crate::world::obstacles::facet::{Facet, Pose};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order, and what only the host has")]
pub fn bounce_off_obstacles(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &mut [Displacement],
    cover_starts: &[u32],
    cover_rows: &[CoverRow],
    facets: &[Facet],
    poses: &[Pose],
    counters: &CountersCell,
    near: &Near,
) {
    let how = Stop { which: 0, restitution: params.restitution };
    stop(&Obstacles { params, substep, cover_starts, cover_rows, facets, poses }, particles, displacements, how, counters, near);
}
