//! Twin of `solve_obstacles.wgsl`: takes back what of the last motion led through or into an obstacle.

use super::bounce::Fall;
use super::deflection::{Stop, stopped_at_obstacles};
use super::dim2::moved;
use super::friction::Motion;
use super::near::Near;
use super::obstacle::Obstacles;
use super::threads::parallel::for_each_part;
use super::{CountersCell, GRAIN};
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn solve_obstacles(
    obstacles: &Obstacles<'_>,
    particles: &mut [Particle],
    displacements: &mut [Displacement],
    counters: &CountersCell,
    near: &Near,
) {
    let stop = Stop { which: 0, fall: Fall::NONE, roots: [0.0; 2] };
    for_each_part(particles.chunks_mut(GRAIN).zip(displacements.chunks_mut(GRAIN)), |run, (particles, displacements)| {
        near.for_each_of(obstacles.params, run, displacements, |place, displacement| {
            let particle = &mut particles[place];
            if particle.phase() == Phase::Live {
                let start = moved(*particle, displacement.map(|part| -part));
                let motion = Motion { displacement: *displacement, spin: 0 };
                let way = stopped_at_obstacles(obstacles, &start, motion, &stop, counters).displacement;
                if way != *displacement {
                    *particle = moved(start, way);
                    *displacement = way;
                }
            }
        });
    });
}
