//! `--reveal`: discs in colours with which they show an image in one frame. The scene is run up to there once beforehand.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use image::{ImageReader, RgbaImage};

use super::error::CliError;
use super::numbers;
use super::summary::drive;
use crate::Simulation;
use crate::picture::Reveal;

/// Options of commands that show discs.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct RevealOptions {
    /// Colour the discs so that they show this image (.png, .jpg) in one frame; the scene is run up to there first
    #[arg(long, value_name = "IMAGE")]
    pub reveal: Option<PathBuf>,
    /// The frame in which they show it; by default the last one that is asked for, or that of 10 s
    #[arg(long, value_name = "N", requires = "reveal", value_parser = numbers::count_u32)]
    pub reveal_frame: Option<u32>,
}

impl RevealOptions {
    /// The image, where one is asked for.
    pub fn read(&self) -> Result<Option<RgbaImage>, CliError> {
        self.reveal.as_deref().map(read).transpose()
    }
}

/// Runs a simulation from its start up to a frame; the colours with which it shows the image there.
pub fn run_to(simulation: &mut Simulation, frame: u32, image: &RgbaImage) -> Result<Arc<Reveal>, CliError> {
    drive(simulation, "finding places", frame, None)?;
    Ok(Arc::new(Reveal::new(&simulation.state()?.particles, image)))
}

fn read(path: &Path) -> Result<RgbaImage, CliError> {
    let fail = |reason: String| CliError::Read { path: path.into(), reason: format!("{reason} (--reveal takes a .png or a .jpg file)") };
    let reader = ImageReader::open(path).and_then(ImageReader::with_guessed_format).map_err(|error| fail(error.to_string()))?;
    Ok(reader.decode().map_err(|error| fail(error.to_string()))?.to_rgba8())
}
