//! Runs the list of a substep with the shaders.

use std::sync::Arc;

use super::buffers::Buffers;
use super::context::Context;
use super::options::GpuOptions;
use super::parities::Parities;
use super::pipelines::Pipelines;
use super::submissions::{Submissions, batch};
use super::timing::Timestamps;
use crate::passes::Slot;
use crate::sizes::Sizes;
use crate::solver::{BackendInfo, Solver, SolverError, Span};
use crate::steps::{Lists, Parts, Step};
use crate::world::World;
use crate::world::body::Body;
use crate::world::frame::Frame;
use crate::world::identity::{Identity, Standing};
use crate::world::levels::Census;
use crate::world::links::LinkRows;
use crate::world::measures::Measures;
use crate::world::obstacles::Obstacles;
use crate::world::obstacles::cover::Cover;
use crate::world::params::{LinkStage, Params, Substep};
use crate::world::particle::{Displacement, NewParticle, Particle};
use crate::world::state::{Counters, State};

/// The GPU backend.
pub struct GpuSolver {
    pub(super) context: Context,
    pub(super) buffers: Buffers,
    pub(super) pipelines: Pipelines,
    pub(super) submissions: Submissions,
    pub(super) params: Params,
    pub(super) options: GpuOptions,
    pub(super) parts: Parts,
    pub(super) lists: Lists,
    pub(super) obstacles: Arc<Obstacles>,
    /// Where they can be touched.
    pub(super) cover: Cover,
    pub(super) frame: Frame,
    /// Of all particles, those that joined included.
    pub(super) census: Census,
    /// The substep that follows, for measuring.
    pub(super) next_index: u32,
    pub(super) identity: Identity,
    pub(super) parities: Parities,
    pub(super) sizes: Sizes,
    pub(super) link_stages: Vec<LinkStage>,
    /// As the world has them: what is constant about links is asked of these.
    pub(super) links: LinkRows,
}

impl GpuSolver {
    /// The GPU backend for a world, at its start.
    ///
    /// # Errors
    /// A start that does not fit the world, a buffer that the adapter does not bind, or a device that was lost.
    pub fn new(context: &Context, world: &World) -> Result<Self, SolverError> {
        Self::with_options(context, world, &GpuOptions::default())
    }

    /// As [`Self::new`], with shaders built in another way.
    ///
    /// # Errors
    /// As for [`Self::new`].
    ///
    /// # Panics
    /// If a patch has nothing to replace.
    pub fn with_options(context: &Context, world: &World, options: &GpuOptions) -> Result<Self, SolverError> {
        world.check_start().map_err(|reason| SolverError::State { reason })?;
        let params = Params { tile_length: context.shape.tile_length(&world.params), ..world.params_of_parts() };
        let link_stages = world.link_stages();
        let sizes = Sizes { tiles: params.tile_count().into(), ..world.sizes() };
        let parts = world.parts();
        let lists = parts.lists();
        // Buffers first: one that does not fit is refused before anything is compiled.
        let buffers = context.make(|| Buffers::new(context, &params, &world.start, &link_stages, &sizes))?;
        let mut pipelines = Pipelines::new(context, options, parts, &params)?;
        context.make(|| {
            pipelines.bind(context, &buffers);
            Ok(())
        })?;
        let mut solver = Self {
            context: context.clone(),
            obstacles: world.obstacles.clone(),
            cover: world.obstacles.still().clone(),
            frame: world.frame.clone(),
            census: world.census(),
            next_index: world.first_substep,
            identity: Identity::of(world),
            buffers,
            pipelines,
            submissions: Submissions::new(context),
            params,
            options: options.clone(),
            parts,
            lists,
            parities: Parities::default(),
            sizes,
            link_stages,
            links: world.start.links.clone(),
        };
        solver.start_obstacles();
        Ok(solver)
    }

    /// Substeps of one submission.
    pub(super) fn batch(&self) -> usize {
        let dispatches = |step: &Step| if let Step::Dispatch(pass) = step { pass.dispatches(&self.sizes) } else { 0 };
        let dispatches = self.lists.substep.iter().map(dispatches).sum();
        batch(&self.context, self.params.particle_count, dispatches, self.obstacles.mover_count() > 0)
    }

    /// Looks whether all that was submitted came to its end.
    pub(super) fn check_ends(&self) -> Result<(), SolverError> {
        self.submissions.check(&self.context)?;
        self.buffers.ended_loops.check(&self.context)
    }

    /// The device that this runs on.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Constants of the passes as this backend uses them.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The lists of its world.
    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// The current buffer of a slot, for somebody else's shaders; another one after the next run. Layouts are those of what
    /// [`State`](crate::world::state::State) has of the same name. A buffer may be longer than what it holds, as for particles that
    /// may join. On llvmpipe [`Solver::wait`] tells whether its shaders came to their ends.
    ///
    /// # Safety
    /// Nothing may write to it: bind it to read only, and copy from it only. The shaders of the passes look up without checks what is in it.
    #[allow(unsafe_code, reason = "what is written to it is out of the crate's hands")]
    pub unsafe fn buffer(&self, slot: Slot) -> &wgpu::Buffer {
        self.current(slot)
    }

    /// The same within the crate.
    pub(crate) fn current(&self, slot: Slot) -> &wgpu::Buffer {
        self.buffers.get(slot, self.parities)
    }
}

impl std::fmt::Debug for GpuSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GpuSolver").field("info", self.backend()).field("particles", &self.params.particle_count).finish_non_exhaustive()
    }
}

impl Solver for GpuSolver {
    fn backend(&self) -> &BackendInfo {
        &self.context.info
    }

    fn check_world(&self, world: &World) -> Result<(), SolverError> {
        let Self { params, obstacles, .. } = self;
        self.identity.check_start(world, &Standing { params, parts: self.parts, obstacles, next_index: self.next_index })
    }

    fn run(&mut self, substeps: &[Substep]) -> Result<(), SolverError> {
        substeps.chunks(self.batch()).try_for_each(|batch| self.submit(batch, &[]))
    }

    fn next_substep(&self) -> Option<u32> {
        Some(self.next_index)
    }

    fn run_digesting(&mut self, substeps: &[Substep]) -> Result<Vec<u64>, SolverError> {
        let mut all = Vec::with_capacity(substeps.len());
        for batch in substeps.chunks(self.batch()) {
            self.submit(batch, &self.lists.digest.clone())?;
            all.extend(self.digests(batch.len())?);
        }
        Ok(all)
    }

    fn run_timed(&mut self, substeps: &[Substep]) -> Result<Vec<Span>, SolverError> {
        self.time(substeps)
    }

    fn go_on_at(&mut self, substep: u32) {
        self.next_index = substep;
    }

    fn reserve(&mut self, particles: u32) -> Result<(), SolverError> {
        self.make_room(particles)
    }

    fn times_by_itself(&self) -> bool {
        Timestamps::are_there(&self.context)
    }

    fn copy_rate(&self) -> Result<f64, SolverError> {
        super::bandwidth::copy_rate(&self.context)
    }

    fn wake(&self) -> Result<(), SolverError> {
        super::bandwidth::wake(&self.context)
    }

    fn wait(&self) -> Result<(), SolverError> {
        self.context.wait()?;
        self.check_ends()
    }

    fn measure(&mut self) -> Result<Measures, SolverError> {
        self.run_list(&self.lists.measuring.clone(), Slot::Measures)?;
        Ok(Measures::from_words(&self.read_elements::<u32>(Slot::Measures)?))
    }

    fn digest(&mut self) -> Result<u64, SolverError> {
        self.run_list(&self.lists.digest.clone(), Slot::Digests)?;
        Ok(self.digests(1)?[0])
    }

    fn counters(&self) -> Result<Counters, SolverError> {
        Ok(self.read_elements(Slot::Counters)?[0])
    }

    fn read_particles(&self) -> Result<Vec<Particle>, SolverError> {
        self.read_elements(Slot::Particles)
    }

    fn read_displacements(&self) -> Result<Vec<Displacement>, SolverError> {
        self.read_elements(Slot::Displacements)
    }

    fn read_bodies(&self) -> Result<Vec<Body>, SolverError> {
        self.read_elements(Slot::Bodies)
    }

    fn anew(&self, world: &World) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(Self::with_options(&self.context, world, &self.options)?))
    }

    fn read_state(&self) -> Result<State, SolverError> {
        Ok(State {
            particles: self.read_particles()?,
            displacements: self.read_displacements()?,
            births: self.read_elements(Slot::Births)?,
            links: self.read_links()?,
            contacts: self.read_elements(Slot::Contacts)?,
            bodies: self.read_bodies()?,
            tangents: self.read_elements(Slot::Tangents)?,
            counters: self.counters()?,
        })
    }

    fn write_state(&mut self, state: &State) -> Result<(), SolverError> {
        state.check(&self.params, &self.sizes, &self.links).map_err(|reason| SolverError::State { reason })?;
        self.census = Census::of(self.params.cell_bits, &state.particles);
        self.put_state(state)
    }

    fn spawn(&mut self, particles: &[NewParticle]) -> Result<(), SolverError> {
        self.add_particles(particles)
    }

    fn set_obstacles(&mut self, obstacles: &Arc<Obstacles>) -> Result<(), SolverError> {
        self.replace_obstacles(obstacles)
    }

    fn set_fall(&mut self, params: &Params) -> Result<(), SolverError> {
        self.params.set_fall(params);
        self.buffers.write_params(&self.context, &self.params);
        self.context.check()
    }

    fn memory_bytes(&self) -> u64 {
        self.buffers.bytes()
    }

    fn as_gpu(&self) -> Option<&GpuSolver> {
        Some(self)
    }
}

#[cfg(all(test, feature = "viewer"))]
mod tests {
    use super::*;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    #[test]
    fn one_that_is_made_anew_is_built_alike() {
        let Some(context) = Context::for_test() else { return };
        let world = World::new(&WorldSpec { particles: vec![ParticleSpec::at([1.0; 2], 0.5)], ..WorldSpec::default() }).unwrap();
        for checked in [false, true] {
            let solver = GpuSolver::with_options(&context, &world, &GpuOptions { checked, ..GpuOptions::default() }).unwrap();
            assert_eq!(solver.anew(&world).unwrap().as_gpu().unwrap().options.checked, checked);
        }
    }
}
