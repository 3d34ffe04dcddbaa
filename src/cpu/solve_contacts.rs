//! Twin of `solve_contacts.wgsl`: each particle pushes itself out of every particle it overlaps.

use rayon::prelude::*;

use super::contact::{coincident_normal, contact};
use super::contact_lanes;
use super::dim2::{Correction, NEIGHBOUR_ROWS, cell_coords, correction_is_held, moved, neighbour_run, offset, sum};
use super::exact::product;
use super::{CountersCell, GRAIN};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
pub fn solve_contacts(
    params: &Params,
    particles: &[Particle],
    displacements: &[Displacement],
    cell_starts: &[u32],
    particles_next: &mut [Particle],
    displacements_next: &mut [Displacement],
    counters: &CountersCell,
) {
    let one = |(i, (next, displacement_next)): (usize, (&mut Particle, &mut Displacement))| {
        let particle = particles[i];
        if particle.phase() != Phase::Live {
            *next = particle;
            *displacement_next = displacements[i];
            return;
        }
        let (correction, touching) = contact_lanes::gathered(params, particles, cell_starts, i);
        *displacement_next = counters.held(sum(displacements[i], correction), correction_is_held(correction));
        *next = moved(particle, correction).with_touching(touching);
    };
    particles_next.par_iter_mut().with_min_len(GRAIN).zip(displacements_next).enumerate().for_each(one);
}

/// The sum of the corrections of particle `i`, and how many particles it touches. This is the readable twin;
/// `contact_lanes` computes the same bits faster.
pub fn gathered(params: &Params, particles: &[Particle], cell_starts: &[u32], i: usize) -> (Displacement, u32) {
    let cell = cell_coords(params, particles[i].position);
    let mut correction = Correction::default();
    let mut touching = 0;
    for row in NEIGHBOUR_ROWS {
        let cells = neighbour_run(params, cell, row);
        for j in cell_starts[cells.start] as usize..cell_starts[cells.end] as usize {
            if j == i {
                continue;
            }
            if let Some(term) = push(params, &particles[i], &particles[j]) {
                correction.add(term);
                touching += 1;
            }
        }
    }
    (correction.total(), touching)
}

/// The correction of a particle by one other, if they touch. Each of two live particles takes half of it, a live
/// one against a pinned one all of it.
#[inline(always)]
fn push(params: &Params, particle: &Particle, other: &Particle) -> Option<Displacement> {
    let offset = offset(particle.position, other.position);
    let pair = contact(offset, particle.radius() + other.radius())?;
    let normal = if offset == [0, 0] { coincident_normal(particle.id, other.id) } else { pair.normal };
    let share = if other.phase() == Phase::Pinned { 2.0 } else { 1.0 };
    let size = product(pair.penetration, product(params.contact_gain, share));
    Some([product(normal[0], size) as i32, product(normal[1], size) as i32])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Buffers, CpuSolver};
    use crate::passes::{self, Step};
    use crate::world::World;
    use crate::world::params::Substep;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    /// A sorted crowd: mixed radii, some pinned, some coincident, some far too close.
    fn crowd() -> Buffers {
        let mut state = 1u32;
        let mut number = || {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            f64::from(state >> 8) / f64::from(1u32 << 24)
        };
        let particles = (0..3_000)
            .map(|id| {
                let position = if id % 50 == 0 { [7.25, 9.5] } else { [number() * 40.0, number() * 40.0] };
                ParticleSpec { pinned: id % 9 == 0, ..ParticleSpec::at(position, 0.2 + 0.3 * number()) }
            })
            .collect();
        let world = World::new(&WorldSpec { size: [40.0; 2], particles, ..WorldSpec::default() }).unwrap();
        let mut buffers = CpuSolver::new(&world, Some(1)).unwrap().buffers;
        passes::measuring().into_iter().for_each(|step: Step| buffers.step(step, &Substep::default()));
        buffers
    }

    #[test]
    fn the_fast_gather_equals_the_readable_one_to_the_last_bit() {
        let b = crowd();
        let mut contacts = 0;
        for i in 0..b.particles.len() {
            let readable = gathered(&b.params, &b.particles, &b.cell_starts, i);
            assert_eq!(contact_lanes::gathered(&b.params, &b.particles, &b.cell_starts, i), readable, "particle {i}");
            contacts += readable.1;
        }
        assert!(contacts > 10_000, "only {contacts} contacts compared");
    }
}
