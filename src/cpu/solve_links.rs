//! Twin of `solve_links.wgsl`: each particle moves its end of its links towards their rest length.

use super::contact::coincident_normal;
use super::dim2::{Correction, correction_is_held, moved, offset, sum};
use super::exact::{inverse_root, power_of_two, product};
use super::scattered::Scattered;
use super::{CountersCell, parallel};
use crate::world::fixed::{MAX_LINK_CORRECTION, TOOL_SHIFT};
use crate::world::links::{LinkRow, NO_PARTNER};
use crate::world::params::{Params, Substep, ToolKind};
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
        *displacement_next = counters.held(sum(displacements[i], correction), correction_is_held(correction));
        *next = moved(particle, correction);
    });
}

/// First row and end; particles spawned later than the scene have none.
fn rows_of(link_starts: &[u32], id: u32) -> std::ops::Range<usize> {
    match link_starts.get(id as usize + 1) {
        Some(&end) => link_starts[id as usize] as usize..end as usize,
        None => 0..0,
    }
}

/// A link goes when an end has left the world, when it is stretched beyond its break length, or when its
/// middle is inside the cutting tool.
fn link_breaks(substep: &Substep, particle: &Particle, other: &Particle, row: &LinkRow) -> bool {
    let phases = [particle.phase(), other.phase()];
    if phases.contains(&Phase::Removed) {
        return true;
    }
    if phases.contains(&Phase::Unborn) {
        return false;
    }
    link_span(particle, other).length > row.break_length || link_is_cut(substep, particle.position, other.position)
}

fn link_is_cut(substep: &Substep, a: [i32; 2], b: [i32; 2]) -> bool {
    if substep.tool_kind != ToolKind::Cut as u32 {
        return false;
    }
    let middle = [(a[0] >> 1) + (b[0] >> 1), (a[1] >> 1) + (b[1] >> 1)];
    let way = offset(*substep.tool_position, middle).map(|d| d >> TOOL_SHIFT);
    if way.iter().any(|d| d.abs() > substep.tool_radius) {
        return false;
    }
    let d = way.map(|d| d as f32);
    product(product(d[0], d[0]) + product(d[1], d[1]), substep.tool_inverse_area) < 1.0
}

struct Span {
    /// Steps.
    length: f32,
    /// From the other end to this one.
    direction: [f32; 2],
}

/// A difference of `2^23` steps or more is shifted down first: how a longer integer rounds to `f32` is not
/// fixed on a GPU.
fn link_span(particle: &Particle, other: &Particle) -> Span {
    let offset = offset(particle.position, other.position);
    if offset == [0, 0] {
        return Span { length: 0.0, direction: coincident_normal(particle.id, other.id) };
    }
    let size = offset.map(i32::unsigned_abs);
    let shift = (9 - size[0].max(size[1]).leading_zeros() as i32).max(0);
    let d = [0, 1].map(|axis| (offset[axis].signum() * (size[axis] >> shift) as i32) as f32);
    let d2 = product(d[0], d[0]) + product(d[1], d[1]);
    let inverse = inverse_root(d2);
    Span { length: product(product(d2, inverse), power_of_two(shift)), direction: d.map(|d| product(d, inverse)) }
}

fn link_correction(particle: &Particle, other: &Particle, row: &LinkRow) -> Displacement {
    if particle.phase() != Phase::Live || other.phase() == Phase::Unborn {
        return [0, 0];
    }
    let span = link_span(particle, other);
    let share = if other.phase() == Phase::Pinned { 2.0 } else { 1.0 };
    let push = product(row.rest_length - span.length, product(row.gain, share)).clamp(-MAX_LINK_CORRECTION, MAX_LINK_CORRECTION);
    span.direction.map(|d| product(d, push) as i32)
}
