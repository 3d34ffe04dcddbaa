//! What several tests share: every adapter there is, small worlds, tools.
#![allow(dead_code, reason = "each test uses another part")]

#[cfg(feature = "gpu")]
mod adapters;
pub mod faint;
pub mod inputs;
mod skipped;
pub mod worlds;

#[cfg(feature = "gpu")]
#[allow(unused_imports, reason = "each test uses another part")]
pub use adapters::*;
