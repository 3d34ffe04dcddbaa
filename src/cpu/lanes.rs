//! Arithmetic of eight pairs of discs at a time: what `impulse` and `exact` do with one, to the same bits, by the same
//! operations in the same order on each lane.

use bytemuck::cast;
use wide::{f32x4, f32x8, i32x4, i32x8, u32x8};

use super::impulse::UNITS_PER_STEP;
use crate::world::particle::{PHASE_SHIFT, Particle, RADIUS_MASK};

/// Pairs computed at a time.
pub const LANES: usize = 8;

/// Eight particles, one array a value.
pub struct Discs {
    position: [i32x8; 2],
    info: u32x8,
}

/// Eight pairs: see `Separation`.
pub struct Apart {
    pub gap: f32x8,
    pub normal: [f32x8; 2],
    /// Whether the discs of one of them are at the same place; gap and normal of that one mean nothing.
    pub coincident: bool,
}

impl Discs {
    #[inline(always)]
    pub fn new(particles: &[Particle], indices: &[u32; LANES]) -> Self {
        let (mut x, mut y, mut info) = ([0; LANES], [0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let particle = &particles[indices[lane] as usize];
            [x[lane], y[lane]] = particle.position;
            info[lane] = particle.info;
        }
        Self { position: [i32x8::new(x), i32x8::new(y)], info: u32x8::new(info) }
    }

    /// One bit a disc: whether it is pinned. (They are live or pinned.)
    #[inline(always)]
    pub fn pinned(&self) -> u8 {
        let phases = cast::<u32x8, i32x8>(self.info >> PHASE_SHIFT);
        !cast::<i32x8, f32x8>(phases.simd_eq(i32x8::splat(0))).to_bitmask() as u8
    }

    #[inline(always)]
    fn radius(&self) -> i32x8 {
        cast::<u32x8, i32x8>(self.info & u32x8::splat(RADIUS_MASK)) + i32x8::splat(1)
    }
}

/// [`separation`](super::impulse::separation) of eight pairs, none of them coincident.
#[inline(always)]
pub fn separation(ours: &Discs, theirs: &Discs) -> Apart {
    let offset = [ours.position[0] - theirs.position[0], ours.position[1] - theirs.position[1]];
    let d = [float_of(offset[0]), float_of(offset[1])];
    let reach = float_of(ours.radius() + theirs.radius());
    let d2 = d[0] * d[0] + d[1] * d[1];
    let inverse = inverse_root(d2);
    let gap = d2 * inverse - reach;
    let unit = f32x8::splat(UNITS_PER_STEP);
    Apart { gap: gap * unit, normal: [d[0] * inverse, d[1] * inverse], coincident: d2.simd_eq(f32x8::splat(0.0)).any() }
}

/// [`float_of`](super::exact::float_of) of eight numbers: a processor rounds to nearest, as the sum there does.
#[inline(always)]
pub fn float_of(a: i32x8) -> f32x8 {
    let [low, high]: [i32x4; 2] = cast(a);
    cast([f32x4::from_i32x4(low), f32x4::from_i32x4(high)])
}

/// [`rounded`](super::exact::rounded) of eight numbers.
#[inline(always)]
pub fn rounded(a: f32x8) -> i32x8 {
    (a + ((a & f32x8::splat(-0.0)) | f32x8::splat(0.5))).fast_trunc_int()
}

/// [`inverse_root`](super::exact::inverse_root) of eight numbers.
#[inline(always)]
pub fn inverse_root(x: f32x8) -> f32x8 {
    let guess: f32x8 = cast(u32x8::splat(0x5F1F_FFF9) - (cast::<f32x8, u32x8>(x) >> 1u32));
    let y = f32x8::splat(0.703_952_25) * guess * (f32x8::splat(2.389_244_6) - x * guess * guess);
    y * (f32x8::splat(1.5) - f32x8::splat(0.5) * x * y * y)
}

#[inline(always)]
pub fn select(mask: i32x8, yes: f32x8, no: f32x8) -> f32x8 {
    let mask: f32x8 = cast(mask);
    (yes & mask) | (no & !mask)
}

/// A mask of lanes from one bit a lane.
#[inline(always)]
pub fn mask_of(bits: u8) -> i32x8 {
    let bit = i32x8::new([1, 2, 4, 8, 16, 32, 64, 128]);
    (i32x8::splat(i32::from(bits)) & bit).simd_eq(bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::exact;

    #[test]
    fn an_integer_of_any_size_becomes_the_same_float() {
        let mut number = 1u32;
        for _ in 0..100_000 {
            number = number.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            let numbers: [i32; LANES] = std::array::from_fn(|lane| number.rotate_left(3 * lane as u32) as i32 >> (number & 15));
            assert_eq!(float_of(i32x8::new(numbers)).to_array(), numbers.map(exact::float_of));
        }
        let ends = [i32::MIN, i32::MAX, 0, -1, 1 << 24, (1 << 24) + 1, -(1 << 24) - 1, (1 << 25) + 2];
        assert_eq!(float_of(i32x8::new(ends)).to_array().map(f32::to_bits), ends.map(|a| exact::float_of(a).to_bits()));
    }
}
