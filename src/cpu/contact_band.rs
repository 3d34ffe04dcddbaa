//! The corrections of all particles in a patch of cells, each pair of them computed once: what the readable twin in
//! `solve_contacts` does particle by particle, faster and to the same bits. A pair pushes its two particles by
//! opposite amounts, exactly; sums are of integers, so their order is free.
//!
//! Particles that follow each other in the grid, a vector's lanes of them, meet at once those that follow them by one place, by two,
//! and so on: of each lane it is known which of those are neighbours (`windows`), and the others do nothing to it. So there is
//! nothing to be gathered from here and there, and nothing to be summed up across lanes.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, i32x4};

use super::disc_arrays::{DiscArrays, Discs, Lanes, lanes_from, padded};
use super::instructions::instructions;
use super::pair_lanes::{Pushes, Sums};
use super::particle_lanes::{self, Displacements};
use super::places::{Places, Segment};
use super::windows::Windows;
use crate::world::fixed::MOST_CONTACTS;
use crate::world::levels::Level;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// The particles of a band, one array a value, and the sums of what pushes them. A few more at the end belong to
/// nobody, so that every group of lanes is whole.
#[derive(Default)]
pub struct Band {
    places: Places,
    discs: DiscArrays,
    gain: Vec<f32>,
    sums: [Vec<i32>; 3],
}

impl Band {
    /// Sums up the corrections of the particles in a patch of cells of a level by each other and by those around, to be had from
    /// [`Self::correction`]. A patch is a run of cells or, in a folded grid, runs of the same columns of rows that follow each
    /// other, with not all of the columns.
    pub fn gather(&mut self, params: &Params, level: &Level, particles: &[Particle], cell_starts: &[u32], patch: &[Range<usize>]) {
        self.places.find(level, cell_starts, patch);
        let length = padded(self.places.count());
        for sums in &mut self.sums {
            sums.clear();
            sums.resize(length, 0);
        }
        self.discs.resize(self.places.count());
        self.gain.resize(length, 0.0);
        dispatch!(instructions(), simd => {
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
        let touching = touching as u32;
        (touching <= MOST_CONTACTS).then_some(([x, y], touching))
    }

    /// The corrections of four particles, and how many each touches: more than [`MOST_CONTACTS`] where that takes more care.
    #[inline(always)]
    pub fn corrections<S: Simd>(&self, simd: S, place: usize) -> (Displacements<S>, i32x4<S>) {
        let places = place..place + particle_lanes::LANES;
        let [x, y, touching] = &self.sums;
        let touching = i32x4::from_slice(simd, &touching[places.clone()]);
        ([i32x4::from_slice(simd, &x[places.clone()]), i32x4::from_slice(simd, &y[places])], touching)
    }

    #[inline(always)]
    fn load<S: Simd>(&mut self, simd: S, params: &Params, particles: &[Particle]) {
        for (slots, first) in self.places.runs() {
            let particles = &particles[slots.start as usize..slots.end as usize];
            self.discs.load(simd, particles, *first);
            for (gain, particle) in self.gain[*first..].iter_mut().zip(particles) {
                // A pinned one doubles what a pair makes of it.
                *gain = if particle.phase() == Phase::Pinned { params.contact_gain * 2.0 } else { params.contact_gain };
            }
        }
    }

    /// All meet those ahead of them.
    #[inline(always)]
    fn meet_ahead<S: Simd>(&mut self, simd: S, level: &Level) {
        let length = self.gain.len();
        let [x, y, touching] = &mut self.sums;
        let mut meeting = Meeting {
            discs: self.discs.discs(),
            gain: &self.gain,
            sums: Sums { x: &mut x[..length], y: &mut y[..length], touching: &mut touching[..length] },
        };
        for segment in self.places.segments() {
            for place in segment.looking.clone().step_by(S::i32s::LEN) {
                meeting.meet_ahead(simd, level, segment, self.places.starts(), place);
            }
        }
    }
}

/// Discs that meet, and what they do to each other.
struct Meeting<'a> {
    discs: Discs<'a>,
    gain: &'a [f32],
    sums: Sums<'a>,
}

impl Meeting<'_> {
    /// A group of lanes meets those ahead.
    #[inline(always)]
    fn meet_ahead<S: Simd>(&mut self, simd: S, level: &Level, segment: &Segment, starts: &[i32], place: usize) {
        let own = Lanes::load(simd, &self.discs, place);
        let windows = Windows::of(simd, level, segment, starts, own.position, place);
        let mut sum = Pushes::none(simd);
        if place + S::i32s::LEN > segment.beside_from {
            for distance in 1.. {
                let inside = windows.beside(simd, distance);
                if !inside.any_true() {
                    break;
                }
                sum.add(&self.meet(simd, &own, place, distance, inside));
            }
        }
        for distance in windows.above_distances(simd) {
            sum.add(&self.meet(simd, &own, place, distance, windows.above(simd, distance)));
        }
        self.sums.add(simd, place, &sum);
    }

    /// A group of lanes meets those at a distance that are inside. Returns what they do to it.
    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, own: &Lanes<S>, place: usize, distance: i32, inside: S::mask32s) -> Pushes<S> {
        let other = place + distance as usize;
        let gain = |place| S::f32s::from_slice(simd, &self.gain[lanes_from::<S>(place)]);
        // A pinned one of the two leaves all of the push to the other, whose own gain is the smaller.
        let pushes = Pushes::of(simd, &own.with(&Lanes::load(simd, &self.discs, other)), gain(place).max(gain(other)), inside);
        self.sums.take(simd, other, &pushes);
        pushes
    }
}
