//! Arithmetic of eight pairs of discs at a time: what `impulse` and `exact` do with one, to the same bits, by the same
//! operations in the same order on each lane.

use bytemuck::cast;
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, i32x8, mask32x8, u32x8, u64x4};

use super::particle_lanes::Particles;
use crate::cpu::impulse::UNITS_PER_STEP;
use crate::cpu::threads::scattered::Scattered;
use crate::world::contacts::ContactRow;
use crate::world::fixed::{MAX_IMPULSE, PARTING_DEPTH};
use crate::world::particle::{Displacement, PHASE_SHIFT, Particle, RADIUS_MASK};

/// Pairs computed at a time.
pub const EIGHT: usize = 8;

/// Eight particles, one vector a value.
pub struct Discs<S: Simd> {
    pub position: [i32x8<S>; 2],
    info: u32x8<S>,
}

/// Eight pairs: see `Separation`.
pub struct Apart<S: Simd> {
    pub gap: f32x8<S>,
    pub normal: [f32x8<S>; 2],
    /// One bit a pair: whether its discs overlap so deeply that they may be parted, see [`parting`](crate::cpu::impulse::parting).
    pub deep: u8,
    /// One bit a pair: whether its discs touch, as lists of contacts have it.
    pub touching: u8,
    /// Whether the discs of one of them are at the same place; gap and normal of that one mean nothing.
    pub coincident: bool,
}

impl<S: Simd> Discs<S> {
    #[inline(always)]
    pub fn new(simd: S, of: &impl Fn(u32) -> Particle, indices: &[u32; EIGHT]) -> Self {
        let [a, b, c, d, e, f, g, h] = *indices;
        let low = Particles::load(simd, &[of(a), of(b), of(c), of(d)]);
        let high = Particles::load(simd, &[of(e), of(f), of(g), of(h)]);
        let ([x, y], [high_x, high_y]) = (low.position, high.position);
        Self { position: [x.combine(high_x), y.combine(high_y)], info: low.info.combine(high.info) }
    }

    /// One bit a disc: whether it is pinned. (They are live or pinned.)
    #[inline(always)]
    pub fn pinned(&self) -> u8 {
        self.phases().simd_ne(0).to_bitmask() as u8
    }

    /// [`Phase`](crate::world::particle::Phase) of each, as a number.
    #[inline(always)]
    pub fn phases(&self) -> u32x8<S> {
        self.info >> PHASE_SHIFT
    }

    #[inline(always)]
    fn radius(&self) -> i32x8<S> {
        (self.info & RADIUS_MASK).bitcast::<i32x8<S>>() + 1
    }
}

/// [`separation`](crate::cpu::impulse::separation) of eight pairs, none of them coincident.
#[inline(always)]
pub fn separation<S: Simd>(simd: S, ours: &Discs<S>, theirs: &Discs<S>) -> Apart<S> {
    let (x, y) = (ours.position[0] - theirs.position[0], ours.position[1] - theirs.position[1]);
    let (x, y): (f32x8<S>, f32x8<S>) = (x.to_float(), y.to_float());
    let reach: f32x8<S> = (ours.radius() + theirs.radius()).to_float();
    let d2 = x * x + y * y;
    let inverse = inverse_root(simd, d2);
    let gap = (d2 * inverse - reach) * UNITS_PER_STEP;
    let (deep, coincident) = ((-gap - reach * PARTING_DEPTH).simd_gt(0.0), d2.simd_eq(0.0));
    let deep = (deep | coincident).to_bitmask() as u8;
    let touching = d2.simd_lt(reach * reach).to_bitmask() as u8;
    Apart { gap, normal: [x * inverse, y * inverse], deep, touching, coincident: coincident.any_true() }
}

/// [`rounded`](crate::cpu::exact::rounded) of eight numbers.
#[inline(always)]
pub fn rounded<S: Simd>(a: f32x8<S>) -> i32x8<S> {
    (a + f32x8::splat(a.token(), 0.5).copysign(a)).to_int()
}

/// [`inverse_root`](crate::cpu::exact::inverse_root) of each lane of a vector of any length.
#[inline(always)]
pub fn inverse_root<S: Simd, F: SimdFloat<S, Element = f32>>(simd: S, x: F) -> F {
    let guess: F = (F::Bits::splat(simd, 0x5F1F_FFF9) - (x.bitcast::<F::Bits>() >> 1u32)).bitcast();
    let number = |number| F::splat(simd, number);
    let y = number(0.703_952_25) * guess * (number(2.389_244_6) - x * guess * guess);
    y * (number(1.5) - number(0.5) * x * y * y)
}

/// [`reciprocal`](crate::cpu::exact::reciprocal) of each lane of a vector of any length.
#[inline(always)]
pub fn reciprocal<S: Simd, F: SimdFloat<S, Element = f32>>(simd: S, x: F) -> F {
    let root = inverse_root(simd, x);
    let y = root * root;
    y * (F::splat(simd, 2.0) - x * y)
}

/// [`held_impulse`](crate::cpu::body::held_impulse) of eight impulses.
#[inline(always)]
pub fn held_impulse<S: Simd>(impulse: f32x8<S>) -> f32x8<S> {
    impulse.max(-MAX_IMPULSE).min(MAX_IMPULSE)
}

/// A mask of lanes from one bit a lane.
#[inline(always)]
pub fn mask_of<S: Simd>(simd: S, bits: u8) -> mask32x8<S> {
    mask32x8::from_bitmask(simd, u64::from(bits))
}

/// Eight displacements.
///
/// # Safety
/// They are there, and no other thread writes them.
#[inline(always)]
pub unsafe fn gather<S: Simd>(simd: S, displacements: &Scattered<'_, Displacement>, discs: &[u32; EIGHT]) -> [i32x8<S>; 2] {
    let [a, b, c, d, e, f, g, h] = *discs;
    // SAFETY: the caller's.
    let of = |i: u32| -> u64 { cast(unsafe { displacements.read(i as usize) }) };
    let [x, y] = halves(simd, [of(a), of(b), of(c), of(d), of(e), of(f), of(g), of(h)]);
    [x.bitcast(), y.bitcast()]
}

/// Of eight pairs of words the first ones and the second ones.
#[inline(always)]
pub fn halves<S: Simd>(simd: S, [a, b, c, d, e, f, g, h]: [u64; EIGHT]) -> [u32x8<S>; 2] {
    let low = u64x4::load_array(simd, [a, b, c, d]).bitcast::<u32x8<S>>();
    let (first, second) = low.deinterleave(u64x4::load_array(simd, [e, f, g, h]).bitcast::<u32x8<S>>());
    [first, second]
}

/// Partners and impulses of eight rows of lists.
#[inline(always)]
pub fn columns<S: Simd>(simd: S, rows: [ContactRow; EIGHT]) -> (u32x8<S>, f32x8<S>) {
    let [partners, impulses] = halves(simd, cast(rows));
    (partners, impulses.bitcast())
}

/// One by one.
#[inline(always)]
pub fn each<S: Simd>([x, y]: [i32x8<S>; 2]) -> [Displacement; EIGHT] {
    let (low, high) = x.interleave(y);
    cast([low.to_array(), high.to_array()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::exact;

    fn floats_of(numbers: [i32; EIGHT]) -> [f32; EIGHT] {
        fearless_simd::dispatch!(fearless_simd::Level::new(), simd => {
            i32x8::load_array(simd, numbers).to_float::<f32x8<_>>().to_array()
        })
    }

    #[test]
    fn an_integer_of_any_size_becomes_the_same_float() {
        let mut number = 1u32;
        for _ in 0..100_000 {
            number = number.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            let numbers: [i32; EIGHT] = std::array::from_fn(|lane| number.rotate_left(3 * lane as u32) as i32 >> (number & 15));
            assert_eq!(floats_of(numbers), numbers.map(exact::float_of));
        }
        let ends = [i32::MIN, i32::MAX, 0, -1, 1 << 24, (1 << 24) + 1, -(1 << 24) - 1, (1 << 25) + 2];
        assert_eq!(floats_of(ends).map(f32::to_bits), ends.map(|a| exact::float_of(a).to_bits()));
    }
}
