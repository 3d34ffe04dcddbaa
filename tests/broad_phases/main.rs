//! All broad phases report the same pairs, whatever moves, comes and goes.

#[allow(unsafe_code, reason = "an allocator that counts")]
mod allocation;
mod contract;
mod motion;
mod queries;
mod support;
mod traps;
