//! One closure over the elements of two slices, by all threads.

use rayon::prelude::*;

use super::GRAIN;

/// Calls `one` with each index and its two elements. The slices are of the same length. Threads take them by
/// runs, so that the closure is inlined into a plain loop.
#[inline(always)]
pub fn for_each<A: Send, B: Send>(a: &mut [A], b: &mut [B], one: impl Fn(usize, &mut A, &mut B) + Sync) {
    debug_assert_eq!(a.len(), b.len());
    a.par_chunks_mut(GRAIN).zip(b.par_chunks_mut(GRAIN)).enumerate().for_each(|(run, (a, b))| {
        for (place, (a, b)) in a.iter_mut().zip(b).enumerate() {
            one(run * GRAIN + place, a, b);
        }
    });
}
