//! What is seen of each row of blocks before contacts are looked for: whether its discs have those of the substep before, and how its lists are
//! kept. A row that repeats its contacts asks nobody for what they carried, since its batches hold that; so its lists wait (see
//! `Row::lists_are_behind`) until others may ask: those who came from it, or itself, once it no longer repeats them.

use fearless_simd::Simd;
use fearless_simd::dispatch;

use super::alike_batch::AlikeBatch;
use super::standing_rows::StandingRows;
use super::{Batches, Row};
use crate::cpu::dim2::{cells_of_row_of_blocks, slots_of_rows, start_of_row, starts_of_row};
use crate::cpu::find_contacts::reached_from_row;
use crate::cpu::lists::carried_lists::CarriedLists;
use crate::cpu::threads::parallel::for_each_task;
use crate::cpu::threads::rows::runs_of_rows;
use crate::cpu::threads::scattered::Scattered;
use crate::cpu::vectors::instructions::instructions;
use crate::world::contacts::ContactRow;
use crate::world::particle::Particle;

/// What is seen of a row.
#[derive(Clone, Copy, Debug)]
pub struct Looked {
    /// Whether discs have moved since the last sweep: only what puts them out of obstacles does that.
    pub stale: bool,
    /// Whether it stands, see [`StandingRows`].
    pub same_places: bool,
    /// How many contacts its discs have, if they are those of the substep before.
    pub contacts: Option<usize>,
    /// Whether its lists are to be copied then: they are not there from the substep before the last one.
    pub copies: bool,
}

/// What is known of all rows of blocks of a grid of one level.
pub struct Rows<'a> {
    pub standing: StandingRows<'a>,
    pub is_mixed: bool,
    /// Whether the lists to be written are still those of the substep before the last one, and may stay so where contacts do not change.
    pub next_are_alike: bool,
    pub particles: &'a [Particle],
}

impl Rows<'_> {
    /// Looks at those rows whose lists wait, and writes the lists of those that do not repeat their contacts.
    pub fn end_waiting(&self, contacts: &mut CarriedLists, batches: &Batches<AlikeBatch>) {
        let (level, cell_starts) = (self.standing.level, self.standing.cell_starts);
        let (lists, starts) = contacts.rows_and_starts();
        let lists = Scattered::new(lists);
        let runs = runs_of_rows(0..level.block_rows(), 1, |row| start_of_row(level, cell_starts, (2 * row as i32).min(level.size[1])));
        for_each_task(runs.len(), |run| {
            for row in runs[run].clone() {
                let mut batches = batches.row(row);
                if batches.lists_are_behind {
                    let looked = self.look_at(row as i32, &mut batches);
                    batches.lists_are_behind = looked.contacts.is_some() && !looked.copies;
                    if !batches.lists_are_behind {
                        // SAFETY: the contacts of a row of blocks are in the lists of its discs, and no other thread has that row.
                        unsafe { dispatch!(instructions(), simd => write_lists(simd, &mut batches, &lists, starts)) };
                    }
                    batches.looked = Some(looked);
                }
            }
        });
    }

    /// Looks at a row, unless that was done.
    pub fn look_at(&self, row: i32, batches: &mut Row<AlikeBatch>) -> Looked {
        if let Some(looked) = batches.looked.take() {
            return looked;
        }
        let stale = std::mem::take(&mut batches.moved);
        let rows = cells_of_row_of_blocks(self.standing.level, row);
        let slots = slots_of_rows(self.standing.level, self.standing.cell_starts, rows.clone());
        if slots.is_empty() {
            return Looked { stale, same_places: false, contacts: None, copies: true };
        }
        let same_places = self.standing.look_at(row, &mut batches.cells);
        let above = starts_of_row(self.standing.level, self.standing.cell_starts, rows.end);
        let may_repeat = !self.is_mixed && !stale && same_places && batches.all_touch;
        let contacts = may_repeat.then(|| batches.last_look.contacts(&self.particles[reached_from_row(&slots, above)], above)).flatten();
        Looked { stale, same_places, contacts, copies: !(self.next_are_alike && batches.repeats) }
    }
}

/// Writes what the contacts of a row carry into their lists.
///
/// # Safety
/// No other thread reads or writes those.
#[inline(always)]
unsafe fn write_lists<S: Simd>(_: S, row: &mut Row<AlikeBatch>, lists: &Scattered<'_, ContactRow>, starts: &[u32]) {
    for batch in row.all() {
        // SAFETY: the caller's.
        unsafe { batch.write_impulses(lists, starts) };
    }
}
