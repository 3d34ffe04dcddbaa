//! One entry of the list of a substep: a pass with the buffers that it works on, or a swap of two halves.

use std::mem::swap;

use super::Buffers;
use super::find_slots;
use super::motion::Motion;
use super::{accelerate, advance, carry_contacts, chain_contacts, find_contacts, grid_place, grid_sort, mark_loaded, stop_at_walls};
use super::{advance_bodies, carry_tangents, digest_bodies, find_rough_contacts};
use super::{
    bounce_off_rough_walls, bounce_off_walls, measure_bodies, rebound_at_rough_walls, rebound_at_walls, sort_bodies, stop_at_rough_walls,
};
use super::{
    digest, grid_count, grid_scan, grid_scan_tiles, grid_scatter, integrate, measure, solve_and_integrate, solve_contacts, solve_links,
    solve_walls,
};
use crate::passes::{Doubled, Pass, PassKind};
use crate::steps::Step;
use crate::world::measures::Measures;
use crate::world::params::Substep;

impl Buffers {
    /// One entry of a list.
    pub fn step(&mut self, step: Step, substep: &Substep) {
        match step {
            Step::Dispatch(pass) => self.dispatch(pass, substep),
            Step::Swap(Doubled::Particles) => swap(&mut self.particles, &mut self.particles_next),
            Step::Swap(Doubled::Displacements) => swap(&mut self.displacements, &mut self.displacements_next),
            Step::Swap(Doubled::Contacts) => swap(&mut self.contacts, &mut self.contacts_next),
            Step::Swap(Doubled::Bodies) => swap(&mut self.bodies, &mut self.bodies_next),
            Step::Swap(Doubled::Tangents) => swap(&mut self.tangents, &mut self.tangents_next),
        }
    }

    fn dispatch(&mut self, pass: &Pass, substep: &Substep) {
        let b = self;
        let p = &b.params;
        // After the sort of a substep the particles in the grid are the first; those outside it take no further part.
        let in_grid = ..b.cell_starts[p.cell_count as usize] as usize;
        match pass.kind {
            PassKind::Integrate => {
                let motion = Motion::new(p, substep, &b.births, &b.counters);
                integrate::integrate(motion, &mut b.particles, &mut b.displacements, &b.cell_counts, &mut b.ranks);
                b.forget_outside_is_idle();
            }
            PassKind::GridCount => grid_count::grid_count(p, &b.particles, &b.cell_counts, &mut b.ranks),
            PassKind::GridScanTiles => grid_scan_tiles::grid_scan_tiles(p, &mut b.cell_counts, &mut b.tile_totals),
            PassKind::GridScan => grid_scan::grid_scan(p, &mut b.cell_counts, &b.tile_totals, &mut b.cell_starts),
            PassKind::GridScatter => {
                let (particles, displacements) = (&mut b.particles_next, &mut b.displacements_next);
                grid_scatter::grid_scatter(
                    p,
                    &b.particles,
                    &b.displacements,
                    &b.ranks,
                    &b.cell_starts,
                    particles,
                    displacements,
                    &mut b.slots,
                );
                b.near.forget();
                if !b.obstacles.is_empty() {
                    b.near.find(p, &b.cell_starts);
                    b.near.note_long_ways(p, displacements);
                }
                b.note_outside_is_idle();
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
            PassKind::Accelerate => {
                let motion = Motion::new(p, substep, &b.births, &b.counters);
                accelerate::accelerate(motion, &mut b.particles, &mut b.displacements, &b.cell_counts, &mut b.ranks);
                b.forget_outside_is_idle();
            }
            PassKind::GridPlace => grid_place::grid_place(p, &b.particles, &b.ranks, &b.cell_starts, &mut b.order),
            PassKind::GridSort => {
                grid_sort::grid_sort(
                    p,
                    &b.particles,
                    &b.displacements,
                    &b.order,
                    &b.cell_starts,
                    &mut b.particles_next,
                    &mut b.displacements_next,
                    &mut b.sources,
                    b.steps_are_seen.then_some(&mut b.targets),
                );
                b.near.forget();
            }
            PassKind::FindContacts => {
                find_contacts::find_contacts(
                    p,
                    &b.particles,
                    &mut b.displacements,
                    &b.displacements_next,
                    &b.cell_starts,
                    &b.sources,
                    &mut b.contacts,
                    &mut b.contacts_next,
                    &mut b.batches,
                    b.steps_are_seen,
                );
                b.note_outside_is_idle();
            }
            PassKind::ChainContacts => {
                chain_contacts::chain_contacts(p, substep, &b.particles, &b.cell_starts, b.contacts.unpack(), &mut b.chains)
            }
            PassKind::CarryContacts => {
                carry_contacts::carry_contacts(&b.sources, &b.targets, b.contacts.lists(), b.contacts_next.rewrite(0));
            }
            PassKind::FindSlots => find_slots::find_slots(&b.particles, &mut b.slots),
            PassKind::CarryLinks | PassKind::PushLinks | PassKind::RelaxLinks => b.sweep_links(pass.kind, substep),
            PassKind::BounceOffWalls => {
                bounce_off_walls::bounce_off_walls(p, substep, &b.particles[in_grid], &mut b.displacements[in_grid])
            }
            PassKind::ReboundAtWalls => rebound_at_walls::rebound_at_walls(p, &b.particles[in_grid], &mut b.displacements[in_grid]),
            PassKind::StopAtWalls => stop_at_walls::stop_at_walls(p, &b.particles[in_grid], &mut b.displacements[in_grid]),
            PassKind::MarkLoaded => mark_loaded::mark_loaded(&mut b.particles, &b.displacements, &b.displacements_next, &b.sources),
            PassKind::Advance => advance::advance(p, substep, &mut b.particles[in_grid], &mut b.displacements[in_grid], &mut b.batches),
            PassKind::Measure => {
                b.measures = measure::measure(p, &b.particles, &b.displacements, &b.cell_starts);
                let [unborn, removed] = b.absent.counts();
                b.measures = b.measures.merged(Measures { unborn: unborn as u64, removed: removed as u64, ..Measures::default() });
            }
            PassKind::SortBodies => sort_bodies::sort_bodies(&b.sources, &b.bodies, &mut b.bodies_next),
            PassKind::FindRoughContacts => {
                find_rough_contacts::find_rough_contacts(
                    p,
                    &b.particles,
                    &mut b.displacements,
                    &b.displacements_next,
                    &b.bodies,
                    &b.cell_starts,
                    &b.sources,
                    b.contacts.lists(),
                    &mut b.contacts_next,
                    &mut b.rough_batches,
                );
                b.note_outside_is_idle();
            }
            PassKind::CarryTangents => {
                let (contacts, contacts_next) = (b.contacts.unpack(), b.contacts_next.unpack());
                carry_tangents::carry_tangents(p, &b.sources, contacts, contacts_next, &b.tangents, &mut b.tangents_next);
            }
            PassKind::BounceOffRoughWalls | PassKind::ReboundAtRoughWalls | PassKind::StopAtRoughWalls => {
                let at_walls = match pass.kind {
                    PassKind::BounceOffRoughWalls => bounce_off_rough_walls::bounce_off_rough_walls,
                    PassKind::ReboundAtRoughWalls => rebound_at_rough_walls::rebound_at_rough_walls,
                    _ => stop_at_rough_walls::stop_at_rough_walls,
                };
                at_walls(p, substep, &b.particles[in_grid], &mut b.displacements[in_grid], &mut b.bodies[in_grid]);
            }
            PassKind::AdvanceBodies => {
                advance_bodies::advance_bodies(
                    p,
                    substep,
                    &mut b.particles[in_grid],
                    &mut b.displacements[in_grid],
                    &mut b.bodies[in_grid],
                    &mut b.rough_batches,
                );
            }
            PassKind::PushContacts | PassKind::RelaxContacts => b.sweep(pass.kind, substep),
            PassKind::StartRoughContacts | PassKind::PushRoughContacts | PassKind::RelaxRoughContacts => b.sweep_rough(pass.kind, substep),
            PassKind::LeaveObstacles | PassKind::SolveObstacles | PassKind::MeasureObstacles => b.over_obstacles(pass.kind, substep),
            PassKind::BounceOffObstacles | PassKind::MeetObstacles | PassKind::StopAtObstacles => b.stop_alike(pass.kind, substep),
            PassKind::BounceOffRoughObstacles | PassKind::MeetRoughObstacles | PassKind::StopAtRoughObstacles => {
                b.stop_rough(pass.kind, substep);
            }
            PassKind::MeasureBodies => {
                b.measures = b.measures.merged(measure_bodies::measure_bodies(p, &b.particles, &b.displacements, &b.bodies))
            }
            PassKind::DigestBodies => {
                let present = digest_bodies::digest_bodies(b.digest, &b.particles, &b.bodies);
                b.digest = b.absent.all().iter().fold(present, |sum, of| digest_bodies::digest_bodies(sum, &of.particles, &of.bodies));
            }
            PassKind::Digest => {
                let present = digest::digest(0, &b.particles, &b.displacements);
                b.digest = b.absent.all().iter().fold(present, |sum, of| digest::digest(sum, &of.particles, &of.displacements));
            }
        }
    }
}
