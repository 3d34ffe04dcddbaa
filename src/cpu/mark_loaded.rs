//! Twin of `mark_loaded.wgsl`: marks live particles that were given anything in this substep.

use rayon::prelude::*;

use super::GRAIN;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn mark_loaded(particles: &mut [Particle], displacements: &[Displacement], displacements_next: &[Displacement], sources: &[u32]) {
    let now = displacements.par_iter().zip(sources);
    particles.par_iter_mut().zip(now).with_min_len(GRAIN).for_each(|(particle, (displacement, &source))| {
        if particle.phase() == Phase::Live && *displacement != displacements_next[source as usize] {
            *particle = particle.marked();
        }
    });
}
