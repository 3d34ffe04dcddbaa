//! `jostle render`: a picture of a scene, without a window.

use std::path::{Path, PathBuf};

use clap::Args;

use super::console::note;
use super::error::CliError;
use super::numbers;
use super::options::{GlobalOptions, simulation};
use super::outputs::Outputs;
use super::summary::drive;
use crate::Simulation;
use crate::picture::{self, Colour, png};
use crate::scene::Scene;

const EXAMPLES: &str = "\
Examples:
  jostle render pile -o pile.png
  jostle render cloth -o cloth.png --frame 240 --size 1920x1080
  jostle render dam -o contacts.png --colour contacts --particles 100k
  jostle render rain -o start.png --frame 0";

/// Draw one frame of a scene to a PNG file
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A built-in scene, or the path of a scene file or a checkpoint
    #[arg(value_name = "SCENE")]
    scene: String,
    /// The picture to write, a .png
    #[arg(short, long, value_name = "FILE.png", value_parser = png_path)]
    out: PathBuf,
    /// The frame to draw; 0 is the start
    #[arg(long, value_name = "N", default_value = "120", value_parser = numbers::count_u32)]
    frame: u32,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = numbers::size)]
    size: [u32; 2],
    /// What the colour of a disc shows: speed, id, contacts or radius
    #[arg(long, alias = "color", value_name = "WHAT", default_value_t)]
    colour: Colour,
}

impl Arguments {
    /// Runs the scene up to the frame and draws it.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        let scene = Scene::find(&self.scene)?;
        Outputs::default().files("--out", [self.out.clone()]).check([&scene])?;
        let backend = global.open_backend()?;
        let mut simulation = simulation(&scene, &global.overrides(), &backend)?;
        drive(&mut simulation, scene.name(), self.frame, None)?;
        write_picture(&mut simulation, &self.out, self.size, self.colour)?;
        note(format_args!("wrote {} (frame {} of {})", self.out.display(), self.frame, scene.name()));
        Ok(())
    }
}

/// Draws the current state to a file.
pub fn write_picture(simulation: &mut Simulation, path: &Path, size: [u32; 2], colour: Colour) -> Result<(), CliError> {
    let state = simulation.state()?;
    let image = picture::render(simulation.world(), &state, simulation.substep_count(), size, colour);
    Ok(png::save(&image, path)?)
}

/// A path that ends in `.png`.
pub fn png_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(ending) if ending.eq_ignore_ascii_case("png") => Ok(path),
        _ => Err("pictures are written as PNG: use a name that ends in .png".into()),
    }
}
