//! Faults planted in the shaders: each must be caught, by digest and deep, and the right pass named.

mod bodies;
mod bounces;
#[path = "../common/mod.rs"]
mod common;
mod contacts;
mod grid;
mod links;
mod motion;
mod obstacles;
mod planting;
mod reports;
