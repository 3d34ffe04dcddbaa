//! Sums and maxima over all particles, for people to look at: speeds, overlaps, counts.

use super::frame::Frame;

/// What the `measure` pass gathers, in integers; equal on every backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Measures {
    /// Live particles.
    pub live: u64,
    /// Pinned particles.
    pub pinned: u64,
    /// Particles that wait for their emitter.
    pub unborn: u64,
    /// Particles that left through an open side, or were removed by hand.
    pub removed: u64,
    /// Ends of contacts: twice the number of overlapping pairs, pairs of two pinned particles aside.
    pub touching: u64,
    /// Live particles that stick out of a wall.
    pub outside: u64,
    /// Greatest overlap of a pair, over the sum of its radii, times [`OVERLAP_UNIT`]. In diameters the method of this name tells it.
    pub max_overlap: u32,
    /// Greatest squared displacement per substep, in displacement units, to 26 bits. As a speed [`World::max_speed`](super::World::max_speed)
    /// tells it.
    pub max_speed_squared: u64,
    /// Sum over contact ends of the overlap, over the sum of the radii, times [`OVERLAP_UNIT`].
    pub overlap: u128,
    /// Sum of squared displacements per substep of the live particles, in displacement units. As a speed
    /// [`World::rms_speed`](super::World::rms_speed) tells it.
    pub speed_squared: u128,
    /// Sums over the live particles of how far each is right of and above the lower left corner of the world, in steps; 0 where it is
    /// beyond.
    pub places: [u128; 2],
    /// Sum of mass times squared displacement per substep, and of half of that of the spin, of the live particles: masses over
    /// that of the heaviest, displacement units; of a disc at most 2⁶⁴, which only some that joined can reach, seven times as heavy as the
    /// heaviest and as fast as can be. 0 where discs have no bodies.
    pub energy: u128,
    /// First moments of mass: [`Self::places`] with masses over that of the heaviest. 0 where discs have no bodies.
    pub moments: [u128; 2],
    /// Their mass, in `2^-24` of that of the heaviest. 0 where discs have no bodies.
    pub mass: u128,
    /// Live particles that are in an obstacle by more than a 256th of the largest diameter.
    pub in_obstacles: u64,
    /// Of them the deepest, in largest diameters, times [`OVERLAP_UNIT`]. Without that factor the method of this name tells it.
    pub max_depth: u32,
}

/// An overlap of one whole diameter.
pub const OVERLAP_UNIT: f32 = 16_777_216.0;

/// Words of the measure buffer, by their index; each takes two `u32`.
pub mod word {
    /// Four words: how many particles are in each phase.
    pub const PHASES: u32 = 0;
    /// See `Measures::touching`.
    pub const TOUCHING: u32 = 4;
    /// See `Measures::outside`.
    pub const OUTSIDE: u32 = 5;
    /// See `Measures::max_overlap`.
    pub const MAX_OVERLAP: u32 = 6;
    /// See `Measures::max_speed_squared`: length in bits and 26 bits.
    pub const MAX_SPEED: u32 = 7;
    /// Three words of 22 bits each, see `Measures::overlap`.
    pub const OVERLAP: u32 = 8;
    /// Three words of 22 bits each, see `Measures::speed_squared`.
    pub const SPEED_SQUARED: u32 = 11;
    /// Three words of 22 bits each for x and for y, see `Measures::places`.
    pub const PLACES: u32 = 14;
    /// Three words of 22 bits each, see `Measures::energy`.
    pub const ENERGY: u32 = 20;
    /// Right behind the energy, three words of 22 bits each for x and for y, see `Measures::moments`.
    pub const MOMENTS: u32 = 23;
    /// Behind the moments, three words of 22 bits each, see `Measures::mass`.
    pub const MASS: u32 = 29;
    /// See `Measures::in_obstacles`.
    pub const IN_OBSTACLES: u32 = 32;
    /// See `Measures::max_depth`.
    pub const MAX_DEPTH: u32 = 33;
    /// How many words there are; no more than threads in a workgroup.
    pub const COUNT: u32 = 34;
}

impl Measures {
    /// Reads the measure buffer: [`word::COUNT`] pairs of low and high half.
    ///
    /// # Panics
    /// Where there are fewer.
    pub fn from_words(words: &[u32]) -> Self {
        let sum = |index: u32| u64::from(words[2 * index as usize]) | u64::from(words[2 * index as usize + 1]) << 32;
        let wide = |index: u32| (0..3).map(|part| u128::from(sum(index + part)) << (22 * part)).sum();
        Self {
            live: sum(word::PHASES),
            pinned: sum(word::PHASES + 1),
            unborn: sum(word::PHASES + 2),
            removed: sum(word::PHASES + 3),
            touching: sum(word::TOUCHING),
            outside: sum(word::OUTSIDE),
            max_overlap: words[2 * word::MAX_OVERLAP as usize],
            max_speed_squared: expand(words[2 * word::MAX_SPEED as usize]),
            overlap: wide(word::OVERLAP),
            speed_squared: wide(word::SPEED_SQUARED),
            places: [0, 3].map(|axis| wide(word::PLACES + axis)),
            energy: wide(word::ENERGY),
            moments: [0, 3].map(|axis| wide(word::MOMENTS + axis)),
            mass: wide(word::MASS),
            in_obstacles: sum(word::IN_OBSTACLES),
            max_depth: words[2 * word::MAX_DEPTH as usize],
        }
    }

    /// Sums added, maxima taken.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        Self {
            live: self.live + other.live,
            pinned: self.pinned + other.pinned,
            unborn: self.unborn + other.unborn,
            removed: self.removed + other.removed,
            touching: self.touching + other.touching,
            outside: self.outside + other.outside,
            max_overlap: self.max_overlap.max(other.max_overlap),
            max_speed_squared: self.max_speed_squared.max(other.max_speed_squared),
            overlap: self.overlap + other.overlap,
            speed_squared: self.speed_squared + other.speed_squared,
            places: [0, 1].map(|axis| self.places[axis] + other.places[axis]),
            energy: self.energy + other.energy,
            moments: [0, 1].map(|axis| self.moments[axis] + other.moments[axis]),
            mass: self.mass + other.mass,
            in_obstacles: self.in_obstacles + other.in_obstacles,
            max_depth: self.max_depth.max(other.max_depth),
        }
    }

    /// Root mean square of the speeds of the live particles, in scene units per second. For measures without their world: where it is at
    /// hand, use [`World::rms_speed`](super::World::rms_speed), which knows the frame and the substeps.
    pub fn rms_speed(&self, frame: &Frame, substeps_per_second: f64) -> f64 {
        let mean = self.speed_squared as f64 / (self.live.max(1)) as f64;
        mean.sqrt() / frame.fine_per_unit() * substeps_per_second
    }

    /// Greatest speed, in scene units per second, cut off behind 26 bits; never less than [`Self::rms_speed`]. For measures without their
    /// world: where it is at hand, use [`World::max_speed`](super::World::max_speed), which knows the frame and the substeps.
    pub fn max_speed(&self, frame: &Frame, substeps_per_second: f64) -> f64 {
        let greatest = (self.max_speed_squared as f64).sqrt() / frame.fine_per_unit() * substeps_per_second;
        greatest.max(self.rms_speed(frame, substeps_per_second))
    }

    /// Mean overlap of the pairs that overlap, in diameters (the mean diameter of the pair).
    pub fn mean_overlap(&self) -> f64 {
        self.overlap as f64 / self.touching.max(1) as f64 / f64::from(OVERLAP_UNIT)
    }

    /// Greatest overlap, in diameters (the mean diameter of the pair); the field of this name has it in integers.
    pub fn max_overlap(&self) -> f64 {
        f64::from(self.max_overlap) / f64::from(OVERLAP_UNIT)
    }

    /// Depth of the particle that is deepest in an obstacle, in largest diameters; the field of this name has it in integers.
    pub fn max_depth(&self) -> f64 {
        f64::from(self.max_depth) / f64::from(OVERLAP_UNIT)
    }

    /// Ends of contacts that a particle in the world has on average: of two that overlap, each has one.
    pub fn contacts_per_particle(&self) -> f64 {
        self.touching as f64 / (self.live + self.pinned).max(1) as f64
    }
}

/// A number below 2⁶³ as its length in bits and the 26 bits below the leading one: order is kept, so that
/// a 32-bit atomic can take the maximum. Twin of `compact` in `measure.wgsl`.
pub fn compact(value: u64) -> u32 {
    match value.checked_ilog2() {
        None => 0,
        Some(bit) => (bit + 1) << 26 | ((((value << (63 - bit)) >> 32) as u32) << 1) >> 6,
    }
}

/// The least number with this compact form.
pub fn expand(compact: u32) -> u64 {
    match compact >> 26 {
        0 => 0,
        length => ((1u64 << 63) | u64::from(compact & 0x3FF_FFFF) << 37) >> (64 - length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compact_form_keeps_order_and_26_bits() {
        let mut last = 0;
        for value in [0u64, 1, 2, 3, 4, 1000, (1 << 27) - 1, 1 << 27, (1 << 40) + 12_345, 1 << 62] {
            assert!(compact(value) >= last);
            last = compact(value);
            let back = expand(last);
            assert!(back <= value && (value - back) as f64 <= value as f64 / f64::from(1u32 << 26));
        }
    }
}
