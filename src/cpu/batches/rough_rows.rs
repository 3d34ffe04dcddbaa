//! The contacts of rough discs in a row of blocks, in the order of a sweep, and how they come into batches.

use std::cell::RefCell;
use std::ops::Range;

use fearless_simd::Simd;

use super::deal::Deal;
use super::rough_batch::RoughBatch;
use super::{Batch, Colour};
use crate::cpu::blocks::{occupied_blocks, order, rows_of};
use crate::cpu::chains::chained_rows;
use crate::cpu::dim2::starts_of_row_of_blocks;
use crate::cpu::lists::owner_and_place;
use crate::cpu::rough_sweep::Tangents;
use crate::cpu::threads::scattered::Scattered;
use crate::world::contacts::ContactRow;
use crate::world::fixed::LIST_ROWS;
use crate::world::levels::Level;
use crate::world::links::NO_PARTNER;

/// What is known of contacts.
pub struct RoughRows<'a> {
    pub cell_starts: &'a [u32],
    pub contacts: &'a Scattered<'a, ContactRow>,
    /// None where contacts turn no disc.
    pub tangents: Option<&'a Tangents<'a>>,
    /// Empty where the grid has one level.
    pub chains: &'a [u32],
    pub backwards: bool,
}

/// The rows of contacts, block by block.
#[derive(Default)]
struct Gathered {
    rows: Vec<u32>,
    /// Of each block that has contacts its number, and where in `rows` they are.
    blocks: Vec<(usize, Range<u32>)>,
    deal: Deal,
}

thread_local! {
    /// Kept from substep to substep, so that none of them asks the system for memory.
    static GATHERED: RefCell<Gathered> = RefCell::default();
}

impl RoughRows<'_> {
    /// Puts the contacts of a row of blocks into batches. Returns whether any of them are chained.
    ///
    /// # Safety
    /// No other thread writes what the blocks reach.
    #[inline(always)]
    pub unsafe fn fill<S: Simd>(&self, simd: S, level: &Level, row: u32, colours: &mut [Colour<RoughBatch>; 2]) -> bool {
        let mut gathered = GATHERED.take();
        // SAFETY: the caller's.
        let chained = unsafe { self.gather_blocks(level, row, &mut gathered) };
        let Gathered { rows, blocks, deal } = &mut gathered;
        deal.begin(rows.len(), RoughBatch::MOST_GROUPS);
        for (block, contacts) in blocks.drain(..) {
            deal.give(simd, block, [contacts.clone(), contacts.end..contacts.end]);
        }
        deal.fill(colours, |batch, contacts| {
            for (lane, contact) in contacts.into_iter().enumerate() {
                let row = rows[contact];
                let (owner, place) = owner_and_place(row);
                // SAFETY: the caller's.
                let (contact, tangent) =
                    unsafe { (self.contacts.read(row as usize), self.tangents.map_or(0.0, |tangents| tangents.read(row as usize)[0])) };
                batch.set(lane, owner, contact.partner, place, [contact.impulse, tangent]);
            }
        });
        GATHERED.set(gathered);
        chained
    }

    /// Finds the contacts of each block. Returns whether any of them are chained.
    ///
    /// # Safety
    /// No other thread writes what the blocks reach.
    #[inline(always)]
    unsafe fn gather_blocks(&self, level: &Level, row: u32, gathered: &mut Gathered) -> bool {
        gathered.rows.clear();
        let mut chained = false;
        let end_of_level = level.slots(self.cell_starts).end;
        let [lower, upper] = starts_of_row_of_blocks(level, self.cell_starts, row as i32);
        let starts_of_rows = if self.backwards { [upper, lower] } else { [lower, upper] };
        for x in occupied_blocks([lower, upper]) {
            let first = gathered.rows.len() as u32;
            for starts in &starts_of_rows {
                let run = run_of(starts, 2 * x);
                for k in 0..run.len() {
                    let i = if self.backwards { run.end - 1 - k } else { run.start + k };
                    // SAFETY: the caller's.
                    chained |= unsafe { self.gather(i, end_of_level, &mut gathered.rows) };
                }
            }
            let contacts = first..gathered.rows.len() as u32;
            if !contacts.is_empty() {
                gathered.blocks.push((x, contacts));
            }
        }
        chained
    }

    /// The rows of the contacts that a sweep takes with a disc: its own with discs of its level, then those with finer ones. Returns
    /// whether there are any of these.
    ///
    /// # Safety
    /// No other thread writes its list.
    #[inline(always)]
    unsafe fn gather(&self, i: usize, end_of_level: u32, rows: &mut Vec<u32>) -> bool {
        // SAFETY: the caller's, all of it.
        if unsafe { self.contacts.read(i * LIST_ROWS).partner } != NO_PARTNER {
            // SAFETY: the caller's.
            let list: [ContactRow; LIST_ROWS] = std::array::from_fn(|k| unsafe { self.contacts.read(i * LIST_ROWS + k) });
            let own = rows_of(&list, end_of_level);
            rows.extend(order(own.len() as u32, self.backwards).map(|k| (i * LIST_ROWS + own.start) as u32 + k));
        }
        let own = rows.len();
        rows.extend(chained_rows(self.chains, i).map(|row| row as u32));
        rows.len() > own
    }
}

/// The slots of two cells of a row from a column on.
#[inline(always)]
fn run_of(starts: &[u32], column: usize) -> Range<usize> {
    match starts {
        [] => 0..0,
        _ => starts[column] as usize..starts[(column + 2).min(starts.len() - 1)] as usize,
    }
}
