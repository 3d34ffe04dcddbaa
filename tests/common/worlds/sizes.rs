//! Discs of several sizes.

use jostle::world::World;
use jostle::world::spec::{ContactSolver, MaterialSpec, ParticleSpec, WorldSpec};

use super::rough::{materials, smooth};
use super::{Random, block, build};

/// Radii from 1 to 4, packed. All weigh the same, so that they need no bodies.
pub fn polydisperse() -> World {
    let mut random = Random::new(2);
    let mut particles = block(22, 20, 0.55, [0.5, 0.5]);
    particles.iter_mut().for_each(|p| *p = ParticleSpec { radius: 0.125 + 0.375 * random.unit(), material: 1, ..*p });
    let materials = vec![MaterialSpec { mass: Some(1.0), ..MaterialSpec::default() }];
    build(&WorldSpec { size: [13.0, 14.0], particles, materials, ..WorldSpec::default() })
}

/// How the discs of [`mixed`] are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mixed {
    Plain,
    /// All of one mass.
    Alike,
    Rough,
    /// As `Rough`, and contacts resist rolling.
    Resisting,
    /// As `Rough`, and nothing rubs.
    Smooth,
}

/// Radii from 1 to 32 in clumps that overlap and fly, with small discs under, beside and right in large ones, some of them pinned
/// and some in one place, and some outside the walls.
pub fn mixed(kind: Mixed) -> World {
    let mut random = Random::new(10);
    let mut particles: Vec<_> = (0..900u32)
        .map(|k| {
            let radius = (0.6 + 0.4 * random.unit()) * 2.0 / f64::from(1 << (k % 6));
            let clump = [6.0 + 14.0 * f64::from(k % 3), 6.0 + 9.0 * f64::from(k % 5 % 2)];
            let [dx, dy] = random.vector(5.0);
            let place = if k % 90 == 7 { clump } else { [clump[0] + dx, clump[1] + dy] };
            ParticleSpec { velocity: random.vector(30.0), material: (k % 4) as u16, ..ParticleSpec::at(place, radius) }
        })
        .collect();
    for particle in particles.iter_mut().skip(11).step_by(41) {
        (particle.pinned, particle.velocity) = (true, [0.0; 2]);
    }
    let spec = WorldSpec { size: [40.0, 22.0], gravity: [4.0, -30.0], ..WorldSpec::default() };
    match kind {
        Mixed::Rough | Mixed::Resisting | Mixed::Smooth => {
            let rolling_resistance = if kind == Mixed::Resisting { 0.3 } else { 0.0 };
            let spec = WorldSpec { particles, materials: materials(), friction: 0.5, restitution: 0.3, rolling_resistance, ..spec };
            build(&if matches!(kind, Mixed::Smooth) { smooth(spec) } else { spec })
        }
        Mixed::Alike => {
            particles.iter_mut().for_each(|particle| particle.material = 1);
            let materials = vec![MaterialSpec { mass: Some(1.0), ..MaterialSpec::default() }];
            build(&WorldSpec { particles, materials, ..spec })
        }
        Mixed::Plain => {
            particles.iter_mut().for_each(|particle| particle.material = 0);
            build(&WorldSpec { particles, solver: ContactSolver::Plain, ..spec })
        }
    }
}

/// Many of the largest discs in one place, and small ones under them.
pub fn crowd_of_the_largest(rough: bool) -> World {
    let mut random = Random::new(11);
    let mut particle = |k: u32| {
        let (place, radius) = match k {
            0..600 => ([150.0 + 15.0 * random.unit(), 100.0 + 15.0 * random.unit()], 16.0),
            _ => ([150.0 + 20.0 * random.unit(), 80.0 + 50.0 * random.unit()], 0.2),
        };
        ParticleSpec { material: if rough { (k % 4) as u16 } else { 0 }, ..ParticleSpec::at(place, radius) }
    };
    let particles = (0..900).map(&mut particle).collect();
    let alike = vec![MaterialSpec { mass: Some(1.0), ..MaterialSpec::default() }];
    let (materials, friction) = if rough { (materials(), 0.5) } else { (alike, 0.0) };
    build(&WorldSpec { size: [300.0, 200.0], particles, materials, friction, ..WorldSpec::default() })
}

/// A light disc in a corner and one four hundred times as heavy that falls into it, which the wall across holds.
pub fn wedged() -> World {
    let materials = [0.1, 40.0].map(|mass| MaterialSpec { mass: Some(mass), ..MaterialSpec::default() }).to_vec();
    let light = ParticleSpec { material: 1, ..ParticleSpec::at([0.5, 0.5], 0.5) };
    let heavy = ParticleSpec { material: 2, velocity: [0.0, -5.0], ..ParticleSpec::at([2.1, 2.15], 1.9) };
    build(&WorldSpec { size: [4.0, 20.0], gravity: [0.0, -100.0], particles: vec![light, heavy], materials, ..WorldSpec::default() })
}
