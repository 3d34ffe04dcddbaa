//! What a command writes: asked about before a long run, and neither in one place nor over what the run is made from.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::json_target::JsonTarget;
use crate::files;
use crate::scene::Scene;

/// What each option writes.
#[derive(Debug, Default)]
pub struct Outputs {
    written: Vec<(&'static str, Vec<JsonTarget>)>,
    /// What stays as it is, and what for.
    read: Vec<(&'static str, PathBuf)>,
}

impl Outputs {
    /// The same, and an option that writes files.
    pub fn files(mut self, option: &'static str, paths: impl IntoIterator<Item = PathBuf>) -> Self {
        self.written.push((option, paths.into_iter().map(JsonTarget::File).collect()));
        self
    }

    /// The same, and an option that writes JSON.
    pub fn json(mut self, option: &'static str, target: Option<&JsonTarget>) -> Self {
        self.written.push((option, target.cloned().into_iter().collect()));
        self
    }

    /// The same, and a file that is read.
    pub fn but_not(mut self, what: &'static str, path: Option<&Path>) -> Self {
        self.read.extend(path.map(|path| (what, path.to_path_buf())));
        self
    }

    /// Fails before a long run of these scenes if what comes of it could not be written, or would replace what must stay.
    pub fn check<'a>(&self, scenes: impl IntoIterator<Item = &'a Scene>) -> Result<(), CliError> {
        files::check(self.paths())?;
        let written = self.by_place()?;
        self.read.iter().try_for_each(|(what, path)| written.check_spared(what, path, false))?;
        let spares =
            |scene: &Scene| scene.read_from().iter().try_for_each(|path| written.check_spared("the scene", path, scene.is_resumed()));
        scenes.into_iter().try_for_each(spares)
    }

    fn paths(&self) -> impl Iterator<Item = &Path> {
        self.written.iter().flat_map(|(_, targets)| targets).filter_map(|target| match target {
            JsonTarget::File(path) => Some(path.as_path()),
            JsonTarget::Stdout => None,
        })
    }

    /// Two things written to one place would leave one of them. What one option writes has names of its own.
    fn by_place(&self) -> Result<ByPlace<'_>, CliError> {
        let mut taken = HashMap::new();
        for (option, targets) in &self.written {
            for target in targets {
                match taken.insert(target.placed(), (*option, target)) {
                    Some((earlier, _)) if earlier != *option => return Err(both_to(earlier, option, target)),
                    _ => {}
                }
            }
        }
        Ok(ByPlace(taken))
    }
}

/// By its place what is written there: the option that says so, and the name that it gives. To find the place of a name asks the system.
struct ByPlace<'a>(HashMap<JsonTarget, (&'static str, &'a JsonTarget)>);

impl ByPlace<'_> {
    /// What is read stays; only a checkpoint may go on in its own place.
    fn check_spared(&self, what: &str, read: &Path, may_go_on: bool) -> Result<(), CliError> {
        match self.0.get(&JsonTarget::File(files::place::of(read))) {
            Some((option, JsonTarget::File(path))) if !(may_go_on && *option == "--checkpoint") => Err(CliError::Usage(format!(
                "{option} names {}, which {what} is read from: it would be replaced (name another file)",
                path.display()
            ))),
            _ => Ok(()),
        }
    }
}

/// A path that has an ending, in any case; what to do else is said by `otherwise`.
pub fn ending_in(ending: &str, text: &str, otherwise: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if has_ending(&path, ending) { Ok(path) } else { Err(otherwise.into()) }
}

/// Whether a path has an ending, in any case.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

fn both_to(earlier: &str, later: &str, target: &JsonTarget) -> CliError {
    CliError::Usage(match target {
        JsonTarget::Stdout => format!("{earlier} and {later} both go to standard output (name a file for one of them)"),
        JsonTarget::File(path) => {
            format!("{earlier} and {later} both name {}: the one would replace the other (name two files)", path.display())
        }
    })
}
