//! An earlier report to compare with.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::report::Report;
use crate::cli::error::CliError;
use crate::cli::numbers::plural;
use crate::text_file;

/// The runs of an earlier report.
pub struct Baseline {
    path: PathBuf,
    runs: Vec<Earlier>,
}

/// What of an earlier run is needed to find it and to compare. Reports of earlier versions lack the optional keys.
#[derive(Debug, Deserialize)]
struct Earlier {
    scene: String,
    solver: Option<String>,
    backend: String,
    adapter: EarlierAdapter,
    particles: u64,
    substeps_per_frame: u32,
    frames: u32,
    warmup_frames: Option<u32>,
    threads: Option<usize>,
    particle_substeps_per_second: f64,
}

#[derive(Debug, Deserialize)]
struct EarlierAdapter {
    name: String,
    api: Option<String>,
}

/// A key in which a run differs from an earlier one.
struct Difference {
    key: &'static str,
    /// The earlier value; `None` where the earlier report does not have the key.
    there: Option<String>,
    here: String,
    /// What to measure with to have the earlier value.
    option: String,
}

impl Baseline {
    /// Reads a file that `bench --json` wrote.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        let failed = |reason| CliError::Read { path: path.to_path_buf(), reason };
        let unusable = |error: String| failed(format!("{error} (a baseline is a file that `jostle bench --json FILE` wrote)"));
        let text = text_file::read(path).map_err(|error| unusable(error.to_string()))?;
        let runs: Vec<Earlier> = serde_json::from_str(&text).map_err(|error| unusable(error.to_string()))?;
        if let Some(run) = runs.iter().find(|run| run.particle_substeps_per_second <= 0.0) {
            let speed = run.particle_substeps_per_second;
            return Err(failed(format!("{}: particle_substeps_per_second is {speed}: a number above 0 is needed", run.scene)));
        }
        Ok(Self { path: path.to_path_buf(), runs })
    }

    /// By what share a run is faster than the earlier one like it (0.1 is 10 %), or what the nearest one differs in.
    pub fn change(&self, report: &Report) -> Result<f64, String> {
        let runs = self.runs.iter().map(|run| (run, run.differences(report)));
        match runs.min_by_key(|(run, differences)| (differences.len(), run.scene != report.scene)) {
            None => Err("the baseline has no runs".to_owned()),
            Some((run, differences)) if differences.is_empty() => {
                Ok(report.particle_substeps_per_second / run.particle_substeps_per_second - 1.0)
            }
            Some((_, differences)) => Err(explain(&differences)),
        }
    }

    /// The error of a comparison that compared nothing.
    pub fn nothing_compared(&self, runs: usize) -> CliError {
        let there: Vec<_> = self.runs.iter().map(Earlier::describe).collect();
        let there = if there.is_empty() { "no runs".to_owned() } else { there.join("; ") };
        CliError::Usage(format!(
            "--baseline {}: {} in it, which has {there} (measure both with the same options on the same adapter)",
            self.path.display(),
            if runs == 1 { "the run is not".into() } else { format!("none of the {} is", plural(runs as u64, "run")) }
        ))
    }
}

impl Earlier {
    /// In what a later run is not like this one.
    fn differences(&self, report: &Report) -> Vec<Difference> {
        let same_backend = self.backend == report.backend;
        let own_api = self.adapter.api.clone().unwrap_or_default();
        let threads = |threads: Option<usize>| threads.map(|threads| threads.to_string());
        let mut all = vec![
            Difference::new("scene", Some(&self.scene), &report.scene, self.scene.clone()),
            Difference::new(
                "solver",
                self.solver.as_ref(),
                report.solver,
                format!("--solver {}", self.solver.as_deref().unwrap_or_default()),
            ),
            Difference::new("backend", Some(&self.backend), report.backend, format!("--backend {}", self.backend)),
        ];
        // Another backend runs on something else in any case.
        if same_backend && self.backend == "cpu" {
            let (there, here) = (threads(self.threads), threads(report.threads).unwrap_or_default());
            all.push(Difference::new("threads", there.as_ref(), here, format!("--threads {}", self.threads.unwrap_or_default())));
        } else if same_backend {
            let (name, here) = (&self.adapter.name, &report.adapter);
            all.push(Difference::new("adapter.name", Some(name), &here.name, format!("--adapter \"{name}\"")));
            let option = format!("WGPU_BACKEND={}", own_api.to_lowercase());
            all.push(Difference::new("adapter.api", self.adapter.api.as_ref(), &here.api, option));
        }
        let numbers = [
            ("particles", "--particles", Some(self.particles), report.particles),
            ("substeps_per_frame", "--substeps", Some(self.substeps_per_frame.into()), report.substeps_per_frame.into()),
            ("frames", "--frames", Some(self.frames.into()), report.frames.into()),
            ("warmup_frames", "--warmup", self.warmup_frames.map(u64::from), report.warmup_frames.into()),
        ];
        all.extend(
            numbers.map(|(key, option, there, here)| Difference::new(key, there, here, format!("{option} {}", there.unwrap_or_default()))),
        );
        all.retain(Difference::is_one);
        all
    }

    fn describe(&self) -> String {
        let warmup = self.warmup_frames.map_or("an unknown number".to_owned(), |warmup| warmup.to_string());
        let api = self.adapter.api.as_ref().filter(|api| !api.is_empty()).map(|api| format!(", {api}")).unwrap_or_default();
        format!(
            "{} × {} substeps on {}{api}, {} after {warmup} of warm-up",
            super::label(&self.scene, self.particles),
            self.substeps_per_frame,
            self.adapter.name,
            plural(self.frames.into(), "frame"),
        )
    }
}

impl Difference {
    fn new(key: &'static str, there: Option<impl ToString>, here: impl ToString, option: String) -> Self {
        Self { key, there: there.map(|there| there.to_string()), here: here.to_string(), option }
    }

    fn is_one(&self) -> bool {
        self.there.as_ref() != Some(&self.here)
    }

    fn describe(&self) -> String {
        let there = self.there.as_ref().map_or("missing".to_owned(), |there| format!("\"{there}\""));
        format!("{} ({there} there, \"{}\" here)", self.key, self.here)
    }
}

/// What differs, and how to have it alike.
fn explain(differences: &[Difference]) -> String {
    let what: Vec<_> = differences.iter().map(Difference::describe).collect();
    let what = format!("the nearest run of the baseline differs in {}", what.join(", "));
    if differences.iter().any(|difference| difference.there.is_none()) {
        return format!("{what}: an earlier version wrote it, so measure the baseline anew");
    }
    let options: Vec<_> = differences.iter().map(|difference| difference.option.as_str()).collect();
    format!("{what}: measure with {}, or the baseline anew with the options of this run", options.join(" "))
}
