//! All broad phases report the same pairs, whatever moves, comes and goes.

mod allocation;
mod contract;
mod motion;
mod queries;
mod support;
mod traps;
