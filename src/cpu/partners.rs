//! The contacts that a disc owns, found four pairs at a time: what [`owns_contact`] says of one pair, to the same bits. They are
//! found faster (see `contact_lists` and `mixed_lists`) but in cells at a fold, in folded grids of several levels, and for alike discs on
//! several levels.
//!
//! Most neighbours do not touch, in no order that a processor could predict, so there is no branch on it: each group of
//! four is compared, and those of it that touch are written down by a table.
//!
//! [`owns_contact`]: super::ownership::owns_contact

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{f32x4, i32x4};

use super::dim2::{Run, cell_coords, cell_index, is_at_a_fold, neighbour_runs, reached_cells, reached_runs, world_cell};
#[cfg(test)]
use super::ownership::owns_contact;
use super::vectors::particle_lanes::{FOUR, Particles};
use crate::world::fixed::LIST_ROWS;
use crate::world::levels::{Level, Levels};
use crate::world::particle::{Particle, Phase};

/// Most contacts of a list of [`Found`].
const MOST: usize = 120;

/// The slots among which the particles of a cell find the partners of the contacts that they own, in the order of the world.
pub struct Runs {
    list: [Slots; 6],
    count: usize,
}

/// Slots that follow each other, and on which [side](Run::side) of the cell they are.
pub type Slots = (Range<usize>, i32);

impl Runs {
    #[inline(always)]
    pub fn new<const MIXED: bool>(level: &Level, cell_starts: &[u32], cell: [i32; 2]) -> Self {
        let mut runs = Self { list: [const { (0..0, 0) }; 6], count: 0 };
        if is_at_a_fold(level, cell) {
            for Run { cells, side } in neighbour_runs(level, cell).into_iter().filter(|run| MIXED || run.side >= 0) {
                runs.push(cell_starts[cells.start] as usize..cell_starts[cells.end] as usize, side);
            }
            return runs;
        }
        let [width, height] = level.size.map(|cells| cells as usize);
        let (x, y) = (cell[0] as usize, cell[1] as usize);
        let (first, end) = (x.saturating_sub(1), (x + 2).min(width));
        let row = cell_index(level, [0, cell[1]]);
        let run = |row: usize| cell_starts[row + first] as usize..cell_starts[row + end] as usize;
        if MIXED && y > 0 {
            runs.push(run(row - width), -1);
        }
        runs.push(run(row), 0);
        if y + 1 < height {
            runs.push(run(row + width), 1);
        }
        runs
    }

    #[inline(always)]
    fn push(&mut self, slots: Range<usize>, side: i32) {
        self.list[self.count] = (slots, side);
        self.count += 1;
    }

    /// Those of one of the particles. Twin of `first_row` and `first_partner`: discs of one size look only at those
    /// behind them.
    #[inline(always)]
    pub fn of<const MIXED: bool>(&self, i: usize) -> impl Iterator<Item = Slots> {
        self.list[..self.count].iter().map(move |(slots, side)| {
            let first = if !MIXED && *side == 0 { i + 1 } else { slots.start };
            (first..slots.end, *side)
        })
    }
}

/// As [`Runs::of`] in a grid of several levels: those of all coarser levels, the coarsest first, then those of its own.
pub fn runs_in_levels(levels: &Levels, cell_starts: &[u32], particle: &Particle) -> impl Iterator<Item = Slots> {
    let own = levels.number_of(particle.info);
    let runs = levels.as_slice()[..=own].iter().enumerate().flat_map(move |(number, level)| {
        let runs = neighbour_runs(level, cell_coords(level, particle.position)).into_iter();
        // What is on a coarser level comes after all that is on a finer one.
        runs.map(move |Run { cells, side }| (cells, if number == own { side } else { 1 }))
    });
    runs.map(|(cells, side)| (cell_starts[cells.start] as usize..cell_starts[cells.end] as usize, side))
}

/// The partners of the contacts that a particle owns, one after the other. The readable twin of all that finds them.
#[cfg(test)]
pub fn partners_of(levels: &Levels, cell_starts: &[u32], particles: &[Particle], i: usize) -> impl Iterator<Item = usize> {
    let candidates = runs_in_levels(levels, cell_starts, &particles[i]).flat_map(|(slots, side)| slots.map(move |j| (j, side)));
    candidates.filter(move |&(j, side)| owns_contact(i, &particles[i], j, &particles[j], side)).map(|(j, _)| j)
}

/// Contacts that were found, in order.
pub struct Found {
    owners: [u32; MOST + 2 * FOUR],
    partners: [u32; MOST + 2 * FOUR + LIST_ROWS],
    rows: [u8; MOST + 2 * FOUR],
    count: usize,
}

impl Found {
    pub const NONE: Self =
        Self { owners: [0; MOST + 2 * FOUR], partners: [0; MOST + 2 * FOUR + LIST_ROWS], rows: [0; MOST + 2 * FOUR], count: 0 };

    /// Whether there may be no room for the contacts of one more particle.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.count > MOST - LIST_ROWS
    }

    /// Owner, partner and row of each contact, in order; takes them out.
    #[inline(always)]
    pub fn drain(&mut self) -> impl Iterator<Item = (u32, u32, u8)> {
        let end = std::mem::take(&mut self.count);
        (0..end).map(|k| (self.owners[k], self.partners[k], self.rows[k]))
    }

    /// Adds the contacts that a particle owns, as many as a list holds. Returns how many there are.
    #[inline(always)]
    pub fn look<const MIXED: bool, S: Simd>(&mut self, simd: S, particles: &[Particle], i: usize, runs: &Runs) -> usize {
        let owner = Owner::new(simd, i, &particles[i]);
        assert!(self.count <= MOST - LIST_ROWS); // so that none of the accesses below needs a check
        let mut count = 0;
        for slots in runs.of::<MIXED>(i) {
            count = self.look_in::<MIXED, S>(particles, &owner, slots, count);
        }
        self.keep(i, count)
    }

    /// [`Self::look`] in a grid of any number of levels, where [`runs_in_levels`] leads.
    #[inline(always)]
    pub fn look_in_levels<S: Simd>(&mut self, simd: S, particles: &[Particle], i: usize, levels: &Levels, cell_starts: &[u32]) -> usize {
        let (particle, owner) = (&particles[i], Owner::new(simd, i, &particles[i]));
        assert!(self.count <= MOST - LIST_ROWS); // so that none of the accesses below needs a check
        let own = levels.number_of(particle.info);
        let mut count = 0;
        for (number, level) in levels.as_slice()[..=own].iter().enumerate() {
            if number == own && level.fold_bits != 0 {
                // A row may be in two parts, of which the one in front comes after the own cell.
                for slots in Runs::new::<true>(level, cell_starts, cell_coords(level, particle.position)).of::<true>(i) {
                    count = self.look_in::<true, S>(particles, &owner, slots, count);
                }
                continue;
            }
            // Of the cells around its own, those that it can reach.
            let [low, high] = reached_cells(level, particle.position, particle.radius());
            let own_row = world_cell(level, particle.position)[1];
            for y in low[1]..=high[1] {
                let side = if number == own { (y - own_row).signum() } else { 1 };
                for cells in reached_runs(level, y, [low[0], high[0]]) {
                    let slots = cell_starts[cells.start] as usize..cell_starts[cells.end] as usize;
                    count = self.look_in::<true, S>(particles, &owner, (slots, side), count);
                }
            }
        }
        self.keep(i, count)
    }

    /// Takes out the contacts that were found since the last was taken out: as many as a list holds.
    #[inline(always)]
    pub fn take_list(&mut self) -> &[u32; LIST_ROWS] {
        self.count = 0;
        self.partners.first_chunk().expect("more than a list")
    }

    /// Keeps as many of the contacts that were found last as a list holds.
    #[inline(always)]
    fn keep(&mut self, i: usize, count: usize) -> usize {
        let first = self.count;
        self.owners[first..first + 2 * FOUR].copy_from_slice(&[i as u32; 2 * FOUR]);
        self.rows[first..first + 2 * FOUR].copy_from_slice(&[0, 1, 2, 3, 4, 5, 6, 7]);
        self.count += count.min(LIST_ROWS);
        count
    }

    /// Writes down what a particle with `count` contacts finds in a run; returns how many it has then.
    #[inline(always)]
    fn look_in<const MIXED: bool, S: Simd>(&mut self, particles: &[Particle], owner: &Owner<S>, slots: Slots, mut count: usize) -> usize {
        let (mut run, side) = slots;
        while run.start < run.end {
            let owns = owner.owns_four::<MIXED>(particles, &run, side);
            let end = self.count + count.min(LIST_ROWS);
            for (partner, place) in self.partners[end..end + FOUR].iter_mut().zip(&PLACES[owns]) {
                *partner = run.start as u32 + place;
            }
            count += COUNTS[owns] as usize;
            run.start += FOUR;
        }
        count
    }
}

/// A particle that looks for the partners of the contacts that it owns, four others at a time.
struct Owner<S: Simd> {
    simd: S,
    index: usize,
    position: [i32; 2],
    radius: i32,
    is_live: bool,
}

impl<S: Simd> Owner<S> {
    #[inline(always)]
    fn new(simd: S, index: usize, particle: &Particle) -> Self {
        let is_live = particle.phase() == Phase::Live;
        Self { simd, index, position: particle.position, radius: particle.radius(), is_live }
    }

    /// [`owns_contact`] with the first four of `others`, or with as many as there are: one bit each.
    #[inline(always)]
    fn owns_four<const MIXED: bool>(&self, particles: &[Particle], others: &Range<usize>, side: i32) -> usize {
        let rest = &particles[others.start..];
        let up_to_four;
        let four = match rest.first_chunk() {
            Some(four) => four,
            None => {
                up_to_four = std::array::from_fn(|k| rest[k.min(rest.len() - 1)]);
                &up_to_four
            }
        };
        let four = Particles::load(self.simd, four);
        let radius = four.radius();
        let dx: f32x4<S> = (self.position[0] - four.position[0]).to_float();
        let dy: f32x4<S> = (self.position[1] - four.position[1]).to_float();
        let reach: f32x4<S> = (radius + self.radius).to_float();
        let mut owns = (dx * dx + dy * dy).simd_lt(reach * reach);
        let lanes = i32x4::load_array(self.simd, [0, 1, 2, 3]);
        if MIXED {
            let smaller = (radius * 8).simd_gt(9 * self.radius);
            let larger = (radius * 9).simd_lt(8 * self.radius);
            // What is on a side of the cell comes before or after all that is in it, wherever a fold has put it.
            let places_after = match side {
                0 => self.index as i32 - others.start as i32,
                1 => i32::MIN,
                _ => i32::MAX,
            };
            owns &= smaller | (lanes.simd_gt(places_after) & !larger);
        }
        if !self.is_live {
            owns &= four.are(Phase::Live);
        }
        (owns & lanes.simd_lt(others.len() as i32)).to_bitmask() as usize
    }
}

/// By a mask, the places of its bits, the first ones first.
static PLACES: [[u32; FOUR]; 1 << FOUR] = places();

/// By a mask, the number of its bits.
static COUNTS: [u8; 1 << FOUR] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

const fn places() -> [[u32; FOUR]; 1 << FOUR] {
    let mut all = [[0; FOUR]; 1 << FOUR];
    let mut mask = 0;
    while mask < all.len() {
        let (mut place, mut count) = (0, 0);
        while place < FOUR {
            if mask >> place & 1 == 1 {
                all[mask][count] = place as u32;
                count += 1;
            }
            place += 1;
        }
        mask += 1;
    }
    all
}
