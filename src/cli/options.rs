//! Options that every command understands, and what they make.

use clap::builder::{NonEmptyStringValueParser, PossibleValue};
use clap::{Args, Command, ValueEnum};

use super::console::note;
use super::error::CliError;
use super::numbers::{self, grouped};
use super::pipelines;
use crate::backend::HARDWARE_PARTICLES;
use crate::scene::{Overrides, Scene};
use crate::world::World;
use crate::world::spec::ContactSolver;
use crate::{Backend, BackendChoice, Simulation};

/// Options that may stand before and behind any subcommand.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Everywhere")]
pub struct GlobalOptions {
    /// Where to simulate: a GPU made of hardware if there is one, else the CPU; or what is named, for certain
    #[arg(long, global = true, value_enum, default_value_t)]
    pub backend: BackendChoice,
    /// The GPU adapter: its number in `jostle adapters`, or a part of its name, driver or API; the first that fits
    #[arg(long, global = true, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub adapter: Option<String>,
    /// Threads of the CPU backend, 1 to 1024; one per core by default
    #[arg(long, global = true, value_name = "N", value_parser = numbers::threads)]
    pub threads: Option<u16>,
    /// Particles in all, e.g. 20k or 1M: the scene is scaled to have so many (unless it lists its particles one by one)
    #[arg(long, global = true, value_name = "N", value_parser = numbers::particles)]
    pub particles: Option<u64>,
    /// Substeps in a frame, 1 to 1024; 8 unless the scene says otherwise
    #[arg(long, global = true, value_name = "N", value_parser = numbers::positive_u32)]
    pub substeps: Option<u32>,
    /// Seed of everything random in the scene
    #[arg(long, global = true, value_name = "N", value_parser = numbers::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Another value of the scene's file, e.g. world.friction=0.3, world.gravity=[0,-9.81] or block[0].radius=2; may be given several times
    #[arg(long, global = true, value_name = "KEY=VALUE", value_parser = setting)]
    pub set: Vec<Setting>,
    /// How contacts are solved, instead of what the scene says
    #[arg(long, global = true, value_enum)]
    pub solver: Option<ContactSolver>,
}

/// `--set`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The way to the key.
    key: String,
    /// Its value.
    value: String,
}

fn setting(text: &str) -> Result<Setting, String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok(Setting { key: key.trim().into(), value: value.trim().into() }),
        _ => Err(format!("\"{text}\" sets nothing: write a key of the scene file, = and its value, e.g. world.friction=0.3")),
    }
}

impl ValueEnum for ContactSolver {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Self::Resting => "Heaps come to rest; masses, friction, restitution",
            Self::Plain => "One pass, the fastest; heaps simmer",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

impl ValueEnum for BackendChoice {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Self::Auto => "The best GPU made of hardware, or the CPU where there is none",
            Self::Gpu => "A GPU adapter, software ones included",
            Self::Cpu => "The CPU reference",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

/// The scene that is meant when none is named.
pub const DEFAULT_SCENE: &str = "pile";

impl GlobalOptions {
    /// A scene by its name or path, with the values that are set.
    pub fn scene(&self, name_or_path: &str) -> Result<Scene, CliError> {
        Ok(Scene::find_with_values(name_or_path, self.set.iter().map(|setting| (&*setting.key, &*setting.value)))?)
    }

    /// What to change about a scene.
    pub fn overrides(&self) -> Overrides {
        Overrides { particles: self.particles, substeps: self.substeps, seed: self.seed, solver: self.solver }
    }

    /// As [`Self::overrides`], with the number of particles that suits the backend where none was asked for and the scene can have it.
    pub fn overrides_for(&self, scene: &Scene, hardware: bool) -> Overrides {
        let fair = Some(HARDWARE_PARTICLES).filter(|&fair| hardware && !scene.has_count() && scene.check_particles(fair).is_ok());
        Overrides { particles: self.particles.or(fair), ..self.overrides() }
    }

    /// Built-in scenes, without those that cannot have the solver that was asked for; says which these are.
    pub fn built_in<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<Vec<Scene>, CliError> {
        let mut scenes = names.into_iter().map(|name| self.scene(name)).collect::<Result<Vec<_>, _>>()?;
        if let Some(solver) = self.solver {
            scenes.retain(|scene| match scene.check_solver(solver) {
                Ok(()) => true,
                Err(reason) => {
                    note(format_args!("left out {}, which does not run with --solver {}: {reason}", scene.name(), solver.name()));
                    false
                }
            });
        }
        Ok(scenes)
    }

    /// Threads of the CPU backend.
    pub fn threads(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// Opens the backend; says so where there is no GPU to use.
    pub fn open_backend(&self) -> Result<Backend, CliError> {
        self.check_backend()?;
        let backend = Backend::choose(self.backend, self.adapter.as_deref(), self.threads())?;
        if let (Backend::Gpu(context), Some(_)) = (&backend, self.threads) {
            let name = &context.info.name;
            return Err(CliError::Usage(format!(
                "--threads is for the CPU backend, and {name} is used: leave it out, or add --backend cpu"
            )));
        }
        if let Backend::Cpu { instead_of_gpu: Some(reason), .. } = &backend {
            note(format_args!("using the CPU backend: {reason}"));
        }
        Ok(match backend {
            Backend::Gpu(context) => Backend::Gpu(context.keeping_pipelines(pipelines::folder().as_deref())),
            cpu @ Backend::Cpu { .. } => cpu,
        })
    }

    /// Refuses what a command, which uses only some of these options, would do nothing with.
    pub fn check_used(&self, command: &str, used: &[&str]) -> Result<(), CliError> {
        let given = [
            ("backend", self.backend != BackendChoice::Auto),
            ("adapter", self.adapter.is_some()),
            ("threads", self.threads.is_some()),
            ("particles", self.particles.is_some()),
            ("substeps", self.substeps.is_some()),
            ("seed", self.seed.is_some()),
            ("solver", self.solver.is_some()),
            ("set", !self.set.is_empty()),
        ];
        match given.into_iter().find(|(option, given)| *given && !used.contains(option)) {
            Some((option, _)) => Err(CliError::Usage(format!("--{option} does nothing in `jostle {command}`: leave it out"))),
            None => Ok(()),
        }
    }

    /// Options about the backend that do not fit each other.
    pub fn check_backend(&self) -> Result<(), CliError> {
        match &self.adapter {
            Some(adapter) if self.backend == BackendChoice::Cpu => {
                Err(CliError::Usage(format!("--adapter {adapter} names a GPU, --backend cpu uses none: leave one of them out")))
            }
            Some(adapter) if self.threads.is_some() => {
                Err(CliError::Usage(format!("--threads is for the CPU backend, --adapter {adapter} names a GPU: leave one of them out")))
            }
            None if self.threads.is_some() && self.backend == BackendChoice::Gpu => {
                Err(CliError::Usage("--threads is for the CPU backend, --backend gpu does not use it: leave one of them out".into()))
            }
            _ => Ok(()),
        }
    }
}

/// A command that uses only some of these options, with a help that shows no others.
pub fn using(command: Command, used: &[&str]) -> Command {
    let all = GlobalOptions::augment_args(Command::new("options"));
    let hidden = all.get_arguments().filter(|option| !used.contains(&option.get_id().as_str()));
    command.args(hidden.map(|option| option.clone().hide(true)))
}

/// A scene with these overrides, on a backend.
pub fn simulation(scene: &Scene, overrides: &Overrides, backend: &Backend) -> Result<Simulation, CliError> {
    Ok(Simulation::start(scene.build(overrides)?, backend)?)
}

/// Frames that a simulation can count, as substeps, from where its world starts; `asked_by` says what asks for them.
pub fn check_frames(asked_by: &str, frames: u32, world: &World) -> Result<(), CliError> {
    let (substeps, first) = (world.clock.substeps.max(1), world.first_substep);
    let most_frames = (u32::MAX - first) / substeps;
    if frames > most_frames {
        let (frames, most) = (grouped(frames.into()), grouped(most_frames.into()));
        let after = if first == 0 { String::new() } else { format!(" after {} substeps", grouped(first.into())) };
        let seconds = (f64::from(most_frames) * f64::from(substeps) / world.clock.substeps_per_second).floor();
        return Err(CliError::Usage(format!(
            "{asked_by}: {frames} frames of {substeps} substeps{after}: at most {most} can be counted, {seconds}s (more with fewer substeps)"
        )));
    }
    Ok(())
}
