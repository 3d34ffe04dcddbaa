//! Twin of `mark_loaded.wgsl`: marks live particles that were given anything in this substep.

use super::threads::parallel::{for_each_part, task_length};
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn mark_loaded(particles: &mut [Particle], displacements: &[Displacement], displacements_next: &[Displacement], sources: &[u32]) {
    let length = task_length(particles.len());
    let tasks = particles.chunks_mut(length).zip(displacements.chunks(length)).zip(sources.chunks(length));
    for_each_part(tasks, |_, ((particles, displacements), sources)| {
        for ((particle, displacement), &source) in particles.iter_mut().zip(displacements).zip(sources) {
            if particle.phase() == Phase::Live && *displacement != displacements_next[source as usize] {
                *particle = particle.marked();
            }
        }
    });
}
