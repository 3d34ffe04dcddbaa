//! What touching discs do to each other, a vector's lanes of pairs at a time: what `solve_contacts` does with one pair, to the same
//! bits, by the same operations in the same order on each lane.
//!
//! Most neighbours do not touch. So those that do are kept first (`found_pairs`), and what comes of them is computed once there are
//! enough to fill vectors.

use std::ops::Range;

use bytemuck::{cast, cast_ref};
use fearless_simd::prelude::*;
use fearless_simd::{i32x4, u64x2};

use super::found_pairs::{FoundPairs, ROOM};
use crate::cpu::vectors::disc_arrays::{MAX_LANES, Pairs, lanes_from};
use crate::cpu::vectors::lanes::inverse_root;
use crate::world::fixed::MAX_CONTACTS;

/// What a coincident pair adds to the touching particles of its two beyond one: enough to be seen.
const COINCIDENT: i32 = MAX_CONTACTS as i32;

/// What pushes a disc: x, y, how many touch it, and nothing.
pub type Sum = [i32; 4];

/// Pairs that touch, one array a value.
pub struct TouchingPairs {
    /// From the other disc to the own one.
    offset: [[f32; ROOM]; 2],
    /// Sum of the radii.
    reach: [f32; ROOM],
    gain: [f32; ROOM],
    /// The places of the discs.
    found: FoundPairs,
}

/// Where a vector's lanes of pairs stand.
pub struct Standing<S: Simd> {
    /// Places of their own discs.
    pub own: S::i32s,
    /// By how many places the others follow.
    pub distance: i32,
}

impl Default for TouchingPairs {
    fn default() -> Self {
        Self { offset: [[0.0; ROOM]; 2], reach: [0.0; ROOM], gain: [0.0; ROOM], found: FoundPairs::default() }
    }
}

impl TouchingPairs {
    /// Before pairs of discs that are all alike: the sum of two radii, and the gain.
    pub fn set_alike(&mut self, reach: f32, gain: f32) {
        self.reach.fill(reach);
        self.gain.fill(gain);
    }

    /// See [`FoundPairs::were_rare`].
    #[inline(always)]
    pub fn were_rare(&mut self, discs: usize) -> bool {
        self.found.were_rare(discs)
    }

    /// Keeps those of a vector's lanes of pairs that touch and count; `gain` is that of each pair. What they do to each other is in
    /// `sums`, by the places of the discs, once [`Self::finish`] has run. Where discs are `ALIKE` their reach and gain are known;
    /// where pairs are `RARE` it is asked whether there are any.
    #[inline(always)]
    pub fn add<const ALIKE: bool, const RARE: bool, S: Simd>(
        &mut self,
        simd: S,
        pairs: &Pairs<S>,
        gain: S::f32s,
        counts: S::mask32s,
        at: &Standing<S>,
        sums: &mut [Sum],
    ) {
        let touches = pairs.touch() & counts;
        if RARE && !touches.any_true() {
            return;
        }
        let next = self.found.next::<S>();
        pairs.offset[0].compress(touches).store_slice(&mut self.offset[0][next.clone()]);
        pairs.offset[1].compress(touches).store_slice(&mut self.offset[1][next.clone()]);
        if !ALIKE {
            pairs.reach.compress(touches).store_slice(&mut self.reach[next.clone()]);
            gain.compress(touches).store_slice(&mut self.gain[next]);
        }
        self.found.add_following::<S>(at.own, at.distance, touches);
        if self.found.is_full() {
            self.finish(simd, sums);
        }
    }

    /// Computes what is kept.
    #[inline(always)]
    pub fn finish<S: Simd>(&mut self, simd: S, sums: &mut [Sum]) {
        let count = self.found.count();
        for first in (0..count).step_by(S::i32s::LEN) {
            self.push_apart(simd, first..count.min(first + S::i32s::LEN), sums);
        }
        self.found.clear();
    }

    /// Pushes the discs of at most a vector's lanes of pairs apart.
    #[inline(always)]
    fn push_apart<S: Simd>(&self, simd: S, pairs: Range<usize>, sums: &mut [Sum]) {
        let lanes = lanes_from::<S>(pairs.start);
        let of = |values: &[f32; ROOM]| S::f32s::from_slice(simd, &values[lanes.clone()]);
        let (x, y) = (of(&self.offset[0]), of(&self.offset[1]));
        let squared_distance = x * x + y * y;
        let inverse = inverse_root(simd, squared_distance);
        let penetration = (of(&self.reach) - squared_distance * inverse).max(S::f32s::splat(simd, 0.0));
        let push = penetration * of(&self.gain);
        let pushes: [S::i32s; 2] = [(x * inverse * push).to_int(), (y * inverse * push).to_int()];
        self.give(simd, pairs.clone(), pushes, sums);
        let coincident = squared_distance.simd_eq(0.0).to_bitmask();
        if coincident != 0 {
            self.mark_coincident(pairs, coincident, sums);
        }
    }

    /// Gives the two discs of each pair opposite pushes, and to both one more that touches.
    #[inline(always)]
    fn give<S: Simd>(&self, simd: S, pairs: Range<usize>, [x, y]: [S::i32s; 2], sums: &mut [Sum]) {
        let mut each = [0i32; 2 * MAX_LANES];
        let (low, high) = x.interleave(y);
        low.store_slice(&mut each[lanes_from::<S>(0)]);
        high.store_slice(&mut each[lanes_from::<S>(S::i32s::LEN)]);
        let each: &[u64; MAX_LANES] = cast_ref(&each);
        let two = u64x2::load_array(simd, [0, 2]).bitcast::<i32x4<S>>();
        for (push, [own, other]) in each.iter().zip(self.found.pairs(pairs)) {
            let push = u64x2::load_array(simd, [*push, 1]).bitcast::<i32x4<S>>();
            add(simd, &mut sums[own], push);
            add(simd, &mut sums[other], two - push);
        }
    }

    #[cold]
    #[inline(never)]
    fn mark_coincident(&self, pairs: Range<usize>, coincident: u64, sums: &mut [Sum]) {
        let marked = self.found.pairs(pairs).enumerate().filter(|(lane, _)| coincident >> lane & 1 != 0);
        for disc in marked.flat_map(|(_, pair)| pair) {
            let touching = &mut sums[disc][2];
            *touching = touching.wrapping_add(COINCIDENT);
        }
    }
}

#[inline(always)]
fn add<S: Simd>(simd: S, sum: &mut Sum, push: i32x4<S>) {
    *sum = cast((i32x4::load_array(simd, *sum) + push).to_array());
}
