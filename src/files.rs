//! Files that are either whole or not there: written aside in the same folder, then renamed.

pub mod place;

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use place::{folder_of, followed, is_pipe, is_special, is_stderr};
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
    is_writable(&path)?;
    if tried.insert(folder_of(&path).to_path_buf()) {
        // A process that is about to end waits until it is gone.
        let _being_written = being_written();
        aside(&path).map(drop)?;
    }
    Ok(())
}

/// Writes a file with `fill`; an older one of this name is replaced only when all is written. What cannot take its place then stays beside
/// it, by a name that the error tells.
pub fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    write_to(path, fill, put_in_place).map_err(|error| cannot_write(path, &error))
}

/// The same of what is no loss: nothing stays beside it.
pub fn write_or_drop(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    let put = |file: NamedTempFile, path: &Path| Ok(file.persist(path).map(drop)?);
    write_to(path, fill, put).map_err(|error| cannot_write(path, &error))
}

fn write_to(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    put: impl FnOnce(NamedTempFile, &Path) -> io::Result<()>,
) -> io::Result<()> {
    if is_stderr(path) {
        return fill(&mut io::stderr().lock());
    }
    if is_special(path) {
        let mut file = BufWriter::new(OpenOptions::new().write(true).open(path)?);
        fill(&mut file)?;
        return file.flush();
    }
    let path = replaced(path)?;
    // Whoever has it open may have closed it when all is written.
    is_writable(&path).or_else(|error| if is_in_use(&error) { Ok(()) } else { Err(error) })?;
    let mut file = {
        let mut being_written = being_written();
        let file = aside(&path)?;
        *being_written = Some(file.path().to_path_buf());
        file
    };
    let written = fill_and_sync(&mut file, fill).and_then(|()| put(file, &path));
    *being_written() = None;
    written
}

/// For so long a file is tried that is in use: under Windows a scanner has it for a moment.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Renames a file that was written aside. Where that fails it stays as it is, so that a long run was not for nothing.
fn put_in_place(mut file: NamedTempFile, path: &Path) -> io::Result<()> {
    let start = Instant::now();
    loop {
        let PersistError { error, file: aside } = match file.persist(path) {
            Ok(_) => return Ok(()),
            Err(failed) => failed,
        };
        if is_in_use(&error) && start.elapsed() < MAX_WAIT {
            file = aside;
            std::thread::sleep(MAX_WAIT / 20);
            continue;
        }
        if !aside.path().exists() {
            return Err(error);
        }
        let (_, kept) = aside.keep()?;
        return Err(io::Error::new(ErrorKind::ResourceBusy, format!("{error}; all of it is in {}", kept.display())));
    }
}

/// Whether somebody has a file open, as far as an error tells: under Windows it can then not be replaced (ERROR_SHARING_VIOLATION), or not
/// be by another (ERROR_ACCESS_DENIED, which also stands for what is protected).
fn is_in_use(error: &io::Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32))
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
    // A link that was not followed to an end has none.
    if path.is_symlink() {
        return Err(io::Error::new(ErrorKind::NotFound, "a link that leads back to itself"));
    }
    Ok(())
}

/// Whether a file that is there may be written. What is protected stays, though another file could be put in its place.
fn is_writable(path: &Path) -> io::Result<()> {
    if path.exists() { OpenOptions::new().write(true).open(path).map(drop) } else { Ok(()) }
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
        ErrorKind::ResourceBusy => "give that one its name once nothing is in its way",
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
        assert!(reason.contains(&format!("{} (give that one its name", kept[0].display())), "{reason}");
        assert!(being_written().is_none(), "a process that is interrupted would take it along");
        assert!(write_or_drop(&path, |file| file.write_all(b"a report that is written again")).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
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
            assert!(place::of(&link) == place::of(&file));
            write(&link, |out| out.write_all(text)).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read(&file).unwrap(), text);
        }
        assert!(place::of(&link) != place::of(&folder.path().join("other")));
        // A folder by two names, and a file that is not there yet.
        fs::create_dir(folder.path().join("sub")).unwrap();
        std::os::unix::fs::symlink("sub", folder.path().join("linked")).unwrap();
        let inside = folder.path().join("sub/new");
        assert!(
            place::of(&inside) == place::of(&folder.path().join("linked/new"))
                && place::of(&inside) == place::of(&folder.path().join("sub/../sub/new"))
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
