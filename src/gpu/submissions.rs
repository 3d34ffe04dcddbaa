//! How much is handed to the adapter at once, and whether all of it was done. Systems end what keeps a display waiting: Windows after two
//! seconds, macOS after some tenths of one. Whoever waits is told that it is done, on Metal (gfx-rs/wgpu#9545) and by Direct3D 12, where
//! the fence of a device that was removed has passed everything that is waited for. There each pass object ends by counting itself, so that
//! one which did not come to its end shows: on Metal each is a command buffer of its own, and those behind one that was ended still run.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::context::Context;
use super::readback::{elements, read};
use crate::slots::{BATCH, MOVING_BATCH};
use crate::solver::SolverError;

/// One thread, behind all else.
const SHADER: &str = "
@group(0) @binding(0) var<storage, read_write> done: u32;

@compute @workgroup_size(1)
fn count() {
    done += 1u;
}
";

/// Dispatches that take as long as a million particle-substeps where each of them has little to do. A disc may have hundreds of links, each
/// in a stage of its own.
const DISPATCHES_PER_MILLION: u64 = 1 << 10;

/// Most particle-substeps of a submission: less than two seconds of a scene that takes long on the slowest adapter of its kind, by what
/// they move in a second.
const DISCRETE: u64 = 1 << 25;
const INTEGRATED: u64 = 1 << 22;
/// Some tenths of a second.
const ENDED_SOON: u64 = 1 << 22;

/// Submissions that may be on their way. Each keeps what it was recorded with until it is done.
const IN_FLIGHT: usize = 4;

/// Substeps of one submission: few where obstacles move, so that what they could touch stays small, and few of many particles, or of many
/// dispatches each.
pub fn batch(context: &Context, particles: u32, dispatches: u32, obstacles_move: bool) -> usize {
    let most = u64::from(if obstacles_move { MOVING_BATCH } else { BATCH });
    let work = match &context.info {
        info if !info.is_hardware() => return most as usize,
        _ if context.ends_soon => ENDED_SOON,
        // Of OpenGL's adapters most do not say of what kind they are.
        info if info.kind == "IntegratedGpu" || info.kind == "Other" => INTEGRATED,
        _ => DISCRETE,
    };
    let of_dispatches = (u64::from(dispatches) << 20) / DISPATCHES_PER_MILLION;
    (work / u64::from(particles.max(1)).max(of_dispatches)).clamp(1, most) as usize
}

/// What was recorded and submitted, where it could have been ended without a word; elsewhere nothing is counted.
pub struct Submissions {
    counting: Option<Counting>,
    recorded: AtomicU32,
    /// The last of them, the oldest first.
    in_flight: Mutex<VecDeque<wgpu::SubmissionIndex>>,
}

struct Counting {
    done: wgpu::Buffer,
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
}

impl Submissions {
    /// None yet.
    pub fn new(context: &Context) -> Self {
        Self {
            counting: context.ends_unseen.then(|| Counting::new(&context.device)),
            recorded: AtomicU32::new(0),
            in_flight: Mutex::default(),
        }
    }

    /// The last dispatch of a pass object, which counts it.
    pub fn count(&self, pass: &mut wgpu::ComputePass<'_>) {
        if let Some(Counting { pipeline, group, .. }) = &self.counting {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, group, &[]);
            pass.dispatch_workgroups(1, 1, 1);
            self.recorded.fetch_add(1, Relaxed);
        }
    }

    /// Hands over what was recorded, once few others are on their way.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn submit(&self, context: &Context, encoder: wgpu::CommandEncoder) -> Result<(), SolverError> {
        let submission = context.queue.submit([encoder.finish()]);
        let mut in_flight = self.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        in_flight.push_back(submission);
        match in_flight.len() > IN_FLIGHT {
            true => in_flight.pop_front().map_or(Ok(()), |oldest| context.wait_for(oldest)),
            false => context.check(),
        }
    }

    /// Forgets what was ended: another state is in its place.
    pub fn clear(&self, context: &Context) {
        if let Some(Counting { done, .. }) = &self.counting {
            context.queue.write_buffer(done, 0, &[0; 4]);
            self.recorded.store(0, Relaxed);
        }
    }

    /// Looks whether all that was submitted comes to its end.
    ///
    /// # Errors
    /// It did not, or a device that was lost.
    pub fn check(&self, context: &Context) -> Result<(), SolverError> {
        let Some(Counting { done, .. }) = &self.counting else { return Ok(()) };
        let recorded = self.recorded.load(Relaxed);
        let done: Vec<u32> = elements(&read(context, done, 4)?);
        if done[0] == recorded {
            return Ok(());
        }
        let missing = recorded.wrapping_sub(done[0]);
        Err(context.lost(format!("the system ended {missing} of {recorded} pieces of work before their end, as ones that take long")))
    }
}

impl Counting {
    fn new(device: &wgpu::Device) -> Self {
        let label = Some("count");
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label, source: wgpu::ShaderSource::Wgsl(SHADER.into()) });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label,
            layout: None,
            module: &module,
            entry_point: Some("count"),
            compilation_options: Default::default(),
            cache: None,
        });
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
        let done = device.create_buffer(&wgpu::BufferDescriptor { label, size: 4, usage, mapped_at_creation: false });
        let entries = [wgpu::BindGroupEntry { binding: 0, resource: done.as_entire_binding() }];
        let layout = &pipeline.get_bind_group_layout(0);
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor { label, layout, entries: &entries });
        Self { done, pipeline, group }
    }
}

#[cfg(all(test, feature = "viewer"))]
mod tests {
    use super::*;
    use crate::gpu::GpuSolver;
    use crate::passes::Slot;
    use crate::scene::{Overrides, Scene};
    use crate::world::World;
    use crate::world::params::Substep;
    use crate::{Simulation, Solver};

    /// An adapter as those whose system ends work without a word.
    fn context() -> Option<Context> {
        let mut context = Context::for_test()?;
        context.ends_unseen = true;
        Some(context)
    }

    fn pile(particles: u64) -> World {
        let overrides = Overrides { particles: Some(particles), ..Overrides::default() };
        Scene::find("pile").unwrap().build(&overrides).unwrap()
    }

    #[test]
    fn a_submission_that_did_not_come_to_its_end_is_told_until_another_state_is_in_place() {
        let Some(context) = context() else { return };
        let world = pile(300);
        let solver = GpuSolver::new(&context, &world).unwrap();
        let mut simulation = Simulation::new(std::sync::Arc::new(world), Box::new(solver)).unwrap();
        simulation.step(20).unwrap();
        simulation.measure().unwrap();
        simulation.step_timed(3).unwrap();
        let gpu = simulation.solver().as_gpu().unwrap();
        gpu.wait().unwrap();
        // As if one had been ended.
        gpu.submissions.recorded.fetch_add(1, Relaxed);
        let told = gpu.wait().unwrap_err().to_string();
        assert!(told.contains("ended 1 of ") && gpu.read_particles().is_err(), "{told}");
        simulation.step(1).unwrap();
        assert!(simulation.digest().is_err(), "what follows does not make up for it");
        let mut solver = GpuSolver::new(&context, simulation.world()).unwrap();
        let start = solver.read_state().unwrap();
        solver.submissions.recorded.fetch_add(1, Relaxed);
        assert!(solver.read_state().is_err());
        solver.write_state(&start).unwrap();
        solver.wait().unwrap();
    }

    /// A submission that was ended half-way has counted discs and not taken the counts back.
    #[test]
    fn another_state_starts_with_no_disc_counted() {
        let Some(context) = Context::for_test() else { return };
        let world = pile(300);
        let mut solver = GpuSolver::new(&context, &world).unwrap();
        let start = solver.read_state().unwrap();
        let substeps = vec![Substep::default(); 4];
        solver.run(&substeps).unwrap();
        let expected = solver.digest().unwrap();
        solver.write_slot(Slot::CellCounts, &[1, 0, 0, 0].repeat(64));
        solver.write_state(&start).unwrap();
        solver.run(&substeps).unwrap();
        assert_eq!(solver.digest().unwrap(), expected);
    }

    #[test]
    fn few_submissions_are_on_their_way_however_many_substeps_are_asked_for() {
        let Some(context) = Context::for_test() else { return };
        let world = pile(100);
        let mut solver = GpuSolver::new(&context, &world).unwrap();
        (0..20).for_each(|_| solver.run(&[Substep::default()]).unwrap());
        assert_eq!(solver.submissions.in_flight.lock().unwrap().len(), IN_FLIGHT);
    }

    #[test]
    fn what_is_handed_over_at_once_goes_by_particles_and_dispatches_where_a_system_ends_it() {
        let Some(software) = Context::for_test() else { return };
        assert_eq!([false, true].map(|moves| batch(&software, 1 << 30, 1 << 20, moves)), [64, 8]);
        let of_kind = |kind: &str, ends_soon| {
            let mut context = software.clone();
            (context.ends_soon, context.info.kind) = (ends_soon, kind.into());
            context
        };
        let with = |kind, ends_soon| {
            let context = of_kind(kind, ends_soon);
            [10_000, 1 << 20, 10_000_000, 1 << 30].map(|particles| batch(&context, particles, 30, false))
        };
        // A disc with 500 links, each in a stage of its own.
        let linked = |kind, ends_soon| batch(&of_kind(kind, ends_soon), 1_000, 3_600, false);
        assert_eq!([linked("DiscreteGpu", false), linked("DiscreteGpu", true)], [9, 1]);
        assert_eq!(with("DiscreteGpu", false), [64, 32, 3, 1]);
        assert_eq!(with("IntegratedGpu", false), [64, 4, 1, 1]);
        assert_eq!(with("Other", false), [64, 4, 1, 1]);
        assert_eq!(with("IntegratedGpu", true), [64, 4, 1, 1]);
    }
}
