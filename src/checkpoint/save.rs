//! Files of checkpoints that are either whole or not there.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file with `fill`: aside, under its name with a number of this process and a dot before it, then in the place of an older one.
///
/// # Errors
/// What the system or `fill` says; then nothing is left aside, and an older file is as it was.
pub(super) fn save(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it is no name of a file"))?;
    let aside = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let written = write_and_sync(&aside, fill).and_then(|()| fs::rename(&aside, path));
    if written.is_err() {
        let _ = fs::remove_file(&aside);
    }
    written
}

fn write_and_sync(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufWriter::new(OpenOptions::new().write(true).create_new(true).open(path)?);
    fill(&mut file)?;
    file.into_inner()?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_half_way_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jostle");
        save(&path, |file| file.write_all(b"old")).unwrap();
        let failed = save(&path, |file| {
            file.write_all(b"new, but only ha")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!((fs::read(&path).unwrap(), fs::read_dir(folder.path()).unwrap().count()), (b"old".to_vec(), 1));
        save(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(save(&folder.path().join("missing/a.jostle"), |_| Ok(())).is_err());
    }
}
