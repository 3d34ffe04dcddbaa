//! `jostle simulate`: runs a scene without a window and writes what came of it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::console::{Console, note, write_json};
use super::error::CliError;
use super::export::Export;
use super::json_target::JsonTarget;
use super::numbers::{self, plural};
use super::options::{GlobalOptions, check_frames, simulation};
use super::outputs::Outputs;
use super::summary::{Summary, drive};
use crate::checkpoint::ENDING;
use crate::files;
use crate::scene::{Overrides, Scene};
use crate::{Checkpoint, Simulation};

const EXAMPLES: &str = "\
Examples:
  jostle simulate pile --frames 600
  jostle simulate dam --frames 300 --out dam.vtk      for ParaView
  jostle simulate gas --frames 60 --out gas.npy       for numpy
  jostle simulate rain --frames 600 --json -          the summary for a script
  jostle simulate settled --particles 1M --frames 600 --checkpoint rest.jostle
  jostle simulate rest.jostle --frames 60             goes on from there, to the same bits

What --out writes, by its ending; all in scene units, particles inside the world by id:
  .npy   one array a file: FILE.positions.npy (n × 2), FILE.velocities.npy (n × 2), both float64,
         FILE.radii.npy, FILE.masses.npy (n, float64), FILE.rotations.npy (n × 2: angle, its rate)
         and FILE.ids.npy (n, uint32)
  .csv   one table: id,x,y,vx,vy,radius,phase,mass,angle,angular_velocity
  .vtk   legacy VTK: points with velocity, radius, mass, angle, angular_velocity, id and phase;
         links as lines

A checkpoint can be named wherever a scene can: it goes on on any backend as the run that wrote it \
would have, frames count from there, and its particles, substeps, seed and solver stay as they are.

The summary counts the particles that are live (they move), pinned, unborn (still to come from their \
emitter) and removed (they left through an open side), and the links that are gone: broken by their \
length, or because one of their ends was removed.

Time goes in fixed steps, so the same scene, particles, substeps and seed give the same digest \
on every machine and backend.";

/// Run a scene without a window; write its particles and a summary
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub struct Arguments {
    /// A built-in scene, or the path of a scene file or a checkpoint
    #[arg(value_name = "SCENE")]
    scene: String,
    /// Frames to run, e.g. 60 for a second of most scenes; 0 gives the start
    #[arg(long, value_name = "N", default_value = "60", value_parser = numbers::count_u32)]
    frames: u32,
    /// Write the particles to .npy, .csv or .vtk
    #[arg(long, value_name = "FILE")]
    out: Option<Export>,
    /// Write a checkpoint at the end, from which all commands can go on
    #[arg(long, value_name = "FILE.jostle", value_parser = checkpoint_path)]
    checkpoint: Option<PathBuf>,
    /// Write the checkpoint after every so many frames, too, each in place of the one before
    #[arg(long, value_name = "N", value_parser = numbers::positive_u32, requires = "checkpoint")]
    checkpoint_every: Option<u32>,
    /// Write the summary as JSON to a file, or to standard output with -
    #[arg(long, value_name = "FILE|-")]
    json: Option<JsonTarget>,
}

impl Arguments {
    /// Runs the scene.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        let scene = Scene::find(&self.scene)?;
        self.outputs().check([&scene])?;
        let backend = global.open_backend()?;
        let overrides = global.overrides();
        let mut simulation = simulation(&scene, &overrides, &backend)?;
        let save = |simulation: &Simulation| match &self.checkpoint {
            Some(path) => write_checkpoint(simulation, &scene, &overrides, path),
            None => Ok(()),
        };
        let mut elapsed = Duration::ZERO;
        let at_a_time = self.checkpoint_every.unwrap_or(u32::MAX);
        check_frames(self.frames, simulation.world())?;
        let mut left = self.frames;
        while left > 0 {
            let (done, took) = drive(&mut simulation, scene.name(), left.min(at_a_time), None)?;
            (left, elapsed) = (left - done, elapsed + took);
            if left > 0 {
                save(&simulation)?;
            }
        }
        let seed = overrides.seed.unwrap_or_else(|| scene.seed());
        let summary = Summary { seed: Some(seed), ..Summary::new(scene.name(), &mut simulation)? };
        // What one file lacks room for is no reason to lose the rest of a long run.
        let kept = self.checkpoint.as_ref().map_or(Ok(()), |path| {
            save(&simulation)?;
            note(format_args!("wrote {}", path.display()));
            Ok(())
        });
        let exported = self.out.as_ref().map_or(Ok(()), |out| out.write(simulation.world(), &simulation.state()?));
        note(format_args!("{} in {:.2} s on {}", plural(self.frames.into(), "frame"), elapsed.as_secs_f64(), summary.backend));
        Console::new(self.json.as_ref()).say(&summary)?;
        let reported = write_json(self.json.as_ref(), &summary);
        kept.and(exported).and(reported)
    }

    fn outputs(&self) -> Outputs {
        Outputs::default()
            .files("--out", self.out.iter().flat_map(Export::paths))
            .files("--checkpoint", self.checkpoint.clone())
            .json("--json", self.json.as_ref())
    }
}

/// Writes a simulation as it stands.
fn write_checkpoint(simulation: &Simulation, scene: &Scene, overrides: &Overrides, path: &Path) -> Result<(), CliError> {
    let checkpoint = Checkpoint::of(simulation, scene, overrides)?;
    Ok(files::write(path, |file| checkpoint.write(file))?)
}

/// A path that ends in `.jostle`.
fn checkpoint_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(ending) if ending == ENDING => Ok(path),
        _ => Err("checkpoints are known by their names: use one that ends in .jostle".into()),
    }
}
