//! The passes that only the plain solver has, with the buffers that they work on.

use super::Buffers;
use super::dispatch::is_of_another_group;
use super::motion::Motion;
use super::{integrate, solve_and_integrate, solve_contacts, solve_links, solve_walls};
use crate::passes::PassKind;
use crate::world::params::Substep;

impl Buffers {
    /// Motion, contacts, links and walls; [`Self::over_obstacles`] has obstacles.
    pub(super) fn solve_plainly(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let p = &b.params;
        match kind {
            PassKind::Integrate => {
                let motion = Motion::new(p, substep, &b.births, &b.counters);
                integrate::integrate(motion, &mut b.particles, &mut b.displacements, &b.cell_counts, &mut b.ranks);
                b.forget_outside_is_idle();
            }
            PassKind::SolveContacts => solve_contacts::solve_contacts(
                p,
                &b.particles,
                &b.cell_starts,
                &mut b.particles_next,
                &mut b.displacements,
                &b.counters,
                &mut b.crossings,
            ),
            PassKind::SolveAndIntegrate => {
                solve_and_integrate::solve_and_integrate(
                    Motion::new(p, substep, &b.births, &b.counters),
                    &b.particles,
                    &b.cell_starts,
                    &mut b.particles_next,
                    &mut b.displacements,
                    &mut b.cell_counts,
                    &mut b.ranks,
                    &mut b.crossings,
                    &mut b.tile_totals,
                );
                b.forget_outside_is_idle();
            }
            PassKind::SolveLinks => solve_links::solve_links(
                p,
                substep,
                &b.particles,
                &b.displacements,
                &b.slots,
                &b.links.starts,
                &mut b.links.rows,
                &mut b.particles_next,
                &mut b.displacements_next,
                &b.counters,
            ),
            PassKind::SolveWalls => solve_walls::solve_walls(p, &mut b.particles, &mut b.displacements, &b.counters),
            _ => is_of_another_group(kind),
        }
    }
}
