//! The passes over obstacles, with the buffers that they work on.

use super::Buffers;
use super::dispatch::is_of_another_group;
use super::obstacle::Obstacles;
use super::{bounce_off_obstacles, leave_obstacles, measure_obstacles, meet_obstacles, solve_obstacles, stop_at_obstacles};
use super::{bounce_off_rough_obstacles, meet_rough_obstacles, stop_at_rough_obstacles};
use crate::passes::PassKind;
use crate::world::params::Substep;

/// What all of these passes bind, borrowed by field, since they change others.
macro_rules! obstacles {
    ($buffers:ident, $substep:ident) => {
        &Obstacles {
            params: &$buffers.params,
            substep: $substep,
            cover_starts: &$buffers.cover.starts,
            cover_rows: &$buffers.cover.rows,
            facets: $buffers.obstacles.facets(),
            poses: &$buffers.poses,
        }
    };
}
pub(super) use obstacles;

impl Buffers {
    /// Those that look at places.
    pub(super) fn over_obstacles(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let obstacles = obstacles!(b, substep);
        match kind {
            PassKind::LeaveObstacles => {
                if leave_obstacles::leave_obstacles(obstacles, &mut b.particles, &b.near) {
                    b.batches.particles_moved();
                    b.rough_batches.particles_moved();
                }
            }
            PassKind::SolveObstacles => {
                solve_obstacles::solve_obstacles(obstacles, &mut b.particles, &mut b.displacements, &b.counters, &b.near);
            }
            PassKind::MeasureObstacles => {
                (b.measures.in_obstacles, b.measures.max_depth) = measure_obstacles::measure_obstacles(obstacles, &b.particles);
            }
            _ => is_of_another_group(kind),
        }
    }

    /// Those that stop discs that are alike, at a time that decides whether they bounce.
    pub(super) fn stop_at_obstacles(&mut self, kind: PassKind, substep: &Substep) {
        let stop = match kind {
            PassKind::BounceOffObstacles => bounce_off_obstacles::bounce_off_obstacles,
            PassKind::MeetObstacles => meet_obstacles::meet_obstacles,
            PassKind::StopAtObstacles => stop_at_obstacles::stop_at_obstacles,
            _ => is_of_another_group(kind),
        };
        let b = self;
        // After motion particles are not where they were sorted.
        if kind != PassKind::StopAtObstacles {
            b.near.find(&b.params, &b.cell_starts);
        }
        stop(obstacles!(b, substep), &b.particles, &mut b.displacements, &b.counters, &b.near);
    }

    /// The same of rough discs.
    pub(super) fn stop_at_rough_obstacles(&mut self, kind: PassKind, substep: &Substep) {
        let stop = match kind {
            PassKind::BounceOffRoughObstacles => bounce_off_rough_obstacles::bounce_off_rough_obstacles,
            PassKind::MeetRoughObstacles => meet_rough_obstacles::meet_rough_obstacles,
            PassKind::StopAtRoughObstacles => stop_at_rough_obstacles::stop_at_rough_obstacles,
            _ => is_of_another_group(kind),
        };
        let b = self;
        if kind != PassKind::StopAtRoughObstacles {
            b.near.find(&b.params, &b.cell_starts);
        }
        stop(obstacles!(b, substep), &b.particles, &mut b.displacements, &mut b.bodies, &b.counters, &b.near);
    }
}
