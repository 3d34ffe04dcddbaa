//! Twin of `meet_obstacles.wgsl`: takes from displacements what would move live particles through or into an obstacle, wherever
//! it moves meanwhile.

use rayon::prelude::*;

use super::near::Near;
use super::obstacle::Obstacles;
use super::touch::{Stop, stopped_at_obstacles};
use super::{CountersCell, GRAIN};
use crate::world::obstacles::cover::CoverRow;
use crate::world::obstacles::facet::{Facet, Pose};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order, and what only the host has")]
pub fn meet_obstacles(
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
    let how = Stop { which: 0, restitution: 0.0 };
    stop(&Obstacles { params, substep, cover_starts, cover_rows, facets, poses }, particles, displacements, how, counters, near);
}

/// What the passes before and after motion do, in the same way but for `how`. Of most particles only the displacement is
/// looked at: they are far from everything, unless they are fast.
pub(super) fn stop(
    obstacles: &Obstacles<'_>,
    particles: &[Particle],
    displacements: &mut [Displacement],
    how: Stop,
    counters: &CountersCell,
    near: &Near,
) {
    particles.par_chunks(GRAIN).zip(displacements.par_chunks_mut(GRAIN)).enumerate().for_each(|(run, (particles, displacements))| {
        near.for_each_of(obstacles.params, run, displacements, |place, displacement| {
            let particle = &particles[place];
            if particle.phase() == Phase::Live {
                *displacement = stopped_at_obstacles(obstacles, particle, *displacement, how, counters);
            }
        });
    });
}
