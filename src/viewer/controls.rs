//! What the user has set, and what they ask for.

use std::sync::Arc;

use super::editor::Editor;
use super::gravity::Gravity;
use super::history::Way;
use super::tools::Toolbox;
use crate::picture::{Colour, ForceLines, Reveal, Show};
use crate::scene::Scene;
use crate::world::spec::Fall;

/// Settings of the window that do not belong to the simulation.
#[derive(Clone, Debug)]
pub struct Controls {
    /// Time stands still.
    pub paused: bool,
    /// How fast simulated time is to go, in real time.
    pub speed: f64,
    /// What colours tell.
    pub colour: Colour,
    /// What they can tell.
    pub colours: Vec<Colour>,
    /// The speed with the brightest colour, in units/s; what is usual in the scene if none.
    pub fastest: Option<f64>,
    /// What contacts carry shows, as lines.
    pub forces: bool,
    /// How wide these are.
    pub force_lines: ForceLines,
    /// Gravity and drag.
    pub gravity: Gravity,
    /// Tools of the left button.
    pub toolbox: Toolbox,
    /// The mouse on obstacles.
    pub editor: Editor,
    /// Time every pass now and then.
    pub profile: bool,
    /// The panel shows.
    pub panel: PanelFold,
    /// The keys show.
    pub help: bool,
    /// The scene, by its name, or its file.
    pub scene: String,
    /// The one that the window was opened with.
    pub opened_with: String,
    /// The files that ran.
    pub files: Vec<String>,
    /// The file that is to be opened, as it is typed in.
    pub file: String,
    /// What to build the scene with, as the panel shows it.
    pub numbers: Numbers,
    /// What the scene that runs, or is being built, was built with.
    pub built: Numbers,
    /// Particles that the user asked for; other scenes get as many too.
    pub asked: Option<u64>,
}

/// What a scene is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Particles in all.
    pub particles: u64,
    /// The seed; `None` is the file's own.
    pub seed: Option<u64>,
}

/// The slowest and the fastest that simulated time can be asked to go, in real time.
pub const SPEEDS: [f64; 2] = [1.0 / 64.0, 8.0];

impl Controls {
    /// The settings that a window starts with, for a scene built with these numbers.
    pub fn new(scene: &str, numbers: Numbers, asked: Option<u64>) -> Self {
        Self {
            paused: false,
            speed: 1.0,
            colour: Colour::default(),
            fastest: None,
            forces: false,
            force_lines: ForceLines::default(),
            colours: Colour::ALL.to_vec(),
            gravity: Gravity::default(),
            toolbox: Toolbox::default(),
            editor: Editor::default(),
            profile: false,
            panel: PanelFold::new(),
            help: false,
            scene: scene.into(),
            opened_with: scene.into(),
            files: Vec::new(),
            file: String::new(),
            numbers,
            built: numbers,
            asked,
        }
    }

    /// Lets simulated time go faster or slower by a factor, as far as it can be set.
    pub fn speed_up(&mut self, factor: f64) {
        self.speed = (self.speed * factor).clamp(SPEEDS[0], SPEEDS[1]);
    }

    /// What of a state is shown.
    pub fn show(&self) -> Show {
        Show { colour: self.colour.clone(), forces: self.forces.then_some(self.force_lines), fastest: self.fastest }
    }

    /// The next of the colours.
    pub fn next_colour(&mut self) {
        let next = self.colours.iter().position(|colour| *colour == self.colour).map_or(0, |place| place + 1);
        self.colour = self.colours[next % self.colours.len()].clone();
    }

    /// Offers the colours of an image, which show at once, or no longer offers them.
    pub fn offer(&mut self, reveal: Option<Arc<Reveal>>) {
        let offered = self.colours.len() > Colour::ALL.len();
        let reveal = reveal.map(Colour::Reveal);
        match &reveal {
            Some(reveal) if !offered => self.colour = reveal.clone(),
            None if offered && !Colour::ALL.contains(&self.colour) => self.colour = Colour::default(),
            _ => {}
        }
        self.colours = Colour::ALL.into_iter().chain(reveal).collect();
    }

    /// The names of all scenes that may be chosen: the built-in ones, what the window was opened with, and the files that ran.
    pub fn scenes(&self) -> Vec<String> {
        let mut names: Vec<String> = Scene::names().map(str::to_string).collect();
        for name in [&self.opened_with].into_iter().chain(&self.files) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    /// A scene runs that was chosen by this name.
    pub fn now_runs(&mut self, name: &str) {
        self.scene = name.into();
        if !self.scenes().contains(&self.scene) {
            self.files.push(name.into());
        }
    }

    /// The numbers shown are now being built with: from here on they are what was asked for, if they were changed.
    pub fn take_numbers(&mut self) {
        if self.numbers.particles != self.built.particles {
            self.asked = Some(self.numbers.particles);
        }
        self.built = self.numbers;
    }

    /// What came of building; what was changed meanwhile stays, and waits to be built.
    pub fn now_built(&mut self, built: Numbers) {
        if self.numbers.particles == self.built.particles {
            self.numbers.particles = built.particles;
        }
        if self.numbers.seed == self.built.seed {
            self.numbers.seed = built.seed;
        }
        self.built = built;
    }
}

/// Whether the panel shows. It folds away where a window becomes too narrow for it, and comes back afterwards; in
/// between it is shown and hidden as ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanelFold {
    /// It shows.
    pub shown: bool,
    /// The window is narrow.
    pub narrow: bool,
    /// It folded away by itself.
    folded: bool,
}

/// Below this width of the window, in points, the panel folds away.
const NARROW: f32 = 480.0;

impl PanelFold {
    /// A panel that shows.
    pub fn new() -> Self {
        Self { shown: true, narrow: false, folded: false }
    }

    /// Follows the width of the window in points.
    pub fn follow(&mut self, width: f32) {
        let narrow = width < NARROW;
        if narrow && !self.narrow {
            self.folded = std::mem::take(&mut self.shown);
        } else if self.narrow && !narrow {
            self.shown |= self.folded;
        }
        self.narrow = narrow;
    }

    /// Shows or hides it.
    pub fn toggle(&mut self) {
        self.shown = !self.shown;
        self.folded = false;
    }
}

impl Default for PanelFold {
    fn default() -> Self {
        Self::new()
    }
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
    /// Build the scene that the controls name, with as many particles as the user asked for, or as suit it.
    Choose,
    /// Let other gravity and drag act, which `held` a slider may still be changed.
    Fall {
        /// These.
        fall: Fall,
        /// The slider is not let go yet.
        held: bool,
    },
    /// Tell of the disc that is drawn at a pixel; of none any more where there is none.
    Inspect(Option<[f64; 2]>),
    /// Take the selected obstacle away.
    Remove,
    /// Let go of it.
    Deselect,
    /// Go through the edits.
    Edits(Way),
    /// Save the scene as it was built, with its edits.
    Save,
    /// Write a checkpoint.
    Keep,
    /// Write what the window shows as a picture.
    Picture,
    /// Begin a film of what the window shows, or end it.
    Film,
    /// Show the whole world.
    Fit,
    /// Show what contacts carry, or no longer.
    Forces,
    /// Hide the message.
    Dismiss,
    /// Close the window.
    Close,
}

#[cfg(test)]
mod tests;
