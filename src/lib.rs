//! jostle: a GPU particle collision simulator whose results equal a CPU reference bit for bit.

pub mod cpu;
pub mod scene;
pub mod world;
