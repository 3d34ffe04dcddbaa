//! What the passes that stop discs at obstacles do with all of them, in the same way but for when and how. Of most particles only the
//! displacement is looked at: they are far from everything, unless they are fast.

use rayon::prelude::*;

use super::friction::Motion;
use super::near::Near;
use super::obstacle::Obstacles;
use super::touch::{Stop, stopped_at_obstacles};
use super::{CountersCell, GRAIN};
use crate::world::body::Body;
use crate::world::particle::{Displacement, Particle, Phase};

/// Of discs that are alike.
pub fn stop_alike(
    obstacles: &Obstacles<'_>,
    stop: &Stop,
    particles: &[Particle],
    displacements: &mut [Displacement],
    counters: &CountersCell,
    near: &Near,
) {
    particles.par_chunks(GRAIN).zip(displacements.par_chunks_mut(GRAIN)).enumerate().for_each(|(run, (particles, displacements))| {
        near.for_each_of(obstacles.params, run, displacements, |place, displacement| {
            let particle = &particles[place];
            if particle.phase() == Phase::Live {
                let motion = Motion { displacement: *displacement, spin: 0 };
                *displacement = stopped_at_obstacles(obstacles, particle, motion, stop, counters).displacement;
            }
        });
    });
}

/// Of rough discs, by their bodies.
pub fn stop_rough(
    obstacles: &Obstacles<'_>,
    stop_of: impl Fn(&Body) -> Stop + Sync,
    particles: &[Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
    counters: &CountersCell,
    near: &Near,
) {
    let discs = displacements.par_chunks_mut(GRAIN).zip(bodies.par_chunks_mut(GRAIN));
    particles.par_chunks(GRAIN).zip(discs).enumerate().for_each(|(run, (particles, (displacements, bodies)))| {
        near.for_each_of(obstacles.params, run, displacements, |place, displacement| {
            let (particle, body) = (&particles[place], &mut bodies[place]);
            if particle.phase() == Phase::Live {
                let motion = Motion { displacement: *displacement, spin: body.spin };
                let motion = stopped_at_obstacles(obstacles, particle, motion, &stop_of(body), counters);
                (*displacement, body.spin) = (motion.displacement, motion.spin);
            }
        });
    });
}
