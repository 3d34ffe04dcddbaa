//! `jostle shapes`: the collision queries of the library under the mouse.

use std::path::PathBuf;

use clap::Args;

use super::error::CliError;
use super::numbers;
use super::options::GlobalOptions;
use super::render::png_path;
use crate::files;
use crate::shapes;

const EXAMPLES: &str = "\
Examples:
  jostle shapes                            drag with the left button, turn with the right one or the wheel
  jostle shapes --seed 7 --shapes 20       another layout to start with
  jostle shapes --screenshot shapes.png    a picture of the start, and no more";

/// Most shapes of a start layout: all pairs are asked about in every picture.
const MOST_SHAPES: usize = 100;

/// Try the collision queries in a window, with shapes under the mouse
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Shapes to start with
    #[arg(long, value_name = "N", default_value = "12", value_parser = shape_count)]
    shapes: usize,
    /// Write a picture of the start, a .png, and end
    #[arg(long, value_name = "FILE.png", value_parser = png_path)]
    screenshot: Option<PathBuf>,
    /// Width and height of the window in pixels
    #[arg(long, value_name = "WxH", value_parser = numbers::size)]
    size: Option<[u32; 2]>,
}

impl Arguments {
    /// Runs the window until it is closed.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        if let Some(screenshot) = &self.screenshot {
            files::check(screenshot)?;
        }
        let options = shapes::Options {
            seed: global.overrides().seed.unwrap_or(1),
            shapes: self.shapes,
            adapter: global.adapter.clone(),
            screenshot: self.screenshot,
            size: self.size,
        };
        Ok(shapes::run(options)?)
    }
}

/// How many shapes to start with.
fn shape_count(text: &str) -> Result<usize, String> {
    match usize::try_from(numbers::positive(text)?) {
        Ok(count) if count <= MOST_SHAPES => Ok(count),
        _ => Err(format!("{text} is too many: at most {MOST_SHAPES} (all pairs are asked about in every picture)")),
    }
}
