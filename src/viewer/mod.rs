//! The window: a scene that runs, drawn straight from the simulation's buffers, with tools under the mouse.
//!
//! - [`app`] answers the window system, [`open`] is the open window: its redraw is where everything meets, `interaction` takes in what the
//!   user does, [`commands`] does what keys and buttons ask for.
//! - [`session`] is a scene that runs; [`pacing`] says how many substeps are due, [`stepping`] has them done, and `running` does them, in
//!   the window or `beside` it; [`tools`] is what the mouse does.
//! - [`canvas`] draws the world with the shaders of [`pipeline`], on the [`surface`] of the window.
//! - [`editor`] is the mouse on obstacles: [`pointing`] says what it is on, [`drawn_shape`] what it draws, [`overlay`] shows what it does.
//!   A [`hand`] moves them, [`editing`] changes the scene, and [`save_file`] is where that is saved.
//! - [`panel`] with its [`gravity`] and [`help`] are drawn with egui, [`input`] reads keys and mouse, [`camera`] moves the view.

pub mod app;
mod beside;
mod building;
pub mod camera;
pub mod canvas;
pub mod commands;
pub mod controls;
pub mod cursor;
mod cut;
mod drawing;
pub mod drawn_shape;
pub mod editing;
pub mod editor;
pub mod editor_panel;
mod events;
mod file_names;
pub mod gravity;
pub mod hand;
pub mod help;
pub mod history;
pub mod input;
pub mod inspected;
mod interaction;
mod keeping;
mod keys;
pub mod legend;
pub mod loading;
pub mod mirror;
pub mod notice;
pub mod numbers;
pub mod open;
pub mod overlay;
pub mod pacing;
pub mod panel;
pub mod pipeline;
pub mod pointing;
mod points;
pub mod pour;
pub mod readings;
pub mod recording;
mod running;
pub mod save_file;
pub mod screenshot;
#[cfg(test)]
pub(crate) mod seen;
pub mod session;
pub mod setup;
mod small_discs;
pub mod solids;
pub mod sources;
pub mod stats;
pub mod stepping;
pub mod surface;
#[cfg(test)]
mod testing;
pub mod tools;
pub mod ui;
pub mod view_block;

use std::path::PathBuf;
use std::sync::Arc;

use open::Open;

use crate::BackendChoice;
use crate::picture::png::WriteError;
use crate::picture::{Reveal, Show};
use crate::scene::{Overrides, Scene, SceneError};
use crate::simulation::{Simulation, SimulationError};
use crate::solver::SolverError;
use crate::world::WorldError;

/// What to show, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The scene to start with; others can be chosen in the window.
    pub scene: Scene,
    /// What to change in it. Without a number of particles there are as many as suit the adapter.
    pub overrides: Overrides,
    /// Where to simulate. Drawing always needs an adapter.
    pub backend: BackendChoice,
    /// A part of the adapter's name, or its number; the same one draws and simulates.
    pub adapter: Option<String>,
    /// Threads of the CPU backend.
    pub threads: Option<usize>,
    /// Simulate exactly this many frames, one for each redraw, and end.
    pub frames: Option<u32>,
    /// Where to write a picture of the window, panel included, after the last of `frames`.
    pub screenshot: Option<PathBuf>,
    /// What is shown at first; instead of its colour those of an image, if there are any.
    pub show: Show,
    /// Colours of the scene to start with, as it is built with the overrides.
    pub reveal: Option<Arc<Reveal>>,
    /// Inner size of the window in physical pixels.
    pub size: Option<[u32; 2]>,
    /// The folder that keeps compiled pipelines from one run to the next, if any; who can write into it is trusted.
    pub pipelines: Option<PathBuf>,
    /// Gets what ends the window as if somebody had closed it, edits or not.
    pub closer: fn(Box<dyn Fn() + Send>),
}

/// What is done with a scene, by its name, when the frames asked for are done; before its window goes.
pub type AtEnd<'a> = &'a mut dyn FnMut(&str, &mut Simulation);

/// Why there is no window, or no longer.
#[derive(Debug, thiserror::Error)]
pub enum ViewerError {
    /// There is no display to open a window on.
    #[error("no display: {0}")]
    NoDisplay(String),
    /// No adapter can draw on the window.
    #[error("no adapter can draw a window: {0}")]
    NoAdapter(String),
    /// The window system refused or failed.
    #[error("the window system failed: {0}")]
    Window(String),
    /// The window's surface cannot be used.
    #[error("the surface of the window cannot be drawn on: {0}")]
    Surface(String),
    /// The scene cannot be built.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The backend failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The simulation cannot go on.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// The scene was not saved.
    #[error(transparent)]
    Saved(crate::files::WriteError),
    /// The film that went on when the window was closed was not written.
    #[error(transparent)]
    Film(crate::files::WriteError),
    /// An obstacle that was drawn cannot be one.
    #[error("not drawn: {0}")]
    Drawn(WorldError),
    /// The outline of a polygon that was drawn crosses or touches itself.
    #[error("not drawn: a polygon is drawn once around, and this way of the mouse crosses itself")]
    CrossesItself,
    /// A polygon was drawn that has no inside.
    #[error("not drawn: a polygon is drawn once around, and this way of the mouse has nothing inside")]
    NothingAround,
    /// A run of some frames was not done.
    #[error("the window was closed after {done} of {frames} frames")]
    ClosedEarly {
        /// Frames that were done.
        done: u32,
        /// Frames that were asked for.
        frames: u32,
    },
    /// What stopped the window, with edits that nobody had saved.
    #[error("{error}; the edits, which were not saved, are in {}", path.display())]
    Rescued {
        /// What it was.
        error: Box<ViewerError>,
        /// The scene with its edits.
        path: PathBuf,
    },
    /// The screenshot was not written.
    #[error(transparent)]
    Screenshot(#[from] WriteError),
}

impl ViewerError {
    /// Whether it is about something that the user asked for and can ask for otherwise.
    fn is_about_input(&self) -> bool {
        match self {
            Self::Scene(_)
            | Self::Simulation(SimulationError::World(_) | SimulationError::OtherScene { .. } | SimulationError::Changed { .. })
            | Self::Saved(_)
            | Self::Drawn(_)
            | Self::CrossesItself
            | Self::NothingAround => true,
            Self::Solver(error) | Self::Simulation(SimulationError::Solver(error)) => matches!(error, SolverError::BindingTooLarge { .. }),
            _ => false,
        }
    }
}

/// Opens the window and returns when it was closed, or when the frames asked for are done: then `at_end` gets the name of the scene
/// and the simulation. To be called from the main thread, once in a process (the window systems allow no more).
///
/// # Errors
/// [`ViewerError::NoDisplay`] before anything else was done; everything else that stops a window from going on.
pub fn run(options: Options, at_end: AtEnd<'_>) -> Result<(), ViewerError> {
    let at_end = |open: &mut Open| {
        if let Some(session) = &mut open.session {
            at_end(session.request.scene.name(), session.simulation.here());
        }
    };
    app::run(|event_loop, display| Open::new(event_loop, &options, display), at_end, options.closer)
}
