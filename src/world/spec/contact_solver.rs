//! The two ways to solve contacts, by their names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How contacts are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ContactSolver {
    /// Warm-started impulses, solved one after the other in coloured blocks of cells: piles come to rest.
    #[default]
    Resting,
    /// One relaxed Jacobi pass on positions: the fastest, and heaps simmer. For comparing speed with other engines,
    /// and where rest does not matter.
    Plain,
}

impl ContactSolver {
    /// Every solver.
    pub const ALL: [Self; 2] = [Self::Resting, Self::Plain];

    /// As scene files, options and reports call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Resting => "resting",
            Self::Plain => "plain",
        }
    }
}

impl fmt::Display for ContactSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no [`ContactSolver`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no solver is called \"{0}\": allowed are resting, plain")]
pub struct ParseSolverError(String);

impl FromStr for ContactSolver {
    type Err = ParseSolverError;

    /// From its [name](Self::name), in these letters.
    ///
    /// # Errors
    /// Any other word.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|solver| solver.name() == text).ok_or_else(|| ParseSolverError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solvers_are_read_from_their_names_alone() {
        for solver in ContactSolver::ALL {
            assert_eq!(solver.to_string().parse(), Ok(solver));
        }
        let refused = "Jacobi".parse::<ContactSolver>().unwrap_err().to_string();
        assert_eq!(refused, "no solver is called \"Jacobi\": allowed are resting, plain");
    }
}
