//! Where a command's JSON goes.

use std::path::PathBuf;
use std::str::FromStr;

use crate::files;

/// Where JSON goes.
#[derive(Clone, Debug, PartialEq, Eq)]
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
            "-" => Ok(Self::Stdout),
            path => Ok(Self::File(path.into())),
        }
    }
}

impl JsonTarget {
    /// Whether two targets are one place, however it is spelled.
    pub fn is_one_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Stdout, Self::Stdout) => true,
            (Self::File(a), Self::File(b)) => files::are_one(a, b),
            _ => false,
        }
    }
}
