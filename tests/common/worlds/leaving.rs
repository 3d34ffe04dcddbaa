//! Discs that come and go: born later, or out of an open side.

use jostle::world::World;
use jostle::world::spec::{ParticleSpec, Walls, WorldSpec};

use super::{Random, block, build};

/// A burst of discs in a world without walls.
pub fn open_sides() -> World {
    let mut random = Random::new(3);
    let mut particles = block(15, 15, 0.98, [1.0, 1.0]);
    particles.iter_mut().for_each(|p| p.velocity = random.vector(200.0));
    build(&WorldSpec { size: [16.0, 16.0], walls: Walls::OPEN, margin: 1, particles, ..WorldSpec::default() })
}

/// A crowd that leaves through an open side while its discs touch each other.
pub fn leaving(friction: f64) -> World {
    let mut particles = block(20, 15, 0.96, [3.2, 0.5]);
    particles.iter_mut().for_each(|p| p.velocity = [100.0, 0.0]);
    build(&WorldSpec { size: [22.0, 16.0], walls: Walls::OPEN, margin: 1, friction, particles, ..WorldSpec::default() })
}

/// Discs that appear one after another at the same two places.
pub fn emitters() -> World {
    build(&emitters_spec())
}

/// What [`emitters`] is made of.
pub fn emitters_spec() -> WorldSpec {
    let emitted = |k: u32| ParticleSpec {
        velocity: [if k.is_multiple_of(2) { 30.0 } else { -30.0 }, -20.0],
        birth: 1 + k / 6,
        ..ParticleSpec::at([if k.is_multiple_of(2) { 3.0 } else { 17.0 }, 16.0 - f64::from(k % 6)], 0.5)
    };
    let mut particles: Vec<_> = (0..240).map(emitted).collect();
    particles.extend(block(10, 3, 1.0, [5.0, 1.0]));
    WorldSpec { size: [20.0, 20.0], particles, ..WorldSpec::default() }
}

/// As [`coming_and_going_spec`], with the resting solver.
pub fn coming_and_going() -> World {
    build(&coming_and_going_spec())
}

/// Three discs of four wait to be let out, most of them for longer than any test runs, and stand among the others at the start. Of those
/// that are there some leave through an open side. All of them are neither whole workgroups nor whole threads of a vector.
pub fn coming_and_going_spec() -> WorldSpec {
    let place = |k: u32| [1.0 + 1.1 * f64::from(k % 60), 1.0 + 1.1 * f64::from(k / 60)];
    let disc = |k: u32| ParticleSpec {
        velocity: [if k.is_multiple_of(3) { -1_200.0 } else { 5.0 }, 30.0],
        birth: match k % 8 {
            0 | 5 => 0,
            3 => 1 + k / 60,
            _ => 1_000 + k,
        },
        ..ParticleSpec::at(place(k), 0.5)
    };
    let walls = Walls { left: false, ..Walls::CLOSED };
    WorldSpec { size: [68.0, 40.0], walls, margin: 1, particles: (0..1_805).map(disc).collect(), ..WorldSpec::default() }
}
