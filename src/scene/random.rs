//! Random numbers that are the same on every platform.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// A stream of random numbers. Each shape has its own, so that trimming one leaves the others alone.
pub(crate) struct Random(Pcg64);

impl Random {
    /// Stream `stream` of `seed`.
    pub fn new(seed: u64, stream: u64) -> Self {
        /// `2^64` over the golden ratio: neighbouring streams start far apart.
        const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
        Self(Pcg64::seed_from_u64(seed ^ stream.wrapping_add(1).wrapping_mul(GOLDEN)))
    }

    /// Uniform in `[0, 1)`: the upper 53 bits, which is all an `f64` holds.
    pub fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 53) as f64;
        (self.0.next_u64() >> 11) as f64 * STEP
    }

    /// Uniform in `[low, high)`, or `low` where the two are equal.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Uniform in the square of half-width `reach` about the origin.
    pub fn offset(&mut self, reach: f64) -> [f64; 2] {
        [self.between(-reach, reach), self.between(-reach, reach)]
    }

    /// A unit vector of any direction.
    pub fn direction(&mut self) -> [f64; 2] {
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * self.unit());
        [cos, sin]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_what_it_was_on_every_platform() {
        let mut random = Random::new(1, 0);
        let first: Vec<u64> = (0..3).map(|_| random.unit().to_bits()).collect();
        assert_eq!(first, GOLDEN_BITS);
    }

    const GOLDEN_BITS: [u64; 3] = [4604004149852023329, 4605083986635503394, 4602615640056251584];

    #[test]
    fn numbers_fill_their_range_and_streams_differ() {
        let mut random = Random::new(7, 3);
        let numbers: Vec<f64> = (0..1000).map(|_| random.between(-2.0, 6.0)).collect();
        let mean = numbers.iter().sum::<f64>() / 1000.0;
        assert!(numbers.iter().all(|x| (-2.0..6.0).contains(x)) && (mean - 2.0).abs() < 0.3, "mean {mean}");
        assert_ne!(Random::new(7, 4).unit(), Random::new(7, 3).unit());
        assert_ne!(Random::new(8, 3).unit(), Random::new(7, 3).unit());
    }
}
