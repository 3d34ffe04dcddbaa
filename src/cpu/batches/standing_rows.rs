//! Rows of blocks whose discs stand as they stood in the last substep: where things lie, most have the same contacts again, and their
//! batches are kept, instead of being filled anew (see `find_contacts` and `find_rough_contacts`). A row stands if its discs and those
//! beside it, which they may touch, are at the same slots, and its own in the same cells: a contact is dealt out by the cell of its owner.

use std::ops::Range;

use crate::cpu::dim2::{slots_of_rows, starts_of_row_of_blocks};
use crate::world::levels::Level;

/// What says which rows of blocks of a grid of one level stand.
pub struct StandingRows<'a> {
    pub level: &'a Level,
    pub cell_starts: &'a [u32],
    /// By slot, where its disc was in the last substep.
    pub sources: &'a [u32],
    /// Whether the batches hold the contacts that were listed in the last substep.
    pub batches_are_known: bool,
}

/// Slots that are compared before it is asked whether they all are the same.
const CHUNK: usize = 64;

impl StandingRows<'_> {
    /// Looks whether a row stands: with the [`Row::cells`](super::Row::cells) of the last substep, in whose place come those of this one.
    pub fn look_at(&self, row: i32, cells: &mut Vec<u32>) -> bool {
        let beside = (2 * row - 1).max(0)..(2 * row + 3).min(self.level.size[1]);
        let beside = slots_of_rows(self.level, self.cell_starts, beside);
        // In a folded grid other rows are beside it.
        if !self.batches_are_known || self.level.fold_bits != 0 || !self.are_slots(beside) {
            cells.clear();
            return false;
        }
        let [lower, upper] = starts_of_row_of_blocks(self.level, self.cell_starts, row);
        let is_same = cells.split_at_checked(lower.len()).is_some_and(|halves| halves == (lower, upper));
        if !is_same {
            cells.clear();
            cells.extend_from_slice(lower);
            cells.extend_from_slice(upper);
        }
        is_same
    }

    /// Whether all discs at some slots were there before.
    fn are_slots(&self, slots: Range<usize>) -> bool {
        let mut chunks = self.sources[slots.clone()].chunks(CHUNK).zip(slots.step_by(CHUNK));
        chunks.all(|(sources, first)| sources.iter().zip(first as u32..).fold(0, |moved, (&source, slot)| moved | (source ^ slot)) == 0)
    }
}

#[cfg(test)]
mod tests;
