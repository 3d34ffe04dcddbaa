//! The contacts of a substep in batches of eight that can be solved at the same time, found once and used by every sweep.
//!
//! Blocks of a colour do not reach each other's particles (see `sweep`). So of a row of blocks, each lane of the batches
//! of a colour takes some blocks, one after the other, and each batch holds the next contact of every lane: what is done
//! to a particle, and in which order, is the same as block by block. Only the host has these; they hold nothing that the
//! lists of contacts and the particles do not.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fearless_simd::prelude::*;
use fearless_simd::{f32x8, mask32x8};

use super::impulse;
use super::lanes::{Discs, mask_of, separation};
use super::scattered::Scattered;
use crate::world::particle::{Displacement, Particle};

pub use super::lanes::LANES;

/// Eight contacts. A lane that has none of its own repeats another's in all it does.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Batch {
    pub owners: [u32; LANES],
    pub partners: [u32; LANES],
    /// Of each its number among the rows of all lists.
    pub rows: [u32; LANES],
    /// As in the lists.
    pub impulses: [f32; LANES],
    /// See `Separation`.
    pub gap: [f32; LANES],
    pub normal: [[f32; LANES]; 2],
    /// One bit a lane: whether its owner and its partner are pinned.
    pub pinned: [u8; 2],
    /// One bit a lane: whether it has a contact of its own.
    pub used: u8,
}

/// The batches of one colour in a row of blocks.
#[derive(Clone, Debug, Default)]
pub struct Colour {
    pub batches: Vec<Batch>,
    /// How many of them have no lane that repeats another; those are the first.
    full: usize,
}

/// The batches of a row of blocks.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub colours: [Colour; 2],
    /// Whether particles have moved since gaps and normals were found.
    pub moved: bool,
}

/// The batches of all rows of blocks. Each row is used by one thread at a time.
#[derive(Debug, Default)]
pub struct Batches(Vec<Mutex<Row>>);

impl Batches {
    /// Batches of so many rows of blocks, all empty.
    pub fn new(rows: usize) -> Self {
        Self((0..rows).map(|_| Mutex::default()).collect())
    }

    /// Those of one row.
    pub fn row(&self, row: usize) -> MutexGuard<'_, Row> {
        self.0[row].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that particles have moved.
    pub fn particles_moved(&mut self) {
        for row in &mut self.0 {
            row.get_mut().unwrap_or_else(PoisonError::into_inner).moved = true;
        }
    }
}

impl Row {
    /// All of them.
    pub fn all(&mut self) -> impl Iterator<Item = &mut Batch> {
        self.colours.iter_mut().flat_map(|colour| &mut colour.batches)
    }

    /// Finds gaps and normals anew if particles have moved.
    #[inline(always)]
    pub fn separate_if_moved<S: Simd>(&mut self, simd: S, particles: &[Particle]) {
        if std::mem::take(&mut self.moved) {
            for batch in self.all() {
                batch.separate(simd, particles);
            }
        }
    }
}

impl Colour {
    /// Takes all contacts out.
    pub fn clear(&mut self) {
        self.batches.clear();
    }

    /// Makes batches for so many contacts of each lane, to be [set](Batch::set) one by one.
    #[inline(always)]
    pub fn make_room(&mut self, lanes: [u32; LANES]) {
        let [least, most] = [lanes.iter().min(), lanes.iter().max()].map(|count| count.map_or(0, |&count| count as usize));
        self.batches.clear();
        self.batches.resize(most, Batch::NONE);
        self.full = least;
        for (place, batch) in self.batches.iter_mut().enumerate().skip(least) {
            batch.used = (0..LANES).map(|lane| u8::from(place < lanes[lane] as usize) << lane).sum();
        }
    }

    /// Once all contacts are set: lets lanes that have none repeat others.
    #[inline(always)]
    pub fn finish(&mut self) {
        for batch in &mut self.batches[self.full..] {
            let repeated = batch.used.trailing_zeros() as usize;
            let used = batch.used;
            for lane in (0..LANES).filter(|lane| used >> lane & 1 == 0) {
                batch.set(lane, batch.owners[repeated], batch.partners[repeated], batch.rows[repeated], batch.impulses[repeated]);
            }
        }
    }
}

impl Batch {
    const NONE: Self = Self {
        owners: [0; LANES],
        partners: [0; LANES],
        rows: [0; LANES],
        impulses: [0.0; LANES],
        gap: [0.0; LANES],
        normal: [[0.0; LANES]; 2],
        pinned: [0; 2],
        used: u8::MAX,
    };

    /// Sets the contact of a lane.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, owner: u32, partner: u32, row: u32, impulse: f32) {
        self.owners[lane] = owner;
        self.partners[lane] = partner;
        self.rows[lane] = row;
        self.impulses[lane] = impulse;
    }

    /// Masks of the owners and of the partners that move.
    #[inline(always)]
    pub fn live<S: Simd>(&self, simd: S) -> [mask32x8<S>; 2] {
        [!mask_of(simd, self.pinned[0]), !mask_of(simd, self.pinned[1])]
    }

    /// See `Separation`.
    #[inline(always)]
    pub fn normals<S: Simd>(&self, simd: S) -> [f32x8<S>; 2] {
        [f32x8::load_array_ref(simd, &self.normal[0]), f32x8::load_array_ref(simd, &self.normal[1])]
    }

    /// Writes displacements of the owners and of the partners.
    ///
    /// # Safety
    /// No other thread reads or writes them.
    #[inline(always)]
    pub unsafe fn write_displacements(
        &self,
        displacements: &Scattered<'_, Displacement>,
        ours: [Displacement; LANES],
        theirs: [Displacement; LANES],
    ) {
        for lane in 0..LANES {
            // SAFETY: the caller's.
            unsafe {
                displacements.write(self.owners[lane] as usize, ours[lane]);
                displacements.write(self.partners[lane] as usize, theirs[lane]);
            }
        }
    }

    /// Finds gaps and normals, and who is pinned.
    #[inline(always)]
    pub fn separate<S: Simd>(&mut self, simd: S, particles: &[Particle]) {
        let (ours, theirs) = (Discs::new(simd, particles, &self.owners), Discs::new(simd, particles, &self.partners));
        let apart = separation(simd, &ours, &theirs);
        apart.gap.store_array(&mut self.gap);
        apart.normal[0].store_array(&mut self.normal[0]);
        apart.normal[1].store_array(&mut self.normal[1]);
        self.pinned = [ours.pinned(), theirs.pinned()];
        if apart.coincident {
            self.separate_one_by_one(particles);
        }
    }

    #[cold]
    #[inline(never)]
    fn separate_one_by_one(&mut self, particles: &[Particle]) {
        for lane in 0..LANES {
            let discs = [self.owners[lane], self.partners[lane]].map(|i| &particles[i as usize]);
            let apart = impulse::separation(discs[0], discs[1]);
            self.gap[lane] = apart.gap;
            [self.normal[0][lane], self.normal[1][lane]] = apart.normal;
        }
    }
}
