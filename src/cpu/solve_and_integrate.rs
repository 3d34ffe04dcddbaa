//! Twin of `solve_and_integrate.wgsl`, for comparing pass by pass: what [`solve_contacts`] does at the end of a substep, and then
//! what [`integrate`] does at the start of the next.

use std::sync::atomic::AtomicU32;

use super::crossings::Crossing;
use super::integrate::integrate;
use super::motion::Motion;
use super::solve_contacts::solve_contacts;
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point; `motion` is that of the next substep.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn solve_and_integrate(
    motion: Motion<'_>,
    particles: &[Particle],
    cell_starts: &[u32],
    particles_next: &mut [Particle],
    displacements: &mut [Displacement],
    cell_counts: &[AtomicU32],
    ranks: &mut [u32],
    crossings: &mut Vec<Crossing>,
) {
    solve_contacts(motion.params, particles, cell_starts, particles_next, displacements, motion.counters, crossings);
    integrate(motion, particles_next, displacements, cell_counts, ranks);
}
