//! Twin of `find_slots.wgsl`: by id, where each particle is.

use rayon::prelude::*;

use super::GRAIN;
use super::scattered::Scattered;
use crate::world::particle::Particle;

/// Twin of the entry point.
pub fn find_slots(particles: &[Particle], slots: &mut [u32]) {
    let slot_count = slots.len();
    let slots = Scattered::new(slots);
    particles.par_iter().with_min_len(GRAIN).enumerate().for_each(|(i, particle)| {
        if (particle.id as usize) < slot_count {
            // SAFETY: ids are unique.
            unsafe { slots.write(particle.id as usize, i as u32) };
        }
    });
}
