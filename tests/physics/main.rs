//! The laws that a simulation keeps, each as a test named after the law. Most run on the CPU backend, which
//! the GPU equals bit for bit (`tests/parity.rs`); those that use [`support::everywhere`] run on a GPU too.

mod brute_force;
#[path = "../common/mod.rs"]
mod common;
mod edits;
mod energy;
mod experiments;
mod forces;
mod friction;
mod gravity;
mod inside_obstacles;
mod life;
mod links;
mod mass;
mod momentum;
mod motion;
mod obstacles;
mod other_worlds;
mod overlapping;
mod pinned;
mod piston;
mod rest;
mod restitution;
mod rolling_heaps;
mod rolling_resistance;
mod rotations;
mod stack;
mod steered;
mod stiffness;
mod support;
mod symmetry;
mod time;
mod tools;
mod tunnelling;
mod velocities;
mod walls;
