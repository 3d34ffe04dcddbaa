//! Twin of `stop_at_obstacles.wgsl`: takes from displacements what would move live particles into an obstacle in the next
//! substep, or lets them bounce.

use super::CountersCell;
use super::bounce::Fall;
use super::near::Near;
use super::obstacle::Obstacles;
use super::obstacle_stops::stop_alike;
use super::touch::Stop;
use crate::world::obstacles::cover::CoverRow;
use crate::world::obstacles::facet::{Facet, Pose};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order, and what only the host has")]
pub fn stop_at_obstacles(
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
    let stop = Stop { which: 1, fall: Fall::behind(substep), roots: [0.0, params.wall_restitution_root] };
    let obstacles = Obstacles { params, substep, cover_starts, cover_rows, facets, poses };
    stop_alike(&obstacles, &stop, particles, displacements, counters, near);
}
