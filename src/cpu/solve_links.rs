//! Twin of `solve_links.wgsl`: each particle moves its end of its links towards their rest length.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use fearless_simd::dispatch;
use fearless_simd::prelude::*;

use super::CountersCell;
use super::dim2::{Correction, correction_is_held, moved, offset, sum};
use super::exact::product;
use super::link::{Span, link_breaks, link_span};
use super::threads::parallel::{for_each_part, task_length};
use super::vectors::instructions::instructions;
use super::vectors::lanes::LANES;
use super::vectors::link_lanes;
use crate::world::fixed::MAX_LINK_CORRECTION;
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
    let ended = Mutex::new(Vec::new());
    let links = Links { substep, particles, slots, starts: link_starts, rows: link_rows, ended: &ended, counters };
    let length = task_length(particles.len());
    let before = particles.chunks(length).zip(displacements.chunks(length));
    let after = particles_next.chunks_mut(length).zip(displacements_next.chunks_mut(length));
    for_each_part(before.zip(after), |_, (before, after)| dispatch!(instructions(), simd => links.run(simd, before, after)));
    for k in ended.into_inner().unwrap_or_else(PoisonError::into_inner) {
        link_rows[k].partner = NO_PARTNER;
    }
}

/// What the pass reads, and the rows that end in it.
struct Links<'a> {
    substep: &'a Substep,
    particles: &'a [Particle],
    slots: &'a [u32],
    starts: &'a [u32],
    rows: &'a [LinkRow],
    ended: &'a Mutex<Vec<usize>>,
    counters: &'a CountersCell,
}

impl Links<'_> {
    #[inline(always)]
    fn run<S: Simd>(&self, simd: S, before: (&[Particle], &[Displacement]), after: (&mut [Particle], &mut [Displacement])) {
        for ((particle, displacement), (next, displacement_next)) in before.0.iter().zip(before.1).zip(after.0.iter_mut().zip(after.1)) {
            let correction = self.correction(simd, particle).total();
            let held = self.counters.held(sum(*displacement, correction), correction_is_held(correction));
            *next = moved(*particle, offset(held, *displacement));
            *displacement_next = held;
        }
    }

    /// By all links of a particle, eight at a time where nothing happens to them.
    #[inline(always)]
    fn correction<S: Simd>(&self, simd: S, particle: &Particle) -> Correction {
        let mut correction = Correction::default();
        let is_plain = particle.phase() == Phase::Live && self.substep.tool_kind != ToolKind::Cut as u32;
        let Range { start: mut first, end } = self.rows_of(particle.id);
        while first < end {
            let some = first..end.min(first + LANES);
            let eight = self.rows[first..].first_chunk().filter(|_| is_plain);
            match eight.and_then(|rows| link_lanes::corrections(simd, self.particles, self.slots, particle, rows, some.len())) {
                Some(terms) => correction.add_eight(terms),
                None => self.one_by_one(particle, some.clone(), &mut correction),
            }
            first = some.end;
        }
        correction
    }

    /// First row and end; particles spawned later than the scene have none.
    #[inline(always)]
    fn rows_of(&self, id: u32) -> Range<usize> {
        match self.starts.get(id as usize + 1) {
            Some(&end) => self.starts[id as usize] as usize..end as usize,
            None => 0..0,
        }
    }

    /// The links one after the other, readable first, whatever they are.
    #[inline(never)]
    fn one_by_one(&self, particle: &Particle, rows: Range<usize>, correction: &mut Correction) {
        for k in rows.filter(|&k| self.rows[k].partner != NO_PARTNER) {
            let row = &self.rows[k];
            let other = self.particles[self.slots[row.partner as usize] as usize];
            let span = link_span(particle, &other);
            if link_breaks(self.substep, particle, &other, row, span.length) {
                self.ended.lock().unwrap_or_else(PoisonError::into_inner).push(k);
                if particle.id < other.id {
                    self.counters.broken();
                }
            } else {
                correction.add(link_correction(particle, &other, row, &span));
            }
        }
    }
}

fn link_correction(particle: &Particle, other: &Particle, row: &LinkRow, span: &Span) -> Displacement {
    if particle.phase() != Phase::Live || other.phase() == Phase::Unborn {
        return [0, 0];
    }
    let share = if other.phase() == Phase::Pinned { 2.0 } else { 1.0 };
    let push = product(row.rest_length - span.length, product(row.elasticity, share)).clamp(-MAX_LINK_CORRECTION, MAX_LINK_CORRECTION);
    span.direction.map(|d| product(d, push) as i32)
}
