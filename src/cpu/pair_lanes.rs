//! Pairs of discs, a vector's lanes at a time: what `solve_contacts` does with one pair, to the same bits, by the same operations in
//! the same order on each lane. How many lanes there are is the processor's affair.
//!
//! Most neighbours do not touch, in no order that a processor could predict, so there is no branch on it: what does not touch gets a
//! push of zero.

use fearless_simd::prelude::*;

use crate::world::fixed::MOST_CONTACTS;

/// What a coincident pair adds to the touching particles of its two beyond one: enough to be seen.
const COINCIDENT: i32 = MOST_CONTACTS as i32;

/// Discs, one array a value.
#[derive(Clone, Copy)]
pub struct Discs<'a> {
    pub x: &'a [i32],
    pub y: &'a [i32],
    pub radius: &'a [f32],
    pub gain: &'a [f32],
}

/// What pushes discs, and how many they touch, negative: a comparison gives -1.
pub struct Sums<'a> {
    pub x: &'a mut [i32],
    pub y: &'a mut [i32],
    pub touching: &'a mut [i32],
}

/// A vector's lanes of discs.
#[derive(Clone, Copy)]
pub struct Lanes<S: Simd> {
    x: S::i32s,
    y: S::i32s,
    radius: S::f32s,
    gain: S::f32s,
}

/// What others do to a vector's lanes of discs; they get the opposite.
#[derive(Clone, Copy)]
pub struct Pushes<S: Simd> {
    pub x: S::i32s,
    pub y: S::i32s,
    pub touching: S::i32s,
}

impl<S: Simd> Lanes<S> {
    /// The discs from a place on.
    #[inline(always)]
    pub fn load(simd: S, discs: &Discs<'_>, place: usize) -> Self {
        let (n, Discs { x, y, radius, gain }) = (S::f32s::LEN, *discs);
        Self {
            x: S::i32s::from_slice(simd, &x[place..place + n]),
            y: S::i32s::from_slice(simd, &y[place..place + n]),
            radius: S::f32s::from_slice(simd, &radius[place..place + n]),
            gain: S::f32s::from_slice(simd, &gain[place..place + n]),
        }
    }

    #[inline(always)]
    pub fn position(&self) -> [S::i32s; 2] {
        [self.x, self.y]
    }

    /// What others do to these, lane by lane, where there is an other.
    #[inline(always)]
    pub fn pushed_by(&self, simd: S, other: &Self, inside: S::mask32s) -> Pushes<S> {
        let dx: S::f32s = (self.x - other.x).to_float();
        let dy: S::f32s = (self.y - other.y).to_float();
        let reach = self.radius + other.radius;
        let d2 = dx * dx + dy * dy;
        let touches = d2.simd_lt(reach * reach) & inside;

        let zero = S::f32s::splat(simd, 0.0);
        let inverse = inverse_root(simd, d2);
        let penetration = (reach - d2 * inverse).max(zero);
        // A pinned one of the two leaves all of the push to the other, whose own gain is the smaller.
        let push = touches.select(penetration * self.gain.max(other.gain), zero);
        let coincident = d2.simd_eq(zero) & touches;
        let none = S::i32s::splat(simd, 0);
        let more = coincident.select(S::i32s::splat(simd, -COINCIDENT), none);
        Pushes {
            x: (dx * inverse * push).to_int(),
            y: (dy * inverse * push).to_int(),
            touching: touches.select(S::i32s::splat(simd, -1), none) + more,
        }
    }
}

impl<S: Simd> Pushes<S> {
    #[inline(always)]
    pub fn none(simd: S) -> Self {
        let none = S::i32s::splat(simd, 0);
        Self { x: none, y: none, touching: none }
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
        let n = S::i32s::LEN;
        let (x, y, touching) = (&mut self.x[place..place + n], &mut self.y[place..place + n], &mut self.touching[place..place + n]);
        (S::i32s::from_slice(simd, x) + pushes.x).store_slice(x);
        (S::i32s::from_slice(simd, y) + pushes.y).store_slice(y);
        (S::i32s::from_slice(simd, touching) + pushes.touching).store_slice(touching);
    }

    /// Takes from the discs from a place on what they do to others.
    #[inline(always)]
    pub fn take<S: Simd>(&mut self, simd: S, place: usize, pushes: &Pushes<S>) {
        let n = S::i32s::LEN;
        let (x, y, touching) = (&mut self.x[place..place + n], &mut self.y[place..place + n], &mut self.touching[place..place + n]);
        (S::i32s::from_slice(simd, x) - pushes.x).store_slice(x);
        (S::i32s::from_slice(simd, y) - pushes.y).store_slice(y);
        (S::i32s::from_slice(simd, touching) + pushes.touching).store_slice(touching);
    }
}

/// [`inverse_root`](super::exact::inverse_root) of each lane.
#[inline(always)]
fn inverse_root<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    let number = |number| S::f32s::splat(simd, number);
    let guess: S::f32s = (S::u32s::splat(simd, 0x5F1F_FFF9) - (x.bitcast::<S::u32s>() >> 1u32)).bitcast();
    let y = number(0.703_952_25) * guess * (number(2.389_244_6) - x * guess * guess);
    y * (number(1.5) - number(0.5) * x * y * y)
}
