//! Twin of `sweep.wgsl`: a sweep over all contacts, Gauss-Seidel in four colours of blocks of 2×2 cells.

use std::ops::Range;

use wide::f32x8;

use super::CountersCell;
use super::batches::{Batches, Row};
use super::dim2::sum;
use super::exact::product;
use super::find_contacts::ROWS;
use super::impulse::{contact_mass, impulse_change, separating_speed, separation};
use super::rows::for_each_row;
use super::scattered::Scattered;
use crate::world::contacts::ContactRow;
use crate::world::links::NO_PARTNER;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// What a sweep does with one contact, and how it sees particles.
pub trait Kind: Sync {
    /// Twin of `impulse_after`: what a contact carries after the sweep, from the speed with which its discs separate, the
    /// gap between them, the mass of the contact, and what it carried.
    fn impulse_after(&self, speed: f32, gap: f32, mass: f32, impulse: f32) -> f32;

    /// [`Self::impulse_after`] of eight contacts.
    fn impulses_after(&self, speed: f32x8, gap: f32x8, mass: f32x8, impulse: f32x8) -> f32x8;

    /// Called for the contacts of a row of blocks before they are solved. Does for those in batches what [`Self::touched`]
    /// does, and sees to it that their gaps and normals are those of where the particles are.
    ///
    /// # Safety
    /// No other thread reads or writes what the row reaches.
    unsafe fn prepare(&self, row: &mut Row);

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
    pub params: &'a Params,
    pub cell_starts: &'a [u32],
    pub displacements: Scattered<'a, Displacement>,
    pub contacts: Scattered<'a, ContactRow>,
    pub counters: &'a CountersCell,
    pub backwards: bool,
}

impl<K: Kind> Sweep<'_, K> {
    /// Twin of the four dispatches. Of a row of blocks both colours are taken at once, and the colours of the other
    /// rows follow: what is done to each particle, and in which order, is the same.
    pub fn run(&self, batches: &Batches) {
        let rows = self.params.grid_size[1].div_ceil(2);
        for_each_row(rows as usize, usize::from(self.backwards), |y| {
            let mut row = batches.row(y);
            // SAFETY: the cells that a block reaches are its own and those around it, and none of the rows that other
            // threads are at reaches them.
            unsafe {
                self.kind.prepare(&mut row);
                for colour in order(2, self.backwards) {
                    let batches = &mut row.colours[colour as usize];
                    if batches.fills_lanes() {
                        self.solve_batches(batches);
                    } else {
                        self.blocks(colour, y as u32);
                    }
                }
            }
        });
    }

    /// The blocks of a colour in a row of blocks; `sweep_lanes` does the same for several at a time.
    unsafe fn blocks(&self, colour: u32, row: u32) {
        for x in (colour..self.params.grid_size[0].div_ceil(2)).step_by(2) {
            // SAFETY: as in `run`.
            unsafe { self.block([x, row]) };
        }
    }

    /// One block, as the shader has it.
    ///
    /// # Safety
    /// No other thread reads or writes what the block reaches.
    pub unsafe fn block(&self, block: [u32; 2]) {
        for i in slots_of(self.params, self.cell_starts, block, self.backwards) {
            // SAFETY: the caller's.
            unsafe { self.contacts_of(i) };
        }
    }

    /// Twin of `sweep_particle`: the contacts that one particle owns.
    #[inline(always)]
    unsafe fn contacts_of(&self, i: usize) {
        // SAFETY: as in `run`, all of it.
        unsafe {
            let row = |k: u32| i * ROWS + k as usize;
            let used = |&k: &u32| self.contacts.read(row(k)).partner == NO_PARTNER;
            let count = (0..ROWS as u32).find(used).unwrap_or(ROWS as u32);
            if count == 0 {
                return;
            }
            let particle = self.kind.particle(i);
            let mut displacement = self.displacements.read(i);
            for k in order(count, self.backwards) {
                let contact = self.contacts.read(row(k));
                let impulse = self.solve(&particle, &mut displacement, contact.partner as usize, contact.impulse);
                self.contacts.write(row(k), ContactRow { impulse, ..contact });
            }
            self.kind.touched(i, count);
            self.displacements.write(i, displacement);
        }
    }

    /// One contact of a particle with particle `j`; returns its impulse from now on.
    #[inline(always)]
    unsafe fn solve(&self, particle: &Particle, displacement: &mut Displacement, j: usize, impulse: f32) -> f32 {
        // SAFETY: as in `run`.
        unsafe {
            let (other, theirs) = (self.kind.particle(j), self.displacements.read(j));
            let apart = separation(particle, &other);
            let mass = contact_mass(particle, &other);
            let approach = separating_speed(*displacement, theirs, apart.normal);
            let speed = self.rebound(approach, apart.gap);
            let after = self.kind.impulse_after(speed, apart.gap, mass, impulse);
            let change = impulse_change(after - impulse + product(mass, speed - approach), apart.normal);
            *displacement = self.changed(particle, *displacement, change);
            self.displacements.write(j, self.changed(&other, theirs, change.map(|c| -c)));
            self.kind.touched(j, 1);
            after
        }
    }

    /// Twin of `rebound`: the speed with which two discs separate once they have bounced.
    #[inline(always)]
    fn rebound(&self, speed: f32, gap: f32) -> f32 {
        let collides = speed + gap.max(0.0) < 0.0 && speed < -self.params.bounce_speed;
        if collides && self.params.restitution > 0.0 { product(speed, -self.params.restitution) } else { speed }
    }

    /// Twin of `changed`: the displacement of a disc after a change; a pinned one keeps its own.
    #[inline(always)]
    fn changed(&self, particle: &Particle, displacement: Displacement, change: Displacement) -> Displacement {
        if particle.phase() == Phase::Live { self.counters.held(sum(displacement, change), false) } else { displacement }
    }
}

/// `0..count`, or from the end.
#[inline(always)]
pub fn order(count: u32, backwards: bool) -> impl Iterator<Item = u32> {
    (0..count).map(move |k| if backwards { count - 1 - k } else { k })
}

/// The slots of a block, in the order of a sweep.
#[inline(always)]
pub fn slots_of(params: &Params, cell_starts: &[u32], block: [u32; 2], backwards: bool) -> impl Iterator<Item = usize> {
    let [lower, upper] = block_runs(params, cell_starts, block);
    order((lower.len() + upper.len()) as u32, backwards).map(move |place| match (place as usize).checked_sub(lower.len()) {
        None => lower.start + place as usize,
        Some(place) => upper.start + place,
    })
}

/// Twin of `block_run`, of both rows of a block: two cells of a row follow each other, so a block is two runs of slots.
#[inline(always)]
fn block_runs(params: &Params, cell_starts: &[u32], block: [u32; 2]) -> [Range<usize>; 2] {
    let [width, height] = *params.grid_size;
    [0, 1].map(|row| {
        let [x, y] = [2 * block[0], 2 * block[1] + row];
        if y >= height {
            return 0..0;
        }
        let first = (y * width + x) as usize;
        cell_starts[first] as usize..cell_starts[first + (width - x).min(2) as usize] as usize
    })
}
