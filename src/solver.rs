//! What a backend does. The viewer, the command line, the tests and the benchmarks see this trait; they
//! do not know which backend they drive.

mod error;
mod timing;

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;

use crate::cpu::CpuSolver;
#[cfg(feature = "gpu")]
use crate::gpu::GpuSolver;
use crate::world::World;
use crate::world::body::Body;
use crate::world::measures::Measures;
use crate::world::obstacles::Obstacles;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, NewParticle, Particle};
use crate::world::state::{Counters, State};

pub use error::SolverError;
pub use timing::{PassTime, Span};

/// Runs substeps and tells about the state. Calls that run and calls that read may be mixed freely; those that only read
/// leave everything as it is, so that whoever has a shared reference can watch a simulation but not drive it.
///
/// On an adapter that ends loops, all that waits or shows what a state has come to returns [`SolverError::LoopEnded`] from then on,
/// until another is [written](Self::write_state).
///
/// What others implement it for wraps one of the two backends and hands on what that tells: [`BackendInfo`] and [`Span`] are made in this
/// crate alone, so that they may get more fields.
pub trait Solver: Debug + Send + Sync {
    /// Where this runs.
    fn backend(&self) -> &BackendInfo;

    /// Refuses a world that this was not made for, or one at whose start this is not any more: [`Simulation::new`](crate::Simulation::new)
    /// asks. What wraps a backend hands it on; where nothing does, nothing is refused.
    ///
    /// # Errors
    /// [`SolverError::OtherWorld`].
    fn check_world(&self, world: &World) -> Result<(), SolverError> {
        let _ = world;
        Ok(())
    }

    /// Runs substeps, one after the other, of values as [`Clock::substep`](crate::world::clock::Clock::substep) of the world makes them: others
    /// are not checked.
    ///
    /// # Errors
    /// A GPU that was lost, or one that does not bind what obstacles that move may come to: then those before
    /// [`next_substep`](Self::next_substep) were run. On the CPU [`SolverError::Interrupted`].
    fn run(&mut self, substeps: &[Substep]) -> Result<(), SolverError>;

    /// The index of the substep that comes next, where running may end in the middle with an error.
    fn next_substep(&self) -> Option<u32> {
        None
    }

    /// The index of the substep that comes next, where that is another one than after the last that was run: what is measured until then is
    /// measured at that time.
    fn go_on_at(&mut self, substep: u32) {
        let _ = substep;
    }

    /// Makes room for so many particles more, where that takes a while.
    ///
    /// # Errors
    /// As for [`Self::spawn`].
    fn reserve(&mut self, particles: u32) -> Result<(), SolverError> {
        let _ = particles;
        Ok(())
    }

    /// Runs substeps and returns the digest after each.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn run_digesting(&mut self, substeps: &[Substep]) -> Result<Vec<u64>, SolverError>;

    /// Runs substeps and returns when each pass of each ran. Slower than [`Solver::run`]: every pass is timed on its own, by
    /// timestamps where a GPU has them.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn run_timed(&mut self, substeps: &[Substep]) -> Result<Vec<Span>, SolverError>;

    /// Whether [`Solver::run_timed`] goes by a clock of the device, so that neither handing a pass over nor waiting for it counts.
    fn times_by_itself(&self) -> bool {
        false
    }

    /// Bytes per second, read and written, that a plain copy of memory moves here: what a pass can reach at best where its
    /// buffers do not fit the caches.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn copy_rate(&self) -> Result<f64, SolverError>;

    /// Keeps what this runs on busy until it has its full speed, where that takes a moment: before something is measured.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn wake(&self) -> Result<(), SolverError> {
        Ok(())
    }

    /// Waits until everything asked for is done.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn wait(&self) -> Result<(), SolverError>;

    /// Sums and maxima of the current state.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn measure(&mut self) -> Result<Measures, SolverError>;

    /// The digest of the current state, independent of the order of particles.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn digest(&mut self) -> Result<u64, SolverError>;

    /// What has been counted since the start.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn counters(&self) -> Result<Counters, SolverError>;

    /// A copy of the particle records, in any order.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn read_particles(&self) -> Result<Vec<Particle>, SolverError>;

    /// A copy of the displacements, in the order of [`Solver::read_particles`].
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn read_displacements(&self) -> Result<Vec<Displacement>, SolverError>;

    /// A copy of what belongs to rough discs, in the order of [`Solver::read_particles`]; empty where all are alike.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn read_bodies(&self) -> Result<Vec<Body>, SolverError>;

    /// A copy of the whole state, particles in any order.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn read_state(&self) -> Result<State, SolverError>;

    /// Replaces the state. The number of particles and the rows of links stay as they were. What contacts carry is nothing where it was
    /// left out, as in the start of a world.
    ///
    /// # Errors
    /// A state of another simulation: other numbers of particles or links, another radius where all discs have the same, or a larger one
    /// than the largest; a place or a speed out of range, or what contacts and links carry that is no number; with the resting solver a
    /// linked particle that is pinned and was not, or the other way round. Else as for
    /// [`Solver::run`].
    fn write_state(&mut self, state: &State) -> Result<(), SolverError>;

    /// Adds particles, whose ids follow the ones there are, one by one.
    ///
    /// # Errors
    /// More particles than the backend can hold, an id that does not follow, one that is not live or pinned, or a radius,
    /// place or speed that does not fit: then there are none of them. Else as for [`Solver::run`].
    fn spawn(&mut self, particles: &[NewParticle]) -> Result<(), SolverError>;

    /// Replaces the obstacles from the next substep on. Discs in what was not there before are put out of it.
    ///
    /// # Errors
    /// [`SolverError::OthersObstacles`]; more obstacles than the backend can hold. Either leaves those that there are. Else as
    /// for [`Solver::run`].
    fn set_obstacles(&mut self, obstacles: &Arc<Obstacles>) -> Result<(), SolverError>;

    /// Takes over gravity and drag, from the next substep on, of the constants of the same world with others. What pulls in each substep
    /// stands in its values.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn set_fall(&mut self, params: &Params) -> Result<(), SolverError>;

    /// Another backend of this kind at the start of a world, with the same threads or on the same device.
    ///
    /// # Errors
    /// As for [`Backend::solver`](crate::Backend::solver).
    fn anew(&self, world: &World) -> Result<Box<dyn Solver>, SolverError>;

    /// Memory that the simulation takes, in bytes.
    fn memory_bytes(&self) -> u64;

    /// The GPU backend with its buffers, if this is one: for drawing without a readback.
    #[cfg(feature = "gpu")]
    fn as_gpu(&self) -> Option<&GpuSolver> {
        None
    }

    /// The CPU backend, if this is one: for drawing without a copy of the state ([`CpuSolver::particles`]).
    fn as_cpu(&self) -> Option<&CpuSolver> {
        None
    }
}

/// Where a solver runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BackendInfo {
    /// `gpu` or `cpu`.
    pub backend: &'static str,
    /// Name of the adapter, or the number of threads.
    pub name: String,
    /// Driver and its version; empty on the CPU.
    pub driver: String,
    /// `DiscreteGpu`, `IntegratedGpu`, `VirtualGpu`, `Cpu` (a software adapter), `Other`, or `Threads` for the CPU backend.
    #[serde(rename = "type")]
    pub kind: String,
    /// Graphics interface; empty on the CPU.
    pub api: String,
}

impl BackendInfo {
    /// Whether this is a GPU made of hardware, on which a million particles are a fair start.
    pub fn is_hardware(&self) -> bool {
        self.backend == "gpu" && self.kind != "Cpu"
    }
}

impl std::fmt::Display for BackendInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.backend == "cpu" { write!(f, "CPU ({})", self.name) } else { write!(f, "{} ({}, {})", self.name, self.api, self.driver) }
    }
}
