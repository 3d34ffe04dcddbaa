//! `jostle simulate`: runs a scene without a window and writes what came of it.

use clap::Args;

use super::console::{Console, note, write_json};
use super::error::CliError;
use super::export::Export;
use super::json_target::JsonTarget;
use super::numbers::{self, plural};
use super::options::{GlobalOptions, simulation};
use super::summary::{Summary, drive};
use crate::files;
use crate::scene::Scene;

const EXAMPLES: &str = "\
Examples:
  jostle simulate pile --frames 600
  jostle simulate dam --frames 300 --out dam.vtk      for ParaView
  jostle simulate gas --frames 60 --out gas.npy       for numpy
  jostle simulate rain --frames 600 --json -          the summary for a script

What --out writes, by its ending; all in scene units, particles inside the world by id:
  .npy   one array a file: FILE.positions.npy (n × 2), FILE.velocities.npy (n × 2), both float64,
         FILE.radii.npy, FILE.masses.npy (n, float64), FILE.rotations.npy (n × 2: angle, angular velocity)
         and FILE.ids.npy (n, uint32)
  .csv   one table: id,x,y,vx,vy,radius,phase,mass,angle,angular_velocity
  .vtk   legacy VTK with point data velocity, radius, mass, angle, angular_velocity, id and phase, links as lines

The summary counts the particles that are live (they move), pinned, unborn (still to come from their
emitter) and removed (they left through an open side), and the links that are gone: broken by their
length, or because one of their ends was removed.

Time goes in fixed steps, so the same scene, particles, substeps and seed give the same digest
on every machine and backend.";

/// Run a scene without a window; write its particles and a summary
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A built-in scene, or the path of a scene file
    #[arg(value_name = "SCENE")]
    scene: String,
    /// Frames to run, e.g. 60 for a second of most scenes; 0 gives the start
    #[arg(long, value_name = "N", default_value = "60", value_parser = numbers::count_u32)]
    frames: u32,
    /// Write the particles to .npy, .csv or .vtk
    #[arg(long, value_name = "FILE")]
    out: Option<Export>,
    /// Write the summary as JSON to a file, or to standard output with -
    #[arg(long, value_name = "FILE|-")]
    json: Option<JsonTarget>,
}

impl Arguments {
    /// Runs the scene.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        let scene = Scene::find(&self.scene)?;
        JsonTarget::check(self.json.as_ref())?;
        if let Some(out) = &self.out {
            out.check()?;
        }
        if let (Some(out), Some(JsonTarget::File(json))) = (&self.out, &self.json)
            && out.paths().iter().any(|path| files::are_one(path, json))
        {
            let path = json.display();
            return Err(CliError::Usage(format!("--out and --json both name {path}: the one would replace the other (name two files)")));
        }
        let backend = global.open_backend()?;
        let mut simulation = simulation(&scene, &global.overrides(), &backend)?;
        let (_, elapsed) = drive(&mut simulation, scene.name(), self.frames, None)?;
        let summary = Summary::new(scene.name(), &mut simulation)?;
        if let Some(out) = &self.out {
            let state = simulation.state()?;
            let written = out.write(simulation.world(), &state)?;
            written.iter().for_each(|path| note(format_args!("wrote {}", path.display())));
        }
        note(format_args!("{} in {:.2} s on {}", plural(self.frames.into(), "frame"), elapsed.as_secs_f64(), summary.backend));
        Console::new(self.json.as_ref()).say(&summary)?;
        write_json(self.json.as_ref(), &summary)
    }
}
