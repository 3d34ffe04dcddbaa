//! How the discs of eight contacts stand to each other, kept for the sweeps.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use crate::cpu::impulse::{self, Separation};
use crate::cpu::vectors::lanes::{Discs, EIGHT, separation};
use crate::world::particle::Particle;

/// See `Separation`.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Gaps {
    gap: [f32; EIGHT],
    normal: [[f32; EIGHT]; 2],
}

/// What is found of eight pairs beside gaps and normals.
pub struct Found<S: Simd> {
    pub discs: [Discs<S>; 2],
    /// One bit a pair: whether its discs overlap deeply, see [`parting`](impulse::parting).
    pub deep: u8,
    /// One bit a pair: whether they touch.
    pub touching: u8,
}

impl Gaps {
    pub const NONE: Self = Self { gap: [0.0; EIGHT], normal: [[0.0; EIGHT]; 2] };

    /// Finds gaps and normals of pairs of discs.
    #[inline(always)]
    pub fn find<S: Simd>(&mut self, simd: S, of: &impl Fn(u32) -> Particle, pairs: [&[u32; EIGHT]; 2]) -> Found<S> {
        let (ours, theirs) = (Discs::new(simd, of, pairs[0]), Discs::new(simd, of, pairs[1]));
        let apart = separation(simd, &ours, &theirs);
        apart.gap.store_array(&mut self.gap);
        apart.normal[0].store_array(&mut self.normal[0]);
        apart.normal[1].store_array(&mut self.normal[1]);
        if apart.coincident {
            self.find_one_by_one(of, pairs);
        }
        Found { discs: [ours, theirs], deep: apart.deep, touching: apart.touching }
    }

    #[cold]
    #[inline(never)]
    fn find_one_by_one(&mut self, of: &impl Fn(u32) -> Particle, pairs: [&[u32; EIGHT]; 2]) {
        for lane in 0..EIGHT {
            let [ours, theirs] = pairs.map(|discs| of(discs[lane]));
            let apart = impulse::separation(&ours, &theirs);
            self.gap[lane] = apart.gap;
            [self.normal[0][lane], self.normal[1][lane]] = apart.normal;
        }
    }

    /// How the discs of one pair stand to each other.
    pub fn of(&self, lane: usize) -> Separation {
        Separation { gap: self.gap[lane], normal: [self.normal[0][lane], self.normal[1][lane]] }
    }

    #[inline(always)]
    pub fn gap<S: Simd>(&self, simd: S) -> f32x8<S> {
        f32x8::load_array_ref(simd, &self.gap)
    }

    #[inline(always)]
    pub fn normal<S: Simd>(&self, simd: S) -> [f32x8<S>; 2] {
        [f32x8::load_array_ref(simd, &self.normal[0]), f32x8::load_array_ref(simd, &self.normal[1])]
    }
}
