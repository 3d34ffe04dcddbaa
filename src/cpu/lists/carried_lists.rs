//! The lists of contacts from one substep to the next. Most discs own fewer contacts than a list has rows, and going through rows that
//! nobody uses was most of what lists cost where they do not fit the caches. So those of alike discs in a grid of one level are *packed*:
//! one behind the other, until somebody asks for all rows.

use std::borrow::Cow;
use std::ops::Range;

use crate::cpu::threads::scattered::Scattered;
use crate::world::contacts::ContactRow;
use crate::world::fixed::LIST_ROWS;

/// The lists of all particles.
#[derive(Debug, Default)]
pub struct CarriedLists {
    rows: Vec<ContactRow>,
    /// Where in `rows` the list of each particle starts, and the end of all; a list has at most [`LIST_ROWS`]. Empty where they are not
    /// packed: then each has as many.
    starts: Vec<u32>,
    /// Which call of `find_contacts` or `find_rough_contacts` wrote them, as in `Batches::search`; 0 where none did, or something else has
    /// since.
    search: u64,
}

/// The same, borrowed.
#[derive(Clone, Copy)]
pub struct Carried<'a> {
    rows: &'a [ContactRow],
    starts: &'a [u32],
    /// See [`CarriedLists`].
    pub search: u64,
}

/// Packed lists that are being written: by several threads, each of them those of particles that follow each other.
pub struct Packing<'a> {
    rows: Scattered<'a, ContactRow>,
    starts: Scattered<'a, u32>,
}

impl CarriedLists {
    /// Lists with all their rows, or empty ones where there are no rows.
    pub fn new(rows: Vec<ContactRow>, particles: usize) -> Self {
        if rows.is_empty() { Self::empty(particles) } else { Self { rows, ..Self::default() } }
    }

    /// Empty lists. Memory is not touched before it is used: most of it is so only where lists are not packed.
    pub fn empty(particles: usize) -> Self {
        match particles {
            0 => Self::default(),
            _ => Self { rows: untouched(particles * LIST_ROWS), starts: vec![0; particles + 1], search: 0 },
        }
    }

    /// Holds the lists of so many particles from now on: those of the last ones, which are empty, go or come.
    pub fn resize(&mut self, particles: usize) {
        self.rows.resize(particles * LIST_ROWS, ContactRow::NONE);
        if let Some(&end) = self.starts.last() {
            self.starts.resize(particles + 1, end);
        }
    }

    /// How they stand now.
    pub fn lists(&self) -> Carried<'_> {
        Carried { rows: &self.rows, starts: &self.starts, search: self.search }
    }

    /// All their rows, [`LIST_ROWS`] a particle.
    pub fn all_rows(&self) -> Cow<'_, [ContactRow]> {
        if self.starts.is_empty() {
            return Cow::Borrowed(&self.rows);
        }
        let mut rows = vec![ContactRow::NONE; self.rows.len()];
        for (particle, all) in rows.chunks_exact_mut(LIST_ROWS).enumerate() {
            let list = self.lists().of(particle);
            all[..list.len()].copy_from_slice(list);
        }
        Cow::Owned(rows)
    }

    /// The same, from now on not packed.
    pub fn unpack(&mut self) -> &[ContactRow] {
        if let Cow::Owned(rows) = self.all_rows() {
            *self = Self { rows, ..Self::default() };
        }
        &self.rows
    }

    /// All rows, each to be written anew: what they hold is of before. `search` is the number of the call of `find_rough_contacts` that
    /// does it, or 0.
    pub fn rewrite(&mut self, search: u64) -> &mut [ContactRow] {
        self.starts.clear();
        self.search = search;
        &mut self.rows
    }

    /// Rows to change impulses in, with where lists start.
    pub fn rows_and_starts(&mut self) -> (&mut [ContactRow], &[u32]) {
        (&mut self.rows, &self.starts)
    }

    /// New lists in the place of these: packed ones, of which those of particles from `first` on are empty. `search` is the number of
    /// the call that writes them.
    pub fn pack(&mut self, first: usize, search: u64) -> Packing<'_> {
        self.search = search;
        self.starts.resize(self.rows.len() / LIST_ROWS + 1, 0);
        self.starts[first..].fill((first * LIST_ROWS) as u32);
        Packing { rows: Scattered::new(&mut self.rows), starts: Scattered::new(&mut self.starts) }
    }
}

impl<'a> Carried<'a> {
    /// The list of a particle, shorter than [`LIST_ROWS`] or with rows at its end that are not used.
    #[inline(always)]
    pub fn of(&self, particle: usize) -> &'a [ContactRow] {
        let start = start_of(self.starts, particle);
        let end = self.starts.get(particle + 1).map_or(usize::MAX, |&end| end as usize);
        &self.rows[start..end.min(start + LIST_ROWS)]
    }

    /// Whether these have all their rows.
    pub fn are_whole(&self) -> bool {
        self.starts.is_empty()
    }

    /// All rows of the lists of some particles, where these have them.
    pub fn whole(&self, particles: Range<usize>) -> &'a [ContactRow] {
        &self.rows[particles.start * LIST_ROWS..particles.end * LIST_ROWS]
    }

    /// The rows of the lists of particles that follow each other from `first` on, if they were written together, and with as many
    /// contacts each as `starts` says: both are those of [`Packing::write`]. Where the last list ends no start says, so no row behind its
    /// contacts may be in use.
    #[inline(always)]
    pub fn written_with(&self, first: usize, starts: &[u32]) -> Option<&'a [ContactRow]> {
        let (place, particles) = (first * LIST_ROWS, starts.len() - 1);
        let there = self.starts.get(first..first + particles)?;
        let differ = there.iter().zip(starts).fold(0, |differ, (&there, &start)| differ | (there ^ (place as u32 + start)));
        let last = first + particles - 1;
        let of_last = self.of(last).get((starts[particles] - starts[particles - 1]) as usize..)?;
        let is_same = differ == 0 && of_last.iter().all(|row| *row == ContactRow::NONE);
        is_same.then(|| &self.rows[place..place + starts[particles] as usize])
    }
}

/// Where the list of a particle starts among all rows, packed or not.
#[inline(always)]
pub fn start_of(starts: &[u32], particle: usize) -> usize {
    if starts.is_empty() { particle * LIST_ROWS } else { starts[particle] as usize }
}

impl Packing<'_> {
    /// As [`Self::write`], of particles whose contacts are those of the lists before, so many together, which were written like this;
    /// `carried` is what they carry on of their impulses.
    ///
    /// # Safety
    /// As there.
    #[inline(always)]
    pub unsafe fn repeat(&self, slots: Range<usize>, contacts: usize, before: &Carried<'_>, carried: impl Fn(f32) -> f32) {
        let place = slots.start * LIST_ROWS;
        // SAFETY: the caller's.
        unsafe {
            self.starts.range(slots.clone()).copy_from_slice(&before.starts[slots.clone()]);
            let rows = self.rows.range(place..place + contacts).iter_mut().zip(&before.rows[place..place + contacts]);
            rows.for_each(|(row, before)| *row = ContactRow { impulse: carried(before.impulse), ..*before });
            self.end(place, contacts, slots.len());
        }
    }

    /// Writes the lists of particles that follow each other from `first` on: `starts` says of each the number of its first contact, all
    /// of them numbered together from 0, and their count; `rows` are those contacts. Behind the last contact come rows that are not used,
    /// since where its owner's list ends is not known: the next start is that of other particles, who have their own room.
    ///
    /// # Safety
    /// There are such particles, they are no other thread's, and none has more than [`LIST_ROWS`] contacts.
    #[inline(always)]
    pub unsafe fn write(&self, first: usize, starts: &[u32], rows: &[ContactRow]) {
        let (place, particles) = (first * LIST_ROWS, starts.len() - 1);
        // SAFETY: the caller's; these are among the rows that the particles have when not packed.
        unsafe {
            for (start, contact) in self.starts.range(first..first + particles).iter_mut().zip(starts) {
                *start = place as u32 + contact;
            }
            self.rows.range(place..place + rows.len()).copy_from_slice(rows);
            self.end(place, rows.len(), particles);
        }
    }

    /// Writes the rows behind the last contact of so many particles, whose rows begin there.
    ///
    /// # Safety
    /// As for [`Self::write`].
    #[inline(always)]
    unsafe fn end(&self, place: usize, contacts: usize, particles: usize) {
        // SAFETY: the caller's.
        unsafe { self.rows.fill(place + contacts..place + (contacts + LIST_ROWS).min(particles * LIST_ROWS), ContactRow::NONE) };
    }
}

/// Rows of zeros. Where memory has no room for them the process ends as for any other vector, which says how many bytes it asked for.
fn untouched(count: usize) -> Vec<ContactRow> {
    let layout = std::alloc::Layout::array::<ContactRow>(count).expect("as many rows as any address space has room for");
    bytemuck::try_zeroed_vec(count).unwrap_or_else(|()| std::alloc::handle_alloc_error(layout))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(owner: usize, place: usize) -> ContactRow {
        ContactRow { partner: (10 * owner + place) as u32, impulse: place as f32 }
    }

    /// Writes lists of so many contacts, in some runs of particles that follow each other; returns all rows.
    fn write(lists: &mut CarriedLists, counts: &[usize], runs: &[std::ops::Range<usize>]) -> Vec<ContactRow> {
        let packing = lists.pack(counts.len(), 1);
        for run in runs {
            let (mut starts, mut rows) = (vec![0], Vec::new());
            for owner in run.clone() {
                rows.extend((0..counts[owner]).map(|place| row(owner, place)));
                starts.push(rows.len() as u32);
            }
            // SAFETY: there is no other thread.
            unsafe { packing.write(run.start, &starts, &rows) };
        }
        let list =
            |owner: usize, count: usize| (0..LIST_ROWS).map(move |place| if place < count { row(owner, place) } else { ContactRow::NONE });
        let mut all: Vec<_> = counts.iter().enumerate().flat_map(|(owner, &count)| list(owner, count)).collect();
        all.resize(lists.rows.len(), ContactRow::NONE);
        all
    }

    /// Lists of 0 to 5 contacts, some runs of full ones and of nearly full ones; behind them particles that have none. Written twice: what
    /// stood there before is no part of them.
    #[test]
    fn packed_lists_are_what_was_written() {
        let mut lists = CarriedLists::new(vec![row(7, 7); 50 * LIST_ROWS], 50);
        for (shift, runs) in [(0, [0..16, 16..18, 18..20, 20..40]), (3, [0..10, 10..12, 12..15, 15..38])] {
            let count = |owner: usize| match owner {
                _ if runs[1].contains(&owner) => 5,
                _ if runs[2].contains(&owner) => 4,
                _ => [0, 5, 2, 5, 1, 0, 3][(owner + shift) % 7],
            };
            let counts: Vec<usize> = (0..runs[3].end).map(count).collect();
            let expected = write(&mut lists, &counts, &runs);
            assert_eq!(*lists.all_rows(), expected);
            for (owner, &count) in counts.iter().enumerate() {
                let list = lists.lists().of(owner);
                assert_eq!(list[..count], expected[owner * LIST_ROWS..owner * LIST_ROWS + count]);
                assert!(list[count..].iter().all(|row| *row == ContactRow::NONE));
            }
        }
    }

    #[test]
    fn lists_of_which_no_rows_are_known_are_empty() {
        for particles in [0, 1, 7] {
            assert_eq!(*CarriedLists::new(Vec::new(), particles).all_rows(), vec![ContactRow::NONE; particles * LIST_ROWS]);
        }
        let rows = vec![row(1, 2); 2 * LIST_ROWS];
        assert_eq!(*CarriedLists::new(rows.clone(), 2).all_rows(), rows);
    }

    #[test]
    fn particles_that_are_added_have_empty_lists() {
        let mut lists = CarriedLists::new(vec![row(7, 7); 8 * LIST_ROWS], 8);
        let mut expected = write(&mut lists, &[5, 1, 0, 5, 5], &[0..3, 3..5]);
        lists.resize(20);
        expected.resize(20 * LIST_ROWS, ContactRow::NONE);
        assert_eq!(*lists.all_rows(), expected);
        assert_eq!(lists.unpack(), expected);
        lists.resize(30);
        expected.resize(30 * LIST_ROWS, ContactRow::NONE);
        assert_eq!(*lists.all_rows(), expected);
    }
}
