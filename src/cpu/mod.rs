//! The CPU backend: the twin of every shader, readable first, parallel over particles, and the reference
//! that the GPU must equal bit for bit.
//!
//! A file here is the twin of the shader of its name, but for those that run the passes (`solver`, `run_substep`, `dispatch*`,
//! `row_passes`, `buffers`), what sweeps bind (`swept`), the readable twin of `rough_sweep.wgsl` that `rough_sweep` is compared with
//! (`rough_contact`), and what only the host has. Of that `bandwidth` and `boundary_forces` measure; `absent`, `interior`, `near` and all
//! that stands in folders are there to be fast.
//!
//! The passes themselves are not public: they rely on each other's results (the counting sort on ranks that are
//! unique in their cell, both scattered writes on ids that are unique), and only a whole list in its order has them.

mod absent;
mod accelerate;
mod advance;
mod advance_bodies;
mod bandwidth;
mod batches;
mod blocks;
mod body;
mod bounce;
mod bounce_off_obstacles;
mod bounce_off_rough_obstacles;
mod bounce_off_rough_walls;
mod bounce_off_walls;
mod boundary_forces;
mod buffer_words;
mod buffers;
mod carry_contacts;
mod carry_links;
mod carry_tangents;
mod chain_contacts;
mod chains;
pub mod contact;
mod counters;
mod deflection;
mod depth;
mod digest;
mod digest_bodies;
pub(crate) mod dim2;
mod dispatch;
mod dispatch_contacts;
mod dispatch_grid;
mod dispatch_motion;
mod dispatch_obstacles;
mod dispatch_plain;
mod dispatch_reports;
mod dispatch_sweeps;
mod exact;
mod find_contacts;
mod find_rough_contacts;
mod find_slots;
mod friction;
mod grid_count;
mod grid_place;
mod grid_scan;
mod grid_scan_tiles;
mod grid_scatter;
mod grid_sort;
mod hash;
mod impulse;
mod integrate;
mod interior;
mod joint;
mod leave_obstacles;
mod link;
mod lists;
mod mark_loaded;
mod measure;
mod measure_bodies;
mod measure_obstacles;
mod meet_obstacles;
mod meet_rough_obstacles;
mod memory;
mod motion;
mod near;
mod obstacle;
mod obstacle_stops;
#[cfg(test)]
mod ownership;
mod pairs;
mod partners;
mod passage;
mod push_contacts;
mod push_links;
mod push_rough_contacts;
mod rebound_at_rough_walls;
mod rebound_at_walls;
mod relax_contacts;
mod relax_links;
mod relax_rough_contacts;
#[cfg(test)]
mod rolling;
#[cfg(test)]
mod rough_contact;
mod rough_sweep;
mod rough_walls;
mod row_passes;
mod run_substep;
mod solve_and_integrate;
mod solve_contacts;
mod solve_links;
mod solve_obstacles;
mod solve_walls;
mod solver;
mod sort_bodies;
mod start_rough_contacts;
mod state;
mod stop_at_obstacles;
mod stop_at_rough_obstacles;
mod stop_at_rough_walls;
mod stop_at_walls;
mod sweep;
mod swept;
#[cfg(test)]
mod test_worlds;
mod threads;
mod touch;
mod vectors;
mod walls;

pub(crate) use buffers::Buffers;
use counters::CountersCell;
pub use solver::CpuSolver;

/// Particles that one thread takes one after the other.
pub(crate) const GRAIN: usize = 1024;
