//! Twin of `find_rough_contacts.wgsl`: the lists of contacts of rough discs, and what each carried along its normal in the
//! last substep.

use std::ops::Range;

use fearless_simd::dispatch;
use fearless_simd::prelude::*;
use rayon::prelude::*;

use super::GRAIN;
use super::body::{mass_of_contact, rough_change};
use super::dim2::cell_coords;
use super::exact::product;
use super::find_contacts::ROWS;
use super::impulse::{separating_speed, separation};
use super::instructions::instructions;
use super::memory::{Memory, share_in_crowd};
use super::partners::{Found, Runs, partners_of};
use super::scattered::Scattered;
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::levels::Levels;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn find_rough_contacts(
    params: &Params,
    particles: &[Particle],
    displacements: &mut [Displacement],
    displacements_next: &[Displacement],
    bodies: &[Body],
    cell_starts: &[u32],
    sources: &[u32],
    contacts: &[ContactRow],
    contacts_next: &mut [ContactRow],
) {
    let levels = &Levels::new(params);
    let in_grid = cell_starts[levels.cell_count] as usize;
    contacts_next[in_grid * ROWS..].fill(ContactRow::NONE);
    let (displacements, contacts_next) = (Scattered::new(displacements), Scattered::new(contacts_next));
    let memory = Memory { sources, contacts, most_impulse: params.most_impulse };
    let find = Find { params, levels, particles, displacements, displacements_next, bodies, cell_starts, memory, contacts_next };
    (0..in_grid.div_ceil(GRAIN)).into_par_iter().for_each(|run| {
        let slots = run * GRAIN..((run + 1) * GRAIN).min(in_grid);
        // SAFETY: a list is written by its owner, and displacements only change by atomic additions.
        unsafe { dispatch!(instructions(), simd => find.lists(simd, slots)) };
    });
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
    /// The lists of some particles of the grid.
    ///
    /// # Safety
    /// No other thread uses their lists, or displacements but by adding to them.
    #[inline(always)]
    unsafe fn lists<S: Simd>(&self, simd: S, particles: Range<usize>) {
        let mut found = Found::NONE;
        for i in particles {
            // SAFETY: the caller's, all of it.
            unsafe {
                if found.is_full() {
                    self.remember(&mut found);
                }
                self.contacts_next.write_many(i * ROWS, [ContactRow::NONE; ROWS]);
                if self.look(simd, i, &mut found) > ROWS {
                    self.slow_down_crowd(i);
                }
            }
        }
        // SAFETY: the caller's.
        unsafe { self.remember(&mut found) };
    }

    #[inline(always)]
    fn look<S: Simd>(&self, simd: S, i: usize, found: &mut Found) -> usize {
        if let (0, [level]) = (self.params.mixed_radii, self.levels.as_slice()) {
            let runs = Runs::new::<false>(level, self.cell_starts, cell_coords(level, self.particles[i].position));
            return found.look::<false, S>(simd, self.particles, i, &runs);
        }
        found.look_in_levels(simd, self.particles, i, self.levels, self.cell_starts)
    }

    /// Lists contacts that were found, with their impulses.
    unsafe fn remember(&self, found: &mut Found) {
        for (owner, partner, row) in found.drain() {
            let (i, k) = (owner as usize, usize::from(row));
            let impulse = self.memory.impulse(i, partner as usize, k);
            // SAFETY: the caller's.
            unsafe { self.contacts_next.write(i * ROWS + k, ContactRow { partner, impulse }) };
        }
    }

    /// Every contact of a particle that its list does not hold.
    #[cold]
    unsafe fn slow_down_crowd(&self, i: usize) {
        // SAFETY: the caller's.
        partners_of(self.levels, self.cell_starts, self.particles, i).skip(ROWS).for_each(|j| unsafe { self.slow_down(i, j) });
    }

    /// Twin of `slow_down`: a contact that no list holds.
    unsafe fn slow_down(&self, i: usize, j: usize) {
        let (particle, other) = (&self.particles[i], &self.particles[j]);
        let normal = separation(particle, other).normal;
        let before = |i: usize| self.displacements_next[self.memory.sources[i] as usize];
        let speed = separating_speed(before(i), before(j), normal);
        if speed < 0.0 {
            let mass = mass_of_contact(&self.bodies[i], &self.bodies[j]);
            let share = share_in_crowd(self.levels, self.cell_starts, [particle, other], mass);
            for (disc, side) in [(i, 1), (j, -1)] {
                let change = rough_change([product(-speed, share), 0.0], self.bodies[disc].inverse_mass, normal);
                // SAFETY: the caller's.
                unsafe { self.displacements.add(disc, change.map(|c| side * c)) };
            }
        }
    }
}
