//! `jostle simulate`: runs a scene without a window and writes what came of it.

use std::iter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{ArgGroup, Args};

use super::console::{Console, note, write_json};
use super::doubts::Doubts;
use super::error::{CliError, all_of};
use super::export::Export;
use super::forces::check_forces;
use super::json_target::JsonTarget;
use super::log::{Log, LogOptions};
use super::numbers::{grouped, plural};
use super::options::{GlobalOptions, check_frames, simulation};
use super::outputs::{Outputs, ending_in};
use super::series::{Series, write_due};
use super::signals::Ending;
use super::summary::{Summary, drive_and};
use super::times::{Time, positive_time, time};
use crate::checkpoint::ENDING;
use crate::scene::{Overrides, Scene};
use crate::{Checkpoint, Simulation};

const EXAMPLES: &str = "\
Examples:
  jostle simulate pile --frames 600                   ten seconds; so does --frames 10s
  jostle simulate dam --frames 300 --out dam.vtk      for ParaView
  jostle simulate dam --frames 600 --out dam-####.vtk --out-every 10      a film for ParaView
  jostle simulate gas --frames 60 --out gas.npy       for numpy
  jostle simulate avalanche --frames 600 --contacts forces.csv      which discs press each other, and how hard
  jostle simulate drum --frames 600 --boundaries drum.csv           what the drum carries
  jostle simulate rain --frames 600 --json -          the summary for a script
  jostle simulate dam --frames 600 --log dam.csv      speeds, energies and overlaps after each frame
  jostle simulate newton --frames 600 --track ball.csv --track-ids 7      where one disc is
  jostle simulate settled --particles 1M --frames 600 --checkpoint rest.jostle
  jostle simulate rest.jostle --frames 60             goes on from there, to the same bits

What --out writes, by its ending; all in scene units, particles inside the world by id:
  .npy   one array a file: FILE.positions.npy (n × 2), FILE.velocities.npy (n × 2), both float64,
         FILE.radii.npy, FILE.masses.npy (n, float64), FILE.rotations.npy (n × 2: angle, its rate)
         and FILE.ids.npy (n, uint32)
  .csv   one table: id,x,y,vx,vy,radius,phase,mass,angle,angular_velocity
         (here, in .npy and .vtk angles are radians, counter-clockwise; in scene files degrees)
  .vtk   legacy VTK: points with velocity, radius, mass, angle, angular_velocity, id and phase;
         links as lines, with the resting solver with their tension; no obstacles

What --contacts writes, by its ending: pairs of discs that press each other (neither walls nor
obstacles), by their ids, with the mean force of the last substep in units of mass × length / s².
The normal leads from the first disc to the second, which is pushed along it; the tangent is the normal turned left by a quarter; \
the moment against rolling turns the second counter-clockwise, the first clockwise, in units of mass × length² / s²:
  .csv   one table: first,second,x,y,nx,ny,normal_force,tangent_force,overlap,moment
  .npy   FILE.pairs.npy (n × 2, uint32), FILE.points.npy, FILE.normals.npy, FILE.forces.npy (n × 2:
         normal, tangent), FILE.overlaps.npy and FILE.moments.npy (n), all float64
  .vtk   force chains: lines from centre to centre with normal_force, tangent_force, overlap, moment and id

What --boundaries writes, by its ending: discs that a wall or an obstacle pushes, with the mean force \
of the substep that comes next, which the CPU calculates from the state, in units of mass × length / s². \
The normal leads out of the wall or obstacle to the disc; the tangent is the normal turned left by a quarter; the moment against \
rolling turns the disc counter-clockwise:
  .csv   one table: disc,boundary,x,y,nx,ny,normal_force,tangent_force,moment; boundary is left, right, bottom,
         top or e.g. obstacle 3 (from 0 on, in the order of the file, those of a grid one by one)
  .npy   FILE.discs.npy (n, uint32), FILE.boundaries.npy (n, int32: obstacles from 0 on, the walls -1 to
         -4 in the order above), FILE.points.npy, FILE.normals.npy, FILE.forces.npy (n × 2) and
         FILE.moments.npy, float64
  .vtk   points with force, normal_force, tangent_force, moment, id and boundary

What --log writes: seconds since the start of the scene, live, pinned, unborn, removed, broken, rms_speed, \
max_speed, kinetic_energy, potential_energy, mean_overlap, max_overlap (of the pairs that overlap, in \
diameters), contacts_per_particle (ends of contacts) and saturated, as the summary has them. What --track writes: \
seconds,id,x,y,vx,vy,angle,angular_velocity of each disc that is in the world then.

A checkpoint can be named wherever a scene can: it goes on on any backend as the run that wrote it \
would have, frames and seconds count from there, and its particles, substeps, seed and solver stay as they are.

The summary counts the particles that are live (they move), pinned, unborn (still to come from their \
emitter) and removed (they left through an open side), and the links that are gone: broken by their \
length, or because one of their ends was removed.

Interrupted (Ctrl C) or, on Unix, terminated, a run ends after its frame and writes what it has come to, \
with exit code 1; for the second time, half a second later or more, it ends at once.

Time goes in fixed steps, so the same scene, particles, substeps and seed give the same digest \
on every machine and backend.";

/// Run a scene without a window; write its particles, its forces and a summary
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
#[command(group = ArgGroup::new("files").multiple(true))]
#[command(group = ArgGroup::new("over_time").multiple(true))]
pub struct Arguments {
    /// A built-in scene, or the path of a scene file or a checkpoint
    #[arg(value_name = "SCENE")]
    scene: String,
    /// How long to run, in frames, of which most scenes have 60 a second, or, to the nearest frame, in seconds of the scene: 600, 10s; 0 gives the start
    #[arg(long, value_name = "N|Ns", default_value = "60", value_parser = time)]
    frames: Time,
    /// Write the particles to .npy, .csv or .vtk
    #[arg(short, long, value_name = "FILE", value_parser = Export::particles, group = "files")]
    out: Option<Export>,
    /// Write the contacts and their forces to .npy, .csv or .vtk
    #[arg(long, value_name = "FILE", value_parser = Export::contacts, group = "files")]
    contacts: Option<Export>,
    /// Write what walls and obstacles push discs with to .npy, .csv or .vtk
    #[arg(long, value_name = "FILE", value_parser = Export::boundaries, group = "files")]
    boundaries: Option<Export>,
    /// Write these at the start, after every so many frames or seconds and at the end; a run of # in the names stands for the frame: dam-####.vtk
    #[arg(long, value_name = "N|Ns", value_parser = positive_time, requires = "files")]
    out_every: Option<Time>,
    /// Write a checkpoint at the end, from which all commands can go on
    #[arg(long, value_name = "FILE.jostle", value_parser = checkpoint_path)]
    checkpoint: Option<PathBuf>,
    /// Write the checkpoint after every so many frames or seconds, too, each in place of the one before
    #[arg(long, value_name = "N|Ns", value_parser = positive_time, requires = "checkpoint")]
    checkpoint_every: Option<Time>,
    #[command(flatten)]
    log: LogOptions,
    /// Write the summary as JSON to a file, or to standard output with -
    #[arg(long, value_name = "FILE|-")]
    json: Option<JsonTarget>,
}

impl Arguments {
    /// Runs the scene.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        let scene = global.scene(&self.scene)?;
        check_forces("--contacts", self.contacts.is_some(), &scene, &global.overrides())?;
        check_forces("--boundaries", self.boundaries.is_some(), &scene, &global.overrides())?;
        let plan = self.plan(scene.frame_rate())?;
        let series = |option, out: &Option<Export>| Series::new(option, out.as_ref(), plan.frames, plan.out_every);
        let mut series = [series("--out", &self.out)?, series("--contacts", &self.contacts)?, series("--boundaries", &self.boundaries)?];
        self.outputs(&series).check([&scene])?;
        let backend = global.open_backend()?;
        let overrides = global.overrides();
        let mut simulation = simulation(&scene, &overrides, &backend)?;
        check_frames("--frames", plan.frames, simulation.world())?;
        let mut log = Log::new(&self.log, plan.log_every, &simulation)?;
        let save = |simulation: &Simulation| match &self.checkpoint {
            Some(path) => write_checkpoint(simulation, &scene, &overrides, path),
            None => Ok(()),
        };
        // Up to the end, so that what the run has come to is written, whenever it is interrupted.
        let ending = Ending::listen();
        let Ran { done, time, doubts, mut errors } = match plan.run(&mut simulation, scene.name(), &mut series, log.as_mut(), save, &ending)
        {
            Ok(ran) => ran,
            Err(mut errors) => {
                series.iter().for_each(Series::tell);
                errors.extend(log.and_then(|log| log.write().err()));
                return all_of(errors);
            }
        };
        if done < plan.frames {
            series.iter_mut().for_each(|series| series.end_at(done));
            if let Err(error) = self.outputs(&series).check([&scene]) {
                errors.push(error);
                series.iter_mut().for_each(Series::spare_last);
            }
        }
        match save(&simulation) {
            Ok(()) => self.checkpoint.iter().for_each(|path| note(format_args!("wrote {}", path.display()))),
            Err(error) => errors.push(error),
        }
        errors.extend(write_due(&mut series, &simulation, done));
        series.iter().for_each(Series::tell);
        errors.extend(log.and_then(|mut log| log.finish(&mut simulation).err()));
        let seed = overrides.seed.unwrap_or_else(|| scene.seed());
        let summary = match Summary::new(scene.name(), &mut simulation) {
            Ok(summary) => Summary { seed: Some(seed), ..summary },
            Err(error) => return all_of(iter::once(error).chain(errors).collect()),
        };
        note(format_args!("{} in {:.2} s on {}", plural(done.into(), "frame"), time.as_secs_f64(), summary.backend));
        errors.extend(Console::new(self.json.as_ref()).say(&summary).err());
        doubts.tell(simulation.world());
        errors.extend(write_json(self.json.as_ref(), &summary).err());
        if done < plan.frames {
            let all = plural(plan.frames.into(), "frame");
            errors.push(CliError::Failed(format!("ended by a signal after {} of {all}: what is written is of then", grouped(done.into()))));
        }
        all_of(errors)
    }

    /// How long it runs, and what it writes when, of a scene with so many frames a second.
    fn plan(&self, frame_rate: f64) -> Result<Plan, CliError> {
        let every = |option, time: Option<Time>| time.map(|time| time.frames(option, frame_rate)).transpose();
        Ok(Plan {
            frames: self.frames.frames("--frames", frame_rate)?,
            out_every: every("--out-every", self.out_every)?,
            checkpoint_every: every("--checkpoint-every", self.checkpoint_every)?,
            log_every: self.log.log_every.frames("--log-every", frame_rate)?,
        })
    }

    fn outputs(&self, [out, contacts, boundaries]: &[Series; 3]) -> Outputs {
        Outputs::default()
            .files("--out", out.paths())
            .files("--contacts", contacts.paths())
            .files("--boundaries", boundaries.paths())
            .files("--checkpoint", self.checkpoint.clone())
            .files("--log", self.log.log.clone())
            .files("--track", self.log.track.clone())
            .json("--json", self.json.as_ref())
    }
}

/// How long a run is, and what is written on the way, in frames.
struct Plan {
    frames: u32,
    out_every: Option<u32>,
    checkpoint_every: Option<u32>,
    log_every: u32,
}

impl Plan {
    /// Runs the frames, and writes on the way what is due before the last. All that went wrong where they could not be run.
    fn run(
        &self,
        simulation: &mut Simulation,
        name: &str,
        series: &mut [Series],
        mut log: Option<&mut Log>,
        save: impl Fn(&Simulation) -> Result<(), CliError>,
        ending: &Ending,
    ) -> Result<Ran, Vec<CliError>> {
        // What one file lacks room for is no reason to lose the rest of a long run: it is told at the end.
        let (mut errors, mut writing) = (Vec::new(), Duration::ZERO);
        if self.frames > 0 {
            errors.extend(write_due(series, simulation, 0));
        }
        if let Some(error) = log.as_mut().and_then(|log| log.measure(simulation, 0).err()) {
            return Err(iter::once(error).chain(errors).collect());
        }
        let mut doubts = Doubts::default();
        let driven = drive_and(simulation, name, self.frames, None, Some(&mut doubts), |simulation, frame| {
            let start = Instant::now();
            log.as_mut().map_or(Ok(()), |log| log.measure(simulation, frame))?;
            if frame < self.frames {
                errors.extend(write_due(series, simulation, frame));
                if self.checkpoint_every.is_some_and(|every| frame.is_multiple_of(every)) {
                    errors.extend(save(simulation).err());
                    errors.extend(log.as_ref().and_then(|log| log.write().err()));
                }
            }
            writing += start.elapsed();
            Ok(if ending.asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        match driven {
            Ok((done, elapsed)) => Ok(Ran { done, time: elapsed.saturating_sub(writing), doubts, errors }),
            Err(error) => Err(iter::once(error).chain(errors).collect()),
        }
    }
}

/// What running came to.
struct Ran {
    /// Frames that were run.
    done: u32,
    /// The time that they took, without what was written on the way.
    time: Duration,
    doubts: Doubts,
    errors: Vec<CliError>,
}

/// Writes a simulation as it stands.
fn write_checkpoint(simulation: &Simulation, scene: &Scene, overrides: &Overrides, path: &Path) -> Result<(), CliError> {
    Ok(Checkpoint::of(simulation, scene, overrides)?.save(path)?)
}

/// A path that ends in `.jostle`.
fn checkpoint_path(text: &str) -> Result<PathBuf, String> {
    ending_in(ENDING, text, "checkpoints are known by their names: use one that ends in .jostle")
}
