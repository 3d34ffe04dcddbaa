//! What touching discs do to each other, a vector's lanes of pairs at a time: what `solve_contacts` does with one pair, to the same
//! bits, by the same operations in the same order on each lane.
//!
//! Most neighbours do not touch, in no order that a processor could predict, so there is no branch on it: what does not touch gets a
//! push of zero.

use fearless_simd::prelude::*;

use super::disc_arrays::{Pairs, lanes_from};
use super::lanes::inverse_root;
use crate::world::fixed::MOST_CONTACTS;

/// What a coincident pair adds to the touching particles of its two beyond one: enough to be seen.
const COINCIDENT: i32 = MOST_CONTACTS as i32;

/// What others do to a vector's lanes of discs; they get the opposite.
#[derive(Clone, Copy)]
pub struct Pushes<S: Simd> {
    x: S::i32s,
    y: S::i32s,
    /// How many touch each.
    touching: S::i32s,
}

/// The sums of what pushes discs, and how many each touches.
pub struct Sums<'a> {
    pub x: &'a mut [i32],
    pub y: &'a mut [i32],
    pub touching: &'a mut [i32],
}

impl<S: Simd> Pushes<S> {
    #[inline(always)]
    pub fn none(simd: S) -> Self {
        let none = S::i32s::splat(simd, 0);
        Self { x: none, y: none, touching: none }
    }

    /// Of pairs that count. `gain` is that of each pair.
    #[inline(always)]
    pub fn of(simd: S, pairs: &Pairs<S>, gain: S::f32s, count: S::mask32s) -> Self {
        let zero = S::f32s::splat(simd, 0.0);
        let touches = pairs.touch() & count;
        let inverse = inverse_root(simd, pairs.squared_distance);
        let penetration = (pairs.reach - pairs.squared_distance * inverse).max(zero);
        let push = touches.select(penetration * gain, zero);
        let coincident = pairs.squared_distance.simd_eq(zero) & touches;
        let none = S::i32s::splat(simd, 0);
        Self {
            x: (pairs.offset[0] * inverse * push).to_int(),
            y: (pairs.offset[1] * inverse * push).to_int(),
            touching: touches.select(none + 1, none) + coincident.select(none + COINCIDENT, none),
        }
    }

    #[inline(always)]
    pub fn add(&mut self, more: &Self) {
        self.x += more.x;
        self.y += more.y;
        self.touching += more.touching;
    }
}

impl Sums<'_> {
    /// Adds to the discs from a place on what pushes them.
    #[inline(always)]
    pub fn add<S: Simd>(&mut self, simd: S, place: usize, pushes: &Pushes<S>) {
        let (x, y, touching) = self.lanes::<S>(place);
        (S::i32s::from_slice(simd, x) + pushes.x).store_slice(x);
        (S::i32s::from_slice(simd, y) + pushes.y).store_slice(y);
        (S::i32s::from_slice(simd, touching) + pushes.touching).store_slice(touching);
    }

    /// Takes from the discs from a place on what they do to others.
    #[inline(always)]
    pub fn take<S: Simd>(&mut self, simd: S, place: usize, pushes: &Pushes<S>) {
        let (x, y, touching) = self.lanes::<S>(place);
        (S::i32s::from_slice(simd, x) - pushes.x).store_slice(x);
        (S::i32s::from_slice(simd, y) - pushes.y).store_slice(y);
        (S::i32s::from_slice(simd, touching) + pushes.touching).store_slice(touching);
    }

    #[inline(always)]
    fn lanes<S: Simd>(&mut self, place: usize) -> (&mut [i32], &mut [i32], &mut [i32]) {
        let places = lanes_from::<S>(place);
        (&mut self.x[places.clone()], &mut self.y[places.clone()], &mut self.touching[places])
    }
}
