//! The lists of contacts from one substep to the next. Most discs own fewer contacts than a list has rows, and going through rows that
//! nobody uses was most of what lists cost where they do not fit the caches: so they are *packed* where only the CPU looks at them.

use std::borrow::Cow;

use rayon::prelude::*;

use super::GRAIN;
use super::find_contacts::ROWS;
use super::scattered::Scattered;
use crate::world::contacts::ContactRow;

/// The lists of all particles.
#[derive(Debug, Default)]
pub struct CarriedLists {
    rows: Vec<ContactRow>,
    /// Where in `rows` the list of each particle starts, and the end of all. Empty where they are not packed: then each has [`ROWS`].
    starts: Vec<u32>,
}

/// The same, borrowed.
#[derive(Clone, Copy)]
pub struct Lists<'a> {
    rows: &'a [ContactRow],
    starts: &'a [u32],
}

/// Packed lists that are being written: by several threads, each of them those of particles that follow each other.
pub struct Packing<'a> {
    rows: Scattered<'a, ContactRow>,
    starts: Scattered<'a, u32>,
}

impl CarriedLists {
    /// Lists with all their rows.
    pub fn new(rows: Vec<ContactRow>) -> Self {
        Self { rows, starts: Vec::new() }
    }

    /// Whether there are none, not even empty ones: with the plain solver.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Makes room for the lists of so many particles; those that are new are empty.
    pub fn resize(&mut self, particles: usize) {
        self.unpack();
        self.rows.resize(particles * ROWS, ContactRow::NONE);
    }

    /// How they stand now.
    pub fn lists(&self) -> Lists<'_> {
        Lists { rows: &self.rows, starts: &self.starts }
    }

    /// All their rows, [`ROWS`] a particle.
    pub fn all_rows(&self) -> Cow<'_, [ContactRow]> {
        if self.starts.is_empty() {
            return Cow::Borrowed(&self.rows);
        }
        let mut rows = vec![ContactRow::NONE; self.rows.len()];
        rows.par_chunks_exact_mut(ROWS).with_min_len(GRAIN).enumerate().for_each(|(particle, row)| {
            let list = self.lists().of(particle);
            row[..list.len()].copy_from_slice(list);
        });
        Cow::Owned(rows)
    }

    /// The same, to be changed.
    pub fn unpack(&mut self) -> &mut [ContactRow] {
        if let Cow::Owned(rows) = self.all_rows() {
            *self = Self::new(rows);
        }
        &mut self.rows
    }

    /// Rows to change impulses in, with where lists start.
    pub fn rows_and_starts(&mut self) -> (&mut [ContactRow], &[u32]) {
        (&mut self.rows, &self.starts)
    }

    /// New lists in the place of these: packed ones, of which those of particles from `first` on are empty.
    pub fn pack(&mut self, first: usize) -> Packing<'_> {
        self.starts.resize(self.rows.len() / ROWS + 1, 0);
        self.starts[first..].fill((first * ROWS) as u32);
        Packing { rows: Scattered::new(&mut self.rows), starts: Scattered::new(&mut self.starts) }
    }
}

impl<'a> Lists<'a> {
    /// The list of a particle; rows that are not used may follow.
    #[inline(always)]
    pub fn of(&self, particle: usize) -> &'a [ContactRow] {
        if self.starts.is_empty() {
            return &self.rows[particle * ROWS..(particle + 1) * ROWS];
        }
        let [start, end] = [self.starts[particle] as usize, self.starts[particle + 1] as usize];
        &self.rows[start..end.min(start + ROWS)]
    }
}

impl Packing<'_> {
    /// Where the lists of particles start that follow each other from `first` on, from those of their contacts, numbered together, and
    /// the end. Behind these, where no list is full, stand rows that are not used.
    ///
    /// # Safety
    /// The particles are no other thread's.
    #[inline(always)]
    pub unsafe fn start(&self, first: usize, contacts: &[u32]) {
        let (place, [.., end]) = (first * ROWS, contacts) else { return };
        let particles = contacts.len() - 1;
        for (particle, contact) in (first..first + particles).zip(contacts) {
            // SAFETY: the caller's.
            unsafe { self.starts.write(particle, place as u32 + contact) };
        }
        let used = *end as usize;
        // SAFETY: the caller's: there are as many rows as all lists may have.
        unsafe { self.rows.fill(place + used..place + (used + ROWS).min(particles * ROWS), ContactRow::NONE) };
    }

    /// Writes the row of a contact by its number, of particles from `first` on.
    ///
    /// # Safety
    /// The particles are no other thread's, and have as many contacts.
    #[inline(always)]
    pub unsafe fn write(&self, first: usize, contact: usize, row: ContactRow) {
        // SAFETY: the caller's.
        unsafe { self.rows.write(first * ROWS + contact, row) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists of 0 to 5 contacts; particles in two runs, and some that have none.
    #[test]
    fn packed_lists_are_what_was_written() {
        let row = |partner: u32| ContactRow { partner, impulse: partner as f32 };
        let counts: Vec<usize> = (0..40).map(|k| [0, 5, 2, 5, 1, 0, 3][k % 7]).collect();
        let mut expected = Vec::new();
        for (particle, &count) in counts.iter().enumerate() {
            expected.extend((0..ROWS).map(|place| if place < count { row((10 * particle + place) as u32) } else { ContactRow::NONE }));
        }
        // What stood there before is no part of them.
        let mut lists = CarriedLists::new(vec![row(7); expected.len() + 10 * ROWS]);
        let packing = lists.pack(counts.len());
        for run in [0..16, 16..40] {
            let mut starts = vec![0];
            for particle in run.clone() {
                for place in 0..counts[particle] {
                    // SAFETY: there is no other thread.
                    unsafe { packing.write(run.start, starts[starts.len() - 1] as usize + place, row((10 * particle + place) as u32)) };
                }
                starts.push(starts[starts.len() - 1] + counts[particle] as u32);
            }
            // SAFETY: there is no other thread.
            unsafe { packing.start(run.start, &starts) };
        }
        expected.resize(expected.len() + 10 * ROWS, ContactRow::NONE);
        assert_eq!(*lists.all_rows(), expected);
        for (particle, &count) in counts.iter().enumerate() {
            assert_eq!(lists.lists().of(particle)[..count], expected[particle * ROWS..particle * ROWS + count]);
        }
        lists.resize(60);
        expected.resize(60 * ROWS, ContactRow::NONE);
        assert_eq!(*lists.all_rows(), expected);
        assert_eq!(lists.unpack(), expected);
    }
}
