//! Twin of `find_rough_contacts.wgsl`: the lists of contacts of rough discs, and what each carried along its normal in the
//! last substep.

use std::ops::Range;

use fearless_simd::dispatch;
use fearless_simd::prelude::*;

use super::batches::look_at_rows::{Looked, Rows};
use super::batches::rough_batch::RoughBatch;
use super::batches::row_contacts::{RowContacts, SCRATCH};
use super::batches::standing_rows::StandingRows;
use super::batches::{Batches, Filled, Row};
use super::dim2::{cells_of_row_of_blocks, slots_of_row_of_blocks, slots_of_rows, start_of_row, starts_of_row};
use super::lists::carried_lists::{Carried, CarriedLists};
use super::lists::contact_lists::ContactLists;
use super::lists::crowds::Crowds;
use super::memory::Memory;
use super::partners::Found;
use super::threads::parallel::{for_each_part, for_each_run};
use super::threads::rows::{for_each_row_alone, runs_of_rows};
use super::threads::scattered::Scattered;
use super::vectors::instructions::instructions;
use crate::cpu::batches::look_at_rows::reached_from_row;
use crate::cpu::lists::row_of;
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::fixed::LIST_ROWS;
use crate::world::levels::{Level, Levels};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point. The contacts that discs of the finest level have with each other are left in batches for the sweeps of this
/// substep, except in folded grids of several levels: no other level's lists or chains have any of them. Where there is one level that is
/// not folded, and a row of blocks has the contacts of the last substep, the batches that hold them are kept.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn find_rough_contacts(
    params: &Params,
    particles: &[Particle],
    displacements: &mut [Displacement],
    displacements_next: &[Displacement],
    bodies: &[Body],
    cell_starts: &[u32],
    sources: &[u32],
    contacts: Carried<'_>,
    contacts_next: &mut CarriedLists,
    batches: &mut Batches<RoughBatch>,
) {
    let levels = &Levels::new(params);
    let in_grid = cell_starts[levels.cell_count] as usize;
    let has_one_level = levels.as_slice().len() == 1;
    let batches_are_known = has_one_level && batches.search != 0 && batches.search == contacts.search;
    batches.search += 1;
    let contacts_next = contacts_next.rewrite(batches.search);
    contacts_next[in_grid * LIST_ROWS..].fill(ContactRow::NONE);
    let (displacements, contacts_next) = (Scattered::new(displacements), Scattered::new(contacts_next));
    let memory = Memory { sources, contacts, most_impulse: params.most_impulse };
    let find = Find { params, levels, particles, displacements, displacements_next, bodies, cell_starts, memory, contacts_next };
    // SAFETY: in each of the three loops, which follow each other, threads take slots, rows of blocks or rows of cells that have no slot in
    // common, and write the lists of the discs there. Displacements only change by atomic additions, and nobody reads them meanwhile: what
    // discs had before they got anything is in `displacements_next`.
    unsafe {
        if params.fold_bits != 0 && !has_one_level {
            return for_each_run(in_grid, |slots| {
                dispatch!(instructions(), simd => find.lists(simd, slots));
            });
        }
        let (level, coarser) = levels.as_slice().split_last().expect("a grid has a level");
        let standing = StandingRows { level, cell_starts, sources, batches_are_known };
        let rows = Rows { standing, is_mixed: params.mixed_radii != 0, next_are_alike: false, particles };
        let first_row: usize = coarser.iter().map(Level::block_rows).sum();
        for_each_row_alone(level, cell_starts, |row| find.row(level, row as i32, &rows, &mut batches.row(first_row + row)));
        for_each_part(rows_of_tasks(coarser, cell_starts), |_, (number, rows)| find.rows(number, rows));
    }
}

/// The rows of cells of some levels, in runs with enough discs for a task.
fn rows_of_tasks(levels: &[Level], cell_starts: &[u32]) -> Vec<(usize, Range<i32>)> {
    let runs_of = |(number, level): (usize, &Level)| {
        let start_of = |row: usize| start_of_row(level, cell_starts, row as i32);
        let runs = runs_of_rows(0..level.size[1] as usize, 1, start_of);
        runs.into_iter().map(move |rows| (number, rows.start as i32..rows.end as i32))
    };
    levels.iter().enumerate().flat_map(runs_of).collect()
}

/// What the pass works on.
struct Find<'a> {
    params: &'a Params,
    levels: &'a Levels,
    particles: &'a [Particle],
    displacements: Scattered<'a, Displacement>,
    displacements_next: &'a [Displacement],
    bodies: &'a [Body],
    cell_starts: &'a [u32],
    memory: Memory<'a>,
    contacts_next: Scattered<'a, ContactRow>,
}

impl Find<'_> {
    /// The lists of the discs in a row of blocks of the finest level, and their batches.
    ///
    /// # Safety
    /// No other thread uses their lists, or displacements but by adding to them.
    unsafe fn row(&self, level: &Level, row: i32, looking: &Rows<'_>, batches: &mut Row<RoughBatch>) {
        if !matches!(batches.filled, Filled::No) {
            // The last substep ended before it used them.
            batches.clear();
        }
        let Looked { stale, same_places, contacts, .. } = looking.look_at(row, batches);
        let slots = slots_of_row_of_blocks(level, self.cell_starts, row);
        if slots.is_empty() {
            return batches.clear();
        }
        // Where discs have moved `start_rough_contacts` finds the gaps of batches that are kept anew.
        batches.moved = stale;
        if contacts.is_some() {
            return dispatch!(instructions(), _simd => {
                batches.go_on(&self.memory);
                // SAFETY: the caller's.
                unsafe { self.repeat(slots) }
            });
        }
        let rows = cells_of_row_of_blocks(level, row);
        let above = starts_of_row(level, self.cell_starts, rows.end);
        let reached = reached_from_row(&slots, above);
        let notes = !looking.is_mixed && same_places && batches.last_look.is_worth_noting();
        let finest = self.levels.as_slice().len() - 1;
        let (mut lists, mut contacts) = SCRATCH.take();
        dispatch!(instructions(), simd => {
            match notes {
                true => self.find::<true, _>(simd, finest, rows, slots.clone(), &mut lists, &mut contacts),
                false => self.find::<false, _>(simd, finest, rows, slots.clone(), &mut lists, &mut contacts),
            }
            let stands = same_places && contacts.go_on(&self.memory);
            if !stands {
                contacts.remember(&self.memory);
            }
            // SAFETY: the caller's.
            unsafe { self.write(slots, &lists, &contacts) };
            match notes {
                true => batches.last_look.note_lists(&lists, self.particles, &reached, above, contacts.rows().len()),
                false => batches.last_look.forget(),
            }
            if stands {
                batches.go_on(&self.memory);
            } else {
                contacts.keep_partners_below(level.slots(self.cell_starts).end);
                contacts.deal(simd, level, row, self.cell_starts, &mut batches.colours);
                batches.filled = Filled::Anew;
            }
        });
        batches.all_touch = true;
        SCRATCH.set((lists, contacts));
    }

    /// Writes the lists of some discs whose contacts are those of the substep before.
    ///
    /// # Safety
    /// No other thread uses them.
    #[inline(always)]
    unsafe fn repeat(&self, slots: Range<usize>) {
        // SAFETY: the caller's.
        let lists = unsafe { self.contacts_next.range(slots.start * LIST_ROWS..slots.end * LIST_ROWS) };
        for (row, before) in lists.iter_mut().zip(self.memory.contacts.whole(slots)) {
            *row = ContactRow { impulse: self.memory.carried(before.impulse), ..*before };
        }
    }

    /// The lists of the discs in some rows of cells of a level.
    ///
    /// # Safety
    /// No other thread uses their lists, or displacements but by adding to them.
    unsafe fn rows(&self, number: usize, rows: Range<i32>) {
        let slots = slots_of_rows(&self.levels.as_slice()[number], self.cell_starts, rows.clone());
        if slots.is_empty() {
            return;
        }
        let (mut lists, mut contacts) = SCRATCH.take();
        dispatch!(instructions(), simd => {
            self.find::<false, _>(simd, number, rows, slots.clone(), &mut lists, &mut contacts);
            contacts.remember(&self.memory);
        });
        // SAFETY: the caller's.
        unsafe { self.write(slots, &lists, &contacts) };
        SCRATCH.set((lists, contacts));
    }

    /// Finds the contacts of the discs at some slots, all those in some rows of cells of a level; with `NEAR_TOO` also who is near.
    #[inline(always)]
    fn find<const NEAR_TOO: bool, S: Simd>(
        &self,
        simd: S,
        number: usize,
        rows: Range<i32>,
        slots: Range<usize>,
        lists: &mut ContactLists,
        contacts: &mut RowContacts,
    ) {
        if self.params.mixed_radii == 0 {
            lists.find::<NEAR_TOO, _>(simd, &self.levels.as_slice()[number], self.particles, self.cell_starts, rows);
        } else {
            lists.find_in_levels(simd, self.levels, number, rows, self.particles, self.cell_starts);
        }
        contacts.take(slots, lists);
    }

    /// Writes the lists of the discs at some slots.
    ///
    /// # Safety
    /// No other thread uses them, or displacements but by adding to them.
    unsafe fn write(&self, slots: Range<usize>, lists: &ContactLists, contacts: &RowContacts) {
        // SAFETY: the caller's.
        unsafe {
            self.contacts_next.fill(slots.start * LIST_ROWS..slots.end * LIST_ROWS, ContactRow::NONE);
            contacts.rows_of_owners().for_each(|(owner, place, row)| self.contacts_next.write(row_of(owner, place), row));
            self.crowds().slow_down(&lists.crowded().collect::<Vec<_>>());
        }
    }

    /// The lists of some particles of a folded grid of several levels.
    ///
    /// # Safety
    /// No other thread uses their lists, or displacements but by adding to them.
    #[inline(always)]
    unsafe fn lists<S: Simd>(&self, simd: S, particles: Range<usize>) {
        let (mut found, mut crowded) = (Found::NONE, Vec::new());
        for i in particles {
            // SAFETY: the caller's, all of it.
            unsafe {
                if found.is_full() {
                    self.remember(&mut found);
                }
                self.contacts_next.write_many(i * LIST_ROWS, [ContactRow::NONE; LIST_ROWS]);
                if found.look_in_levels(simd, self.particles, i, self.levels, self.cell_starts) > LIST_ROWS {
                    crowded.push(i);
                }
            }
        }
        // SAFETY: the caller's, both.
        unsafe {
            self.remember(&mut found);
            self.crowds().slow_down(&crowded);
        }
    }

    /// Lists contacts that were found, with their impulses.
    ///
    /// # Safety
    /// No other thread uses the lists of their owners.
    unsafe fn remember(&self, found: &mut Found) {
        for (owner, partner, row) in found.drain() {
            let (i, k) = (owner as usize, usize::from(row));
            let impulse = self.memory.impulse(i, partner as usize, k);
            // SAFETY: the caller's.
            unsafe { self.contacts_next.write(i * LIST_ROWS + k, ContactRow { partner, impulse }) };
        }
    }

    /// What contacts beyond lists work on.
    fn crowds(&self) -> Crowds<'_> {
        Crowds {
            levels: self.levels,
            mixed: self.params.mixed_radii != 0,
            particles: self.particles,
            bodies: self.bodies,
            cell_starts: self.cell_starts,
            sources: self.memory.sources,
            displacements: self.displacements,
            displacements_next: self.displacements_next,
        }
    }
}

#[cfg(test)]
mod tests;
