//! Finds the adapter that draws and simulates, and opens it.

use std::sync::Arc;

use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

use super::surface::WindowSurface;
use super::{Options, ViewerError};
use crate::backend::{Backend, BackendChoice, named};
use crate::gpu::context::{Context, Selection, instance_on};
use crate::solver::{BackendInfo, SolverError};

/// An open device, what simulates, and the surface of the window.
pub struct Setup {
    /// Draws, and simulates with the GPU backend.
    pub context: Context,
    /// Simulates.
    pub backend: Backend,
    /// The window's surface.
    pub surface: WindowSurface,
}

/// Opens the adapter that the options describe, or the best one that can draw on the window.
///
/// # Errors
/// [`ViewerError::NoAdapter`], or a driver that refuses.
pub fn open(window: &Arc<Window>, options: &Options, display: OwnedDisplayHandle) -> Result<Setup, ViewerError> {
    let (context, surface) = open_surface(window, options.adapter.as_deref(), display)?;
    let context = context.keeping_pipelines(options.pipelines.as_deref());
    let backend = Backend::on(context.clone(), options.backend, options.adapter.as_deref(), options.threads);
    if let (Backend::Gpu(context), Some(_)) = (&backend, options.threads) {
        tracing::warn!("threads are for the CPU backend, and {} is used", context.info.name);
    }
    Ok(Setup { context, backend, surface })
}

/// Opens an adapter, named by a part of its name or its number, and the window's surface on it.
///
/// # Errors
/// [`ViewerError::NoAdapter`], or a driver that refuses.
pub fn open_surface(
    window: &Arc<Window>,
    adapter: Option<&str>,
    display: OwnedDisplayHandle,
) -> Result<(Context, WindowSurface), ViewerError> {
    let make = |instance: &wgpu::Instance| instance.create_surface(window.clone());
    let selection = Selection { text: adapter, surface: Some(&make) };
    let selected = instance_on(display).select(selection).map_err(|error| match error {
        SolverError::NoAdapter { detail } => {
            ViewerError::NoAdapter(format!("none{}{detail}", if adapter.is_some() { "" } else { " fits" }))
        }
        other => other.into(),
    })?;
    let (adapter, instance) = (selected.adapter, selected.instance);
    let surface = selected.surface.ok_or_else(|| ViewerError::Surface("none was made".into()))?;
    let context = Context::open(&adapter)?;
    let surface = WindowSurface::new(instance, window.clone(), surface, &adapter)?;
    Ok((context, surface))
}

/// Whether the CPU may step in for an adapter that cannot hold the scene.
pub fn may_fall_back(options: &Options) -> bool {
    options.backend == BackendChoice::Auto && named(options.adapter.as_deref()).is_none()
}

/// What the panel calls a backend before it runs.
pub fn info(backend: &Backend, threads: Option<usize>) -> BackendInfo {
    match backend {
        Backend::Gpu(context) => context.info.clone(),
        Backend::Cpu { .. } => BackendInfo {
            backend: "cpu",
            name: threads.map_or("all threads".into(), |threads| format!("{threads} threads")),
            driver: String::new(),
            kind: "Threads".into(),
            api: String::new(),
        },
    }
}
