//! Twin of `find_contacts.wgsl`: the lists of contacts, and what each carried in the last substep.

use wide::f32x4;

use super::dim2::{NEIGHBOUR_ROWS, cell_coords, neighbour_run, sum};
use super::exact::{inverse_root, product};
use super::impulse::{contact_mass, impulse_change, separating_speed, separation};
use super::ownership::{owns_contact, partners};
use super::rows::for_each_row;
use super::scattered::Scattered;
use super::sweep_lanes::{self, Discs, LANES};
use crate::world::contacts::ContactRow;
use crate::world::fixed::CONTACTS_PER_PARTICLE;
use crate::world::links::NO_PARTNER;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Rows of one list.
pub const ROWS: usize = CONTACTS_PER_PARTICLE as usize;

/// Twin of the entry point. Rows of cells are taken as in a sweep, so that threads need no atomics.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn find_contacts(
    params: &Params,
    particles: &[Particle],
    displacements: &mut [Displacement],
    displacements_next: &[Displacement],
    cell_starts: &[u32],
    sources: &[u32],
    targets: &[u32],
    contacts: &[ContactRow],
    contacts_next: &mut [ContactRow],
) {
    let in_grid = cell_starts[params.cell_count as usize] as usize;
    contacts_next[in_grid * ROWS..].fill(ContactRow::NONE);
    let memory = Memory { sources, targets, contacts, most_impulse: params.most_impulse };
    let (displacements, contacts_next) = (Scattered::new(displacements), Scattered::new(contacts_next));
    let find = Find { params, particles, cell_starts, memory, displacements, displacements_next, contacts_next };
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
    cell_starts: &'a [u32],
    memory: Memory<'a>,
    displacements: Scattered<'a, Displacement>,
    displacements_next: &'a [Displacement],
    contacts_next: Scattered<'a, ContactRow>,
}

impl Find<'_> {
    /// The list of one particle of the grid.
    ///
    /// # Safety
    /// No other thread uses the particle's list, or reads or writes its displacement or that of what it touches.
    #[inline(always)]
    unsafe fn list(&self, i: usize) {
        let (found, count) = self.partners_of(i);
        let mut list = [ContactRow::NONE; ROWS];
        // SAFETY: the caller's.
        unsafe {
            if count > 0 {
                let remembered = self.memory.list_of(i);
                for (row, &j) in list.iter_mut().zip(&found[..count.min(ROWS)]) {
                    *row = ContactRow { partner: j as u32, impulse: self.memory.impulse(&remembered, i, j) };
                }
                self.warm_start(i, &list);
                if count > ROWS {
                    self.slow_down(i, found[ROWS - 1]);
                }
            }
            self.contacts_next.write_many(i * ROWS, list);
        }
    }

    /// The first partners of the contacts that a particle owns, and how many there are. Most neighbours do not touch, in
    /// no order that a processor could predict: each is written down, and counted if it touches.
    #[inline(always)]
    fn partners_of(&self, i: usize) -> ([usize; ROWS + 1], usize) {
        let particle = &self.particles[i];
        let mut found = [0; ROWS + 1];
        let mut count = 0;
        for places in partners(self.params, self.cell_starts, i, particle) {
            for (j, other) in places.clone().zip(&self.particles[places]) {
                found[count.min(ROWS)] = j;
                count += usize::from(owns_contact(i, particle, j, other));
            }
        }
        (found, count)
    }

    /// Both discs of each contact get the impulse that it had in the last
    /// substep. Four at a time, to the same bits.
    #[inline(always)]
    unsafe fn warm_start(&self, i: usize, list: &[ContactRow; ROWS]) {
        let (first, rest) = list.split_at(LANES);
        // A row that is not used has no impulse, and stands for the particle itself.
        let partner = |row: &ContactRow| if row.partner == NO_PARTNER { i } else { row.partner as usize };
        let partners: [usize; LANES] = std::array::from_fn(|lane| partner(&first[lane]));
        let impulses: [f32; LANES] = std::array::from_fn(|lane| first[lane].impulse);
        // SAFETY: the caller's.
        unsafe {
            if impulses != [0.0; LANES] {
                let (ours, theirs) = (Discs::at_rest([&self.particles[i]; LANES]), partners.map(|j| &self.particles[j]));
                let apart = sweep_lanes::separation(&ours, &Discs::at_rest(theirs));
                let change = apart.normal.map(|normal| sweep_lanes::rounded(f32x4::new(impulses) * normal).to_array());
                for lane in 0..LANES {
                    match partners[lane] {
                        j if impulses[lane] == 0.0 || j == i => {}
                        j if self.particles[j].position == self.particles[i].position => self.warm_start_one(i, &first[lane]),
                        j => self.add(i, j, [change[0][lane], change[1][lane]]),
                    }
                }
            }
            rest.iter().filter(|row| row.impulse > 0.0).for_each(|row| self.warm_start_one(i, row));
        }
    }

    /// As [`Self::warm_start`] for one contact.
    #[cold]
    #[inline(never)]
    unsafe fn warm_start_one(&self, i: usize, row: &ContactRow) {
        let j = row.partner as usize;
        let change = impulse_change(row.impulse, separation(&self.particles[i], &self.particles[j]).normal);
        // SAFETY: the caller's.
        unsafe { self.add(i, j, change) };
    }

    /// Twin of `slow_down` for every contact of a particle after the one with `last`: those that its list does not hold.
    #[cold]
    #[inline(never)]
    unsafe fn slow_down(&self, i: usize, last: usize) {
        let particle = &self.particles[i];
        let places = partners(self.params, self.cell_starts, i, particle).into_iter().flatten();
        for j in places.skip_while(|&j| j != last).skip(1) {
            let other = &self.particles[j];
            if !owns_contact(i, particle, j, other) {
                continue;
            }
            let normal = separation(particle, other).normal;
            let before = |i: usize| self.displacements_next[self.memory.sources[i] as usize];
            let speed = separating_speed(before(i), before(j), normal);
            if speed < 0.0 {
                let crowd = self.neighbour_count(particle).max(self.neighbour_count(other)) as f32;
                let share = product(contact_mass(particle, other), inverse_root(product(crowd, crowd)));
                // SAFETY: the caller's.
                unsafe { self.add(i, j, impulse_change(product(-speed, share), normal)) };
            }
        }
    }

    /// Twin of `neighbour_count`: particles in the 3×3 cells of a particle.
    fn neighbour_count(&self, particle: &Particle) -> u32 {
        let cell = cell_coords(self.params, particle.position);
        let runs = NEIGHBOUR_ROWS.map(|row| neighbour_run(self.params, cell, row));
        runs.map(|cells| self.cell_starts[cells.end] - self.cell_starts[cells.start]).iter().sum()
    }

    /// Gives the two discs of a contact opposite changes. Twin of two `add_change`.
    #[inline(always)]
    unsafe fn add(&self, i: usize, j: usize, change: Displacement) {
        for (disc, change) in [(i, change), (j, change.map(|c| -c))] {
            if self.particles[disc].phase() == Phase::Live {
                // SAFETY: the caller's.
                unsafe { self.displacements.write(disc, sum(self.displacements.read(disc), change)) };
            }
        }
    }
}

/// The lists of the last substep.
struct Memory<'a> {
    sources: &'a [u32],
    targets: &'a [u32],
    contacts: &'a [ContactRow],
    most_impulse: f32,
}

impl Memory<'_> {
    /// Twin of `remembered_impulse`: either of the two may have owned their contact. `list` is that of `i`.
    #[inline(always)]
    fn impulse(&self, list: &[ContactRow; ROWS], i: usize, j: usize) -> f32 {
        listed_impulse(list, j).or_else(|| listed_impulse(&self.list_of(j), i)).unwrap_or(0.0).min(self.most_impulse)
    }

    /// A particle's list, with the slots that its partners have now.
    #[inline(always)]
    fn list_of(&self, i: usize) -> [ContactRow; ROWS] {
        let first = self.sources[i] as usize * ROWS;
        let rows: &[ContactRow; ROWS] = self.contacts[first..first + ROWS].try_into().expect("as many rows");
        // A row that is not used has a partner outside of them: no branch that could not be predicted.
        rows.map(|row| ContactRow { partner: self.targets.get(row.partner as usize).copied().unwrap_or(NO_PARTNER), ..row })
    }
}

/// Twin of `listed_impulse`.
#[inline(always)]
fn listed_impulse(list: &[ContactRow; ROWS], partner: usize) -> Option<f32> {
    let mut found = None;
    for row in list {
        if row.partner as usize == partner {
            found = Some(row.impulse);
        }
    }
    found
}
