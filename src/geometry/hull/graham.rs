//! Graham's scan.

use glam::DVec2;

use super::{by_height, lowest_and_highest};
use crate::geometry::error::ShapeError;
use crate::geometry::predicates::{scaled, side_of_line};

/// The corners of the convex hull of points in the plane, counter-clockwise from the lowest one (the leftmost of the
/// lowest), each strictly convex. Points in any unit, any order, repeated or not.
///
/// R. L. Graham, *An efficient algorithm for determining the convex hull of a finite planar set*, 1972: the points are
/// sorted by their angle around the lowest one, by distance where angles are equal, and walked once; a corner that turns
/// out not to be convex is taken back. Angles are compared by exact signs. Time n log n.
///
/// # Errors
///
/// [`ShapeError::NotFinite`], and [`ShapeError::Flat`] where all points are within 10⁻¹² of their extent of one line.
///
/// ```
/// use jostle::geometry::{DVec2, graham_scan};
///
/// let points = [[0.0, 0.0], [2.0, 0.0], [1.0, 1.0], [1.0, 3.0], [1.0, 0.0]].map(DVec2::from);
/// assert_eq!(graham_scan(&points).unwrap(), [[0.0, 0.0], [2.0, 0.0], [1.0, 3.0]].map(DVec2::from));
/// ```
pub fn graham_scan(points: &[DVec2]) -> Result<Vec<DVec2>, ShapeError> {
    let at = scaled(points, "a coordinate of the hull's points")?;
    let (lowest, _) = lowest_and_highest(&at)?;
    let start = at[lowest];
    let mut order: Vec<usize> = (0..at.len()).filter(|&i| at[i] != start).collect();
    order.sort_by(|&a, &b| {
        let angle = 0.0_f64.total_cmp(&(side_of_line(start, at[a], at[b]) + 0.0));
        // On one ray from the lowest point, the higher is the further; on the level one, the one to the right.
        angle.then(by_height(at[a], at[b])).then(a.cmp(&b))
    });
    let mut hull = vec![lowest];
    for i in order {
        while let [.., a, b] = hull[..]
            && side_of_line(at[a], at[b], at[i]) <= 0.0
        {
            hull.pop();
        }
        hull.push(i);
    }
    Ok(hull.into_iter().map(|i| points[i]).collect())
}
