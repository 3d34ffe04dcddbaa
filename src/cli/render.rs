//! `jostle render`: a picture of a scene, or the pictures of a film, without a window.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;

use super::colour::ColourOption;
use super::console::note;
use super::error::CliError;
use super::forces::ForcesOption;
use super::numbered::{MAX_FILES, numbered};
use super::numbers::{self, Frames, grouped, plural};
use super::options::{GlobalOptions, check_frames, simulation};
use super::outputs::{Outputs, ending_in};
use super::reveal::{self, RevealOptions};
use super::summary::{drive, drive_and};
use super::view::ViewOption;
use crate::Simulation;
use crate::picture::palette::Palette;
use crate::picture::scale::in_words;
use crate::picture::view::View;
use crate::picture::{self, Colour, Region, Show, png};
use crate::scene::Scene;
use crate::world::World;

const EXAMPLES: &str = "\
Examples:
  jostle render pile -o pile.png
  jostle render cloth -o cloth.png --frame 240 --size 1920x1080
  jostle render dam -o contacts.png --colour contacts --particles 100k
  jostle render avalanche -o chains.png --frame 600 --forces
  jostle render rain -o start.png --frame 0
  jostle render drum -o lifter.png --frame 200 --view 75,0,115,22.5
  jostle render drum -o 'drum-####.png' --frame 0..600 --every 2
  jostle render pile -o photo.png --frame 2400 --reveal photo.jpg";

/// Draw a frame of a scene as a PNG file, or a film as numbered PNG files
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub struct Arguments {
    /// A built-in scene, or the path of a scene file or a checkpoint
    #[arg(value_name = "SCENE")]
    scene: String,
    /// The picture to write, a .png; a run of # in its name stands for the number of the frame: film-####.png
    #[arg(short, long, value_name = "FILE.png", value_parser = png_path)]
    out: PathBuf,
    /// The frame to draw, or the first and the last of a film, both included, e.g. 0..600; 0 is the start
    #[arg(long, value_name = "N|A..B", default_value = "120", value_parser = numbers::frames)]
    frame: Frames,
    /// Of a film, draw the first frame and every Nth from there on [default: 1]
    #[arg(long, value_name = "N", value_parser = numbers::positive_u32)]
    every: Option<u32>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = numbers::size)]
    size: [u32; 2],
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
        let scene = Scene::find(&self.scene)?;
        let forces = self.forces.lines(&scene, &global.overrides())?;
        let pictures = self.pictures()?;
        let ((first, _), (last, _)) = (&pictures[0], &pictures[pictures.len() - 1]);
        let paths = pictures.iter().map(|(_, path)| path.clone());
        Outputs::default().files("--out", paths).but_not("the image", self.image.reveal.as_deref()).check([&scene])?;
        let image = self.image.read()?;
        let backend = global.open_backend()?;
        let start = || simulation(&scene, &global.overrides(), &backend);
        let mut simulation = start()?;
        let region = self.view.of(simulation.world())?;
        let shown = self.image.reveal_frame.unwrap_or(*last);
        check_frames("--frame or --reveal-frame", shown.max(*last), simulation.world())?;

        let (mut done, mut show) = (0, Show { colour: self.colour.colour.clone(), forces });
        if let Some(image) = image {
            show.colour = Colour::Reveal(reveal::run_to(&mut simulation, shown, &image)?);
            if shown <= *first {
                done = shown;
            } else {
                simulation = start()?;
            }
        }
        drive(&mut simulation, scene.name(), first - done, None)?;
        write_picture(&mut simulation, &pictures[0].1, self.size, region.as_ref(), &show)?;
        let mut written = 1;
        let all = drive_and(&mut simulation, scene.name(), last - first, None, |simulation, done| {
            if let Some((_, path)) = pictures.get(written).filter(|(frame, _)| frame - first == done) {
                write_picture(simulation, path, self.size, region.as_ref(), &show)?;
                written += 1;
            }
            Ok(ControlFlow::Continue(()))
        });
        tell_scale(simulation.world(), &show);
        tell(&pictures[..written], scene.name());
        all.map(drop)
    }

    /// The frames that are drawn, and the file of each; at least one.
    fn pictures(&self) -> Result<Vec<(u32, PathBuf)>, CliError> {
        let Frames { first, last, film } = self.frame;
        if self.every.is_some() && !film {
            return Err(CliError::Usage("--every is for films: give the first and the last frame, --frame A..B".into()));
        }
        let every = self.every.unwrap_or(1);
        let count = ((last - first) / every) as usize + 1;
        if count > MAX_FILES {
            let (count, most) = (grouped(count as u64), grouped(MAX_FILES as u64));
            return Err(CliError::Usage(format!(
                "--frame {first}..{last} asks for {count} pictures: at most {most} (--every leaves frames out)"
            )));
        }
        let last = first + (count as u32 - 1) * every;
        let digits = last.to_string().len();
        let pictures: Option<Vec<_>> =
            (first..=last).step_by(every as usize).map(|frame| Some((frame, numbered(&self.out, frame, digits)?))).collect();
        match pictures {
            Some(pictures) => Ok(pictures),
            None if count == 1 => Ok(vec![(first, self.out.clone())]),
            None => Err(CliError::Usage(format!(
                "{} frames go to --out {}: write # in the file's name for their number, e.g. film-####.png",
                grouped(count as u64),
                self.out.display()
            ))),
        }
    }
}

fn tell(pictures: &[(u32, PathBuf)], scene: &str) {
    let (frame, path) = &pictures[0];
    match pictures.split_last() {
        Some(((last, to), [_, ..])) => {
            let (count, path, to) = (plural(pictures.len() as u64, "picture"), path.display(), to.display());
            note(format_args!("wrote {count}, {path} to {to} (frames {frame} to {last} of {scene})"));
        }
        _ => note(format_args!("wrote {} (frame {frame} of {scene})", path.display())),
    }
}

/// Says what colours mean and how wide lines of forces are, so that a picture can be read, and another one be like it.
pub fn tell_scale(world: &World, show: &Show) {
    let palette = Palette::new(world, show);
    if let Some(words) = in_words(&palette, world) {
        note(format_args!("colours: {words}"));
    }
    if let (Some(_), Some(full)) = (show.forces, palette.full_impulse) {
        // Five digits, and written out, for whoever copies it.
        let full = f64::from(full) * world.force_unit();
        let full = format!("{full:.4e}").parse().unwrap_or(full);
        note(format_args!("forces: lines as wide as a radius from {full} on (--forces={full})"));
    }
}

/// Draws the current state to a file: a region of the world, or all of it.
pub fn write_picture(
    simulation: &mut Simulation,
    path: &Path,
    size: [u32; 2],
    region: Option<&Region>,
    show: &Show,
) -> Result<(), CliError> {
    let state = simulation.state()?;
    let (world, substep) = (simulation.world(), simulation.substep_count());
    let image = match region {
        Some(region) => {
            let view = View::of_region(world.frame(), region, size.map(f64::from));
            picture::draw(world, &state, substep, &view, size, show)
        }
        None => picture::render(world, &state, substep, size, show),
    };
    Ok(png::save(&image, path)?)
}

/// A path that ends in `.png`.
pub fn png_path(text: &str) -> Result<PathBuf, String> {
    ending_in("png", text, "pictures are written as PNG: use a name that ends in .png")
}
