//! What a command writes: asked about before a long run, and neither in one place nor over what the run is made from.

use std::path::PathBuf;

use super::error::CliError;
use super::json_target::JsonTarget;
use crate::files;
use crate::scene::Scene;

/// What each option writes.
#[derive(Debug, Default)]
pub struct Outputs(Vec<(&'static str, JsonTarget)>);

impl Outputs {
    /// The same, and an option that writes files.
    pub fn files(mut self, option: &'static str, paths: impl IntoIterator<Item = PathBuf>) -> Self {
        self.0.extend(paths.into_iter().map(|path| (option, JsonTarget::File(path))));
        self
    }

    /// The same, and an option that writes JSON.
    pub fn json(mut self, option: &'static str, target: Option<&JsonTarget>) -> Self {
        self.0.extend(target.map(|target| (option, target.clone())));
        self
    }

    /// Fails before a long run of these scenes if what comes of it could not be written, or would replace what must stay.
    pub fn check<'a>(&self, scenes: impl IntoIterator<Item = &'a Scene>) -> Result<(), CliError> {
        self.paths().try_for_each(|(_, path)| files::check(path))?;
        self.check_different()?;
        scenes.into_iter().try_for_each(|scene| self.check_spared(scene))
    }

    fn paths(&self) -> impl Iterator<Item = (&'static str, &PathBuf)> {
        self.0.iter().filter_map(|(option, target)| match target {
            JsonTarget::File(path) => Some((*option, path)),
            JsonTarget::Stdout => None,
        })
    }

    /// Two things written to one place would leave one of them.
    fn check_different(&self) -> Result<(), CliError> {
        for (k, (later, target)) in self.0.iter().enumerate() {
            let earlier = self.0[..k].iter().find(|(earlier, other)| earlier != later && other.is_one_with(target));
            let Some((earlier, _)) = earlier else { continue };
            return Err(CliError::Usage(match target {
                JsonTarget::Stdout => format!("{earlier} and {later} both go to standard output (name a file for one of them)"),
                JsonTarget::File(path) => {
                    format!("{earlier} and {later} both name {}: the one would replace the other (name two files)", path.display())
                }
            }));
        }
        Ok(())
    }

    /// What a scene is read from stays; only a checkpoint may go on in its own place.
    fn check_spared(&self, scene: &Scene) -> Result<(), CliError> {
        let read = scene.read_from();
        let goes_on = |option: &str| option == "--checkpoint" && scene.is_resumed();
        match self.paths().find(|(option, path)| !goes_on(option) && read.iter().any(|read| files::are_one(read, path))) {
            Some((option, path)) => Err(CliError::Usage(format!(
                "{option} names {}, which the scene is read from: it would be replaced (name another file)",
                path.display()
            ))),
            None => Ok(()),
        }
    }
}
