//! Twin of `solve_contacts.wgsl`: each particle pushes itself out of every particle it overlaps.

use rayon::prelude::*;

use super::contact::contact;
use super::dim2::{Correction, boxes_overlap, cell_coords, moved, neighbour_run, offset, saturated, sum};
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
        let (correction, touching) = gathered(params, particles, cell_starts, i);
        let wanted = sum(displacements[i], correction);
        *displacement_next = saturated(wanted);
        if *displacement_next != wanted {
            counters.saturated();
        }
        *next = moved(particle, correction).with_touching(touching);
    };
    particles_next.par_iter_mut().with_min_len(GRAIN).zip(displacements_next).enumerate().for_each(one);
}

/// The sum of the corrections of particle `i`, and how many particles it touches.
#[inline(always)]
fn gathered(params: &Params, particles: &[Particle], cell_starts: &[u32], i: usize) -> (Displacement, u32) {
    let particle = particles[i];
    let cell = cell_coords(params, particle.position);
    let radius = particle.radius();
    let mut correction = Correction::default();
    let mut touching = 0;
    for row in -1..=1 {
        let cells = neighbour_run(params, cell, row);
        let first = cell_starts[cells.start] as usize;
        let run = &particles[first..cell_starts[cells.end] as usize];
        for (j, other) in run.iter().enumerate() {
            let offset = offset(particle.position, other.position);
            let reach = radius + other.radius();
            if !boxes_overlap(offset, reach) || first + j == i {
                continue;
            }
            if let Some(pair) = contact(offset, reach, particle.id, other.id) {
                let share = if other.phase() == Phase::Pinned { 2.0 } else { 1.0 };
                let push = product(pair.penetration, product(params.contact_gain, share));
                correction.add(pair.normal.map(|n| product(n, push) as i32));
                touching += 1;
            }
        }
    }
    (correction.total(), touching)
}
