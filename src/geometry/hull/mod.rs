//! Convex hulls of point sets.

mod graham;
mod planar;
mod spatial;

use glam::DVec2;

pub use graham::graham_scan;
pub use planar::quickhull_2d;
pub use spatial::{Hull3, quickhull_3d};

use super::error::ShapeError;
use super::predicates::side_of_line;

/// Points that lie within this distance of a line, or of a plane in space, have no hull; as a fraction of their
/// extent. Rounding moves a coordinate by 10⁻¹⁶ of its size, so that a flat shape which has been turned or moved a few
/// times stays below.
const FLATNESS: f64 = 1e-12;

/// The lowest and the highest point, by y, by x where y is equal; an error where all points are on one line.
fn lowest_and_highest(at: &[DVec2]) -> Result<(usize, usize), ShapeError> {
    let flat = ShapeError::Flat { what: "hull", count: at.len(), needed: "three points that are not on one line" };
    let lower = |&a: &usize, &b: &usize| by_height(at[a], at[b]);
    let (Some(lowest), Some(highest)) = ((0..at.len()).min_by(lower), (0..at.len()).max_by(lower)) else {
        return Err(flat);
    };
    // To the one that is furthest: the highest one may be near.
    let from = at[lowest];
    let furthest = at.iter().copied().fold(from, |a, b| if from.distance_squared(b) > from.distance_squared(a) { b } else { a });
    // A side is the length times the distance from the line.
    let widest = at.iter().map(|&point| side_of_line(from, furthest, point).abs()).fold(0.0, f64::max);
    if widest <= FLATNESS * from.distance_squared(furthest) { Err(flat) } else { Ok((lowest, highest)) }
}

fn by_height(a: DVec2, b: DVec2) -> std::cmp::Ordering {
    a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
}
