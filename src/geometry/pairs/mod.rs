//! Pairs of shapes that have code of their own.

pub(crate) mod aabb_aabb;
pub(crate) mod ball_any;
pub(crate) mod ball_ball;
pub(crate) mod capsule_capsule;
pub(crate) mod cuboid_cuboid;
