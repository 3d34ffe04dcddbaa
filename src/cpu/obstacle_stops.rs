//! Twin of `obstacle_stops.wgsl` and `rough_obstacle_stops.wgsl`: what the passes that stop discs at obstacles do with all of them, in the
//! same way but for when and how. Of most particles only the displacement is looked at: they are far from everything, unless they are
//! fast.

use super::body::{friction_root, restitution_root};
use super::bounce::Fall;
use super::deflection::{Stop, stopped_at_obstacles};
use super::friction::Motion;
use super::near::Near;
use super::obstacle::Obstacles;
use super::threads::parallel::for_each_part;
use super::{CountersCell, GRAIN};
use crate::world::body::Body;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

/// When obstacles stop discs, and how.
#[derive(Clone, Copy)]
pub struct Stopping {
    /// Of the poses between which obstacles move meanwhile the first.
    pub which: u32,
    pub fall: Fall,
    pub bounces: bool,
}

impl Stopping {
    /// Before contacts give discs anything: what comes fast is thrown back.
    pub fn bouncing_off(substep: &Substep) -> Self {
        Self { which: 0, fall: Fall::ahead(substep), bounces: true }
    }

    /// Before motion: nothing may come through.
    pub fn meeting() -> Self {
        Self { which: 0, fall: Fall::NONE, bounces: false }
    }

    /// Against what would come in the next substep.
    pub fn after_motion(substep: &Substep) -> Self {
        Self { which: 1, fall: Fall::behind(substep), bounces: true }
    }

    /// Discs that are alike, by the surface that they share.
    pub fn of_alike(self, params: &Params) -> Stop {
        self.of(0.0, params.wall_restitution_root)
    }

    /// A rough disc, by its own.
    #[inline(always)]
    pub fn of_rough(self, body: &Body) -> Stop {
        self.of(friction_root(body.surface), restitution_root(body.surface))
    }

    /// A disc with a surface of these roots of friction and restitution.
    #[inline(always)]
    fn of(self, friction: f32, restitution: f32) -> Stop {
        Stop { which: self.which, fall: self.fall, roots: [friction, if self.bounces { restitution } else { 0.0 }] }
    }
}

/// Stops discs that are alike, by the surface that they share.
pub fn stop_alike(
    obstacles: &Obstacles<'_>,
    stopping: Stopping,
    particles: &[Particle],
    displacements: &mut [Displacement],
    counters: &CountersCell,
    near: &Near,
) {
    let stop = stopping.of_alike(obstacles.params);
    for_each_part(particles.chunks(GRAIN).zip(displacements.chunks_mut(GRAIN)), |run, (particles, displacements)| {
        near.for_each_of(obstacles.params, run, displacements, |place, displacement| {
            let particle = &particles[place];
            if particle.phase() == Phase::Live {
                let motion = Motion { displacement: *displacement, spin: 0 };
                *displacement = stopped_at_obstacles(obstacles, particle, motion, &stop, counters).displacement;
            }
        });
    });
}

/// Stops rough discs, each by its own surface.
pub fn stop_rough(
    obstacles: &Obstacles<'_>,
    stopping: Stopping,
    particles: &[Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
    counters: &CountersCell,
    near: &Near,
) {
    let runs = particles.chunks(GRAIN).zip(displacements.chunks_mut(GRAIN)).zip(bodies.chunks_mut(GRAIN));
    for_each_part(runs, |run, ((particles, displacements), bodies)| {
        near.for_each_of(obstacles.params, run, displacements, |place, displacement| {
            let (particle, body) = (&particles[place], &mut bodies[place]);
            if particle.phase() == Phase::Live {
                let stop = stopping.of_rough(body);
                let motion = Motion { displacement: *displacement, spin: body.spin };
                let motion = stopped_at_obstacles(obstacles, particle, motion, &stop, counters);
                (*displacement, body.spin) = (motion.displacement, motion.spin);
            }
        });
    });
}
