//! Why a shape cannot be made.

use thiserror::Error;

/// Why a shape cannot be made of what was given. Names the value, and what would do.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ShapeError {
    /// A number or a coordinate is NaN or infinite, or so large that its square would be.
    #[error("{what} is {value}, but must be a finite number below 1e100")]
    NotFinite { what: &'static str, value: f64 },
    /// A length that has to be positive is not.
    #[error("{what} is {value}, but must be greater than 0")]
    NotPositive { what: &'static str, value: f64 },
    /// There are too few points for a shape of that dimension, or they lie on one line or in one plane.
    #[error("{what}: {count} points given, of which too few are apart: {needed}")]
    Flat { what: &'static str, count: usize, needed: &'static str },
    /// An outline crosses itself.
    #[error("{what}: the outline crosses itself, edge {first} and edge {second}")]
    Crossing { what: &'static str, first: usize, second: usize },
}
