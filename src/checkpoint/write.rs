//! Writing a checkpoint.

use std::io::{self, Write};

use npyz::{WriteOptions, WriterBuilder};
use zip::write::{SimpleFileOptions, ZipWriter};

use super::arrays::ARRAYS;
use super::{Checkpoint, FORMAT, HEAD, Head, SCENE};

impl Checkpoint {
    /// Writes the file. It needs no seeking, so `to` may be a pipe.
    ///
    /// # Errors
    /// What `to` says.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut zip = ZipWriter::new_stream(to);
        let files = self.scene.files();
        let head = Head {
            format: FORMAT,
            jostle: env!("CARGO_PKG_VERSION").to_owned(),
            substeps: self.substeps,
            overrides: self.overrides,
            files: files.keys().cloned().collect(),
        };
        let head = toml::to_string(&head).map_err(io::Error::other)?;
        entry(&mut zip, HEAD, head.as_bytes())?;
        entry(&mut zip, SCENE, self.scene.text().as_bytes())?;
        for (number, bytes) in files.values().enumerate() {
            entry(&mut zip, &format!("files/{number}"), bytes)?;
        }
        for array in &ARRAYS {
            let words = array.words(&self.state);
            zip.start_file(array.entry(), options(size_of_val(words) as u64))?;
            let shape = [(words.len() / array.columns) as u64, array.columns as u64];
            let mut npy = WriteOptions::new().default_dtype().shape(&shape).writer(io::BufWriter::new(&mut zip)).begin_nd()?;
            npy.extend(words.iter().copied())?;
            npy.finish()?;
        }
        zip.finish()?.into_inner().flush()
    }
}

fn entry<W: Write + io::Seek>(zip: &mut ZipWriter<W>, name: &str, bytes: &[u8]) -> io::Result<()> {
    zip.start_file(name, options(bytes.len() as u64))?;
    zip.write_all(bytes)
}

/// What an entry of about so many bytes is written with.
fn options(bytes: u64) -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored).large_file(bytes > u64::from(u32::MAX) / 2)
}
