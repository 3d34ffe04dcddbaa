//! Twin of `stop_at_rough_obstacles.wgsl`: takes from motions what would move live particles into an obstacle in the next
//! substep, or lets them bounce, and rubs them by that.

use super::CountersCell;
use super::body::{friction_root, restitution_root};
use super::bounce::Fall;
use super::near::Near;
use super::obstacle::Obstacles;
use super::obstacle_stops::stop_rough;
use super::touch::Stop;
use crate::world::body::Body;
use crate::world::obstacles::cover::CoverRow;
use crate::world::obstacles::facet::{Facet, Pose};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order, and what only the host has")]
pub fn stop_at_rough_obstacles(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
    cover_starts: &[u32],
    cover_rows: &[CoverRow],
    facets: &[Facet],
    poses: &[Pose],
    counters: &CountersCell,
    near: &Near,
) {
    let fall = Fall::behind(substep);
    let stop_of = |body: &Body| Stop { which: 1, fall, roots: [friction_root(body.surface), restitution_root(body.surface)] };
    let obstacles = Obstacles { params, substep, cover_starts, cover_rows, facets, poses };
    stop_rough(&obstacles, stop_of, particles, displacements, bodies, counters, near);
}
