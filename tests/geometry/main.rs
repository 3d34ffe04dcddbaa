//! Collision queries: each answer found in two independent ways, and by parry, an independent library; and the
//! traps of the field, each as a test named after it.
//!
//! Counts of pairs are per query and dimension. The long runs: `cargo test --test geometry -- --ignored`.

mod closed_forms;
mod construction;
mod extremes;
mod impact;
mod manifolds;
mod methods;
mod narrow_phase;
mod oracle;
mod oracle_2d;
mod oracle_3d;
mod parry;
mod promises;
mod random;
mod rays;
mod supports;
mod translation;
mod traps;
