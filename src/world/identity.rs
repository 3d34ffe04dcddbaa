//! What a backend keeps of the world that it was made for, to refuse what belongs to another.

use std::sync::Arc;

use super::World;
use super::frame::Frame;
use super::obstacles::Obstacles;
use super::params::Params;
use crate::solver::SolverError;

/// Tells a world from others.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    fingerprint: u64,
    frame: Frame,
    substeps_per_second: f64,
    surfaces: Vec<[f32; 2]>,
    first_substep: u32,
}

impl Identity {
    pub fn of(world: &World) -> Self {
        Self {
            fingerprint: world.fingerprint(),
            frame: world.frame.clone(),
            substeps_per_second: world.clock.substeps_per_second,
            surfaces: world.surfaces.clone(),
            first_substep: world.first_substep,
        }
    }

    /// Refuses obstacles that were made for a world with other steps or materials.
    pub fn check_obstacles(&self, obstacles: &Obstacles) -> Result<(), SolverError> {
        obstacles.check_world(&self.frame, self.substeps_per_second, &self.surfaces).map_err(|_| SolverError::OthersObstacles)
    }

    /// Refuses another world than this one, and one at whose start a backend with these constants and obstacles, and this substep to come,
    /// does not stand.
    pub fn check_start(&self, world: &World, params: &Params, obstacles: &Arc<Obstacles>, next_index: u32) -> Result<(), SolverError> {
        let same_fall = {
            let mut other = params.clone();
            other.set_fall(&world.params);
            other == *params
        };
        let same_obstacles = Arc::ptr_eq(obstacles, &world.obstacles) || obstacles.specs() == world.obstacles.specs();
        let differs = [
            (self.fingerprint != world.fingerprint() || self.first_substep != world.first_substep, "it was made for another one"),
            (params.particle_count as usize != world.particle_count(), "it has another number of particles"),
            (!same_fall, "it was made for other gravity or drag"),
            (!same_obstacles, "it has other obstacles"),
            (next_index != self.first_substep, "it has run substeps"),
        ];
        match differs.into_iter().find(|(differs, _)| *differs) {
            Some((_, reason)) => Err(SolverError::OtherWorld { reason }),
            None => Ok(()),
        }
    }
}
