//! Files that are either whole or not there: written aside in the same folder, then renamed.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tempfile::{NamedTempFile, PersistError};

/// The file aside that is being written, if any.
static ASIDE: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {reason}", path.display())]
pub struct WriteError {
    /// The file, or `standard output`.
    pub path: PathBuf,
    /// The system's words, and the way out.
    pub reason: String,
}

/// Fails before a long run if one of these files could not be written after it. Leaves nothing behind.
pub fn check<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), WriteError> {
    // Folders in which a file was made.
    let mut tried = HashSet::new();
    paths.into_iter().try_for_each(|path| check_one(path, &mut tried).map_err(|error| cannot_write(path, &error)))
}

fn check_one(path: &Path, tried: &mut HashSet<PathBuf>) -> io::Result<()> {
    // To open a pipe and close it again is the end for its reader.
    if is_pipe(path) || is_stderr(path) {
        return Ok(());
    }
    if is_special(path) {
        return OpenOptions::new().write(true).open(path).map(drop);
    }
    can_be_named(path)?;
    let path = replaced(path)?;
    if tried.insert(folder_of(&path).to_path_buf()) {
        // A process that is about to end waits until it is gone.
        let _being_written = being_written();
        aside(&path).map(drop)?;
    }
    Ok(())
}

/// Writes a file with `fill`; an older one of this name is replaced only when all is written.
pub fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    write_to(path, fill).map_err(|error| cannot_write(path, &error))
}

fn write_to(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if is_stderr(path) {
        return fill(&mut io::stderr().lock());
    }
    if is_special(path) {
        let mut file = BufWriter::new(OpenOptions::new().write(true).open(path)?);
        fill(&mut file)?;
        return file.flush();
    }
    let path = replaced(path)?;
    let mut file = {
        let mut being_written = being_written();
        let file = aside(&path)?;
        *being_written = Some(file.path().to_path_buf());
        file
    };
    let written = fill_and_sync(&mut file, fill).and_then(|()| put_in_place(file, &path));
    *being_written() = None;
    written
}

/// For so long a file is tried that cannot be replaced, since on Windows nobody may have the old one open: a scanner has it for a moment.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Renames a file that was written aside. Where that fails it stays as it is, so that a long run was not for nothing.
fn put_in_place(mut file: NamedTempFile, path: &Path) -> io::Result<()> {
    let start = Instant::now();
    loop {
        let PersistError { error, file: aside } = match file.persist(path) {
            Ok(_) => return Ok(()),
            Err(failed) => failed,
        };
        if !(cfg!(windows) && error.kind() == ErrorKind::PermissionDenied && start.elapsed() < MAX_WAIT) {
            let (_, kept) = aside.keep()?;
            return Err(io::Error::new(error.kind(), format!("{error}; all of it is in {}", kept.display())));
        }
        file = aside;
        std::thread::sleep(MAX_WAIT / 20);
    }
}

fn fill_and_sync(file: &mut NamedTempFile, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // Not through the temporary file itself, which would put its own name into errors.
    let mut buffer = BufWriter::new(file.as_file_mut());
    fill(&mut buffer)?;
    buffer.into_inner()?.sync_all()
}

/// Removes the file that is being written aside, for a process that is about to end. No other one is begun while the
/// guard lives.
pub fn remove_aside() -> MutexGuard<'static, Option<PathBuf>> {
    let mut file = being_written();
    if let Some(path) = file.take() {
        let _ = fs::remove_file(path);
    }
    file
}

fn being_written() -> MutexGuard<'static, Option<PathBuf>> {
    ASIDE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a file can have this name; its folder is asked when a file aside is made there.
fn can_be_named(path: &Path) -> io::Result<()> {
    if path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is the name of a folder"));
    }
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// What is replaced where this is written: the end of all links. The number of a file that others have open is none: to put another file in
/// the place of that would lose what they write.
fn replaced(path: &Path) -> io::Result<PathBuf> {
    if ["/dev/fd", "/proc/self/fd"].iter().any(|folder| path.parent() == Some(Path::new(folder))) {
        return Err(io::Error::new(ErrorKind::Unsupported, "the number of an open file"));
    }
    let path = followed(path);
    can_be_replaced(&path)?;
    Ok(path)
}

/// Whether another file may take the place of what is at the end of all links.
fn can_be_replaced(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    // What is protected stays, though another file could be put in its place.
    if path.exists() {
        OpenOptions::new().write(true).open(path)?;
    }
    // A link that was not followed to an end has none.
    if path.is_symlink() {
        return Err(io::Error::new(ErrorKind::NotFound, "a link that leads back to itself"));
    }
    Ok(())
}

/// A new file beside `path`, with the permissions of what it will replace, or those that any new file has.
fn aside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".jostle-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = folder_of(path);
    // tempfile puts the name of the file aside into its errors; of a folder that is not there the system says so in its own words.
    let why = |error: io::Error| fs::metadata(folder).err().unwrap_or_else(|| error.kind().into());
    let file = builder.tempfile_in(folder).map_err(why)?;
    #[cfg(unix)]
    if let Ok(old) = fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where a file is: one place for all names of it, through symbolic links and before it is there; in small letters where systems take a
/// name in any.
pub fn place(path: &Path) -> PathBuf {
    let end = followed(path);
    let place = match (fs::canonicalize(folder_of(&end)), end.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => std::path::absolute(&end).unwrap_or(end),
    };
    if cfg!(any(windows, target_os = "macos")) { place.to_string_lossy().to_lowercase().into() } else { place }
}

/// The end of a symbolic link, so that the link stays. There may be nothing yet at its end; a link that leads back to
/// itself is left to the system to refuse.
fn followed(path: &Path) -> PathBuf {
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

/// Whether a file is replaced when it is written, so that it may be written again; a pipe and a device take each text after the one before.
pub fn is_written_anew(path: &Path) -> bool {
    !is_special(path) && !is_stderr(path)
}

/// Standard error by one of its names: opened by it, a file behind it would be replaced.
fn is_stderr(path: &Path) -> bool {
    ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"].iter().any(|name| path == Path::new(name))
}

/// A pipe or a device such as `/dev/null`, which a renamed file would replace.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

fn cannot_write(path: &Path, error: &io::Error) -> WriteError {
    WriteError { path: path.to_path_buf(), reason: format!("{error} ({})", way_out(error.kind())) }
}

/// What a reader of the error can do.
fn way_out(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "free some space there, or name a file on another disk",
        ErrorKind::FileTooLarge => "more than the disk or the limit on files, ulimit -f, allows: raise the limit, or write less",
        ErrorKind::InvalidFilename => "a shorter name",
        ErrorKind::Unsupported => "name the file, or - for standard output",
        ErrorKind::BrokenPipe => "its reader has closed it",
        _ => "name a file in a folder that exists and can be written",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_fails_half_way_leaves_the_old_one_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        write(&path, |file| file.write_all(b"old")).unwrap();
        let failed = write(&path, |file| {
            file.write_all(b"new, but only ha")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_put_in_its_place_is_kept_beside_it_by_a_name_that_the_error_tells() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        let failed = write(&path, |file| {
            fs::create_dir(&path)?;
            file.write_all(b"hours of work")
        });
        let reason = failed.unwrap_err().reason;
        let others = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).filter(|other| *other != path);
        let kept: Vec<_> = others.collect();
        assert_eq!(kept.len(), 1, "{kept:?}");
        assert_eq!(fs::read(&kept[0]).unwrap(), b"hours of work");
        assert!(reason.contains(&kept[0].display().to_string()), "{reason}");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_replaced_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret.json");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        write(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!((fs::metadata(&path).unwrap().permissions().mode() & 0o777, fs::read(&path).unwrap()), (0o600, b"new".to_vec()));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_whether_its_end_is_there_or_not() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::os::unix::fs::symlink("file", &link).unwrap();
        for text in [b"new", b"yet"] {
            assert!(place(&link) == place(&file));
            write(&link, |out| out.write_all(text)).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read(&file).unwrap(), text);
        }
        assert!(place(&link) != place(&folder.path().join("other")));
        // A folder by two names, and a file that is not there yet.
        fs::create_dir(folder.path().join("sub")).unwrap();
        std::os::unix::fs::symlink("sub", folder.path().join("linked")).unwrap();
        let inside = folder.path().join("sub/new");
        assert!(
            place(&inside) == place(&folder.path().join("linked/new")) && place(&inside) == place(&folder.path().join("sub/../sub/new"))
        );
        let refused = |path: &Path| check([path]).is_err();
        assert!(refused(&folder.path().join("n".repeat(300))) && refused(&folder.path().join("new/")));
        let round = folder.path().join("round");
        std::os::unix::fs::symlink("round", &round).unwrap();
        assert!(refused(&round));
        assert!(write(&round, |out| out.write_all(b"lost")).is_err());
        assert!(fs::symlink_metadata(&round).unwrap().is_symlink());
    }
}
