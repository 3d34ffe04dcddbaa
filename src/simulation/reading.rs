//! What there is to read of a simulation: as numbers in the units of the scene, by id, and raw.

use super::{Simulation, SimulationError};
use crate::cpu::CpuSolver;
use crate::solver::SolverError;
use crate::world::World;
use crate::world::body::Body;
use crate::world::boundaries::BoundaryForce;
use crate::world::forces::{ContactForce, LinkForce};
use crate::world::measures::Measures;
use crate::world::particle::{Displacement, Particle, Phase};
use crate::world::spec::ContactSolver;
use crate::world::state::{Counters, State};
use crate::world::tool::Tool;

/// A particle as it is, in scene units and seconds: in the world while its phase is live or pinned.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Disc {
    /// Its id.
    pub id: u32,
    /// Where its middle is.
    pub position: [f64; 2],
    /// Its velocity, of the last substep.
    pub velocity: [f64; 2],
    /// Its radius.
    pub radius: f64,
    /// Its angle, counter-clockwise in radians from 0 to 2π; 0 where discs do not turn, see [`Simulation::rotations`].
    pub angle: f64,
    /// Its angular velocity, in radians a second.
    pub angular_velocity: f64,
    /// Its mass, see [`World::mass_of`](crate::world::World::mass_of); infinite where it is pinned, which JSON
    /// has no number for.
    pub mass: f64,
    /// Whether it moves, is pinned, is not born yet or was removed.
    pub phase: Phase,
}

impl Simulation {
    /// Sums and maxima of the current state, in integers. In scene units the [world](Self::world) tells them: [`World::rms_speed`],
    /// [`World::max_speed`], [`World::kinetic_energy`], [`World::potential_energy`]; overlaps and counts are methods of [`Measures`].
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn measure(&mut self) -> Result<Measures, SimulationError> {
        Ok(self.solver.measure()?)
    }

    /// Greatest speed of a live particle, in scene units per second: [`World::max_speed`] of what [`Self::measure`] tells.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn max_speed(&mut self) -> Result<f64, SimulationError> {
        let measures = self.measure()?;
        Ok(self.world.max_speed(&measures))
    }

    /// What has been counted since the start.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn counters(&self) -> Result<Counters, SimulationError> {
        Ok(self.solver.counters()?)
    }

    /// The digest of the current state: equal on every backend. It is of the particles, their displacements and bodies; what contacts and
    /// links carry, and counters, show in it a substep later.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn digest(&mut self) -> Result<u64, SimulationError> {
        Ok(self.solver.digest()?)
    }

    /// The raw state, particles by id.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn state(&self) -> Result<State, SimulationError> {
        Ok(self.solver.read_state()?.by_id())
    }

    /// Positions by id, in scene units. Exact to the last step; those of unborn particles are where they will
    /// come out, those of removed ones where they left: [`Self::discs`] tells which they are.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn positions(&self) -> Result<Vec<[f64; 2]>, SimulationError> {
        let particles = self.solver.read_particles()?;
        Ok(by_id(&particles, particles.iter().map(|particle| self.world.frame.position_of(particle))))
    }

    /// All particles by id, the unborn and the removed ones included.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn discs(&self) -> Result<Vec<Disc>, SimulationError> {
        let (particles, displacements) = (self.solver.read_particles()?, self.solver.read_displacements()?);
        let (bodies, world) = (self.solver.read_bodies()?, &self.world);
        let disc = |(place, (particle, &displacement)): (usize, (&Particle, &Displacement))| {
            let body = bodies.get(place);
            Disc {
                id: particle.id,
                position: world.frame.position_of(particle),
                velocity: world.velocity_of(displacement),
                radius: world.frame.length_from_steps(particle.radius()),
                angle: body.map_or(0.0, Body::radians),
                angular_velocity: body.map_or(0.0, |body| world.angular_velocity_of(particle, body)),
                mass: world.mass_of(particle, body),
                phase: particle.phase(),
            }
        };
        Ok(by_id(&particles, particles.iter().zip(&displacements).enumerate().map(disc)))
    }

    /// The discs in the world, live or pinned, whose middles are in a box between two opposite corners, ends included; by id.
    /// What an explosion reaches, what stands on a switch: for any number of regions of one moment, ask [`Self::discs`] once and look
    /// yourself, since each call reads all particles, however few are there.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn discs_in(&self, [a, b]: [[f64; 2]; 2]) -> Result<Vec<Disc>, SimulationError> {
        let is_in = |disc: &Disc| {
            let between = |axis: usize| [(a, b), (b, a)].iter().any(|(low, high)| (low[axis]..=high[axis]).contains(&disc.position[axis]));
            between(0) && between(1)
        };
        let mut discs = self.discs()?;
        discs.retain(|disc| disc.phase.is_in_world() && is_in(disc));
        Ok(discs)
    }

    /// Velocities by id, in scene units per second.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn velocities(&self) -> Result<Vec<[f64; 2]>, SimulationError> {
        let (particles, displacements) = (self.solver.read_particles()?, self.solver.read_displacements()?);
        Ok(by_id(&particles, displacements.iter().map(|&displacement| self.world.velocity_of(displacement))))
    }

    /// Angle, counter-clockwise in radians from 0 to 2π, and angular velocity in radians per second, by id. Empty where discs do
    /// not turn: with the plain solver, or all alike, without friction and rolling resistance.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn rotations(&self) -> Result<Vec<[f64; 2]>, SimulationError> {
        let bodies = self.solver.read_bodies()?;
        if bodies.is_empty() {
            return Ok(Vec::new());
        }
        let particles = self.solver.read_particles()?;
        let rotation = |(particle, body): (&Particle, &Body)| [body.radians(), self.world.angular_velocity_of(particle, body)];
        Ok(by_id(&particles, particles.iter().zip(&bodies).map(rotation)))
    }

    /// The contacts that carry anything, with their forces, by the ids of their discs: see
    /// [`World::contact_forces`](crate::world::World::contact_forces). None with the plain
    /// solver.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn contact_forces(&self) -> Result<Vec<ContactForce>, SimulationError> {
        Ok(self.world.contact_forces(&self.solver.read_state()?))
    }

    /// What the links carry that hold, by the ids of their ends. None with the plain solver.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn link_forces(&self) -> Result<Vec<LinkForce>, SimulationError> {
        Ok(self.world.link_forces(&self.solver.read_state()?))
    }

    /// What walls and obstacles push discs with, by the ids of the discs: in the substep that comes next, without a tool. They keep nothing
    /// of it, so the CPU reference calculates that substep from the whole state, whatever the backend; this simulation stays as it is. That
    /// takes as long as to start a simulation on the CPU. None with the plain solver.
    ///
    /// Where two walls stop a disc in a corner of the world, each is taken to push along its normal alone. What puts discs out of
    /// obstacles that they start in is not in it.
    ///
    /// ```
    /// use jostle::world::boundaries::Boundary;
    /// use jostle::{Backend, Scene, Simulation, scene::Overrides};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let world = Scene::find("settled")?.build(&Overrides { particles: Some(500), ..Overrides::default() })?;
    /// let mut simulation = Simulation::start(world, &Backend::cpu(Some(1)))?;
    /// simulation.step(4_800)?;
    /// let forces = simulation.boundary_forces()?;
    /// let ground = forces.iter().filter(|force| force.boundary == Boundary::Bottom);
    /// let carried: f64 = ground.map(|force| force.normal_force).sum();
    /// let weight: f64 = simulation.discs()?.iter().map(|disc| 10.0 * disc.mass).sum();
    /// assert!((carried / weight - 1.0).abs() < 0.01);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As for [`Self::step_frame`], and for [`Self::start`] on the CPU.
    pub fn boundary_forces(&self) -> Result<Vec<BoundaryForce>, SimulationError> {
        self.boundary_forces_of(self.state()?)
    }

    /// The same of its state, where that has been read.
    pub(crate) fn boundary_forces_of(&self, state: State) -> Result<Vec<BoundaryForce>, SimulationError> {
        if self.world.solver() == ContactSolver::Plain {
            return Ok(Vec::new());
        }
        let world = World::clone(&self.world).resumed(state, self.substep_count).map_err(|reason| SolverError::State { reason })?;
        let threads = self.solver.as_cpu().map(CpuSolver::thread_count);
        let substep = self.world.clock.substep(self.substep_count, &Tool::default());
        Ok(CpuSolver::new(&world, threads)?.boundary_forces(&world, substep))
    }
}

/// What belongs to each particle, in the order of ids: the ids of a backend's particles are the numbers below their count.
pub(super) fn by_id<T: Copy + Default>(particles: &[Particle], values: impl Iterator<Item = T>) -> Vec<T> {
    let mut ordered = vec![T::default(); particles.len()];
    for (particle, value) in particles.iter().zip(values) {
        ordered[particle.id as usize] = value;
    }
    ordered
}
