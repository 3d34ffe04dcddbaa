//! Twin of `link.wgsl`: one link, its length, and when it goes.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x8};

use super::contact::coincident_normal;
use super::dim2::offset;
use super::exact::{inverse_root, power_of_two, product};
use super::lanes::{self, Discs, LANES};
use crate::world::fixed::TOOL_SHIFT;
use crate::world::links::LinkRow;
use crate::world::params::{Substep, ToolKind};
use crate::world::particle::{Particle, Phase};

/// A link goes when an end has left the world, when it is stretched beyond its break length, or when its
/// middle is inside the cutting tool.
pub fn link_breaks(substep: &Substep, particle: &Particle, other: &Particle, row: &LinkRow) -> bool {
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
pub fn link_spans<S: Simd>(simd: S, of: &impl Fn(u32) -> Particle, ends: &[[u32; LANES]; 2]) -> Spans<S> {
    let (firsts, seconds) = (Discs::new(simd, of, &ends[0]), Discs::new(simd, of, &ends[1]));
    let (x, y) = (firsts.position[0] - seconds.position[0], firsts.position[1] - seconds.position[1]);
    // Shorter ones are not shifted.
    let far = 1 << 23;
    let is_far = x.simd_ge(far) | x.simd_le(-far) | y.simd_ge(far) | y.simd_le(-far);
    let (x, y): (f32x8<S>, f32x8<S>) = (x.to_float(), y.to_float());
    let d2 = x * x + y * y;
    if (is_far | d2.simd_eq(0.0)).any_true() {
        return one_by_one(simd, &std::array::from_fn(|lane| link_span(&of(ends[0][lane]), &of(ends[1][lane]))));
    }
    let inverse = lanes::inverse_root(simd, d2);
    Spans { length: d2 * inverse, direction: [x * inverse, y * inverse] }
}

#[cold]
#[inline(never)]
fn one_by_one<S: Simd>(simd: S, spans: &[Span; LANES]) -> Spans<S> {
    let all = |number: &dyn Fn(&Span) -> f32| f32x8::load_array(simd, spans.each_ref().map(number));
    Spans { length: all(&|span| span.length), direction: [all(&|span| span.direction[0]), all(&|span| span.direction[1])] }
}
