//! Pairs of discs that were found a vector's lanes at a time, one after the other. Which lanes have one no processor could predict, so
//! there is no branch on it: those that do are moved together and written behind the ones before.

use std::ops::Range;

use fearless_simd::prelude::*;

use crate::cpu::vectors::disc_arrays::{MAX_LANES, lanes_from};

/// Pairs that are kept before something is done with them.
const MAX_PAIRS: usize = 256;

/// Where there are fewer pairs, or contacts, than one for so many discs it costs less to ask whether there are any than to keep, or to go
/// through, none of them without a branch; where there are more, no processor could predict the answer.
pub const DISCS_PER_RARE: usize = 4;

/// Behind the last pair is room for all lanes of a vector.
pub const ROOM: usize = MAX_PAIRS + MAX_LANES;

/// Pairs of discs, by their places or slots.
pub struct FoundPairs {
    own: [u32; ROOM],
    other: [u32; ROOM],
    count: usize,
    /// How many were forgotten.
    forgotten: usize,
    /// How many there were in all when [`Self::were_rare`] was asked last.
    before: usize,
}

impl Default for FoundPairs {
    fn default() -> Self {
        Self { own: [0; ROOM], other: [0; ROOM], count: 0, forgotten: 0, before: 0 }
    }
}

impl FoundPairs {
    /// Where in an array of [`ROOM`] elements those of the next lanes go, which are moved together as these are.
    #[inline(always)]
    pub fn next<S: Simd>(&self) -> Range<usize> {
        lanes_from::<S>(self.count)
    }

    /// Keeps some of a vector's lanes of discs with those that follow them by a distance. There may be too many from then on, see
    /// [`Self::is_full`].
    #[inline(always)]
    pub fn add_following<S: Simd>(&mut self, own: S::i32s, distance: i32, which: S::mask32s) {
        let own = own.compress(which);
        self.put::<S>(own, own + distance, which);
    }

    /// Keeps some of a vector's lanes of discs with one other.
    #[inline(always)]
    pub fn add_with<S: Simd>(&mut self, simd: S, own: S::i32s, other: usize, which: S::mask32s) {
        self.put::<S>(own.compress(which), S::i32s::splat(simd, other as i32), which);
    }

    #[inline(always)]
    fn put<S: Simd>(&mut self, own: S::i32s, other: S::i32s, which: S::mask32s) {
        let next = self.next::<S>();
        own.bitcast::<S::u32s>().store_slice(&mut self.own[next.clone()]);
        other.bitcast::<S::u32s>().store_slice(&mut self.other[next]);
        self.count += which.to_bitmask().count_ones() as usize;
    }

    /// Whether no more can be added before something is done with these.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.count >= MAX_PAIRS
    }

    /// How many there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether there have been few since this was asked last, of so many discs that looked: then few are expected of the next ones, too.
    #[inline(always)]
    pub fn were_rare(&mut self, discs: usize) -> bool {
        let all = self.forgotten + self.count;
        all - std::mem::replace(&mut self.before, all) < discs / DISCS_PER_RARE
    }

    /// Some of them.
    #[inline(always)]
    pub fn pairs(&self, range: Range<usize>) -> impl Iterator<Item = [usize; 2]> {
        self.own[range.clone()].iter().zip(&self.other[range]).map(|(&own, &other)| [own as usize, other as usize])
    }

    /// Forgets all.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.forgotten += self.count;
        self.count = 0;
    }
}
