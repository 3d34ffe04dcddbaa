//! `jostle verify`: is the GPU equal to the CPU, bit for bit?

use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use super::console::{Console, keep_json, write_json};
use super::error::{CliError, all_of};
use super::json_target::JsonTarget;
use super::numbers::{grouped, plural};
use super::options::{GlobalOptions, check_frames};
use super::outputs::Outputs;
use super::pipelines;
use super::progress;
use super::times::{Time, positive_time};
use crate::BackendChoice;
use crate::gpu::GpuOptions;
use crate::gpu::context::{Context, Selection, adapters, instance};
use crate::scene::Scene;
use crate::solver::SolverError;
use crate::verify::{self, Report};

const EXAMPLES: &str = "\
Examples:
  jostle verify                             every built-in scene on the best adapter
  jostle verify cloth ropes --frames 125    these two, over 1,000 substeps
  jostle verify pile --deep --frames 2      every buffer after every pass
  jostle verify --solver plain              every built-in scene that the plain solver can run
  jostle verify --all-adapters --json -     on each adapter, for a script

Each scene starts on the CPU reference and on the GPU from the same state. Digests of the whole state \
are compared after each substep of the first half of a frame, and at its end, since a simulation runs \
substeps in one go. Exit code 1 tells of a difference and shows the first.";

/// Compare the GPU with the CPU reference, bit for bit
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub struct Arguments {
    /// Built-in scenes or paths of scene files and checkpoints; all the built-in ones if not given
    #[arg(value_name = "SCENE")]
    scenes: Vec<String>,
    /// Frames to compare, or seconds of each scene; 25 frames are 200 substeps in most scenes
    #[arg(long, value_name = "N|Ns", default_value = "25", value_parser = positive_time)]
    frames: Time,
    /// Compare every buffer after every pass, not only digests
    #[arg(long)]
    deep: bool,
    /// Compare on each adapter there is
    #[arg(long, conflicts_with = "adapter")]
    all_adapters: bool,
    /// Write the results as JSON to a file, or to standard output with -
    #[arg(long, value_name = "FILE|-")]
    json: Option<JsonTarget>,
}

/// One object of `--json`.
#[derive(Debug, Serialize)]
struct Entry {
    version: &'static str,
    scene: String,
    /// Of everything random in the scene.
    seed: u64,
    substeps_per_frame: u32,
    /// Whether every buffer was compared.
    deep: bool,
    /// `resting` or `plain`.
    solver: &'static str,
    #[serde(flatten)]
    report: Report,
}

/// Opens an adapter.
type Open = Box<dyn FnOnce() -> Result<Context, SolverError>>;

impl Arguments {
    /// Compares every scene on every adapter asked for; fails after the last if any differed.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        if global.backend == BackendChoice::Cpu {
            return Err(CliError::Usage(
                "--backend cpu: verify compares a GPU adapter with the CPU, so it needs a GPU: leave it out".into(),
            ));
        }
        // clap sees it only where the option stands behind the command.
        if self.all_adapters && global.adapter.is_some() {
            return Err(CliError::Usage("--all-adapters has --adapter among them: leave out one of the two".into()));
        }
        let scenes = self.scenes(global)?;
        scenes.iter().try_for_each(|scene| self.frames.frames("--frames", scene.frame_rate()).map(drop))?;
        Outputs::default().json("--json", self.json.as_ref()).check(&scenes)?;
        let console = Console::new(self.json.as_ref());
        let (mut entries, mut errors) = (Vec::new(), Vec::new());
        let folder = pipelines::folder();
        for open in self.adapters(global)? {
            let context = match open() {
                Ok(context) => context.keeping_pipelines(folder.as_deref()),
                // Others may open, and what they come to is no less worth.
                Err(error) => {
                    errors.push(error.into());
                    continue;
                }
            };
            for scene in &scenes {
                match self.compare(scene, &context, global) {
                    Ok(entry) => {
                        errors.extend(console.say(line(&entry)).err());
                        entries.push(entry);
                        keep_json(self.json.as_ref(), &entries);
                    }
                    Err(error) => {
                        let label = format!("{} on {}", scene.name(), context.info);
                        errors.push(CliError::NotRun { label, error: error.into() });
                    }
                }
            }
        }
        if entries.is_empty() && !errors.is_empty() {
            return all_of(errors);
        }
        if let (2.., true) = (entries.len(), entries.iter().all(|entry| entry.report.identical)) {
            errors.extend(console.say(format_args!("all {} are identical", entries.len())).err());
        }
        errors.extend(write_json(self.json.as_ref(), &entries).err());
        // A difference is what matters most.
        all_of(verdict(&entries).err().into_iter().chain(errors).collect())
    }

    /// Those that were named, or all the built-in ones that can have the solver that was asked for.
    fn scenes(&self, global: &GlobalOptions) -> Result<Vec<Scene>, CliError> {
        if !self.scenes.is_empty() {
            return self.scenes.iter().map(|name| global.scene(name)).collect();
        }
        global.built_in(Scene::names())
    }

    /// What opens those that were asked for. Each is opened when it is its turn: one that is open takes memory.
    fn adapters(&self, global: &GlobalOptions) -> Result<Vec<Open>, CliError> {
        let instance = instance();
        let adapters = if self.all_adapters { adapters(&instance) } else { Vec::new() };
        if adapters.is_empty() {
            // Or the error that says what there is and what to do.
            let context = Context::new(&instance, Selection { text: global.adapter.as_deref(), surface: None })?;
            return Ok(vec![Box::new(|| Ok(context))]);
        }
        Ok(adapters.into_iter().map(|adapter| -> Open { Box::new(move || Context::open(&adapter)) }).collect())
    }

    fn compare(&self, scene: &Scene, context: &Context, global: &GlobalOptions) -> Result<Entry, CliError> {
        let world = Arc::new(scene.build(&global.overrides())?);
        let frames = self.frames.frames("--frames", scene.frame_rate())?;
        check_frames("--frames", frames, &world)?;
        let options = verify::Options { substeps: frames * world.clock.substeps, deep: self.deep, threads: global.threads() };
        let bar = progress::bar(scene.name(), options.substeps.into(), "substeps");
        let report = verify::verify(&world, context, &GpuOptions::default(), &options, &mut |done| bar.set_position(done.into()));
        bar.finish_and_clear();
        Ok(Entry {
            version: env!("CARGO_PKG_VERSION"),
            scene: scene.name().to_owned(),
            seed: global.seed.unwrap_or_else(|| scene.seed()),
            substeps_per_frame: world.clock.substeps,
            deep: self.deep,
            solver: world.solver.name(),
            report: report?,
        })
    }
}

/// The command fails if one comparison found a difference, or if there was none at all.
fn verdict(entries: &[Entry]) -> Result<(), CliError> {
    let comparisons = plural(entries.len() as u64, "comparison");
    match entries.iter().filter(|entry| !entry.report.identical).count() {
        0 if entries.is_empty() => Err(CliError::Failed("nothing was compared".into())),
        0 => Ok(()),
        different => Err(CliError::Failed(format!("{different} of {comparisons} found a difference between GPU and CPU"))),
    }
}

fn line(entry: &Entry) -> String {
    let report = &entry.report;
    let (values, substeps) = (grouped(report.compared_values), plural(report.substeps.into(), "substep"));
    match &report.first_difference {
        None if report.identical => format!("{}: identical: {values} values over {substeps} on {}", entry.scene, report.adapter),
        Some(difference) => format!("{}: DIFFERENT on {}: {difference}", entry.scene, report.adapter),
        None => format!("{}: DIFFERENT on {}", entry.scene, report.adapter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::BackendInfo;

    fn entry(identical: bool) -> Entry {
        let text = String::new;
        let adapter = BackendInfo { backend: "gpu", name: "an adapter".into(), driver: text(), kind: text(), api: text() };
        let report = Report {
            identical,
            substeps: 8,
            particles: 3,
            compared_values: 1234,
            digest_cpu: text(),
            digest_gpu: text(),
            adapter,
            first_difference: None,
        };
        Entry { version: "0.0.0", scene: "gas".into(), seed: 1, substeps_per_frame: 8, deep: false, solver: "resting", report }
    }

    #[test]
    fn one_difference_among_many_comparisons_fails_the_command_and_so_does_comparing_nothing() {
        assert!(verdict(&[entry(true), entry(true)]).is_ok());
        let failure = verdict(&[entry(true), entry(false)]).unwrap_err();
        assert_eq!(failure.exit_code(), 1);
        assert!(failure.to_string().starts_with("1 of 2 comparisons"), "{failure}");
        assert_eq!(verdict(&[]).unwrap_err().exit_code(), 1);
    }

    #[test]
    fn only_an_identical_report_is_called_identical() {
        assert!(line(&entry(true)).starts_with("gas: identical: 1,234 values over 8 substeps on an adapter"));
        assert!(line(&entry(false)).starts_with("gas: DIFFERENT on an adapter"));
    }
}
