//! Writing to scattered places of a slice from many threads.

use std::marker::PhantomData;

/// A slice of which many threads use elements by index, each element by one thread only.
pub struct Scattered<'a, T> {
    first: *mut T,
    length: usize,
    slice: PhantomData<&'a mut [T]>,
}

// SAFETY: the only accesses are `read` and `write`, whose contract keeps threads apart.
unsafe impl<T: Send> Sync for Scattered<'_, T> {}

impl<'a, T: Copy> Scattered<'a, T> {
    /// Takes the slice for as long as it is written.
    pub fn new(slice: &'a mut [T]) -> Self {
        Self { first: slice.as_mut_ptr(), length: slice.len(), slice: PhantomData }
    }

    /// Writes one element.
    ///
    /// # Safety
    /// During the life of `self`, no other thread reads or writes this index.
    ///
    /// # Panics
    /// If the index is not inside the slice.
    #[inline(always)]
    pub unsafe fn write(&self, index: usize, value: T) {
        assert!(index < self.length);
        // SAFETY: inside the slice, which `self` borrows exclusively; the caller keeps writes apart.
        unsafe { self.first.add(index).write(value) };
    }

    /// Writes elements that follow each other.
    ///
    /// # Safety
    /// As for [`Self::write`], each of them.
    ///
    /// # Panics
    /// If one of them is not inside the slice.
    #[inline(always)]
    pub unsafe fn write_many<const N: usize>(&self, first: usize, values: [T; N]) {
        assert!(first + N <= self.length);
        // SAFETY: as in `write`; an array has its elements after each other.
        unsafe { self.first.add(first).cast::<[T; N]>().write(values) };
    }

    /// Reads elements that follow each other.
    ///
    /// # Safety
    /// As for [`Self::write`], each of them.
    ///
    /// # Panics
    /// If one of them is not inside the slice.
    #[inline(always)]
    pub unsafe fn read_many<const N: usize>(&self, first: usize) -> [T; N] {
        assert!(first + N <= self.length);
        // SAFETY: as in `write`; an array has its elements after each other.
        unsafe { self.first.add(first).cast::<[T; N]>().read() }
    }

    /// Reads one element.
    ///
    /// # Safety
    /// As for [`Self::write`].
    ///
    /// # Panics
    /// If the index is not inside the slice.
    #[inline(always)]
    pub unsafe fn read(&self, index: usize) -> T {
        assert!(index < self.length);
        // SAFETY: as in `write`.
        unsafe { self.first.add(index).read() }
    }
}
