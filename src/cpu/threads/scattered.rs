//! Writing to scattered places of a slice from many threads.
//!
//! Where unsafe functions here, or in `src/cpu`, state what their callers promise, it means this. Indices are inside the slices: lists,
//! batches and blocks only name particles that there are, and a contact is between two different discs. "No other thread reads or writes
//! it" is about the time of the call: another may have done so before, or do so later, if one of the two waits for the other, as between
//! passes, and between rows that are not taken at the same time (`rows`, `bands`). So is "no other thread writes it": then others may read
//! it, too. What a row of blocks *reaches* are the discs in it and those that their contacts lead to, in the rows beside it.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use crate::world::particle::Displacement;

/// Whether places are looked at before they are used: with debug assertions, and where tests are run without these.
const CHECKED: bool = cfg!(debug_assertions) || option_env!("JOSTLE_CHECKED").is_some();

/// Ends what would use a place outside of its slice.
#[inline(always)]
fn check(inside: bool) {
    assert!(!CHECKED || inside, "a place outside of its slice");
}

/// A slice of which many threads use elements by index: what one of them writes no other uses meanwhile, but for atomic additions.
pub struct Scattered<'a, T> {
    first: *mut T,
    length: usize,
    slice: PhantomData<&'a mut [T]>,
}

impl<T> Clone for Scattered<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Scattered<'_, T> {}

// SAFETY: every access that writes, or lends an element to be changed, has a contract that keeps all other threads away, or is atomic. What
// several read at the same time each of them copies: no two share a reference.
unsafe impl<T: Send> Sync for Scattered<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Send> Send for Scattered<'_, T> {}

impl<'a, T: Copy> Scattered<'a, T> {
    /// Takes the slice for as long as it is written.
    pub fn new(slice: &'a mut [T]) -> Self {
        Self { first: slice.as_mut_ptr(), length: slice.len(), slice: PhantomData }
    }

    /// Writes one element.
    ///
    /// # Safety
    /// The index is inside the slice, and no other thread reads or writes the element.
    #[inline(always)]
    pub unsafe fn write(&self, index: usize, value: T) {
        check(index < self.length);
        // SAFETY: inside the slice, which `self` borrows exclusively; the caller keeps writes apart.
        unsafe { self.first.add(index).write(value) };
    }

    /// One element, to change a part of it.
    ///
    /// # Safety
    /// As for [`Self::write`], for as long as the element is borrowed, and nobody else borrows it meanwhile.
    #[inline(always)]
    #[expect(clippy::mut_from_ref, reason = "who may use an element is the caller's promise, as in `write`")]
    pub unsafe fn at(&self, index: usize) -> &mut T {
        check(index < self.length);
        // SAFETY: as in `write`.
        unsafe { &mut *self.first.add(index) }
    }

    /// Elements that follow each other.
    ///
    /// # Safety
    /// As for [`Self::at`], each of them.
    #[inline(always)]
    #[expect(clippy::mut_from_ref, reason = "as in `at`")]
    pub unsafe fn range(&self, places: std::ops::Range<usize>) -> &mut [T] {
        check(places.start <= places.end && places.end <= self.length);
        // SAFETY: as in `write`.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(places.start), places.len()) }
    }

    /// Writes elements that follow each other.
    ///
    /// # Safety
    /// As for [`Self::write`], each of them.
    #[inline(always)]
    pub unsafe fn write_many<const N: usize>(&self, first: usize, values: [T; N]) {
        check(first + N <= self.length);
        // SAFETY: as in `write`; an array has its elements after each other.
        unsafe { self.first.add(first).cast::<[T; N]>().write(values) };
    }

    /// Writes the same to elements that follow each other.
    ///
    /// # Safety
    /// As for [`Self::write`], each of them.
    pub unsafe fn fill(&self, places: std::ops::Range<usize>, value: T) {
        // SAFETY: the caller's.
        unsafe { self.range(places) }.fill(value);
    }

    /// Reads one element.
    ///
    /// # Safety
    /// The index is inside the slice, and no other thread writes the element meanwhile.
    #[inline(always)]
    pub unsafe fn read(&self, index: usize) -> T {
        check(index < self.length);
        // SAFETY: inside the slice, which `self` borrows, and which holds what can be copied; the caller keeps writes away.
        unsafe { self.first.add(index).read() }
    }
}

impl Scattered<'_, Displacement> {
    /// Adds to one element, while other threads may do so as well.
    ///
    /// # Safety
    /// The index is inside the slice, and no other thread reads or writes the element but by this.
    pub unsafe fn add(&self, index: usize, term: Displacement) {
        check(index < self.length);
        for (axis, term) in term.into_iter().enumerate() {
            // SAFETY: inside the slice, aligned as any `i32`, and the caller keeps other accesses apart.
            unsafe { AtomicI32::from_ptr(self.first.add(index).cast::<i32>().add(axis)) }.fetch_add(term, Relaxed);
        }
    }
}
