//! The corrections of all particles in a patch of cells, each pair of them computed once: what the readable twin in
//! `solve_contacts` does particle by particle, faster and to the same bits. A pair pushes its two particles by
//! opposite amounts, exactly; sums are of integers, so their order is free.
//!
//! Particles that follow each other in the grid, a vector's lanes of them, meet at once those that follow them by one place, by two,
//! and so on: of each lane it is known which of those are neighbours (`windows`), and the others do nothing to it. So there is
//! nothing to be gathered from here and there, and nothing to be summed up across lanes.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Level as Instructions, dispatch, i32x4};

use super::pair_lanes::{Discs, Lanes, Pushes, Sums};
use super::particle_lanes::{self, Displacements, Particles};
use super::places::{Places, Segment};
use super::windows::Windows;
use crate::world::fixed::MOST_CONTACTS;
use crate::world::levels::Level;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Most lanes of a vector that there are.
const MOST_LANES: usize = 16;

/// The particles of a band, one array a value, and the sums of what pushes them. A few more at the end belong to
/// nobody, so that every group of lanes is whole.
#[derive(Default)]
pub struct Band {
    places: Places,
    x: Vec<i32>,
    y: Vec<i32>,
    radius: Vec<f32>,
    gain: Vec<f32>,
    sums: [Vec<i32>; 3],
}

impl Band {
    /// Sums up the corrections of the particles in a patch of cells of a level by each other and by those around, to be had from
    /// [`Self::correction`]. A patch is a run of cells or, in a folded grid, runs of the same columns of rows that follow each
    /// other, with not all of the columns.
    pub fn gather(&mut self, params: &Params, level: &Level, particles: &[Particle], cell_starts: &[u32], patch: &[Range<usize>]) {
        self.places.find(level, cell_starts, patch);
        // Who looks at the last place looks at a whole group of lanes from there.
        let length = self.places.count().next_multiple_of(MOST_LANES) + MOST_LANES;
        for sums in &mut self.sums {
            sums.clear();
            sums.resize(length, 0);
        }
        self.x.resize(length, 0);
        self.y.resize(length, 0);
        self.radius.resize(length, 0.0);
        self.gain.resize(length, 0.0);
        dispatch!(Instructions::new(), simd => {
            self.load(simd, params, particles);
            self.meet_ahead(simd, level);
        });
    }

    /// Place of the first particle of one of the patch's runs of cells.
    pub fn first_of(&self, run: usize) -> usize {
        self.places.own(run)
    }

    /// The correction of a particle by its place, and how many particles it touches; `None` where that takes more care: a
    /// coincident pair, or a crowd whose sum may not fit.
    pub fn correction(&self, place: usize) -> Option<(Displacement, u32)> {
        let [x, y, touching] = &self.sums;
        let (x, y, touching) = (x[place], y[place], touching[place]);
        let touching = touching.wrapping_neg() as u32;
        (touching <= MOST_CONTACTS).then_some(([x, y], touching))
    }

    /// The corrections of four particles, and how many each touches: more than [`MOST_CONTACTS`] where that takes more care.
    #[inline(always)]
    pub fn corrections<S: Simd>(&self, simd: S, place: usize) -> (Displacements<S>, i32x4<S>) {
        let places = place..place + particle_lanes::LANES;
        let [x, y, touching] = &self.sums;
        let touching = i32x4::splat(simd, 0) - i32x4::from_slice(simd, &touching[places.clone()]);
        ([i32x4::from_slice(simd, &x[places.clone()]), i32x4::from_slice(simd, &y[places])], touching)
    }

    #[inline(always)]
    fn load<S: Simd>(&mut self, simd: S, params: &Params, particles: &[Particle]) {
        for (slots, first) in self.places.runs() {
            let particles = &particles[slots.start as usize..slots.end as usize];
            let (fours, rest) = particles.as_chunks();
            let places = *first..first + particles.len();
            let [x, y] = [&mut self.x[places.clone()], &mut self.y[places.clone()]];
            let [radius, gain] = [&mut self.radius[places.clone()], &mut self.gain[places]];
            let done = fours.len() * particle_lanes::LANES;
            for (k, four) in fours.iter().enumerate() {
                let (k, four) = (k * particle_lanes::LANES, Particles::load(simd, four));
                let places = k..k + particle_lanes::LANES;
                four.position[0].store_slice(&mut x[places.clone()]);
                four.position[1].store_slice(&mut y[places.clone()]);
                four.radius().to_float::<fearless_simd::f32x4<S>>().store_slice(&mut radius[places.clone()]);
                let pinned = fearless_simd::f32x4::splat(simd, params.contact_gain * 2.0);
                four.are(Phase::Pinned).select(pinned, fearless_simd::f32x4::splat(simd, params.contact_gain)).store_slice(&mut gain[places]);
            }
            for (place, particle) in (done..).zip(rest) {
                [x[place], y[place]] = particle.position;
                radius[place] = particle.radius() as f32;
                // A pinned one doubles what a pair makes of it.
                gain[place] = params.contact_gain * if particle.phase() == Phase::Pinned { 2.0 } else { 1.0 };
            }
        }
    }

    /// All meet those ahead of them.
    #[inline(always)]
    fn meet_ahead<S: Simd>(&mut self, simd: S, level: &Level) {
        let (n, length) = (S::i32s::LEN, self.x.len());
        let discs = Discs { x: &self.x[..length], y: &self.y[..length], radius: &self.radius[..length], gain: &self.gain[..length] };
        let [x, y, touching] = &mut self.sums;
        let mut sums = Sums { x: &mut x[..length], y: &mut y[..length], touching: &mut touching[..length] };
        for segment in self.places.segments() {
            for place in segment.looking.clone().step_by(n) {
                meet(simd, level, segment, self.places.starts(), &discs, &mut sums, place);
            }
        }
    }
}

/// A group of lanes meets those ahead.
#[inline(always)]
fn meet<S: Simd>(simd: S, level: &Level, segment: &Segment, starts: &[i32], discs: &Discs<'_>, sums: &mut Sums<'_>, place: usize) {
    let own = Lanes::load(simd, discs, place);
    let windows = Windows::of(simd, level, segment, starts, own.position(), place);
    let mut sum = Pushes::none(simd);
    if place + S::i32s::LEN > segment.beside_from {
        for distance in 1.. {
            let inside = windows.beside_end.simd_gt(S::i32s::splat(simd, distance));
            if !inside.any_true() {
                break;
            }
            sum.add(&meet_at(simd, &own, discs, sums, place + distance as usize, inside));
        }
    }
    let (start, end) = (windows.above_start, windows.above_end);
    let first = end.simd_gt(start).select(start, S::i32s::splat(simd, i32::MAX)).reduce_min();
    for distance in first..end.reduce_max() {
        let at = S::i32s::splat(simd, distance);
        let inside = end.simd_gt(at) & start.simd_le(at);
        sum.add(&meet_at(simd, &own, discs, sums, place + distance as usize, inside));
    }
    sums.add(simd, place, &sum);
}

/// A group of lanes meets those from a place on, lane by lane. Returns what they do to it.
#[inline(always)]
fn meet_at<S: Simd>(simd: S, own: &Lanes<S>, discs: &Discs<'_>, sums: &mut Sums<'_>, place: usize, inside: S::mask32s) -> Pushes<S> {
    let pushes = own.pushed_by(simd, &Lanes::load(simd, discs, place), inside);
    sums.take(simd, place, &pushes);
    pushes
}
