//! The contacts of a row of blocks, one after the other in the order of the discs that own them, and how they are shared out among the
//! lanes of batches. No branch depends on which disc has how many: no processor could predict that.

use std::cell::RefCell;
use std::ops::Range;

use super::alike_batch::AlikeBatch;
use super::batches::{Colour, idlest};
use super::contact_lists::ContactLists;
use super::dim2::starts_of_row;
use super::find_contacts::ROWS;
use super::lanes::LANES;
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
    /// Of each contact the next one of its lane; behind the last contact the first ones of all lanes.
    next: Vec<u32>,
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

    /// Shares the contacts of a row of blocks out among the batches of both colours: each lane takes those of some blocks, one block
    /// after the other, about as many as any other lane.
    #[inline(always)]
    pub fn share_out(
        &mut self,
        level: &Level,
        row: i32,
        lists: &ContactLists,
        cell_starts: &[u32],
        colours: &mut [Colour<AlikeBatch>; 2],
    ) {
        let counts = self.choose_lanes(level, row, cell_starts);
        let (count, first_row) = (self.count(), self.first * ROWS);
        let (next, heads) = self.next.split_at(count);
        let (rows, impulses, partners) = (&self.rows[..next.len()], &self.impulses[..next.len()], lists.partners());
        for ((colour, counts), heads) in colours.iter_mut().zip(counts).zip(heads.as_chunks::<LANES>().0) {
            colour.make_room(counts);
            let mut contacts = *heads;
            for batch in &mut colour.batches {
                for (lane, contact) in contacts.iter_mut().enumerate() {
                    let k = *contact as usize;
                    let row = rows[k];
                    batch.set(lane, row / ROWS as u32, partners[row as usize - first_row], row, impulses[k]);
                    *contact = next[k];
                }
            }
        }
    }

    /// Gives each block the lane that has the fewest contacts so far. (Shares of neighbours, cheaper to find, made every sweep slower.)
    /// Returns how many each lane of both colours has.
    #[inline(always)]
    fn choose_lanes(&mut self, level: &Level, row: i32, cell_starts: &[u32]) -> [[u32; LANES]; 2] {
        let (count, starts, width) = (self.count() as u32, &self.starts, level.size[0] as usize);
        self.next.clear();
        self.next.extend(1..=count + 2 * LANES as u32);
        let cells = [2 * row, 2 * row + 1].map(|y| starts_of_row(level, cell_starts, y));
        let first_in = |part: usize, column: usize| match cells[part] {
            [] => 0,
            cells => starts[cells[column.min(width)] as usize - self.first],
        };
        // What each lane ends with so far.
        let mut lasts: [[u32; LANES]; 2] = [0, LANES].map(|before| std::array::from_fn(|lane| count + (before + lane) as u32));
        let (mut counts, mut firsts) = ([[0; LANES]; 2], [first_in(0, 0), first_in(1, 0)]);
        for block in 0..width.div_ceil(2) {
            let (counts, lasts) = (&mut counts[block & 1], &mut lasts[block & 1]);
            let lane = idlest(counts);
            for (part, first) in firsts.iter_mut().enumerate() {
                let end = first_in(part, 2 * block + 2);
                self.next[lasts[lane] as usize] = *first;
                lasts[lane] = if end > *first { end - 1 } else { lasts[lane] };
                counts[lane] += end - *first;
                *first = end;
            }
        }
        // Behind its end a lane has any contact, which is never solved there.
        lasts.as_flattened().iter().for_each(|&last| self.next[last as usize] = 0);
        counts
    }
}
