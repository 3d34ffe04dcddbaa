//! Twin of `stop_at_rough_obstacles.wgsl`: takes from motions what would move live particles into an obstacle in the next
//! substep, or lets them bounce, and rubs them by that.

use super::CountersCell;
use super::near::Near;
use super::obstacle::Obstacles;
use super::obstacle_stops::{Stopping, stop_rough};
use crate::world::body::Body;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
pub fn stop_at_rough_obstacles(
    obstacles: &Obstacles<'_>,
    particles: &[Particle],
    displacements: &mut [Displacement],
    bodies: &mut [Body],
    counters: &CountersCell,
    near: &Near,
) {
    stop_rough(obstacles, Stopping::after_motion(obstacles.substep), particles, displacements, bodies, counters, near);
}
