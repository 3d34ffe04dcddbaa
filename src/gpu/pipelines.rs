//! The compiled passes with the buffers of one simulation.

use super::buffers::Buffers;
use super::compiled::Compiled;
use super::context::Context;
use super::options::GpuOptions;
use super::parities::Parities;
use crate::passes::{Domain, Doubled, PASSES, Pass, Slot};
use crate::shaders::Shape;
use crate::sizes::Sizes;
use crate::slots::COLOURS;
use crate::solver::SolverError;
use crate::steps::{Parts, Step};
use crate::world::levels::Census;
use crate::world::params::{LinkStage, Params};

/// A pass ready to run: compiled, and with a bind group for every combination of parities of what it binds.
pub struct Pipeline {
    pass: &'static Pass,
    compiled: Compiled,
    doubled: Vec<Doubled>,
    /// As [`Parities::index`] numbers them; empty before the buffers are bound.
    groups: Vec<wgpu::BindGroup>,
}

/// What a pass runs with.
pub struct Values<'a> {
    pub params: &'a Params,
    pub parities: Parities,
    /// Where the substep's values start in their buffer.
    pub substep_offset: u32,
    /// Bytes from one stage's values to the next.
    pub stage_stride: u32,
    pub sizes: &'a Sizes,
    pub link_stages: &'a [LinkStage],
    /// Bytes from one stage of links to the next.
    pub link_stage_stride: u32,
    /// Of all particles.
    pub census: &'a Census,
}

/// The pipelines of a simulation.
pub struct Pipelines {
    all: Vec<Pipeline>,
    shape: Shape,
    most_groups: u32,
}

impl Pipelines {
    /// The passes of a world of these parts on the grid of these constants, compiled for this device before or now.
    ///
    /// # Errors
    /// What the device says to a shader.
    pub fn new(context: &Context, options: &GpuOptions, parts: Parts, params: &Params) -> Result<Self, SolverError> {
        let (lists, shape) = (parts.lists(), context.shape.of_world(parts, params));
        let one = |pass: &&'static Pass| {
            let compiled = Compiled::get(context, pass, shape, options)?;
            Ok(Pipeline { pass, compiled, doubled: pass.doubled(), groups: Vec::new() })
        };
        let bridge = lists.bridge.iter().flat_map(|bridge| &bridge.steps);
        let all_steps = || lists.substep.iter().chain(&lists.measuring).chain(&lists.digest).chain(bridge.clone());
        let runs = |pass: &&&'static Pass| all_steps().any(|step| matches!(step, Step::Dispatch(run) if run.kind == pass.kind));
        let all = PASSES.iter().filter(runs).map(one).collect::<Result<_, SolverError>>()?;
        #[cfg(feature = "cli")]
        context.save_pipelines();
        let most_groups = context.device.limits().max_compute_workgroups_per_dimension;
        Ok(Self { all, shape, most_groups })
    }

    /// Binds the buffers; again after they were replaced.
    pub fn bind(&mut self, context: &Context, buffers: &Buffers) {
        for pipeline in &mut self.all {
            let combinations = Parities::combinations(&pipeline.doubled);
            pipeline.groups = combinations.map(|parities| pipeline.group(context, buffers, parities)).collect();
        }
    }

    /// Records a pass: one dispatch, or one a colour, and level where it goes over blocks.
    pub fn dispatch(&self, encoder: &mut wgpu::ComputePass<'_>, pass: &Pass, values: &Values<'_>) {
        let pipeline = self.all.iter().find(|p| p.pass.kind == pass.kind).expect("every pass of a list has a pipeline");
        let group = &pipeline.groups[values.parities.index(&pipeline.doubled)];
        encoder.set_pipeline(&pipeline.compiled.pipeline);
        for stage in 0..pass.dispatches(values.sizes) {
            if pass.domain == Domain::Blocks && !has_discs(values, stage) {
                continue;
            }
            let [x, y] = self.workgroups(pass.domain, values, stage);
            let offset = |slot| match slot {
                Slot::Substep => Some(values.substep_offset),
                Slot::Stage => Some(stage * values.stage_stride),
                Slot::LinkStage => Some(stage * values.link_stage_stride),
                _ => None,
            };
            let offsets: Vec<u32> = pass.bindings.iter().filter_map(|&(slot, _)| offset(slot)).collect();
            encoder.set_bind_group(0, group, &offsets);
            encoder.dispatch_workgroups(x, y, 1);
        }
    }

    /// Workgroups in x and y: a dimension holds only so many (65,535 nearly everywhere).
    fn workgroups(&self, domain: Domain, values: &Values<'_>, stage: u32) -> [u32; 2] {
        let params = values.params;
        let groups = match domain {
            Domain::Particles => params.particle_count.div_ceil(self.shape.workgroup_size),
            Domain::Tiles => params.tile_count().div_ceil(self.shape.scan_tiles),
            Domain::Links => values.link_stages[stage as usize].threads().div_ceil(self.shape.workgroup_size),
            Domain::Blocks => params.blocks_of_a_colour(level_of(params, stage)).div_ceil(self.shape.sweep_workgroup),
        };
        let rows = groups.div_ceil(self.most_groups).max(1);
        [groups.div_ceil(rows), rows]
    }
}

/// The level that a stage of a pass over blocks goes over: the finest first.
fn level_of(params: &Params, stage: u32) -> u32 {
    params.levels - 1 - stage / COLOURS
}

/// Whether such a stage has anything to do: where few sizes are far apart levels between them are empty.
fn has_discs(values: &Values<'_>, stage: u32) -> bool {
    let level = level_of(values.params, stage);
    values.census.in_level(level, values.params.levels) > 0
}

impl Pipeline {
    fn group(&self, context: &Context, buffers: &Buffers, parities: Parities) -> wgpu::BindGroup {
        let bound = self.pass.bindings.iter().map(|&(slot, access)| buffers.binding(slot, access, parities));
        let answer = self.compiled.asks.then(|| buffers.ended_loops.binding());
        let entries: Vec<_> =
            (0..).zip(bound.chain(answer)).map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource }).collect();
        let (label, layout) = (Some(self.pass.name), &self.compiled.layout);
        context.device.create_bind_group(&wgpu::BindGroupDescriptor { label, layout, entries: &entries })
    }
}
