//! `jostle render`: a picture of a scene, or the pictures of a film, without a window.

use std::path::{Path, PathBuf};

use clap::Args;

use super::console::note;
use super::error::CliError;
use super::numbers::{self, Frames, plural};
use super::options::{GlobalOptions, simulation};
use super::outputs::Outputs;
use super::reveal::{self, RevealOptions};
use super::summary::{drive, drive_and};
use crate::Simulation;
use crate::picture::{self, Colour, png};
use crate::scene::Scene;

const EXAMPLES: &str = "\
Examples:
  jostle render pile -o pile.png
  jostle render cloth -o cloth.png --frame 240 --size 1920x1080
  jostle render dam -o contacts.png --colour contacts --particles 100k
  jostle render rain -o start.png --frame 0
  jostle render drum -o 'drum-####.png' --frame 0..600 --every 2    a film: # are the digits of the frame
  jostle render avalanche -o photo-####.png --frame 0..600 --reveal photo.jpg";

/// Draw one frame of a scene to a PNG file, or several to as many
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A built-in scene, or the path of a scene file or a checkpoint
    #[arg(value_name = "SCENE")]
    scene: String,
    /// The picture to write, a .png; of several frames a name with # for each digit of the frame, e.g. film-####.png
    #[arg(short, long, value_name = "FILE.png", value_parser = png_path)]
    out: PathBuf,
    /// The frame to draw, or the first and the last of a film, e.g. 0..600; 0 is the start
    #[arg(long, value_name = "N|A..B", default_value = "120", value_parser = numbers::frames)]
    frame: Frames,
    /// Of a film, draw the first frame and each Nth from there on
    #[arg(long, value_name = "N", value_parser = numbers::positive_u32)]
    every: Option<u32>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = numbers::size)]
    size: [u32; 2],
    /// What the colour of a disc shows: speed, id, contacts or radius
    #[arg(long, alias = "color", value_name = "WHAT", default_value_t, conflicts_with = "reveal")]
    colour: Colour,
    #[command(flatten)]
    image: RevealOptions,
}

impl Arguments {
    /// Runs the scene up to each frame and draws it.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        let scene = Scene::find(&self.scene)?;
        let (frames, pictures) = self.pictures()?;
        let image = self.image.reveal.as_deref();
        Outputs::default().files("--out", pictures.iter().cloned()).but_not("the image", image).check([&scene])?;
        let image = self.image.read()?;
        let backend = global.open_backend()?;
        let start = || simulation(&scene, &global.overrides(), &backend);
        let (mut simulation, mut done, mut colour) = (start()?, 0, self.colour.clone());
        if let Some(image) = image {
            let frame = self.image.reveal_frame.unwrap_or(self.frame.last);
            colour = Colour::Reveal(reveal::run_to(&mut simulation, frame, &image)?);
            if frame <= self.frame.first {
                done = frame;
            } else {
                simulation = start()?;
            }
        }
        drive(&mut simulation, scene.name(), self.frame.first - done, None)?;
        let mut pictures = frames.iter().zip(&pictures).peekable();
        let mut draw = |simulation: &mut Simulation, frame: u32| match pictures.next_if(|(next, _)| **next == frame) {
            Some((_, path)) => write_picture(simulation, path, self.size, &colour),
            None => Ok(()),
        };
        draw(&mut simulation, self.frame.first)?;
        let rest = self.frame.last - self.frame.first;
        drive_and(&mut simulation, scene.name(), rest, None, |simulation, done| draw(simulation, self.frame.first + done))?;
        self.tell(&frames, scene.name());
        Ok(())
    }

    /// Which frames are drawn, and into which files.
    fn pictures(&self) -> Result<(Vec<u32>, Vec<PathBuf>), CliError> {
        let Frames { first, last } = self.frame;
        if first == last {
            return match self.every {
                Some(_) => Err(CliError::Usage("--every is for films: give the first and the last frame, --frame A..B".into())),
                None => Ok((vec![first], vec![self.out.clone()])),
            };
        }
        let frames: Vec<u32> = (first..=last).step_by(self.every.unwrap_or(1) as usize).collect();
        let paths: Option<Vec<_>> = frames.iter().map(|&frame| numbered(&self.out, frame)).collect();
        let paths = paths.ok_or_else(|| {
            CliError::Usage(format!(
                "{} frames go to --out {}: write # for each digit of their numbers, e.g. film-####.png",
                frames.len(),
                self.out.display()
            ))
        })?;
        Ok((frames, paths))
    }

    fn tell(&self, frames: &[u32], scene: &str) {
        let out = self.out.display();
        match frames {
            [frame] => note(format_args!("wrote {out} (frame {frame} of {scene})")),
            _ => note(format_args!(
                "wrote {} of {scene}, frames {} to {}: {out}",
                plural(frames.len() as u64, "picture"),
                frames[0],
                frames[frames.len() - 1]
            )),
        }
    }
}

/// The path with the last run of `#` in its file name replaced by the number, at least as many digits; `None` where there is none.
fn numbered(path: &Path, number: u32) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let end = name.rfind('#')? + 1;
    let start = name[..end].trim_end_matches('#').len();
    let digits = end - start;
    Some(path.with_file_name(format!("{}{number:0digits$}{}", &name[..start], &name[end..])))
}

/// Draws the current state to a file.
pub fn write_picture(simulation: &mut Simulation, path: &Path, size: [u32; 2], colour: &Colour) -> Result<(), CliError> {
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
