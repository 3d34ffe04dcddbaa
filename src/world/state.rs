//! The state of a simulation at the end of a substep, and what is counted along the way.

use crate::sizes::{Length, Sizes};

use super::body::Body;
use super::contacts::ContactRow;
use super::fixed::CONTACTS_PER_PARTICLE;
use super::links::{LinkRows, NO_PARTNER};
use super::particle::{Displacement, NewParticle, Particle, Phase};

/// Everything that a substep reads and writes, in host memory. The order of `particles` is free
/// (solvers keep them in cell order); `displacements` has the same order.
#[derive(Clone, Debug, Default)]
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
    /// `particles`, which is also what their partners count in. Empty with the plain solver.
    pub contacts: Vec<ContactRow>,
    /// Masses, surfaces and rotations in the order of `particles`; empty where all discs are alike.
    pub bodies: Vec<Body>,
    /// What each row of `contacts` carried along its tangent; empty where there are no bodies.
    pub tangents: Vec<f32>,
    /// What has been counted since the start.
    pub counters: Counters,
}

/// What happened since the start, counted so that nothing is lost silently.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Counters {
    /// Particles that left through an open side.
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
    /// The same state with particles in the order of their ids.
    pub fn by_id(mut self) -> Self {
        let (particles, displacements) = (&self.particles, &self.displacements);
        let mut slots: Vec<u32> = (0..particles.len() as u32).collect();
        slots.sort_unstable_by_key(|&slot| particles[slot as usize].id);
        let sorted = (
            slots.iter().map(|&slot| particles[slot as usize]).collect(),
            slots.iter().map(|&slot| displacements[slot as usize]).collect(),
        );
        if !self.contacts.is_empty() {
            let lists: Vec<&[ContactRow]> = self.contacts.chunks_exact(CONTACTS_PER_PARTICLE as usize).collect();
            let mut places = vec![0; slots.len()];
            (0..).zip(&slots).for_each(|(place, &slot)| places[slot as usize] = place);
            let moved = slots.iter().flat_map(|&slot| lists[slot as usize]).map(|row| row.moved(&places));
            self.contacts = moved.collect();
        }
        if !self.bodies.is_empty() {
            let lists: Vec<&[f32]> = self.tangents.chunks_exact(CONTACTS_PER_PARTICLE as usize).collect();
            let tangents = slots.iter().flat_map(|&slot| lists[slot as usize]).copied().collect();
            self.bodies = slots.iter().map(|&slot| self.bodies[slot as usize]).collect();
            self.tangents = tangents;
        }
        (self.particles, self.displacements) = sorted;
        self
    }

    /// Whether this state fits a simulation of these sizes, with links at the same particles: what shaders without bounds checks
    /// and the counting sort rely on.
    ///
    /// # Errors
    /// What does not fit, in words.
    pub fn check(&self, sizes: &Sizes, links: &LinkRows) -> Result<(), String> {
        let (particle_count, births) = (sizes.particles as usize, sizes.births as usize);
        let lengths = [
            ("particles", self.particles.len(), particle_count),
            ("displacements", self.displacements.len(), particle_count),
            ("births", self.births.len(), births),
            ("link rows", self.links.rows.len(), links.rows.len()),
            ("contact rows", self.contacts.len(), Length::Contacts.of(sizes) as usize),
            ("bodies", self.bodies.len(), Length::Bodies.of(sizes) as usize),
            ("tangent impulses", self.tangents.len(), Length::Tangents.of(sizes) as usize),
        ];
        if let Some((name, has, needed)) = lengths.into_iter().find(|(_, has, needed)| has != needed) {
            return Err(format!("{has} {name}: {needed} are needed"));
        }
        let mut seen = vec![false; particle_count];
        for particle in &self.particles {
            let id = particle.id as usize;
            if id >= particle_count || std::mem::replace(&mut seen[id], true) {
                return Err(format!("id {id} is there twice or not below {particle_count}"));
            }
            if particle.phase() == Phase::Unborn && id >= births {
                return Err(format!("particle {id} is unborn, without a birth"));
            }
        }
        let misfit = |(particle, body): &(&Particle, &Body)| !body.fits(particle.phase() == Phase::Pinned);
        if let Some((particle, body)) = self.particles.iter().zip(&self.bodies).find(misfit) {
            return Err(format!("the body of particle {}, {body:?}, with mass or surface out of range", particle.id));
        }
        let partners = self.contacts.iter().filter(|row| row.partner != NO_PARTNER).map(|row| row.partner);
        if let Some(slot) = { partners }.find(|&slot| slot as usize >= particle_count) {
            return Err(format!("a contact with particle {slot} of {particle_count}"));
        }
        // Particles that came later have no links.
        let linked = links.linked_ids as usize;
        let partners = self.links.rows.iter().map(|row| row.partner);
        if let Some(id) = partners.filter(|&id| id != NO_PARTNER).find(|&id| id as usize >= linked) {
            return Err(format!("a link to {id}: ids of linked particles are below {linked}"));
        }
        if self.links.starts != links.starts || self.links.linked_ids != links.linked_ids || self.links.colour_ends != links.colour_ends {
            return Err("other numbers of links at the particles".into());
        }
        self.links.check(linked)
    }

    /// How many particles are in a phase.
    pub fn count(&self, phase: Phase) -> usize {
        self.particles.iter().filter(|particle| particle.phase() == phase).count()
    }

    /// How many links still hold.
    pub fn link_count(&self) -> usize {
        self.links.once().count()
    }
}

/// Whether particles can join `count` others: with the ids that follow, and in the grid.
///
/// # Errors
/// What does not fit, in words.
pub(crate) fn check_spawned(count: usize, particles: &[NewParticle]) -> Result<(), String> {
    for (id, NewParticle { particle, body, .. }) in (count..).zip(particles) {
        if particle.id as usize != id {
            return Err(format!("a new particle has id {}: the next is {id}", particle.id));
        }
        if !particle.in_grid() {
            return Err(format!("the new particle {id} is {:?}: live or pinned is allowed", particle.phase()));
        }
        if !body.fits(particle.phase() == Phase::Pinned) {
            return Err(format!("the body of the new particle {id}, {body:?}, with mass or surface out of range"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::cpu::CpuSolver;
    use crate::solver::SolverError;
    use crate::world::World;
    use crate::world::spec::{ContactSolver, LinkSpec, ParticleSpec, WorldSpec};

    /// Three discs, the first two linked.
    fn linked() -> World {
        linked_for(ContactSolver::Plain)
    }

    fn linked_for(solver: ContactSolver) -> World {
        let particles = (0..3).map(|k| ParticleSpec::at([1.0 + 2.0 * f64::from(k), 1.0], 0.5)).collect();
        let links = vec![LinkSpec { ends: [0, 1], rest_length: 2.0, stiffness: 1.0, compliance: 0.0, break_length: None }];
        World::new(&WorldSpec { particles, links, solver, ..WorldSpec::default() }).unwrap()
    }

    /// What a solver says to a start that was changed.
    fn refused(change: impl Fn(&mut State)) -> String {
        let mut world = linked();
        change(&mut world.start);
        CpuSolver::new(&world, Some(1)).err().expect("the start is refused").to_string()
    }

    #[test]
    fn a_start_that_two_threads_could_write_the_same_place_of_is_refused() {
        assert!(CpuSolver::new(&linked(), Some(1)).is_ok());
        assert!(refused(|start| start.particles[2].id = 0).contains("id 0 is there twice"));
        assert!(refused(|start| start.particles[2].id = 3).contains("id 3"));
        assert!(refused(|start| start.particles.truncate(2)).contains("links of 3 particles"));
        assert!(refused(|start| start.displacements.truncate(2)).contains("needed"));
        assert!(refused(|start| start.links.starts[1] = 3).contains("link rows"));
        assert!(refused(|start| start.links.starts[3] = 3).contains("link rows"));
        assert!(refused(|start| start.links.starts.truncate(3)).contains("starts of link rows"));
        assert!(refused(|start| start.links.rows[0].partner = 3).contains("a link to 3"));
        assert!(refused(|start| start.particles[1] = start.particles[1].with_phase(Phase::Unborn)).contains("unborn"));
    }

    #[test]
    fn joints_of_particles_that_are_not_there_or_of_one_colour_are_refused() {
        let refused = |change: fn(&mut State)| {
            let mut world = linked_for(ContactSolver::Resting);
            assert!(CpuSolver::new(&world, Some(1)).is_ok());
            change(&mut world.start);
            CpuSolver::new(&world, Some(1)).err().expect("the start is refused").to_string()
        };
        assert!(refused(|start| start.links.rows[0].partner = 3).contains("a link to 3"));
        assert!(refused(|start| start.links.joints[0].id = 1).contains("two links of one colour at particle 1"));
        assert!(refused(|start| start.links.joints.clear()).contains("link rows"));
        assert!(refused(|start| start.links.colour_ends[0] = 2).contains("joints and colours"));
    }

    #[test]
    fn only_particles_with_the_next_ids_join_and_none_is_linked_to_them() {
        let world = linked();
        let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
        let new = world.new_particle(3, &ParticleSpec::at([9.0, 1.0], 0.5)).unwrap();
        let particle = new.particle;
        for wrong in [Particle { id: 2, ..particle }, Particle { id: 4, ..particle }, particle.with_phase(Phase::Unborn)] {
            let refused = solver.spawn(&[NewParticle { particle: wrong, ..new }]);
            assert!(matches!(refused, Err(SolverError::State { .. })), "{wrong:?}");
        }
        solver.spawn(&[new]).unwrap();
        let mut state = solver.read_state().unwrap();
        assert_eq!(state.particles.len(), 4);
        solver.write_state(&state).unwrap();
        state.links.rows[0].partner = 3;
        assert!(solver.write_state(&state).is_err(), "there is no place by id for a particle that came later");
    }
}
