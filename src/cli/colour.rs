//! `--colour`, of what draws.

use std::fmt;
use std::str::FromStr;

use clap::Args;

use super::numbers;
use crate::picture::{Colour, ForceLines, Show};

/// What the colours of discs tell.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct ColourOption {
    /// What the colour of a disc shows: speed, id, contacts or radius; speed=30 has the brightest colour at 30 units/s
    #[arg(long, alias = "color", value_name = "WHAT", default_value_t, conflicts_with = "reveal")]
    colour: ScaledColour,
}

impl ColourOption {
    /// What is shown, with these lines of forces.
    pub fn show(&self, forces: Option<ForceLines>) -> Show {
        Show { colour: self.colour.colour.clone(), forces, fastest: self.colour.fastest }
    }
}

/// A colour, and of speeds the one that is brightest where it is said.
#[derive(Clone, Debug, Default, PartialEq)]
struct ScaledColour {
    colour: Colour,
    /// Units/s.
    fastest: Option<f64>,
}

impl fmt::Display for ScaledColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.colour)?;
        self.fastest.map_or(Ok(()), |fastest| write!(f, "={fastest}"))
    }
}

impl FromStr for ScaledColour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, scale) = text.split_once('=').map_or((text, None), |(name, scale)| (name, Some(scale)));
        let colour: Colour = name.parse().map_err(|error: crate::picture::ParseColourError| error.to_string())?;
        match scale {
            None => Ok(Self { colour, fastest: None }),
            Some(scale) if colour == Colour::Speed => Ok(Self { colour, fastest: Some(numbers::speed(scale)?) }),
            Some(_) => Err(format!("{name} has one scale in all scenes: leave out the number (speed=30 has one)")),
        }
    }
}
