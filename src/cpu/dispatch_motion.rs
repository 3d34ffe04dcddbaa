//! The passes of the resting solver that move discs, and those in which walls stop them, with the buffers that they work on.
//! After the sort of a substep the particles in the grid are the first; those outside it take no further part.

use super::Buffers;
use super::dispatch::is_of_another_group;
use super::motion::Motion;
use super::{accelerate, advance, advance_bodies};
use super::{bounce_off_rough_walls, bounce_off_walls, rebound_at_rough_walls, rebound_at_walls, stop_at_rough_walls, stop_at_walls};
use crate::passes::PassKind;
use crate::world::params::Substep;

impl Buffers {
    /// Those that change velocities and move.
    pub(super) fn move_discs(&mut self, kind: PassKind, substep: &Substep) {
        let in_grid = ..self.count_in_grid();
        let b = self;
        let p = &b.params;
        match kind {
            PassKind::Accelerate => {
                let motion = Motion::new(p, substep, &b.births, &b.counters);
                accelerate::accelerate(motion, &mut b.particles, &mut b.displacements, &b.cell_counts, &mut b.ranks);
                b.forget_outside_is_idle();
            }
            PassKind::Advance => advance::advance(p, substep, &mut b.particles[in_grid], &mut b.displacements[in_grid], &mut b.batches),
            PassKind::AdvanceBodies => advance_bodies::advance_bodies(
                p,
                substep,
                &mut b.particles[in_grid],
                &mut b.displacements[in_grid],
                &mut b.bodies[in_grid],
                &mut b.rough_batches,
            ),
            _ => is_of_another_group(kind),
        }
    }

    /// Walls, of discs that are alike.
    pub(super) fn stop_at_walls(&mut self, kind: PassKind, substep: &Substep) {
        let in_grid = ..self.count_in_grid();
        let (p, particles, displacements) = (&self.params, &self.particles[in_grid], &mut self.displacements[in_grid]);
        match kind {
            PassKind::BounceOffWalls => bounce_off_walls::bounce_off_walls(p, substep, particles, displacements),
            PassKind::ReboundAtWalls => rebound_at_walls::rebound_at_walls(p, particles, displacements),
            PassKind::StopAtWalls => stop_at_walls::stop_at_walls(p, particles, displacements),
            _ => is_of_another_group(kind),
        }
    }

    /// The same of rough discs.
    pub(super) fn stop_at_rough_walls(&mut self, kind: PassKind, substep: &Substep) {
        let at_walls = match kind {
            PassKind::BounceOffRoughWalls => bounce_off_rough_walls::bounce_off_rough_walls,
            PassKind::ReboundAtRoughWalls => rebound_at_rough_walls::rebound_at_rough_walls,
            PassKind::StopAtRoughWalls => stop_at_rough_walls::stop_at_rough_walls,
            _ => is_of_another_group(kind),
        };
        let in_grid = ..self.count_in_grid();
        let b = self;
        at_walls(&b.params, substep, &b.particles[in_grid], &mut b.displacements[in_grid], &mut b.bodies[in_grid]);
    }
}
