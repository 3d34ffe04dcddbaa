//! The passes over obstacles with the buffers that they work on.

use super::Buffers;
use super::{bounce_off_obstacles, leave_obstacles, measure_obstacles, meet_obstacles, solve_obstacles, stop_at_obstacles};
use super::{bounce_off_rough_obstacles, meet_rough_obstacles, stop_at_rough_obstacles};
use crate::passes::PassKind;
use crate::world::params::Substep;

impl Buffers {
    /// Those that look at places.
    pub(super) fn over_obstacles(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let (p, starts, rows, facets, poses) = (&b.params, &b.cover.starts, &b.cover.rows, b.obstacles.facets(), &b.poses);
        match kind {
            PassKind::LeaveObstacles => {
                leave_obstacles::leave_obstacles(p, substep, &mut b.particles, starts, rows, facets, poses, &b.near);
            }
            PassKind::SolveObstacles => {
                let (particles, displacements) = (&mut b.particles, &mut b.displacements);
                solve_obstacles::solve_obstacles(p, substep, particles, displacements, starts, rows, facets, poses, &b.counters, &b.near);
            }
            _ => {
                let found = measure_obstacles::measure_obstacles(p, substep, &b.particles, starts, rows, facets, poses);
                (b.measures.in_obstacles, b.measures.max_depth) = found;
            }
        }
    }

    /// Those that stop discs that are alike, at a time that decides whether they bounce.
    pub(super) fn stop_alike(&mut self, kind: PassKind, substep: &Substep) {
        let stop = match kind {
            PassKind::BounceOffObstacles => bounce_off_obstacles::bounce_off_obstacles,
            PassKind::MeetObstacles => meet_obstacles::meet_obstacles,
            _ => stop_at_obstacles::stop_at_obstacles,
        };
        let b = self;
        // After motion particles are not where they were sorted.
        if kind != PassKind::StopAtObstacles {
            b.near.find(&b.params, &b.cell_starts);
        }
        let (p, starts, rows, facets, poses) = (&b.params, &b.cover.starts, &b.cover.rows, b.obstacles.facets(), &b.poses);
        stop(p, substep, &b.particles, &mut b.displacements, starts, rows, facets, poses, &b.counters, &b.near);
    }

    /// The same of rough discs.
    pub(super) fn stop_rough(&mut self, kind: PassKind, substep: &Substep) {
        let stop = match kind {
            PassKind::BounceOffRoughObstacles => bounce_off_rough_obstacles::bounce_off_rough_obstacles,
            PassKind::MeetRoughObstacles => meet_rough_obstacles::meet_rough_obstacles,
            _ => stop_at_rough_obstacles::stop_at_rough_obstacles,
        };
        let b = self;
        if kind != PassKind::StopAtRoughObstacles {
            b.near.find(&b.params, &b.cell_starts);
        }
        let (p, starts, rows, facets, poses) = (&b.params, &b.cover.starts, &b.cover.rows, b.obstacles.facets(), &b.poses);
        stop(p, substep, &b.particles, &mut b.displacements, &mut b.bodies, starts, rows, facets, poses, &b.counters, &b.near);
    }
}
