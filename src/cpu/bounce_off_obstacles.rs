//! Twin of `bounce_off_obstacles.wgsl`: takes from displacements what would move live particles through or into an obstacle, or
//! throws them back.

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
    let stop = Stop { which: 0, fall: Fall::ahead(substep), roots: [0.0, params.wall_restitution_root] };
    let obstacles = Obstacles { params, substep, cover_starts, cover_rows, facets, poses };
    stop_alike(&obstacles, &stop, particles, displacements, counters, near);
}
