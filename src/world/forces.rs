//! What contacts and links carry, in scene units: the forces between discs, for studies, files and pictures.
//!
//! With the resting solver a contact keeps the impulse that its discs gave each other in the last substep, the warm start and all sweeps
//! together. Over the length of a substep that is a force, the mean of it. An impact that bounces is not in it, nor is what pushes discs
//! out of each other that start so, nor what walls and obstacles push with, which keep none (see [`boundaries`](super::boundaries)).
//! Impulses are rounded to displacement units, of which the weight of a disc in a substep is the fewer, the shorter substeps are and the
//! larger the world.

use rayon::prelude::*;

use super::World;
use super::contacts::ContactRow;
use super::particle::Particle;
use super::state::State;
use crate::cpu::contact::coincident_normal;

/// Two discs that press each other.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct ContactForce {
    /// Their ids, the lower first.
    pub discs: [u32; 2],
    /// Half-way between their rims, in scene units.
    pub point: [f64; 2],
    /// Unit vector from the first disc to the second.
    pub normal: [f64; 2],
    /// How deep they are in each other, in scene units; negative where they have come apart by the end of the substep.
    pub overlap: f64,
    /// How hard they press, in units of mass × length / s²: the second disc along the normal, the first against it. More than 0.
    pub normal_force: f64,
    /// How hard the second disc is driven along the normal turned left by a quarter, the first against it: friction. 0 where no discs rub.
    pub tangent_force: f64,
    /// The moment against rolling, in units of mass × length² / s²: the second disc is turned by it counter-clockwise, the first clockwise.
    /// 0 where nothing resists rolling.
    pub moment: f64,
}

/// A link that holds, with the resting solver.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct LinkForce {
    /// The ids of its ends, the lower first.
    pub discs: [u32; 2],
    /// How hard it pulls its ends together, in units of mass × length / s²; negative where it keeps them apart.
    pub tension: f64,
}

impl World {
    /// The contacts of a state that carry anything, by the ids of their discs. None with the plain solver, which keeps nothing, none at
    /// the start of a scene; what discs give each other beyond the five contacts that one can own, in a crowd of overlapping discs, is
    /// not in it.
    ///
    /// # Panics
    /// Where a contact of the state names a particle that it does not have. A state of another world has forces without meaning.
    pub fn contact_forces(&self, state: &State) -> Vec<ContactForce> {
        self.contact_forces_between(state, |_| true)
    }

    /// The same of one disc, which its id names.
    ///
    /// # Panics
    /// As there.
    pub fn contact_forces_of(&self, state: &State, id: u32) -> Vec<ContactForce> {
        self.contact_forces_between(state, |discs| discs.iter().any(|disc| disc.id == id))
    }

    /// The same of discs that are asked for.
    fn contact_forces_between(&self, state: &State, are_asked: impl Fn([&Particle; 2]) -> bool + Sync) -> Vec<ContactForce> {
        let force = |(owner, row, place): (usize, ContactRow, usize)| {
            let discs = [owner, row.partner as usize].map(|disc| &state.particles[disc]);
            are_asked(discs).then(|| self.contact_force(discs, row.impulse, state.turning_impulses(place)))
        };
        let mut forces: Vec<_> = state.loaded_contacts().filter_map(force).collect();
        forces.par_sort_unstable_by_key(|force| force.discs);
        forces
    }

    /// The links of a state that hold, by the ids of their ends. None with the plain solver, whose links carry nothing that is kept.
    ///
    /// # Panics
    /// Where the links of the state are not whole: rows that are named and not there.
    pub fn link_forces(&self, state: &State) -> Vec<LinkForce> {
        if state.links.joints.is_empty() {
            return Vec::new();
        }
        let force = |(id, row): (u32, u32)| {
            let (partner, joint) = (state.links.rows[row as usize].partner, &state.links.joints[row as usize]);
            LinkForce { discs: [id.min(partner), id.max(partner)], tension: 0.0 - f64::from(joint.impulse) * self.force_unit() }
        };
        let mut forces: Vec<_> = state.links.once().map(force).collect();
        forces.sort_unstable_by_key(|force| force.discs);
        forces
    }

    /// The force that is an impulse of one displacement unit on the heaviest disc in every substep, in units of mass × length / s².
    pub fn force_unit(&self) -> f64 {
        self.heaviest / self.frame.fine_per_unit() * self.clock.substeps_per_second * self.clock.substeps_per_second
    }

    /// Of both discs the same, whoever owns the contact: turned round the normal, both forces on each disc stay what they are.
    fn contact_force(&self, discs: [&Particle; 2], impulse: f32, [tangent, roll]: [f32; 2]) -> ContactForce {
        let owner_is_first = discs[0].id < discs[1].id;
        let [first, second] = if owner_is_first { discs } else { [discs[1], discs[0]] };
        let ([a, b], [radius_a, radius_b]) = (
            [first, second].map(|disc| self.frame.position_of(disc)),
            [first, second].map(|disc| self.frame.length_from_steps(disc.radius())),
        );
        let way = [b[0] - a[0], b[1] - a[1]];
        // The platform's own hypotenuse may differ from others in the last digit.
        let distance = libm::hypot(way[0], way[1]);
        let normal = match distance > 0.0 {
            true => way.map(|w| w / distance),
            false => coincident_normal(second.id, first.id).map(f64::from),
        };
        let overlap = radius_a + radius_b - distance;
        let reach = radius_a - overlap / 2.0;
        let [normal_force, tangent_force, against_rolling] = [impulse, tangent, roll].map(|impulse| f64::from(impulse) * self.force_unit());
        let reduced_radius = radius_a * radius_b / (radius_a + radius_b);
        // The owner is turned counter-clockwise.
        let moment = if owner_is_first { 0.0 - against_rolling } else { against_rolling } * reduced_radius;
        let point = [a[0] + normal[0] * reach, a[1] + normal[1] * reach];
        ContactForce { discs: [first.id, second.id], point, normal, overlap, normal_force, tangent_force, moment }
    }
}
