//! The passes that sort particles into the grid, with the buffers that they work on.

use super::Buffers;
use super::dispatch::is_of_another_group;
use super::{find_slots, grid_count, grid_place, grid_scan, grid_scan_tiles, grid_scatter, grid_sort, sort_bodies};
use crate::passes::PassKind;

impl Buffers {
    /// Those that count, sort, and find who is where then.
    pub(super) fn sort(&mut self, kind: PassKind) {
        let b = self;
        let p = &b.params;
        match kind {
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
            PassKind::SortBodies => sort_bodies::sort_bodies(&b.sources, &b.bodies, &mut b.bodies_next),
            PassKind::FindSlots => find_slots::find_slots(&b.particles, &mut b.slots),
            _ => is_of_another_group(kind),
        }
    }
}
