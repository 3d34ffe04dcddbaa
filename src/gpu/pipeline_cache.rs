//! Compiled pipelines, kept from one process to the next: one file an adapter, with what its driver wants to keep. Only
//! Vulkan has this. Whatever is wrong with the file or its folder, pipelines are compiled as if there were none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::context::Context;
use crate::files;

/// What a device compiles passes with, and the file that keeps it.
pub struct PipelineFile {
    cache: wgpu::PipelineCache,
    key: String,
    path: PathBuf,
    /// Checksum of what the driver keeps as long as nothing new is compiled; `None` before there is a file.
    known: Mutex<Option<u64>>,
}

impl Context {
    /// Keeps what is compiled from here on in this folder, and takes from there what was compiled before; without a
    /// folder, or where the device does not do this, nothing changes. Whoever can write into the folder is trusted.
    pub(crate) fn keeping_pipelines(mut self, folder: Option<&Path>) -> Self {
        self.pipeline_file = folder.and_then(|folder| PipelineFile::open(&self, folder)).map(Arc::new);
        self
    }

    /// What to compile passes with.
    pub(super) fn pipeline_cache(&self) -> Option<&wgpu::PipelineCache> {
        self.pipeline_file.as_ref().map(|file| &file.cache)
    }

    /// Writes the file, if there is something new to keep. To be called when all passes of a simulation are compiled.
    pub(super) fn save_pipelines(&self) {
        if let Some(file) = &self.pipeline_file {
            file.save();
        }
    }
}

impl PipelineFile {
    fn open(context: &Context, folder: &Path) -> Option<Self> {
        if !context.device.features().contains(wgpu::Features::PIPELINE_CACHE) {
            return None;
        }
        let key = wgpu::util::pipeline_cache_key(&context.device.adapter_info())?;
        let path = folder.join(&key);
        let file = read(&path);
        let data = data_of(&key, &file);
        match data {
            Some(data) => tracing::debug!(path = %path.display(), bytes = data.len(), "compiled pipelines are loaded"),
            None if file.is_empty() => tracing::debug!(path = %path.display(), "no compiled pipelines yet"),
            None => tracing::debug!(path = %path.display(), "compiled pipelines that are damaged or of another version are ignored"),
        }
        let descriptor = wgpu::PipelineCacheDescriptor { label: Some("passes"), data, fallback: true };
        // SAFETY: the data have to be what `get_data` gave for such an adapter. That is what `save` writes, and the key and
        // the checksum refuse what was cut, damaged or meant for another; wgpu and the driver look at their own headers,
        // too. What somebody forged they do not refuse: it has to be trusted that who can write into the folder does not.
        let made = context.make(|| Ok(unsafe { context.device.create_pipeline_cache(&descriptor) }));
        let cache = made.inspect_err(|error| tracing::debug!(%error, "compiled pipelines are not kept")).ok()?;
        // What was loaded is not what the driver gives back: SwiftShader puts a header of 32 bytes before it each time.
        let known = data.and_then(|_| cache.get_data()).map(|data| checksum(&data));
        Some(Self { cache, key, path, known: Mutex::new(known) })
    }

    fn save(&self) {
        let Some(data) = self.cache.get_data() else { return };
        let now = checksum(&data);
        // A file that cannot be written is not tried again before there is more to keep.
        if self.known.lock().unwrap_or_else(PoisonError::into_inner).replace(now) == Some(now) {
            return;
        }
        match write(&self.path, &file_of(&self.key, &data)) {
            Ok(()) => tracing::debug!(path = %self.path.display(), bytes = data.len(), "compiled pipelines are written"),
            Err(reason) => tracing::debug!(%reason, "compiled pipelines are not written"),
        }
    }
}

/// Nothing where there is no file, or none that can be read. What is no plain file might never end.
fn read(path: &Path) -> Vec<u8> {
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    if is_file { fs::read(path).unwrap_or_default() } else { Vec::new() }
}

fn write(path: &Path, file: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    make_private(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    files::write_or_drop(path, |out| out.write_all(file)).map_err(|error| error.to_string())
}

/// Makes a folder that only its user can look into, if it is not there.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// The first line of a file. Another version has other shaders: with its name here, a file does not grow with every version.
fn header(key: &str) -> String {
    format!("jostle {} {key}\n", env!("CARGO_PKG_VERSION"))
}

/// The header, the checksum of the data, the data.
fn file_of(key: &str, data: &[u8]) -> Vec<u8> {
    [header(key).as_bytes(), &checksum(data).to_le_bytes(), data].concat()
}

/// The data of a whole file of this adapter and version.
fn data_of<'a>(key: &str, file: &'a [u8]) -> Option<&'a [u8]> {
    let (sum, data) = file.strip_prefix(header(key).as_bytes())?.split_first_chunk()?;
    (u64::from_le_bytes(*sum) == checksum(data)).then_some(data)
}

/// FNV-1a: every change of a single byte changes it.
fn checksum(data: &[u8]) -> u64 {
    data.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &[u8] = b"what a driver\nwants to keep\0\xff";

    #[test]
    fn a_file_gives_the_data_that_it_was_made_of() {
        for data in [DATA, b""] {
            assert_eq!(data_of("card", &file_of("card", data)), Some(data));
        }
        assert_eq!([checksum(b""), checksum(b"a")], [0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c], "those of FNV-1a with 64 bits");
    }

    #[test]
    fn a_file_that_was_cut_anywhere_gives_nothing() {
        let file = file_of("card", DATA);
        for end in 0..file.len() {
            assert_eq!(data_of("card", &file[..end]), None, "the first {end} bytes");
        }
        assert_eq!(data_of("card", &[&file[..], b"\0"].concat()), None, "a byte more");
    }

    #[test]
    fn a_file_with_one_wrong_bit_gives_nothing() {
        let file = file_of("card", DATA);
        for bit in 0..8 * file.len() {
            let mut wrong = file.clone();
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(data_of("card", &wrong), None, "bit {bit}");
        }
    }

    #[test]
    fn a_file_of_another_adapter_or_version_gives_nothing() {
        let file = file_of("card_1", DATA);
        for other in ["card_2", "card_", "card_12", ""] {
            assert_eq!(data_of(other, &file), None, "{other}");
        }
        let older = String::from_utf8_lossy(&file).replacen(env!("CARGO_PKG_VERSION"), "0.0.1", 1);
        assert_ne!(older.as_bytes(), file);
        assert_eq!(data_of("card_1", older.as_bytes()), None);
    }

    #[test]
    fn what_is_no_file_reads_as_nothing_and_where_nothing_can_be_written_that_is_said() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()), b"", "a folder");
        assert_eq!(read(&folder.path().join("none")), b"");
        let path = folder.path().join("new/and/newer/card");
        write(&path, DATA).unwrap();
        assert_eq!(read(&path), DATA);
        assert!(write(&path.join("below a file"), DATA).unwrap_err().contains("card"));
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path.parent().unwrap()).unwrap().permissions());
            assert_eq!(mode & 0o077, 0, "others can look into {mode:o}");
        }
    }
}
