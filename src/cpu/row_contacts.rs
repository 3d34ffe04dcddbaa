//! The contacts of a row of blocks, one after the other in the order of the discs that own them, and how they come into batches. No branch depends on which disc has how many: no processor could predict that.

use std::cell::RefCell;
use std::ops::Range;

use fearless_simd::Simd;

use super::alike_batch::AlikeBatch;
use super::batches::Colour;
use super::contact_lists::ContactLists;
use super::deal::Deal;
use super::dim2::starts_of_row;
use super::find_contacts::{ROWS, owner_and_place};
use super::memory::Memory;
use super::scattered::Scattered;
use crate::world::contacts::ContactRow;
use crate::world::levels::Level;

thread_local! {
    /// Lists and what is made of them, kept from substep to substep, so that none of them asks the system for memory.
    pub static SCRATCH: RefCell<(ContactLists, RowContacts)> = RefCell::default();
}

/// One array a value, and a few elements at the end that belong to no contact.
#[derive(Default)]
pub struct RowContacts {
    /// The first slot.
    first: usize,
    /// Of each disc its first contact, and the end.
    starts: Vec<u32>,
    /// Of each contact its number among the rows of all lists.
    rows: Vec<u32>,
    impulses: Vec<f32>,
    deal: Deal,
}

impl RowContacts {
    /// Takes over the lists of discs that follow each other, as much as rows hold.
    #[inline(always)]
    pub fn take(&mut self, slots: Range<usize>, lists: &ContactLists) {
        let room = (slots.len() + 2) * ROWS;
        if self.rows.len() < room {
            self.rows.resize(room, 0);
            self.impulses.resize(room, 0.0);
        }
        self.first = slots.start;
        self.starts.resize(slots.len() + 1, 0);
        let rows = &mut self.rows[..room];
        let mut count = 0;
        for (i, start) in slots.clone().zip(&mut self.starts) {
            *start = count as u32;
            let place = count.min(room - 2 * ROWS);
            let first = (i * ROWS) as u32;
            rows[place..place + ROWS].copy_from_slice(&[first, first + 1, first + 2, first + 3, first + 4]);
            count += (lists.of(i).0 as usize).min(ROWS);
        }
        self.starts[slots.len()] = count as u32;
    }

    /// How many contacts there are.
    fn count(&self) -> usize {
        self.starts.last().map_or(0, |&count| count as usize)
    }

    /// Gives each contact the impulse that it had in the last substep, and writes its row.
    ///
    /// # Safety
    /// No other thread uses the lists of the owners.
    #[inline(always)]
    pub unsafe fn remember(&mut self, lists: &ContactLists, memory: &Memory, contacts_next: &Scattered<'_, ContactRow>) {
        let count = self.count();
        let (rows, partners, first_row) = (&self.rows[..count], lists.partners(), self.first * ROWS);
        memory.fetch(rows.iter().map(|&row| row as usize / ROWS));
        for (&row, impulse) in rows.iter().zip(&mut self.impulses[..count]) {
            let row = row as usize;
            let partner = partners[row - first_row];
            *impulse = memory.impulse(row / ROWS, partner as usize, row % ROWS);
            // SAFETY: the caller's.
            unsafe { contacts_next.write(row, ContactRow { partner, impulse: *impulse }) };
        }
    }

    /// Deals the contacts of a row of blocks out to batches of both colours.
    #[inline(always)]
    pub fn deal<S: Simd>(
        &mut self,
        simd: S,
        level: &Level,
        row: i32,
        lists: &ContactLists,
        cell_starts: &[u32],
        colours: &mut [Colour<AlikeBatch>; 2],
    ) {
        let (count, first_row) = (self.count(), self.first * ROWS);
        self.deal.begin(count);
        let cells = [2 * row, 2 * row + 1].map(|y| starts_of_row(level, cell_starts, y));
        let width = level.size[0] as usize;
        let first_in = |cells: &[u32], column: usize| match cells {
            [] => 0,
            cells => self.starts[cells[column.min(width)] as usize - self.first],
        };
        let blocks = occupied_blocks(cells);
        let mut firsts = cells.map(|cells| first_in(cells, 2 * blocks.start));
        for block in blocks {
            let ends = cells.map(|cells| first_in(cells, 2 * block + 2));
            self.deal.give(simd, block & 1, [firsts[0]..ends[0], firsts[1]..ends[1]]);
            firsts = ends;
        }
        let (rows, impulses, partners) = (&self.rows[..count], &self.impulses[..count], lists.partners());
        self.deal.fill(colours, |batch, lane, contact| {
            let row = rows[contact];
            let (owner, place) = owner_and_place(row);
            batch.set(lane, owner, partners[row as usize - first_row], place, impulses[contact]);
        });
    }
}

/// From the first block of a row that holds discs to the last; of its two rows of cells the starts.
fn occupied_blocks(cells: [&[u32]; 2]) -> Range<usize> {
    let occupied = cells.map(|starts| match starts {
        [first, .., end] if first < end => {
            starts.partition_point(|start| start == first) - 1..starts.partition_point(|start| start < end)
        }
        _ => usize::MAX..0,
    });
    let [first, end] = [occupied[0].start.min(occupied[1].start), occupied[0].end.max(occupied[1].end)];
    if first < end { first / 2..end.div_ceil(2) } else { 0..0 }
}
