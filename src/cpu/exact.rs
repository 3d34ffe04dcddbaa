//! Twin of `exact.wgsl`. Rust rounds every operation and never contracts, so a product needs no barrier.

use crate::world::fixed::{DITHER_UNIT, FAINTEST};

/// Twin of `product`.
#[inline(always)]
pub fn product(a: f32, b: f32) -> f32 {
    a * b
}

/// Twin of `inverse_root`: 1 / √x for a normal x > 0, to a relative error of 8e-7.
#[inline(always)]
pub fn inverse_root(x: f32) -> f32 {
    let guess = f32::from_bits(0x5F1F_FFF9_u32.wrapping_sub(x.to_bits() >> 1));
    let y = product(product(0.703_952_25, guess), 2.389_244_6 - product(product(x, guess), guess));
    product(y, 1.5 - product(product(product(0.5, x), y), y))
}

/// Twin of `reciprocal`: 1 / x for a normal x > 0, to the last bit or two.
#[inline(always)]
pub fn reciprocal(x: f32) -> f32 {
    let root = inverse_root(x);
    let y = product(root, root);
    product(y, 2.0 - product(x, y))
}

/// Twin of `unless_faint`: what fades from substep to substep ends before adapters differ in how they take it.
#[inline(always)]
pub fn unless_faint(a: f32) -> f32 {
    if a.abs() >= FAINTEST { a } else { 0.0 }
}

/// Twin of `shift_of_phase`: what is added before rounding to the nearest, from -1/2 to 1/2 and neither.
#[inline(always)]
pub fn shift_of_phase(phase: u32) -> f32 {
    product((phase >> 9) as f32 + 0.5, DITHER_UNIT) - 0.5
}

/// Twin of `power_of_two`.
#[inline(always)]
pub fn power_of_two(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) as u32) << 23)
}

/// Twin of `multiply_add_high`: the high 32 bits of `a * b + low`.
#[inline(always)]
pub fn multiply_add_high(a: u32, b: u32, low: u32) -> u32 {
    ((u64::from(a) * u64::from(b) + u64::from(low)) >> 32) as u32
}

/// Twin of `float_of`: an integer of any size, rounded once.
#[inline(always)]
pub fn float_of(a: i32) -> f32 {
    product((a >> 12) as f32, 4096.0) + (a & 0xFFF) as f32
}

/// Twin of `rounded`: to the nearest integer, halves away from zero. For |a| below 2^31. (Of a zero either sign of the
/// half becomes zero again.)
#[inline(always)]
pub fn rounded(a: f32) -> i32 {
    (a + 0.5f32.copysign(a)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_right_to_six_digits_over_all_magnitudes() {
        let mut worst = 0.0f64;
        for exponent in -60..60 {
            for k in 0..2_000 {
                let x = (1.0 + k as f32 / 1_000.0) * power_of_two(exponent);
                let exact = 1.0 / f64::from(x).sqrt();
                worst = worst.max((f64::from(inverse_root(x)) / exact - 1.0).abs());
            }
        }
        assert!(worst < 8e-7, "relative error {worst}");
    }

    #[test]
    fn the_reciprocal_is_right_to_the_last_two_bits() {
        for exponent in -30..30 {
            for k in 0..2_000 {
                let x = (1.0 + k as f32 / 1_000.0) * power_of_two(exponent);
                let error = f64::from(reciprocal(x)) * f64::from(x) - 1.0;
                assert!(error.abs() < 2.5e-7, "1 / {x}: relative error {error}");
            }
        }
    }
}
