//! A sweep over all contacts of rough discs, with masses, restitution and friction of each pair, and impulses along the tangent beside
//! those along the normal: what `rough_contact` does one after the other, in batches of eight.

use fearless_simd::dispatch;
use fearless_simd::prelude::*;

use super::CountersCell;
use super::batches::{Batch, Batches, Row};
use super::blocks::order;
use super::instructions::instructions;
use super::rough_batch::RoughBatch;
use super::rough_rows::RoughRows;
use super::rough_sweep_lanes::{Meetings, Solved};
use super::rows::for_each_row;
use super::scattered::Scattered;
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::levels::{Level, Levels};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// What a sweep does with contacts.
pub trait RoughKind: Sync + Sized {
    /// Twin of `solved`.
    fn solved<S: Simd>(&self, meetings: &Meetings<S>) -> Solved<S>;

    /// Called for the contacts of a row of blocks before they are solved.
    ///
    /// # Safety
    /// No other thread reads or writes what the row reaches.
    unsafe fn prepare<S: Simd>(&self, simd: S, sweep: &RoughSweep<'_, Self>, level: &Level, y: u32, row: &mut Row<RoughBatch>);
}

/// What a sweep works on.
pub struct RoughSweep<'a, K> {
    pub kind: K,
    pub params: &'a Params,
    pub cell_starts: &'a [u32],
    pub displacements: Scattered<'a, Displacement>,
    pub bodies: Scattered<'a, Body>,
    pub contacts: Scattered<'a, ContactRow>,
    pub tangents: Scattered<'a, f32>,
    /// Empty where the grid has one level.
    pub chains: &'a [u32],
    pub counters: &'a CountersCell,
    pub backwards: bool,
}

impl<K: RoughKind> RoughSweep<'_, K> {
    /// Twin of the dispatches. Of a row of blocks both colours are taken at once, and the colours of the other rows follow: what
    /// is done to each particle, and in which order, is the same.
    pub fn run(&self, batches: &Batches<RoughBatch>) {
        let levels = Levels::new(self.params);
        let mut first_row: usize = levels.as_slice().iter().map(Level::block_rows).sum();
        for level in levels.as_slice().iter().rev() {
            first_row -= level.block_rows();
            for_each_row(level.block_rows(), usize::from(self.backwards), |y| {
                let row = &mut batches.row(first_row + y);
                // SAFETY: the cells that a block reaches are its own and those around it, and none of the rows that other
                // threads are at reaches them.
                unsafe { dispatch!(instructions(), simd => self.run_row(simd, level, y as u32, row)) };
            });
        }
    }

    /// A row of blocks.
    ///
    /// # Safety
    /// No other thread reads or writes what it reaches.
    #[inline(always)]
    unsafe fn run_row<S: Simd>(&self, simd: S, level: &Level, y: u32, row: &mut Row<RoughBatch>) {
        // SAFETY: the caller's.
        unsafe {
            self.kind.prepare(simd, self, level, y, row);
            let reversed = row.backwards != self.backwards;
            for colour in order(2, self.backwards) {
                self.solve_batches(simd, &mut row.colours[colour as usize], reversed);
            }
        }
    }

    /// Gathers the contacts of a row of blocks into batches.
    ///
    /// # Safety
    /// No other thread reads or writes what the row reaches.
    #[inline(always)]
    pub unsafe fn gather<S: Simd>(&self, simd: S, particles: &[Particle], level: &Level, y: u32, row: &mut Row<RoughBatch>) {
        let Self { cell_starts, contacts, tangents, chains, backwards, .. } = self;
        let rows = RoughRows { cell_starts, contacts, tangents, chains, backwards: *backwards };
        (row.moved, row.backwards) = (false, *backwards);
        // SAFETY: the caller's, all of it.
        unsafe {
            rows.fill(level, y, &mut row.colours);
            for batch in row.all() {
                batch.separate(simd, particles);
                batch.find_materials(simd, &self.bodies);
            }
        }
    }
}
