//! A scene that runs in the window: the simulation, what was measured of it, and what else goes with it.

use std::sync::Arc;
use std::time::Duration;

use super::ViewerError;
use super::beside::Lent;
use super::hand::Hand;
use super::history::History;
use super::inspected::Inspected;
use super::loading::{Built, Request};
use super::mirror::{Mirror, storage_buffer};
use super::solids::Solids;
use super::stats::Stats;
use crate::backend::Backend;
use crate::cpu::CpuSolver;
use crate::gpu::Context;
use crate::scene::Overrides;
use crate::simulation::{Simulation, SimulationError};
use crate::solver::BackendInfo;
use crate::world::World;
use crate::world::state::State;

/// A running scene.
pub struct Session {
    /// What it was built from, for a new start and for the panel.
    pub request: Request,
    /// What does not change by itself.
    pub world: Arc<World>,
    /// What was measured last.
    pub stats: Stats,
    /// What it was built with in the end.
    pub built: Overrides,
    pub(super) simulation: Lent,
    /// With the CPU backend: its state where the shaders can read it.
    pub(super) mirror: Option<Mirror>,
    /// The same as it was at the start: scales go by that.
    pub opened: Arc<World>,
    /// Its gravity and drag are not those of the simulation yet.
    pub(super) falls_anew: bool,
    pub(super) link_ends: wgpu::Buffer,
    pub(super) link_count: u32,
    /// None where obstacles were changed since the last picture.
    pub(super) solids: Option<Solids>,
    /// What moves an obstacle.
    pub(super) hand: Option<Hand>,
    /// The scene before each edit, the first one first.
    pub(super) history: History,
    /// The number that an obstacle in the hand had, and the one that it has since it was put down.
    pub(super) landed: Option<(usize, usize)>,
    /// The disc that somebody asked about.
    pub inspected: Option<Inspected>,
    /// Where somebody asked about one while the simulation was away, in steps.
    pub(super) asked_about: Option<[f64; 2]>,
    /// The contacts that carry anything were more than the adapter binds, when they were to be drawn last.
    pub(super) too_many_forces: bool,
    /// Runs of substeps so far.
    pub(super) runs: u64,
    /// Discs that the tool has poured so far.
    pub(super) poured: u32,
}

impl Session {
    /// A scene at its start. `context` draws it.
    ///
    /// # Errors
    /// A buffer that the adapter does not bind, or a device that was lost.
    pub fn new(request: Request, (world, built): Built, backend: &Backend, context: &Context) -> Result<Self, ViewerError> {
        let simulation = Simulation::start(world, backend)?;
        let world = simulation.world().clone();
        let ends: Vec<[u32; 2]> = world.start.links.once().map(|(id, row)| [id, row]).collect();
        let link_ends = storage_buffer(context, "link_ends", (ends.len() * 8) as u64)?;
        context.queue.write_buffer(&link_ends, 0, bytemuck::cast_slice(&ends));
        let mut session = Self {
            request,
            mirror: simulation.solver().as_cpu().map(|_| Mirror::new(context)),
            simulation: Lent::new(simulation),
            opened: world.clone(),
            world,
            falls_anew: false,
            built,
            stats: Stats::default(),
            link_ends,
            link_count: ends.len() as u32,
            solids: None,
            hand: None,
            history: History::default(),
            landed: None,
            inspected: None,
            asked_about: None,
            too_many_forces: false,
            runs: 0,
            poured: 0,
        };
        // Sorts the particles too, after which the places by id are there and links can be drawn.
        session.measure()?;
        Ok(session)
    }

    /// The scene from its start again, with its edits.
    ///
    /// # Errors
    /// As for [`Self::new`]; a particle that starts inside an obstacle.
    pub fn restarted(&mut self, backend: &Backend, context: &Context) -> Result<Self, ViewerError> {
        self.release(true)?;
        let specs = self.request.scene.obstacles(&self.built)?;
        let world = World::clone(&self.world).with_obstacles(&specs).map_err(SimulationError::from)?;
        let session = Self::new(self.request.clone(), (world, self.built), backend, context)?;
        Ok(Self { history: self.history.clone(), landed: self.landed, ..session })
    }

    /// The raw state, particles by id.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn state(&mut self) -> Result<State, ViewerError> {
        Ok(self.simulation.here().state()?)
    }

    /// Substeps since the start.
    pub fn substep_count(&self) -> u32 {
        self.simulation.substep_count()
    }

    /// Simulated seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.seconds_of(self.simulation.substep_count())
    }

    /// The frames that are done, as commands count them (from a checkpoint on), and the substeps of the one that is not.
    pub fn frame(&self) -> [u32; 2] {
        let (done, of_frame) = (self.simulation.substep_count() - self.world.first_substep, self.world.clock.substeps);
        [done / of_frame, done % of_frame]
    }

    /// Simulated seconds of a number of substeps.
    pub fn seconds_of(&self, substeps: u32) -> f64 {
        self.world.clock.seconds(substeps)
    }

    /// How long a substep takes to simulate; before that is known, too long for a second one in the same picture.
    pub fn substep_cost(&self) -> Duration {
        let cost = |milliseconds| milliseconds / 1e3 / f64::from(self.world.clock.substeps);
        Duration::from_secs_f64(self.stats.frame_milliseconds.map_or(1.0, cost))
    }

    /// How long a picture takes to draw, as far as is known.
    pub fn draw_cost(&self) -> Duration {
        Duration::from_secs_f64(self.stats.draw_milliseconds.unwrap_or(0.0) / 1e3)
    }

    /// Particles, those poured included.
    pub fn particle_count(&self) -> u32 {
        self.simulation.particle_count()
    }

    /// Links at the start.
    pub fn link_count(&self) -> u32 {
        self.link_count
    }

    /// Where it runs.
    pub fn backend(&mut self) -> BackendInfo {
        self.simulation.here().solver().backend().clone()
    }

    /// The backend's state on the host, if it is there and does not run.
    pub fn on_host(&self) -> Option<&CpuSolver> {
        self.simulation.if_here().and_then(|simulation| simulation.solver().as_cpu())
    }
}
