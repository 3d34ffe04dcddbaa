//! `--reveal`: discs in colours with which they show an image in one frame. The scene is run up to there once beforehand.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, RgbaImage};

use super::console::note;
use super::error::CliError;
use super::summary::drive;
use super::times::{Time, time};
use crate::Simulation;
use crate::picture::Reveal;

/// Options of commands that show discs.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct RevealOptions {
    /// Colour the discs so that they form this image (.png, .jpg) in one frame; simulates up to there before anything is shown
    #[arg(long, value_name = "IMAGE")]
    pub reveal: Option<PathBuf>,
    /// The frame in which they form it, or after how many seconds of the scene: 2400, 40s; the last one asked for if not given, or that of 10 s
    #[arg(long, value_name = "N|Ns", requires = "reveal", value_parser = time)]
    reveal_frame: Option<Time>,
}

impl RevealOptions {
    /// The image, where one is asked for.
    pub fn read(&self) -> Result<Option<RgbaImage>, CliError> {
        self.reveal.as_deref().map(read).transpose()
    }

    /// The frame in which they form it, of a scene with so many a second, where one is given.
    pub fn frame(&self, frame_rate: f64) -> Result<Option<u32>, CliError> {
        self.reveal_frame.map(|time| time.frame("--reveal-frame", frame_rate)).transpose()
    }
}

/// Runs a simulation from its start up to a frame; the colours with which it shows the image there.
pub fn run_to(simulation: &mut Simulation, frame: u32, image: &RgbaImage) -> Result<Arc<Reveal>, CliError> {
    drive(simulation, "finding places", frame, None, None)?;
    let reveal = Reveal::new(&simulation.state()?.particles, simulation.substep_count(), image);
    if reveal.is_empty() {
        note(format_args!("no disc is there in frame {frame}: none gets a colour of the image (another --reveal-frame)"));
    }
    Ok(Arc::new(reveal))
}

fn read(path: &Path) -> Result<RgbaImage, CliError> {
    let fail = |reason: String| CliError::Read { path: path.into(), reason: format!("{reason} (--reveal takes a .png or a .jpg file)") };
    if std::fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        return Err(fail("it is no file".into()));
    }
    let reader = ImageReader::open(path).and_then(ImageReader::with_guessed_format).map_err(|error| fail(error.to_string()))?;
    upright(reader).map(|image| image.to_rgba8()).map_err(fail)
}

/// Largest image that is read, in bytes of its pixels.
const MAX_IMAGE: u64 = 1 << 29;

/// The image as whoever took it held the camera.
fn upright(reader: ImageReader<BufReader<File>>) -> Result<DynamicImage, String> {
    let words = |error: ImageError| error.to_string();
    let mut decoder = reader.into_decoder().map_err(words)?;
    let bytes = decoder.total_bytes();
    if bytes > MAX_IMAGE {
        let (width, height) = decoder.dimensions();
        return Err(format!("its {width} × {height} pixels take {bytes} bytes: at most {MAX_IMAGE} are read"));
    }
    let orientation = decoder.orientation().map_err(words)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(words)?;
    image.apply_orientation(orientation);
    Ok(image)
}
