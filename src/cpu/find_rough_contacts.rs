//! Twin of `find_rough_contacts.wgsl`: the lists of contacts of rough discs, and what each carried along its normal in the
//! last substep.

use super::body::{added, mass_of_contact, rough_change};
use super::dim2::cell_coords;
use super::exact::{inverse_root, product};
use super::find_contacts::ROWS;
use super::impulse::{separating_speed, separation};
use super::memory::{Memory, neighbour_count};
use super::ownership::owns_contact;
use super::partners::{Runs, Slots};
use super::rows::for_each_row;
use super::scattered::Scattered;
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point. Rows of cells are taken as in a sweep, so that threads need no atomics.
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
    let in_grid = cell_starts[params.cell_count as usize] as usize;
    contacts_next[in_grid * ROWS..].fill(ContactRow::NONE);
    let (displacements, contacts_next) = (Scattered::new(displacements), Scattered::new(contacts_next));
    let memory = Memory { sources, contacts, most_impulse: params.most_impulse };
    let find = Find { params, particles, displacements, displacements_next, bodies, cell_starts, memory, contacts_next };
    let [width, height] = params.grid_size.map(|cells| cells as usize);
    for_each_row(height.div_ceil(2), 0, |row| {
        let cells = 2 * row * width..(2 * (row + 1) * width).min(width * height);
        for i in cell_starts[cells.start]..cell_starts[cells.end] {
            // SAFETY: a list is written by the row of its owner, and a contact leads from one row of blocks at most into
            // the next; rows that are taken at the same time have others between them which are not.
            unsafe { find.list(i as usize) };
        }
    });
}

/// What the pass works on.
struct Find<'a> {
    params: &'a Params,
    particles: &'a [Particle],
    displacements: Scattered<'a, Displacement>,
    displacements_next: &'a [Displacement],
    bodies: &'a [Body],
    cell_starts: &'a [u32],
    memory: Memory<'a>,
    contacts_next: Scattered<'a, ContactRow>,
}

impl Find<'_> {
    /// The list of one particle of the grid.
    ///
    /// # Safety
    /// No other thread uses the particle's list, or reads or writes its displacement or that of what it touches.
    unsafe fn list(&self, i: usize) {
        let cell = cell_coords(self.params, self.particles[i].position);
        // SAFETY: the caller's.
        unsafe {
            match self.params.mixed_radii {
                0 => self.list_from(i, Runs::new::<false>(self.params, self.cell_starts, cell).of::<false>(i)),
                _ => self.list_from(i, Runs::new::<true>(self.params, self.cell_starts, cell).of::<true>(i)),
            }
        }
    }

    /// The list of one particle, whose partners are in some runs.
    ///
    /// # Safety
    /// As for [`Self::list`].
    unsafe fn list_from(&self, i: usize, runs: impl Iterator<Item = Slots>) {
        let particle = &self.particles[i];
        let mut list = [ContactRow::NONE; ROWS];
        let mut count = 0;
        for (j, side) in runs.flat_map(|(slots, side)| slots.map(move |j| (j, side))) {
            if !owns_contact(i, particle, j, &self.particles[j], side) {
                continue;
            }
            match list.get_mut(count) {
                Some(row) => *row = ContactRow { partner: j as u32, impulse: self.memory.impulse(i, j, count) },
                // SAFETY: the caller's.
                None => unsafe { self.slow_down(i, j) },
            }
            count += 1;
        }
        // SAFETY: the caller's.
        unsafe { self.contacts_next.write_many(i * ROWS, list) };
    }

    /// Twin of `slow_down`: a contact that no list holds.
    #[cold]
    unsafe fn slow_down(&self, i: usize, j: usize) {
        let (particle, other) = (&self.particles[i], &self.particles[j]);
        let normal = separation(particle, other).normal;
        let before = |i: usize| self.displacements_next[self.memory.sources[i] as usize];
        let speed = separating_speed(before(i), before(j), normal);
        if speed < 0.0 {
            let count = |disc| neighbour_count(self.params, self.cell_starts, disc);
            let crowd = count(particle).max(count(other)) as f32;
            let share = product(mass_of_contact(&self.bodies[i], &self.bodies[j]), inverse_root(product(crowd, crowd)));
            for (disc, side) in [(i, 1), (j, -1)] {
                let change = rough_change([product(-speed, share), 0.0], self.bodies[disc].inverse_mass, normal);
                // SAFETY: the caller's.
                unsafe { self.displacements.write(disc, added(self.displacements.read(disc), change, side)) };
            }
        }
    }
}
