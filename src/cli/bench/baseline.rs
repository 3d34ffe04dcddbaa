//! An earlier report to compare with.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::report::Report;
use crate::cli::error::CliError;
use crate::cli::numbers::plural;

/// The runs of an earlier report.
pub struct Baseline {
    path: PathBuf,
    runs: Vec<Earlier>,
}

/// What of an earlier run is needed to find it and to compare.
#[derive(Debug, Deserialize)]
struct Earlier {
    scene: String,
    backend: String,
    adapter: EarlierAdapter,
    particles: u64,
    substeps_per_frame: u32,
    particle_substeps_per_second: f64,
}

#[derive(Debug, Deserialize)]
struct EarlierAdapter {
    name: String,
}

impl Baseline {
    /// Reads a file that `bench --json` wrote.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        let failed = |reason| CliError::Read { path: path.to_path_buf(), reason };
        let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
        let runs: Vec<Earlier> = serde_json::from_str(&text)
            .map_err(|error| failed(format!("{error} (a baseline is a file that jostle bench --json wrote)")))?;
        if let Some(run) = runs.iter().find(|run| run.particle_substeps_per_second <= 0.0) {
            let speed = run.particle_substeps_per_second;
            return Err(failed(format!("{}: particle_substeps_per_second is {speed}: a number above 0 is needed", run.scene)));
        }
        Ok(Self { path: path.to_path_buf(), runs })
    }

    /// By what share a run is faster than the earlier one like it (0.1 is 10 %), if there is one.
    pub fn change(&self, report: &Report) -> Option<f64> {
        let earlier = self.runs.iter().find(|run| run.is_like(report))?;
        Some(report.particle_substeps_per_second / earlier.particle_substeps_per_second - 1.0)
    }

    /// The error of a comparison that compared nothing.
    pub fn nothing_compared(&self, runs: usize) -> CliError {
        let there: Vec<_> = self.runs.iter().map(Earlier::describe).collect();
        let there = if there.is_empty() { "no runs".to_owned() } else { there.join("; ") };
        let reason =
            format!("none of {} is in this baseline, which has {there} (measure the same on the same adapter)", plural(runs as u64, "run"));
        CliError::Read { path: self.path.clone(), reason }
    }
}

impl Earlier {
    fn is_like(&self, report: &Report) -> bool {
        self.scene == report.scene
            && self.backend == report.backend
            && self.adapter.name == report.adapter.name
            && self.particles == report.particles
            && self.substeps_per_frame == report.substeps_per_frame
    }

    fn describe(&self) -> String {
        format!("{} × {} substeps on {}", super::label(&self.scene, self.particles), self.substeps_per_frame, self.adapter.name)
    }
}
