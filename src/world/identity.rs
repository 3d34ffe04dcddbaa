//! What a backend keeps of the world that it was made for, to refuse what belongs to another.

use std::sync::Arc;

use super::World;
use super::obstacles::{Basis, Obstacles};
use super::params::Params;
use crate::solver::SolverError;
use crate::steps::Parts;

/// Tells a world from others.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    fingerprint: u64,
    basis: Basis,
    first_substep: u32,
}

/// What a backend has by now of what it was made with.
pub(crate) struct Standing<'a> {
    pub params: &'a Params,
    pub parts: Parts,
    pub obstacles: &'a Arc<Obstacles>,
    pub next_index: u32,
}

impl Identity {
    pub fn of(world: &World) -> Self {
        let basis = Basis::new(&world.frame, world.clock.substeps_per_second, &world.surfaces);
        Self { fingerprint: world.fingerprint(), basis, first_substep: world.first_substep }
    }

    /// Refuses obstacles that were made for a world with other steps or materials.
    pub fn check_obstacles(&self, obstacles: &Obstacles) -> Result<(), SolverError> {
        if obstacles.are_of(&self.basis) { Ok(()) } else { Err(SolverError::OthersObstacles) }
    }

    /// Refuses another world than this one, and this one where a backend has gone on from its start, or was given something else.
    pub fn check_start(&self, world: &World, now: &Standing<'_>) -> Result<(), SolverError> {
        let same_obstacles = Arc::ptr_eq(now.obstacles, &world.obstacles) || now.obstacles.specs() == world.obstacles.specs();
        let differs = [
            (self.fingerprint != world.fingerprint() || self.first_substep != world.first_substep, "it was made for another one"),
            (now.params.particle_count as usize != world.particle_count(), "it has another number of particles"),
            (!now.params.falls_as(&world.params), "it was made for other gravity or drag"),
            (!same_obstacles, "it has other obstacles"),
            (now.parts != world.parts(), "it runs other passes, for other materials or links, or another grid"),
            (now.next_index != self.first_substep, "it has run substeps"),
        ];
        match differs.into_iter().find(|(differs, _)| *differs) {
            Some((_, reason)) => Err(SolverError::OtherWorld { reason }),
            None => Ok(()),
        }
    }
}
