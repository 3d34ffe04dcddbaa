//! What a broad phase refuses.

use thiserror::Error;

use super::ID_LIMIT;

/// Why a body cannot be added, moved or removed.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum BroadPhaseError {
    /// A box is inside out, or has a coordinate that is NaN, infinite, or of 10¹⁰⁰ and more.
    #[error("the box of body {id} runs from {min} to {max} on axis {axis}, but has to run upwards between finite numbers below 1e100")]
    BadBox {
        /// The body that it was given for.
        id: u32,
        /// The first axis on which it is so: 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The minimum of the box on that axis.
        min: f64,
        /// The maximum of the box on that axis.
        max: f64,
    },
    /// A body is added under an id that is in use.
    #[error("body {id} is already there; update it, or remove it first")]
    Repeated {
        /// The id that is in use.
        id: u32,
    },
    /// A body is moved or removed that is not there: it was never added, or was removed before.
    #[error("there is no body {id}; insert it first")]
    Unknown {
        /// The id that no body has.
        id: u32,
    },
    /// A body is added under an id that is not below [`ID_LIMIT`].
    #[error("the id {id} is too large: ids have to be below {ID_LIMIT}")]
    IdTooLarge {
        /// The id that was given.
        id: u32,
    },
}
