//! The contacts of a substep in batches of eight that can be solved at the same time, found once and used by every sweep.
//!
//! Blocks of a colour do not reach each other's particles (see `sweep`). So of a row of blocks, each lane of the batches
//! of a colour takes some blocks, one after the other, and each batch holds the next contact of every lane: what is done
//! to a particle, and in which order, is the same as block by block. Only the host has these. They are made of the lists of contacts and
//! the particles; but while lists wait (see [`Batches`] and [`Row`]) what contacts carry stands in the batches alone.

pub mod alike_batch;
pub mod deal;
pub mod gaps;
pub mod last_look;
pub mod link_batch;
pub mod link_sweep;
pub mod look_at_rows;
pub mod parting;
pub mod rolling_batch;
pub mod rough_batch;
pub mod rough_rows;
pub mod rough_sweep_lanes;
pub mod row_contacts;
pub mod standing_rows;
pub mod sweep_lanes;

use std::sync::{Mutex, MutexGuard, PoisonError};

use fearless_simd::prelude::*;
use last_look::LastLook;
use look_at_rows::Looked;
use rolling_batch::RollingBatch;

use crate::cpu::memory::Memory;
use crate::world::contacts::ContactRow;
use crate::world::particle::Particle;

pub use crate::cpu::vectors::lanes::EIGHT;

/// What a batch writes the next one may read, and waits for. So rows of many blocks have as many groups of lanes, whose batches take turns:
/// they have nothing in common, and a processor works on one of each at the same time.
pub const GROUPS: usize = 2;

/// How many contacts each lane of each group has.
pub type Loads = [[u32; EIGHT]; GROUPS];

/// The batches of one colour in a row of blocks.
#[derive(Clone, Debug)]
pub struct Colour<B> {
    pub batches: Vec<B>,
    /// Of rough discs that resist rolling as many.
    pub rolling: Vec<RollingBatch>,
    /// How many of them have no lane that repeats another; those are the first.
    full: usize,
}

/// The batches of a row of blocks.
#[derive(Clone, Debug)]
pub struct Row<B> {
    pub colours: [Colour<B>; 2],
    /// Whether contacts stand in the order of a sweep backwards.
    pub backwards: bool,
    /// Whether particles have moved since gaps and normals were found.
    pub moved: bool,
    /// Whether all that have contacts touched when gaps and normals of the row were found (not those found anew where discs are parted:
    /// after those all move).
    pub all_touch: bool,
    /// Of alike discs what was seen of the row, if that was before all contacts were looked for.
    pub looked: Option<Looked>,
    /// Of rough discs whether there are contacts that finer discs own: a sweep takes those after what a disc owns itself, whether it goes
    /// forwards or backwards.
    pub chained: bool,
    /// Of rough discs what `find_rough_contacts` has left in the batches.
    pub filled: Filled,
    /// Of alike discs whether its contacts are those of the substep before, found without looking.
    pub repeats: bool,
    /// Of alike discs whether what its contacts carry stands in the batches only, and is still to be written into the lists.
    pub lists_are_behind: bool,
    /// The starts of the cells of the row when its contacts were dealt out, for `standing_rows`; empty where slots had changed then, or
    /// nothing was known of the substep before.
    pub cells: Vec<u32>,
    /// What they found when they looked last, if the row has stood since.
    pub last_look: LastLook,
}

/// What the batches of a row hold when its contacts have been found.
#[derive(Clone, Copy, Debug, Default)]
pub enum Filled {
    /// Nothing of this substep: they are still to be filled from lists.
    #[default]
    No,
    /// Its contacts, but not yet what is known of their discs.
    Anew,
    /// All, since its contacts are those of the substep before.
    Kept,
}

/// The batches of all rows of blocks. Each row is used by one thread at a time.
#[derive(Debug)]
pub struct Batches<B> {
    rows: Vec<Mutex<Row<B>>>,
    /// Whether sweeps leave impulses in the batches alone, since another sweep follows before anyone reads the lists. Not those of rows
    /// with chains, which are filled from these in between.
    pub lists_wait: bool,
    /// Of alike discs whether sweeps do so in rows that repeat the contacts of the substep before, since another substep follows before
    /// anyone reads the lists: most such rows repeat them once more, and ask no lists.
    pub rows_wait: bool,
    /// How many calls of `find_contacts` or `find_rough_contacts` have dealt contacts out to these: the number of the last one. Sweeps
    /// since then have written into the lists of that number.
    pub search: u64,
}

/// Eight contacts. A lane that has none of its own repeats another's in all it does.
pub trait Batch: Copy + Send {
    /// With nothing in it.
    const NONE: Self;

    /// Groups of lanes whose batches take turns, at most: 1 or [`GROUPS`].
    const MOST_GROUPS: usize;

    /// One bit a lane: whether it has a contact of its own.
    fn used(&mut self) -> &mut u8;

    /// Sets the contacts of all lanes: their rows in lists, whose these are, and at which places.
    fn set_all<S: Simd>(&mut self, simd: S, rows: [ContactRow; EIGHT], owners: [u32; EIGHT], places: [u8; EIGHT]);

    /// The contacts of the last substep go on in this one.
    fn go_on(&mut self, memory: &Memory);

    /// Lets a lane repeat another.
    fn repeat(&mut self, lane: usize, of: usize);

    /// Finds gaps and normals, and of alike discs who is pinned; `of` gives particles. Returns whether all touch.
    fn separate<S: Simd>(&mut self, simd: S, of: &impl Fn(u32) -> Particle) -> bool;
}

impl<B> Default for Batches<B> {
    fn default() -> Self {
        Self { rows: Vec::new(), lists_wait: false, rows_wait: false, search: 0 }
    }
}

impl<B: Batch> Batches<B> {
    /// Batches of so many rows of blocks, all empty.
    pub fn new(rows: usize) -> Self {
        Self { rows: (0..rows).map(|_| Mutex::new(Row::NONE)).collect(), ..Self::default() }
    }

    /// Those of one row.
    pub fn row(&self, row: usize) -> MutexGuard<'_, Row<B>> {
        self.rows[row].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that particles of a row have moved, which those beside it reach, too. Of the rows from `first` on, `count` in a ring. The
    /// caller holds none of them. Its own flag stays: what has been solved is not looked at before all have moved.
    pub fn particles_of_row_moved(&self, first: usize, count: usize, row: usize) {
        for beside in [row + count - 1, row + 1] {
            self.row(first + beside % count).moved = true;
        }
    }

    /// Says that particles have moved.
    pub fn particles_moved(&mut self) {
        for row in &mut self.rows {
            row.get_mut().unwrap_or_else(PoisonError::into_inner).moved = true;
        }
    }
}

impl<B: Batch> Row<B> {
    const NONE: Self = Self {
        colours: [Colour::NONE, Colour::NONE],
        backwards: false,
        moved: false,
        all_touch: false,
        chained: false,
        filled: Filled::No,
        looked: None,
        repeats: false,
        lists_are_behind: false,
        cells: Vec::new(),
        last_look: LastLook::NONE,
    };

    /// Takes all contacts out.
    pub fn clear(&mut self) {
        self.colours.iter_mut().for_each(Colour::clear);
        self.cells = Vec::new();
        self.last_look.forget();
        self.repeats = false;
        self.filled = Filled::No;
    }

    /// Lets the contacts of the last substep go on in this one, all of them.
    #[inline(always)]
    pub fn go_on(&mut self, memory: &Memory) {
        self.all().for_each(|batch| batch.go_on(memory));
        self.colours.iter_mut().flat_map(|colour| &mut colour.rolling).for_each(|rolling| rolling.go_on(memory));
        self.filled = Filled::Kept;
    }

    /// All of them.
    pub fn all(&mut self) -> impl Iterator<Item = &mut B> {
        self.colours.iter_mut().flat_map(|colour| &mut colour.batches)
    }

    /// Finds gaps and normals anew if particles have moved.
    #[inline(always)]
    pub fn separate_if_moved<S: Simd>(&mut self, simd: S, of: &impl Fn(u32) -> Particle) {
        if std::mem::take(&mut self.moved) {
            let mut all_touch = true;
            for batch in self.all() {
                all_touch &= batch.separate(simd, of);
            }
            self.all_touch = all_touch;
        }
    }
}

fn least(lanes: [u32; EIGHT]) -> usize {
    lanes.into_iter().fold(u32::MAX, u32::min) as usize
}

fn most(lanes: [u32; EIGHT]) -> usize {
    lanes.into_iter().fold(0, u32::max) as usize
}

impl<B: Batch> Colour<B> {
    /// With no batches.
    pub const NONE: Self = Self { batches: Vec::new(), rolling: Vec::new(), full: 0 };

    /// Takes all contacts out, and gives their memory back: where discs come through one row after the other, each would keep the most that
    /// it ever had.
    pub fn clear(&mut self) {
        *self = Self::NONE;
    }

    /// Makes batches for so many contacts of each lane, to be set one by one; what else they hold is of before. First come those of both
    /// groups in turns, then those that one of them has more: returns how many the first are, and that group.
    #[inline(always)]
    pub fn make_room(&mut self, loads: &Loads) -> (usize, usize) {
        let [least, most] = [loads.map(least), loads.map(most)];
        let (in_turns, longest) = (GROUPS * most[0].min(most[1]), usize::from(most[1] > most[0]));
        self.batches.resize(most[0] + most[1], B::NONE);
        let full = if in_turns == 0 { least[longest] } else { GROUPS * least[0].min(least[1]) };
        // Those that were full before are so still.
        for batch in self.batches.iter_mut().take(full).skip(self.full) {
            *batch.used() = u8::MAX;
        }
        self.full = full;
        for (place, batch) in self.batches.iter_mut().enumerate().skip(full) {
            let (group, turn) = if place < in_turns { (place % GROUPS, place / GROUPS) } else { (longest, place - in_turns / GROUPS) };
            *batch.used() = (0..EIGHT).map(|lane| u8::from(turn < loads[group][lane] as usize) << lane).sum();
        }
        (in_turns, longest)
    }

    /// Once all contacts are set: lets lanes that have none repeat others.
    #[inline(always)]
    pub fn finish(&mut self) {
        for batch in &mut self.batches[self.full..] {
            let used = *batch.used();
            for lane in (0..EIGHT).filter(|lane| used >> lane & 1 == 0) {
                batch.repeat(lane, used.trailing_zeros() as usize);
            }
        }
    }
}
