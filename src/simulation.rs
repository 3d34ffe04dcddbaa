//! A world that runs: the clock, the tool under the mouse and a backend.

mod edits;
mod obstacles;
mod reading;

use std::sync::Arc;

use crate::backend::Backend;
use crate::solver::{PassTime, Solver, SolverError, Span};
use crate::world::params::Substep;
use crate::world::particle::Phase;
use crate::world::spec::Fall;
use crate::world::tool::Tool;
use crate::world::{World, WorldError};

pub use reading::Disc;

/// A simulation in progress. Time goes in fixed substeps, never by the wall clock.
pub struct Simulation {
    world: Arc<World>,
    solver: Box<dyn Solver>,
    substep_count: u32,
    particle_count: u32,
}

impl std::fmt::Debug for Simulation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { solver, substep_count, .. } = self;
        f.debug_struct("Simulation").field("solver", solver).field("substep_count", substep_count).finish_non_exhaustive()
    }
}

/// Why a simulation cannot go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// The backend failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A particle, an obstacle, gravity or drag that does not fit the world.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A particle that there is not.
    #[error("there is no particle {id}: ids are below {count}")]
    NoParticle {
        /// Its id.
        id: u32,
        /// How many particles there are.
        count: u32,
    },
    /// A particle that is not in the world.
    #[error("particle {id} is not in the world: {}", if *phase == Phase::Unborn { "it is not born yet" } else { "it was removed" })]
    Absent {
        /// Its id.
        id: u32,
        /// Its phase.
        phase: Phase,
    },
    /// A velocity, of whatever kind, for a particle that is pinned.
    #[error("particle {id} gets no velocity: it is pinned (release it first)")]
    Still {
        /// Its id.
        id: u32,
    },
    /// A particle with links that is pinned or released: with the resting solver they were made for its mass.
    #[error("particle {id} has links, which were made for its mass: it is neither pinned nor released before they are cut")]
    Linked {
        /// Its id.
        id: u32,
    },
    /// Rotations for discs that do not turn.
    #[error(
        "discs of this world do not turn: the solver is the plain one, or all are alike, without friction and rolling resistance (with the \
         resting solver `WorldSpec::own_bodies` lets them)"
    )]
    NoRotation,
    /// A checkpoint with a scene that has no longer what the simulation has.
    #[error("{what} of the simulation are not those of the scene {name} any more: change the scene alike ({way_out})")]
    Changed {
        /// The scene.
        name: String,
        /// What was changed.
        what: &'static str,
        /// What changes a scene so.
        way_out: &'static str,
    },
    /// A checkpoint with a scene that is not that of the simulation.
    #[error("the simulation was not made from the scene {name} with these overrides: a checkpoint holds those that it was made from")]
    OtherScene {
        /// The scene.
        name: String,
    },
}

/// Substeps whose inputs are made at once: so few that any number of substeps takes no memory to speak of.
const MAX_AT_ONCE: u32 = 1024;

impl Simulation {
    /// A simulation of `world` on a backend that was made for it and has run nothing yet.
    ///
    /// # Errors
    /// [`SolverError::OtherWorld`]: one that was made for another world, or stands at its start no more. It looks at what both were made
    /// from, not at the state, which may have been written anew.
    pub fn new(world: Arc<World>, solver: Box<dyn Solver>) -> Result<Self, SimulationError> {
        solver.check_world(&world)?;
        Ok(Self::at_start(world, solver))
    }

    /// The same on a backend of which that is known.
    fn at_start(world: Arc<World>, solver: Box<dyn Solver>) -> Self {
        let (particle_count, substep_count) = (world.particle_count() as u32, world.first_substep);
        Self { world, solver, substep_count, particle_count }
    }

    /// A simulation of `world` at its start on a backend.
    ///
    /// # Errors
    /// A buffer that the adapter does not bind or has no memory for, a device that was lost, threads that cannot be had, or a start that was
    /// changed ([`World::start_mut`]) and does not fit the world.
    pub fn start(world: World, backend: &Backend) -> Result<Self, SimulationError> {
        let solver = backend.solver(&world)?;
        Ok(Self::at_start(Arc::new(world), solver))
    }

    /// What does not change by itself.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// The backend, to look at: where it runs, its memory, its buffers for drawing. Only the simulation runs it, so that
    /// its time and its particles are always those of the backend.
    pub fn solver(&self) -> &dyn Solver {
        self.solver.as_ref()
    }

    /// Gravity and drag as they are now.
    pub fn fall(&self) -> Fall {
        self.world.fall()
    }

    /// Replaces gravity, in scene units per second squared, from the next substep on: [`Self::fall`] tells what there is.
    ///
    /// # Errors
    /// No number, or more than a substep can hold: then all is as before. Else as for [`Self::step_frame`].
    pub fn set_gravity(&mut self, gravity: [f64; 2]) -> Result<(), SimulationError> {
        self.set_fall(Fall { gravity, ..self.world.fall() })
    }

    /// Replaces drag, the rate at which speed decays in 1/s, from the next substep on.
    ///
    /// # Errors
    /// Less than 0, or more than 1e6: then all is as before. Else as for [`Self::step_frame`].
    pub fn set_drag(&mut self, drag: f64) -> Result<(), SimulationError> {
        self.set_fall(Fall { drag, ..self.world.fall() })
    }

    /// Replaces both.
    ///
    /// # Errors
    /// As for [`Self::set_gravity`] and [`Self::set_drag`].
    pub fn set_fall(&mut self, fall: Fall) -> Result<(), SimulationError> {
        let world = World::clone(&self.world).with_fall(fall)?;
        self.solver.set_fall(world.params())?;
        self.world = Arc::new(world);
        Ok(())
    }

    /// Substeps since the start of the scene, those before a checkpoint included.
    pub fn substep_count(&self) -> u32 {
        self.substep_count
    }

    /// Simulated seconds since the start of the scene.
    pub fn seconds(&self) -> f64 {
        self.world.clock.seconds(self.substep_count)
    }

    /// Particles, the unborn and the removed ones included.
    pub fn particle_count(&self) -> u32 {
        self.particle_count
    }

    /// Runs one frame without a tool.
    ///
    /// # Errors
    /// A GPU that was lost, or one that does not bind all that obstacles that move may come to on their way. [`Self::substep_count`] tells
    /// what was run before that. On the CPU [`SolverError::Interrupted`].
    pub fn step_frame(&mut self) -> Result<(), SimulationError> {
        self.step(self.world.clock.substeps)
    }

    /// Runs a number of substeps without a tool. A GPU works on while this returns, with up to four submissions on their way: to time it,
    /// [`wait`](Solver::wait) for [`Self::solver`]; what goes wrong there a later call tells. After 2³² substeps, months at the usual rate,
    /// time begins at 0 again, and with it what moves on rails.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn step(&mut self, substeps: u32) -> Result<(), SimulationError> {
        parts(substeps).try_for_each(|count| self.run(self.next_substeps(count, |_| Tool::default())))
    }

    /// Runs one substep for each tool: [`Tool::field`], [`Tool::grab`] and [`Tool::cut`] make them of scene units.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn step_with(&mut self, tools: &[Tool]) -> Result<(), SimulationError> {
        self.run(self.next_substeps(tools.len() as u32, |k| tools[k as usize]))
    }

    fn run(&mut self, mut inputs: Vec<Substep>) -> Result<(), SimulationError> {
        Substep::count_in_last(&mut inputs);
        let done = self.solver.run(&inputs);
        self.counted(inputs.len(), done)
    }

    /// Counts so many substeps if they are done, or else those of them that were run.
    fn counted<T>(&mut self, substeps: usize, done: Result<T, SolverError>) -> Result<T, SimulationError> {
        let all = self.substep_count.wrapping_add(substeps as u32);
        self.substep_count = if done.is_ok() { all } else { self.solver.next_substep().unwrap_or(self.substep_count) };
        Ok(done?)
    }

    /// Runs a number of substeps and returns the digest after each.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn step_digesting(&mut self, substeps: u32) -> Result<Vec<u64>, SimulationError> {
        let mut digests = Vec::new();
        for count in parts(substeps) {
            let inputs = self.next_substeps(count, |_| Tool::default());
            let done = self.solver.run_digesting(&inputs);
            digests.extend(self.counted(inputs.len(), done)?);
        }
        Ok(digests)
    }

    /// Runs a number of substeps and returns the time of each pass over all of them.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn step_timed(&mut self, substeps: u32) -> Result<Vec<PassTime>, SimulationError> {
        let mut times = Vec::new();
        for count in parts(substeps) {
            PassTime::add(&mut times, &self.step_traced(count)?);
        }
        Ok(times)
    }

    /// Runs a number of substeps and returns when each pass of each ran: some tens of bytes for each pass of each, so that a long run takes
    /// many calls.
    ///
    /// # Errors
    /// As for [`Self::step_frame`].
    pub fn step_traced(&mut self, substeps: u32) -> Result<Vec<Span>, SimulationError> {
        let mut inputs = self.next_substeps(substeps, |_| Tool::default());
        Substep::count_in_last(&mut inputs);
        let done = self.solver.run_timed(&inputs);
        self.counted(inputs.len(), done)
    }

    /// The values of the next substeps.
    fn next_substeps(&self, count: u32, tool: impl Fn(u32) -> Tool) -> Vec<Substep> {
        let first = self.substep_count;
        (0..count).map(|k| self.world.clock.substep(first.wrapping_add(k), &tool(k))).collect()
    }
}

/// So many substeps in parts of at most [`MAX_AT_ONCE`].
fn parts(substeps: u32) -> impl Iterator<Item = u32> {
    (0..substeps).step_by(MAX_AT_ONCE as usize).map(move |done| MAX_AT_ONCE.min(substeps - done))
}
