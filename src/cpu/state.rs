//! The state in host memory: read, written, and joined by more particles.

use super::absent::Absent;
use super::lists::carried_lists::CarriedLists;
use super::near::Outside;
use super::{Buffers, CountersCell};
use crate::sizes::Length;
use crate::world::contacts::ContactRow;
use crate::world::joining::Joined;
use crate::world::particle::NewParticle;
use crate::world::state::State;

impl Buffers {
    /// A copy of the whole state, particles in any order.
    pub(super) fn state(&self) -> State {
        let sizes = self.sizes();
        // Who is absent has no contacts.
        let (mut contacts, mut tangents) = (self.contacts.all_rows().into_owned(), self.tangents.clone());
        contacts.resize(Length::Contacts.of(&sizes) as usize, ContactRow::NONE);
        tangents.resize(Length::Tangents.of(&sizes) as usize, 0.0);
        State {
            particles: self.all_particles(),
            displacements: self.all_displacements(),
            births: self.births.clone(),
            links: self.links.clone(),
            contacts,
            bodies: self.all_bodies(),
            tangents,
            counters: self.counters.get(),
        }
    }

    /// Replaces the state by one that fits.
    pub(super) fn put_state(&mut self, state: State) {
        let lists = Length::Resting.of(&self.sizes()) as usize;
        self.absent = Absent::default();
        self.forget_outside_is_idle();
        self.particles = state.particles;
        self.displacements = state.displacements;
        self.births = state.births;
        self.links = state.links;
        self.contacts = CarriedLists::new(state.contacts, lists);
        self.bodies = state.bodies;
        self.tangents = state.tangents;
        self.counters = CountersCell::new(state.counters);
        self.fit_particles();
        self.look_outside();
    }

    /// Adds particles behind those that there are, with the constants that the world has then.
    pub(super) fn join(&mut self, particles: &[NewParticle], joined: Joined) {
        self.near.forget();
        if particles.iter().any(|new| self.params.is_outside(&new.particle)) {
            self.near.note_outside(Outside::Some);
        }
        self.particles.extend(particles.iter().map(|new| new.particle));
        self.displacements.extend(particles.iter().map(|new| new.displacement));
        if self.sizes().rough {
            self.bodies.extend(particles.iter().map(|new| new.body));
        }
        self.params = joined.params;
        self.forget_outside_is_idle();
        match joined.larger {
            Some(params) => self.set_grid(params),
            None => self.fit_particles(),
        }
    }
}
