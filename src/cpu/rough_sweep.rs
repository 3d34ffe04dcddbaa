//! A sweep over all contacts of rough discs, with masses, restitution and friction of each pair, and impulses along the tangent, and
//! against rolling, beside those along the normal: what `rough_contact` does one after the other, in batches of eight.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use fearless_simd::dispatch;
use fearless_simd::prelude::*;

use super::batches::rolling_batch::RollingBatch;
use super::batches::rough_batch::RoughBatch;
use super::batches::rough_rows::RoughRows;
use super::batches::rough_sweep_lanes::{Meetings, Solved};
use super::batches::{Batch, Batches, Colour, Filled, Row};
use super::blocks::order;
use super::bounce::half_of_gravity;
use super::swept::Swept;
use super::threads::rows::for_each_row;
use super::threads::scattered::Scattered;
use super::vectors::instructions::instructions;
use crate::world::body::Body;
use crate::world::levels::{Level, Levels};
use crate::world::particle::{Displacement, Particle};

/// What a sweep does with contacts.
pub trait RoughKind: Sync + Sized {
    /// Whether it changes what contacts carry.
    const CHANGES: bool = true;

    /// Twin of `solved`.
    fn solved<S: Simd>(&self, meetings: &Meetings<S>) -> Solved<S>;

    /// Called for the contacts of a row of blocks before they are solved.
    ///
    /// # Safety
    /// No other thread reads or writes what the row reaches.
    unsafe fn prepare<S: Simd>(&self, simd: S, sweep: &RoughSweep<'_, Self>, level: &Level, y: u32, row: &mut Row<RoughBatch>);

    /// Finds gaps and normals of a batch anew, where particles may have moved since it was prepared: where [`Self::part_batch`] said so.
    ///
    /// # Safety
    /// No other thread writes its particles.
    #[inline(always)]
    unsafe fn separate<S: Simd>(&self, _simd: S, _batch: &mut RoughBatch) {}

    /// Parts the discs of a batch as far as `parted` says; returns whether particles moved. Only sweeps that push part discs.
    ///
    /// # Safety
    /// No other thread reads or writes its particles.
    #[inline(always)]
    unsafe fn part_batch(&self, _batch: &RoughBatch, _displacements: &Scattered<'_, Displacement>) -> bool {
        false
    }
}

/// What contacts carry beside what presses them.
pub struct Tangents<'a> {
    all: Scattered<'a, f32>,
    /// Twin of `RESISTS_ROLLING`: whether there are two words of a contact, and not one.
    pub resist_rolling: bool,
}

impl Tangents<'_> {
    /// What a contact carries along its tangent and against rolling, by its row in the lists.
    ///
    /// # Safety
    /// No other thread writes it.
    #[inline(always)]
    pub unsafe fn read(&self, row: usize) -> [f32; 2] {
        // SAFETY: the caller's, all of it.
        unsafe {
            match self.resist_rolling {
                false => [self.all.read(row), 0.0],
                true => [self.all.read(2 * row), self.all.read(2 * row + 1)],
            }
        }
    }

    /// # Safety
    /// No other thread reads or writes it.
    #[inline(always)]
    pub unsafe fn write(&self, row: usize, [tangent, roll]: [f32; 2]) {
        // SAFETY: the caller's, all of it.
        unsafe {
            match self.resist_rolling {
                false => self.all.write(row, tangent),
                true => {
                    self.all.write(2 * row, tangent);
                    self.all.write(2 * row + 1, roll);
                }
            }
        }
    }
}

/// What a sweep works on.
pub struct RoughSweep<'a, K> {
    pub kind: K,
    pub on: Swept<'a>,
    pub bodies: Scattered<'a, Body>,
    pub tangents: Tangents<'a>,
    /// Twin of `DISCS_RUB`: whether there are tangents, since contacts turn discs.
    pub rubs: bool,
    pub half_of_gravity: [f32; 2],
    pub backwards: bool,
    /// See `Batches`.
    pub lists_wait: bool,
}

impl<'a, K> RoughSweep<'a, K> {
    /// One that goes backwards or not.
    pub fn new(kind: K, on: Swept<'a>, bodies: &'a mut [Body], tangents: &'a mut [f32], backwards: bool, lists_wait: bool) -> Self {
        debug_assert!(on.list_starts.is_empty(), "lists are packed");
        let rubs = !tangents.is_empty();
        let tangents = Tangents { all: Scattered::new(tangents), resist_rolling: on.params.resists_rolling() };
        let (bodies, half_of_gravity) = (Scattered::new(bodies), half_of_gravity(on.substep));
        Self { kind, on, bodies, tangents, rubs, half_of_gravity, backwards, lists_wait }
    }
}

impl<K: RoughKind> RoughSweep<'_, K> {
    /// Twin of the dispatches. Of a row of blocks both colours are taken at once, and the colours of the other rows follow: what
    /// is done to each particle, and in which order, is the same.
    pub fn run(&self, batches: &Batches<RoughBatch>) {
        let levels = Levels::new(self.on.params);
        let mut first_row: usize = levels.as_slice().iter().map(Level::block_rows).sum();
        for level in levels.as_slice().iter().rev() {
            let rows = level.block_rows();
            first_row -= rows;
            let any_parted = AtomicBool::new(false);
            for_each_row(level, self.on.cell_starts, usize::from(self.backwards), |y| {
                let mut row = batches.row(first_row + y);
                // SAFETY: the cells that a block reaches are its own and those around it, and none of the rows that other
                // threads are at reaches them.
                let parted = unsafe { dispatch!(instructions(), simd => self.run_row(simd, level, y as u32, &mut row)) };
                drop(row);
                if parted {
                    batches.particles_of_row_moved(first_row, rows, y);
                    any_parted.store(true, Relaxed);
                }
            });
            // Coarser discs have contacts with these.
            if any_parted.into_inner() {
                (0..first_row).for_each(|row| batches.row(row).moved = true);
            }
        }
    }

    /// A row of blocks; returns whether discs were parted.
    ///
    /// # Safety
    /// No other thread reads or writes what it reaches.
    #[inline(always)]
    unsafe fn run_row<S: Simd>(&self, simd: S, level: &Level, y: u32, row: &mut Row<RoughBatch>) -> bool {
        let mut parted = false;
        // SAFETY: the caller's.
        unsafe {
            self.kind.prepare(simd, self, level, y, row);
            let (reversed, waits) = (row.backwards != self.backwards, !K::CHANGES || self.lists_wait && !row.chained);
            for colour in order(2, self.backwards) {
                parted = self.solve_batches(simd, &mut row.colours[colour as usize], reversed, waits, parted);
            }
        }
        parted
    }

    /// Makes the batches of a row of blocks whole, of which `find_rough_contacts` may have left more or less.
    ///
    /// # Safety
    /// No other thread reads or writes what the row reaches.
    #[inline(always)]
    pub unsafe fn complete<S: Simd>(&self, simd: S, particles: &[Particle], level: &Level, y: u32, row: &mut Row<RoughBatch>) {
        // SAFETY: the caller's, all of it.
        unsafe {
            match std::mem::take(&mut row.filled) {
                Filled::No => self.gather(simd, particles, level, y, row),
                Filled::Anew => {
                    (row.moved, row.backwards, row.chained) = (false, false, false);
                    for batch in row.all().filter(|_| self.rubs) {
                        batch.read_tangents(&self.tangents);
                    }
                    self.look_at_discs(simd, particles, row);
                }
                Filled::Kept => row.separate_if_moved(simd, &|i| particles[i as usize]),
            }
        }
    }

    /// Gathers the contacts of a row of blocks into batches.
    ///
    /// # Safety
    /// No other thread reads or writes what the row reaches.
    #[inline(always)]
    pub unsafe fn gather<S: Simd>(&self, simd: S, particles: &[Particle], level: &Level, y: u32, row: &mut Row<RoughBatch>) {
        let Self { on: Swept { cell_starts, contacts, chains, .. }, tangents, backwards, .. } = self;
        let tangents = self.rubs.then_some(tangents);
        let rows = RoughRows { cell_starts, contacts, tangents, chains, backwards: *backwards };
        (row.moved, row.backwards) = (false, *backwards);
        // SAFETY: the caller's, all of it.
        unsafe {
            row.chained = rows.fill(simd, level, y, &mut row.colours);
            self.look_at_discs(simd, particles, row);
        }
    }

    /// Finds what batches are to know of their discs.
    ///
    /// # Safety
    /// No other thread writes the bodies of what the row reaches.
    #[inline(always)]
    unsafe fn look_at_discs<S: Simd>(&self, simd: S, particles: &[Particle], row: &mut Row<RoughBatch>) {
        for Colour { batches, rolling, .. } in &mut row.colours {
            rolling.clear();
            for batch in batches {
                batch.separate(simd, &|i| particles[i as usize]);
                // SAFETY: the caller's.
                unsafe { batch.find_materials(simd, &self.bodies) };
                if self.tangents.resist_rolling {
                    // SAFETY: the caller's.
                    rolling.push(unsafe { RollingBatch::new(simd, batch, particles, &self.tangents) });
                }
            }
        }
    }
}
