//! `jostle simulate`: runs a scene without a window and writes what came of it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::console::{Console, note, write_json};
use super::error::CliError;
use super::export::Export;
use super::json_target::JsonTarget;
use super::numbered::MOST_FILES;
use super::numbers::{self, grouped, plural};
use super::options::{GlobalOptions, check_frames, simulation};
use super::outputs::Outputs;
use super::summary::{Summary, drive_and};
use crate::checkpoint::ENDING;
use crate::files;
use crate::scene::{Overrides, Scene};
use crate::{Checkpoint, Simulation};

const EXAMPLES: &str = "\
Examples:
  jostle simulate pile --frames 600
  jostle simulate dam --frames 300 --out dam.vtk      for ParaView
  jostle simulate dam --frames 600 --out dam-####.vtk --out-every 10      a film for ParaView
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
    /// Write them at the start, after every so many frames and at the end; a run of # in the name stands for the frame: dam-####.vtk
    #[arg(long, value_name = "N", value_parser = numbers::positive_u32, requires = "out")]
    out_every: Option<u32>,
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
        let exports = self.exports()?;
        self.outputs(&exports).check([&scene])?;
        let backend = global.open_backend()?;
        let overrides = global.overrides();
        let mut simulation = simulation(&scene, &overrides, &backend)?;
        check_frames(self.frames, simulation.world())?;
        let save = |simulation: &Simulation| match &self.checkpoint {
            Some(path) => write_checkpoint(simulation, &scene, &overrides, path),
            None => Ok(()),
        };
        let mut written = Vec::new();
        let mut export = |simulation: &mut Simulation, frame: u32| -> Result<(), CliError> {
            if let Ok(found) = exports.binary_search_by_key(&frame, |(at, _)| *at) {
                let (_, out) = &exports[found];
                out.write(simulation.world(), &simulation.state()?)?;
                written.push(out);
            }
            Ok(())
        };
        // What one file lacks room for is no reason to lose the rest of a long run: it is told at the end.
        let (mut errors, mut writing) = (Vec::new(), Duration::ZERO);
        if self.frames > 0 {
            errors.extend(export(&mut simulation, 0).err());
        }
        let (_, elapsed) = drive_and(&mut simulation, scene.name(), self.frames, None, |simulation, frame| {
            let start = Instant::now();
            if frame < self.frames {
                errors.extend(export(simulation, frame).err());
                if self.checkpoint_every.is_some_and(|every| frame.is_multiple_of(every)) {
                    errors.extend(save(simulation).err());
                }
            }
            writing += start.elapsed();
            Ok(())
        })?;
        match save(&simulation) {
            Ok(()) => self.checkpoint.iter().for_each(|path| note(format_args!("wrote {}", path.display()))),
            Err(error) => errors.push(error),
        }
        errors.extend(export(&mut simulation, self.frames).err());
        tell_files(&written);
        let seed = overrides.seed.unwrap_or_else(|| scene.seed());
        let summary = Summary { seed: Some(seed), ..Summary::new(scene.name(), &mut simulation)? };
        let took = elapsed.saturating_sub(writing).as_secs_f64();
        note(format_args!("{} in {took:.2} s on {}", plural(self.frames.into(), "frame"), summary.backend));
        errors.extend(Console::new(self.json.as_ref()).say(&summary).err());
        errors.extend(write_json(self.json.as_ref(), &summary).err());
        all_of(errors)
    }

    /// The frames after which the particles are written, and to what; the last is the end.
    fn exports(&self) -> Result<Vec<(u32, Export)>, CliError> {
        let Some(out) = &self.out else { return Ok(Vec::new()) };
        let Some(every) = self.out_every else { return Ok(vec![(self.frames, out.clone())]) };
        let count = (self.frames.div_ceil(every) as usize + 1) * out.paths().len();
        if count > MOST_FILES {
            let (count, most) = (grouped(count as u64), grouped(MOST_FILES as u64));
            return Err(CliError::Usage(format!("--out-every {every} asks for {count} files: at most {most} (a larger number)")));
        }
        let digits = self.frames.to_string().len();
        let of_frame = |frame| Some((frame, out.of_frame(frame, digits)?));
        (0..self.frames).step_by(every as usize).chain([self.frames]).map(of_frame).collect::<Option<_>>().ok_or_else(|| {
            CliError::Usage("--out-every writes many files: write # in the name of --out for the frame, e.g. dam-####.vtk".into())
        })
    }

    fn outputs(&self, exports: &[(u32, Export)]) -> Outputs {
        Outputs::default()
            .files("--out", exports.iter().flat_map(|(_, out)| out.paths()))
            .files("--checkpoint", self.checkpoint.clone())
            .json("--json", self.json.as_ref())
    }
}

/// The first of them is what ends the command; the others are told before it, but for those that say the same.
fn all_of(errors: Vec<CliError>) -> Result<(), CliError> {
    let mut told: Vec<String> = Vec::new();
    let mut first = None;
    for error in errors {
        let words = error.to_string();
        if first.is_none() {
            first = Some(error);
        } else if !told.contains(&words) {
            note(format_args!("error: {words}"));
        }
        told.push(words);
    }
    first.map_or(Ok(()), Err)
}

/// Names the files, of many frames those of the first and of the last.
fn tell_files(exports: &[&Export]) {
    let names = |out: &Export| out.paths().iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
    match exports {
        [] => {}
        [only] => names(only).iter().for_each(|name| note(format_args!("wrote {name}"))),
        [first, .., last] => {
            for (from, to) in names(first).iter().zip(names(last)) {
                note(format_args!("wrote {}, {from} to {to}", plural(exports.len() as u64, "file")));
            }
        }
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
