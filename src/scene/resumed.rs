//! Scenes that go on from a checkpoint.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::attached::Attached;
use super::{Overrides, Scene, SceneError};
use crate::checkpoint::CheckpointError;
use crate::world::World;
use crate::world::state::State;

/// Where a scene goes on.
#[derive(Debug)]
pub(super) struct Resumed {
    /// Substeps that have gone by.
    substeps: u32,
    state: State,
}

impl Scene {
    /// Whether it goes on from a checkpoint.
    pub fn is_resumed(&self) -> bool {
        self.resumed.is_some()
    }

    /// The scene in `text`, whose files have been read before.
    ///
    /// # Errors
    /// As for [`Scene::from_toml`].
    pub(crate) fn with_files(label: &str, text: &str, files: BTreeMap<String, Arc<[u8]>>) -> Result<Self, SceneError> {
        Self::from_text(label, text, Attached::read_before(files))
    }

    /// The files that it names, by their names in it, as they were when they were read.
    pub(crate) fn files(&self) -> &BTreeMap<String, Arc<[u8]>> {
        self.inner.attached.files()
    }

    /// The text of a scene that is loaded as this one is built with the overrides.
    pub(crate) fn text_with(&self, overrides: &Overrides) -> String {
        self.document_with(overrides).to_string()
    }

    /// The same scene, going on after so many substeps.
    pub(crate) fn resumed(self, substeps: u32, state: State) -> Self {
        Self { resumed: Some(Arc::new(Resumed { substeps, state })), ..self }
    }

    /// A state belongs to one number of particles, one length of substeps, one solver.
    pub(super) fn check_unchanged(&self, overrides: &Overrides) -> Result<(), SceneError> {
        let asked = [
            ("particles", overrides.particles.is_some()),
            ("substeps", overrides.substeps.is_some()),
            ("seed", overrides.seed.is_some()),
            ("solver", overrides.solver.is_some()),
        ];
        match asked.into_iter().find(|&(_, asked)| asked && self.is_resumed()) {
            Some((name, _)) => Err(CheckpointError::Kept { path: self.inner.source.label.clone(), name }.into()),
            None => Ok(()),
        }
    }

    /// The world of this scene, where it goes on.
    pub(super) fn go_on(&self, world: World) -> Result<World, SceneError> {
        let Some(resumed) = &self.resumed else { return Ok(world) };
        world
            .resumed(resumed.state.clone(), resumed.substeps)
            .map_err(|reason| CheckpointError::State { path: self.inner.source.label.clone(), reason }.into())
    }
}
