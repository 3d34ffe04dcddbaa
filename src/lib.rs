//! jostle: a GPU particle collision simulator whose results equal a CPU reference bit for bit.

pub mod backend;
#[cfg(feature = "cli")]
pub mod cli;
pub mod cpu;
pub mod gpu;
pub mod passes;
#[cfg(feature = "cli")]
pub mod picture;
pub mod scene;
pub mod shaders;
pub mod simulation;
pub mod solver;
pub mod verify;
#[cfg(feature = "viewer")]
pub mod viewer;
pub mod world;

pub use backend::{Backend, BackendChoice};
pub use simulation::Simulation;
pub use solver::Solver;
