//! Where a file is, by all of its names, and what kind of a file it is.

use std::fs;
use std::path::{Path, PathBuf};

/// Where a file is: one place for all names of it, through symbolic links and before it is there; in small letters where systems take a
/// name in any.
pub fn of(path: &Path) -> PathBuf {
    let end = followed(path);
    let place = match (fs::canonicalize(folder_of(&end)), end.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => std::path::absolute(&end).unwrap_or(end),
    };
    if cfg!(any(windows, target_os = "macos")) { place.to_string_lossy().to_lowercase().into() } else { place }
}

/// The end of a symbolic link, so that the link stays. There may be nothing yet at its end; a link that leads back to
/// itself is left to the system to refuse.
pub(super) fn followed(path: &Path) -> PathBuf {
    if let Ok(whole) = fs::canonicalize(path) {
        return whole;
    }
    let mut end = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&end) else { break };
        end = end.parent().unwrap_or(Path::new("")).join(next);
    }
    end
}

/// Links behind links that are followed, as many as Linux follows.
const MAX_LINKS: usize = 40;

pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a file is replaced when it is written, so that it may be written again; a pipe and a device take each text after the one before.
pub fn is_written_anew(path: &Path) -> bool {
    !is_special(path) && !is_stderr(path)
}

/// Standard error by one of its names: opened by it, a file behind it would be replaced.
pub(super) fn is_stderr(path: &Path) -> bool {
    ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"].iter().any(|name| path == Path::new(name))
}

/// A pipe or a device such as `/dev/null`, which a renamed file would replace.
pub(super) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

#[cfg(unix)]
pub(super) fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

#[cfg(not(unix))]
pub(super) fn is_pipe(_: &Path) -> bool {
    false
}
