//! The corrections of all particles in a patch of cells, each pair of them computed once: what the readable twin in
//! `solve_contacts` does particle by particle, faster and to the same bits. A pair pushes its two particles by
//! opposite amounts, exactly; sums are of integers, so their order is free.
//!
//! Particles that follow each other in the grid, a vector's lanes of them, meet at once those that follow them by one place, by two,
//! and so on: of each lane it is known which of those are neighbours (`windows`), and those that touch are kept (`touching_pairs`). So
//! positions are read as they stand in memory, and only pairs that touch cost more than being looked at.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, i32x4};

use super::places::{Places, Segment};
use super::touching_pairs::{Standing, Sum, TouchingPairs};
use super::windows::Windows;
use crate::cpu::vectors::disc_arrays::{DiscArrays, Discs, Lanes, Pairs, each_from, lanes_from, padded};
use crate::cpu::vectors::instructions::instructions;
use crate::cpu::vectors::particle_lanes::{self, Displacements};
use crate::world::fixed::MAX_CONTACTS;
use crate::world::levels::Level;
use crate::world::params::Params;
use crate::world::particle::{Displacement, PHASE_SHIFT, Particle, Phase};

/// Discs that follow each other of which about as many touch others as of those before. A multiple of all lengths of vectors.
const RUN: usize = 256;

/// The particles of a band, one array a value, and the sums of what pushes them. A few more at the end belong to
/// nobody, so that every group of lanes is whole.
#[derive(Default)]
pub struct Band {
    places: Places,
    discs: DiscArrays,
    gain: Vec<f32>,
    sums: Vec<Sum>,
    pairs: TouchingPairs,
}

impl Band {
    /// Sums up the corrections of the particles in a patch of cells of a level by each other and by those around, to be had from
    /// [`Self::correction`]. A patch is a run of cells or, in a folded grid, runs of the same columns of rows that follow each
    /// other, with not all of the columns.
    pub fn gather(&mut self, params: &Params, level: &Level, particles: &[Particle], cell_starts: &[u32], patch: &[Range<usize>]) {
        self.places.find(level, cell_starts, patch);
        let length = padded(self.places.count());
        self.sums.clear();
        self.sums.resize(length, Sum::default());
        self.discs.resize(self.places.count());
        self.gain.resize(length, 0.0);
        let some_pinned = dispatch!(instructions(), simd => self.load(simd, particles));
        // Apart, so that what one of them needs costs the other no registers.
        if params.mixed_radii == 0 && !some_pinned {
            dispatch!(instructions(), simd => self.meet_ahead::<true, _>(simd, params, level));
        } else {
            self.load_gains(params, particles);
            dispatch!(instructions(), simd => self.meet_ahead::<false, _>(simd, params, level));
        }
    }

    /// Place of the first particle of one of the patch's runs of cells.
    pub fn first_of(&self, run: usize) -> usize {
        self.places.own(run)
    }

    /// The correction of a particle by its place, and how many particles it touches; `None` where that takes more care: a
    /// coincident pair, or a crowd whose sum may not fit.
    pub fn correction(&self, place: usize) -> Option<(Displacement, u32)> {
        let [x, y, touching, _] = self.sums[place];
        let touching = touching as u32;
        (touching <= MAX_CONTACTS).then_some(([x, y], touching))
    }

    /// The corrections of four particles, and how many each touches: more than [`MAX_CONTACTS`] where that takes more care.
    #[inline(always)]
    pub fn corrections<S: Simd>(&self, simd: S, place: usize) -> (Displacements<S>, i32x4<S>) {
        let (four, _) = self.sums[place..].split_first_chunk::<{ particle_lanes::FOUR }>().expect("a few more are at the end");
        let [x, y, touching, _] = simd.load_four_interleaved_u32x4(bytemuck::cast_ref(four));
        ([x.bitcast(), y.bitcast()], touching.bitcast())
    }

    /// Takes in the particles; returns whether any is pinned.
    #[inline(always)]
    fn load<S: Simd>(&mut self, simd: S, particles: &[Particle]) -> bool {
        let mut all = 0;
        for (slots, first) in self.places.runs() {
            all |= self.discs.load(simd, &particles[slots.start as usize..slots.end as usize], *first);
        }
        all >> PHASE_SHIFT != 0
    }

    /// Of discs that are not all alike, what a pair makes of each.
    fn load_gains(&mut self, params: &Params, particles: &[Particle]) {
        for (slots, first) in self.places.runs() {
            let particles = &particles[slots.start as usize..slots.end as usize];
            for (gain, particle) in self.gain[*first..].iter_mut().zip(particles) {
                // A pinned one doubles what a pair makes of it.
                *gain = if particle.phase() == Phase::Pinned { params.contact_gain * 2.0 } else { params.contact_gain };
            }
        }
    }

    /// All meet those ahead of them. `ALIKE` are discs of one size of which none is pinned.
    #[inline(always)]
    fn meet_ahead<const ALIKE: bool, S: Simd>(&mut self, simd: S, params: &Params, level: &Level) {
        let reach = 2.0 * params.largest_radius() as f32;
        if ALIKE {
            self.pairs.set_alike(reach, params.contact_gain);
        }
        let (discs, gain) = (self.discs.discs(), &self.gain[..]);
        let mut meeting = Meeting::<ALIKE> { discs, reach, gain, sums: &mut self.sums, pairs: &mut self.pairs };
        for segment in self.places.segments() {
            meeting.segment_meets_ahead(simd, level, segment, self.places.starts());
        }
        meeting.pairs.finish(simd, meeting.sums);
    }
}

/// Discs that meet, and what they do to each other.
struct Meeting<'a, const ALIKE: bool> {
    discs: Discs<'a>,
    /// Of two that are alike.
    reach: f32,
    gain: &'a [f32],
    sums: &'a mut [Sum],
    pairs: &'a mut TouchingPairs,
}

impl<const ALIKE: bool> Meeting<'_, ALIKE> {
    /// All of a segment that look for others meet those ahead.
    #[inline(always)]
    fn segment_meets_ahead<S: Simd>(&mut self, simd: S, level: &Level, segment: &Segment, starts: &[i32]) {
        let looking = segment.looking.clone();
        if ALIKE {
            // They have fewer pairs to look at: what asks costs as much as it saves.
            return self.all_meet_ahead::<false, _>(simd, level, segment, starts, looking);
        }
        let mut rare = false;
        for first in looking.clone().step_by(RUN) {
            let places = first..looking.end.min(first + RUN);
            match rare {
                true => self.all_meet_ahead::<true, _>(simd, level, segment, starts, places.clone()),
                false => self.all_meet_ahead::<false, _>(simd, level, segment, starts, places.clone()),
            }
            rare = self.pairs.were_rare(places.len());
        }
    }

    /// Those at some places meet those ahead.
    #[inline(always)]
    fn all_meet_ahead<const RARE: bool, S: Simd>(
        &mut self,
        simd: S,
        level: &Level,
        segment: &Segment,
        starts: &[i32],
        places: Range<usize>,
    ) {
        for place in places.step_by(S::i32s::LEN) {
            self.meet_ahead::<RARE, S>(simd, level, segment, starts, place);
        }
    }

    /// A group of lanes meets those ahead.
    #[inline(always)]
    fn meet_ahead<const RARE: bool, S: Simd>(&mut self, simd: S, level: &Level, segment: &Segment, starts: &[i32], place: usize) {
        let own = Lanes::load(simd, &self.discs, place);
        let windows = Windows::of(simd, level, segment, starts, own.position, place);
        if place + S::i32s::LEN > segment.beside_from {
            for distance in 1.. {
                let inside = windows.beside(simd, distance);
                if !inside.any_true() {
                    break;
                }
                self.meet::<RARE, S>(simd, &own, place, distance, inside);
            }
        }
        for distance in windows.above_distances(simd) {
            self.meet::<RARE, S>(simd, &own, place, distance, windows.above(simd, distance));
        }
    }

    /// A group of lanes meets those at a distance that are inside.
    #[inline(always)]
    fn meet<const RARE: bool, S: Simd>(&mut self, simd: S, own: &Lanes<S>, place: usize, distance: i32, inside: S::mask32s) {
        let other = place + distance as usize;
        let at = Standing { own: each_from(simd, place), distance };
        let pairs = own.with(&Lanes::load(simd, &self.discs, other));
        if ALIKE {
            let pairs = Pairs { reach: S::f32s::splat(simd, self.reach), ..pairs };
            self.pairs.add::<true, RARE, S>(simd, &pairs, pairs.reach, inside, &at, self.sums);
        } else {
            let gain = |place| S::f32s::from_slice(simd, &self.gain[lanes_from::<S>(place)]);
            // A pinned one of the two leaves all of the push to the other, whose own gain is the smaller.
            self.pairs.add::<false, RARE, S>(simd, &pairs, gain(place).max(gain(other)), inside, &at, self.sums);
        }
    }
}
