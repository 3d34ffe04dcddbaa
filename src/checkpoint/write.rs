//! Writing a checkpoint.

use std::io::{self, Write};

use npyz::{WriteOptions, WriterBuilder};
use zip::write::{SimpleFileOptions, ZipWriter};

use super::arrays::ARRAYS;
use super::{Checkpoint, FORMAT, HEAD, Head, SCENE, Snapshot};
use crate::scene::{Overrides, Scene};

impl Checkpoint {
    /// Writes the file. It needs no seeking, so `to` may be a pipe.
    ///
    /// # Errors
    /// What `to` says.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        write(to, &self.snapshot, Some(&self.scene), self.overrides)
    }
}

/// Writes a snapshot, beside the scene that its world is built from with overrides, if it is from one.
pub(super) fn write(to: &mut dyn Write, snapshot: &Snapshot, scene: Option<&Scene>, overrides: Overrides) -> io::Result<()> {
    let mut zip = ZipWriter::new_stream(to);
    let files = || scene.into_iter().flat_map(Scene::files);
    let head = Head {
        format: FORMAT,
        jostle: env!("CARGO_PKG_VERSION").to_owned(),
        substeps: snapshot.substeps,
        world: snapshot.world.map(|world| format!("{world:#018x}")),
        overrides,
        files: files().map(|(name, _)| name.clone()).collect(),
    };
    let head = toml::to_string(&head).map_err(io::Error::other)?;
    entry(&mut zip, HEAD, head.as_bytes())?;
    if let Some(scene) = scene {
        entry(&mut zip, SCENE, scene.text().as_bytes())?;
    }
    for (number, (_, bytes)) in files().enumerate() {
        entry(&mut zip, &format!("files/{number}"), bytes)?;
    }
    for array in &ARRAYS {
        let words = array.words(&snapshot.state);
        zip.start_file(array.entry(), options(size_of_val(words) as u64))?;
        let shape = [(words.len() / array.columns) as u64, array.columns as u64];
        let mut npy = WriteOptions::new().default_dtype().shape(&shape).writer(io::BufWriter::new(&mut zip)).begin_nd()?;
        npy.extend(words.iter().copied())?;
        npy.finish()?;
    }
    zip.finish()?.into_inner().flush()
}

fn entry<W: Write + io::Seek>(zip: &mut ZipWriter<W>, name: &str, bytes: &[u8]) -> io::Result<()> {
    zip.start_file(name, options(bytes.len() as u64))?;
    zip.write_all(bytes)
}

/// What an entry of about so many bytes is written with.
fn options(bytes: u64) -> SimpleFileOptions {
    // The same file on every system.
    SimpleFileOptions::default()
        .system(zip::System::Unix)
        .compression_method(zip::CompressionMethod::Stored)
        .large_file(bytes > u64::from(u32::MAX) / 2)
}
