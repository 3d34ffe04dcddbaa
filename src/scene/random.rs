//! Random numbers that are the same on every platform.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;

/// A stream of random numbers. Each shape has its own, so that trimming one leaves the others alone.
#[derive(Clone)]
pub(crate) struct Random {
    generator: Pcg64,
    /// Numbers taken so far.
    taken: u128,
}

impl Random {
    /// Stream `stream` of `seed`.
    pub fn new(seed: u64, stream: u64) -> Self {
        /// `2^64` over the golden ratio: neighbouring streams start far apart.
        const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
        Self { generator: Pcg64::seed_from_u64(seed ^ stream.wrapping_add(1).wrapping_mul(GOLDEN)), taken: 0 }
    }

    /// Uniform in `[0, 1)`: the upper 53 bits, which is all an `f64` holds.
    pub fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 53) as f64;
        self.taken += 1;
        (self.generator.next_u64() >> 11) as f64 * STEP
    }

    /// Leaves out so many numbers.
    fn skip(&mut self, count: u128) {
        self.generator.advance(count);
        self.taken += count;
    }

    /// What `make` gives for each index, in their order: by all threads, and the same as one after the other. Each index has to take
    /// as many numbers as the first.
    pub fn each<T: Send>(
        &mut self,
        count: u64,
        make: impl Fn(&mut Self, u64) -> T + Sync + Send,
    ) -> impl IndexedParallelIterator<Item = T> {
        let start = self.clone();
        let mut first = start.clone();
        if count > 0 {
            make(&mut first, 0);
        }
        let numbers = first.taken - start.taken;
        self.skip(u128::from(count) * numbers);
        (0..count as usize).into_par_iter().map_init(
            move || (start.clone(), 0),
            move |(random, next), index| {
                // A thread goes from one index to the next, but for where it takes over another's.
                if *next != index as u64 {
                    random.generator.advance((index as u128).wrapping_sub(u128::from(*next)).wrapping_mul(numbers));
                }
                *next = index as u64 + 1;
                let before = random.taken;
                let made = make(random, index as u64);
                debug_assert_eq!(random.taken - before, numbers, "numbers for index {index}");
                made
            },
        )
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
    fn each_gives_what_one_after_the_other_gives() {
        let make = |random: &mut Random, index: u64| (index, random.unit(), random.offset(3.0));
        for count in [0, 1, 2, 10_000] {
            let (mut together, mut alone) = (Random::new(3, 1), Random::new(3, 1));
            let by_all: Vec<_> = together.each(count, make).collect();
            assert_eq!(by_all, (0..count).map(|index| make(&mut alone, index)).collect::<Vec<_>>());
            assert_eq!((together.unit(), together.taken), (alone.unit(), 3 * u128::from(count) + 1));
        }
    }

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
