//! Twin of `solve_obstacles.wgsl`: takes back what of the last motion led through or into an obstacle.

use super::CountersCell;
use super::dim2::moved;
use super::obstacle::Obstacles;
use super::parallel;
use super::touch::stopped_at_obstacles;
use crate::world::obstacles::facet::{Facet, Pose};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn solve_obstacles(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    cover_starts: &[u32],
    cover_rows: &[u32],
    facets: &[Facet],
    poses: &[Pose],
    counters: &CountersCell,
) {
    let obstacles = Obstacles { params, substep, cover_starts, cover_rows, facets, poses };
    parallel::for_each(particles, displacements, |_, particle, displacement| {
        if particle.phase() == Phase::Live {
            let start = moved(*particle, displacement.map(|part| -part));
            let way = stopped_at_obstacles(&obstacles, &start, *displacement, 0, counters);
            if way != *displacement {
                *particle = moved(start, way);
                *displacement = way;
            }
        }
    });
}
