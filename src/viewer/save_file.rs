//! The file that the edited scene is saved in.

use std::path::{Path, PathBuf};

use crate::scene::Scene;

/// Which file it is, and what is known to be in it.
#[derive(Clone, Debug, Default)]
pub struct SaveFile {
    /// Its name, as it is typed in.
    pub path: String,
    /// The file that was there already when it was asked for, until something else is done.
    pub warned: Option<String>,
    /// The file that was saved last, and what was written into it.
    pub written: Option<(PathBuf, String)>,
}

impl SaveFile {
    /// Beside the file of a scene, or where the program was started.
    pub fn for_scene(scene: &Scene) -> Self {
        let name = scene.name().trim_end_matches("-edited");
        let folder = scene.folder().unwrap_or(Path::new(""));
        let path = folder.join(format!("{name}-edited.toml")).to_string_lossy().into_owned();
        Self { path, ..Self::default() }
    }

    /// Whether a file may be written: it is not there, it is as it was written last, or it was asked for twice.
    pub fn may_write(&mut self, path: &Path) -> bool {
        let ours = |(written, text): &(PathBuf, String)| written == path && std::fs::read_to_string(path).is_ok_and(|now| now == *text);
        let asked = Some(self.path.clone());
        !path.exists() || self.written.as_ref().is_some_and(ours) || std::mem::replace(&mut self.warned, asked.clone()) == asked
    }
}

/// The file that a name means: scene files end in `.toml`.
pub fn with_ending(name: &str) -> PathBuf {
    let path = PathBuf::from(name.trim());
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
        path
    } else {
        PathBuf::from(format!("{}.toml", name.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_if_it_is_ours_as_we_left_it_or_when_it_is_asked_for_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        let mut file = SaveFile { path: path.to_string_lossy().into_owned(), ..SaveFile::default() };
        assert!(file.may_write(&path), "it is not there");
        std::fs::write(&path, "ours").unwrap();
        file.written = Some((path.clone(), "ours".into()));
        assert!(file.may_write(&path) && file.may_write(&path));
        std::fs::write(&path, "somebody else's").unwrap();
        assert!(!file.may_write(&path));
        assert!(file.may_write(&path), "asked for twice");
        file.warned = None;
        assert!(!file.may_write(&path), "something else was done since");
    }
}
