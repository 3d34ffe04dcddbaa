//! An earlier report to compare with.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::ladder::Run;
use super::measure::{Length, threads};
use super::report::Report;
use crate::Backend;
use crate::cli::console::note;
use crate::cli::error::CliError;
use crate::cli::numbers::plural;
use crate::scene::name_of;
use crate::text_file;

/// The runs of an earlier report.
pub struct Baseline {
    path: PathBuf,
    runs: Vec<Earlier>,
}

/// What of an earlier run is needed to find it and to compare. Reports of earlier versions lack the optional keys.
#[derive(Debug, Deserialize)]
pub struct Earlier {
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
    digest: Option<String>,
    host: Option<EarlierHost>,
}

#[derive(Debug, Deserialize)]
struct EarlierHost {
    cpu: Option<String>,
    cores: Option<usize>,
}

#[derive(Debug, Deserialize)]
struct EarlierAdapter {
    name: String,
    api: Option<String>,
}

/// In what a run has to be like an earlier one to be compared with it; `None` is what is known only once it is measured.
struct Conditions {
    scene: String,
    solver: &'static str,
    backend: &'static str,
    adapter: String,
    api: String,
    threads: Option<usize>,
    particles: Option<u64>,
    substeps_per_frame: Option<u32>,
    frames: u32,
    warmup_frames: u32,
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
        // A run that all discs had left.
        let (measured, empty): (Vec<_>, Vec<_>) = runs.into_iter().partition(|run| run.particle_substeps_per_second > 0.0);
        let problem = |run: &Earlier| {
            let speed = run.particle_substeps_per_second;
            format!("{}: particle_substeps_per_second is {speed}: a number above 0 is needed", run.scene)
        };
        match &empty[..] {
            [first, ..] if measured.is_empty() => Err(failed(problem(first))),
            all => {
                all.iter().for_each(|run| note(format_args!("{}: not compared with: {}", path.display(), problem(run))));
                Ok(Self { path: path.to_path_buf(), runs: measured })
            }
        }
    }

    /// Before anything is measured: whether any of these runs may be compared. Says of each what differs where none may.
    ///
    /// # Errors
    /// A comparison that would compare nothing.
    pub fn check(&self, runs: &[Run], backend: &Backend, length: &Length) -> Result<(), CliError> {
        let mut told = Vec::new();
        for run in runs {
            match self.nearest(&Conditions::before(run, backend, length)) {
                Ok(_) => return Ok(()),
                Err(differs) => told.push(format!("{}: {differs}", run.label())),
            }
        }
        told.iter().for_each(|line| note(format_args!("{line}")));
        Err(self.nothing_compared(runs.len()))
    }

    /// The earlier run that a run is to be compared with, or what the nearest one differs in.
    pub fn run_like(&self, report: &Report) -> Result<&Earlier, String> {
        self.nearest(&Conditions::of(report))
    }

    /// The earlier run that is like this one, or what the nearest one differs in.
    fn nearest(&self, here: &Conditions) -> Result<&Earlier, String> {
        let runs = self.runs.iter().map(|run| (run, run.differences(here)));
        match runs.min_by_key(|(run, differences)| (differences.len(), run.scene != here.scene, !is_same(&run.scene, &here.scene))) {
            None => Err("the baseline has no runs".to_owned()),
            Some((run, differences)) if differences.is_empty() => Ok(run),
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

/// Whether two runs may be of one scene: one of them is called by its path where it ran beside another scene of its name.
fn is_same(one: &str, other: &str) -> bool {
    one == other || one == name_of(other) || other == name_of(one)
}

impl Conditions {
    fn of(report: &Report) -> Self {
        Self {
            scene: report.scene.clone(),
            solver: report.solver,
            backend: report.backend,
            adapter: report.adapter.name.clone(),
            api: report.adapter.api.clone(),
            threads: report.threads,
            particles: Some(report.particles),
            substeps_per_frame: Some(report.substeps_per_frame),
            frames: report.frames,
            warmup_frames: report.warmup_frames,
        }
    }

    fn before(run: &Run, backend: &Backend, length: &Length) -> Self {
        let (name, adapter, api) = match backend {
            Backend::Gpu(context) => ("gpu", context.info.name.clone(), context.info.api.clone()),
            Backend::Cpu { .. } => ("cpu", String::new(), String::new()),
        };
        let planned = run.scene.planned_numbers(&run.overrides);
        Self {
            scene: run.name.clone(),
            solver: run.scene.solver(&run.overrides).name(),
            backend: name,
            adapter,
            api,
            threads: threads(backend),
            particles: planned.map(|(particles, _)| particles),
            substeps_per_frame: planned.map(|(_, substeps)| substeps),
            frames: length.frames,
            warmup_frames: length.warmup,
        }
    }
}

impl Earlier {
    /// By what share a run is faster (0.1 is 10 %).
    pub fn change(&self, report: &Report) -> f64 {
        report.particle_substeps_per_second / self.particle_substeps_per_second - 1.0
    }

    /// The same in words.
    pub fn told(&self, report: &Report) -> String {
        let [before, now] = [self.particle_substeps_per_second, report.particle_substeps_per_second].map(|rate| rate / 1e6);
        let change = 100.0 * self.change(report);
        let way = if change < 0.0 { "slower" } else { "faster" };
        format!("{:.1} % {way} than the baseline ({before:.1} → {now:.1} million particle-substeps/s)", change.abs())
    }

    /// What tells a run apart that may be compared.
    pub fn told_apart(&self, report: &Report) -> Option<String> {
        let other_digest = self.digest.as_ref().is_some_and(|digest| *digest != report.digest);
        let other_host = self.host.as_ref().is_some_and(|host| (&host.cpu, host.cores) != (&report.host.cpu, report.host.cores));
        let all = [(other_digest, "another digest (another seed, scene or version)"), (other_host, "another host")];
        let told: Vec<_> = all.into_iter().filter(|(is_other, _)| *is_other).map(|(_, what)| what).collect();
        if told.is_empty() { None } else { Some(format!("the baseline has {}", told.join(" and "))) }
    }

    /// In what a later run is not like this one.
    fn differences(&self, here: &Conditions) -> Vec<Difference> {
        let same_backend = self.backend == here.backend;
        let own_api = self.adapter.api.clone().unwrap_or_default();
        let words = |threads: Option<usize>| threads.map(|threads| threads.to_string());
        let mut all = vec![
            Difference::new(
                "scene",
                Some(&self.scene),
                if is_same(&self.scene, &here.scene) { &self.scene } else { &here.scene },
                self.scene.clone(),
            ),
            Difference::new(
                "solver",
                self.solver.as_ref(),
                here.solver,
                format!("--solver {}", self.solver.as_deref().unwrap_or_default()),
            ),
            Difference::new("backend", Some(&self.backend), here.backend, format!("--backend {}", self.backend)),
        ];
        // Another backend runs on something else in any case.
        if same_backend && self.backend == "cpu" {
            let (there, now) = (words(self.threads), words(here.threads).unwrap_or_default());
            all.push(Difference::new("threads", there.as_ref(), now, format!("--threads {}", self.threads.unwrap_or_default())));
        } else if same_backend {
            let name = &self.adapter.name;
            all.push(Difference::new("adapter.name", Some(name), &here.adapter, format!("--adapter \"{name}\"")));
            let option = format!("WGPU_BACKEND={}", own_api.to_lowercase());
            all.push(Difference::new("adapter.api", self.adapter.api.as_ref(), &here.api, option));
        }
        let numbers = [
            ("particles", "--particles", Some(self.particles), here.particles),
            ("substeps_per_frame", "--substeps", Some(self.substeps_per_frame.into()), here.substeps_per_frame.map(u64::from)),
            ("frames", "--frames", Some(self.frames.into()), Some(here.frames.into())),
            ("warmup_frames", "--warmup", self.warmup_frames.map(u64::from), Some(here.warmup_frames.into())),
        ];
        let known = numbers.into_iter().filter_map(|(key, option, there, now)| Some((key, option, there, now?)));
        all.extend(
            known.map(|(key, option, there, now)| Difference::new(key, there, now, format!("{option} {}", there.unwrap_or_default()))),
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
