//! Twin of `sort_bodies.wgsl`: bodies follow the sort.

use super::threads::parallel::{for_each_part, task_length};
use crate::world::body::Body;

/// Twin of the entry point.
pub fn sort_bodies(sources: &[u32], bodies: &[Body], bodies_next: &mut [Body]) {
    let length = task_length(bodies_next.len());
    for_each_part(bodies_next.chunks_mut(length).zip(sources.chunks(length)), |_, (next, sources)| {
        next.iter_mut().zip(sources).for_each(|(next, &source)| *next = bodies[source as usize]);
    });
}
