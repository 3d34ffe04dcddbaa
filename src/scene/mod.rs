//! Scene files: TOML in, [`WorldSpec`] out. The reference of the format is `docs/scenes.md`.
//!
//! ```
//! use jostle::scene::{Overrides, Scene};
//!
//! let scene = Scene::find("pile")?;
//! let spec = scene.world_spec(&Overrides { particles: Some(1_000), ..Overrides::default() })?;
//! assert_eq!(spec.particles.len(), 1_000);
//! # Ok::<(), jostle::scene::SceneError>(())
//! ```

mod arc;
mod attached;
mod build;
mod builtin;
mod edit;
mod error;
mod explicit;
mod file;
mod limits;
mod materials;
mod merged;
mod obstacles;
mod origin;
pub(crate) mod random;
pub(crate) mod resumed;
mod scale;
mod set;
mod shapes;
mod source;
mod tables;
mod values;
mod written;

pub use edit::Edit;
pub use error::{Place, SceneError};
#[cfg(feature = "cli")]
pub(crate) use error::{hint, nearest};
pub use shapes::MAX_SCENE_PARTICLES;

use crate::checkpoint::{self, Checkpoint};
use crate::text_file;
use crate::world::World;
use crate::world::spec::{ContactSolver, LinkSpec, ParticleSpec, WorldSpec};
use attached::Attached;
use build::Asker;
use file::File;
use resumed::Resumed;
use scale::Scale;
use serde::{Deserialize, Serialize};
use shapes::Check;
use source::Source;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The greatest seed: whole numbers of TOML end there.
pub const MAX_SEED: u64 = i64::MAX as u64;

/// A scene file that has been read and checked.
#[derive(Clone, Debug)]
pub struct Scene {
    name: String,
    inner: Arc<Inner>,
    /// Where it goes on, if it came out of a checkpoint.
    resumed: Option<Arc<Resumed>>,
}

#[derive(Debug)]
struct Inner {
    source: Source,
    /// The files that it names.
    attached: Attached,
    file: File,
    given: Arc<Given>,
    /// Particles at the scale of the file.
    particles: u64,
}

/// What is given one by one: an edit of obstacles or gravity has the same, read and held once.
#[derive(Debug)]
struct Given {
    particles: Vec<ParticleSpec>,
    /// The first particle of each `[[particles]]`.
    starts: Vec<usize>,
    links: Vec<LinkSpec>,
}

/// What a caller may change about a scene; `None` leaves it as the file has it.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Overrides {
    /// Particles in all; the scene is scaled to have so many.
    pub particles: Option<u64>,
    /// Substeps in a frame.
    pub substeps: Option<u32>,
    /// Seed of everything random.
    pub seed: Option<u64>,
    /// How contacts are solved.
    pub solver: Option<ContactSolver>,
}

impl Scene {
    /// The names of the built-in scenes, the default one first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        builtin::SCENES.iter().map(|&(name, _)| name)
    }

    /// A built-in scene by its name, the scene in a `.toml` file, or one that goes on from a [`checkpoint`] in a
    /// `.jostle` file.
    ///
    /// # Errors
    /// No such scene, a file that cannot be read, and whatever is wrong in it.
    pub fn find(name_or_path: &str) -> Result<Self, SceneError> {
        if let Some((name, text)) = builtin::SCENES.iter().find(|(name, _)| *name == name_or_path) {
            return Self::from_toml(name, text, None);
        }
        let path = Path::new(name_or_path);
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(checkpoint::ENDING)) {
            return Ok(Checkpoint::open(path)?.into_scene());
        }
        if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("toml")) {
            let suggestion = error::nearest(name_or_path, Self::names());
            let known = Self::names().collect::<Vec<_>>().join(", ");
            return Err(SceneError::UnknownScene { name: name_or_path.to_owned(), suggestion, known });
        }
        let unreadable = |reason| SceneError::Unreadable { path: name_or_path.to_owned(), reason };
        let text = text_file::read(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => unreadable(format!("{error} (`jostle scenes` lists those that need no file)")),
            _ => unreadable(error.to_string()),
        })?;
        Self::from_toml(name_or_path, &text, path.parent())
    }

    /// The scene in `text`. Errors call the file `file_label`; files it names are relative to `base_dir`, and may be anywhere. Without one
    /// it may name none: for texts of people whom this machine's files are no business of.
    ///
    /// That it can be built says nothing of what that takes: up to 100 million particles
    /// ([`Overrides::particles`] makes fewer of most scenes).
    ///
    /// # Errors
    /// Whatever is wrong with the text, with its place.
    pub fn from_toml(file_label: &str, text: &str, base_dir: Option<&Path>) -> Result<Self, SceneError> {
        let source = Source { label: file_label.to_owned(), set: Vec::new(), text: text.to_owned() };
        Self::from_source(source, Attached::in_folder(base_dir), None)
    }

    /// The scene in a text, of which what is given one by one may be known already.
    fn from_source(source: Source, mut attached: Attached, known: Option<Arc<Given>>) -> Result<Self, SceneError> {
        let file = File::parse(&source)?;
        materials::check(&file.material, &source)?;
        let spec = file.spec();
        limits::check_world(&source, &file, &spec)?;
        let check = checker(&source, &spec);
        limits::check_sides(&source, &file)?;
        let given = known.map_or_else(|| Given::read(&file, &source, &check, &mut attached).map(Arc::new), Ok)?;
        for (shape, at) in file.shapes() {
            shape.check(&check, &at)?;
            materials::number(shape.material(), &file.material, &source)?;
        }
        limits::check_radii(&file, &given.particles, &spec).map_err(|error| file.refused(error, &source))?;
        obstacles::all(&file, &source, Scale::ONE, check.substeps_per_second)?;
        let shaped = file.shapes().iter().fold(0u64, |sum, (shape, _)| sum.saturating_add(shape.sites(Scale::ONE)));
        let particles = shaped.saturating_add(given.particles.len() as u64);
        let inner = Inner { source, attached, file, given, particles };
        inner.check_count(particles, Asker::Shapes)?;
        limits::check_room(&inner.source, &inner.file)?;
        inner.plan(None)?;
        Ok(Self { name: name_of(&inner.source.label), inner: Arc::new(inner), resumed: None })
    }

    /// The name: of a built-in scene, or of the file without its ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The folder that files named in it are relative to; none for a built-in scene, and for one out of a checkpoint.
    pub fn folder(&self) -> Option<&Path> {
        self.inner.attached.folder()
    }

    /// The files that it was read from: its own and those that it names, or its checkpoint; none of a built-in scene.
    pub fn read_from(&self) -> Vec<PathBuf> {
        let Inner { source, attached, .. } = &*self.inner;
        match (&self.resumed, self.folder()) {
            (Some(resumed), _) => vec![resumed.path.clone().into()],
            (None, Some(_)) => attached.files().keys().map(|name| attached.path_of(name)).chain([source.label.clone().into()]).collect(),
            (None, None) => Vec::new(),
        }
    }

    /// What the file says about itself, in one line.
    pub fn description(&self) -> &str {
        self.inner.file.description.lines().next().unwrap_or_default()
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.inner.source.text
    }

    /// Particles of the scene where nobody asks for another number.
    pub fn default_particles(&self) -> u64 {
        let kept = self.settled(&Overrides::default()).particles;
        self.inner.plan(kept).map_or(self.inner.particles, |plan| self.inner.total(&plan))
    }

    /// Whether the file itself says how many particles it is to have.
    pub fn has_count(&self) -> bool {
        self.inner.file.count.is_some() || self.is_resumed()
    }

    /// Those of them that come out of emitters, in time.
    pub fn emitted_particles(&self) -> u64 {
        let Ok(plan) = self.inner.plan(self.settled(&Overrides::default()).particles) else { return 0 };
        plan.quotas.iter().rev().take(self.inner.file.emitter_count()).sum()
    }

    /// Seed of everything random, as the file has it.
    pub fn seed(&self) -> u64 {
        self.settled(&Overrides::default()).seed.unwrap_or(self.inner.file.seed())
    }

    /// Frames in a second of simulated time.
    pub fn frame_rate(&self) -> f64 {
        self.inner.file.spec().frame_rate
    }

    /// The solver that it is built with.
    pub fn solver(&self, overrides: &Overrides) -> ContactSolver {
        self.settled(overrides).solver.unwrap_or(self.inner.file.spec().solver)
    }

    /// Whether this scene can have a solver: the plain one has no restitution, friction, rolling resistance, masses and
    /// compliance.
    ///
    /// # Errors
    /// What of the scene that solver does not have, with its place.
    pub fn check_solver(&self, solver: ContactSolver) -> Result<(), SceneError> {
        self.inner.check_overridden(&WorldSpec { solver, ..self.inner.file.spec() })
    }

    /// Whether this scene can have a number of particles, as far as can be told before it is built: then some may turn out to start in
    /// an obstacle.
    ///
    /// # Errors
    /// Why not, and what is possible.
    pub fn check_particles(&self, particles: u64) -> Result<(), SceneError> {
        let overrides = Overrides { particles: Some(particles), ..Overrides::default() };
        self.check_unchanged(&overrides)?;
        self.inner.planned(&overrides).map(drop)
    }

    /// The world of this scene, in scene units; of one out of a checkpoint as it was at its start.
    ///
    /// # Errors
    /// A number of particles that the scene cannot have, and overrides outside their range.
    pub fn world_spec(&self, overrides: &Overrides) -> Result<WorldSpec, SceneError> {
        self.check_unchanged(overrides)?;
        Ok(self.inner.build(&self.settled(overrides))?.0)
    }

    /// The world of this scene; one out of a checkpoint goes on from there.
    ///
    /// # Errors
    /// Those of [`world_spec`](Self::world_spec), and a world that fixed point cannot hold.
    pub fn build(&self, overrides: &Overrides) -> Result<World, SceneError> {
        self.check_unchanged(overrides)?;
        let (spec, origins) = self.inner.build(&self.settled(overrides))?;
        let world = if self.is_resumed() { World::without_check_of_places(&spec) } else { World::new(&spec) };
        self.go_on(world.map_err(|error| self.inner.explain(error, &origins))?)
    }
}

impl Given {
    /// The particles and links of a file.
    ///
    /// # Errors
    /// Whatever is wrong with them, with its place.
    fn read(file: &File, source: &Source, check: &Check<'_>, attached: &mut Attached) -> Result<Self, SceneError> {
        let (mut particles, mut starts) = (Vec::new(), Vec::new());
        for table in &file.particles {
            starts.push(particles.len());
            let (span, table) = (table.span(), table.get_ref());
            let material = materials::number(table.material(), &file.material, source)?;
            let loaded = table.load(check, &span, attached)?;
            particles.extend(loaded.into_iter().map(|particle| ParticleSpec { material, ..particle }));
        }
        let links = file.link.iter().map(|link| link.get_ref().spec(check, &particles)).collect::<Result<_, _>>()?;
        Ok(Self { particles, starts, links })
    }
}

/// The name of a file without its ending.
pub(crate) fn name_of(path: &str) -> String {
    Path::new(path).file_stem().map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn checker<'a>(source: &'a Source, spec: &WorldSpec) -> Check<'a> {
    let substeps_per_second = spec.frame_rate * f64::from(spec.substeps);
    Check { source, size: spec.size, gravity: spec.gravity, drag: spec.drag, substeps_per_second, solver: spec.solver }
}
