//! Where a command's JSON goes.

use std::path::PathBuf;
use std::str::FromStr;

use super::error::CliError;
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

    /// Fails before a long run if the file could not be written after it.
    pub fn check(target: Option<&Self>) -> Result<(), CliError> {
        match target {
            Some(Self::File(path)) => Ok(files::check(path)?),
            _ => Ok(()),
        }
    }
}

/// The first two of these options of which one would replace what the other has written.
pub fn clash<'a>(targets: &'a [(&'a str, JsonTarget)]) -> Option<[&'a (&'a str, JsonTarget); 2]> {
    targets.iter().enumerate().find_map(|(k, later)| {
        let is_earlier = |earlier: &&(&str, JsonTarget)| earlier.0 != later.0 && earlier.1.is_one_with(&later.1);
        targets[..k].iter().find(is_earlier).map(|earlier| [earlier, later])
    })
}
