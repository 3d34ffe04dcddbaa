//! Collision queries for convex shapes, in two and three dimensions.
//!
//! Shapes are checked when they are made and total ever after: no query panics, and none runs without a bound.
//! Lengths are in whatever unit the caller uses, angles in radians. Everything that does not depend on the
//! dimension is written once, over [`Vector`], which is [`DVec2`] or [`DVec3`].

mod aabb;
pub mod broad_phase;
mod convex;
mod decompose;
mod error;
mod hull;
mod pose;
mod predicates;
mod vector;

pub use aabb::Aabb;
pub use convex::Convex;
pub use decompose::convex_parts;
pub use error::ShapeError;
pub use glam::{DQuat, DVec2, DVec3};
pub use hull::{Hull3, graham_scan, quickhull_2d, quickhull_3d};
pub use pose::{Pose, Rotation, Turn};
pub use vector::Vector;
