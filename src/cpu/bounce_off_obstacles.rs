//! Twin of `bounce_off_obstacles.wgsl`: takes from displacements what would move live particles through or into an obstacle, or
//! throws them back.

use super::CountersCell;
use super::near::Near;
use super::obstacle::Obstacles;
use super::obstacle_stops::{Stopping, stop_alike};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn bounce_off_obstacles(
    obstacles: &Obstacles<'_>,
    particles: &[Particle],
    displacements: &mut [Displacement],
    counters: &CountersCell,
    near: &Near,
) {
    stop_alike(obstacles, Stopping::bouncing_off(obstacles.substep), particles, displacements, counters, near);
}
