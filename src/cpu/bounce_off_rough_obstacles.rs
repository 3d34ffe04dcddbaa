//! Twin of `bounce_off_rough_obstacles.wgsl`: takes from motions what would move live particles through or into an obstacle, or
//! throws them back, and rubs them by that.

use super::CountersCell;
use super::near::Near;
use super::obstacle::Obstacles;
use super::obstacle_stops::{Stopping, stop_rough};
use crate::world::body::Body;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn bounce_off_rough_obstacles(
    obstacles: &Obstacles<'_>,
    particles: &[Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
    counters: &CountersCell,
    near: &Near,
) {
    stop_rough(obstacles, Stopping::bouncing_off(obstacles.substep), particles, displacements, bodies, counters, near);
}
