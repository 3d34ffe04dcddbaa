//! What the user has set, and what they ask for.

use super::tools::Toolbox;
use crate::picture::Colour;

/// Settings of the window that do not belong to the simulation.
#[derive(Clone, Debug)]
pub struct Controls {
    /// Time stands still.
    pub paused: bool,
    /// What colours tell.
    pub colour: Colour,
    /// Tools of the left button.
    pub toolbox: Toolbox,
    /// Time every pass now and then.
    pub profile: bool,
    /// The panel shows.
    pub panel: bool,
    /// The keys show.
    pub help: bool,
    /// The scene, by its name.
    pub scene: String,
    /// Particles to build the scene with.
    pub particles: u64,
    /// Seed to build it with; `None` is the file's own.
    pub seed: Option<u64>,
}

/// What keys and buttons ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Simulate one substep.
    Substep,
    /// Simulate one frame.
    Frame,
    /// Start again.
    Reset,
    /// Build the scene that the controls name.
    Build,
    /// Build the scene that the controls name, with as many particles as suit it.
    Choose,
    /// Show the whole world.
    Fit,
    /// Close the window.
    Close,
}
