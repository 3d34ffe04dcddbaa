//! Discs that follow each other, one array a value, for arithmetic on a vector's lanes of them. How many lanes there are is the
//! processor's affair.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{f32x4, u32x4};

use super::particle_lanes::{FOUR, Particles};
use crate::world::particle::Particle;

/// Most lanes of a vector that there are.
pub const MAX_LANES: usize = 16;

/// Positions and radii in steps. A few more at the end belong to nobody, so that every group of lanes is whole.
#[derive(Default)]
pub struct DiscArrays {
    x: Vec<i32>,
    y: Vec<i32>,
    radius: Vec<f32>,
}

/// The same, borrowed.
#[derive(Clone, Copy)]
pub struct Discs<'a> {
    x: &'a [i32],
    y: &'a [i32],
    radius: &'a [f32],
}

/// A vector's lanes of discs.
#[derive(Clone, Copy)]
pub struct Lanes<S: Simd> {
    pub position: [S::i32s; 2],
    pub radius: S::f32s,
}

/// Discs nearer to each other than so many times the distance from which they touch may soon do.
pub const NEAR: f32 = 1.0 + 1.0 / 256.0;

/// A vector's lanes of pairs.
pub struct Pairs<S: Simd> {
    /// From the other disc to this one.
    pub offset: [S::f32s; 2],
    pub squared_distance: S::f32s,
    pub reach: S::f32s,
}

/// Length of an array for so many discs: who looks at the last of them looks at a whole group of lanes from there.
pub fn padded(count: usize) -> usize {
    count.next_multiple_of(MAX_LANES) + MAX_LANES
}

impl DiscArrays {
    /// Makes room for so many discs.
    pub fn resize(&mut self, count: usize) {
        self.x.resize(padded(count), 0);
        self.y.resize(padded(count), 0);
        self.radius.resize(padded(count), 0.0);
    }

    /// Takes in discs from a place on; returns the bits that the words `info` of any of them have.
    #[inline(always)]
    pub fn load<S: Simd>(&mut self, simd: S, particles: &[Particle], place: usize) -> u32 {
        let places = place..place + particles.len();
        let (x, y, radius) = (&mut self.x[places.clone()], &mut self.y[places.clone()], &mut self.radius[places]);
        let (fours, rest) = particles.as_chunks::<FOUR>();
        let mut all = u32x4::splat(simd, 0);
        for (k, four) in fours.iter().enumerate() {
            let (lanes, four) = (k * FOUR..(k + 1) * FOUR, Particles::load(simd, four));
            four.position[0].store_slice(&mut x[lanes.clone()]);
            four.position[1].store_slice(&mut y[lanes.clone()]);
            four.radius().to_float::<f32x4<S>>().store_slice(&mut radius[lanes]);
            all |= four.info;
        }
        for (k, particle) in (fours.len() * FOUR..).zip(rest) {
            [x[k], y[k]] = particle.position;
            radius[k] = particle.radius() as f32;
        }
        rest.iter().map(|particle| particle.info).chain(all.to_array()).fold(0, |all, info| all | info)
    }

    /// Coordinates of some of them.
    pub fn positions(&self, places: Range<usize>) -> [&[i32]; 2] {
        [&self.x[places.clone()], &self.y[places]]
    }

    /// The least and the greatest radius of some of them.
    #[inline(always)]
    pub fn radii<S: Simd>(&self, simd: S, places: Range<usize>) -> [f32; 2] {
        let groups = self.radius[places].chunks_exact(S::f32s::LEN);
        let ends = groups.remainder().iter().fold([f32::MAX, 0.0], |[least, most], &radius| [radius.min(least), radius.max(most)]);
        let (mut least, mut most) = (S::f32s::splat(simd, ends[0]), S::f32s::splat(simd, ends[1]));
        for group in groups {
            let group = S::f32s::from_slice(simd, group);
            (least, most) = (least.min(group), most.max(group));
        }
        [least.reduce_min(), most.reduce_max()]
    }

    /// All of them.
    #[inline(always)]
    pub fn discs(&self) -> Discs<'_> {
        let length = self.x.len();
        Discs { x: &self.x[..length], y: &self.y[..length], radius: &self.radius[..length] }
    }
}

impl<S: Simd> Lanes<S> {
    /// The discs from a place on.
    #[inline(always)]
    pub fn load(simd: S, discs: &Discs<'_>, place: usize) -> Self {
        let (places, Discs { x, y, radius }) = (lanes_from::<S>(place), *discs);
        let position = [S::i32s::from_slice(simd, &x[places.clone()]), S::i32s::from_slice(simd, &y[places.clone()])];
        Self { position, radius: S::f32s::from_slice(simd, &radius[places]) }
    }

    /// One disc in all lanes.
    #[inline(always)]
    pub fn of(simd: S, disc: &Particle) -> Self {
        let [x, y] = disc.position;
        Self { position: [S::i32s::splat(simd, x), S::i32s::splat(simd, y)], radius: S::f32s::splat(simd, disc.radius() as f32) }
    }

    /// Which are so much smaller than others that they own their contacts, wherever these are.
    #[inline(always)]
    pub fn are_smaller(&self, than: &Self) -> S::mask32s {
        (self.radius * 9.0).simd_lt(than.radius * 8.0)
    }

    /// Pairs of these with others, lane by lane.
    #[inline(always)]
    pub fn with(&self, other: &Self) -> Pairs<S> {
        let dx: S::f32s = (self.position[0] - other.position[0]).to_float();
        let dy: S::f32s = (self.position[1] - other.position[1]).to_float();
        Pairs { offset: [dx, dy], squared_distance: dx * dx + dy * dy, reach: self.radius + other.radius }
    }
}

impl<S: Simd> Pairs<S> {
    /// Which of them are as near as [`NEAR`], or touch.
    #[inline(always)]
    pub fn are_near(&self) -> S::mask32s {
        let near = self.reach * NEAR;
        self.squared_distance.simd_lt(near * near)
    }

    /// Which of them touch.
    #[inline(always)]
    pub fn touch(&self) -> S::mask32s {
        self.squared_distance.simd_lt(self.reach * self.reach)
    }
}

/// The place of each of a vector's lanes.
#[inline(always)]
pub fn each_from<S: Simd>(simd: S, place: usize) -> S::i32s {
    S::i32s::splat(simd, place as i32) + S::i32s::from_fn(simd, |lane| lane as i32)
}

/// The places of a vector's lanes.
#[inline(always)]
pub fn lanes_from<S: Simd>(place: usize) -> Range<usize> {
    place..place + S::i32s::LEN
}
