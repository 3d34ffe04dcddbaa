//! What can be wrong with a scene: always the file, the place, the value, and what is allowed.

use crate::checkpoint::CheckpointError;
use crate::world::WorldError;
use std::fmt;

/// Where in a scene file something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as it was named, or the name of a built-in scene; with what was set in it ([`Scene::with_values`](super::Scene::with_values)).
    pub file: String,
    /// Line, and column in characters, from 1; none where values were set, since nobody has the text with these.
    pub at: Option<[usize; 2]>,
    /// The path of the key, such as `block[0].radius`; empty at the top of the file.
    pub key: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some([line, column]) = self.at {
            write!(f, ":{line}:{column}")?;
        }
        if self.key.is_empty() { Ok(()) } else { write!(f, ": {}", self.key) }
    }
}

/// Why there is no such scene, or no world can be made from it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// Neither a built-in scene nor a file.
    #[error(
        "there is no scene \"{name}\"{}: the built-in ones are {known}; a scene file is given by a path that ends in .toml, a \
         checkpoint by one that ends in .jostle",
        hint(suggestion)
    )]
    UnknownScene {
        /// What was asked for.
        name: String,
        /// The nearest built-in name, where one is near.
        suggestion: Option<&'static str>,
        /// All built-in names.
        known: String,
    },
    /// A checkpoint that nothing can go on from, or not in the way that was asked for.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A scene file that cannot be read.
    #[error("cannot read the scene {path}: {reason}")]
    Unreadable {
        /// The path.
        path: String,
        /// What the system says, or what is wrong with the bytes.
        reason: String,
    },
    /// Not TOML.
    #[error("{place}: not valid TOML: {message}")]
    Syntax {
        /// Where.
        place: Box<Place>,
        /// What the parser says.
        message: String,
    },
    /// A key that means nothing here.
    #[error("{place}: unknown key{}: allowed are {allowed}", hint(suggestion))]
    UnknownKey {
        /// Where.
        place: Box<Place>,
        /// The nearest allowed key, where one is near.
        suggestion: Option<String>,
        /// The keys that may stand here.
        allowed: String,
    },
    /// A key that must be there.
    #[error("{place}: the key `{missing}` is missing")]
    MissingKey {
        /// The table it is missing from.
        place: Box<Place>,
        /// Its name.
        missing: String,
    },
    /// A value of the wrong type or outside its range.
    #[error("{place} is {value}: allowed is {allowed}")]
    Value {
        /// Where.
        place: Box<Place>,
        /// The value as it stands in the file, shortened.
        value: String,
        /// What may stand there, or how to get out.
        allowed: String,
    },
    /// A `.npy`, `.csv` or `.bin` file that cannot be used.
    #[error("{place}: {path}{}: {problem}", row.map(|row| format!(", row {row}")).unwrap_or_default())]
    Table {
        /// The key that names the file.
        place: Box<Place>,
        /// The file.
        path: String,
        /// Row of data, from 1, where the trouble is in one.
        row: Option<u64>,
        /// What is wrong, and what is allowed.
        problem: String,
    },
    /// A scene that cannot have the number of particles asked for.
    #[error("{file}: {} particles: {problem}", number(*asked))]
    Count {
        /// The scene file, with the place of its `count` if that asks for so many.
        file: String,
        /// The number asked for, or the number that the file makes.
        asked: u64,
        /// Why not, and what is possible.
        problem: String,
    },
    /// An override outside its range.
    #[error("{name} is {value}: allowed is {allowed}")]
    Override {
        /// Which.
        name: &'static str,
        /// What it was.
        value: u64,
        /// What is allowed.
        allowed: String,
    },
    /// A value that was to be set ([`Scene::with_values`](super::Scene::with_values)), and cannot stand there.
    #[error("{key}={value}: {problem}")]
    Setting {
        /// The way to its key.
        key: String,
        /// The value.
        value: String,
        /// What is wrong, and what is possible.
        problem: String,
    },
    /// The file is sound, but fixed point cannot hold the world.
    #[error("{place}: {source}")]
    World {
        /// The key the trouble comes from.
        place: Box<Place>,
        /// The trouble.
        source: WorldError,
    },
}

impl SceneError {
    /// Where in a scene file the trouble is, if it is in one.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::Syntax { place, .. }
            | Self::UnknownKey { place, .. }
            | Self::MissingKey { place, .. }
            | Self::Value { place, .. }
            | Self::Table { place, .. }
            | Self::World { place, .. } => Some(place),
            Self::UnknownScene { .. }
            | Self::Checkpoint(_)
            | Self::Unreadable { .. }
            | Self::Count { .. }
            | Self::Override { .. }
            | Self::Setting { .. } => None,
        }
    }
}

/// Counting ends at the largest number.
fn number(count: u64) -> String {
    if count == u64::MAX { "far too many".to_owned() } else { count.to_string() }
}

pub(crate) fn hint<T: AsRef<str>>(suggestion: &Option<T>) -> String {
    suggestion.as_ref().map(|near| format!(" (did you mean \"{}\"?)", near.as_ref())).unwrap_or_default()
}

/// The candidate nearest to `word` (its first 64 letters), if a third of the letters changed, moved or missing at most
/// makes one of the other.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.chars().take(64).collect();
    let most = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, candidate), candidate))
        .filter(|&(distance, _)| distance <= most)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_suggested_and_a_far_one_is_not() {
        assert_eq!(nearest("soft_square", ["pile", "soft_squares", "rain"]), Some("soft_squares"));
        assert_eq!(nearest("plie", ["pile", "soft_squares", "rain"]), Some("pile"));
        assert_eq!(nearest("nope", ["ropes", "pile"]), None);
        assert_eq!(nearest("explosion", ["pile", "soft_squares", "rain"]), None);
    }
}
