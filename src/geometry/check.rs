//! What a shape's numbers have to be.

use super::error::ShapeError;
use super::vector::Vector;

/// Products of six larger numbers, which some queries take, might not be finite any more.
const LARGEST: f64 = 1e40;
/// Products of six smaller numbers might be zero.
const SMALLEST: f64 = 1e-40;

pub(crate) fn finite(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    if value.abs() < LARGEST { Ok(value) } else { Err(ShapeError::NotFinite { what, value, limit: LARGEST }) }
}

pub(crate) fn positive(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    finite(what, value)?;
    if value >= SMALLEST { Ok(value) } else { Err(ShapeError::NotPositive { what, value }) }
}

/// Points that are not all at one place, or next to it.
pub(crate) fn extended<V: Vector>(what: &'static str, points: &[V]) -> Result<(), ShapeError> {
    let of_axis = |axis: usize| points.iter().map(move |point| point[axis]);
    let extent = |axis: usize| of_axis(axis).fold(f64::NEG_INFINITY, f64::max) - of_axis(axis).fold(f64::INFINITY, f64::min);
    positive(what, (0..V::DIMENSION).map(extent).fold(0.0, f64::max)).map(drop)
}

pub(crate) fn finite_vector<V: Vector>(what: &'static str, vector: V) -> Result<V, ShapeError> {
    for axis in 0..V::DIMENSION {
        finite(what, vector[axis])?;
    }
    Ok(vector)
}

pub(crate) fn positive_vector<V: Vector>(what: &'static str, vector: V) -> Result<V, ShapeError> {
    for axis in 0..V::DIMENSION {
        positive(what, vector[axis])?;
    }
    Ok(vector)
}
