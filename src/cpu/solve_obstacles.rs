//! Twin of `solve_obstacles.wgsl`: takes back what of the last motion led through or into an obstacle.

use rayon::prelude::*;

use super::bounce::Fall;
use super::dim2::moved;
use super::friction::Motion;
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
pub fn solve_obstacles(
    params: &Params,
    substep: &Substep,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    cover_starts: &[u32],
    cover_rows: &[CoverRow],
    facets: &[Facet],
    poses: &[Pose],
    counters: &CountersCell,
    near: &Near,
) {
    let stop = Stop { which: 0, fall: Fall::NONE, roots: [0.0; 2] };
    let obstacles = Obstacles { params, substep, cover_starts, cover_rows, facets, poses };
    particles.par_chunks_mut(GRAIN).zip(displacements.par_chunks_mut(GRAIN)).enumerate().for_each(|(run, (particles, displacements))| {
        near.for_each_of(params, run, displacements, |place, displacement| {
            let particle = &mut particles[place];
            if particle.phase() == Phase::Live {
                let start = moved(*particle, displacement.map(|part| -part));
                let motion = Motion { displacement: *displacement, spin: 0 };
                let way = stopped_at_obstacles(&obstacles, &start, motion, &stop, counters).displacement;
                if way != *displacement {
                    *particle = moved(start, way);
                    *displacement = way;
                }
            }
        });
    });
}
