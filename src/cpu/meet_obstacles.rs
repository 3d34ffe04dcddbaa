//! Twin of `meet_obstacles.wgsl`: takes from displacements what would move live particles through or into an obstacle, wherever
//! it moves meanwhile.

use super::CountersCell;
use super::near::Near;
use super::obstacle::Obstacles;
use super::obstacle_stops::{Stopping, stop_alike};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn meet_obstacles(
    obstacles: &Obstacles<'_>,
    particles: &[Particle],
    displacements: &mut [Displacement],
    counters: &CountersCell,
    near: &Near,
) {
    stop_alike(obstacles, Stopping::meeting(), particles, displacements, counters, near);
}
