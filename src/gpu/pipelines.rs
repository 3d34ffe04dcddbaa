//! One pipeline a pass, made from its declaration.

use super::buffers::Buffers;
use super::context::Context;
use super::parities::Parities;
use super::solver::{GpuOptions, ShaderPatch};
use crate::passes::{Access, Domain, Doubled, PASSES, Pass, Slot};
use crate::shaders;
use crate::world::params::Params;

/// A pass ready to run: its pipeline, and a bind group for every combination of parities of what it binds.
pub struct Pipeline {
    pass: &'static Pass,
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
    doubled: Vec<Doubled>,
    /// As [`Parities::index`] numbers them; empty before the buffers are bound.
    groups: Vec<wgpu::BindGroup>,
}

/// All pipelines.
pub struct Pipelines {
    all: Vec<Pipeline>,
    shape: shaders::Shape,
    most_groups: u32,
}

impl Pipelines {
    /// Compiles every pass.
    pub fn new(context: &Context, options: &GpuOptions) -> Self {
        let all = PASSES.iter().map(|pass| Pipeline::new(context, pass, options)).collect();
        let most_groups = context.device.limits().max_compute_workgroups_per_dimension;
        Self { all, shape: context.shape, most_groups }
    }

    /// Binds the buffers; again after they were replaced.
    pub fn bind(&mut self, context: &Context, buffers: &Buffers) {
        for pipeline in &mut self.all {
            let combinations = Parities::combinations(&pipeline.doubled);
            pipeline.groups = combinations.map(|parities| pipeline.group(context, buffers, parities)).collect();
        }
    }

    /// Records one dispatch. `substep_offset` is where the substep's values start in their buffer.
    pub fn dispatch(&self, encoder: &mut wgpu::ComputePass<'_>, pass: &Pass, params: &Params, parities: Parities, substep_offset: u32) {
        let pipeline = self.all.iter().find(|p| p.pass.kind == pass.kind).expect("every pass has a pipeline");
        let has_substep = pass.bindings.iter().any(|&(slot, _)| slot == Slot::Substep);
        encoder.set_pipeline(&pipeline.pipeline);
        encoder.set_bind_group(
            0,
            &pipeline.groups[parities.index(&pipeline.doubled)],
            if has_substep { std::slice::from_ref(&substep_offset) } else { &[] },
        );
        let [x, y] = self.workgroups(pass.domain, params);
        encoder.dispatch_workgroups(x, y, 1);
    }

    /// Workgroups in x and y: a dimension holds only so many (65,535 nearly everywhere).
    fn workgroups(&self, domain: Domain, params: &Params) -> [u32; 2] {
        let groups = match domain {
            Domain::Particles => params.particle_count.div_ceil(self.shape.workgroup_size),
            Domain::Tiles => params.tile_count().div_ceil(self.shape.scan_tiles),
        };
        let rows = groups.div_ceil(self.most_groups).max(1);
        [groups.div_ceil(rows), rows]
    }
}

impl Pipeline {
    fn new(context: &Context, pass: &'static Pass, options: &GpuOptions) -> Self {
        let device = &context.device;
        let entries: Vec<_> = (0..).zip(pass.bindings).map(|(binding, &(slot, access))| layout_entry(binding, slot, access)).collect();
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(pass.name), entries: &entries });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(pass.name),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let module = module(context, pass, options);
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(pass.name),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some(pass.name),
            // Every shader sets its workgroup memory itself.
            compilation_options: wgpu::PipelineCompilationOptions { zero_initialize_workgroup_memory: false, ..Default::default() },
            cache: None,
        });
        Self { pass, pipeline, layout, doubled: pass.doubled(), groups: Vec::new() }
    }

    fn group(&self, context: &Context, buffers: &Buffers, parities: Parities) -> wgpu::BindGroup {
        let entries: Vec<_> = (0..)
            .zip(self.pass.bindings)
            .map(|(binding, &(slot, access))| wgpu::BindGroupEntry { binding, resource: buffers.binding(slot, access, parities) })
            .collect();
        let (label, layout) = (Some(self.pass.name), &self.layout);
        context.device.create_bind_group(&wgpu::BindGroupDescriptor { label, layout, entries: &entries })
    }
}

fn module(context: &Context, pass: &Pass, options: &GpuOptions) -> wgpu::ShaderModule {
    let mut source = shaders::source(pass, context.shape);
    for patch in options.patches.iter().filter(|patch| patch.pass == pass.kind) {
        source = patched(&source, patch);
    }
    let descriptor = wgpu::ShaderModuleDescriptor { label: Some(pass.name), source: wgpu::ShaderSource::Wgsl(source.into()) };
    if options.checked {
        context.device.create_shader_module(descriptor)
    } else {
        // SAFETY: indices come from the passes' own bounds checks and from counts that the grid passes keep
        // below the lengths of their buffers; every loop ends. The tests run the same shaders with all
        // checks on and compare every bit.
        unsafe { context.device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked()) }
    }
}

fn patched(source: &str, patch: &ShaderPatch) -> String {
    assert!(source.contains(&patch.from), "{:?} has no \"{}\" to replace", patch.pass, patch.from);
    source.replace(&patch.from, &patch.to)
}

fn layout_entry(binding: u32, slot: Slot, access: Access) -> wgpu::BindGroupLayoutEntry {
    let ty = match access {
        Access::Uniform => wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: slot == Slot::Substep,
            min_binding_size: std::num::NonZeroU64::new(slot.row().element.bytes()),
        },
        Access::Read | Access::Write | Access::ReadWrite | Access::Atomic => wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: access == Access::Read },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
    };
    wgpu::BindGroupLayoutEntry { binding, visibility: wgpu::ShaderStages::COMPUTE, ty, count: None }
}
