//! Scenes that go on from a checkpoint.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::attached::Attached;
use super::source::Source;
use super::{Overrides, Scene, SceneError, name_of};
use crate::checkpoint::{CheckpointError, Snapshot};
use crate::world::World;

/// Where a scene goes on.
#[derive(Debug)]
pub(crate) struct Resumed {
    /// What errors call the checkpoint.
    pub path: String,
    /// What the scene is built with.
    pub overrides: Overrides,
    /// The state, and after how many substeps.
    pub snapshot: Snapshot,
}

impl Scene {
    /// Whether it goes on from a checkpoint.
    pub fn is_resumed(&self) -> bool {
        self.resumed.is_some()
    }

    /// Of a checkpoint the options that its scene was built with, as on the command line; none where there were none.
    #[cfg(feature = "cli")]
    pub(crate) fn resumed_with(&self) -> Option<String> {
        let Overrides { particles, seed, substeps, solver } = self.resumed.as_ref()?.overrides;
        let given = [
            particles.map(|count| format!("--particles {count}")),
            seed.map(|seed| format!("--seed {seed}")),
            substeps.map(|substeps| format!("--substeps {substeps}")),
            solver.map(|solver| format!("--solver {}", solver.name())),
        ];
        let given: Vec<_> = given.into_iter().flatten().collect();
        (!given.is_empty()).then(|| given.join(" "))
    }

    /// The scene in `text` of a checkpoint that errors call `path`, with all the files that it names.
    ///
    /// # Errors
    /// As for [`Scene::from_toml`].
    pub(crate) fn with_files(path: &str, text: &str, files: BTreeMap<String, Arc<[u8]>>) -> Result<Self, SceneError> {
        let source = Source { label: format!("{path}: scene.toml"), set: Vec::new(), text: text.to_owned() };
        let scene = Self::from_source(source, Attached::read_before(files), None)?;
        Ok(Self { name: name_of(path), ..scene })
    }

    /// The files that it names, by their names in it, as they were when they were read.
    pub(crate) fn files(&self) -> &BTreeMap<String, Arc<[u8]>> {
        self.inner.attached.files()
    }

    /// The same scene from its start, and what it is built with.
    pub(crate) fn anew(&self, overrides: &Overrides) -> (Self, Overrides) {
        (Self { resumed: None, ..self.clone() }, self.settled(overrides))
    }

    /// The same scene, going on from there.
    pub(crate) fn resumed(self, resumed: Resumed) -> Self {
        Self { resumed: Some(Arc::new(resumed)), ..self }
    }

    /// Whether a world may have been made from it: it is as large, as fast and solved in the same way, and particles have at most joined.
    pub(crate) fn has_made(&self, world: &World, overrides: &Overrides) -> bool {
        let Ok((plan, spec)) = self.inner.planned(overrides) else { return false };
        let (clock, particles) = (world.clock(), self.inner.total(&plan));
        let same_time = (clock.substeps, clock.substeps_per_second) == (spec.substeps, spec.frame_rate * f64::from(spec.substeps));
        same_time && world.solver() == spec.solver && world.frame().size == spec.size && world.particle_count() as u64 >= particles
    }

    /// How many particles and substeps a frame the world will have that is built with these; none of a checkpoint, or of what cannot be
    /// built.
    #[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "the command line asks"))]
    pub(crate) fn planned_numbers(&self, overrides: &Overrides) -> Option<(u64, u32)> {
        if self.is_resumed() {
            return None;
        }
        let (plan, spec) = self.inner.planned(overrides).ok()?;
        Some((self.inner.total(&plan), spec.substeps))
    }

    /// What it is built with, if these are asked for.
    pub(super) fn settled(&self, overrides: &Overrides) -> Overrides {
        self.resumed.as_ref().map_or(*overrides, |resumed| resumed.overrides)
    }

    /// A state belongs to one number of particles, one length of substeps, one solver.
    pub(super) fn check_unchanged(&self, overrides: &Overrides) -> Result<(), SceneError> {
        let asked = [
            ("particles", overrides.particles.is_some()),
            ("substeps", overrides.substeps.is_some()),
            ("seed", overrides.seed.is_some()),
            ("solver", overrides.solver.is_some()),
        ];
        match (&self.resumed, asked.into_iter().find(|&(_, asked)| asked)) {
            (Some(resumed), Some((name, _))) => Err(CheckpointError::Kept { path: resumed.path.clone(), name }.into()),
            _ => Ok(()),
        }
    }

    /// The world of this scene, where it goes on.
    pub(super) fn go_on(&self, world: World) -> Result<World, SceneError> {
        match &self.resumed {
            Some(resumed) => Ok(resumed.snapshot.resume(world)?),
            None => Ok(world),
        }
    }
}
