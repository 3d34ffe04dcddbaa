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
use super::vectors::lanes::EIGHT;
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
            let some = first..end.min(first + EIGHT);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::cpu::test_worlds::disorder;
    use crate::passes::PassKind;
    use crate::solver::Solver;
    use crate::steps::Step;
    use crate::world::World;
    use crate::world::spec::{ContactSolver, LinkSpec, Walls, WorldSpec};

    /// A net of discs in disorder, with up to a dozen links each: some pinned, some coincident, some unborn, some about to leave; links of
    /// all lengths, some of which break. In half of the net none breaks, and none has both ends at the same place.
    fn tangle() -> World {
        let mut particles = disorder(1_050);
        particles.iter_mut().skip(44).step_by(90).for_each(|particle| particle.velocity = [1_200.0, 0.0]);
        let links = (0..1_950u32).flat_map(|id| {
            let distant = if id < 1_000 { id + 2 } else { (id * 7 + 3) % 2_000 };
            let near = (0..id % 5).map(move |k| (id + 3 + k, 1.5));
            let ends = [(id + 1, 1.0), (id + 45, 2.0), (distant, 10.0)].into_iter().chain(near);
            ends.map(move |(other, length)| LinkSpec {
                stiffness: 0.2 + 0.1 * f64::from(id % 8),
                break_length: (id > 1_000 && id % 30 == 7).then_some(length * 1.5),
                ..LinkSpec::between([id, other], length)
            })
        });
        // Those that leave are not held back from the other side.
        let is_any = |[a, b]: [u32; 2]| a != b && b < 2_000 && (a > 1_000 || a % 45 < 42 && b % 45 < 42 || a % 45 == b % 45);
        let links = links.filter(|link| is_any(link.ends)).collect();
        let walls = Walls { right: false, ..WorldSpec::default().walls };
        let solver = ContactSolver::Plain;
        let spec = WorldSpec { size: [60.0; 2], margin: 2, solver, walls, particles, links, ..WorldSpec::default() };
        World::new(&spec).unwrap()
    }

    #[test]
    fn eight_links_at_a_time_equal_one_after_the_other_to_the_last_bit() {
        let world = tangle();
        let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
        let (mut eights, mut singles) = (0, 0);
        for index in 0..8 {
            let substep = Substep { index, gravity: [3_000, -9_001].into(), ..Substep::default() };
            for step in world.substep_list() {
                if matches!(step, Step::Dispatch(pass) if pass.kind == PassKind::SolveLinks) {
                    let b = &solver.buffers;
                    let (ended, counters) = (Mutex::default(), CountersCell::default());
                    let (starts, rows) = (&b.links.starts, &b.links.rows);
                    let links = Links {
                        substep: &substep,
                        particles: &b.particles,
                        slots: &b.slots,
                        starts,
                        rows,
                        ended: &ended,
                        counters: &counters,
                    };
                    for particle in &b.particles {
                        let mut expected = Correction::default();
                        links.one_by_one(particle, links.rows_of(particle.id), &mut expected);
                        let one_by_one = ended.lock().unwrap().split_off(0);
                        let found = dispatch!(instructions(), simd => links.correction(simd, particle));
                        assert_eq!(found, expected, "{} in substep {index}", particle.id);
                        assert_eq!(ended.lock().unwrap().split_off(0), one_by_one, "{} in substep {index}", particle.id);
                        let first = links.rows_of(particle.id).start;
                        let Some(rows) = rows[first..].first_chunk().filter(|_| particle.phase() == Phase::Live) else { continue };
                        let count = links.rows_of(particle.id).len().min(EIGHT);
                        let terms = dispatch!(instructions(), simd => {
                            link_lanes::corrections(simd, &b.particles, &b.slots, particle, rows, count)
                        });
                        *if terms.is_some() { &mut eights } else { &mut singles } += 1;
                    }
                }
                solver.run_step(step, &substep);
            }
        }
        let counters = solver.counters().unwrap();
        assert!(counters.broken > 50 && counters.removed > 5, "{counters:?}");
        assert!(eights > 5_000 && singles > 100, "{eights} and {singles}");
    }
}
