//! One run of `--settle`, for people row by row and as `--json` has it at the end.

use serde::Serialize;

use super::row::Row;
use crate::cli::bench::host::Host;
use crate::cli::bench::report::Adapter;
use crate::cli::numbers::time;

/// One run. Scripts and later versions read these keys: they stay as they are.
#[derive(Clone, Debug, Serialize)]
pub struct Settling {
    /// Version of jostle.
    pub version: &'static str,
    /// Name of the scene; `heap` where none was named.
    pub scene: String,
    /// `resting` or `plain`.
    pub solver: &'static str,
    /// `gpu` or `cpu`.
    pub backend: &'static str,
    /// What it ran on.
    pub adapter: Adapter,
    /// Particles, the unborn and the removed ones included.
    pub particles: u64,
    /// Substeps in a frame.
    pub substeps_per_frame: u32,
    /// Substeps in a simulated second.
    pub substeps_per_second: f64,
    /// Seed of everything random in the scene.
    pub seed: u64,
    /// Threads of the CPU backend; null on a GPU.
    pub threads: Option<usize>,
    /// The machine.
    pub host: Host,
    /// The diameter that lengths and speeds are measured in, the largest of the scene, in scene units.
    pub diameter: f64,
    /// The moments that were looked at, the last at the end.
    pub rows: Vec<Row>,
    /// Digest of the state at the end, `0x` and 16 hexadecimal digits.
    pub digest: String,
    /// Particles that still wait for their emitter at the end.
    pub unborn: u64,
    /// Particles that left through an open side.
    pub removed: u32,
    /// Live particles that stick out of a wall at the end.
    pub outside: u64,
    /// What must not happen in this run, and did.
    #[serde(skip)]
    pub trouble: Option<String>,
}

/// The columns, as wide as their names.
const COLUMNS: [&str; 9] =
    ["time, s", "rms speed", "max speed", "mean overlap", "lowest rows", "max overlap", "contacts", "   energy", "M particle-substeps/s"];

/// The lines above the first row. Rows come one by one: a long run tells how it goes, and one that is stopped has told.
pub fn head() -> String {
    let rules = COLUMNS.map(|name| format!("{}:", "-".repeat(name.len() + 1)));
    format!("| {} |\n|{}|", COLUMNS.join(" | "), rules.join("|"))
}

/// A row as a line of that table.
pub fn line(row: &Row) -> String {
    let cells = [
        time(row.seconds),
        format!("{:.5}", row.rms_speed),
        format!("{:.4}", row.max_speed),
        format!("{:.5}", row.mean_overlap),
        format!("{:.5}", row.mean_overlap_lowest_rows),
        format!("{:.4}", row.max_overlap),
        format!("{:.2}", row.contacts_per_particle),
        format!("{:.3}", row.energy_per_particle),
        format!("{:.2}", row.particle_substeps_per_second / 1e6),
    ];
    let cells: Vec<_> = cells.iter().zip(COLUMNS).map(|(cell, name)| format!("{cell:>width$}", width = name.len())).collect();
    format!("| {} |", cells.join(" | "))
}
