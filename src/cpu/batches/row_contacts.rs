//! The contacts of a row of blocks, one after the other in the order of the discs that own them, and how they come into batches. No branch
//! depends on which disc has how many: no processor could predict that.

use std::cell::RefCell;
use std::ops::Range;

use fearless_simd::Simd;

use super::deal::{Deal, groups_for};
use super::{Batch, Colour, EIGHT};
use crate::cpu::blocks::occupied_blocks;
use crate::cpu::dim2::starts_of_row_of_blocks;
use crate::cpu::lists::contact_lists::{ContactLists, WIDE};
use crate::cpu::memory::Memory;
use crate::cpu::pairs::found_pairs::DISCS_PER_RARE;
use crate::world::contacts::ContactRow;
use crate::world::fixed::LIST_ROWS;
use crate::world::levels::Level;
use crate::world::links::NO_PARTNER;

/// The places in a list, and more.
const PLACES: [u8; WIDE] = [0, 1, 2, 3, 4, 5, 6, 7];

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
    owners: Vec<u32>,
    /// Of each contact its place in the list of its owner.
    places: Vec<u8>,
    partners: Vec<u32>,
    /// As they are written into lists.
    rows: Vec<ContactRow>,
    deal: Deal,
}

impl RowContacts {
    /// Takes over the lists of discs that follow each other, as much as rows hold.
    #[inline(always)]
    pub fn take(&mut self, slots: Range<usize>, lists: &ContactLists) {
        let room = slots.len() * LIST_ROWS + WIDE;
        if self.owners.len() < room {
            self.owners.resize(room, 0);
            self.places.resize(room, 0);
            self.partners.resize(room, 0);
        }
        self.first = slots.start;
        self.starts.resize(slots.len() + 1, 0);
        let (owners, places, partners) = (&mut self.owners[..room], &mut self.places[..room], &mut self.partners[..room]);
        // Where most discs own none it costs less to ask than to take over nothing.
        let rare = (lists.total() as usize) < slots.len() / DISCS_PER_RARE;
        let mut count = 0;
        for (i, start) in slots.clone().zip(&mut self.starts) {
            *start = count as u32;
            if rare && lists.count(i) == 0 {
                continue;
            }
            // There is always room; said so that no access is checked.
            let contacts = count.min(room - WIDE)..count.min(room - WIDE) + WIDE;
            owners[contacts.clone()].copy_from_slice(&[i as u32; WIDE]);
            places[contacts.clone()].copy_from_slice(&PLACES);
            partners[contacts].copy_from_slice(lists.partners_from(i));
            count += (lists.count(i) as usize).min(LIST_ROWS);
        }
        self.starts[slots.len()] = count as u32;
    }

    /// Of each disc its first contact, and the end.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Gives each contact the impulse that it had in the last substep.
    #[inline(always)]
    pub fn remember(&mut self, memory: &Memory) {
        let count = self.starts.last().map_or(0, |&count| count as usize);
        self.rows.resize(count, ContactRow::NONE);
        let contacts = self.owners.iter().zip(&self.places).zip(&self.partners);
        for (row, ((&owner, &place), &partner)) in self.rows.iter_mut().zip(contacts) {
            *row = ContactRow { partner, impulse: memory.impulse(owner as usize, partner as usize, usize::from(place)) };
        }
    }

    /// For discs at the slots of the last substep: if their contacts are the same, too, gives each the impulse that it had. Returns whether
    /// they are.
    #[inline(always)]
    pub fn go_on(&mut self, memory: &Memory) -> bool {
        if memory.contacts.are_whole() {
            return self.go_on_in_whole_lists(memory);
        }
        let Some(rows) = memory.contacts.written_with(self.first, &self.starts) else { return false };
        let differ = rows.iter().zip(&self.partners).fold(0, |differ, (row, partner)| differ | (row.partner ^ partner));
        if differ == 0 {
            self.rows.clear();
            self.rows.extend(rows.iter().map(|row| ContactRow { impulse: memory.carried(row.impulse), ..*row }));
        }
        differ == 0
    }

    /// [`Self::go_on`] where lists have all their rows.
    #[inline(always)]
    fn go_on_in_whole_lists(&mut self, memory: &Memory) -> bool {
        let lists = || {
            (self.first..).zip(self.starts.windows(2)).map(|(disc, list)| (memory.contacts.of(disc), list[0] as usize, list[1] as usize))
        };
        let differ = lists().fold(0, |differ, (rows, start, end)| {
            let partners =
                self.partners[start..].iter().zip(start..).map(|(&partner, contact)| if contact < end { partner } else { NO_PARTNER });
            rows.iter().zip(partners).fold(differ, |differ, (row, partner)| differ | (row.partner ^ partner))
        });
        if differ == 0 {
            self.rows.clear();
            for (rows, start, end) in lists() {
                self.rows.extend(rows[..end - start].iter().map(|row| ContactRow { impulse: memory.carried(row.impulse), ..*row }));
            }
        }
        differ == 0
    }

    /// What stands in lists, one list after the other.
    pub fn rows(&self) -> &[ContactRow] {
        &self.rows
    }

    /// The same with the owner of each and its place in the list of that.
    pub fn rows_of_owners(&self) -> impl Iterator<Item = (u32, u8, ContactRow)> {
        self.rows.iter().zip(&self.owners).zip(&self.places).map(|((&row, &owner), &place)| (owner, place, row))
    }

    /// Forgets the contacts with partners from a slot on, which are in the chains of those.
    #[inline(always)]
    pub fn keep_partners_below(&mut self, end: u32) {
        let last = self.rows.iter().fold(0, |last, row| last.max(row.partner));
        if last < end {
            return;
        }
        let (mut kept, mut contact) = (0, 0);
        for disc in 0..self.starts.len() {
            // Those of the disc before.
            while contact < self.starts[disc] as usize {
                (self.owners[kept], self.places[kept]) = (self.owners[contact], self.places[contact]);
                (self.partners[kept], self.rows[kept]) = (self.partners[contact], self.rows[contact]);
                kept += usize::from(self.partners[kept] < end);
                contact += 1;
            }
            self.starts[disc] = kept as u32;
        }
        self.rows.truncate(kept);
    }

    /// Deals the contacts of a row of blocks, with what they remember, out to batches of both colours.
    #[inline(always)]
    pub fn deal<B: Batch, S: Simd>(&mut self, simd: S, level: &Level, row: i32, cell_starts: &[u32], colours: &mut [Colour<B>; 2]) {
        let cells = starts_of_row_of_blocks(level, cell_starts, row);
        let width = level.size[0] as usize;
        let first_in = |cells: &[u32], column: usize| match cells {
            [] => 0,
            cells => self.starts[cells[column.min(width)] as usize - self.first],
        };
        let blocks = occupied_blocks(cells);
        // Where most blocks have none it costs less to ask than to deal out nothing.
        let rare = self.rows.len() < blocks.len() / DISCS_PER_RARE;
        self.deal.begin(self.rows.len(), groups_for(blocks.len(), self.rows.len()).min(B::MOST_GROUPS));
        let mut firsts = cells.map(|cells| first_in(cells, 2 * blocks.start));
        for block in blocks {
            let ends = cells.map(|cells| first_in(cells, 2 * block + 2));
            if rare && ends == firsts {
                continue;
            }
            self.deal.give(simd, block, [firsts[0]..ends[0], firsts[1]..ends[1]]);
            firsts = ends;
        }
        let rows = &self.rows[..];
        let (owners, places) = (&self.owners[..rows.len()], &self.places[..rows.len()]);
        self.deal.fill(
            colours,
            #[inline(always)]
            |batch, contacts| {
                // A loop: `map` of an array is a call.
                let (mut own_rows, mut own_owners, mut own_places) = ([ContactRow::NONE; EIGHT], [0; EIGHT], [0; EIGHT]);
                for (lane, &contact) in contacts.iter().enumerate() {
                    (own_rows[lane], own_owners[lane], own_places[lane]) = (rows[contact], owners[contact], places[contact]);
                }
                batch.set_all(simd, own_rows, own_owners, own_places);
            },
        );
    }
}
