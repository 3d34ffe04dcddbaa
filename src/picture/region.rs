//! A part of the world that a picture is to show.

use std::fmt;

use super::scale::short;
use crate::world::World;
use crate::world::frame::Frame;

/// A rectangle in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// Its lower left corner.
    pub low: [f64; 2],
    /// Its upper right corner, above and to the right of the other.
    pub high: [f64; 2],
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x0, y0], [x1, y1]) = (self.low, self.high);
        write!(f, "{x0},{y0},{x1},{y1}")
    }
}

/// Why there is nothing to see in a region.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RegionError {
    /// It is finer than positions are.
    #[error("{region} is too small: of this world at least {least:.1e} by {least:.1e} can be drawn, {LEAST_STEPS} steps of its positions")]
    TooSmall {
        /// The region.
        region: Region,
        /// A width and height that are large enough.
        least: f64,
    },
    /// It lies beside the world.
    #[error("{region} lies outside of the world, which goes from 0,0 to {},{}: choose corners that reach into it", short(*width), short(*height))]
    Outside {
        /// The region.
        region: Region,
        /// Width of the world.
        width: f64,
        /// Height of the world.
        height: f64,
    },
}

/// Least width and height in steps: about a step a pixel, and the smallest disc that a world may have is several times as wide.
const LEAST_STEPS: f64 = 1000.0;

impl Region {
    /// The corners in steps and fractions.
    pub fn in_steps(&self, frame: &Frame) -> [[f64; 2]; 2] {
        [self.low, self.high].map(|corner| corner.map(|coordinate| frame.exact_steps(coordinate)))
    }

    /// Whether there can be something to see. It may reach outside of the world.
    ///
    /// # Errors
    /// There can be nothing.
    pub fn check(&self, world: &World) -> Result<(), RegionError> {
        let (frame, region) = (world.frame(), *self);
        let least = LEAST_STEPS / frame.steps_per_unit();
        if (0..2).any(|axis| self.high[axis] - self.low[axis] < least) {
            // In two digits it is not below what is asked for.
            return Err(RegionError::TooSmall { region, least: 1.05 * least });
        }
        // What leaves the world is seen as far as the grid goes.
        let [low, high] = self.in_steps(frame);
        if (0..2).any(|axis| high[axis] <= 0.0 || low[axis] >= f64::from(world.params().grid_extent[axis])) {
            let [width, height] = frame.size;
            return Err(RegionError::Outside { region, width, height });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    #[test]
    fn a_region_may_reach_outside_but_not_be_finer_than_positions_or_beside_the_world() {
        let spec = WorldSpec { size: [30.0, 10.0], particles: vec![ParticleSpec::at([1.0, 1.0], 0.5)], ..WorldSpec::default() };
        let world = World::new(&spec).unwrap();
        let check = |low, high| Region { low, high }.check(&world);
        let step = 1.0 / world.frame().steps_per_unit();
        for (low, high) in
            [([0.0, 0.0], [30.0, 10.0]), ([-1e10; 2], [1e10; 2]), ([29.0, -5.0], [40.0, 1.0]), ([3.0; 2], [3.0 + 1001.0 * step; 2])]
        {
            assert_eq!(check(low, high), Ok(()), "{low:?} {high:?}");
        }
        for high in [[3.0 + 999.0 * step, 9.0], [9.0, 3.0 + 999.0 * step]] {
            let error = check([3.0; 2], high).unwrap_err();
            let told: f64 = error.to_string().split("at least ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
            assert!(told >= 1000.0 * step && told < 1100.0 * step && matches!(error, RegionError::TooSmall { .. }), "{error}");
        }
        for (low, high) in
            [([40.0, 0.0], [50.0, 9.0]), ([0.0, 20.0], [9.0, 30.0]), ([-50.0, 0.0], [-10.0, 9.0]), ([0.0, -50.0], [9.0, -10.0])]
        {
            let error = check(low, high).unwrap_err().to_string();
            assert!(error.contains("outside of the world, which goes from 0,0 to 30.0,10.0"), "{error}");
        }
    }
}
