//! Twin of `find_contacts.wgsl`: the lists of contacts, and what each carried in the last substep.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x8, i32x8};

use super::batches::alike_batch::AlikeBatch;
use super::batches::look_at_rows::{Looked, Rows, reached_from_row};
use super::batches::row_contacts::SCRATCH;
use super::batches::standing_rows::StandingRows;
use super::batches::{Batch, Batches, Colour, Row};
use super::dim2::{cells_of_row_of_blocks, slots_of_row_of_blocks, starts_of_row};
use super::impulse::{impulse_change, separation};
use super::lists::carried_lists::{CarriedLists, Packing};
use super::lists::contact_lists::ContactLists;
use super::lists::crowds::Crowds;
use super::memory::Memory;
use super::partners::Found;
use super::threads::parallel::for_each_run;
use super::threads::rows::for_each_row;
use super::threads::scattered::Scattered;
use super::vectors::instructions::instructions;
use super::vectors::lanes::{each, gather, rounded};
use crate::world::contacts::ContactRow;
use crate::world::fixed::LIST_ROWS;
use crate::world::levels::{Level, Levels};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point. In a grid of one level rows of blocks are taken as in a sweep, so that threads need atomics only for contacts
/// beyond lists; in one of several levels all that discs get is added atomically. In the former the contacts of each row are left in
/// batches for the sweeps of this substep; where they are those of the last one the batches that hold them are kept. Lists whose rows wait
/// are written before they are read; where `lists_are_read` says that nobody reads those of this substep before its last sweep, what does
/// not change is not written again.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn find_contacts(
    params: &Params,
    particles: &[Particle],
    displacements: &mut [Displacement],
    displacements_next: &[Displacement],
    cell_starts: &[u32],
    sources: &[u32],
    contacts: &mut CarriedLists,
    contacts_next: &mut CarriedLists,
    batches: &mut Batches<AlikeBatch>,
    lists_are_read: bool,
) {
    let levels = &Levels::new(params);
    let in_grid = cell_starts[levels.cell_count] as usize;
    let displacements = Scattered::new(displacements);
    let memory_of = |contacts| Memory { sources, contacts, most_impulse: params.most_impulse };
    let [level] = levels.as_slice() else {
        let find = Find { levels, particles, cell_starts, memory: memory_of(contacts.lists()), displacements, displacements_next };
        let contacts_next = contacts_next.rewrite(0);
        contacts_next[in_grid * LIST_ROWS..].fill(ContactRow::NONE);
        let contacts_next = Scattered::new(contacts_next);
        return for_each_run(in_grid, |slots| {
            // SAFETY: a list is written by its owner, and displacements only change by atomic additions.
            unsafe { dispatch!(instructions(), simd => find.lists_in_levels(simd, slots, &contacts_next)) };
        });
    };
    let batches_are_known = batches.search != 0 && batches.search == contacts.lists().search;
    let next_are_of_before = batches_are_known && contacts_next.lists().search + 1 == batches.search;
    batches.search += 1;
    let (contacts_next, batches) = (contacts_next.pack(in_grid, batches.search), &*batches);
    let standing = StandingRows { level, cell_starts, sources, batches_are_known };
    let rows = Rows { standing, is_mixed: params.mixed_radii != 0, next_are_alike: next_are_of_before && !lists_are_read, particles };
    rows.end_waiting(contacts, batches);
    let find = Find { levels, particles, cell_starts, memory: memory_of(contacts.lists()), displacements, displacements_next };
    for_each_row(level, cell_starts, 0, |row| {
        // SAFETY: a list is written by the row of its owner, and a contact leads at most one row of cells out of its row of blocks,
        // which has two; rows that are taken at the same time have others between them.
        unsafe {
            match params.mixed_radii {
                0 => find.row::<false>(level, row as i32, &rows, &contacts_next, &mut batches.row(row)),
                _ => find.row::<true>(level, row as i32, &rows, &contacts_next, &mut batches.row(row)),
            }
        }
    });
}

/// What the pass works on.
struct Find<'a> {
    levels: &'a Levels,
    particles: &'a [Particle],
    cell_starts: &'a [u32],
    memory: Memory<'a>,
    displacements: Scattered<'a, Displacement>,
    displacements_next: &'a [Displacement],
}

impl Find<'_> {
    /// The lists of the particles in a row of blocks, and their batches.
    ///
    /// # Safety
    /// No other thread uses their lists, or reads or writes their displacements or those of what they touch.
    unsafe fn row<const MIXED: bool>(
        &self,
        level: &Level,
        row: i32,
        looking: &Rows<'_>,
        contacts_next: &Packing<'_>,
        batches: &mut Row<AlikeBatch>,
    ) {
        let Looked { stale, same_places, contacts, copies } = looking.look_at(row, batches);
        let slots = slots_of_row_of_blocks(level, self.cell_starts, row);
        if slots.is_empty() {
            return batches.clear();
        }
        batches.repeats = contacts.is_some();
        if let Some(contacts) = contacts {
            let lists = copies.then_some((contacts, contacts_next));
            // SAFETY: the caller's.
            return unsafe { dispatch!(instructions(), simd => self.repeat(simd, slots, lists, batches)) };
        }
        let rows = cells_of_row_of_blocks(level, row);
        let above = starts_of_row(level, self.cell_starts, rows.end);
        let reached = reached_from_row(&slots, above);
        let notes = !MIXED && same_places && batches.last_look.is_worth_noting();
        let (mut lists, mut contacts) = SCRATCH.take();
        // SAFETY: the caller's.
        unsafe {
            dispatch!(instructions(), simd => {
                match notes {
                    true => self.find_lists::<MIXED, true, _>(simd, level, rows, &mut lists),
                    false => self.find_lists::<MIXED, false, _>(simd, level, rows, &mut lists),
                }
                contacts.take(slots.clone(), &lists);
                let stands = same_places && contacts.go_on(&self.memory);
                if stands {
                    batches.all().for_each(|batch| batch.go_on(&self.memory));
                } else {
                    contacts.remember(&self.memory);
                    contacts.deal(simd, level, row, self.cell_starts, &mut batches.colours);
                }
                contacts_next.write(slots.start, contacts.starts(), contacts.rows());
                for colour in &mut batches.colours {
                    self.start_batches(simd, colour, stale || !stands);
                }
                batches.all_touch = true;
            });
            let crowded: Vec<_> = lists.crowded().collect();
            match notes {
                true => batches.last_look.note_lists(&lists, self.particles, &reached, above, contacts.rows().len()),
                false => batches.last_look.forget(),
            }
            self.crowds(MIXED).slow_down(&crowded);
        }
        SCRATCH.set((lists, contacts));
    }

    /// For a row whose discs have the contacts of the substep before; with how many those are, and where their lists are to be copied, if
    /// they are.
    ///
    /// # Safety
    /// As for [`Self::row`].
    #[inline(always)]
    unsafe fn repeat<S: Simd>(&self, simd: S, slots: Range<usize>, lists: Option<(usize, &Packing<'_>)>, batches: &mut Row<AlikeBatch>) {
        // SAFETY: the caller's.
        unsafe {
            if let Some((contacts, contacts_next)) = lists {
                contacts_next.repeat(slots, contacts, &self.memory.contacts, |impulse| self.memory.carried(impulse));
            }
            for colour in &mut batches.colours {
                for batch in &mut colour.batches {
                    batch.go_on(&self.memory);
                    self.warm_start(simd, batch);
                }
            }
        }
    }

    /// What the discs in rows of cells find.
    #[inline(always)]
    fn find_lists<const MIXED: bool, const NEAR_TOO: bool, S: Simd>(
        &self,
        simd: S,
        level: &Level,
        rows: Range<i32>,
        lists: &mut ContactLists,
    ) {
        match MIXED {
            true => lists.find_in_levels(simd, self.levels, 0, rows, self.particles, self.cell_starts),
            false => lists.find::<NEAR_TOO, S>(simd, level, self.particles, self.cell_starts, rows),
        }
    }

    /// Gives the discs of batches the impulses of the last substep, and finds how they stand to each other where that is to be found anew.
    ///
    /// # Safety
    /// No other thread reads or writes the displacements of their discs.
    #[inline(always)]
    unsafe fn start_batches<S: Simd>(&self, simd: S, colour: &mut Colour<AlikeBatch>, separate: bool) {
        // So that it is known to stay what it is while batches are written.
        let particles = self.particles;
        for batch in &mut colour.batches {
            if separate {
                batch.separate(simd, &|i| particles[i as usize]);
            }
            // SAFETY: the caller's.
            unsafe { self.warm_start(simd, batch) };
        }
    }

    /// Both discs of each contact get the impulse that it had in the last substep.
    ///
    /// # Safety
    /// No other thread reads or writes their displacements.
    #[inline(always)]
    unsafe fn warm_start<S: Simd>(&self, simd: S, batch: &AlikeBatch) {
        let impulses = f32x8::load_array_ref(simd, &batch.impulses);
        if impulses.simd_eq(0.0).all_true() {
            return;
        }
        let ([normal_x, normal_y], [ours_live, theirs_live]) = (batch.gaps.normal(simd), batch.live(simd));
        let (x, y, none) = (rounded(impulses * normal_x), rounded(impulses * normal_y), i32x8::splat(simd, 0));
        let displacements = self.displacements;
        // SAFETY: the caller's, all of it.
        unsafe {
            let (ours, theirs) = (gather(simd, &displacements, &batch.owners), gather(simd, &displacements, &batch.partners));
            let ours = [ours[0] + ours_live.select(x, none), ours[1] + ours_live.select(y, none)];
            let theirs = [theirs[0] - theirs_live.select(x, none), theirs[1] - theirs_live.select(y, none)];
            batch.write_displacements(&displacements, each(ours), each(theirs));
        }
    }

    /// The lists of some particles in a grid of several levels; both discs of each contact get the impulse that it had in the last
    /// substep.
    ///
    /// # Safety
    /// No other thread uses their lists, or displacements but by adding to them.
    #[inline(always)]
    unsafe fn lists_in_levels<S: Simd>(&self, simd: S, particles: Range<usize>, contacts_next: &Scattered<'_, ContactRow>) {
        let (mut found, mut crowded) = (Found::NONE, Vec::new());
        for i in particles {
            // SAFETY: the caller's, all of it.
            unsafe {
                if found.is_full() {
                    self.start(&mut found, contacts_next);
                }
                contacts_next.write_many(i * LIST_ROWS, [ContactRow::NONE; LIST_ROWS]);
                if found.look_in_levels(simd, self.particles, i, self.levels, self.cell_starts) > LIST_ROWS {
                    crowded.push(i);
                }
            }
        }
        // SAFETY: the caller's, both.
        unsafe {
            self.start(&mut found, contacts_next);
            self.crowds(true).slow_down(&crowded);
        }
    }

    /// Lists contacts that were found, and gives their discs the impulses that they had.
    ///
    /// # Safety
    /// No other thread uses the lists of their owners, or displacements but by adding to them.
    unsafe fn start(&self, found: &mut Found, contacts_next: &Scattered<'_, ContactRow>) {
        for (owner, partner, row) in found.drain() {
            let (i, j, k) = (owner as usize, partner as usize, usize::from(row));
            let impulse = self.memory.impulse(i, j, k);
            let normal = separation(&self.particles[i], &self.particles[j]).normal;
            // SAFETY: the caller's.
            unsafe {
                contacts_next.write(i * LIST_ROWS + k, ContactRow { partner, impulse });
                self.add(i, j, impulse_change(impulse, normal));
            }
        }
    }

    /// What contacts beyond lists work on.
    fn crowds(&self, mixed: bool) -> Crowds<'_> {
        Crowds {
            levels: self.levels,
            mixed,
            particles: self.particles,
            bodies: &[],
            cell_starts: self.cell_starts,
            sources: self.memory.sources,
            displacements: self.displacements,
            displacements_next: self.displacements_next,
        }
    }

    /// Gives the two discs of a contact opposite changes. Twin of two `add_change`.
    ///
    /// # Safety
    /// No other thread uses their displacements but by adding to them.
    unsafe fn add(&self, i: usize, j: usize, change: Displacement) {
        for (disc, change) in [(i, change), (j, change.map(|c| -c))] {
            if self.particles[disc].phase() == Phase::Live {
                // SAFETY: the caller's.
                unsafe { self.displacements.add(disc, change) };
            }
        }
    }
}
