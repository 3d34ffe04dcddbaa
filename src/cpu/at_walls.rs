//! What happens at walls between sweeps, done by a sweep on its way.

use super::rebound_at_walls::rebound;
use super::stop_at_walls::near_walls_in_run;
use super::walls::stopped;
use crate::passes::PassKind;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// A pass that leaves discs at walls alone but for their displacements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtWalls {
    /// `stop_at_walls`.
    Stop,
    /// `rebound_at_walls`.
    Rebound,
}

impl AtWalls {
    /// The one that a pass is.
    pub fn of(kind: PassKind) -> Option<Self> {
        match kind {
            PassKind::StopAtWalls => Some(Self::Stop),
            PassKind::ReboundAtWalls => Some(Self::Rebound),
            _ => None,
        }
    }

    /// Does it with a run of discs.
    pub fn meet_run(self, params: &Params, particles: &[Particle], displacements: &mut [Displacement]) {
        match self {
            Self::Stop => near_walls_in_run(params, particles, displacements, &|particle, way| stopped(params, particle, way)),
            Self::Rebound => near_walls_in_run(params, particles, displacements, &|particle, way| rebound(params, particle, way)),
        }
    }
}
