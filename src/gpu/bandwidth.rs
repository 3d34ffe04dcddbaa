//! How fast a shader copies memory: the roof over the passes that stream.

use std::time::{Duration, Instant};

use super::context::Context;
use crate::solver::SolverError;

/// Each thread copies one element of 16 bytes, as passes do; `GROUP` stands for their number in a workgroup.
const SHADER: &str = "
@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> target_: array<vec4u>;

@compute @workgroup_size(GROUP)
fn copy(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = id.x + id.y * groups.x * GROUP;
    if i < arrayLength(&target_) {
        target_[i] = source[i];
    }
}
";

/// Bytes of a buffer: on hardware more than caches hold, where there is memory for it.
const HARDWARE_BYTES: u64 = 512 << 20;
const SOFTWARE_BYTES: u64 = 64 << 20;
/// The least of them where memory is short.
const MIN_BYTES: u64 = 16 << 20;
/// Most copies in one submission: on hardware so many that the host's share of the time does not count.
const HARDWARE_COPIES: u32 = 32;
const SOFTWARE_COPIES: u32 = 4;
/// One submission takes no longer than some of these: systems end what keeps a display waiting.
const SUBMISSION: Duration = Duration::from_millis(50);
/// Submissions, of which the fastest counts.
const TRIES: u32 = 5;
/// Threads of a workgroup, where the adapter takes as many.
const GROUP: u32 = 256;

/// Hardware that had nothing to do has a low clock at first: an H100 345 of 1,980 MHz, for up to .6 s of work.
const WAKING: Duration = Duration::from_millis(750);

/// Bytes per second, read and written.
///
/// # Errors
/// A device that was lost, or has no room for two buffers.
pub fn copy_rate(context: &Context) -> Result<f64, SolverError> {
    let copies = Copies::new(context)?.fitted(context)?;
    let mut fastest = f64::MAX;
    for _ in 0..TRIES {
        fastest = fastest.min(copies.run(context)?.as_secs_f64());
    }
    context.check()?;
    Ok((2 * copies.bytes * u64::from(copies.count)) as f64 / fastest)
}

/// Brings hardware to its full clock, where there is memory for it. Software adapters have it.
///
/// # Errors
/// A device that was lost.
pub fn wake(context: &Context) -> Result<(), SolverError> {
    if context.info.is_hardware()
        && let Ok(copies) = Copies::new(context)
    {
        copies.wake(context)?;
    }
    // Frees what was copied.
    context.wait()
}

/// Some copies, one after the other.
struct Copies {
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    bytes: u64,
    count: u32,
    group_size: u32,
}

impl Copies {
    /// One of them.
    fn new(context: &Context) -> Result<Self, SolverError> {
        let bytes = if context.info.is_hardware() { HARDWARE_BYTES } else { SOFTWARE_BYTES };
        let mut bytes = bytes.min(context.largest_binding()) / 16 * 16;
        let limits = context.device.limits();
        let group_size = GROUP.min(limits.max_compute_invocations_per_workgroup).min(limits.max_compute_workgroup_size_x);
        let (pipeline, group) = loop {
            match context.make(|| Ok(copying(context, bytes, group_size))) {
                Err(_) if bytes >= 2 * MIN_BYTES => bytes = bytes / 32 * 16,
                made => break made?,
            }
        };
        Ok(Self { pipeline, group, bytes, count: 1, group_size })
    }

    /// As many as one submission takes, by how long one takes at the full clock.
    fn fitted(self, context: &Context) -> Result<Self, SolverError> {
        let most = if context.info.is_hardware() { HARDWARE_COPIES } else { SOFTWARE_COPIES };
        // The first clears both buffers, too.
        self.run(context)?;
        self.wake(context)?;
        let seconds = self.run(context)?.as_secs_f64();
        Ok(Self { count: ((SUBMISSION.as_secs_f64() / seconds) as u32).clamp(1, most), ..self })
    }

    fn wake(&self, context: &Context) -> Result<(), SolverError> {
        let first = Instant::now();
        while context.info.is_hardware() && first.elapsed() < WAKING {
            self.run(context)?;
        }
        Ok(())
    }

    /// Runs them and says how long they took.
    fn run(&self, context: &Context) -> Result<Duration, SolverError> {
        let groups = (self.bytes / 16).div_ceil(self.group_size.into()) as u32;
        let rows = groups.div_ceil(context.device.limits().max_compute_workgroups_per_dimension);
        let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("copies") });
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &self.group, &[]);
            (0..self.count).for_each(|_| pass.dispatch_workgroups(groups.div_ceil(rows), rows, 1));
        }
        let commands = encoder.finish();
        context.wait()?;
        let start = Instant::now();
        context.queue.submit([commands]);
        context.wait()?;
        Ok(start.elapsed())
    }
}

fn copying(context: &Context, bytes: u64, group_size: u32) -> (wgpu::ComputePipeline, wgpu::BindGroup) {
    let device = &context.device;
    let label = Some("copy");
    let source = wgpu::ShaderSource::Wgsl(SHADER.replace("GROUP", &format!("{group_size}u")).into());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label, source });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label,
        layout: None,
        module: &module,
        entry_point: Some("copy"),
        compilation_options: Default::default(),
        cache: None,
    });
    let buffer = || {
        let usage = wgpu::BufferUsages::STORAGE;
        device.create_buffer(&wgpu::BufferDescriptor { label, size: bytes, usage, mapped_at_creation: false })
    };
    let buffers = [buffer(), buffer()];
    let entries = [0, 1].map(|k| wgpu::BindGroupEntry { binding: k as u32, resource: buffers[k].as_entire_binding() });
    let layout = &pipeline.get_bind_group_layout(0);
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor { label, layout, entries: &entries });
    (pipeline, group)
}
