//! `--colour`, of what draws.

use clap::Args;

use crate::picture::Colour;

/// What the colours of discs tell.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct ColourOption {
    /// What the colour of a disc shows: speed, id, contacts or radius
    #[arg(long, alias = "color", value_name = "WHAT", default_value_t, conflicts_with = "reveal")]
    pub colour: Colour,
}
