//! Twin of `meet_obstacles.wgsl`: takes from displacements what would move live particles through or into an obstacle, wherever
//! it moves meanwhile.

use super::obstacle::Obstacles;
use super::touch::stopped_at_obstacles;
use super::{CountersCell, GRAIN};
use crate::world::obstacles::facet::{Facet, Pose};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};
use rayon::prelude::*;

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn meet_obstacles(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &mut [Displacement],
    cover_starts: &[u32],
    cover_rows: &[u32],
    facets: &[Facet],
    poses: &[Pose],
    counters: &CountersCell,
) {
    stop(&Obstacles { params, substep, cover_starts, cover_rows, facets, poses }, particles, displacements, 0, counters);
}

/// What the passes before and after motion do, with the poses from `which` on.
pub(super) fn stop(
    obstacles: &Obstacles<'_>,
    particles: &[Particle],
    displacements: &mut [Displacement],
    which: u32,
    counters: &CountersCell,
) {
    particles.par_chunks(GRAIN).zip(displacements.par_chunks_mut(GRAIN)).for_each(|(particles, displacements)| {
        for (particle, displacement) in particles.iter().zip(displacements) {
            if particle.phase() == Phase::Live {
                *displacement = stopped_at_obstacles(obstacles, particle, *displacement, which, counters);
            }
        }
    });
}
