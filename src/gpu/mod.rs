//! The GPU backend: the shaders of [`passes`](crate::passes) through wgpu.

mod adapters;
mod bandwidth;
mod buffers;
mod compiled;
pub mod context;
mod parities;
mod pipelines;
pub(crate) mod readback;
mod solver;
mod timing;

pub use context::{Context, Selection};
pub use solver::{GpuOptions, GpuSolver, ShaderPatch};
