//! What solve_contacts makes of the corrections that a band has gathered: particles that have moved by them, with the walls after
//! them; four at a time where none of the four takes more care.

use fearless_simd::prelude::*;
use fearless_simd::{i32x4, u32x4};

use super::after_contacts::{AfterContacts, one_by_one};
use super::contact_band::Band;
use crate::cpu::dim2::{correction_is_held, moved, offset, sum};
use crate::cpu::solve_contacts::{Snapshot, Strip, gathered};
use crate::cpu::vectors::particle_lanes::{self, Displacements, FOUR, Particles};
use crate::cpu::walls::pushed_inside;
use crate::world::fixed::MAX_CONTACTS;
use crate::world::particle::{Displacement, Particle, Phase};

impl Snapshot<'_> {
    /// Corrects the particles of a strip, of which the first is at a place of the band.
    #[inline(always)]
    pub fn correct<S: Simd>(&self, simd: S, band: &Band, place: usize, strip: &mut Strip<'_>, after: &impl AfterContacts) {
        let first = self.cell_starts[strip.cells.start] as usize;
        let count = strip.next.len();
        let particles = &self.particles[first..first + count];
        let (fours, rest) = strip.next.as_chunks_mut::<{ FOUR }>();
        let (displacement_fours, displacement_rest) = strip.displacements.as_chunks_mut();
        let before = particles.as_chunks().0;
        for (k, ((next, displacements), particles)) in fours.iter_mut().zip(displacement_fours).zip(before).enumerate() {
            let k = k * FOUR;
            let corrected = self.corrected_four(simd, first + k, band.corrections(simd, place + k), particles, displacements);
            let Some((particles, way)) = corrected else {
                self.correct_each(band, place + k, first + k, next, displacements, after);
                continue;
            };
            let done = after.four(simd, particles, way);
            let (particles, way) = done.unwrap_or((particles, way));
            particles.store(simd, next);
            particle_lanes::store(way, displacements);
            if done.is_none() {
                one_by_one(after, next, displacements);
            }
        }
        let done = count - rest.len();
        self.correct_each(band, place + done, first + done, rest, displacement_rest, after);
    }

    /// Of four particles; `None` where one of them takes more care.
    #[inline(always)]
    fn corrected_four<S: Simd>(
        &self,
        simd: S,
        first: usize,
        (mut correction, mut touching): (Displacements<S>, i32x4<S>),
        particles: &[Particle; FOUR],
        displacements: &[Displacement; FOUR],
    ) -> Option<(Particles<S>, Displacements<S>)> {
        if !self.crossings.is_empty() {
            let crossings = &self.crossings[first..first + FOUR];
            correction[0] += i32x4::from_fn(simd, |lane| crossings[lane].push[0]);
            correction[1] += i32x4::from_fn(simd, |lane| crossings[lane].push[1]);
            touching += i32x4::from_fn(simd, |lane| crossings[lane].touching as i32);
        }
        let before = particle_lanes::load(simd, displacements);
        let after = [before[0] + correction[0], before[1] + correction[1]];
        let particles = Particles::load(simd, particles);
        // The sum of so few is never at the end of its range, where it would count as held.
        let few = touching.bitcast::<u32x4<S>>().simd_le(MAX_CONTACTS);
        let mut plain = particles.are(Phase::Live) & few & particle_lanes::fit(after);
        let next = particles.moved(correction).with_touching(touching.bitcast());
        if self.params.walls_after_contacts != 0 {
            plain &= next.are_inside(self.params);
        }
        plain.all_true().then_some((next, after))
    }

    /// Corrects particles one by one.
    #[cold]
    #[inline(never)]
    fn correct_each(
        &self,
        band: &Band,
        place: usize,
        first: usize,
        next: &mut [Particle],
        displacements: &mut [Displacement],
        after: &impl AfterContacts,
    ) {
        for (k, (next, displacement)) in next.iter_mut().zip(&mut *displacements).enumerate() {
            let i = first + k;
            (*next, *displacement) = self.corrected(i, *displacement, self.with_crossing(i, band.correction(place + k)));
        }
        one_by_one(after, next, displacements);
    }

    /// Particle `i` and its displacement after what was gathered for it, if it was.
    #[inline(always)]
    fn corrected(&self, i: usize, before: Displacement, gathered: Option<(Displacement, u32)>) -> (Particle, Displacement) {
        let particle = self.particles[i];
        if particle.phase() != Phase::Live {
            return (particle, before);
        }
        let (correction, touching) = gathered.unwrap_or_else(|| self.gathered(i));
        let displacement = self.counters.held(sum(before, correction), correction_is_held(correction));
        let next = moved(particle, offset(displacement, before)).with_touching(touching);
        match self.params.walls_after_contacts {
            0 => (next, displacement),
            _ => pushed_inside(self.params, next, displacement, self.counters),
        }
    }

    /// What a band has for particle `i`, and what it gets from other levels; `None` where that takes more care.
    #[inline(always)]
    fn with_crossing(&self, i: usize, of_level: Option<(Displacement, u32)>) -> Option<(Displacement, u32)> {
        if self.crossings.is_empty() {
            return of_level;
        }
        let ((correction, touching), crossing) = (of_level?, self.crossings[i]);
        let all = touching + crossing.touching;
        (all <= MAX_CONTACTS).then(|| (sum(correction, crossing.push), all))
    }

    #[cold]
    #[inline(never)]
    fn gathered(&self, i: usize) -> (Displacement, u32) {
        gathered(self.params, self.levels, self.particles, self.cell_starts, i)
    }
}
