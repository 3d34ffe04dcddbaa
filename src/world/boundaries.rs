//! What walls and obstacles push discs with, in scene units: see [`Simulation::boundary_forces`](crate::Simulation::boundary_forces).

use std::fmt;

/// What bounds the way of discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Boundary {
    /// The wall at x = 0.
    Left,
    /// The wall opposite.
    Right,
    /// The wall at y = 0.
    Bottom,
    /// The wall opposite.
    Top,
    /// An obstacle, by its place among the [specs](super::obstacles::Obstacles::specs).
    Obstacle(usize),
}

impl fmt::Display for Boundary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left => f.write_str("left"),
            Self::Right => f.write_str("right"),
            Self::Bottom => f.write_str("bottom"),
            Self::Top => f.write_str("top"),
            Self::Obstacle(number) => write!(f, "obstacle {number}"),
        }
    }
}

impl serde::Serialize for Boundary {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A disc that a wall or an obstacle pushes, with the mean of a substep.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct BoundaryForce {
    /// The id of the disc.
    pub disc: u32,
    /// What pushes it.
    pub boundary: Boundary,
    /// Where it is touched, in scene units.
    pub point: [f64; 2],
    /// Unit vector out of what pushes, to the disc.
    pub normal: [f64; 2],
    /// How hard the disc is pushed along the normal, in units of mass × length / s².
    pub normal_force: f64,
    /// How hard it is driven along the normal turned left by a quarter: friction.
    pub tangent_force: f64,
    /// The moment with which it resists that the disc rolls, counter-clockwise, in units of mass × length² / s²: not that of the friction.
    /// 0 where nothing resists rolling, and where two walls hold a disc at once.
    pub moment: f64,
}

impl BoundaryForce {
    /// The same as a vector: what the disc gets. What it gives to the wall or the obstacle is the opposite.
    pub fn force(&self) -> [f64; 2] {
        let ([x, y], [along, across]) = (self.normal, [self.normal_force, self.tangent_force]);
        [along * x - across * y, along * y + across * x]
    }
}
