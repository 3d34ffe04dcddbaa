//! Why a command ends without having done what was asked.

use std::path::PathBuf;

use super::console::note;

use crate::files::WriteError;
use crate::scene::SceneError;
use crate::simulation::SimulationError;
use crate::solver::SolverError;
#[cfg(feature = "viewer")]
use crate::viewer::ViewerError;

/// What a command reports, with its exit code.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Options that do not fit each other or the machine.
    #[error("{0}")]
    Usage(String),
    /// A scene that does not exist or is wrong.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A backend that does not start, or fails.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// A file that cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why, and the way out.
        reason: String,
    },
    /// A file that cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A window that could not go on.
    #[cfg(feature = "viewer")]
    #[error(transparent)]
    Viewer(ViewerError),
    /// One of several runs.
    #[error("{label} did not run: {error}")]
    NotRun {
        /// What it is called.
        label: String,
        /// Why.
        error: Box<CliError>,
    },
    /// A check that was asked for came out wrong.
    #[error("{0}")]
    Failed(String),
}

impl From<SolverError> for CliError {
    fn from(error: SolverError) -> Self {
        Self::Simulation(error.into())
    }
}

#[cfg(feature = "viewer")]
impl From<ViewerError> for CliError {
    fn from(error: ViewerError) -> Self {
        match error {
            ViewerError::Scene(error) => error.into(),
            ViewerError::Solver(error) => error.into(),
            ViewerError::Simulation(error) => error.into(),
            other => Self::Viewer(other),
        }
    }
}

impl CliError {
    /// 1 for a check or a run that failed, 2 for bad input.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::NotRun { error, .. } => error.exit_code(),
            Self::Failed(_) => 1,
            Self::Simulation(SimulationError::Solver(
                SolverError::Lost { .. } | SolverError::OutOfMemory { .. } | SolverError::LoopEnded { .. },
            )) => 1,
            #[cfg(feature = "viewer")]
            Self::Viewer(
                ViewerError::Window(_) | ViewerError::Surface(_) | ViewerError::ClosedEarly { .. } | ViewerError::Rescued { .. },
            ) => 1,
            _ => 2,
        }
    }
}

/// Of runs that were not done for one reason makes one error.
fn together(errors: Vec<CliError>) -> Vec<CliError> {
    let mut all: Vec<CliError> = Vec::new();
    for error in errors {
        let same = |other: &&mut CliError| match (&**other, &error) {
            (CliError::NotRun { error: one, .. }, CliError::NotRun { error: another, .. }) => one.to_string() == another.to_string(),
            _ => false,
        };
        match (all.iter_mut().find(same), &error) {
            (Some(CliError::NotRun { label, .. }), CliError::NotRun { label: another, .. }) => *label = format!("{label}; {another}"),
            _ => all.push(error),
        }
    }
    all
}

/// The first of them is what ends the command, those first that are about what was found and not about what was given; the others are told
/// before it, but for those that say the same.
pub fn all_of(errors: Vec<CliError>) -> Result<(), CliError> {
    let mut errors = together(errors);
    errors.sort_by_key(|error| error.exit_code() != 1);
    let mut told: Vec<String> = Vec::new();
    let mut first = None;
    for error in errors {
        let words = error.to_string();
        if told.contains(&words) {
            continue;
        }
        if first.is_none() {
            first = Some(error);
        } else {
            note(format_args!("error: {words}"));
        }
        told.push(words);
    }
    first.map_or(Ok(()), Err)
}
