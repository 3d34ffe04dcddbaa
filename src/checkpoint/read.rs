//! Reading a checkpoint. Whatever the file holds, it is an error or a state that was checked.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::arrays::{ARRAYS, Array};
use super::{Checkpoint, CheckpointError, FORMAT, HEAD, Head, Origin, SCENE, Snapshot};
use crate::npy_header;
use crate::scene::{Scene, SceneError};
use crate::world::state::State;

impl Checkpoint {
    /// The checkpoint in `from`, which errors call `label`.
    ///
    /// # Errors
    /// What is no checkpoint, is damaged, or is of another format. Whether the state fits the scene is asked when its world is built.
    pub fn read(label: &str, from: impl Read + Seek) -> Result<Self, SceneError> {
        let (mut file, head) = File::open(label, from)?;
        // A scene names no world: where there is none, and all else is whole, none was written.
        if !file.has(SCENE) && head.files.is_empty() && file.snapshot(&head).is_ok() {
            return Err(CheckpointError::NoScene { path: label.to_owned() }.into());
        }
        let text = file.text(SCENE)?;
        let mut files = BTreeMap::new();
        for (number, name) in head.files.iter().enumerate() {
            let bytes = file.bytes(&format!("files/{number}"))?;
            if files.insert(name.clone(), Arc::from(bytes)).is_some() {
                return Err(file.damaged(HEAD, "a file is named twice").into());
            }
        }
        let scene = Scene::with_files(label, &text, files)?;
        Ok(Self { path: label.to_owned(), scene, overrides: head.overrides, snapshot: file.snapshot(&head)? })
    }
}

/// A file that is open.
pub(super) struct File<'a, R> {
    label: &'a str,
    zip: ZipArchive<R>,
}

impl<'a, R: Read + Seek> File<'a, R> {
    /// One that has what a checkpoint has, in its list of entries, and its head.
    ///
    /// # Errors
    /// What is no checkpoint, is damaged, or is of another format.
    pub fn open(label: &'a str, mut from: R) -> Result<(Self, Head), CheckpointError> {
        let unreadable = |error: std::io::Error| CheckpointError::Unreadable { path: label.to_owned(), reason: error.to_string() };
        let length = from.seek(SeekFrom::End(0)).map_err(unreadable)?;
        let zip = ZipArchive::new(from).map_err(|error| match error {
            ZipError::Io(error) => unreadable(error),
            // The list of entries stands at the end.
            _ => CheckpointError::Foreign { path: label.to_owned(), problem: "something else, or cut off before its end".into() },
        })?;
        let mut file = Self { label, zip };
        file.check_kind()?;
        file.check_sizes(length)?;
        let head = file.head()?;
        Ok((file, head))
    }

    /// What the arrays have.
    ///
    /// # Errors
    /// Those that are not there, or not as they are to be.
    pub fn snapshot(&mut self, head: &Head) -> Result<Snapshot, CheckpointError> {
        let number = |world: &String| world.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let world = head.world.as_ref().map(|world| number(world).ok_or_else(|| self.damaged(HEAD, format!("`world` is {world:?}"))));
        let mut state = State::default();
        let world = world.transpose()?;
        for array in &ARRAYS {
            array.take(&mut state, &self.words(array)?);
        }
        Ok(Snapshot { label: self.label.to_owned(), substeps: head.substeps, world, state })
    }

    fn has(&self, entry: &str) -> bool {
        self.zip.file_names().any(|name| name.is_ok_and(|name| name == entry))
    }

    fn damaged(&self, entry: &str, problem: impl ToString) -> CheckpointError {
        CheckpointError::Damaged { path: self.label.to_owned(), entry: entry.to_owned(), problem: problem.to_string() }
    }

    /// Other archives have other entries.
    fn check_kind(&self) -> Result<(), CheckpointError> {
        if self.has(HEAD) {
            return Ok(());
        }
        Err(CheckpointError::Foreign { path: self.label.to_owned(), problem: format!("an archive without {HEAD}") })
    }

    /// Entries are not compressed, and each has a place of its own: together they are smaller than the file.
    fn check_sizes(&mut self, length: u64) -> Result<(), CheckpointError> {
        let mut left = length;
        for number in 0..self.zip.len() {
            let entry = self.zip.by_index_raw(number).map(|entry| (entry.size(), entry.compression()));
            let (size, compression) = entry.map_err(|error| self.damaged("its list of entries", error))?;
            if compression != CompressionMethod::Stored {
                return Err(self.damaged("its list of entries", "they are compressed: a checkpoint has them as they are (zip -0)"));
            }
            left = left.checked_sub(size).ok_or_else(|| self.damaged("its list of entries", "they are larger together than the file"))?;
        }
        Ok(())
    }

    /// The whole of an entry, whose checksum is right.
    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, CheckpointError> {
        let mut bytes = Vec::new();
        let read = match self.zip.by_name(name) {
            Ok(mut entry) => entry.read_to_end(&mut bytes).map_err(|error| error.to_string()),
            Err(ZipError::FileNotFound) => Err("it is not there".into()),
            Err(error) => Err(error.to_string()),
        };
        read.map_err(|problem| self.damaged(name, problem))?;
        Ok(bytes)
    }

    fn text(&mut self, name: &str) -> Result<String, CheckpointError> {
        String::from_utf8(self.bytes(name)?).map_err(|error| self.damaged(name, error))
    }

    fn head(&mut self) -> Result<Head, CheckpointError> {
        let text = self.text(HEAD)?;
        let damaged = |error: toml::de::Error| self.damaged(HEAD, error.message());
        let head: Origin = toml::from_str(&text).map_err(damaged)?;
        match head.format {
            FORMAT => toml::from_str(&text).map_err(damaged),
            found => Err(CheckpointError::Format { path: self.label.to_owned(), found, known: FORMAT, version: head.jostle }),
        }
    }

    /// An array of words, in rows of as many as it has columns.
    fn words(&mut self, array: &Array) -> Result<Vec<u32>, CheckpointError> {
        let name = array.entry();
        let bytes = self.bytes(&name)?;
        npy_header::check(&bytes).map_err(|problem| self.damaged(&name, problem))?;
        let mut data = &bytes[..];
        let header = npyz::NpyHeader::from_reader(&mut data).map_err(|error| self.damaged(&name, error))?;
        let [rows, columns] = header.shape()[..] else {
            return Err(self.damaged(&name, format!("an array of shape {:?}: allowed is [n, {}]", header.shape(), array.columns)));
        };
        if columns != array.columns as u64 || Some(data.len() as u64) != rows.checked_mul(4 * columns) {
            let problem = format!("{} bytes in {rows} rows of {columns} words: rows of {} are needed", data.len(), array.columns);
            return Err(self.damaged(&name, problem));
        }
        if header.order() != npyz::Order::C {
            return Err(self.damaged(&name, "in Fortran order: rows are to stand one after the other"));
        }
        if array.name == "counters" && rows != 1 {
            return Err(self.damaged(&name, format!("{rows} rows: one is needed")));
        }
        let words = npyz::NpyFile::with_header(header, data).try_data::<u32>();
        let words = words.map_err(|npy| self.damaged(&name, format!("numbers of type {}: allowed is uint32", npy.dtype().descr())))?;
        words.collect::<Result<_, _>>().map_err(|error| self.damaged(&name, error))
    }
}
