//! The GPU backend: the shaders of [`passes`](crate::passes) through wgpu.

mod adapters;
mod bandwidth;
mod buffers;
#[allow(unsafe_code, reason = "shaders without runtime checks")]
mod compiled;
pub mod context;
mod ended_loops;
mod growth;
mod obstacles;
mod options;
mod parities;
#[cfg(feature = "cli")]
#[allow(unsafe_code, reason = "a file that is handed to the driver")]
mod pipeline_cache;
mod pipelines;
pub(crate) mod readback;
mod recording;
mod solver;
mod state;
mod submissions;
mod timed;
mod timing;
#[cfg(feature = "trace")]
mod trace;
mod uploads;

pub use context::{Context, Selection};
pub use options::{GpuOptions, ShaderPatch};
pub use solver::GpuSolver;
