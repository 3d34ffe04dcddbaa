//! What is seen of each row of blocks before contacts are looked for: whether its discs have those of the substep before, and of alike
//! discs how its lists are kept. A row that repeats its contacts asks nobody for what they carried, since its batches hold that; so its
//! lists wait (see `Row::lists_are_behind`) until others may ask: those who came from it, or itself, once it no longer repeats them.

use std::ops::Range;

use super::alike_batch::AlikeBatch;
use super::standing_rows::StandingRows;
use super::{Batch, Batches, Row};
use crate::cpu::dim2::{cells_of_row_of_blocks, slots_of_row_of_blocks, starts_of_row};
use crate::cpu::lists::carried_lists::CarriedLists;
use crate::cpu::threads::rows::for_each_row_alone;
use crate::cpu::threads::scattered::Scattered;
use crate::world::particle::Particle;

/// The discs in some rows of cells, at these slots, and those in the row of cells above them, of which this has the starts.
#[inline]
pub fn reached_from_row(slots: &Range<usize>, above: &[u32]) -> Range<usize> {
    slots.start..above.last().map_or(slots.end, |&end| end as usize)
}

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
        let (lists, starts) = contacts.rows_and_starts();
        let lists = Scattered::new(lists);
        for_each_row_alone(self.standing.level, self.standing.cell_starts, |row| {
            let mut batches = batches.row(row);
            if batches.lists_are_behind {
                let looked = self.look_at(row as i32, &mut batches);
                batches.lists_are_behind = looked.contacts.is_some() && !looked.copies;
                if !batches.lists_are_behind {
                    // SAFETY: batches and lists both go by the slots of the last substep. Then each slot belonged to one row of blocks,
                    // whose batches hold all contacts that it owned, and no other thread has that row. The lists are still there: discs
                    // that were laid aside since (`begin_substep`) stood outside the grid, behind all slots that own contacts.
                    batches.all().for_each(|batch| unsafe { batch.write_impulses(&lists, starts) });
                }
                batches.looked = Some(looked);
            }
        });
    }

    /// Looks at a row, unless that was done.
    pub fn look_at<B: Batch>(&self, row: i32, batches: &mut Row<B>) -> Looked {
        if let Some(looked) = batches.looked.take() {
            return looked;
        }
        let stale = std::mem::take(&mut batches.moved);
        let StandingRows { level, cell_starts, .. } = self.standing;
        let slots = slots_of_row_of_blocks(level, cell_starts, row);
        if slots.is_empty() {
            return Looked { stale, same_places: false, contacts: None, copies: true };
        }
        let same_places = self.standing.look_at(row, &mut batches.cells);
        let above = starts_of_row(level, cell_starts, cells_of_row_of_blocks(level, row).end);
        let may_repeat = !self.is_mixed && !stale && same_places && batches.all_touch;
        let contacts = may_repeat.then(|| batches.last_look.contacts(&self.particles[reached_from_row(&slots, above)], above)).flatten();
        Looked { stale, same_places, contacts, copies: !(self.next_are_alike && batches.repeats) }
    }
}
