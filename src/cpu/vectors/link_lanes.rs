//! Up to eight links of one disc, with the plain solver: what `solve_links` does with each of them, to the same bits.

use bytemuck::cast_ref;
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, i32x8, u32x8};

use super::lanes::{Discs, EIGHT, mask_of};
use crate::cpu::link::plain_spans;
use crate::world::fixed::MAX_LINK_CORRECTION;
use crate::world::links::{LinkRow, NO_PARTNER};
use crate::world::particle::{Particle, Phase};

/// Eight rows, one vector a value.
pub struct Rows<S: Simd> {
    partner: u32x8<S>,
    pub rest_length: f32x8<S>,
    pub elasticity: f32x8<S>,
    pub break_length: f32x8<S>,
}

impl<S: Simd> Rows<S> {
    #[inline(always)]
    pub fn new(simd: S, rows: &[LinkRow; EIGHT]) -> Self {
        let [low, high]: &[[u32; 2 * EIGHT]; 2] = cast_ref(rows);
        let [partner, rest, elasticity, length] = simd.load_four_interleaved_u32x4(low);
        let [high_partner, high_rest, high_elasticity, high_length] = simd.load_four_interleaved_u32x4(high);
        Self {
            partner: partner.combine(high_partner),
            rest_length: rest.combine(high_rest).bitcast(),
            elasticity: elasticity.combine(high_elasticity).bitcast(),
            break_length: length.combine(high_length).bitcast(),
        }
    }
}

/// By which a live particle's end of each of its links is moved, one axis after the other: those in the first so many of these rows, which
/// are its own; 0 for links that are gone. Nothing is cut in this substep. None where one of them breaks, or its ends are at the same place
/// or too far apart for [`plain_spans`], or the other end is not there.
#[inline(always)]
pub fn corrections<S: Simd>(
    simd: S,
    particles: &[Particle],
    slots: &[u32],
    particle: &Particle,
    rows: &[LinkRow; EIGHT],
    count: usize,
) -> Option<[[i32; EIGHT]; 2]> {
    let mut places = [0; EIGHT];
    for (place, row) in places.iter_mut().zip(rows) {
        let id = if row.partner == NO_PARTNER { particle.id } else { row.partner };
        *place = slots[id as usize];
    }
    let own = Rows::new(simd, rows);
    let holds = own.partner.simd_ne(NO_PARTNER) & mask_of(simd, (0xFF >> (EIGHT - count)) as u8);

    let others = Discs::new(simd, &|slot| particles[slot as usize], &places);
    let [x, y] = others.position;
    let [own_x, own_y] = particle.position.map(|p| i32x8::splat(simd, p));
    let (span, special) = plain_spans(simd, [own_x - x, own_y - y]);
    let is_absent = others.phases().simd_gt(Phase::Pinned as u32);
    if (holds & (special | is_absent | span.length.simd_gt(own.break_length))).any_true() {
        return None;
    }

    let one = f32x8::splat(simd, 1.0);
    let share = others.phases().simd_eq(Phase::Pinned as u32).select(one + one, one);
    let push = (own.rest_length - span.length) * (own.elasticity * share);
    let push = push.max(-MAX_LINK_CORRECTION).min(MAX_LINK_CORRECTION);
    let none = i32x8::splat(simd, 0);
    let [x, y] = span.direction;
    let (x, y) = (holds.select((x * push).to_int(), none), holds.select((y * push).to_int(), none));
    Some([x.to_array(), y.to_array()])
}
