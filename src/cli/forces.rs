//! `--forces`, of what draws; and what has none.

use clap::Args;

use super::error::CliError;
use super::numbers;
use crate::picture::ForceLines;
use crate::world::spec::ContactSolver;

/// Whether forces are drawn, and how.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct ForcesOption {
    /// Draw what discs press each other with as lines from centre to centre, which are as wide as a radius from a force F on, in
    /// mass × length / s²; the weight of all discs on one row of them if not given
    #[arg(long, value_name = "F", num_args = 0..=1, require_equals = true, default_missing_value = "auto", value_parser = force_lines)]
    #[arg(conflicts_with = "reveal")]
    forces: Option<ForceLines>,
}

impl ForcesOption {
    /// What is drawn of them, in a scene with a solver.
    ///
    /// # Errors
    /// Nothing is there to draw.
    pub fn lines(&self, solver: ContactSolver) -> Result<Option<ForceLines>, CliError> {
        check_forces("--forces", self.forces.is_some(), solver)?;
        Ok(self.forces)
    }
}

/// Fails if an option is given for which contacts would have to keep what they carry, and they do not.
pub fn check_forces(option: &str, given: bool, solver: ContactSolver) -> Result<(), CliError> {
    if given && solver == ContactSolver::Plain {
        let reason = format!("{option}: the plain solver keeps nothing of what contacts carry (simulate with --solver resting)");
        return Err(CliError::Usage(reason));
    }
    Ok(())
}

fn force_lines(text: &str) -> Result<ForceLines, String> {
    let full = if text == "auto" { None } else { Some(numbers::force(text)?) };
    Ok(ForceLines { full })
}
