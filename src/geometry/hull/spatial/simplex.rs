//! The tetrahedron that quickhull starts from.

use glam::DVec3;

use super::super::FLATNESS;
use crate::geometry::predicates::side_of_plane;

/// Four points far apart, such that the last is on the inner side of the first three (which are counter-clockwise
/// from outside); none if all points are in one plane, or nearly.
pub fn first(at: &[DVec3]) -> Option<[usize; 4]> {
    let furthest = |distance: &dyn Fn(DVec3) -> f64| {
        (0..at.len()).map(|i| (i, distance(at[i]))).reduce(|best, next| if next.1 > best.1 { next } else { best })
    };
    let (a, _) = furthest(&|point| -point.x)?;
    let (b, length_squared) = furthest(&|point| point.distance_squared(at[a]))?;
    // The product's length is that of the edge times the distance from its line, the side is twice the area times the
    // distance from the plane.
    let (c, _) = furthest(&|point| (at[b] - at[a]).cross(point - at[a]).length_squared())?;
    let double_area = (at[b] - at[a]).cross(at[c] - at[a]).length();
    let (d, volume) = furthest(&|point| side_of_plane([at[a], at[b], at[c]], point).abs())?;
    let thin = double_area <= FLATNESS * length_squared || volume <= FLATNESS * length_squared.sqrt() * double_area;
    if thin {
        return None;
    }
    let inside = side_of_plane([at[a], at[b], at[c]], at[d]) < 0.0;
    Some(if inside { [a, b, c, d] } else { [a, c, b, d] })
}
