//! The state of a simulation after some substeps, without the scene: for worlds that are made in code.

use std::io::{self, Read, Seek, Write};
use std::path::Path;

use super::arrays::ARRAYS;
use super::opened;
use super::read::File;
use super::write::write;
use super::{CheckpointError, WriteError};
use crate::files;
use crate::scene::Overrides;
use crate::simulation::{Simulation, SimulationError};
use crate::world::World;
use crate::world::state::State;

/// A state, and how to tell the world that it belongs to.
///
/// Whoever has made a world in code makes it again, and lets it go on from there:
///
/// ```
/// use jostle::world::World;
/// use jostle::world::spec::{ParticleSpec, WorldSpec};
/// use jostle::{Backend, Simulation, Snapshot};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let particles = (0..9).map(|k| ParticleSpec::at([10.0 + 3.0 * f64::from(k), 20.0], 0.5)).collect();
/// let (spec, backend) = (WorldSpec { particles, ..WorldSpec::default() }, Backend::cpu(Some(1)));
/// let mut simulation = Simulation::start(World::new(&spec)?, &backend)?;
/// simulation.step(100)?;
/// let mut file = std::io::Cursor::new(Vec::new());
/// Snapshot::of(&simulation)?.write(&mut file)?;
/// simulation.step(100)?;
///
/// let world = Snapshot::read("balls", file)?.resume(World::new(&spec)?)?;
/// let mut other = Simulation::start(world, &backend)?;
/// other.step(100)?;
/// assert_eq!((other.substep_count(), other.digest()?), (200, simulation.digest()?));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What errors call it.
    pub(super) label: String,
    pub(super) substeps: u32,
    /// The fingerprint of its world; files of versions before have none.
    pub(super) world: Option<u64>,
    pub(super) state: State,
}

/// Of the same time, the same world and the same state, bit by bit of what a file holds: of what is read from a file and what was written
/// into it, both are equal.
impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        let times_and_worlds = |of: &Self| (of.substeps, of.world);
        times_and_worlds(self) == times_and_worlds(other)
            && ARRAYS.iter().all(|array| array.words(&self.state) == array.words(&other.state))
    }
}

impl Eq for Snapshot {}

impl Snapshot {
    /// Of a simulation as it stands. Obstacles, gravity and drag are not in it: the world that is to go on has its own.
    ///
    /// # Errors
    /// A GPU that was lost.
    pub fn of(simulation: &Simulation) -> Result<Self, SimulationError> {
        let (substeps, world) = (simulation.substep_count(), Some(simulation.world().fingerprint()));
        Ok(Self { label: "the snapshot".into(), substeps, world, state: simulation.state()? })
    }

    /// Writes the file: a [checkpoint](super) without a scene. It needs no seeking, so `to` may be a pipe.
    ///
    /// # Errors
    /// What `to` says.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        write(to, self, None, Overrides::default())
    }

    /// Writes it into a file, whole or not at all: aside, then in the place of an older one.
    ///
    /// # Errors
    /// A folder that is missing or cannot be written to, or a full disk.
    pub fn save(&self, path: &Path) -> Result<(), WriteError> {
        files::write(path, |file| self.write(file))
    }

    /// The snapshot in a file.
    ///
    /// # Errors
    /// A file that cannot be read; else as for [`Self::read`].
    pub fn open(path: &Path) -> Result<Self, CheckpointError> {
        Self::read(&path.to_string_lossy(), opened(path)?)
    }

    /// The snapshot in `from`, which errors call `label`; also that of a checkpoint, whose scene is left out.
    ///
    /// # Errors
    /// What is no snapshot, is damaged, or is of another format. Whether the state fits a world is asked when that [goes on](Self::resume).
    pub fn read(label: &str, from: impl Read + Seek) -> Result<Self, CheckpointError> {
        let (mut file, head) = File::open(label, from)?;
        file.snapshot(&head)
    }

    /// Substeps that have gone by.
    pub fn substeps(&self) -> u32 {
        self.substeps
    }

    /// The state, particles by id.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether it does not go on in this world, as far as it says.
    pub(crate) fn is_of_another_world(&self, world: &World) -> bool {
        self.world.is_some_and(|own| own != world.fingerprint())
    }

    /// A world that goes on from here: the one that the simulation had at its start, made anew, with its obstacles. Those that were put
    /// in their place since, and other gravity and drag, may be given to it then ([`World::with_obstacles`], [`World::with_fall`]).
    ///
    /// # Errors
    /// A world of another [fingerprint](World::fingerprint), and a state that does not fit it.
    pub fn resume(&self, world: World) -> Result<World, CheckpointError> {
        if self.is_of_another_world(&world) {
            return Err(CheckpointError::OtherWorld { path: self.label.clone() });
        }
        let misfit = |reason| CheckpointError::State { path: self.label.clone(), reason };
        world.resumed(self.state.clone(), self.substeps).map_err(misfit)
    }
}
