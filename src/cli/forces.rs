//! `--forces`, of what draws; and what has none.

use clap::Args;

use super::error::CliError;
use super::numbers;
use crate::picture::forces::can_be_seen;
use crate::picture::{Colour, ForceLines};
use crate::scene::{Overrides, Scene};

/// Whether forces are drawn, and how.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct ForcesOption {
    /// Draw what discs press each other with as lines from centre to centre, which are as wide as a radius from a force F on, in
    /// mass × length / s²; if not given the weight of all discs on one row of them, or two of the heaviest
    #[arg(long, value_name = "F", num_args = 0..=1, require_equals = true, default_missing_value = "auto", value_parser = force_lines)]
    #[arg(conflicts_with = "reveal")]
    forces: Option<ForceLines>,
}

impl ForcesOption {
    /// What is drawn of them, in a scene that is built with these.
    ///
    /// # Errors
    /// Nothing is there to draw.
    pub fn lines(&self, scene: &Scene, overrides: &Overrides) -> Result<Option<ForceLines>, CliError> {
        check_forces("--forces", self.forces.is_some(), scene, overrides)?;
        Ok(self.forces)
    }
}

/// Fails if an option is given for which contacts would have to keep what they carry, and they do not.
pub fn check_forces(option: &str, given: bool, scene: &Scene, overrides: &Overrides) -> Result<(), CliError> {
    match can_be_seen(scene.solver(overrides), &Colour::default()) {
        Err(why_not) if given => {
            let way_out = if scene.is_resumed() { "start its scene anew" } else { "simulate" };
            Err(CliError::Usage(format!("{option}: {why_not} ({way_out} with --solver resting)")))
        }
        _ => Ok(()),
    }
}

fn force_lines(text: &str) -> Result<ForceLines, String> {
    let full = if text == "auto" { None } else { Some(numbers::force(text)?) };
    Ok(ForceLines { full })
}
