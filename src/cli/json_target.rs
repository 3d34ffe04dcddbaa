//! Where a command's JSON goes.

use std::path::PathBuf;
use std::str::FromStr;

use crate::files;

/// Where JSON goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JsonTarget {
    /// `-`: standard output.
    Stdout,
    /// A file.
    File(PathBuf),
}

impl FromStr for JsonTarget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "" => Err("a file is needed, or - for standard output".into()),
            // Opened by its name, a file behind standard output would be written from its beginning, or replaced.
            "-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => Ok(Self::Stdout),
            path => Ok(Self::File(path.into())),
        }
    }
}

impl JsonTarget {
    /// The same place, however it was spelled.
    pub fn placed(&self) -> Self {
        match self {
            Self::Stdout => Self::Stdout,
            Self::File(path) => Self::File(files::place::of(path)),
        }
    }
}
