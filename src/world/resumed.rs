//! A world that goes on from a state that it came to before.

use std::sync::Arc;

use super::links::{LinkRow, LinkRows, NO_PARTNER};
use super::params::Params;
use super::state::State;
use super::{MAX_PARTICLES, World};

impl World {
    /// The same world, going on from the state that it had after so many substeps. Particles that joined it since have the ids behind
    /// its own. Births, and what never changes about links, are those of the world.
    ///
    /// # Errors
    /// A state of another world, or one that no solver may run, in words.
    pub(crate) fn resumed(self, state: State, substeps: u32) -> Result<Self, String> {
        let (own, count) = (self.own_count, state.particles.len());
        if !(own as u64..=MAX_PARTICLES).contains(&(count as u64)) {
            return Err(format!("{count} particles: the scene has {own}, and {MAX_PARTICLES} are the most"));
        }
        let start = self.state_with_own(state)?;
        let mut params = Params { particle_count: count as u32, ..self.params };
        start.particles.iter().filter(|particle| particle.id as usize >= own).for_each(|particle| params.admit(particle));
        let mut world = Self { params, start: Arc::new(start), first_substep: substeps, ..self };
        world.check_start()?;
        // A start may leave them out, since nothing is carried there.
        world.start.check_carried(&world.sizes())?;
        if let Some(params) = world.params.with_grid_for(&world.census()) {
            world.params = params;
        }
        Ok(world)
    }

    /// A state that goes on in this world, with what that has: births, and where links are listed.
    ///
    /// # Errors
    /// Links of another world, in words.
    pub(crate) fn state_with_own(&self, state: State) -> Result<State, String> {
        let State { births, links, .. } = &*self.start;
        let now = LinkRows { rows: state.links.rows, joints: state.links.joints, ..links.clone() };
        now.check_same(links)?;
        let leads_on = |(row, of_world): (&LinkRow, &LinkRow)| row.partner == NO_PARTNER || row.partner == of_world.partner;
        if !now.rows.iter().zip(&links.rows).all(leads_on) {
            return Err("other links: their ends are those of the world".into());
        }
        Ok(State { births: births.clone(), links: now, ..state })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::contacts::ContactRow;
    use crate::world::fixed::LIST_ROWS;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    #[test]
    fn a_world_does_not_go_on_without_what_its_contacts_carry() {
        let spec = WorldSpec { particles: vec![ParticleSpec::at([1.0, 1.0], 0.5)], friction: 0.5, ..WorldSpec::default() };
        let world = World::new(&spec).unwrap();
        let rows = LIST_ROWS;
        let refused = |state: State| world.clone().resumed(state, 8).err();
        let without = State::clone(&world.start);
        assert_eq!(refused(without.clone()).unwrap(), "0 contact rows: 5 are needed");
        let without_tangents = State { contacts: vec![ContactRow::NONE; rows], ..without };
        assert_eq!(refused(without_tangents.clone()).unwrap(), "0 tangent impulses: 5 are needed");
        assert_eq!(refused(State { tangents: vec![0.0; rows], ..without_tangents }), None);
    }
}
