//! A scene that runs in the window: the simulation, what is measured of it, and the buffers to draw from.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::ViewerError;
use super::canvas::Sources;
use super::hand::Hand;
use super::history::History;
use super::loading::{Built, Request};
use super::mirror::{Mirror, storage_buffer};
use super::pour;
use super::small_discs::Light;
use super::solids::Solids;
use super::tools::{ToolName, Toolbox};
use crate::backend::Backend;
use crate::cpu::CpuSolver;
use crate::gpu::Context;
use crate::passes::Slot;
use crate::scene::Overrides;
use crate::simulation::{Simulation, SimulationError};
use crate::solver::{BackendInfo, PassTime, SolverError};
use crate::world::World;
use crate::world::measures::Measures;
use crate::world::state::{Counters, State};

/// A running scene.
pub struct Session {
    /// What it was built from, for a new start and for the panel.
    pub request: Request,
    /// What does not change.
    pub world: Arc<World>,
    /// What was measured last.
    pub stats: Stats,
    /// What it was built with in the end.
    pub built: Overrides,
    pub(super) simulation: Simulation,
    /// With the CPU backend: its state where the shaders can read it.
    mirror: Option<Mirror>,
    link_ends: wgpu::Buffer,
    link_count: u32,
    /// None where obstacles were changed since the last picture.
    pub(super) solids: Option<Solids>,
    /// What moves an obstacle.
    pub(super) hand: Option<Hand>,
    /// The scene before each edit, the first one first.
    pub(super) history: History,
    /// The number that an obstacle in the hand had, and the one that it has since it was put down.
    pub(super) landed: Option<(usize, usize)>,
    runs: u64,
    poured: u32,
}

/// What people like to know of a running scene.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Sums and maxima; `None` before the first time.
    pub measures: Option<Measures>,
    /// What was counted since the start.
    pub counters: Counters,
    /// Milliseconds of each pass in a frame, where passes are timed.
    pub passes: Vec<PassTime>,
    /// Milliseconds that a frame takes to simulate; `None` before the first time.
    pub frame_milliseconds: Option<f64>,
    /// Milliseconds that a picture takes to draw; `None` before the first time.
    pub draw_milliseconds: Option<f64>,
    /// The current picture is one that is timed.
    pub timed: bool,
    measured: Option<Instant>,
    measuring: Duration,
}

/// Runs of substeps from one timing to the next.
const TIMED_EVERY: u64 = 30;

/// Whether a run is timed. The first ones are, until it is known how many substeps fit a picture.
fn is_timed(run: u64) -> bool {
    run < 4 || run.is_multiple_of(TIMED_EVERY)
}

/// Time from one measurement to the next; longer where measuring itself takes long.
const MEASURED_EVERY: Duration = Duration::from_millis(250);

/// Share of the time that measuring may take.
const MEASURING_SHARE: u32 = 12;

impl Session {
    /// A scene at its start. `context` draws it.
    ///
    /// # Errors
    /// A buffer that the adapter does not bind, or a device that was lost.
    pub fn new(request: Request, (world, built): Built, backend: &Backend, context: &Context) -> Result<Self, ViewerError> {
        let world = Arc::new(world);
        let solver = backend.solver(&world)?;
        let ends: Vec<[u32; 2]> = world.start.links.once().map(|(id, row)| [id, row]).collect();
        let link_ends = storage_buffer(context, "link_ends", (ends.len() * 8) as u64)?;
        context.queue.write_buffer(&link_ends, 0, bytemuck::cast_slice(&ends));
        let mut session = Self {
            request,
            mirror: solver.as_cpu().map(|_| Mirror::new(context)),
            simulation: Simulation::new(world.clone(), solver),
            world,
            built,
            stats: Stats::default(),
            link_ends,
            link_count: ends.len() as u32,
            solids: None,
            hand: None,
            history: History::default(),
            landed: None,
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

    /// Simulates the next substeps, with the pouring tool none beyond the frame; `target` is where the tool is held, in steps.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn run(&mut self, toolbox: &mut Toolbox, target: Option<[f64; 2]>, substeps: u32, profile: bool) -> Result<(), ViewerError> {
        let (timed, profiled) = (is_timed(self.runs), profile && self.runs % TIMED_EVERY == TIMED_EVERY / 2);
        self.runs += 1;
        self.stats.timed |= timed;
        if timed {
            self.simulation.solver().wait()?;
        }
        let start = Instant::now();
        self.move_hand(substeps)?;
        if let Some(target) = target {
            self.pour(toolbox, target)?;
            self.simulation.step_with(&toolbox.substeps(&self.world, target, substeps))?;
        } else if profiled {
            self.stats.passes = self.simulation.step_timed(substeps)?;
            let frame = self.share_of_frame(substeps);
            self.stats.passes.iter_mut().for_each(|pass| pass.milliseconds /= frame);
        } else {
            self.simulation.step(substeps)?;
        }
        if timed {
            self.simulation.solver().wait()?;
            self.stats.frame_milliseconds = Some(start.elapsed().as_secs_f64() * 1e3 / self.share_of_frame(substeps));
        }
        Ok(())
    }

    fn share_of_frame(&self, substeps: u32) -> f64 {
        f64::from(substeps) / f64::from(self.world.clock.substeps)
    }

    /// Lets a row of discs fall where a frame begins, counted from when the tool was taken.
    fn pour(&mut self, toolbox: &Toolbox, target: [f64; 2]) -> Result<(), ViewerError> {
        let Some(setting) = toolbox.pouring().filter(|_| toolbox.selected == ToolName::Pour) else { return Ok(()) };
        let substeps = self.world.clock.substeps;
        if !toolbox.held_substeps.is_multiple_of(substeps) {
            return Ok(());
        }
        let discs = pour::row(&self.world, setting, target, toolbox.held_substeps / substeps, self.poured);
        if !discs.is_empty() {
            self.simulation.spawn(&discs)?;
            self.poured = self.poured.wrapping_add(discs.len() as u32);
        }
        Ok(())
    }

    /// Simulates one substep.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn substep(&mut self) -> Result<(), ViewerError> {
        self.move_hand(1)?;
        Ok(self.simulation.step(1)?)
    }

    /// Measures when it is time to.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn measure_now_and_then(&mut self) -> Result<(), ViewerError> {
        let pause = MEASURED_EVERY.max(self.stats.measuring * MEASURING_SHARE);
        if self.stats.measured.is_none_or(|measured| measured.elapsed() >= pause) { self.measure() } else { Ok(()) }
    }

    /// Measures.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn measure(&mut self) -> Result<(), ViewerError> {
        self.simulation.solver().wait()?;
        let start = Instant::now();
        self.stats.measures = Some(self.simulation.measure()?);
        self.stats.counters = self.simulation.counters()?;
        self.stats.measured = Some(Instant::now());
        self.stats.measuring = start.elapsed();
        Ok(())
    }

    /// The raw state, particles by id.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn state(&self) -> Result<State, ViewerError> {
        Ok(self.simulation.state()?)
    }

    /// Substeps since the start.
    pub fn substep_count(&self) -> u32 {
        self.simulation.substep_count()
    }

    /// Simulated seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.simulation.seconds()
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
    pub fn backend(&self) -> BackendInfo {
        self.simulation.solver().backend().clone()
    }

    /// The buffers to draw from, with the current state; `light` where the discs are drawn already.
    ///
    /// # Errors
    /// A buffer that the adapter does not bind.
    pub fn sources(&mut self, context: &Context, light: Option<Light>) -> Result<Sources<'_>, SolverError> {
        let particle_count = self.simulation.particle_count();
        let (link_ends, link_count) = (&self.link_ends, self.link_count);
        let obstacles = self.simulation.obstacles();
        let solids = match &mut self.solids {
            Some(solids) => solids,
            none => none.insert(Solids::new(context, obstacles, &self.world.frame)?),
        };
        solids.update(context, obstacles, self.simulation.substep_count());
        let solver = self.simulation.solver();
        if let (Some(mirror), Some(cpu)) = (&mut self.mirror, solver.as_cpu()) {
            mirror.update(context, cpu, light.is_none(), link_count > 0)?;
        }
        let mirror = self.mirror.as_ref();
        let gpu = solver.as_gpu();
        let buffer = |slot| match (gpu, mirror) {
            (Some(gpu), _) => Ok(gpu.buffer(slot)),
            (None, Some(mirror)) => Ok(mirror.buffer(slot)),
            (None, None) => Err(SolverError::NoAdapter { detail: ": this backend has nothing to draw from".into() }),
        };
        Ok(Sources {
            params: buffer(Slot::Params)?,
            particles: buffer(Slot::Particles)?,
            displacements: buffer(Slot::Displacements)?,
            bodies: buffer(Slot::Bodies)?,
            slots: buffer(Slot::Slots)?,
            link_rows: buffer(Slot::LinkRows)?,
            link_ends,
            pieces: &solids.pieces,
            poses: &solids.poses,
            particle_count,
            link_count,
            piece_count: solids.piece_count,
            light,
        })
    }

    /// The backend's state on the host, if it is there.
    pub fn on_host(&self) -> Option<&CpuSolver> {
        self.simulation.solver().as_cpu()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn what_is_poured_does_not_depend_on_how_many_substeps_a_redraw_simulates() {
        let Some(context) = Context::for_test() else { return };
        let backend = Backend::Cpu { threads: Some(2), instead_of_gpu: None };
        let overrides = Overrides { particles: Some(500), ..Overrides::default() };
        let digest_and_count = |parts: &[u32]| {
            let request = Request { scene: Scene::find("pile").unwrap(), overrides, suggested: None };
            let world = request.scene.build(&overrides).unwrap();
            let mut session = Session::new(request, (world, overrides), &backend, &context).unwrap();
            let mut toolbox = Toolbox::default();
            toolbox.selected = ToolName::Pour;
            toolbox.fit(&session.world);
            let size = session.world.frame.size;
            let target = session.world.frame.position_to_steps([size[0] / 2.0, size[1] * 0.9]).map(f64::from);
            for &part in parts.iter().cycle() {
                if session.substep_count() == 64 {
                    break;
                }
                session.run(&mut toolbox, Some(target), part, true).unwrap();
            }
            (session.simulation.digest().unwrap(), session.particle_count())
        };
        let (digest, count) = digest_and_count(&[8]);
        assert!(count > 510, "{count}");
        assert_eq!(digest_and_count(&[1]), (digest, count));
        assert_eq!(digest_and_count(&[5, 3]), (digest, count));
    }
}
