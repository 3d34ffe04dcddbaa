//! What a broad phase refuses.

use thiserror::Error;

use super::ID_LIMIT;

/// Why a body cannot be added, moved or removed.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BroadPhaseError {
    #[error("the box of body {id} runs from {min} to {max} on axis {axis}, but has to run upwards between finite numbers below 1e100")]
    BadBox { id: u32, axis: usize, min: f64, max: f64 },
    #[error("body {id} is already there; update it, or remove it first")]
    Repeated { id: u32 },
    #[error("there is no body {id}; insert it first")]
    Unknown { id: u32 },
    #[error("the id {id} is too large: ids have to be below {ID_LIMIT}")]
    IdTooLarge { id: u32 },
}
