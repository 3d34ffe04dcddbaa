//! `jostle shapes`: the collision queries of the library under the mouse.

use std::path::PathBuf;

use clap::Args;

use super::console::note;
use super::error::CliError;
use super::numbers;
use super::options::GlobalOptions;
use super::render::png_path;
use crate::files;
use crate::geometry::{DVec2, Method};
use crate::shapes::broad::Broad;
use crate::shapes::playground::Settings;
use crate::shapes::queries::METHODS;
use crate::shapes::scene::MAX_SHAPES;
use crate::shapes::{self, Options};
use crate::viewer::ViewerError;

const EXAMPLES: &str = "\
Examples:
  jostle shapes                            the left button drags, the right one and the wheel turn
  jostle shapes --seed 7 --shapes 20       another layout to start with
  jostle shapes --method sat --broad-phase bounding-tree --hull --boxes
  jostle shapes --screenshot shapes.png    a picture of the start, and no more
  jostle shapes --drag 4:2.5,-1 --screenshot drag.png

The keys of the window are shown by F1. Its shapes are flat; the library (jostle::geometry) has three \
dimensions, too. Where there is no screen: xvfb-run jostle shapes --screenshot FILE.png";

/// Try the collision queries in a window, with shapes under the mouse
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub struct Arguments {
    /// Shapes to start with, 0 to 100
    #[arg(long, value_name = "N", default_value = "12", value_parser = shape_count)]
    shapes: usize,
    /// How pairs are asked about: fastest, sat or gjk-epa
    #[arg(long, value_name = "NAME", default_value = "fastest", value_parser = method)]
    method: Method,
    /// What finds pairs of boxes: brute-force, uniform-grid, sweep-and-prune, variance-sweep or bounding-tree
    #[arg(long, value_name = "NAME", default_value = "brute-force", value_parser = broad_phase)]
    broad_phase: Broad,
    /// Draw the convex hull of all shapes
    #[arg(long)]
    hull: bool,
    /// Draw the boxes, and pairs of them that overlap
    #[arg(long)]
    boxes: bool,
    /// Write a picture of the start, a .png, and end
    #[arg(long, value_name = "FILE.png", value_parser = png_path)]
    screenshot: Option<PathBuf>,
    /// In the picture, hold a shape and drag its centre to a point, e.g. 4:2.5,-1 (in units; the view is 16 by 12)
    #[arg(long, value_name = "SHAPE:X,Y", value_parser = drag, requires = "screenshot")]
    drag: Option<(usize, DVec2)>,
    /// Width and height of the window in pixels
    #[arg(long, value_name = "WxH", value_parser = numbers::size)]
    size: Option<[u32; 2]>,
}

/// Of the options that every command understands those that it uses.
pub const USED: &[&str] = &["adapter", "seed"];

impl Arguments {
    /// Runs the window until it is closed.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        global.check_used("shapes", USED)?;
        if let Some((shape, _)) = self.drag.filter(|(shape, _)| *shape >= self.shapes) {
            let count = self.shapes;
            return Err(CliError::Usage(format!(
                "--drag: there is no shape {shape}: with --shapes {count} they are numbered from 0 to below {count}"
            )));
        }
        if let Some(screenshot) = &self.screenshot {
            files::check([screenshot.as_path()])?;
        }
        let shown = Settings { method: self.method, broad: self.broad_phase, hull: self.hull, boxes: self.boxes, ..Settings::default() };
        let options = Options {
            seed: global.overrides().seed.unwrap_or(1),
            shapes: self.shapes,
            settings: shown,
            drag: self.drag,
            adapter: global.adapter.clone(),
            screenshot: self.screenshot,
            size: self.size,
        };
        let picture = options.screenshot.clone();
        shapes::run(options).map_err(|error| match error {
            ViewerError::NoDisplay(_) => {
                CliError::Usage(format!("{error} (jostle shapes is a window; without a screen: xvfb-run jostle shapes)"))
            }
            other => other.into(),
        })?;
        picture.iter().for_each(|picture| note(format_args!("wrote {}", picture.display())));
        Ok(())
    }
}

/// How many shapes to start with.
fn shape_count(text: &str) -> Result<usize, String> {
    match usize::try_from(numbers::count(text)?) {
        Ok(count) if count <= MAX_SHAPES => Ok(count),
        _ => Err(format!("{text} is too many: at most {MAX_SHAPES} (all pairs are asked about in every picture)")),
    }
}

fn method(text: &str) -> Result<Method, String> {
    let found = METHODS.into_iter().find(|(.., name)| text.eq_ignore_ascii_case(name));
    found.map(|(method, ..)| method).ok_or_else(|| unknown("method", text, METHODS.map(|(.., name)| name.to_string()).as_slice()))
}

fn broad_phase(text: &str) -> Result<Broad, String> {
    let found = Broad::ALL.into_iter().find(|broad| text.eq_ignore_ascii_case(&broad.name()));
    found.ok_or_else(|| unknown("broad phase", text, Broad::ALL.map(Broad::name).as_slice()))
}

fn unknown(what: &str, text: &str, names: &[String]) -> String {
    format!("no {what} is called \"{text}\": allowed are {}", names.join(", "))
}

/// A shape, and a point with finite coordinates.
fn drag(text: &str) -> Result<(usize, DVec2), String> {
    let parse = || {
        let (shape, point) = text.split_once(':')?;
        let (x, y) = point.split_once(',')?;
        let coordinate = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.abs() <= FARTHEST);
        Some((shape.trim().parse().ok()?, DVec2::new(coordinate(x)?, coordinate(y)?)))
    };
    parse().ok_or_else(|| {
        format!("\"{text}\" is not a drag: write the number of a shape and a point, e.g. 4:2.5,-1, each coordinate from -{FARTHEST} to {FARTHEST}")
    })
}

/// Farthest coordinate to which a shape is dragged, in units.
const FARTHEST: f64 = 1000.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_drags_are_read_and_what_is_none_is_told_what_there_is() {
        assert_eq!((method("SAT"), broad_phase("bounding-tree")), (Ok(Method::Sat), Ok(Broad::Tree)));
        assert_eq!(method("epa"), Err("no method is called \"epa\": allowed are fastest, sat, gjk-epa".into()));
        let error = broad_phase("octree").unwrap_err();
        assert!(Broad::ALL.iter().all(|broad| error.contains(&broad.name()) && broad_phase(&broad.name()) == Ok(*broad)), "{error}");
        assert_eq!(drag("4:2.5,-1"), Ok((4, DVec2::new(2.5, -1.0))));
        for wrong in ["", "4", "4:1", "4:1,nan", "4:1,inf", "-1:0,0", "4:0,1001"] {
            assert!(drag(wrong).is_err_and(|error| error.contains("4:2.5,-1") && error.contains("1000")), "{wrong}");
        }
        assert_eq!((shape_count("0"), shape_count("100")), (Ok(0), Ok(100)));
        assert!(shape_count("101").is_err_and(|error| error.contains("at most 100")));
    }
}
