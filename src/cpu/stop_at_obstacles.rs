//! Twin of `stop_at_obstacles.wgsl`: takes from displacements what would move live particles into an obstacle in the next
//! substep, or lets them bounce.

use super::CountersCell;
use super::near::Near;
use super::obstacle::Obstacles;
use super::obstacle_stops::{Stopping, stop_alike};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn stop_at_obstacles(
    obstacles: &Obstacles<'_>,
    particles: &[Particle],
    displacements: &mut [Displacement],
    counters: &CountersCell,
    near: &Near,
) {
    stop_alike(obstacles, Stopping::after_motion(obstacles.substep), particles, displacements, counters, near);
}
