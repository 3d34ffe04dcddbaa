//! Writing a PNG: beside its place first, then renamed, so that no half-written file is ever there.

use std::path::{Path, PathBuf};

use image::{ImageFormat, RgbaImage};

/// A picture that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: the picture is not written: {reason}", path.display())]
pub struct SaveError {
    /// Where it should have gone.
    pub path: PathBuf,
    /// The system's words.
    pub reason: String,
}

/// Writes a picture as PNG. An older file of that name is replaced.
///
/// # Errors
/// A folder that is missing or cannot be written to, or a full disk.
pub fn save(image: &RgbaImage, path: &Path) -> Result<(), SaveError> {
    let fail = |reason: &dyn std::fmt::Display| SaveError { path: path.into(), reason: reason.to_string() };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".jostle-").suffix(".png").tempfile_in(folder).map_err(|error| fail(&error))?;
    image.write_to(&mut std::io::BufWriter::new(file.as_file_mut()), ImageFormat::Png).map_err(|error| fail(&error))?;
    allow_reading(file.as_file()).map_err(|error| fail(&error))?;
    file.persist(path).map_err(|error| fail(&error.error))?;
    Ok(())
}

/// A temporary file is for its owner only; a picture is not a secret.
fn allow_reading(file: &std::fs::File) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_picture_reads_back_and_a_missing_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.png");
        let image = RgbaImage::from_pixel(3, 2, image::Rgba([1, 2, 3, 255]));
        save(&image, &path).unwrap();
        save(&image, &path).unwrap();
        assert_eq!(image::open(&path).unwrap().to_rgba8(), image);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        let error = save(&image, &folder.path().join("missing/picture.png")).unwrap_err().to_string();
        assert!(error.contains("missing"), "{error}");
    }
}
