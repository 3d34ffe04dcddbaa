//! The CPU backend: the twin of every shader, readable first, parallel over particles, and the reference
//! that the GPU must equal bit for bit.
//!
//! The passes themselves are not public: they rely on each other's results (the counting sort on ranks that are
//! unique in their cell, both scattered writes on ids that are unique), and only a whole list in its order has them.

mod accelerate;
mod advance;
mod advance_bodies;
mod alike_batch;
mod bandwidth;
mod batches;
mod blocks;
mod body;
mod bounce_off_rough_walls;
mod bounce_off_walls;
mod buffers;
mod carry_contacts;
mod carry_links;
mod carry_tangents;
mod chain_contacts;
mod chains;
pub mod contact;
mod contact_band;
mod contact_lists;
mod corrections;
mod counters;
mod crossings;
mod depth;
mod digest;
mod digest_bodies;
pub(crate) mod dim2;
mod disc_arrays;
mod dispatch;
mod exact;
mod find_contacts;
mod find_rough_contacts;
mod find_slots;
mod fours;
mod gaps;
mod grid_count;
mod grid_place;
mod grid_scan;
mod grid_scan_tiles;
mod grid_scatter;
mod grid_sort;
mod hash;
mod impulse;
mod instructions;
mod integrate;
mod joint;
mod lanes;
mod leave_obstacles;
mod link;
mod measure;
mod measure_bodies;
mod measure_obstacles;
mod meet_obstacles;
mod memory;
mod mixed_lists;
mod motion;
mod near;
mod obstacle;
mod ownership;
mod pair_lanes;
mod parallel;
mod particle_lanes;
mod parting;
mod partners;
mod places;
mod push_contacts;
mod push_links;
mod push_rough_contacts;
mod relax_contacts;
mod relax_links;
mod relax_rough_contacts;
mod rough_batch;
#[cfg(test)]
mod rough_contact;
mod rough_rows;
mod rough_sweep;
mod rough_sweep_lanes;
mod rough_walls;
mod row_contacts;
mod rows;
mod scattered;
mod solve_and_integrate;
mod solve_contacts;
mod solve_links;
mod solve_obstacles;
mod solve_walls;
mod solver;
mod sort_bodies;
mod start_rough_contacts;
mod stop_at_obstacles;
mod stop_at_rough_walls;
mod stop_at_walls;
mod sweep;
mod sweep_lanes;
mod touch;
mod walls;
mod windows;

pub(crate) use buffers::Buffers;
use counters::CountersCell;
pub use solver::CpuSolver;

/// Fewest particles that a thread takes at a time: enough that handing them out costs nothing.
pub(crate) const GRAIN: usize = 1024;
