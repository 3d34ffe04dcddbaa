//! Runs the list of a substep with the shaders.

use std::sync::Arc;
use std::time::Instant;

use super::buffers::Buffers;
use super::context::Context;
use super::parities::Parities;
use super::pipelines::{Pipelines, Values};
use super::readback::{elements, read};
use super::timing::Timestamps;
use crate::passes::{PassKind, Slot};
use crate::slots::{BATCH, Sizes};
use crate::solver::{BackendInfo, Solver, SolverError, Span};
use crate::steps::{Lists, Parts, Step};
use crate::world::contacts::ContactRow;
use crate::world::fixed::CONTACTS_PER_PARTICLE;
use crate::world::frame::Frame;
use crate::world::levels::Census;
use crate::world::links::LinkRows;
use crate::world::measures::Measures;
use crate::world::obstacles::Obstacles;
use crate::world::params::{LinkStage, Params, Substep};
use crate::world::particle::{Displacement, NewParticle, Particle};
use crate::world::state::{Counters, State, check_spawned};
use crate::world::{MAX_PARTICLES, World};

/// The GPU backend.
pub struct GpuSolver {
    context: Context,
    buffers: Buffers,
    pipelines: Pipelines,
    params: Params,
    options: GpuOptions,
    parts: Parts,
    lists: Lists,
    obstacles: Arc<Obstacles>,
    frame: Frame,
    /// Of all particles, those that joined included.
    census: Census,
    /// The substep that follows, for measuring.
    next_index: u32,
    parities: Parities,
    sizes: Sizes,
    link_stages: Vec<LinkStage>,
    colour_ends: Vec<u32>,
}

/// Substeps of one submission where obstacles move.
const MOVING_BATCH: usize = 8;

/// How shaders are built.
#[derive(Clone, Debug, Default)]
pub struct GpuOptions {
    /// Build them with all of wgpu's runtime checks (bounds of every access, bounds of every loop).
    pub checked: bool,
    /// Changes to their text, to prove that a comparison catches them.
    pub patches: Vec<ShaderPatch>,
}

/// A fault planted in a shader.
#[derive(Clone, Debug)]
pub struct ShaderPatch {
    /// The pass.
    pub pass: PassKind,
    /// Text to replace, everywhere in the joined source.
    pub from: String,
    /// What to put there.
    pub to: String,
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
        let params = Params { tile_length: tile_length(context, &world.params), ..world.params_of_parts() };
        let link_stages = world.link_stages();
        let sizes = Sizes { tiles: params.tile_count().into(), ..world.sizes() };
        let parts = world.parts();
        let lists = parts.lists();
        // Buffers first: one that does not fit is refused before anything is compiled.
        let buffers = context.make(|| Buffers::new(context, &params, &world.start, &link_stages, &sizes))?;
        let mut pipelines = Pipelines::new(context, options, &lists, &params)?;
        context.make(|| {
            pipelines.bind(context, &buffers);
            Ok(())
        })?;
        let mut solver = Self {
            context: context.clone(),
            obstacles: world.obstacles.clone(),
            frame: world.frame.clone(),
            census: world.census(),
            next_index: 0,
            buffers,
            pipelines,
            params,
            options: options.clone(),
            parts,
            lists,
            parities: Parities::default(),
            sizes,
            link_stages,
            colour_ends: world.start.links.colour_ends.clone(),
        };
        solver.start_obstacles();
        Ok(solver)
    }

    /// Writes what of the obstacles stays the same while the buffers do.
    fn start_obstacles(&mut self) {
        self.buffers.write_facets(&self.context, self.obstacles.facets());
        self.buffers.write_obstacles(&self.context, &[], self.obstacles.still());
    }

    /// Makes room for obstacles of these sizes.
    fn make_room_for_obstacles(&mut self, sizes: &Sizes) -> Result<(), SolverError> {
        let (context, buffers) = (&self.context, &mut self.buffers);
        if context.make(|| buffers.make_room_for_obstacles(context, sizes))? {
            self.pipelines.bind(&self.context, &self.buffers);
            self.start_obstacles();
        }
        Ok(())
    }

    /// Writes where moving obstacles are in these substeps, which are submitted together.
    fn place_obstacles(&mut self, substeps: &[Substep]) -> Result<(), SolverError> {
        self.next_index = substeps.last().map_or(self.next_index, |substep| substep.index.wrapping_add(1));
        if self.obstacles.mover_count() == 0 {
            return Ok(());
        }
        let poses = self.obstacles.poses(substeps.iter().map(|substep| substep.index));
        let cover = self.obstacles.cover(&poses, &self.frame);
        self.make_room_for_obstacles(&Sizes::of_obstacles(&self.obstacles, &cover))?;
        self.buffers.write_obstacles(&self.context, &poses, &cover);
        Ok(())
    }

    /// What there is room for.
    fn capacities(&self) -> Sizes {
        Sizes { particles: self.buffers.capacity.into(), ..self.sizes }
    }

    /// Substeps of one submission: few where obstacles move, so that what they could touch stays small.
    fn batch(&self) -> usize {
        if self.obstacles.mover_count() == 0 { BATCH as usize } else { MOVING_BATCH }
    }

    /// The device that this runs on.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Constants of the passes as this backend uses them.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The list of a substep.
    pub fn substep_list(&self) -> &[Step] {
        &self.lists.substep
    }

    /// The list that measures.
    pub fn measuring_list(&self) -> &[Step] {
        &self.lists.measuring
    }

    /// The current buffer of a slot, for somebody else's shaders; another one after the next run. Layouts are
    /// those of [`Particle`], `[i32; 2]`, [`LinkRow`](crate::world::links::LinkRow) and `u32`. Bind it to read only.
    pub fn buffer(&self, slot: Slot) -> &wgpu::Buffer {
        self.buffers.get(slot, self.parities)
    }

    /// Submits up to [`BATCH`] substeps as one pass object; `extra` follows each.
    fn submit(&mut self, substeps: &[Substep], extra: &[Step]) -> Result<(), SolverError> {
        self.place_obstacles(substeps)?;
        self.buffers.write_substeps(&self.context, substeps);
        let list: Vec<Step> = self.lists.substep.iter().chain(extra).copied().collect();
        let mut encoder = self.encoder("substeps");
        if !extra.is_empty() {
            encoder.clear_buffer(self.buffers.single(Slot::Digests), 0, None);
        }
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("substeps"), timestamp_writes: None });
            for place in 0..substeps.len() as u32 {
                for &step in &list {
                    self.record(&mut pass, step, place);
                }
            }
        }
        self.context.queue.submit([encoder.finish()]);
        self.context.check()
    }

    /// Records one entry of a list for the substep at `place` in the batch; a swap records nothing.
    fn record(&mut self, encoder: &mut wgpu::ComputePass<'_>, step: Step, place: u32) {
        if let Step::Dispatch(pass) = step {
            let values = Values {
                params: &self.params,
                parities: self.parities,
                substep_offset: place * self.buffers.substep_stride,
                stage_stride: self.buffers.stage_stride,
                sizes: &self.sizes,
                link_stages: &self.link_stages,
                link_stage_stride: self.buffers.link_stage_stride,
            };
            self.pipelines.dispatch(encoder, pass, &values);
        }
        self.parities = self.parities.after(step);
    }

    fn encoder(&self, label: &str) -> wgpu::CommandEncoder {
        self.context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some(label) })
    }

    /// Runs a list once, outside of any substep, after clearing a buffer.
    fn run_list(&mut self, list: &[Step], cleared: Slot) -> Result<(), SolverError> {
        let now = Substep { index: self.next_index, ..Substep::default() };
        self.place_obstacles(std::slice::from_ref(&now))?;
        self.next_index = now.index;
        self.buffers.write_substeps(&self.context, &[now]);
        let mut encoder = self.encoder("list");
        encoder.clear_buffer(self.buffers.single(cleared), 0, None);
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            for &step in list {
                self.record(&mut pass, step, 0);
            }
        }
        self.context.queue.submit([encoder.finish()]);
        self.context.check()
    }

    /// Runs one entry of the list of a substep, for comparing pass by pass.
    ///
    /// # Errors
    /// A device that was lost.
    pub(crate) fn run_step(&mut self, step: Step, substep: &Substep) -> Result<(), SolverError> {
        self.place_obstacles(std::slice::from_ref(substep))?;
        self.buffers.write_substeps(&self.context, std::slice::from_ref(substep));
        let mut encoder = self.encoder("step");
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.record(&mut pass, step, 0);
        }
        self.context.queue.submit([encoder.finish()]);
        self.context.check()
    }

    /// Copies a buffer of plain elements to the host: as many as the simulation uses of it.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn read_slot(&self, slot: Slot, bytes: u64) -> Result<Vec<u8>, SolverError> {
        read(&self.context, self.buffer(slot), bytes)
    }

    /// Replaces the start of a buffer, for comparing pass by pass.
    pub(crate) fn write_slot(&mut self, slot: Slot, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.context.queue.write_buffer(self.buffer(slot), 0, bytes);
        }
    }

    /// All that the simulation uses of a buffer.
    fn read_elements<T: bytemuck::AnyBitPattern>(&self, slot: Slot) -> Result<Vec<T>, SolverError> {
        let bytes = slot.bytes(&self.sizes);
        if bytes == 0 { Ok(Vec::new()) } else { Ok(elements(&self.read_slot(slot, bytes)?)) }
    }

    fn read_links(&self) -> Result<LinkRows, SolverError> {
        Ok(LinkRows {
            starts: self.read_elements(Slot::LinkStarts)?,
            rows: self.read_elements(Slot::LinkRows)?,
            joints: self.read_elements(Slot::Joints)?,
            colour_ends: self.colour_ends.clone(),
            linked_ids: self.sizes.linked_ids as u32,
        })
    }

    fn digests(&self, count: usize) -> Result<Vec<u64>, SolverError> {
        Ok(elements(&self.read_slot(Slot::Digests, 8 * count as u64)?))
    }

    /// One submission with a pass object per dispatch, each between two timestamps.
    fn time_with(&mut self, mut timestamps: Timestamps, substeps: &[Substep]) -> Result<Vec<Span>, SolverError> {
        self.place_obstacles(substeps)?;
        self.buffers.write_substeps(&self.context, substeps);
        let mut encoder = self.encoder("timed substeps");
        for (place, substep) in (0..).zip(substeps) {
            for step in self.lists.substep.clone() {
                let Step::Dispatch(pass) = step else {
                    self.parities = self.parities.after(step);
                    continue;
                };
                let timestamp_writes = Some(timestamps.stage(pass.name, substep.index));
                let mut stage = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some(pass.name), timestamp_writes });
                self.record(&mut stage, step, place);
            }
        }
        timestamps.resolve(&mut encoder);
        self.context.queue.submit([encoder.finish()]);
        timestamps.read(&self.context)
    }

    /// One submission per dispatch, by the host's clock.
    fn time_by_host(&mut self, substeps: &[Substep]) -> Result<Vec<Span>, SolverError> {
        let mut spans = Vec::new();
        let first = Instant::now();
        for substep in substeps {
            for step in self.lists.substep.clone() {
                let start = first.elapsed().as_secs_f64() * 1e3;
                self.run_step(step, substep)?;
                self.context.wait()?;
                let Step::Dispatch(pass) = step else { continue };
                let milliseconds = first.elapsed().as_secs_f64() * 1e3 - start;
                spans.push(Span { name: pass.name, substep: substep.index, start, milliseconds });
            }
        }
        Ok(spans)
    }

    /// Writes elements behind those that the simulation uses of a buffer.
    fn append<T: bytemuck::NoUninit>(&self, slot: Slot, elements: &[T]) {
        self.context.queue.write_buffer(self.buffer(slot), slot.bytes(&self.sizes), bytemuck::cast_slice(elements));
    }

    /// As [`Self::grow`], with the grid of other constants. Where that fails all is as it was.
    fn grow_with_grid(&mut self, params: Params, particles: u64) -> Result<(), SolverError> {
        let params = Params { tile_length: tile_length(&self.context, &params), ..params };
        let sizes = Sizes { cells: params.count_length().into(), tiles: params.tile_count().into(), ..self.sizes };
        let pipelines = Pipelines::new(&self.context, &self.options, &self.lists, &params)?;
        let old = (
            std::mem::replace(&mut self.params, params),
            std::mem::replace(&mut self.sizes, sizes),
            std::mem::replace(&mut self.pipelines, pipelines),
        );
        let grown = self.grow(Sizes { particles, ..self.capacities() });
        if grown.is_err() {
            (self.params, self.sizes, self.pipelines) = old;
        }
        grown
    }

    /// Replaces the buffers by larger ones with the same content.
    fn grow(&mut self, capacities: Sizes) -> Result<(), SolverError> {
        let state = self.read_state()?;
        self.buffers = self.context.make(|| Buffers::new(&self.context, &self.params, &state, &self.link_stages, &capacities))?;
        self.start_obstacles();
        self.parities = Parities::default();
        self.pipelines.bind(&self.context, &self.buffers);
        self.context.check()
    }
}

/// Tiles of a scan by workgroups: few enough that summing the totals before a tile costs nothing.
const MOST_TILES: u32 = 1024;

/// Cells of a tile. Hardware: 16 for each thread, more where there would be too many tiles. A serial scan: tiles as long as there are tiles, since
/// every tile also sums the totals of all tiles before it.
fn tile_length(context: &Context, params: &Params) -> u32 {
    if context.shape.scan_threads == 1 {
        f64::from(params.count_length()).sqrt().ceil().max(256.0) as u32
    } else {
        let threads = context.shape.scan_threads;
        threads * params.count_length().div_ceil(threads * MOST_TILES).max(16)
    }
}

impl Solver for GpuSolver {
    fn backend(&self) -> &BackendInfo {
        &self.context.info
    }

    fn run(&mut self, substeps: &[Substep]) -> Result<(), SolverError> {
        substeps.chunks(self.batch()).try_for_each(|batch| self.submit(batch, &[]))
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
        let mut spans: Vec<Span> = Vec::new();
        for batch in substeps.chunks(MOVING_BATCH) {
            let stages = (batch.len() * self.lists.substep.len()) as u32;
            let part = match Timestamps::new(&self.context, stages) {
                Some(timestamps) => self.time_with(timestamps, batch)?,
                None => self.time_by_host(batch)?,
            };
            let before = spans.last().map_or(0.0, |last| last.start + last.milliseconds);
            spans.extend(part.into_iter().map(|span| Span { start: span.start + before, ..span }));
        }
        Ok(spans)
    }

    fn copy_rate(&self) -> Result<f64, SolverError> {
        super::bandwidth::copy_rate(&self.context)
    }

    fn wait(&self) -> Result<(), SolverError> {
        self.context.wait()
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

    fn read_state(&self) -> Result<State, SolverError> {
        Ok(State {
            particles: self.read_particles()?,
            displacements: self.read_displacements()?,
            births: self.read_elements(Slot::Births)?,
            links: self.read_links()?,
            contacts: self.read_elements(Slot::Contacts)?,
            bodies: self.read_elements(Slot::Bodies)?,
            tangents: self.read_elements(Slot::Tangents)?,
            counters: self.counters()?,
        })
    }

    fn write_state(&mut self, state: &State) -> Result<(), SolverError> {
        state.check(&self.sizes, &self.read_links()?).map_err(|reason| SolverError::State { reason })?;
        self.buffers.write_state(&self.context, state, self.parities);
        self.context.check()
    }

    fn spawn(&mut self, particles: &[NewParticle]) -> Result<(), SolverError> {
        let first = self.params.particle_count;
        let count = u64::from(first) + particles.len() as u64;
        if count > MAX_PARTICLES {
            return Err(SolverError::TooManyParticles { count, limit: MAX_PARTICLES });
        }
        check_spawned(first as usize, particles).map_err(|reason| SolverError::State { reason })?;
        let mut census = self.census;
        particles.iter().for_each(|new| census.admit(self.params.cell_bits, new.particle.radius() as u32));
        let larger = self.params.with_grid_for(&census);
        if count > u64::from(self.buffers.capacity) || larger.is_some() {
            let particles = (count + count / 4 + 4096).min(MAX_PARTICLES);
            match larger {
                Some(params) => self.grow_with_grid(params, particles)?,
                None => self.grow(Sizes { particles, ..self.capacities() })?,
            }
        }
        self.append(Slot::Particles, &particles.iter().map(|new| new.particle).collect::<Vec<_>>());
        self.append(Slot::Displacements, &particles.iter().map(|new| new.displacement).collect::<Vec<_>>());
        let rows = particles.len() * CONTACTS_PER_PARTICLE as usize;
        if self.sizes.resting {
            self.append(Slot::Contacts, &vec![ContactRow::NONE; rows]);
        }
        if self.sizes.rough {
            self.append(Slot::Bodies, &particles.iter().map(|new| new.body).collect::<Vec<_>>());
            self.append(Slot::Tangents, &vec![0.0f32; rows]);
        }
        particles.iter().for_each(|new| self.params.admit(&new.particle));
        (self.params.particle_count, self.census) = (count as u32, census);
        self.sizes.particles = count;
        self.buffers.write_params(&self.context, &self.params);
        self.context.check()
    }

    fn set_obstacles(&mut self, obstacles: &Arc<Obstacles>) -> Result<(), SolverError> {
        let of_obstacles = Sizes::of_obstacles(obstacles, obstacles.still());
        let parts = Parts { obstacles: !obstacles.is_empty(), ..self.parts };
        let lists = parts.lists();
        let pipelines = if parts == self.parts { None } else { Some(Pipelines::new(&self.context, &self.options, &lists, &self.params)?) };
        let old = std::mem::replace(&mut self.obstacles, obstacles.clone());
        if let Err(error) = self.make_room_for_obstacles(&of_obstacles) {
            self.obstacles = old;
            return Err(error);
        }
        if let Some(mut pipelines) = pipelines {
            pipelines.bind(&self.context, &self.buffers);
            self.pipelines = pipelines;
        }
        (self.parts, self.lists, self.sizes) = (parts, lists, self.sizes.with_obstacles(&of_obstacles));
        self.params.mover_count = obstacles.mover_count();
        self.buffers.write_params(&self.context, &self.params);
        self.start_obstacles();
        self.context.check()
    }

    fn memory_bytes(&self) -> u64 {
        self.buffers.bytes()
    }

    fn as_gpu(&self) -> Option<&GpuSolver> {
        Some(self)
    }
}
