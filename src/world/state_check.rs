//! Whether a solver may run a state that somebody wrote: what shaders without bounds checks, the counting sort and the agreement of
//! all backends rely on.

use std::ops::RangeInclusive;

use super::body::Body;
use super::contacts::ContactRow;
use super::fixed::{FRACTION_BITS, LIST_ROWS, MAX_COORDINATE, MAX_DISPLACEMENT};
use super::links::{LinkRows, NO_PARTNER};
use super::params::Params;
use super::particle::{Displacement, Particle, Phase};
use super::state::State;
use crate::sizes::{Length, Sizes};

/// Coordinates of particles, in steps: as far below the grid as there is room above it.
const COORDINATES: RangeInclusive<i32> = MAX_COORDINATE.wrapping_sub(i32::MAX)..=i32::MAX;

/// The same of those that are not removed: each may move by the greatest displacement.
const STAYING: RangeInclusive<i32> = *COORDINATES.start() + MAX_WAY..=*COORDINATES.end() - MAX_WAY;

/// The greatest displacement in steps, with what a particle has of a step already.
const MAX_WAY: i32 = (MAX_DISPLACEMENT >> FRACTION_BITS) + 1;

impl State {
    /// Whether this state fits a simulation of these sizes and constants, with the same links at the same particles. What contacts
    /// carry may be left out.
    ///
    /// # Errors
    /// What does not fit, in words.
    pub fn check(&self, params: &Params, sizes: &Sizes, links: &LinkRows) -> Result<(), String> {
        self.check_lengths(sizes)?;
        self.check_particles(params)?;
        self.check_bodies()?;
        self.check_contacts()?;
        // Particles that came later have no links.
        let linked = links.linked_ids as usize;
        let partners = self.links.rows.iter().map(|row| row.partner);
        if let Some(id) = partners.filter(|&id| id != NO_PARTNER).find(|&id| id as usize >= linked) {
            return Err(format!("a link to {id}: ids of linked particles are below {linked}"));
        }
        self.links.check_same(links)?;
        self.links.check(linked)?;
        self.check_pins()
    }

    /// Joints have a mass of their own for each end, none of what is pinned: one that was pinned or let go since would fall without its
    /// links, or be pulled by nobody.
    fn check_pins(&self) -> Result<(), String> {
        if self.links.joints.is_empty() {
            return Ok(());
        }
        let mut phases = vec![Phase::Unborn; self.particles.len()];
        self.particles.iter().for_each(|particle| phases[particle.id as usize] = particle.phase());
        for (id, inverse_mass) in self.links.held().flat_map(|(row, joint)| [joint.id, row.partner].into_iter().zip(joint.inverse_masses)) {
            match (phases[id as usize], inverse_mass == 0.0) {
                (Phase::Live, true) => return Err(format!("particle {id} is live, and a link of it was made for one that is pinned")),
                (Phase::Pinned, false) => return Err(format!("particle {id} is pinned, and a link of it was made for one that moves")),
                _ => {}
            }
        }
        Ok(())
    }

    fn check_lengths(&self, sizes: &Sizes) -> Result<(), String> {
        let lengths = [
            ("particles", self.particles.len(), sizes.particles),
            ("displacements", self.displacements.len(), sizes.particles),
            ("births", self.births.len(), sizes.births),
            ("link rows", self.links.rows.len(), sizes.link_rows),
            ("joints", self.links.joints.len(), sizes.joints),
            ("bodies", self.bodies.len(), Length::Bodies.of(sizes)),
        ];
        check_lengths(&lengths)?;
        if self.contacts.is_empty() && self.tangents.is_empty() { Ok(()) } else { self.check_carried(sizes) }
    }

    /// Whether it tells what each contact carries.
    ///
    /// # Errors
    /// What is missing, in words.
    pub(crate) fn check_carried(&self, sizes: &Sizes) -> Result<(), String> {
        check_lengths(&[
            ("contact rows", self.contacts.len(), Length::Contacts.of(sizes)),
            ("tangent impulses", self.tangents.len(), Length::Tangents.of(sizes)),
        ])
    }

    fn check_particles(&self, params: &Params) -> Result<(), String> {
        let (count, births) = (self.particles.len(), self.births.len());
        let mut seen = vec![false; count];
        for (particle, displacement) in self.particles.iter().zip(&self.displacements) {
            let id = particle.id as usize;
            if id >= count || std::mem::replace(&mut seen[id], true) {
                return Err(format!("id {id} is there twice or not below {count}"));
            }
            if particle.phase() == Phase::Unborn && id >= births {
                return Err(format!("particle {id} is unborn, without a birth"));
            }
            let (radius, largest) = (particle.radius(), params.largest_radius());
            if params.mixed_radii == 0 && radius != largest {
                return Err(format!("particle {id} has a radius of {radius} steps: {largest} is allowed in this simulation"));
            }
            check_disc(params, particle, *displacement)?;
        }
        Ok(())
    }

    fn check_bodies(&self) -> Result<(), String> {
        let misfit = |(particle, body): &(&Particle, &Body)| !body.fits(particle.phase() == Phase::Pinned);
        match self.particles.iter().zip(&self.bodies).find(misfit) {
            Some((particle, body)) => {
                Err(format!("the body of particle {}, {body:?}, with mass, surface or spin out of range", particle.id))
            }
            None => Ok(()),
        }
    }

    /// Contacts push, with what is a number: a backend may take another for what it likes.
    fn check_contacts(&self) -> Result<(), String> {
        let count = self.particles.len();
        let owner = |row: usize| self.particles[row / LIST_ROWS].id;
        let pushes = |row: &ContactRow| row.impulse.is_finite() && row.impulse.is_sign_positive();
        for (index, row) in self.contacts.iter().enumerate() {
            if row.partner != NO_PARTNER && row.partner as usize >= count {
                return Err(format!("a contact with particle {} of {count}", row.partner));
            }
            if !pushes(row) {
                return Err(format!("a contact of particle {} carries {}: a finite number from 0 is allowed", owner(index), row.impulse));
            }
            if row.partner == NO_PARTNER && row.impulse != 0.0 {
                return Err(format!("a row of particle {} that is not used carries {}: 0 is allowed", owner(index), row.impulse));
            }
        }
        self.check_lists()?;
        let words = self.tangent_words();
        match self.tangents.iter().enumerate().find(|(_, tangent)| !tangent.is_finite()) {
            Some((index, tangent)) => Err(format!(
                "a contact of particle {} rubs or resists rolling with {tangent}: a finite number is allowed",
                owner(index / words)
            )),
            None => Ok(()),
        }
    }

    /// Two discs have one contact, in the list of one of them, and rows that are not used are the last: a backend may look for a contact
    /// wherever it is likely.
    fn check_lists(&self) -> Result<(), String> {
        let lists = self.contacts.as_chunks::<LIST_ROWS>().0;
        let id = |particle: usize| self.particles[particle].id;
        for (owner, list) in lists.iter().enumerate() {
            let used = list.iter().position(|row| row.partner == NO_PARTNER).unwrap_or(list.len());
            if list[used..].iter().any(|row| row.partner != NO_PARTNER) {
                return Err(format!("a contact of particle {} stands behind a row that is not used", id(owner)));
            }
            for (place, row) in list[..used].iter().enumerate() {
                let partner = row.partner as usize;
                let is_twice = list[..place].iter().any(|other| other.partner == row.partner);
                if partner == owner || is_twice || lists[partner].iter().any(|other| other.partner as usize == owner) {
                    return Err(format!("particles {} and {} have a contact twice, or are one", id(owner), id(partner)));
                }
            }
        }
        Ok(())
    }
}

/// Whether lists have the elements that are needed.
fn check_lengths(lists: &[(&str, usize, u64)]) -> Result<(), String> {
    match lists.iter().find(|&&(_, has, needed)| has as u64 != needed) {
        Some((name, has, needed)) => Err(format!("{has} {name}: {needed} are needed")),
        None => Ok(()),
    }
}

/// A disc is no larger than a cell, and ways to walls and differences of displacements do not wrap.
pub(super) fn check_disc(params: &Params, particle: &Particle, displacement: Displacement) -> Result<(), String> {
    let (radius, largest) = (particle.radius(), params.largest_radius());
    if radius > largest {
        return Err(format!("particle {} has a radius of {radius} steps: up to {largest} is allowed in this simulation", particle.id));
    }
    let allowed = if particle.phase() == Phase::Removed { COORDINATES } else { STAYING };
    if let Some(x) = particle.position.into_iter().find(|x| !allowed.contains(x)) {
        return Err(format!("particle {} is at {x} steps: {} to {} are allowed", particle.id, allowed.start(), allowed.end()));
    }
    match displacement.into_iter().find(|d| d.unsigned_abs() > MAX_DISPLACEMENT as u32) {
        Some(d) => Err(format!("particle {} has a displacement of {d}: up to {MAX_DISPLACEMENT} is allowed", particle.id)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
