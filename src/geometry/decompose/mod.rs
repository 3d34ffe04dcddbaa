//! Convex parts of a concave outline.

mod ears;
mod merge;
mod outline;

use glam::DVec2;

use super::error::ShapeError;

/// Cuts a simple polygon into convex parts: together they cover it exactly, none overlaps another, and all of their
/// corners are corners of the outline.
///
/// `points` are the corners in order, in any unit, in either winding; the last one is joined to the first. Repeated
/// neighbours and corners on a straight edge do no harm. Each part is counter-clockwise, with no corner on a straight edge.
///
/// The outline is cut into triangles by clipping ears (G. H. Meisters, *Polygons have ears*, 1975; C. Ericson,
/// *Real-Time Collision Detection*, section 12.5.2), then every cut that convexity does not need is taken back (S. Hertel, K.
/// Mehlhorn, *Fast triangulation of simple polygons*, 1983): at most four times as many parts as the fewest possible.
/// All decisions are made by exact signs, so the parts are the same on every platform.
///
/// The time is about the number of corners times the number of concave corners.
///
/// # Errors
///
/// [`ShapeError::NotFinite`]; [`ShapeError::Flat`] for fewer than three points that are apart, or all on one line;
/// [`ShapeError::Crossing`] where two edges cross, touch or overlap. Edge `i` runs from point `i` to the next one.
///
/// ```
/// use jostle::geometry::{DVec2, ShapeError, convex_parts};
///
/// let ell = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]].map(DVec2::from);
/// assert_eq!(convex_parts(&ell)?.len(), 2);
///
/// let bow_tie = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]].map(DVec2::from);
/// assert!(matches!(convex_parts(&bow_tie), Err(ShapeError::Crossing { first: 0, second: 2, .. })));
/// # Ok::<(), ShapeError>(())
/// ```
pub fn convex_parts(points: &[DVec2]) -> Result<Vec<Vec<DVec2>>, ShapeError> {
    let outline = outline::checked(points)?;
    let triangles = ears::clipped(&outline.corners);
    let parts = merge::merged(&outline.corners, &triangles);
    let original = |corner: usize| points[outline.originals[corner]];
    Ok(parts.into_iter().map(|part| part.into_iter().map(original).collect()).collect())
}
