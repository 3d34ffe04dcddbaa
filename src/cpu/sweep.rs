//! Twin of `sweep.wgsl`: a sweep over all contacts of discs that are alike, in the order of `blocks`.

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x8, mask32x8};

use super::batches::alike_batch::AlikeBatch;
use super::batches::{Batches, Row};
use super::blocks::{for_each_block, order, rows_of, slots_of};
use super::bounce::{half_of_contact, half_of_gravity};
use super::chains::chained_rows;
use super::dim2::sum;
use super::impulse::{Separation, contact_mass, impulse_change, separating_speed, separation};
use super::swept::Swept;
use super::threads::rows::for_each_row;
use super::threads::scattered::Scattered;
use super::vectors::instructions::instructions;
use crate::world::contacts::ContactRow;
use crate::world::fixed::LIST_ROWS;
use crate::world::levels::{Level, Levels};
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of `Meeting`: a contact in a sweep, in displacement units.
pub struct Meeting {
    pub gap: f32,
    pub mass: f32,
    /// With which the discs separate.
    pub speed: f32,
    /// Of a substep's gravity along the normal, see `bounce`.
    pub half: f32,
    /// The discs' speeds are their own, as [`Kind::are_at_ease`] has it.
    pub at_ease: bool,
    /// What the contact carries.
    pub impulse: f32,
}

/// [`Meeting`] of eight contacts.
pub struct Meetings<S: Simd> {
    pub gap: f32x8<S>,
    pub mass: f32x8<S>,
    pub speed: f32x8<S>,
    pub half: f32x8<S>,
    pub at_ease: mask32x8<S>,
    pub impulse: f32x8<S>,
}

/// Twin of `Solved`: what a contact carries after a sweep, and what its discs get.
pub struct Solved {
    pub impulse: f32,
    pub given: f32,
}

/// [`Solved`] of eight contacts.
pub struct SolvedEight<S: Simd> {
    pub impulse: f32x8<S>,
    pub given: f32x8<S>,
}

/// What a sweep does with one contact, and how it sees particles.
pub trait Kind: Sync {
    /// Twin of `solved`.
    fn solved(&self, meeting: &Meeting) -> Solved;

    /// Twin of `are_at_ease`.
    fn are_at_ease(&self, this: &Particle, other: &Particle) -> bool;

    /// [`Self::solved`] of eight contacts.
    fn solved_eight<S: Simd>(&self, meetings: &Meetings<S>) -> SolvedEight<S>;

    /// Called for the contacts of a row of blocks before they are solved. Does for those in batches what [`Self::touched`]
    /// does, and sees to it that their gaps and normals are those of where the particles are.
    ///
    /// # Safety
    /// No other thread reads or writes what the row reaches.
    unsafe fn prepare<S: Simd>(&self, simd: S, row: &mut Row<AlikeBatch>);

    /// Finds gaps and normals of a batch anew, where particles may have moved since it was prepared: where [`Self::part_batch`] said so.
    ///
    /// # Safety
    /// No other thread writes its particles.
    #[inline(always)]
    unsafe fn separate<S: Simd>(&self, _simd: S, _batch: &mut AlikeBatch) {}

    /// Does for a batch what [`Self::part`] does; returns whether particles moved. Only sweeps that push part discs.
    ///
    /// # Safety
    /// No other thread reads or writes its particles.
    #[inline(always)]
    unsafe fn part_batch(&self, _batch: &AlikeBatch, _displacements: &Scattered<'_, Displacement>) -> bool {
        false
    }

    /// Parts two discs, which have these displacements now, as far as `parted` says; `mass` is that of their contact, which carries
    /// `impulse` now.
    ///
    /// # Safety
    /// No other thread reads or writes them.
    #[inline(always)]
    unsafe fn part(&self, _discs: [usize; 2], _displacements: [Displacement; 2], _apart: &Separation, _mass: f32, _impulse: f32) {}

    /// A particle.
    ///
    /// # Safety
    /// No other thread writes it.
    unsafe fn particle(&self, i: usize) -> Particle;

    /// Twin of `touched`.
    ///
    /// # Safety
    /// No other thread reads or writes it.
    unsafe fn touched(&self, i: usize, count: u32);
}

/// What a sweep works on.
pub struct Sweep<'a, K> {
    pub kind: K,
    pub on: Swept<'a>,
    pub half_of_gravity: [f32; 2],
    pub backwards: bool,
    /// See `Batches`.
    pub lists_wait: bool,
}

impl<'a, K: Kind> Sweep<'a, K> {
    /// One that goes backwards or not.
    pub fn new(kind: K, on: Swept<'a>, backwards: bool, lists_wait: bool) -> Self {
        Self { kind, half_of_gravity: half_of_gravity(on.substep), on, backwards, lists_wait }
    }

    /// Twin of the dispatches. Of a row of blocks both colours are taken at once, and the colours of the other rows follow: what
    /// is done to each particle, and in which order, is the same.
    pub fn run(&self, batches: &Batches<AlikeBatch>) {
        let levels = Levels::new(self.on.params);
        match levels.as_slice() {
            [level] => self.run_level(level, batches),
            // SAFETY: `for_each_block` sees to it.
            _ => for_each_block(&levels, self.on.cell_starts, self.backwards, |level, block| unsafe { self.block(level, block) }),
        }
    }

    /// Where the grid has but one level.
    fn run_level(&self, level: &Level, batches: &Batches<AlikeBatch>) {
        let rows = level.block_rows();
        // SAFETY: the cells that a block reaches are its own and those around it, and none of the rows that other
        // threads are at reaches them.
        for_each_row(level, self.on.cell_starts, self.parity_at(0), |row| unsafe {
            self.row_of_blocks(batches, rows, row);
        });
    }

    /// Whether it takes even or odd rows of blocks first (turn 0), and then.
    pub fn parity_at(&self, turn: usize) -> usize {
        (usize::from(self.backwards) + turn) % 2
    }

    /// One of so many rows of blocks; returns whether discs were parted.
    ///
    /// # Safety
    /// No other thread reads or writes what it reaches.
    pub unsafe fn row_of_blocks(&self, batches: &Batches<AlikeBatch>, rows: usize, row: usize) -> bool {
        let mut contacts = batches.row(row);
        contacts.lists_are_behind = batches.rows_wait && contacts.repeats;
        // SAFETY: the caller's.
        let parted = unsafe { dispatch!(instructions(), simd => self.run_row(simd, &mut contacts)) };
        drop(contacts);
        if parted {
            batches.particles_of_row_moved(0, rows, row);
        }
        parted
    }

    /// The contacts of a row of blocks; returns whether discs were parted.
    ///
    /// # Safety
    /// No other thread reads or writes what it reaches.
    #[inline(always)]
    unsafe fn run_row<S: Simd>(&self, simd: S, row: &mut Row<AlikeBatch>) -> bool {
        let mut parted = false;
        // SAFETY: the caller's.
        unsafe {
            self.kind.prepare(simd, row);
            let lists_wait = self.lists_wait || row.lists_are_behind;
            for colour in order(2, self.backwards) {
                parted = self.solve_batches(simd, &mut row.colours[colour as usize], lists_wait, parted);
            }
        }
        parted
    }

    /// One block, as the shader has it; `sweep_lanes` does the same for several at a time.
    ///
    /// # Safety
    /// No other thread reads or writes what the block reaches.
    pub unsafe fn block(&self, level: &Level, block: [u32; 2]) {
        debug_assert!(self.on.list_starts.is_empty(), "lists are packed");
        let end_of_level = level.slots(self.on.cell_starts).end;
        for i in slots_of(level, self.on.cell_starts, block, self.backwards) {
            // SAFETY: the caller's.
            unsafe {
                self.contacts_of(i, end_of_level);
                chained_rows(self.on.chains, i).for_each(|row| self.row(row));
            }
        }
    }

    /// Twin of `sweep_particle`: the contacts that one particle owns with discs of its level.
    ///
    /// # Safety
    /// No other thread reads or writes the particle, its list, or those that it touches.
    #[inline(always)]
    unsafe fn contacts_of(&self, i: usize, end_of_level: u32) {
        // SAFETY: the caller's, all of it: each contact is the particle's with one that it touches.
        unsafe {
            let list: [ContactRow; LIST_ROWS] = std::array::from_fn(|k| self.on.contacts.read(i * LIST_ROWS + k));
            let rows = rows_of(&list, end_of_level);
            if rows.is_empty() {
                return;
            }
            let mut displacement = self.on.displacements.read(i);
            for k in order(rows.len() as u32, self.backwards) {
                let (place, contact) = (i * LIST_ROWS + rows.start + k as usize, list[rows.start + k as usize]);
                let impulse = self.solve(i, &mut displacement, contact.partner as usize, contact.impulse);
                self.on.contacts.write(place, ContactRow { impulse, ..contact });
            }
            self.kind.touched(i, rows.len() as u32);
            self.on.displacements.write(i, displacement);
        }
    }

    /// Twin of `sweep_row`: one contact, whoever owns it.
    ///
    /// # Safety
    /// No other thread reads or writes the contact and its discs.
    unsafe fn row(&self, row: usize) {
        // SAFETY: the caller's, all of it.
        unsafe {
            let (i, contact) = (row / LIST_ROWS, self.on.contacts.read(row));
            let mut displacement = self.on.displacements.read(i);
            let impulse = self.solve(i, &mut displacement, contact.partner as usize, contact.impulse);
            self.on.contacts.write(row, ContactRow { impulse, ..contact });
            self.kind.touched(i, 1);
            self.on.displacements.write(i, displacement);
        }
    }

    /// One contact of particle `i` with particle `j`; returns its impulse from now on.
    ///
    /// # Safety
    /// No other thread reads or writes them; they are two.
    #[inline(always)]
    unsafe fn solve(&self, i: usize, displacement: &mut Displacement, j: usize, impulse: f32) -> f32 {
        // SAFETY: the caller's, all of it.
        unsafe {
            let (particle, other, theirs) = (self.kind.particle(i), self.kind.particle(j), self.on.displacements.read(j));
            let apart = separation(&particle, &other);
            let mass = contact_mass(&particle, &other);
            let speed = separating_speed(*displacement, theirs, apart.normal);
            let half = half_of_contact(&particle, &other, apart.normal, self.half_of_gravity);
            let at_ease = self.kind.are_at_ease(&particle, &other);
            let Solved { impulse, given } = self.kind.solved(&Meeting { gap: apart.gap, mass, speed, half, at_ease, impulse });
            let change = impulse_change(given, apart.normal);
            *displacement = self.changed(&particle, *displacement, change);
            let theirs = self.changed(&other, theirs, change.map(|c| -c));
            self.on.displacements.write(j, theirs);
            self.kind.part([i, j], [*displacement, theirs], &apart, mass, impulse);
            self.kind.touched(j, 1);
            impulse
        }
    }

    /// Twin of `changed`, but for what parts discs ([`Kind::part`]): the displacement of a disc after a change; a pinned one keeps its own.
    #[inline(always)]
    fn changed(&self, particle: &Particle, displacement: Displacement, change: Displacement) -> Displacement {
        if particle.phase() == Phase::Live { self.on.counters.held(sum(displacement, change), false) } else { displacement }
    }
}
