//! What is done to the particles of a simulation by hand, between substeps.

use std::collections::HashSet;

use super::reading::by_id;
use super::{Simulation, SimulationError};
use crate::checkpoint::Snapshot;
use crate::solver::SolverError;
use crate::world::body::{Body, turned_by};
use crate::world::particle::{Particle, Phase};
use crate::world::spec::ParticleSpec;
use crate::world::state::State;
use crate::world::{World, WorldError};

impl Simulation {
    /// Adds particles, live or pinned, whose centres are inside the world; their ids follow the ones there are. Returns the id of the
    /// first. Where all discs of the world have been alike from its start, these have the mass of those, however large they are (unless
    /// [`WorldSpec::own_bodies`](crate::world::spec::WorldSpec::own_bodies)); one in an obstacle is put out of it from the next
    /// substep on, and not refused as at the start.
    ///
    /// In other worlds one that joins weighs at most 255 times the [heaviest](crate::world::World::heaviest), and at least a millionth of it.
    ///
    /// Ids are given once: what was [removed](Self::remove) keeps its own, and its place in the state. So a game that spawns and removes
    /// without end grows and slows: each id that was ever given takes some 157 bytes with the resting solver and 65 with the plain one (more
    /// where discs differ), and all of them are gone over by whatever reads or writes the state, and by the passes (those of the CPU leave
    /// removed ones out, where there are no links). Before that is too much, make a world of the discs that are left.
    ///
    /// # Errors
    /// As for [`World::new_particle`](crate::world::World::new_particle), a radius above the [largest](crate::world::spec::WorldSpec::largest_radius) of the world among them, and a
    /// [birth](ParticleSpec::birth) above 0 (what joins is there from now on); more than the backend holds.
    pub fn spawn(&mut self, particles: &[ParticleSpec]) -> Result<u32, SimulationError> {
        let first = self.particle_count;
        let fixed = (first..).zip(particles).map(|(id, p)| self.world.new_particle(id, p)).collect::<Result<Vec<_>, _>>()?;
        self.solver.spawn(&fixed)?;
        self.particle_count += particles.len() as u32;
        Ok(first)
    }

    /// Makes room for so many particles more, so that [`Self::spawn`] does not have to make it in the middle of a game: on a GPU that means
    /// to read the whole state back and to make all buffers anew. On the CPU nothing is done.
    ///
    /// # Errors
    /// More than the backend holds: then all is as before.
    pub fn reserve(&mut self, particles: u32) -> Result<(), SimulationError> {
        Ok(self.solver.reserve(particles)?)
    }

    /// Gives particles, by their ids, other velocities, in scene units per second: a kick, a wind, a hand of one's own. The whole state is
    /// read back and written for it, so that one call with many is far cheaper than many calls; one with none costs nothing.
    ///
    /// # Errors
    /// A particle that there is not, one that is pinned or was removed, a velocity that is no number or faster than a displacement can
    /// hold: then all are as before. Else as for [`Self::step_frame`].
    pub fn set_velocities(&mut self, velocities: &[(u32, [f64; 2])]) -> Result<(), SimulationError> {
        self.edit(velocities, |simulation, state, indices| {
            velocities.iter().try_for_each(|&(id, velocity)| {
                let index = simulation.index_of_kept(id, indices, state)?;
                if state.particles[index].phase() == Phase::Pinned {
                    return Err(SimulationError::Still { id });
                }
                state.displacements[index] = simulation.world.displacement_of(id, velocity)?;
                Ok(())
            })
        })
    }

    /// Puts particles, by their ids, into other places, in scene units; they keep their velocities. Discs that are put into others are pushed
    /// out of them as those that start so. As costly as [`Self::set_velocities`].
    ///
    /// # Errors
    /// A particle that there is not, one that was removed, a place outside the world: then all are as before. Else as for
    /// [`Self::step_frame`].
    pub fn set_positions(&mut self, positions: &[(u32, [f64; 2])]) -> Result<(), SimulationError> {
        self.edit(positions, |simulation, state, indices| {
            positions.iter().try_for_each(|&(id, position)| {
                let index = simulation.index_of_kept(id, indices, state)?;
                state.particles[index] = state.particles[index].moved_to(simulation.world.place_of(id, position)?);
                Ok(())
            })
        })
    }

    /// Turns particles, by their ids: to an angle, counter-clockwise in radians, and to an angular velocity in radians per second, as
    /// [`Self::rotations`] tells them. As costly as [`Self::set_velocities`].
    ///
    /// # Errors
    /// [`SimulationError::NoRotation`]; a particle that there is not, or that was removed, an angular velocity for one that is pinned, what
    /// is no number or makes the rim faster than a displacement can hold: then all are as before. Else as for [`Self::step_frame`].
    pub fn set_rotations(&mut self, rotations: &[(u32, [f64; 2])]) -> Result<(), SimulationError> {
        if !self.world.is_rough() && !rotations.is_empty() {
            return Err(SimulationError::NoRotation);
        }
        self.edit(rotations, |simulation, state, indices| {
            rotations.iter().try_for_each(|&(id, [angle, angular_velocity])| {
                let index = simulation.index_of_kept(id, indices, state)?;
                let particle = &state.particles[index];
                if particle.phase() == Phase::Pinned && angular_velocity != 0.0 {
                    return Err(SimulationError::Still { id });
                }
                if !angle.is_finite() {
                    return Err(WorldError::Particle { id, name: "angle", value: angle, allowed: "a finite number".into() }.into());
                }
                let spin = simulation.world.spin_of(particle, angular_velocity)?;
                state.bodies[index] = Body { angle: turned_by(angle), spin, ..state.bodies[index] };
                Ok(())
            })
        })
    }

    /// Removes particles, by their ids, as if they had left through an open side: they are counted as removed, links to them break in the
    /// next substep (until then [`State::link_count`] counts them), and ids stay as they are: none is given again, see [`Self::spawn`].
    /// Those that were removed before stay so. As costly as [`Self::set_velocities`].
    ///
    /// # Errors
    /// A particle that there is not: then all are as before. Else as for [`Self::step_frame`].
    pub fn remove(&mut self, ids: &[u32]) -> Result<(), SimulationError> {
        self.edit(ids, |simulation, state, indices| {
            state.remove(&ids.iter().map(|&id| simulation.index_of(id, indices)).collect::<Result<Vec<_>, _>>()?);
            Ok(())
        })
    }

    /// Pins particles, by their ids, where they are: they stop, and nothing moves them but [`Self::set_positions`]. Those that were pinned
    /// stay so. As costly as [`Self::set_velocities`].
    ///
    /// # Errors
    /// A particle that there is not, or that is not in the world; with the resting solver [`SimulationError::Linked`]: then all are as
    /// before. Else as for [`Self::step_frame`].
    pub fn pin(&mut self, ids: &[u32]) -> Result<(), SimulationError> {
        self.set_phase(ids, Phase::Pinned, |_, body| Ok(Body { inverse_mass: 0.0, spin: 0, ..body }))
    }

    /// Lets pinned particles go, by their ids, at rest. What is pinned has no mass: each gets mass and surface of the material with this
    /// number, 0 where all discs are alike. Those that were not pinned stay as they are. As costly as [`Self::set_velocities`].
    ///
    /// # Errors
    /// As for [`Self::pin`]; a material that there is not, or whose mass no disc may have that [joins](Self::spawn).
    pub fn release(&mut self, ids: &[u32], material: u16) -> Result<(), SimulationError> {
        let world = self.world.clone();
        self.set_phase(ids, Phase::Live, |particle, body| Ok(Body { angle: body.angle, ..world.body_of(particle, material)? }))
    }

    /// Gives particles that are in the world another phase, at rest, and other bodies.
    fn set_phase(
        &mut self,
        ids: &[u32],
        phase: Phase,
        other: impl Fn(&Particle, Body) -> Result<Body, WorldError>,
    ) -> Result<(), SimulationError> {
        self.edit(ids, |simulation, state, indices| {
            // Joints have a mass of their own for each end.
            let linked: HashSet<u32> = state.links.held().flat_map(|(row, joint)| [joint.id, row.partner]).collect();
            ids.iter().try_for_each(|&id| {
                let index = simulation.index_of(id, indices)?;
                let particle = state.particles[index];
                if !particle.in_grid() {
                    return Err(SimulationError::Absent { id, phase: particle.phase() });
                }
                if particle.phase() == phase {
                    return Ok(());
                }
                if linked.contains(&id) {
                    return Err(SimulationError::Linked { id });
                }
                let body = other(&particle, state.bodies.get(index).copied().unwrap_or_default())?;
                (state.particles[index], state.displacements[index]) = (particle.with_phase(phase), [0; 2]);
                // Where all discs are alike there are none.
                state.bodies.get_mut(index).into_iter().for_each(|own| *own = body);
                Ok(())
            })
        })
    }

    /// Changes the state, which `change` gets with the index of each particle by its id, where there is anything to change. Where that fails
    /// all is as before.
    fn edit<T>(
        &mut self,
        edits: &[T],
        change: impl FnOnce(&Self, &mut State, &[usize]) -> Result<(), SimulationError>,
    ) -> Result<(), SimulationError> {
        if edits.is_empty() {
            return Ok(());
        }
        // In the order that the solver has them in, so that the next sort finds them where they belong.
        let mut state = self.solver.read_state()?;
        let indices = by_id(&state.particles, 0..state.particles.len());
        change(self, &mut state, &indices)?;
        Ok(self.solver.write_state(&state)?)
    }

    /// Where a particle is in a state, by the indices of all by id.
    fn index_of(&self, id: u32, indices: &[usize]) -> Result<usize, SimulationError> {
        indices.get(id as usize).copied().ok_or(SimulationError::NoParticle { id, count: self.particle_count })
    }

    /// As [`Self::index_of`], of a particle that was not removed.
    fn index_of_kept(&self, id: u32, indices: &[usize], state: &State) -> Result<usize, SimulationError> {
        let index = self.index_of(id, indices)?;
        match state.particles[index].phase() {
            Phase::Removed => Err(SimulationError::Absent { id, phase: Phase::Removed }),
            _ => Ok(index),
        }
    }

    /// Goes back to a moment of this simulation, or on to one of another with the same world, time and all: what follows comes to the same
    /// bits as it did from there, if gravity, drag and obstacles are those of then. Where others have joined since, or had joined then, the
    /// backend is made anew for as many as there were; that takes as long as at the start.
    ///
    /// ```
    /// use jostle::{Backend, Scene, Simulation, Snapshot, scene::Overrides};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let world = Scene::find("rain")?.build(&Overrides { particles: Some(500), ..Overrides::default() })?;
    /// let mut simulation = Simulation::start(world, &Backend::cpu(Some(1)))?;
    /// simulation.step(100)?;
    /// let then = Snapshot::of(&simulation)?;
    /// simulation.step(100)?;
    /// let first = simulation.digest()?;
    /// simulation.restore(&then)?;
    /// assert_eq!(simulation.substep_count(), 100);
    /// simulation.step(100)?;
    /// assert_eq!(simulation.digest()?, first);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A snapshot of another world: then all is as before. Else as for [`Self::set_state`], and for [`Self::start`] where the backend is made
    /// anew.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SimulationError> {
        if snapshot.is_of_another_world(&self.world) {
            return Err(SolverError::State { reason: "it is of another world".into() }.into());
        }
        let misfit = |reason| SolverError::State { reason };
        let state = self.world.state_with_own(snapshot.state().clone()).map_err(misfit)?;
        match self.solver.write_state(&state) {
            // Others had joined then.
            Err(SolverError::State { .. }) => {
                let world = World::clone(&self.world).resumed(state, snapshot.substeps()).map_err(misfit)?;
                self.solver = self.solver.anew(&world)?;
                self.particle_count = world.particle_count() as u32;
            }
            written => written?,
        }
        self.solver.go_on_at(snapshot.substeps());
        self.substep_count = snapshot.substeps();
        Ok(())
    }

    /// Replaces the state: by one that [`Self::state`] gave before, or one in which particles were moved or turned by hand. Time goes on
    /// from where it is, and with it emitters and what moves on rails ([`Self::restore`] takes time back, too).
    ///
    /// ```
    /// use jostle::world::{World, spec::{ParticleSpec, WorldSpec}};
    /// use jostle::{Backend, Simulation};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let particles = vec![ParticleSpec::at([50.0, 50.0], 0.5)];
    /// let world = World::new(&WorldSpec { particles, ..WorldSpec::default() })?;
    /// let mut simulation = Simulation::start(world, &Backend::cpu(Some(1)))?;
    /// let before = simulation.state()?;
    /// simulation.step(80)?;
    /// assert!(simulation.positions()?[0][1] < 50.0);
    /// simulation.set_state(&before)?;
    /// assert_eq!(simulation.positions()?, [[50.0, 50.0]]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As for [`Solver::write_state`](crate::Solver::write_state): other numbers of particles or links, and what is out of range; other
    /// births than the world has.
    pub fn set_state(&mut self, state: &State) -> Result<(), SimulationError> {
        if state.births != self.world.start.births {
            return Err(SolverError::State { reason: "other births: they are those of the world".into() }.into());
        }
        Ok(self.solver.write_state(state)?)
    }
}
