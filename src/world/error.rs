//! Why a world cannot be built: the setting or particle or link, its value, the range, the way out.

use super::clock::readable_limit;

/// Why a world cannot be built.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// A setting outside its range.
    #[error("{name} is {}: allowed is {allowed}", Shown(*value))]
    Setting {
        /// Which setting, by its name in [`WorldSpec`](super::spec::WorldSpec).
        name: &'static str,
        /// What it was.
        value: f64,
        /// The range.
        allowed: &'static str,
    },
    /// Gravity that one substep cannot hold.
    #[error(
        "gravity is {}: allowed is up to {} units/s² with this substep, in which a particle at rest must not \
         move further than fixed point holds ({way_out})",
        Shown(*value),
        readable_limit(*limit)
    )]
    Gravity {
        /// The greater of its parts.
        value: f64,
        /// The greatest size of a part.
        limit: f64,
        /// What to change.
        way_out: String,
    },
    /// A side of the world is shorter than the largest diameter.
    #[error(
        "a side of the world is {length} long: allowed is {diameter} and more, the largest diameter, so that opposite walls do not overlap"
    )]
    Narrow {
        /// The length of the side.
        length: f64,
        /// The largest diameter.
        diameter: f64,
    },
    /// No particles at all.
    #[error("the world holds no particles: place at least one (or, in Rust, give `largest_radius`, for those that join later)")]
    Empty,
    /// More particles than an index holds.
    #[error("{count} particles: at most {limit} fit (fewer of them)")]
    TooManyParticles {
        /// How many were given.
        count: u64,
        /// The limit.
        limit: u64,
    },
    /// More links than an index holds.
    #[error("{count} links: at most {limit} fit (fewer of them)")]
    TooManyLinks {
        /// How many were given.
        count: u64,
        /// The limit.
        limit: u64,
    },
    /// More links at one particle than the resting solver sweeps over.
    #[error("particle {id} has {count} links: at most {limit} fit (hang some of them on other particles, or use the plain solver)")]
    Hub {
        /// Its id.
        id: u32,
        /// How many it has.
        count: u32,
        /// The limit.
        limit: u32,
    },
    /// A particle with a bad number or outside the world.
    #[error("particle {id}: {name} is {}: allowed is {allowed}", Shown(*value))]
    Particle {
        /// Its id.
        id: u32,
        /// What of it.
        name: &'static str,
        /// The value.
        value: f64,
        /// The range.
        allowed: String,
    },
    /// A material with a bad number.
    #[error("material {number}: {name} is {}: allowed is {allowed}", Shown(*value))]
    Material {
        /// Its number, from 1.
        number: u32,
        /// What of it.
        name: &'static str,
        /// The value.
        value: f64,
        /// The range.
        allowed: &'static str,
    },
    /// Masses too far apart for one world.
    #[error(
        "masses from {lightest:e} to {heaviest:e}: the heaviest disc may weigh up to {limit:e} times as much as the lightest \
         (give materials a mass or densities that are nearer to each other)"
    )]
    Masses {
        /// Mass of the lightest disc that moves.
        lightest: f64,
        /// Mass of the heaviest.
        heaviest: f64,
        /// Greatest ratio.
        limit: f64,
    },
    /// A link with a bad number or a missing end.
    #[error("link {index}: {name} is {}: allowed is {allowed}", Shown(*value))]
    Link {
        /// Its place in the list.
        index: usize,
        /// What of it.
        name: &'static str,
        /// The value.
        value: f64,
        /// The range.
        allowed: String,
    },
    /// A tool with a bad number.
    #[error("the tool's {name} is {}: allowed is {allowed}", Shown(*value))]
    Tool {
        /// What of it.
        name: &'static str,
        /// The value.
        value: f64,
        /// The range.
        allowed: String,
    },
    /// An obstacle with a bad number.
    #[error("obstacle {obstacle}: {name} is {}: allowed is {allowed}", Shown(*value))]
    Obstacle {
        /// Its place in the list.
        obstacle: usize,
        /// What of it.
        name: &'static str,
        /// The value: of an angle in degrees, of a turn rate in degrees a second, of all else in the units of the spec.
        value: f64,
        /// The range.
        allowed: String,
    },
    /// An obstacle that there is not.
    #[error("there is no obstacle {obstacle}: their numbers are below {count}")]
    NoObstacle {
        /// Its place in the list.
        obstacle: usize,
        /// How many there are.
        count: usize,
    },
    /// An obstacle that was to be steered, and that nobody holds.
    #[error("obstacle {obstacle} is in no hand: make it with `ObstacleSpec::in_hand`, which lets it be steered")]
    NotInHand {
        /// Its place in the list.
        obstacle: usize,
    },
    /// Obstacles that were made for a world with other steps, substeps or materials.
    #[error(
        "the obstacles were made for a world with another size, margin, largest radius, number of substeps a second or other materials: \
         make them by `World::obstacles_of` of this one"
    )]
    OthersObstacles,
    /// Obstacles that are too many and too large for the lists of who is near them.
    #[error(
        "obstacles have {cells} pairs of an edge and a place of two largest diameters near it, and places inside: allowed are up to \
         {limit} (fewer, smaller or simpler obstacles, or ones that turn less in a substep)"
    )]
    CoverTooLarge {
        /// Pairs of a facet and a coarse cell.
        cells: u64,
        /// Most of them.
        limit: u64,
    },
    /// An obstacle whose outline crosses or touches itself.
    #[error(
        "obstacle {obstacle}: edge {} of its outline meets edge {} (edge k goes from corner k to the next, from 0 on; give corners in \
         their order, each once)",
        edges[0],
        edges[1]
    )]
    CrossedOutline {
        /// Its place in the list.
        obstacle: usize,
        /// The two edges.
        edges: [usize; 2],
    },
    /// An obstacle that is too thin to be told from nothing.
    #[error(
        "obstacle {obstacle}: its outline is somewhere thinner than {}, from which on places are told apart in this world (make it thicker, or \
         take a wall: that may be as thin as you like)",
        short(*thinnest)
    )]
    ThinOutline {
        /// Its place in the list.
        obstacle: usize,
        /// A step, in scene units.
        thinnest: f64,
    },
    /// A disc that starts inside an obstacle.
    #[error("particle {id} starts inside obstacle {obstacle}: place it outside")]
    Buried {
        /// Its id.
        id: u32,
        /// The obstacle's place in the list.
        obstacle: usize,
    },
    /// Fixed point cannot resolve the smallest particle in so large a world.
    #[error(
        "a world of {width} × {height} with diameters from {smallest} to {largest} leaves {steps:.0} steps for the smallest diameter: \
         {least} are needed (make the world smaller or the radii more alike)"
    )]
    TooFine {
        /// World width, scene units.
        width: f64,
        /// World height, scene units.
        height: f64,
        /// Smallest diameter.
        smallest: f64,
        /// Largest diameter.
        largest: f64,
        /// Steps in the smallest diameter.
        steps: f64,
        /// Steps needed.
        least: u32,
    },
    /// The grid has more cells than an index holds.
    #[error("the world has {count} cells of edge {edge} (the largest diameter): at most {limit} fit (make the world smaller)")]
    TooManyCells {
        /// Cells of the grid.
        count: u64,
        /// The limit.
        limit: u64,
        /// Edge of a cell, scene units.
        edge: f64,
    },
}

/// A number as somebody gave it; one of many digits by its power of ten.
struct Shown(f64);

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(value) = self;
        let is_plain = *value == 0.0 || !value.is_finite() || (1e-6..1e15).contains(&value.abs());
        if is_plain { write!(f, "{value}") } else { write!(f, "{value:e}") }
    }
}

/// A limit in a message: whole where it is large, else with its first three digits, cut so that what is said is allowed.
pub(crate) fn short(limit: f64) -> String {
    let decimals = if limit > 0.0 { (2.0 - limit.log10().floor()).clamp(0.0, 12.0) } else { 0.0 };
    let unit = libm::pow(10.0, decimals);
    format!("{:.*}", decimals as usize, (limit * unit * (1.0 + 1e-12)).floor() / unit)
}

/// A number without what other units on its way have left behind its twelfth digit.
pub(crate) fn to_twelve_digits(number: f64) -> f64 {
    format!("{number:.11e}").parse().expect("a number as it is written")
}

#[cfg(test)]
mod tests {
    use super::{Shown, short};

    #[test]
    fn numbers_of_hundreds_of_digits_are_said_in_few() {
        let said = [(-1e300, "-1e300"), (1e10, "10000000000"), (0.25, "0.25"), (2.5e-31, "2.5e-31"), (0.0, "0"), (f64::NAN, "NaN")];
        said.into_iter().for_each(|(value, expected)| assert_eq!(Shown(value).to_string(), expected));
    }

    #[test]
    fn limits_are_said_as_they_are_or_a_little_lower() {
        let said =
            [(64.0, "64.0"), (2.689, "2.68"), (0.3, "0.300"), (1234.9, "1234"), (100.0, "100"), (0.000_456_9, "0.000456"), (0.0, "0")];
        for (limit, expected) in said {
            assert_eq!(short(limit), expected);
        }
    }
}
