//! Twin of `solve_links.wgsl`: each particle moves its end of its links towards their rest length.

use super::CountersCell;
use super::dim2::{Correction, correction_is_held, moved, offset, sum};
use super::exact::product;
use super::link::{link_breaks, link_span};
use super::threads::parallel;
use super::threads::scattered::Scattered;
use crate::world::fixed::MAX_LINK_CORRECTION;
use crate::world::links::{LinkRow, NO_PARTNER};
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn solve_links(
    _params: &Params,
    substep: &Substep,
    particles: &[Particle],
    displacements: &[Displacement],
    slots: &[u32],
    link_starts: &[u32],
    link_rows: &mut [LinkRow],
    particles_next: &mut [Particle],
    displacements_next: &mut [Displacement],
    counters: &CountersCell,
) {
    let link_rows = Scattered::new(link_rows);
    parallel::for_each(particles_next, displacements_next, |i, next, displacement_next| {
        let particle = particles[i];
        let mut correction = Correction::default();
        for k in rows_of(link_starts, particle.id) {
            // SAFETY: a row belongs to one particle, and no other thread touches it.
            let row = unsafe { link_rows.read(k) };
            if row.partner == NO_PARTNER {
                continue;
            }
            let other = particles[slots[row.partner as usize] as usize];
            if link_breaks(substep, &particle, &other, &row) {
                // SAFETY: as above.
                unsafe { link_rows.write(k, LinkRow { partner: NO_PARTNER, ..row }) };
                if particle.id < other.id {
                    counters.broken();
                }
            } else {
                correction.add(link_correction(&particle, &other, &row));
            }
        }
        let correction = correction.total();
        let displacement = counters.held(sum(displacements[i], correction), correction_is_held(correction));
        *next = moved(particle, offset(displacement, displacements[i]));
        *displacement_next = displacement;
    });
}

/// First row and end; particles spawned later than the scene have none.
fn rows_of(link_starts: &[u32], id: u32) -> std::ops::Range<usize> {
    match link_starts.get(id as usize + 1) {
        Some(&end) => link_starts[id as usize] as usize..end as usize,
        None => 0..0,
    }
}

fn link_correction(particle: &Particle, other: &Particle, row: &LinkRow) -> Displacement {
    if particle.phase() != Phase::Live || other.phase() == Phase::Unborn {
        return [0, 0];
    }
    let span = link_span(particle, other);
    let share = if other.phase() == Phase::Pinned { 2.0 } else { 1.0 };
    let push = product(row.rest_length - span.length, product(row.elasticity, share)).clamp(-MAX_LINK_CORRECTION, MAX_LINK_CORRECTION);
    span.direction.map(|d| product(d, push) as i32)
}
