//! `jostle bench`: how fast is this machine, in numbers that can be published and compared.

mod baseline;
mod host;
mod ladder;
mod measure;
mod memory;
mod plot;
mod report;
mod settle;
mod tables;
mod trace;
mod traffic;

use std::path::PathBuf;

use clap::Args;

use self::baseline::Baseline;
use self::host::Host;
use self::measure::Length;
use self::report::Report;
use self::trace::Trace;
use super::console::{Console, keep_json, note, write_json};
use super::error::{CliError, all_of};
use super::json_target::JsonTarget;
use super::numbers::{self, plural};
use super::options::{DEFAULT_SCENE, GlobalOptions};
use super::outputs::{Outputs, ending_in};

const EXAMPLES: &str = "\
Examples:
  jostle bench                              the default scene
  jostle bench pile gas --particles 1M
  jostle bench settled --solver plain       the one-pass solver, for comparing with other engines
  jostle bench --ladder --json ladder.json  three scenes at 10k, 100k and 1M: long without a GPU
  jostle bench gas --json new.json --baseline old.json --tolerance 10%
  jostle bench --ladder --plot ladder.svg --trace ladder-trace.json
  jostle bench --settle --particles 100k    does a heap come to rest, how stiff is it?

A frame is timed from its start until the backend has finished it. On a GPU, where the frames of the warm-up \
took less than some 10 ms, several that follow each other are one sample. ms_per_frame holds the median and \
the 10th and 90th percentile; particle_substeps_per_second comes from the median and counts the \
particles inside the world. Passes are then timed one by one over a few more frames (--passes alone: over \
30, for figures that are to be published): by timestamps where the adapter has them, otherwise by the host's \
clock. Their bytes are each element of the buffers a pass binds, once in each direction (less moves where only what changes is written); of_copy is their \
rate over that of a plain copy in the same run (--json: copy_gb_per_s), which buffers in a cache may pass. \
Filled is the area of the discs over that of the world, contacts how many others a disc overlaps on average, \
bytes/particle those of the backend's buffers. The digest is that of the state after warm-up and frames, as jostle simulate gives it for as many particles and \
frames. On a GPU made of hardware a scene that says nothing of its number is measured with a million particles.

A run fails, and the exit code is 1, when a particle was lost (in a scene with walls all around), \
when one ended outside the walls, or when it fell behind the baseline by more than the tolerance.

A run is compared with the run of the baseline that has the same scene, solver, backend, adapter (its name \
and API, or the threads of the CPU backend), particles, substeps, frames and warm-up. One without such \
a run is named, with what differs; a baseline with none for any run is bad input, exit code 2. Another \
digest or host is told, and does not keep from comparing: compare on one machine with nothing else running.

The default warm-up and frames measure the start of a scene, before it has come to rest and with few \
contacts (the column contacts tells). For what a heap costs, measure settled, which starts as one, or \
let it come to rest with --warmup, e.g. --warmup 60 for settled and --warmup 600 for pile.

--settle asks something else: it runs each scene from its start, and every few simulated seconds prints \
a row with the speeds of its particles (diameters per second), the overlaps of the pairs that touch \
(depth over the sum of the radii, measured on the host in double precision; lowest rows: pairs with a \
centre less than 5.5 diameters above the floor), contacts and energy of a particle, and the speed since \
the row before. A diameter is the largest of the scene. Without a scene it runs a heap of 10,000 discs, \
or as many as --particles says: the start that other engines were measured with, seed 1 to the last bit.";

/// What is not about how a heap comes to rest.
const NOT_SETTLING: [&str; 9] = ["ladder", "large", "baseline", "tolerance", "frames", "warmup", "passes", "plot", "trace"];

/// Measure speed, pass by pass
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub struct Arguments {
    /// Built-in scenes or paths of scene files and checkpoints; if not given pile, and with --settle a heap of its own
    #[arg(value_name = "SCENE")]
    scenes: Vec<String>,
    /// Frames to run before measuring
    #[arg(long, value_name = "N", default_value = "10", value_parser = numbers::count_u32)]
    warmup: u32,
    /// Frames to measure
    #[arg(long, value_name = "N", default_value = "30", value_parser = numbers::positive_u32)]
    frames: u32,
    /// Frames whose passes are timed one by one, after the others: 30 with --passes alone; 0 for none
    #[arg(long, value_name = "N", default_value = "5", default_missing_value = "30", num_args = 0..=1, require_equals = true, value_parser = numbers::count_u32)]
    passes: u32,
    /// Run the density ladder: gas, settled and overfull at 10k, 100k and 1M particles (no gas with --solver plain, which does not bounce)
    #[arg(long)]
    ladder: bool,
    /// Add 10M particles to the ladder
    #[arg(long, requires = "ladder")]
    large: bool,
    /// Measure how a heap comes to rest and how stiff it is, instead of the machine
    #[arg(long, conflicts_with_all = NOT_SETTLING)]
    settle: bool,
    // clap asks for no --settle where something was given that --settle conflicts with, so these two name it as well.
    /// Simulated seconds of --settle
    #[arg(long, value_name = "S", default_value = "10", value_parser = numbers::seconds, requires = "settle", conflicts_with_all = NOT_SETTLING)]
    seconds: f64,
    /// Simulated seconds from row to row of --settle; the end has a row too
    #[arg(long, value_name = "S", default_value = "2", value_parser = numbers::seconds, requires = "settle", conflicts_with_all = NOT_SETTLING)]
    every: f64,
    /// Write the report as JSON to a file, or to standard output with -
    #[arg(long, value_name = "FILE|-")]
    json: Option<JsonTarget>,
    /// Draw throughput by the number of particles, and the share of each pass, as SVG
    #[arg(long, value_name = "FILE.svg", value_parser = plot_path)]
    plot: Option<PathBuf>,
    /// Write when each pass of one frame ran, as JSON for Perfetto or chrome://tracing
    #[arg(long, value_name = "FILE|-")]
    trace: Option<JsonTarget>,
    /// Compare with an earlier report
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// How much slower than the baseline is still allowed
    #[arg(long, value_name = "SHARE", default_value = "10%", value_parser = numbers::share, requires = "baseline")]
    tolerance: f64,
}

impl Arguments {
    /// Measures every run, reports all of them, and fails at the end if one failed.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        check_names(&self.scenes)?;
        if self.settle {
            let length = settle::Length { seconds: self.seconds, every: self.every };
            return settle::execute(&self.scenes, &length, global, self.json.as_ref());
        }
        if self.ladder {
            ladder::check(&self.scenes, global)?;
        }
        let baseline = self.baseline.as_deref().map(Baseline::read).transpose()?;
        if self.passes == 0 && (self.plot.is_some() || self.trace.is_some()) {
            return Err(CliError::Usage("--passes=0 times no passes, --plot and --trace show them: leave out one or the other".into()));
        }
        let backend = global.open_backend()?;
        let runs = if self.ladder {
            ladder::runs(global, self.large)?
        } else {
            let names = if self.scenes.is_empty() { vec![DEFAULT_SCENE.to_owned()] } else { self.scenes.clone() };
            ladder::named(&names, global, backend.is_hardware())?
        };
        self.outputs().check(runs.iter().map(|run| &run.scene))?;
        let length = Length { warmup: self.warmup, frames: self.frames, pass_frames: self.passes };
        baseline.as_ref().map_or(Ok(()), |baseline| baseline.check(&runs, &backend, &length))?;
        let host = Host::new();
        let (mut reports, mut failures, mut trace) = (Vec::new(), Vec::new(), Trace::new());
        for run in &runs {
            match measure::measure(run, &backend, &length, &host) {
                Ok((report, spans)) => {
                    trace.add(&report.label(), &spans);
                    failures.extend(report.failure().map(CliError::Failed));
                    if runs.len() > 1 {
                        note(format_args!(
                            "{}: {:.1} million particle-substeps/s",
                            report.label(),
                            report.particle_substeps_per_second / 1e6
                        ));
                    }
                    reports.push(report);
                    if reports.len() < runs.len() {
                        keep_json(self.json.as_ref(), &reports);
                    }
                }
                Err(error) if runs.len() == 1 => return Err(error),
                Err(error) => failures.push(CliError::NotRun { label: run.label(), error: error.into() }),
            }
        }
        if reports.is_empty() {
            return all_of(failures);
        }
        let to_stdout = self.json.as_ref().filter(|target| **target == JsonTarget::Stdout).or(self.trace.as_ref());
        let console = Console::new(to_stdout);
        // One that cannot be written is no reason to lose the others.
        let mut errors: Vec<CliError> = tables::print(&console, &reports).err().into_iter().collect();
        errors.extend(write_json(self.json.as_ref(), &reports).err());
        errors.extend(write_json(self.trace.as_ref(), &trace).err());
        if let Some(path) = &self.plot {
            match plot::write(path, &reports) {
                Ok(()) => note(format_args!("wrote {}", path.display())),
                Err(error) => errors.push(error),
            }
        }
        if let Some(baseline) = &baseline {
            let (slower, trouble) = compare(&console, baseline, &reports, self.tolerance);
            failures.extend(slower.into_iter().map(CliError::Failed));
            errors.extend(trouble);
        }
        all_of(failures.into_iter().chain(errors).collect())
    }

    fn outputs(&self) -> Outputs {
        Outputs::default()
            .json("--json", self.json.as_ref())
            .json("--trace", self.trace.as_ref())
            .files("--plot", self.plot.clone())
            .but_not("the baseline", self.baseline.as_deref())
    }
}

/// A path that ends in `.svg`.
fn plot_path(text: &str) -> Result<PathBuf, String> {
    ending_in("svg", text, "plots are SVG: use a name that ends in .svg")
}

/// A number that stands alone is no scene: `--passes` takes its own behind an equals sign, since it may have none.
fn check_names(scenes: &[String]) -> Result<(), CliError> {
    match scenes.iter().find(|name| name.parse::<u32>().is_ok() && !std::path::Path::new(name).exists()) {
        Some(number) => Err(CliError::Usage(format!(
            "there is no scene \"{number}\" (for the passes of {number} frames write --passes={number}, for as many particles --particles {number})"
        ))),
        None => Ok(()),
    }
}

/// Says how the runs compare; returns those that fell behind, and what else went wrong. Comparing nothing at all is an error.
fn compare(console: &Console, baseline: &Baseline, reports: &[Report], tolerance: f64) -> (Vec<String>, Vec<CliError>) {
    let (mut slower, mut errors, mut compared) = (Vec::new(), Vec::new(), 0);
    for report in reports {
        let label = report.label();
        let earlier = match baseline.run_like(report) {
            Ok(earlier) => earlier,
            Err(nearest) => {
                note(format_args!("{label}: not compared, {nearest}"));
                continue;
            }
        };
        compared += 1;
        let change = earlier.change(report);
        let line = format!("{label}: {}", earlier.told(report));
        errors.extend(console.say(&line).err());
        if let Some(other) = earlier.told_apart(report) {
            note(format_args!("{label}: {other}"));
        }
        if change < -tolerance {
            slower.push(format!("{line}, a regression: {:.1} % is allowed (--tolerance)", 100.0 * tolerance));
        }
    }
    if compared == 0 && !reports.is_empty() {
        errors.push(baseline.nothing_compared(reports.len()));
    } else {
        errors.extend(console.say(format_args!("{} compared with the baseline", plural(compared, "run"))).err());
    }
    (slower, errors)
}

/// How a run is called in messages.
fn label(scene: &str, particles: u64) -> String {
    format!("{scene}, {}", plural(particles, "particle"))
}
