//! Why a shape cannot be made.

use thiserror::Error;

/// Why a shape cannot be made of what was given. Names the value, and what would do.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number or a coordinate is NaN or infinite, or so large that products of a few would be.
    #[error("{what} is {value}, but must be a finite number below {limit:e}")]
    NotFinite {
        /// What the value is, in words: "the radius of a ball".
        what: &'static str,
        /// What was given.
        value: f64,
        /// What its magnitude has to be below.
        limit: f64,
    },
    /// A length that has to be positive is not, or is so small that products of a few would not be.
    #[error("{what} is {value}, but must be greater than 0 (at least 1e-40)")]
    NotPositive {
        /// What the length is, in words: "the radius of a ball".
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// There are too few points for a shape of that dimension, or they lie on one line or in one plane.
    #[error("{what}: {count} points given, of which too few are apart: {needed}")]
    Flat {
        /// What the points were for: "a convex polygon".
        what: &'static str,
        /// How many points were given.
        count: usize,
        /// What would do, in words.
        needed: &'static str,
    },
    /// An outline crosses itself.
    #[error("{what}: the outline crosses itself, edge {first} and edge {second}")]
    Crossing {
        /// What the outline is called: "outline".
        what: &'static str,
        /// The index of the point at which the one edge starts.
        first: usize,
        /// The index of the point at which the other edge starts; greater than `first`.
        second: usize,
    },
    /// A corner of an outline is no corner: it repeats its neighbour, or lies on the line between its neighbours.
    #[error("{what}: point {corner} repeats a neighbour or lies on the line between its neighbours (leave it out)")]
    NoCorner {
        /// What the outline is of: "a convex polygon".
        what: &'static str,
        /// The index of the corner among those that were given.
        corner: usize,
    },
    /// Two corners of a body are at one place.
    #[error("{what}: corner {second} repeats corner {first} (name that one in its faces, and leave this one out)")]
    Repeated {
        /// What the body is: "a convex polyhedron".
        what: &'static str,
        /// The smaller index of the two.
        first: usize,
        /// The greater index of the two.
        second: usize,
    },
    /// An outline is given clockwise, or the faces of a body seen from the inside.
    #[error("{what}: {place} {index} is the wrong way round (corners go counter-clockwise, seen from outside)")]
    InsideOut {
        /// What was to be made: "a convex polygon".
        what: &'static str,
        /// What `index` counts: "corner" of an outline, "face" of a body.
        place: &'static str,
        /// The first that is the wrong way round.
        index: usize,
    },
    /// A corner points inwards, or an outline winds around more than once.
    #[error("{what}: not convex at {place} {index} (take the convex hull, or decompose it)")]
    NotConvex {
        /// What was to be made: "a convex polygon".
        what: &'static str,
        /// What `index` counts: "corner" of an outline, "face" of a body.
        place: &'static str,
        /// A corner that points inwards or from which the outline winds around once more, or a face that corners are beyond.
        index: usize,
    },
    /// The faces of a body do not close it, or name points that there are not.
    #[error("{what}: face {face} {problem}")]
    BadFace {
        /// What the body is: "a convex polyhedron".
        what: &'static str,
        /// The index of the face; that of the last one where no single face is to blame.
        face: usize,
        /// What is wrong with it, in words that follow its name.
        problem: &'static str,
    },
}
