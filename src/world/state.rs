//! The state of a simulation at the end of a substep, and what is counted along the way.

use rayon::prelude::*;

use super::body::Body;
use super::contacts::ContactRow;
use super::fixed::LIST_ROWS;
use super::links::{LinkRows, NO_PARTNER};
use super::particle::{Displacement, Particle, Phase};

/// Everything that a substep reads and writes, in host memory. The order of `particles` is free
/// (solvers keep them in cell order); `displacements` has the same order. Two states are equal if they have the same in the same order: see
/// [`Self::by_id`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The particles, in any order.
    pub particles: Vec<Particle>,
    /// Displacements in the order of `particles`.
    pub displacements: Vec<Displacement>,
    /// By id, the substep in which a particle is let out; empty without emitters.
    pub births: Vec<u32>,
    /// The links.
    pub links: LinkRows,
    /// What each contact carried in the last substep: `CONTACTS_PER_PARTICLE` rows a particle, in the order of
    /// `particles`, which is also what their partners count in. Empty with the plain solver; where none carries anything, as in the start
    /// of a world, it may be left empty together with `tangents`.
    pub contacts: Vec<ContactRow>,
    /// Masses, surfaces and rotations in the order of `particles`; empty where all discs are alike.
    pub bodies: Vec<Body>,
    /// What each row of `contacts` carried along its tangent and, where contacts resist rolling, after each of these what it carried
    /// against that; empty where no discs rub.
    pub tangents: Vec<f32>,
    /// What has been counted since the start.
    pub counters: Counters,
}

/// What happened since the start, counted so that nothing is lost silently.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable, serde::Serialize)]
#[non_exhaustive]
pub struct Counters {
    /// Particles that left through an open side, or were removed by hand.
    pub removed: u32,
    /// Links that broke, were cut or lost an end.
    pub broken: u32,
    /// Times a displacement was held at the largest that fits (`MAX_DISPLACEMENT`): low and high half.
    pub saturated_halves: [u32; 2],
}

impl Counters {
    /// Times a displacement was held at the largest that fits (`MAX_DISPLACEMENT`).
    pub fn saturated(&self) -> u64 {
        u64::from(self.saturated_halves[0]) | u64::from(self.saturated_halves[1]) << 32
    }
}

impl State {
    /// Removes the particles at some places, and what their contacts carry. Counted are those that were there.
    ///
    /// # Panics
    /// A place where no particle is; displacements that are fewer than particles, or a contact with one that is not there.
    pub fn remove(&mut self, places: &[usize]) {
        let mut goes = vec![false; self.particles.len()];
        for &place in places {
            let particle = &mut self.particles[place];
            if particle.phase() == Phase::Removed {
                continue;
            }
            (*particle, goes[place]) = (particle.with_phase(Phase::Removed), true);
            // As of what leaves by itself.
            self.displacements[place] = [0; 2];
            self.counters.removed += 1;
            // Only what is pinned has none.
            if let Some(body) = self.bodies.get_mut(place).filter(|body| body.inverse_mass == 0.0) {
                body.inverse_mass = 1.0;
            }
        }
        let (rows, words) = (LIST_ROWS, self.tangent_words());
        for (owner, list) in self.contacts.chunks_exact_mut(rows).enumerate() {
            let tangents = self.tangents.get_mut(owner * rows * words..(owner + 1) * rows * words).unwrap_or_default();
            keep_contacts(list, tangents, |partner| !goes[owner] && !goes[partner as usize]);
        }
    }

    /// The same state with particles in the order of their ids.
    ///
    /// # Panics
    /// Where what belongs to particles is not as many as they are.
    #[must_use]
    pub fn by_id(mut self) -> Self {
        let (particles, displacements) = (&self.particles, &self.displacements);
        let mut slots: Vec<u32> = (0..particles.len() as u32).collect();
        slots.sort_unstable_by_key(|&slot| particles[slot as usize].id);
        let sorted = (
            slots.iter().map(|&slot| particles[slot as usize]).collect(),
            slots.iter().map(|&slot| displacements[slot as usize]).collect(),
        );
        if !self.contacts.is_empty() {
            let lists: Vec<&[ContactRow]> = self.contacts.chunks_exact(LIST_ROWS).collect();
            let mut places = vec![0; slots.len()];
            (0..).zip(&slots).for_each(|(place, &slot)| places[slot as usize] = place);
            let moved = slots.iter().flat_map(|&slot| lists[slot as usize]).map(|row| row.moved(&places));
            self.contacts = moved.collect();
        }
        if !self.bodies.is_empty() {
            self.bodies = slots.iter().map(|&slot| self.bodies[slot as usize]).collect();
        }
        if !self.tangents.is_empty() {
            let lists: Vec<&[f32]> = self.tangents.chunks_exact(LIST_ROWS * self.tangent_words()).collect();
            self.tangents = slots.iter().flat_map(|&slot| lists[slot as usize]).copied().collect();
        }
        (self.particles, self.displacements) = sorted;
        self
    }

    /// How many of `tangents` each row of `contacts` has: none, what it carries along its tangent, or that and what it carries against
    /// rolling.
    pub(crate) fn tangent_words(&self) -> usize {
        self.tangents.len().checked_div(self.contacts.len()).unwrap_or(0)
    }

    /// What a row of `contacts` carried along its tangent and against rolling, by its place.
    pub(crate) fn turning_impulses(&self, row: usize) -> [f32; 2] {
        let words = self.tangent_words();
        [0, 1].map(|word| if word < words { self.tangents[row * words + word] } else { 0.0 })
    }

    /// The contacts that carry anything: the place of the disc that owns one, the row, and its place among the rows.
    pub(crate) fn loaded_contacts(&self) -> impl ParallelIterator<Item = (usize, ContactRow, usize)> {
        let loaded = |(place, &row): (usize, &ContactRow)| row.is_loaded().then_some((place / LIST_ROWS, row, place));
        self.contacts.par_iter().enumerate().filter_map(loaded)
    }

    /// How many particles are in a phase.
    pub fn count(&self, phase: Phase) -> usize {
        self.particles.iter().filter(|particle| particle.phase() == phase).count()
    }

    /// How many links still hold; those to particles that were removed break in the next substep.
    pub fn link_count(&self) -> usize {
        self.links.once().count()
    }
}

/// Keeps those contacts of a list whose partners stay, in their order; what they carried along their tangents and against rolling goes
/// with them.
fn keep_contacts(list: &mut [ContactRow], tangents: &mut [f32], stays: impl Fn(u32) -> bool) {
    let (mut kept, words) = (0, tangents.len() / list.len());
    for row in 0..list.len() {
        if list[row].partner != NO_PARTNER && stays(list[row].partner) {
            list.swap(kept, row);
            (0..words).for_each(|word| tangents.swap(kept * words + word, row * words + word));
            kept += 1;
        }
    }
    list[kept..].fill(ContactRow::NONE);
    tangents[kept * words..].fill(0.0);
}
