//! The heap that other engines were measured with: a loose hexagonal packing in the lower part of a box.
//!
//! N discs of radius 0.5 in a box whose edge is √(1.6 N), rounded; rows of 1.005 from centre to centre, every other one
//! shifted by half of that, each disc off its place by up to 0.005 along both axes. With seed 1 the positions are, to the
//! last bit of an `f32`, those of the start files (`.bin`) of that comparison. These were made with numpy, whose
//! `default_rng` is the same generator as here, and which drew 2 N other numbers first.

use rand_core::Rng;
use rand_pcg::Pcg64;

use crate::world::spec::{ParticleSpec, WorldSpec};

/// What `numpy.random.SeedSequence(1)` makes of its seed for this generator.
const STATE: u128 = 0x672d_8ee5_6d67_91ff_8ae1_9ca1_4eb1_072c;
const STREAM: u128 = 0x4915_796d_1322_fc4a_d0cc_2bdc_aba0_49bd;

/// From centre to centre, units.
const PITCH: f64 = 1.005;

/// Greatest shift along an axis, units.
const JITTER: f64 = 0.005;

/// The world of this heap. Another seed than 1 is another jitter, and nobody's start file.
pub fn spec(particles: u64, seed: u64) -> WorldSpec {
    let edge = (1.6 * particles as f64).sqrt().round();
    let columns = (((edge - 1.0 - 0.5 * PITCH) / PITCH) as u64) + 1;
    let mut random = Pcg64::new(STATE.wrapping_add(u128::from(seed)).wrapping_sub(1), STREAM);
    random.advance(2 * u128::from(particles));
    let mut shift = || -JITTER + 2.0 * JITTER * unit(&mut random);
    let place = |index: u64| {
        let (column, row) = ((index % columns) as f64, index / columns);
        let x = 0.5 + column * PITCH + (row % 2) as f64 * 0.5 * PITCH;
        // In this order, since every rounding counts.
        let y = 0.505 + row as f64 * PITCH * 3f64.sqrt() / 2.0;
        [x, y].map(|coordinate| f64::from((coordinate + shift()).clamp(0.5, edge - 0.5) as f32))
    };
    let particles = (0..particles).map(place).map(|position| ParticleSpec::at(position, 0.5)).collect();
    WorldSpec { size: [edge, edge], gravity: [0.0, -10.0], frame_rate: 60.0, substeps: 8, drag: 0.0, particles, ..WorldSpec::default() }
}

/// Uniform in `[0, 1)`, from the upper 53 bits as numpy takes them.
fn unit(random: &mut Pcg64) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FNV-1a of the start file.
    fn digest(particles: u64) -> u64 {
        let spec = spec(particles, 1);
        let numbers = spec.particles.iter().flat_map(|particle| particle.position).map(|number| (number as f32).to_bits());
        let words = [particles as u32, (spec.size[0] as f32).to_bits()].into_iter().chain(numbers);
        words.flat_map(u32::to_le_bytes).fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }

    #[test]
    fn seed_1_is_the_start_file_that_numpy_wrote() {
        assert_eq!([24, 1000].map(digest), [0xe275_3dff_8f8f_ef1a, 0x635d_f082_4f0f_9e56]);
    }

    #[test]
    fn any_number_and_any_seed_fit_their_box() {
        for (particles, seed) in [(1, 1), (2, 0), (3, 1), (7, u64::MAX), (5000, 2)] {
            let spec = spec(particles, seed);
            assert_eq!(spec.particles.len() as u64, particles);
            crate::world::World::new(&spec).unwrap();
        }
        assert_ne!(spec(100, 2).particles, spec(100, 1).particles);
    }
}
