//! The files that a scene names. What was read of them stays with the scene, so that a checkpoint holds all that it was made from.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files that a scene names, by their names in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Attached {
    /// Names are relative to this; none for a built-in scene, and for one that came out of a checkpoint.
    folder: Option<PathBuf>,
    files: BTreeMap<String, Arc<[u8]>>,
    /// Whether these are all that there are.
    complete: bool,
}

/// One of them.
#[derive(Clone, Copy)]
pub(super) struct Content<'a> {
    /// As errors call it.
    pub path: &'a Path,
    /// All of it.
    pub bytes: &'a [u8],
}

impl Attached {
    /// Files that are read when they are asked for, from a folder; without one there are none.
    pub fn in_folder(folder: Option<&Path>) -> Self {
        Self { folder: folder.map(Path::to_path_buf), ..Self::default() }
    }

    /// Files that have been read before: there are no others.
    pub fn read_before(files: BTreeMap<String, Arc<[u8]>>) -> Self {
        Self { folder: None, files, complete: true }
    }

    /// The folder that names are relative to.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// What has been read, by name.
    pub fn files(&self) -> &BTreeMap<String, Arc<[u8]>> {
        &self.files
    }

    /// Where a file is.
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.folder.as_deref().unwrap_or(Path::new("")).join(name)
    }

    /// All of a file.
    ///
    /// # Errors
    /// A file that cannot be read, or is none.
    pub fn read(&mut self, name: &str) -> io::Result<Arc<[u8]>> {
        if let Some(bytes) = self.files.get(name) {
            return Ok(bytes.clone());
        }
        if self.complete {
            return Err(io::Error::other("it is not in the checkpoint"));
        }
        if self.folder.is_none() {
            return Err(io::Error::other("this scene may name no files: it was given without a folder"));
        }
        let path = self.path_of(name);
        // Asked before: opening a folder succeeds on some systems, and opening a pipe waits for its writer.
        if !std::fs::metadata(&path)?.is_file() {
            return Err(io::Error::other("not a file"));
        }
        let bytes: Arc<[u8]> = std::fs::read(path)?.into();
        self.files.insert(name.to_owned(), bytes.clone());
        Ok(bytes)
    }
}
