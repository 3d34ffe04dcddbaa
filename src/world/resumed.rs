//! A world that goes on from a state that it came to before.

use super::links::LinkRows;
use super::params::Params;
use super::state::State;
use super::{MAX_PARTICLES, World};
use crate::sizes::Length;

impl World {
    /// The same world, going on from the state that it had after so many substeps. Particles that joined it since have the ids behind
    /// its own. Births, and what never changes about links, are those of the world.
    ///
    /// # Errors
    /// A state of another world, or one that no solver may run, in words.
    pub(crate) fn resumed(self, state: State, substeps: u32) -> Result<Self, String> {
        let (own, count) = (self.particle_count(), state.particles.len());
        if !(own as u64..=MAX_PARTICLES).contains(&(count as u64)) {
            return Err(format!("{count} particles: the scene has {own}, and {MAX_PARTICLES} are the most"));
        }
        let State { births, links, .. } = self.start;
        let now = LinkRows { rows: state.links.rows, joints: state.links.joints, ..links.clone() };
        now.check_same(&links)?;
        let mut params = Params { particle_count: count as u32, ..self.params };
        state.particles.iter().filter(|particle| particle.id as usize >= own).for_each(|particle| params.admit(particle));
        let start = State { births, links: now, ..state };
        let mut world = Self { params, start, first_substep: substeps, ..self };
        world.check_start()?;
        let (has, needed) = (world.start.contacts.len() as u64, Length::Contacts.of(&world.sizes()));
        if has != needed {
            return Err(format!("{has} contact rows: {needed} are needed"));
        }
        if let Some(params) = world.params.with_grid_for(&world.census()) {
            world.params = params;
        }
        Ok(world)
    }
}
