//! Twin of `sweep.wgsl`: a sweep over all contacts, Gauss-Seidel in four colours of blocks of 2×2 cells.

use std::ops::Range;

use super::dim2::cell_index;
use super::find_contacts::ROWS;
use super::impulse::{Separation, changed, contact_mass, impulse_change, separating_speed, separation};
use super::ownership::{owns_contact, partners};
use super::rows::for_each_row;
use super::scattered::Scattered;
use crate::world::contacts::{CROWDED, ContactRow};
use crate::world::links::NO_PARTNER;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of `ContactChange`.
#[derive(Clone, Copy)]
pub struct ContactChange {
    /// Impulse of the contact from now on.
    pub impulse: f32,
    /// What its two discs get now.
    pub applied: f32,
}

/// What a sweep does with one contact, and how it sees particles.
pub trait Kind: Sync {
    /// Twin of `contact_change`.
    fn contact_change(&self, apart: &Separation, speed: f32, mass: f32, impulse: f32, in_crowd: bool) -> ContactChange;

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
    pub backwards: bool,
}

/// The slots of the particles in a row of blocks.
pub fn block_row(params: &Params, cell_starts: &[u32], row: usize) -> Range<usize> {
    let width = params.grid_size[0] as usize;
    let end = (2 * (row + 1) * width).min(params.cell_count as usize);
    cell_starts[2 * row * width] as usize..cell_starts[end] as usize
}

impl<K: Kind> Sweep<'_, K> {
    /// Twin of the four dispatches. Of a row of blocks both colours are taken at once, and the colours of the other
    /// rows follow: what is done to each particle, and in which order, is the same.
    pub fn run(&self) {
        let rows = self.params.grid_size[1].div_ceil(2);
        for_each_row(rows as usize, usize::from(self.backwards), |row| {
            for colour in self.order(2) {
                let mut block = colour;
                while 2 * block < self.params.grid_size[0] {
                    // SAFETY: the cells that a block reaches are its own and those around it, and none of the rows that
                    // other threads are at reaches them.
                    unsafe { self.block([block, row as u32]) };
                    block += 2;
                }
            }
        });
    }

    /// `0..count`, or from the end.
    #[inline(always)]
    fn order(&self, count: u32) -> impl Iterator<Item = u32> {
        let backwards = self.backwards;
        (0..count).map(move |k| if backwards { count - 1 - k } else { k })
    }

    unsafe fn block(&self, block: [u32; 2]) {
        for place in self.order(4) {
            let cell = [2 * block[0] + (place & 1), 2 * block[1] + (place >> 1)];
            if cell[0] < self.params.grid_size[0] && cell[1] < self.params.grid_size[1] {
                let cell = cell_index(self.params, cell.map(|c| c as i32)) as usize;
                let (first, end) = (self.cell_starts[cell], self.cell_starts[cell + 1]);
                for place in self.order(end - first) {
                    // SAFETY: as above.
                    unsafe { self.contacts_of((first + place) as usize) };
                }
            }
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
            for k in self.order(count) {
                let contact = self.contacts.read(row(k));
                let impulse = self.solve(&particle, &mut displacement, (contact.partner & !CROWDED) as usize, contact.impulse, false);
                self.contacts.write(row(k), ContactRow { impulse, ..contact });
            }
            self.kind.touched(i, count);
            let last = self.contacts.read(row(ROWS as u32 - 1)).partner;
            if last != NO_PARTNER && last & CROWDED != 0 {
                self.crowd(i, &particle, &mut displacement, (last & !CROWDED) as usize);
            }
            self.displacements.write(i, displacement);
        }
    }

    /// Twin of `solve_contact`: one contact of a particle with particle `j`; returns its impulse from now on.
    #[inline(always)]
    unsafe fn solve(&self, particle: &Particle, displacement: &mut Displacement, j: usize, impulse: f32, in_crowd: bool) -> f32 {
        // SAFETY: as in `run`.
        unsafe {
            let (other, theirs) = (self.kind.particle(j), self.displacements.read(j));
            let apart = separation(particle, &other);
            let speed = separating_speed(*displacement, theirs, apart.normal);
            let result = self.kind.contact_change(&apart, speed, contact_mass(particle, &other), impulse, in_crowd);
            let change = impulse_change(result.applied, apart.normal);
            *displacement = changed(particle, *displacement, change);
            self.displacements.write(j, changed(&other, theirs, change.map(|c| -c)));
            self.kind.touched(j, 1);
            result.impulse
        }
    }

    /// Twin of `sweep_crowd`: the contacts beyond those that the list holds, without memory.
    #[cold]
    #[inline(never)]
    unsafe fn crowd(&self, i: usize, particle: &Particle, displacement: &mut Displacement, last: usize) {
        let places = partners(self.params, self.cell_starts, i, particle).into_iter().flatten();
        for j in places.skip_while(|&j| j != last).skip(1) {
            // SAFETY: as in `run`.
            unsafe {
                if owns_contact(i, particle, j, &self.kind.particle(j)) {
                    self.solve(particle, displacement, j, 0.0, true);
                    self.kind.touched(i, 1);
                }
            }
        }
    }
}
