//! Why a shape cannot be made.

use thiserror::Error;

/// Why a shape cannot be made of what was given. Names the value, and what would do.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number or a coordinate is NaN or infinite, or so large that products of a few would be.
    #[error("{what} is {value}, but must be a finite number below {limit:e}")]
    NotFinite { what: &'static str, value: f64, limit: f64 },
    /// A length that has to be positive is not, or is so small that products of a few would not be.
    #[error("{what} is {value}, but must be greater than 0 (at least 1e-40)")]
    NotPositive { what: &'static str, value: f64 },
    /// There are too few points for a shape of that dimension, or they lie on one line or in one plane.
    #[error("{what}: {count} points given, of which too few are apart: {needed}")]
    Flat { what: &'static str, count: usize, needed: &'static str },
    /// An outline crosses itself.
    #[error("{what}: the outline crosses itself, edge {first} and edge {second}")]
    Crossing { what: &'static str, first: usize, second: usize },
    /// A corner of an outline is no corner: it repeats its neighbour, or lies on the line between its neighbours.
    #[error("{what}: point {corner} repeats a neighbour or lies on the line between its neighbours (leave it out)")]
    NoCorner { what: &'static str, corner: usize },
    /// Two corners of a body are at one place.
    #[error("{what}: corner {second} repeats corner {first} (name that one in its faces, and leave this one out)")]
    Repeated { what: &'static str, first: usize, second: usize },
    /// An outline is given clockwise, or the faces of a body seen from the inside.
    #[error("{what}: {place} {index} is the wrong way round (corners go counter-clockwise, seen from outside)")]
    InsideOut { what: &'static str, place: &'static str, index: usize },
    /// A corner points inwards, or an outline winds around more than once.
    #[error("{what}: not convex at {place} {index} (take the convex hull, or decompose it)")]
    NotConvex { what: &'static str, place: &'static str, index: usize },
    /// The faces of a body do not close it, or name points that there are not.
    #[error("{what}: face {face} {problem}")]
    BadFace { what: &'static str, face: usize, problem: &'static str },
}
