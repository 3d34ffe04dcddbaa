//! Twin of `link.wgsl`: one link, its length, and when it goes.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x8, i32x8, mask32x8};

use super::contact::coincident_normal;
use super::dim2::{offset, sum};
use super::exact::{inverse_root, power_of_two, product};
use super::vectors::lanes::{self, Discs, EIGHT};
use crate::world::fixed::TOOL_SHIFT;
use crate::world::links::LinkRow;
use crate::world::params::{Substep, ToolKind};
use crate::world::particle::{Particle, Phase};

/// A link goes when an end has left the world, when it is stretched beyond its break length, or when its
/// middle is on the way of the cutting tool.
pub fn link_breaks(substep: &Substep, particle: &Particle, other: &Particle, row: &LinkRow, length: f32) -> bool {
    let phases = [particle.phase(), other.phase()];
    if phases.contains(&Phase::Removed) {
        return true;
    }
    if phases.contains(&Phase::Unborn) {
        return false;
    }
    length > row.break_length || link_is_cut(substep, particle.position, other.position)
}

/// In a substep the tool reaches from where it is to where its motion leads, which for a cut is in steps: nothing on the way of a
/// quick hand is left out. What would be divided by the length of that way is multiplied out; `way` is at most `2^23`, `motion` `2^22`.
fn link_is_cut(substep: &Substep, a: [i32; 2], b: [i32; 2]) -> bool {
    if substep.tool_kind != ToolKind::Cut as u32 {
        return false;
    }
    let middle = [(a[0] >> 1) + (b[0] >> 1), (a[1] >> 1) + (b[1] >> 1)];
    let way = offset(middle, *substep.tool_position).map(|d| d >> TOOL_SHIFT);
    let motion = substep.tool_motion.map(|d| d >> TOOL_SHIFT);
    let radius = [substep.tool_radius; 2];
    let (low, high) = (offset(motion.map(|d| d.min(0)), radius), sum(motion.map(|d| d.max(0)), radius));
    if [0, 1].into_iter().any(|axis| way[axis] < low[axis] || way[axis] > high[axis]) {
        return false;
    }
    let (d, m) = (way.map(|d| d as f32), motion.map(|d| d as f32));
    let along = product(d[0], m[0]) + product(d[1], m[1]);
    let length2 = product(m[0], m[0]) + product(m[1], m[1]);
    if along > 0.0 && along < length2 {
        let across = product(d[0], m[1]) - product(d[1], m[0]);
        return product(product(across, across), substep.tool_inverse_area) < length2;
    }
    let end = if along > 0.0 { offset(way, motion) } else { way }.map(|d| d as f32);
    product(product(end[0], end[0]) + product(end[1], end[1]), substep.tool_inverse_area) < 1.0
}

/// Twin of `Span`.
pub struct Span {
    /// Steps.
    pub length: f32,
    /// From the other end to this one.
    pub direction: [f32; 2],
}

/// A difference of `2^23` steps or more is shifted down first: how a longer integer rounds to `f32` is not
/// fixed on a GPU.
pub fn link_span(particle: &Particle, other: &Particle) -> Span {
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

/// [`Span`] of eight links.
pub struct Spans<S: Simd> {
    pub length: f32x8<S>,
    pub direction: [f32x8<S>; 2],
}

/// [`link_span`] of eight links between discs in these slots; `of` gives particles.
#[inline(always)]
pub fn link_spans<S: Simd>(simd: S, of: &impl Fn(u32) -> Particle, ends: &[[u32; EIGHT]; 2]) -> Spans<S> {
    let (firsts, seconds) = (Discs::new(simd, of, &ends[0]), Discs::new(simd, of, &ends[1]));
    let (spans, special) = plain_spans(simd, [0, 1].map(|axis| firsts.position[axis] - seconds.position[axis]));
    if special.any_true() {
        return one_by_one(simd, &std::array::from_fn(|lane| link_span(&of(ends[0][lane]), &of(ends[1][lane]))));
    }
    spans
}

/// [`link_span`] of eight links by the differences of their ends, and for which of them it means nothing: those of which the ends are at
/// the same place, or so far apart that a difference would have to be shifted.
#[inline(always)]
pub fn plain_spans<S: Simd>(simd: S, [x, y]: [i32x8<S>; 2]) -> (Spans<S>, mask32x8<S>) {
    let far = 1 << 23;
    let is_far = x.simd_ge(far) | x.simd_le(-far) | y.simd_ge(far) | y.simd_le(-far);
    let (x, y): (f32x8<S>, f32x8<S>) = (x.to_float(), y.to_float());
    let d2 = x * x + y * y;
    let inverse = lanes::inverse_root(simd, d2);
    (Spans { length: d2 * inverse, direction: [x * inverse, y * inverse] }, is_far | d2.simd_eq(0.0))
}

#[cold]
#[inline(never)]
fn one_by_one<S: Simd>(simd: S, spans: &[Span; EIGHT]) -> Spans<S> {
    let all = |number: &dyn Fn(&Span) -> f32| f32x8::load_array(simd, spans.each_ref().map(number));
    Spans { length: all(&|span| span.length), direction: [all(&|span| span.direction[0]), all(&|span| span.direction[1])] }
}
