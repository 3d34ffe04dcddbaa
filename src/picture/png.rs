//! Writing a picture as PNG.

use std::path::Path;

use image::{ImageFormat, RgbaImage};

use crate::files;
pub use crate::files::WriteError;

/// Writes a picture as PNG. An older file of that name is replaced.
///
/// # Errors
/// A folder that is missing or cannot be written to, or a full disk.
pub fn save(image: &RgbaImage, path: &Path) -> Result<(), WriteError> {
    let mut png = std::io::Cursor::new(Vec::new());
    image.write_to(&mut png, ImageFormat::Png).map_err(|error| WriteError { path: path.into(), reason: error.to_string() })?;
    files::write(path, |file| file.write_all(png.get_ref()))
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
        assert!(error.contains("missing") && error.contains("a folder that exists"), "{error}");
    }
}
