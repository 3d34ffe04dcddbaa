//! Collision queries for convex shapes, in two and three dimensions.
//!
//! Shapes are checked when they are made and total ever after: no query panics, and none runs without a bound.
//! Lengths are in whatever unit the caller uses, angles in radians. Everything that does not depend on the
//! dimension is written once, over [`Vector`], which is [`DVec2`] or [`DVec3`].

mod aabb;
mod ball;
mod capsule;
mod cast;
mod check;
mod cone;
mod convex;
mod cuboid;
mod cylinder;
mod ellipsoid;
pub mod epa;
mod error;
pub mod gjk;
mod kind;
mod matrix;
mod minkowski;
mod motion;
mod moving_balls;
mod pairs;
mod penetration;
mod polygon;
mod polyhedron;
mod polytope;
mod pose;
mod query;
pub mod sat;
mod simplex;
mod time_of_impact;
mod vector;

pub use aabb::Aabb;
pub use ball::Ball;
pub use capsule::Capsule;
pub use cone::Cone;
pub use convex::{Convex, Surface};
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use error::ShapeError;
pub use gjk::Closest;
pub use glam::{DQuat, DVec2, DVec3};
pub use kind::Kind;
pub use matrix::{Matrix, Relative};
pub use minkowski::Difference;
pub use motion::Motion;
pub use moving_balls::{MovingBall, time_of_impact_of_balls};
pub use penetration::{Contact, Penetration};
pub use polygon::ConvexPolygon;
pub use polyhedron::ConvexPolyhedron;
pub use polytope::{Extent, Polytope, Slab};
pub use pose::{Pose, Rotation, Turn};
pub use query::{Method, NotCovered, contact, distance, overlaps, overlaps_by, penetration, penetration_by};
pub use time_of_impact::{Impact, time_of_impact};
pub use vector::Vector;
