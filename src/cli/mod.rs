//! The command line: one file a subcommand, and what they share.
//!
//! Results go to standard output, everything else (progress, notes, errors, logs) to standard error.
//! Exit codes: 0 done, 1 a check failed (a difference, a regression, a failed run), 2 bad input.

mod adapters;
mod bench;
mod colour;
mod console;
mod doubts;
mod error;
mod export;
mod forces;
mod ids;
mod json_target;
mod log;
mod numbered;
mod numbers;
mod options;
mod outputs;
mod pipelines;
mod progress;
mod render;
mod reveal;
mod run;
mod scenes;
mod series;
#[cfg(feature = "viewer")]
mod shapes;
mod shots;
mod signals;
mod simulate;
mod slips;
mod summary;
mod table;
mod times;
mod verify;
mod view;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use error::CliError;
use options::GlobalOptions;

use crate::scene::SceneError;

const EXAMPLES: &str = "\
Examples:
  jostle                                  the default scene in a window
  jostle gas --particles 1M               a million discs without gravity
  jostle bench --json report.json         measure this machine
  jostle verify                           is the GPU equal to the CPU, bit for bit?
  jostle simulate dam --frames 300 --out dam.vtk
  jostle render cloth -o cloth.png --frame 240
  jostle scenes                           what there is to see

Exit codes: 0 done; 1 a difference, a regression or a failed run; 2 bad input, or a file, an adapter or a \
display that cannot be used; after a signal 128 and its number, on Windows 0xC000013A. \
JOSTLE_LOG=debug shows what happens inside. JOSTLE_PIPELINE_CACHE names a folder for compiled pipelines \
instead of the user's own, or is off.";

/// What is logged if nothing else is asked for. Of the window system only errors: it warns of fonts and monitors.
const DEFAULT_LOG: &str = "warn,winit=error";

/// A GPU particle collision simulator whose results equal a CPU reference bit for bit.
#[derive(Debug, Parser)]
#[command(name = "jostle", version, about, after_help = EXAMPLES, allow_negative_numbers = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::Arguments,
    #[command(flatten)]
    global: GlobalOptions,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Arguments),
    Bench(bench::Arguments),
    Verify(verify::Arguments),
    Simulate(simulate::Arguments),
    Render(render::Arguments),
    Adapters(adapters::Arguments),
    Scenes(scenes::Arguments),
    #[cfg(feature = "viewer")]
    Shapes(shapes::Arguments),
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    signals::keep_files_whole();
    let cli = match command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(mut words) => {
            let arguments: Vec<_> = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
            let meant = slips::meant(&words, &arguments);
            if meant.is_some() {
                slips::without_tips(&mut words);
            }
            let code = say(&words);
            if let Some(meant) = meant {
                console::note(format_args!("error: {meant}"));
            }
            return code;
        }
    };
    match start_logging().and_then(|()| cli.execute()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            console::note(format_args!("error: {error}"));
            ExitCode::from(error.exit_code())
        }
    }
}

/// What is understood, with helps that show what does something.
fn command() -> clap::Command {
    let command = Cli::command()
        .mut_subcommand("adapters", |command| options::using(command, adapters::USED))
        .mut_subcommand("scenes", |command| options::using(command, scenes::USED));
    #[cfg(feature = "viewer")]
    let command = command.mut_subcommand("shapes", |command| options::using(command, shapes::USED));
    command
}

/// Help, the version, or what is wrong with the arguments; help that does not arrive has failed.
fn say(words: &clap::Error) -> ExitCode {
    match console::arrived(words.print().and_then(|()| std::io::stdout().flush())) {
        Ok(()) => ExitCode::from(u8::try_from(words.exit_code()).unwrap_or(2)),
        Err(error) => {
            console::note(format_args!("error: {error}"));
            ExitCode::from(error.exit_code())
        }
    }
}

impl Cli {
    fn execute(self) -> Result<(), CliError> {
        let global = &self.global;
        if self.command.is_some() && self.run != run::Arguments::default() {
            return Err(CliError::Usage(
                "a scene or an option of `jostle run` stands before the name of a subcommand: put it behind the name".into(),
            ));
        }
        match self.command {
            None => self.run.execute(global).map_err(or_a_command),
            Some(Command::Run(arguments)) => arguments.execute(global),
            Some(Command::Bench(arguments)) => arguments.execute(global),
            Some(Command::Verify(arguments)) => arguments.execute(global),
            Some(Command::Simulate(arguments)) => arguments.execute(global),
            Some(Command::Render(arguments)) => arguments.execute(global),
            Some(Command::Adapters(arguments)) => arguments.execute(global),
            Some(Command::Scenes(arguments)) => arguments.execute(global),
            #[cfg(feature = "viewer")]
            Some(Command::Shapes(arguments)) => arguments.execute(global),
        }
    }
}

/// Who names no scene may have meant a command.
fn or_a_command(error: CliError) -> CliError {
    match error {
        CliError::Scene(SceneError::UnknownScene { ref name, .. }) => slips::no_command(name).map_or(error, CliError::Usage),
        other => other,
    }
}

/// Logs to standard error, as much as `JOSTLE_LOG` asks for.
fn start_logging() -> Result<(), CliError> {
    let wanted = std::env::var("JOSTLE_LOG").unwrap_or_else(|_| DEFAULT_LOG.into());
    let filter = EnvFilter::builder()
        .parse(&wanted)
        .map_err(|error| CliError::Usage(format!("JOSTLE_LOG is \"{wanted}\": {error} (e.g. warn, info, jostle=debug)")))?;
    // Older consoles of Windows show colours as letters.
    let colour = std::io::IsTerminal::is_terminal(&std::io::stderr()) && !cfg!(windows);
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colour).without_time().init();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declared_arguments_are_sound() {
        command().debug_assert();
    }

    #[test]
    fn a_scene_without_a_subcommand_is_run() {
        let cli = Cli::parse_from(["jostle", "gas", "--particles", "20k"]);
        assert!(cli.command.is_none());
        assert_eq!(cli.run.scene.as_deref(), Some("gas"));
        assert_eq!(cli.global.overrides().particles, Some(20_000));
    }

    /// Those that it refuses are not offered.
    #[test]
    fn the_help_of_a_command_shows_the_options_that_it_uses() {
        let help = |name: &str| command().find_subcommand_mut(name).unwrap().render_long_help().to_string();
        assert!(!help("scenes").contains("--threads") && !help("adapters").contains("Everywhere"), "{}", help("scenes"));
        #[cfg(feature = "viewer")]
        assert!(help("shapes").contains("--seed") && !help("shapes").contains("--solver"), "{}", help("shapes"));
        let mut all = command();
        all.build();
        let bench = all.find_subcommand_mut("bench").unwrap().render_long_help().to_string();
        assert!(bench.contains("--threads") && bench.contains("--solver"), "{bench}");
    }

    #[test]
    fn global_options_may_stand_before_and_behind_a_subcommand() {
        for line in [["jostle", "--seed", "7", "scenes"], ["jostle", "scenes", "--seed", "7"]] {
            let cli = Cli::from_arg_matches(&command().get_matches_from(line)).unwrap();
            assert!(matches!(cli.command, Some(Command::Scenes(_))));
            assert_eq!(cli.global.overrides().seed, Some(7));
        }
    }
}
