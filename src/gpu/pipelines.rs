//! The compiled passes with the buffers of one simulation.

use super::buffers::Buffers;
use super::compiled::Compiled;
use super::context::Context;
use super::parities::Parities;
use super::solver::GpuOptions;
use crate::passes::{Domain, Doubled, PASSES, Pass, Slot};
use crate::shaders;
use crate::solver::SolverError;
use crate::world::params::Params;

/// A pass ready to run: compiled, and with a bind group for every combination of parities of what it binds.
pub struct Pipeline {
    pass: &'static Pass,
    compiled: Compiled,
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
    /// Every pass, compiled for this device before or now.
    ///
    /// # Errors
    /// What the device says to a shader.
    pub fn new(context: &Context, options: &GpuOptions) -> Result<Self, SolverError> {
        let one = |pass: &&'static Pass| {
            let compiled = Compiled::get(context, pass, options)?;
            Ok(Pipeline { pass, compiled, doubled: pass.doubled(), groups: Vec::new() })
        };
        let all = PASSES.iter().map(one).collect::<Result<_, SolverError>>()?;
        let most_groups = context.device.limits().max_compute_workgroups_per_dimension;
        Ok(Self { all, shape: context.shape, most_groups })
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
        encoder.set_pipeline(&pipeline.compiled.pipeline);
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
    fn group(&self, context: &Context, buffers: &Buffers, parities: Parities) -> wgpu::BindGroup {
        let entries: Vec<_> = (0..)
            .zip(self.pass.bindings)
            .map(|(binding, &(slot, access))| wgpu::BindGroupEntry { binding, resource: buffers.binding(slot, access, parities) })
            .collect();
        let (label, layout) = (Some(self.pass.name), &self.compiled.layout);
        context.device.create_bind_group(&wgpu::BindGroupDescriptor { label, layout, entries: &entries })
    }
}
