//! Twin of `find_slots.wgsl`: by id, where each particle is.

use super::threads::parallel::for_each_run;
use super::threads::scattered::Scattered;
use crate::world::particle::Particle;

/// Twin of the entry point.
pub fn find_slots(particles: &[Particle], slots: &mut [u32]) {
    let slot_count = slots.len();
    let slots = Scattered::new(slots);
    for_each_run(particles.len(), |run| {
        for (i, particle) in (run.start as u32..).zip(&particles[run]) {
            if (particle.id as usize) < slot_count {
                // SAFETY: ids are unique.
                unsafe { slots.write(particle.id as usize, i) };
            }
        }
    });
}
