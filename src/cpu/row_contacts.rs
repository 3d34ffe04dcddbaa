//! The contacts of a row of blocks, one after the other in the order of the discs that own them, and how they are shared out among the
//! lanes of batches. No branch depends on which disc has how many: no processor could predict that.

use std::cell::RefCell;
use std::ops::Range;

use super::alike_batch::AlikeBatch;
use super::batches::{Colour, idlest};
use super::contact_lists::ContactLists;
use super::dim2::{cell_coords, cell_index};
use super::find_contacts::ROWS;
use super::lanes::LANES;
use super::memory::Memory;
use super::scattered::Scattered;
use crate::world::contacts::ContactRow;
use crate::world::levels::Level;
use crate::world::particle::Particle;

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
    partners: Vec<u32>,
    /// Of each its number among the rows of all lists.
    rows: Vec<u32>,
    impulses: Vec<f32>,
    blocks: Vec<Block>,
    /// Of each disc its block.
    block_of: Vec<u32>,
}

/// What a block of 2×2 cells has.
#[derive(Clone, Copy, Default)]
struct Block {
    /// The first contact of its lower and of its upper cells.
    first: [u32; 2],
    /// The lane that takes them,
    lane: u32,
    /// and what is to be added to the number of a contact of either for its place there.
    offsets: [u32; 2],
}

impl RowContacts {
    /// Takes over the lists of discs that follow each other, as much as rows hold.
    #[inline(always)]
    pub fn take(&mut self, slots: Range<usize>, lists: &ContactLists) {
        let room = (slots.len() + 2) * ROWS;
        for values in [&mut self.owners, &mut self.partners, &mut self.rows] {
            if values.len() < room {
                values.resize(room, 0);
            }
        }
        self.first = slots.start;
        self.starts.resize(slots.len() + 1, 0);
        let (owners, partners, rows) = (&mut self.owners[..room], &mut self.partners[..room], &mut self.rows[..room]);
        let mut count = 0;
        for (i, start) in slots.clone().zip(&mut self.starts) {
            let (own, list) = lists.of(i);
            *start = count as u32;
            let place = count.min(room - 2 * ROWS);
            let first = (i * ROWS) as u32;
            owners[place..place + ROWS].copy_from_slice(&[i as u32; ROWS]);
            partners[place..place + ROWS].copy_from_slice(list);
            rows[place..place + ROWS].copy_from_slice(&[first, first + 1, first + 2, first + 3, first + 4]);
            count += (own as usize).min(ROWS);
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
    pub unsafe fn remember(&mut self, memory: &Memory, contacts_next: &Scattered<'_, ContactRow>) {
        let count = self.count();
        memory.fetch(&self.owners[..count]);
        self.impulses.clear();
        for ((&owner, &partner), &row) in self.owners[..count].iter().zip(&self.partners).zip(&self.rows) {
            let impulse = memory.impulse(owner as usize, partner as usize, row as usize - owner as usize * ROWS);
            // SAFETY: the caller's.
            unsafe { contacts_next.write(row as usize, ContactRow { partner, impulse }) };
            self.impulses.push(impulse);
        }
    }

    /// Shares the contacts of a row of blocks out among the batches of both colours: each lane takes those of some blocks, one block
    /// after the other, about as many as any other lane.
    #[inline(always)]
    pub fn share_out(
        &mut self,
        level: &Level,
        row: i32,
        particles: &[Particle],
        cell_starts: &[u32],
        colours: &mut [Colour<AlikeBatch>; 2],
    ) {
        let slots = self.first..self.first + self.starts.len() - 1;
        self.block_of.clear();
        self.block_of.extend(particles[slots].iter().map(|particle| cell_coords(level, particle.position)[0] as u32 >> 1));
        self.find_blocks(level, row, cell_starts);
        self.choose_lanes(colours);
        let middle = self.starts[cell_starts[cell_index(level, [0, (2 * row + 1).min(level.size[1])])] as usize - self.first] as usize;
        for (part, contacts) in [0..middle, middle..self.count()].into_iter().enumerate() {
            for k in contacts {
                let owner = self.owners[k];
                let b = self.block_of[owner as usize - self.first] as usize;
                let block = &self.blocks[b];
                let place = (k as u32).wrapping_add(block.offsets[part]) as usize;
                let batch = &mut colours[b & 1].batches[place];
                batch.set(block.lane as usize, owner, self.partners[k], self.rows[k], self.impulses[k]);
            }
        }
    }

    /// Finds the first contacts of each block, and behind the last block the ends.
    #[inline(always)]
    fn find_blocks(&mut self, level: &Level, row: i32, cell_starts: &[u32]) {
        let [width, height] = level.size;
        let count = (width as usize).div_ceil(2);
        self.blocks.resize(count + 1, Block::default());
        for (part, y) in [2 * row, 2 * row + 1].into_iter().enumerate() {
            if y == height {
                self.blocks.iter_mut().for_each(|block| block.first[part] = 0);
                continue;
            }
            let cells = cell_index(level, [0, y])..=cell_index(level, [width, y]);
            let starts = &cell_starts[cells];
            for (x, block) in self.blocks.iter_mut().enumerate() {
                block.first[part] = self.starts[starts[(2 * x).min(width as usize)] as usize - self.first];
            }
        }
    }

    /// Gives each block the lane that has the fewest contacts so far. (Shares of neighbours, cheaper to find, made every sweep slower.)
    #[inline(always)]
    fn choose_lanes(&mut self, colours: &mut [Colour<AlikeBatch>; 2]) {
        let mut counts = [[0u32; LANES]; 2];
        for b in 0..self.blocks.len() - 1 {
            let (block, next) = (self.blocks[b], self.blocks[b + 1]);
            let counts = &mut counts[b & 1];
            let lane = idlest(counts);
            let [lower, upper] = [0, 1].map(|part| next.first[part] - block.first[part]);
            let place = counts[lane];
            let offsets = [place.wrapping_sub(block.first[0]), (place + lower).wrapping_sub(block.first[1])];
            self.blocks[b] = Block { lane: lane as u32, offsets, ..block };
            counts[lane] += lower + upper;
        }
        colours.iter_mut().zip(counts).for_each(|(colour, counts)| colour.make_room(counts));
    }
}
