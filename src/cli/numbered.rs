//! Files with the number of a frame in their names.

use std::path::{Path, PathBuf};

/// Most files of a run: half an hour of pictures at 60 a second.
pub const MAX_FILES: usize = 100_000;

/// The path with the last run of `#` in its file name replaced by the number, with as many digits and at least so many, so that names
/// sort by number; `None` where there is none.
pub fn numbered(path: &Path, number: u32, least: usize) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let end = name.rfind('#')? + 1;
    let start = name[..end].trim_end_matches('#').len();
    let digits = (end - start).max(least);
    Some(path.with_file_name(format!("{}{number:0digits$}{}", &name[..start], &name[end..])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_run_of_hashes_in_the_name_is_the_number() {
        let name = |path: &str, number, least| numbered(Path::new(path), number, least).map(|path| path.to_string_lossy().into_owned());
        assert_eq!(name("a#/b##-###.vtk", 7, 1).as_deref(), Some("a#/b##-007.vtk"));
        assert_eq!(name("#.csv", 12, 4).as_deref(), Some("0012.csv"));
        assert_eq!(name("a#/b.csv", 12, 4), None);
    }
}
