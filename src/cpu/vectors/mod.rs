//! Discs as the lanes of vectors: what the twins do with one, to the same bits, and which instructions are taken for it.

pub mod disc_arrays;
pub mod fours;
pub mod instructions;
pub mod lanes;
pub mod link_lanes;
pub mod particle_lanes;
pub mod sort_cells;
