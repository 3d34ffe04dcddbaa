//! Compiled passes. They are kept with the device that they were compiled for, so that every simulation on it shares
//! them: compiling takes far longer than all else that starting a simulation does. From one process to the next the command
//! line and the window keep them in a file (`pipeline_cache.rs`).

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::context::Context;
use super::options::{GpuOptions, ShaderPatch};
use crate::passes::{Access, Pass, PassKind, Slot};
use crate::shaders::{self, Shape};
use crate::solver::SolverError;

/// A compiled pass with the layout of its bindings. Cheap to clone.
#[derive(Clone)]
pub struct Compiled {
    pub pipeline: wgpu::ComputePipeline,
    pub layout: wgpu::BindGroupLayout,
    /// Whether its threads [ask](shaders::asks) whether their loops were ended.
    pub asks: bool,
}

/// What a compiled pass depends on, beside the device. Not its shape: many passes are the same text in several.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    pass: PassKind,
    source: String,
    checked: bool,
}

/// The passes that were compiled for a device.
#[derive(Default)]
pub struct Cache(Mutex<HashMap<Key, Compiled>>);

impl Cache {
    fn get(&self, key: &Key) -> Option<Compiled> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn keep(&self, key: Key, compiled: &Compiled) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, compiled.clone());
    }
}

impl Compiled {
    /// A pass as it was compiled for this device before, or as it is compiled now. One with a patch is never kept, nor
    /// one that the device refuses; one with a patch is not kept in a file either.
    ///
    /// # Errors
    /// What the device says to the shader.
    pub fn get(context: &Context, pass: &Pass, shape: Shape, options: &GpuOptions) -> Result<Self, SolverError> {
        let mut key = Key { pass: pass.kind, source: shaders::source(pass, shape), checked: options.checked };
        let asks = shaders::asks(pass, shape);
        let patches: Vec<_> = options.patches.iter().filter(|patch| patch.pass == pass.kind).collect();
        if !patches.is_empty() {
            key.source = patches.into_iter().fold(key.source, |source, patch| patched(&source, patch));
            // What somebody else wrote may do anything.
            key.checked = true;
            return context.make(|| Ok(Self::new(context, pass, &key, asks, None)));
        }
        if let Some(compiled) = context.compiled.get(&key) {
            return Ok(compiled);
        }
        #[cfg(feature = "cli")]
        let file = context.pipeline_cache();
        #[cfg(not(feature = "cli"))]
        let file = None;
        let compiled = context.make(|| Ok(Self::new(context, pass, &key, asks, file)))?;
        context.compiled.keep(key, &compiled);
        Ok(compiled)
    }

    fn new(context: &Context, pass: &Pass, key: &Key, asks: bool, cache: Option<&wgpu::PipelineCache>) -> Self {
        let device = &context.device;
        let bound = pass.bindings.iter().map(|&(slot, access)| binding_type(slot, access)).chain(asks.then_some(WRITTEN));
        let entries: Vec<_> = (0..).zip(bound).map(|(binding, ty)| layout_entry(binding, ty)).collect();
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(pass.name), entries: &entries });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(pass.name),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let module = module(device, pass, key);
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(pass.name),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some(pass.name),
            // Every shader sets its workgroup memory itself.
            compilation_options: wgpu::PipelineCompilationOptions { zero_initialize_workgroup_memory: false, ..Default::default() },
            cache,
        });
        Self { pipeline, layout, asks }
    }
}

fn module(device: &wgpu::Device, pass: &Pass, key: &Key) -> wgpu::ShaderModule {
    let source = wgpu::ShaderSource::Wgsl(Cow::from(&key.source));
    let descriptor = wgpu::ShaderModuleDescriptor { label: Some(pass.name), source };
    if key.checked {
        device.create_shader_module(descriptor)
    } else {
        // SAFETY: this is our own text. Indices come from the passes' own bounds checks and from counts that the grid passes keep
        // below the lengths of their buffers; every loop ends. The tests run the same shaders with all
        // checks on and compare every bit.
        unsafe { device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked()) }
    }
}

fn patched(source: &str, patch: &ShaderPatch) -> String {
    assert!(source.contains(&patch.from), "{:?} has no \"{}\" to replace", patch.pass, patch.from);
    source.replace(&patch.from, &patch.to)
}

/// A storage buffer that shaders write.
const WRITTEN: wgpu::BindingType = storage(false);

const fn storage(read_only: bool) -> wgpu::BindingType {
    wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Storage { read_only }, has_dynamic_offset: false, min_binding_size: None }
}

fn binding_type(slot: Slot, access: Access) -> wgpu::BindingType {
    match access {
        Access::Uniform => wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: matches!(slot, Slot::Substep | Slot::Stage | Slot::LinkStage),
            min_binding_size: std::num::NonZeroU64::new(slot.row().element.bytes()),
        },
        Access::Read => storage(true),
        Access::Write | Access::ReadWrite | Access::Atomic => WRITTEN,
    }
}

fn layout_entry(binding: u32, ty: wgpu::BindingType) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry { binding, visibility: wgpu::ShaderStages::COMPUTE, ty, count: None }
}
