//! `jostle render`: a picture of a scene, or a film, without a window.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use image::RgbaImage;

use super::colour::ColourOption;
use super::console::note;
use super::doubts::Doubts;
use super::error::CliError;
use super::forces::ForcesOption;
use super::numbers;
use super::options::{GlobalOptions, check_frames, simulation};
use super::outputs::{Outputs, ending_in};
use super::reveal::{self, RevealOptions};
use super::shots::{Shots, picture_path};
use super::summary::{drive, drive_and};
use super::times::{Time, Times, positive_time, times};
use super::view::ViewOption;
use crate::Simulation;
use crate::picture::palette::Palette;
use crate::picture::scale::in_words;
use crate::picture::view::View;
use crate::picture::{self, Colour, Region, Show};

const EXAMPLES: &str = "\
Examples:
  jostle render pile -o pile.png
  jostle render cloth -o cloth.png --frame 240 --size 1920x1080
  jostle render dam -o contacts.png --colour contacts --particles 100k
  jostle render avalanche -o chains.png --frame 600 --forces
  jostle render rain -o start.png --frame 0
  jostle render drum -o lifter.png --frame 200 --view 75,0,115,22.5
  jostle render drum -o drum.gif
  jostle render drum -o drum-####.png --frame 0..10s --every 2
  jostle render pile -o photo.png --frame 2400 --reveal photo.jpg";

/// Draw a frame of a scene as a PNG file, or a film as a GIF file or numbered PNG files
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub struct Arguments {
    /// A built-in scene, or the path of a scene file or a checkpoint
    #[arg(value_name = "SCENE")]
    scene: String,
    /// A picture, .png, or a film, .gif; a run of # in the name of a .png stands for the number of its frame: film-####.png
    #[arg(short, long, value_name = "FILE", value_parser = picture_path)]
    out: PathBuf,
    /// The frame to draw, or the first and the last of a film, both included; or, to the nearest frame, in seconds of the scene: 120, 2s, 0..10s; 0 is the start [default: 120, of a .gif 0..300]
    #[arg(long, value_name = "N|Ns|A..B", value_parser = times)]
    frame: Option<Times>,
    /// Of a film, draw the first frame and every Nth from there on, or one every so many seconds [default: 1, of a .gif the least that it can show, 2 in most scenes]
    #[arg(long, value_name = "N|Ns", value_parser = positive_time)]
    every: Option<Time>,
    /// Width and height in pixels [default: 1280x720, of a .gif 640x360]
    #[arg(long, value_name = "WxH", value_parser = numbers::size)]
    size: Option<[u32; 2]>,
    #[command(flatten)]
    view: ViewOption,
    #[command(flatten)]
    colour: ColourOption,
    #[command(flatten)]
    forces: ForcesOption,
    #[command(flatten)]
    image: RevealOptions,
}

impl Arguments {
    /// Runs the scene up to each frame and draws it.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        let scene = global.scene(&self.scene)?;
        let forces = self.forces.lines(&scene, &global.overrides())?;
        let rate = scene.frame_rate();
        let frames = self.frame.map(|times| times.frames("--frame", rate)).transpose()?;
        let every = self.every.map(|time| time.frames("--every", rate)).transpose()?;
        let mut shots = Shots::new(&self.out, frames, every, rate)?;
        let size = self.size.unwrap_or(shots.usual_size());
        let [first, last] = shots.ends();
        Outputs::default().files("--out", shots.paths()).but_not("the image", self.image.reveal.as_deref()).check([&scene])?;
        let image = self.image.read()?;
        let backend = global.open_backend()?;
        let start = || simulation(&scene, &global.overrides(), &backend);
        let mut simulation = start()?;
        let region = self.view.of(simulation.world())?;
        let shown = self.image.frame(rate)?.unwrap_or(last);
        check_frames("--frame or --reveal-frame", shown.max(last), simulation.world())?;

        let (mut done, mut show) = (0, self.colour.show(forces));
        if let Some(image) = image {
            show.colour = Colour::Reveal(reveal::run_to(&mut simulation, shown, &image)?);
            if shown <= first {
                done = shown;
            } else {
                simulation = start()?;
            }
        }
        let mut doubts = Doubts::default();
        drive(&mut simulation, scene.name(), first - done, None, Some(&mut doubts))?;
        shots.take(picture_of(&mut simulation, size, region.as_ref(), &show)?)?;
        let all = drive_and(&mut simulation, scene.name(), last - first, None, Some(&mut doubts), |simulation, done| {
            if shots.next() == Some(first + done) {
                shots.take(picture_of(simulation, size, region.as_ref(), &show)?)?;
            }
            Ok(ControlFlow::Continue(()))
        });
        shots.end(scene.name())?;
        all?;
        doubts.tell(simulation.world());
        tell_scale(&mut simulation, &show)
    }
}

/// Says what colours mean and how wide lines of forces are, so that a picture can be read, and another one be like it.
pub fn tell_scale(simulation: &mut Simulation, show: &Show) -> Result<(), CliError> {
    let fastest = simulation.max_speed()?;
    let world = simulation.world();
    let palette = Palette::new(world, show);
    if let Some(words) = in_words(&palette, world) {
        note(format_args!("colours: {words}"));
    }
    if show.colour == Colour::Speed && fastest > 1.01 * palette.fastest(world) {
        // Three digits, and written out, for whoever copies it.
        let unit = 10f64.powf(fastest.log10().floor() - 2.0);
        let fastest = format!("{:.3e}", (fastest / unit).ceil() * unit).parse().unwrap_or(fastest);
        note(format_args!(
            "colours: the fastest disc goes {fastest} units/s at the end, beyond the brightest colour (--colour speed={fastest})"
        ));
    }
    if let (Some(_), Some(full)) = (show.forces, palette.full_impulse) {
        // Five digits, and written out, for whoever copies it.
        let full = f64::from(full) * world.force_unit();
        let full = format!("{full:.4e}").parse().unwrap_or(full);
        note(format_args!("forces: lines as wide as a radius from {full} on (--forces={full})"));
    }
    Ok(())
}

/// Draws the current state: a region of the world, or all of it.
pub fn picture_of(simulation: &mut Simulation, size: [u32; 2], region: Option<&Region>, show: &Show) -> Result<RgbaImage, CliError> {
    let state = simulation.state()?;
    let (world, substep) = (simulation.world(), simulation.substep_count());
    Ok(match region {
        Some(region) => {
            let view = View::of_region(world.frame(), region, size.map(f64::from));
            picture::draw(world, &state, substep, &view, size, show)
        }
        None => picture::render(world, &state, substep, size, show),
    })
}

/// A path that ends in `.png`.
pub fn png_path(text: &str) -> Result<PathBuf, String> {
    ending_in("png", text, "pictures are written as PNG: use a name that ends in .png")
}
