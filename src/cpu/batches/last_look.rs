//! What a row of blocks that stands (see `standing_rows`) found when its discs looked for contacts last. As long as they have hardly moved
//! since, only those that were near then can touch: if none of these does, and all that touched still do, what touches is known without
//! looking. All this is about discs of one size in a grid of one level, and for speed only: what is done is the same. The literature calls
//! such a list of near pairs a Verlet list with a skin (Verlet, "Computer experiments on classical fluids", 1967; Allen and Tildesley,
//! "Computer Simulation of Liquids", section 5.3).

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, dispatch, i32x4};

use crate::cpu::lists::contact_lists::ContactLists;
use crate::cpu::vectors::disc_arrays::NEAR;
use crate::cpu::vectors::instructions::instructions;
use crate::cpu::vectors::particle_lanes::{FOUR, Particles};
use crate::world::particle::Particle;

/// The discs of a row of blocks, and those in the row of cells above, which they may touch.
#[derive(Clone, Debug)]
pub struct LastLook {
    /// The first slot.
    first: usize,
    /// Where they were, in steps.
    places: [Vec<i32>; 2],
    /// Where the cells above start.
    above: Vec<u32>,
    /// Slots of pairs that did not touch, and were nearer than [`NEAR`] times `reach`.
    near: Vec<[u32; 2]>,
    /// From less than this they touch, in steps.
    reach: f32,
    /// How many contacts there are.
    contacts: usize,
    /// How often that was all there was to know.
    uses: u32,
    /// For how many looks nothing was noted after what was noted last was of no use, and for how many nothing will be.
    pause: u8,
    left: u8,
}

/// What is noted costs as much as so many uses of it save.
const FEWEST_USES: u32 = 3;

/// Fewest and most looks of which nothing is noted, one after the other, at first and after what was noted was of no use.
const PAUSES: [u8; 2] = [3, 63];

/// What the way of two discs towards each other is at most, if each of their coordinates has changed by 1: 2 √2.
const TOWARDS: f32 = 2.83;

/// Relative error of distances and their squares in 32 bits, with room to spare.
const ROUNDING: f32 = 1e-5;

impl LastLook {
    /// Of nothing.
    pub const NONE: Self = Self {
        first: 0,
        places: [Vec::new(), Vec::new()],
        above: Vec::new(),
        near: Vec::new(),
        reach: 0.0,
        contacts: 0,
        uses: 0,
        pause: PAUSES[0],
        left: PAUSES[0],
    };

    /// Nothing is known any more. Nor is the memory kept: in most rows that do not lie nothing is noted for long.
    pub fn forget(&mut self) {
        if !self.places[0].is_empty() {
            self.places = [Vec::new(), Vec::new()];
            (self.above, self.near) = (Vec::new(), Vec::new());
            self.wait(self.uses >= FEWEST_USES);
        }
    }

    /// Notes nothing for a while, unless what was noted last was of use: each time for longer.
    pub fn wait(&mut self, was_of_use: bool) {
        self.pause = if was_of_use { 0 } else { (2 * self.pause + 1).clamp(PAUSES[0], PAUSES[1]) };
        self.left = self.pause;
    }

    /// Whether what is found now is worth noting. Discs that fall side by side stand in their row, too, and are soon elsewhere.
    pub fn is_worth_noting(&mut self) -> bool {
        self.forget();
        let is_worth = self.left == 0;
        self.left = self.left.saturating_sub(1);
        is_worth
    }

    /// Notes what the discs at the first of these slots, and those in the row of cells above, have found: so many contacts, and those near
    /// ones that they did not touch.
    pub fn note_lists(&mut self, lists: &ContactLists, particles: &[Particle], reached: &Range<usize>, above: &[u32], contacts: usize) {
        if lists.crowded().next().is_some() {
            return self.wait(false);
        }
        let reach = 2.0 * particles[reached.start].radius() as f32;
        self.note(reached.start, lists.places(reached.len()), above, lists.near(), reach, contacts);
    }

    /// Notes where discs, from a slot on, have found so many contacts, and near ones that they did not touch.
    fn note(&mut self, first: usize, places: [&[i32]; 2], above: &[u32], near: &[[u32; 2]], reach: f32, contacts: usize) {
        (self.first, self.reach, self.contacts, self.uses) = (first, reach, contacts, 0);
        self.places = places.map(<[i32]>::to_vec);
        (self.above, self.near) = (above.to_vec(), near.to_vec());
    }

    /// How many contacts the discs have, if those that were there are all that there can be.
    pub fn contacts(&mut self, particles: &[Particle], above: &[u32]) -> Option<usize> {
        let known = !particles.is_empty() && self.places[0].len() == particles.len() && self.above == above;
        let stay_apart = known && self.stay_in_reach(particles) && !self.near.iter().any(|&pair| self.touch(particles, pair));
        self.uses = self.uses.saturating_add(u32::from(stay_apart));
        stay_apart.then_some(self.contacts)
    }

    /// Whether what is known was all there was to know in the last substep.
    #[cfg(test)]
    pub fn was_used(&self) -> bool {
        !self.places[0].is_empty() && self.uses > 0
    }

    /// Whether all have moved so little that those that were not near cannot touch.
    fn stay_in_reach(&self, particles: &[Particle]) -> bool {
        let room = self.reach * (NEAR - 1.0 - 4.0 * ROUNDING) / TOWARDS;
        dispatch!(instructions(), simd => self.farthest(simd, particles)) <= room as i32
    }

    /// Whether a pair touches, as lists of contacts have it.
    fn touch(&self, particles: &[Particle], pair: [u32; 2]) -> bool {
        let [a, b] = pair.map(|slot| particles[slot as usize - self.first].position);
        let [x, y] = [0, 1].map(|axis| a[axis].wrapping_sub(b[axis]) as f32);
        x * x + y * y < self.reach * self.reach
    }

    /// By how much a coordinate has changed at most.
    #[inline(always)]
    fn farthest<S: Simd>(&self, simd: S, particles: &[Particle]) -> i32 {
        let [x, y] = &self.places;
        let ((fours, rest), (x, x_rest), (y, y_rest)) = (particles.as_chunks::<FOUR>(), x.as_chunks::<FOUR>(), y.as_chunks::<FOUR>());
        let mut most = i32x4::splat(simd, 0);
        for ((four, x), y) in fours.iter().zip(x).zip(y) {
            let four = Particles::load(simd, four);
            let ways = [(four.position[0], x), (four.position[1], y)].map(|(now, then)| (now - i32x4::load_array_ref(simd, then)).abs());
            most = most.max(ways[0]).max(ways[1]);
        }
        // What is as far as half of all numbers is far, whatever its sign.
        let way = |now: i32, then: i32| now.wrapping_sub(then).checked_abs().unwrap_or(i32::MAX);
        let of_rest = rest.iter().zip(x_rest).zip(y_rest).map(|((particle, &x), &y)| {
            let [own_x, own_y] = particle.position;
            way(own_x, x).max(way(own_y, y))
        });
        of_rest.chain(most.to_array()).fold(0, i32::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REACH: f32 = 25_600.0;

    fn particles(places: &[[i32; 2]]) -> Vec<Particle> {
        places.iter().map(|&position| Particle { position, ..bytemuck::Zeroable::zeroed() }).collect()
    }

    #[test]
    fn what_was_found_holds_until_two_that_were_apart_could_touch() {
        let mut places: Vec<[i32; 2]> = (0..11).map(|k| [40_000 * k, 700 - k]).collect();
        places[4] = [120_000, 700 + 25_620];
        let [x, y] = [0, 1].map(|axis| places.iter().map(|place| place[axis]).collect::<Vec<_>>());
        let mut look = LastLook::NONE;
        assert_eq!(look.contacts(&particles(&places), &[3, 4]), None);
        look.note(20, [&x, &y], &[3, 4], &[[23, 24]], REACH, 7);
        assert_eq!(look.contacts(&particles(&places), &[3, 4]), Some(7));
        assert_eq!(look.contacts(&particles(&places), &[3, 5]), None, "somebody else is in the cells above");
        assert_eq!(look.contacts(&particles(&places[..10]), &[3, 4]), None);
        // Who was not near was a 256th of 25,600 further away than touch: each may go 34 one way and the other.
        let mut after = |moves: &[(usize, usize, i32)]| {
            let mut moved = places.clone();
            moves.iter().for_each(|&(disc, axis, way)| moved[disc][axis] += way);
            look.contacts(&particles(&moved), &[3, 4]).is_some()
        };
        for disc in [0, 3, 10] {
            for (axis, way, holds) in [(0, 34, true), (1, -34, true), (0, 36, false), (1, -36, false), (0, 2_000_000_000, false)] {
                assert_eq!(after(&[(disc, axis, way)]), holds, "{disc} by {way}");
            }
        }
        // The two that were near are 25,623 from each other.
        assert!(after(&[(3, 1, 11), (4, 1, -11)]) && !after(&[(3, 1, 12), (4, 1, -12)]));
        look.forget();
        assert_eq!(look.contacts(&particles(&places), &[3, 4]), None);
    }

    #[test]
    fn what_is_soon_of_no_use_is_noted_less_and_less() {
        let mut look = LastLook::NONE;
        let all = particles(&[[0, 0]]);
        // After so many looks each; what is noted is used so often.
        for (looks, uses) in [(4, 0), (8, 2), (16, 0), (32, 0), (64, 0), (64, 3), (1, 3), (1, 0), (4, 0), (8, 0)] {
            let waited = (1..).find(|_| look.is_worth_noting()).unwrap();
            assert_eq!(waited, looks);
            look.note(0, [&[0], &[0]], &[], &[], REACH, 0);
            (0..uses).for_each(|_| assert_eq!(look.contacts(&all, &[]), Some(0)));
        }
    }
}
