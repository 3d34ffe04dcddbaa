//! Twin of `sort_bodies.wgsl`: bodies follow the sort.

use rayon::prelude::*;

use super::GRAIN;
use crate::world::body::Body;

/// Twin of the entry point.
pub fn sort_bodies(sources: &[u32], bodies: &[Body], bodies_next: &mut [Body]) {
    bodies_next.par_iter_mut().with_min_len(GRAIN).zip(sources).for_each(|(next, &source)| *next = bodies[source as usize]);
}
