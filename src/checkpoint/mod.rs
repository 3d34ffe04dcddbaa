//! Checkpoints: a simulation as it stands, in a file that goes on to the same bits on every backend.
//!
//! A `.jostle` file is a ZIP archive without compression, so that its checksums tell whether it is whole:
//!
//! | entry | what it is |
//! |---|---|
//! | `checkpoint.toml` | the format, the version that wrote it, the substeps that have gone by, a number that tells the world from others, what the scene is built with, the names of the files below |
//! | `scene.toml` | the scene |
//! | `files/0`, `files/1`, … | the files that the scene names |
//! | `particles.npy`, … | the state by id, one array of 32-bit words a field of [`State`], which `numpy.load` opens |
//!
//! That of a world made in code has no scene and no files: see [`Snapshot`].
//!
//! The same state gives the same file, to the byte. [`Scene::find`] opens one, and its [`World`](crate::world::World) starts there:
//!
//! ```
//! use jostle::{Backend, Checkpoint, Scene, Simulation, scene::Overrides};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (scene, overrides) = (Scene::find("pile")?, Overrides { particles: Some(500), ..Overrides::default() });
//! let backend = Backend::cpu(None);
//! let mut simulation = Simulation::start(scene.build(&overrides)?, &backend)?;
//! simulation.step(10)?;
//! let mut file = std::io::Cursor::new(Vec::new());
//! Checkpoint::of(&simulation, &scene, &overrides)?.write(&mut file)?;
//! simulation.step(10)?;
//!
//! let resumed = Checkpoint::read("pile.jostle", file)?.into_scene();
//! let mut other = Simulation::start(resumed.build(&Overrides::default())?, &backend)?;
//! other.step(10)?;
//! assert_eq!(other.digest()?, simulation.digest()?);
//! # Ok(())
//! # }
//! ```

mod arrays;
mod error;
mod read;
mod snapshot;
mod write;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde::{Deserialize, Serialize};

pub use crate::files::WriteError;
pub use error::CheckpointError;
pub use snapshot::Snapshot;

use crate::files;
use crate::scene::resumed::Resumed;
use crate::scene::{Overrides, Scene, SceneError};
use crate::simulation::{Simulation, SimulationError};
use crate::world::state::State;

/// How the names of checkpoints end.
pub const ENDING: &str = "jostle";

/// The format that is written, and the only one that is read.
const FORMAT: u32 = 1;

/// Names of entries.
const HEAD: &str = "checkpoint.toml";
const SCENE: &str = "scene.toml";

/// A simulation as it stands after some substeps.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// What errors call it.
    path: String,
    /// From its start.
    scene: Scene,
    /// What it is built with.
    overrides: Overrides,
    snapshot: Snapshot,
}

/// `checkpoint.toml`, as far as every format has it.
#[derive(Debug, Deserialize)]
struct Origin {
    format: u32,
    /// The version that wrote it.
    jostle: String,
}

/// All of `checkpoint.toml`.
#[derive(Debug, Deserialize, Serialize)]
struct Head {
    format: u32,
    jostle: String,
    /// Substeps that have gone by.
    substeps: u32,
    /// The [fingerprint](crate::world::World::fingerprint) of the world, in hexadecimal; files of versions before have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    world: Option<String>,
    /// What the scene is built with instead of what it says.
    #[serde(default)]
    overrides: Overrides,
    /// Names in the scene of the entries `files/0`, `files/1` and so on.
    #[serde(default)]
    files: Vec<String>,
}

impl Checkpoint {
    /// A simulation of `scene` with `overrides`. Obstacles, gravity and drag are those of the scene: where
    /// [`Simulation::set_obstacles`], [`Simulation::set_gravity`] and [`Simulation::set_drag`] have put others in their place, the scene has
    /// to be changed alike ([`Scene::edited`], [`Scene::with_fall`]).
    ///
    /// # Errors
    /// A scene or overrides that the simulation cannot have been made from: with another size, time, solver, or more particles; other obstacles,
    /// gravity or drag than the simulation has; a GPU that was lost. Other births, radii or links are refused when it is opened.
    pub fn of(simulation: &Simulation, scene: &Scene, overrides: &Overrides) -> Result<Self, SimulationError> {
        let (scene, overrides) = scene.anew(overrides);
        if !scene.has_made(simulation.world(), &overrides) {
            return Err(SimulationError::OtherScene { name: scene.name().to_owned() });
        }
        let changed = |what, way_out| SimulationError::Changed { name: scene.name().to_owned(), what, way_out };
        if simulation.fall() != scene.fall() {
            return Err(changed("gravity and drag", "Scene::with_fall"));
        }
        if !scene.obstacles(&overrides).is_ok_and(|specs| specs == simulation.obstacles().specs()) {
            return Err(changed("obstacles", "Scene::edited"));
        }
        Ok(Self { path: scene.name().to_owned(), scene, overrides, snapshot: Snapshot::of(simulation)? })
    }

    /// The checkpoint in a file.
    ///
    /// # Errors
    /// A file that cannot be read, is no checkpoint, is damaged, or is of another format.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        Self::read(&path.to_string_lossy(), opened(path)?)
    }

    /// The scene that it goes on with, as it was at its start.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// What that is built with.
    pub fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// The simulation as it stands, without its scene: [`Simulation::restore`] takes it.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Writes it into a file, whole or not at all: aside, then in the place of an older one.
    ///
    /// # Errors
    /// A folder that is missing or cannot be written to, or a full disk.
    pub fn save(&self, path: &Path) -> Result<(), WriteError> {
        files::write(path, |file| self.write(file))
    }

    /// Substeps that have gone by.
    pub fn substeps(&self) -> u32 {
        self.snapshot.substeps
    }

    /// The state, particles by id.
    pub fn state(&self) -> &State {
        &self.snapshot.state
    }

    /// A scene whose world goes on from here. Its number of particles, substeps, seed and solver cannot be overridden.
    pub fn into_scene(self) -> Scene {
        let Self { path, scene, overrides, snapshot } = self;
        scene.resumed(Resumed { path, overrides, snapshot })
    }
}

/// A file, to be read.
fn opened(path: &Path) -> Result<BufReader<File>, CheckpointError> {
    let unreadable = |reason: String| CheckpointError::Unreadable { path: path.to_string_lossy().into_owned(), reason };
    // Asked before: opening a pipe waits for its writer.
    if !std::fs::metadata(path).map_err(|error| unreadable(error.to_string()))?.is_file() {
        return Err(unreadable("not a file".into()));
    }
    File::open(path).map(BufReader::new).map_err(|error| unreadable(error.to_string()))
}
