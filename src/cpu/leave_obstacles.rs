//! Twin of `leave_obstacles.wgsl`: puts live particles that are in an obstacle a way out of it.

use std::sync::atomic::{AtomicBool, Ordering};

use super::GRAIN;
use super::depth::{Nearest, for_each_outline};
use super::dim2::moved;
use super::exact::{product, rounded};
use super::impulse::UNITS_PER_STEP;
use super::near::Near;
use super::obstacle::Obstacles;
use super::threads::parallel::for_each_part;
use super::walls::stopped;
use crate::world::fixed::obstacle::EXIT_MARGIN;
use crate::world::particle::{Particle, Phase};

/// Twin of the entry point. Nothing has moved since the last substep. Returns whether anything has then.
pub fn leave_obstacles(obstacles: &Obstacles<'_>, particles: &mut [Particle], near: &Near) -> bool {
    let moves = AtomicBool::new(false);
    for_each_part(particles.chunks_mut(GRAIN), |run, particles| {
        near.for_each_in(run, particles.len(), |place| {
            let particle = &mut particles[place];
            if obstacles.is_near(particle.position) && particle.phase() == Phase::Live {
                let most = particle.radius() as f32 - EXIT_MARGIN;
                let (before, mut gone) = (*particle, 0.0);
                for_each_outline(obstacles, particle, |particle, nearest| {
                    *particle = put_out(obstacles, *particle, nearest, most, &mut gone);
                });
                if *particle != before {
                    moves.store(true, Ordering::Relaxed);
                }
            }
        });
    });
    moves.into_inner()
}

/// Twin of `put_out`.
fn put_out(obstacles: &Obstacles<'_>, particle: Particle, nearest: &Nearest, most: f32, gone: &mut f32) -> Particle {
    let steps = nearest.depth(*gone).min(obstacles.params.most_exit).min(most - *gone);
    if steps <= 1.0 {
        return particle;
    }
    *gone += steps;
    let size = product(steps, UNITS_PER_STEP);
    let by = nearest.way_out(obstacles).map(|part| rounded(product(size, part)));
    moved(particle, stopped(obstacles.params, &particle, by))
}
