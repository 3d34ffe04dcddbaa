//! `--view`, of what draws: which part of the world.

use clap::Args;

use super::error::CliError;
use crate::picture::Region;
use crate::world::World;

/// What a picture shows of the world.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct ViewOption {
    /// Draw this part of the world and not all of it: its lower left and its upper right corner in units of the scene,
    /// e.g. 0,0,40,22.5
    // It may begin with a minus.
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = region, allow_hyphen_values = true)]
    view: Option<Region>,
}

impl ViewOption {
    /// Whether it is given.
    pub fn is_given(&self) -> bool {
        self.view.is_some()
    }

    /// The part that is drawn of a world, if not all of it.
    ///
    /// # Errors
    /// There is nothing to see in it.
    pub fn of(&self, world: &World) -> Result<Option<Region>, CliError> {
        let Some(region) = self.view else { return Ok(None) };
        region.check(world).map_err(|error| CliError::Usage(format!("--view {error}")))?;
        Ok(Some(region))
    }
}

/// Farthest coordinate, in units: the largest world ten times. Farther off a world could not be seen.
const FARTHEST: f64 = 1e10;

/// Two corners, written `0,0,40,22.5`.
fn region(text: &str) -> Result<Region, String> {
    let coordinate = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.abs() <= FARTHEST);
    let coordinates: Option<Vec<f64>> = text.split(',').map(coordinate).collect();
    let Some([x0, y0, x1, y1]) = coordinates.and_then(|all| <[f64; 4]>::try_from(all).ok()) else {
        return Err(format!(
            "\"{text}\" is not a region: write its lower left and its upper right corner, X0,Y0,X1,Y1, e.g. 0,0,40,22.5, each \
             coordinate from -{FARTHEST:e} to {FARTHEST:e}"
        ));
    };
    for (axis, low, high) in [('X', x0, x1), ('Y', y0, y1)] {
        if low >= high {
            return Err(format!(
                "it has nothing inside: {axis}0 is {low} and {axis}1 is {high}; the lower left corner comes first, {axis}0 below {axis}1"
            ));
        }
    }
    Ok(Region { low: [x0, y0], high: [x1, y1] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_corners_are_read_and_what_has_no_inside_is_refused() {
        let read = Region { low: [-2.5, 0.0], high: [40.0, 1e3] };
        for text in ["-2.5,0,40,1e3", " -2.5, 0, 40, 1000"] {
            assert_eq!(region(text), Ok(read), "{text}");
        }
        for text in
            ["", "all", "1,2", "0,0,40", "0,0,40,20,1", "0,0,,20", "0,0,nan,20", "0,-inf,9,9", "0,0,1e999,20", "-2e10,0,1,1", "0x0x4x4"]
        {
            assert!(region(text).is_err_and(|error| error.contains("is not a region") && error.contains("-1e10 to 1e10")), "{text}");
        }
        for (text, axis) in [("5,0,5,9", "X0 is 5 and X1 is 5"), ("5,0,-5,9", "X0 is 5 and X1 is -5"), ("0,9,5,0", "Y0 is 9 and Y1 is 0")] {
            assert!(region(text).is_err_and(|error| error.contains(axis)), "{text}");
        }
    }
}
