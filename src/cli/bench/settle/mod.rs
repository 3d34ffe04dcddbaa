//! `jostle bench --settle`: does a heap come to rest, and how stiff is it?

mod heap;
mod overlaps;
mod report;
mod row;

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use self::report::Settling;
use self::row::Row;
use super::host::Host;
use super::ladder::{self, Run};
use super::measure::{per_second, threads};
use super::report::{missing, trouble};
use crate::cli::console::{Console, keep_json, write_json};
use crate::cli::error::{CliError, all_of};
use crate::cli::json_target::JsonTarget;
use crate::cli::numbers::grouped;
use crate::cli::options::{GlobalOptions, simulation};
use crate::cli::outputs::Outputs;
use crate::cli::progress;
use crate::cli::summary::digest_text;
use crate::scene::Scene;
use crate::world::World;
use crate::world::measures::Measures;
use crate::world::spec::ContactSolver;
use crate::{Backend, Simulation};

/// Particles of the heap where no number was asked for.
const HEAP_PARTICLES: u64 = 10_000;

/// How long to run, and how often to look, in simulated seconds.
pub struct Length {
    /// `--seconds`.
    pub seconds: f64,
    /// `--every`.
    pub every: f64,
}

/// What to run.
enum Start {
    /// The heap that other engines were measured with.
    Heap { particles: u64, substeps: Option<u32>, seed: u64, solver: Option<ContactSolver> },
    /// A scene.
    Scene(Run),
}

/// Runs every scene, or the heap where none is named, and fails at the end if one failed.
pub fn execute(scenes: &[String], length: &Length, global: &GlobalOptions, json: Option<&JsonTarget>) -> Result<(), CliError> {
    if scenes.is_empty() && !global.set.is_empty() {
        let way_out = "name a scene, or leave out --set";
        return Err(CliError::Usage(format!(
            "--settle without a scene runs a heap of its own, which has no file to set values of: {way_out}"
        )));
    }
    let backend = global.open_backend()?;
    let starts = starts(scenes, global, &backend)?;
    Outputs::default().json("--json", json).check(starts.iter().filter_map(Start::scene))?;
    let (mut console, host) = (Lines { console: Console::new(json), unsaid: None }, Host::new());
    let (mut reports, mut failures) = (Vec::new(), Vec::new());
    for start in &starts {
        match settle(start, length, &backend, &host, &mut console) {
            Ok(report) => {
                failures.extend(report.trouble.as_ref().map(|trouble| CliError::Failed(format!("{}: {trouble}", start.label()))));
                reports.push(report);
                keep_json(json, &reports);
            }
            Err(error) if starts.len() == 1 => return Err(error),
            Err(error) => failures.push(CliError::NotRun { label: start.label(), error: error.into() }),
        }
    }
    if !reports.is_empty() {
        failures.extend(write_json(json, &reports).err());
    }
    all_of(failures.into_iter().chain(console.unsaid).collect())
}

/// Where rows are said. Those that cannot be are no reason to lose the others, and what is written.
struct Lines {
    console: Console,
    /// The first error.
    unsaid: Option<CliError>,
}

impl Lines {
    fn say(&mut self, line: impl std::fmt::Display) {
        if self.unsaid.is_none() {
            self.unsaid = self.console.say(line).err();
        }
    }
}

fn starts(scenes: &[String], global: &GlobalOptions, backend: &Backend) -> Result<Vec<Start>, CliError> {
    if scenes.is_empty() {
        let particles = global.particles.unwrap_or(HEAP_PARTICLES);
        return Ok(vec![Start::Heap { particles, substeps: global.substeps, seed: global.seed.unwrap_or(1), solver: global.solver }]);
    }
    let runs = ladder::named(scenes, global, backend.is_hardware())?;
    Ok(runs.into_iter().map(Start::Scene).collect())
}

impl Start {
    fn scene(&self) -> Option<&Scene> {
        match self {
            Self::Heap { .. } => None,
            Self::Scene(run) => Some(&run.scene),
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Heap { .. } => "heap",
            Self::Scene(run) => run.scene.name(),
        }
    }

    fn label(&self) -> String {
        match self {
            Self::Heap { particles, .. } => super::label(self.name(), *particles),
            Self::Scene(run) => run.label(),
        }
    }

    fn seed(&self) -> u64 {
        match self {
            Self::Heap { seed, .. } => *seed,
            Self::Scene(run) => run.overrides.seed.unwrap_or_else(|| run.scene.seed()),
        }
    }

    fn simulation(&self, backend: &Backend) -> Result<Simulation, CliError> {
        match self {
            Self::Heap { particles, substeps, seed, solver } => {
                let mut spec = heap::spec(*particles, *seed);
                spec.substeps = substeps.unwrap_or(spec.substeps);
                spec.solver = solver.unwrap_or(spec.solver);
                let world = World::new(&spec).map_err(crate::simulation::SimulationError::from)?;
                Ok(Simulation::start(world, backend)?)
            }
            Self::Scene(run) => simulation(&run.scene, &run.overrides, backend),
        }
    }
}

impl Length {
    /// The substeps after which to look, the last at the end, of a world that starts with substep `first`.
    fn looks(&self, first: u32, substeps_per_second: f64) -> Result<impl Iterator<Item = u32> + use<>, CliError> {
        let (least, most) = (1.0 / substeps_per_second, f64::from(u32::MAX - first) / substeps_per_second);
        for (option, seconds) in [("--seconds", self.seconds), ("--every", self.every)] {
            if !(least..=most).contains(&seconds) {
                let range = format!("one substep, 1/{substeps_per_second} s, to {} s, whose substeps can be counted", grouped(most as u64));
                return Err(CliError::Usage(format!("{option} is {seconds}: allowed is {range}")));
            }
        }
        let (last, every) = ((self.seconds * substeps_per_second).round() as u32, self.every * substeps_per_second);
        let before = (1u32..).map(move |look| (f64::from(look) * every).round() as u32).take_while(move |&substeps| substeps < last);
        Ok(before.chain([last]).map(move |substeps| first + substeps))
    }
}

/// Runs one start, saying how it looks as it goes.
fn settle(start: &Start, length: &Length, backend: &Backend, host: &Host, console: &mut Lines) -> Result<Settling, CliError> {
    let mut simulation = start.simulation(backend)?;
    let world = simulation.world().clone();
    let (clock, particles) = (&world.clock, u64::from(simulation.particle_count()));
    let looks = length.looks(world.first_substep, clock.substeps_per_second)?;
    let info = simulation.solver().backend().clone();
    let label = super::label(start.name(), particles);
    console.say(format_args!("{label} × {} substeps on {info}; speeds in diameters/s, overlaps in diameters", clock.substeps));
    console.say(report::head());

    let bar = progress::bar(&label, (length.seconds * clock.substeps_per_second).round() as u64, "substeps");
    simulation.solver().wake()?;
    let mut measures = simulation.measure()?;
    let (mut rows, mut lost) = (Vec::new(), 0);
    for end in looks {
        let (substeps, took) = run_to(&mut simulation, end, &bar)?;
        let before = std::mem::replace(&mut measures, simulation.measure()?);
        let state = simulation.state()?;
        lost = missing(&state.particles);
        let row = Row::new(&world, &state, simulation.seconds());
        let inside = (inside(&before) + inside(&measures)) as f64 / 2.0;
        let speed = per_second(inside * f64::from(substeps), took.as_secs_f64() * 1e3);
        let row = Row { particle_substeps_per_second: speed, ..row };
        bar.suspend(|| console.say(report::line(&row)));
        rows.push(row);
    }
    bar.finish_and_clear();
    console.say("");

    let removed = simulation.counters()?.removed;
    Ok(Settling {
        version: env!("CARGO_PKG_VERSION"),
        scene: start.name().to_owned(),
        solver: simulation.world().solver.name(),
        backend: info.backend,
        adapter: (&info).into(),
        particles,
        substeps_per_frame: clock.substeps,
        substeps_per_second: clock.substeps_per_second,
        seed: start.seed(),
        threads: threads(backend),
        host: host.clone(),
        diameter: world.frame.cell_edge,
        rows,
        digest: digest_text(simulation.digest()?),
        unborn: measures.unborn,
        removed,
        outside: measures.outside,
        trouble: trouble(world.params.is_closed(), removed, measures.outside, lost),
    })
}

fn inside(measures: &Measures) -> u64 {
    measures.live + measures.pinned
}

/// Runs frame by frame up to a substep. Returns how many substeps that were and the time they took.
fn run_to(simulation: &mut Simulation, end: u32, bar: &ProgressBar) -> Result<(u32, Duration), CliError> {
    let (first, frame) = (simulation.substep_count(), simulation.world().clock.substeps);
    let start = Instant::now();
    while simulation.substep_count() < end {
        let count = frame.min(end - simulation.substep_count());
        simulation.step(count)?;
        // No more than a few frames ahead of what is done: a submission waits where that many are on their way.
        bar.inc(count.into());
    }
    simulation.solver().wait()?;
    Ok((end - first, start.elapsed()))
}
