//! `jostle shapes`: a playground for the collision queries of [`geometry`](crate::geometry), in a window.
//!
//! Shapes of two dimensions only; [`geometry`](crate::geometry) has three, too.
//!
//! - [`scene`] is the shapes and where they lie, [`playground`] what can be done to them.
//! - [`queries`] asks everything that a picture shows, [`broad`] and `impact` are two of its parts. None of these
//!   knows of a window.
//! - [`painting`] draws it with `labels`, [`panel`] tells it with a `legend`, all with egui; [`view`] is where the
//!   plane is seen.
//! - `window` is the open window, `input` its mouse and keys.

pub mod broad;
mod impact;
mod input;
mod labels;
mod legend;
pub mod painting;
pub mod panel;
pub mod playground;
pub mod queries;
pub mod scene;
pub mod view;
mod window;

use std::path::PathBuf;

use crate::geometry::DVec2;
use crate::viewer::{ViewerError, app};
use playground::Settings;
use window::Open;

/// What to show, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The layout to start with.
    pub seed: u64,
    /// How many shapes it has.
    pub shapes: usize,
    /// What is shown at first, and by which methods.
    pub settings: Settings,
    /// A shape that is held in the screenshot, by its number below [`Self::shapes`], and where its centre was dragged to.
    pub drag: Option<(usize, DVec2)>,
    /// A part of the name of the adapter that draws, or its number.
    pub adapter: Option<String>,
    /// Where to write a picture of the start; then the window ends by itself.
    pub screenshot: Option<PathBuf>,
    /// Inner size of the window in physical pixels.
    pub size: Option<[u32; 2]>,
}

/// Opens the window and returns when it was closed, or when the picture asked for is written. To be called from the
/// main thread, once in a process.
///
/// # Errors
/// [`ViewerError::NoDisplay`] before anything else was done; everything else that stops a window from going on.
///
/// # Panics
/// Where the shape that is held is none of them.
pub fn run(options: Options) -> Result<(), ViewerError> {
    app::run(|event_loop, display| Open::new(event_loop, &options, display), |_| {}, drop)
}
