//! The CPU backend: the twin of every shader, readable first, parallel over particles, and the reference
//! that the GPU must equal bit for bit.

mod buffers;
pub mod contact;
mod contact_lanes;
mod counters;
pub mod digest;
pub mod dim2;
pub mod exact;
pub mod grid_count;
pub mod grid_scan;
pub mod grid_scan_tiles;
pub mod grid_scatter;
pub mod integrate;
pub mod measure;
mod scattered;
pub mod solve_contacts;
pub mod solve_links;
pub mod solve_walls;
mod solver;

pub use buffers::Buffers;
pub use counters::CountersCell;
pub use solver::CpuSolver;

/// Fewest particles that a thread takes at a time: enough that handing them out costs nothing.
pub(crate) const GRAIN: usize = 1024;
