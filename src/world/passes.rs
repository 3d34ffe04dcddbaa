//! What passes and buffers a world needs.

use super::World;
use super::params::{LinkStage, Params};
use super::spec::ContactSolver;
use crate::sizes::Sizes;
use crate::steps::{Parts, Step};

impl World {
    /// Constants of the passes in the lists of its [`Self::parts`].
    pub(crate) fn params_of_parts(&self) -> Params {
        Params { walls_after_contacts: self.parts().walls_after_contacts().into(), ..self.params.clone() }
    }

    /// What decides which passes it needs.
    pub(crate) fn parts(&self) -> Parts {
        let link_iterations = if self.start.links.is_empty() { 0 } else { self.link_iterations };
        let levels = self.params.levels > 1;
        let emits = !self.start.births.is_empty();
        Parts {
            solver: self.solver,
            rough: self.is_rough(),
            rubs: self.rubs(),
            levels,
            link_iterations,
            walls_bounce: self.params.restitution > 0.0,
            discs_bounce: self.params.discs_bounce != 0,
            emits,
            ..Parts::default()
        }
        .with_obstacles(&self.obstacles)
    }

    /// The numbers that the lengths of its buffers follow from.
    pub(crate) fn sizes(&self) -> Sizes {
        let resting = self.solver == ContactSolver::Resting;
        Sizes {
            link_stages: self.link_stages().len() as u64,
            resting,
            rough: self.is_rough(),
            rubs: self.rubs(),
            ..Sizes::new(&self.params, &self.start, &self.obstacles)
        }
    }

    /// The list of a substep of this world.
    pub fn substep_list(&self) -> Vec<Step> {
        self.parts().substep()
    }

    /// Dispatches of a pass over the links of this world.
    pub(crate) fn link_stages(&self) -> Vec<LinkStage> {
        self.start.links.stages(self.link_iterations)
    }

    /// The list that measures this world.
    pub fn measuring_list(&self) -> Vec<Step> {
        self.parts().measuring()
    }
}
