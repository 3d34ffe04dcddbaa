//! Worlds and substeps that unit tests of several passes share.

use super::{Buffers, CpuSolver};
use crate::scene::random::Random;
use crate::world::World;
use crate::world::fold::Folding;
use crate::world::levels::Leveling;
use crate::world::params::Substep;
use crate::world::spec::{ContactSolver, MaterialSpec, ParticleSpec, WorldSpec};

/// A crowd of rough discs in motion: some pinned, some coincident, some far too fast in the end, of several sizes, masses and surfaces.
pub fn rough_crowd(sizes: u32, levels: u32, folding: Folding) -> World {
    rough_crowd_of([0.3, 0.0, 1.5], 0.0, sizes, levels, folding)
}

/// The same of discs with these frictions, and a rolling resistance.
pub fn rough_crowd_of(frictions: [f64; 3], rolling_resistance: f64, sizes: u32, levels: u32, folding: Folding) -> World {
    let mut random = Random::new(1, 0);
    let mut number = || random.unit();
    let particles = (0..2_500)
        .map(|id| {
            let position = if id % 50 == 0 { [7.25, 9.5] } else { [number() * 40.0, number() * 40.0] };
            let velocity = if id % 9 == 0 { [0.0; 2] } else { [0; 2].map(|_| (number() * 2.0 - 1.0) * 20.0) };
            let radius = 0.6 / f64::from(1 << (id % 16 % sizes));
            ParticleSpec { velocity, pinned: id % 9 == 0, material: 1 + (id % 3) as u16, ..ParticleSpec::at(position, radius) }
        })
        .collect();
    let material = |((density, restitution), friction)| MaterialSpec { density, mass: None, friction, restitution };
    let materials = [(1.0, 0.5), (20.0, 0.01), (0.3, 0.0)].into_iter().zip(frictions).map(material).collect();
    let spec = WorldSpec { size: [40.0; 2], restitution: 0.5, rolling_resistance, particles, materials, ..WorldSpec::default() };
    World::new(&spec).unwrap().with_levels(Leveling::Exactly(levels)).unwrap().with_folding(folding).unwrap()
}

/// A substep with gravity that pinned discs do not follow.
pub fn fall(index: u32) -> Substep {
    Substep { index, gravity: [3_000, -9_001].into(), ..Substep::default() }
}

/// A sorted crowd: mixed radii, some pinned, some coincident, some far too close.
pub fn sorted_crowd(folding: Folding, levels: u32) -> Buffers {
    let mut random = Random::new(1, 0);
    let mut number = || random.unit();
    let particles = (0..3_000)
        .map(|id| {
            let position = if id % 50 == 0 { [7.25, 9.5] } else { [number() * 40.0, number() * 40.0] };
            let radius = if levels == 1 || id % 7 > 0 { 0.2 + 0.3 * number() } else { 0.8 + 2.4 * number() };
            ParticleSpec { pinned: id % 9 == 0, ..ParticleSpec::at(position, radius) }
        })
        .collect();
    let world = World::new(&WorldSpec { size: [40.0; 2], solver: ContactSolver::Plain, particles, ..WorldSpec::default() }).unwrap();
    let world = world.with_levels(Leveling::Exactly(levels)).unwrap().with_folding(folding).unwrap();
    let mut buffers = CpuSolver::new(&world, Some(1)).unwrap().buffers;
    world.measuring_list().into_iter().for_each(|step| buffers.run_step(step, &Substep::default()));
    buffers
}

/// 2,000 discs in disorder, some pinned, some unborn at first; from one on some at the same places.
pub fn disorder(coincident_from: usize) -> Vec<ParticleSpec> {
    let mut random = Random::new(1, 0);
    let mut number = |below: f64| random.unit() * below;
    let mut particles: Vec<_> = (0..2_000)
        .map(|id| ParticleSpec {
            velocity: if id % 90 < 20 { [0.0; 2] } else { [number(40.0) - 20.0, number(40.0) - 20.0] },
            pinned: id % 90 < 20,
            birth: if id % 90 == 50 { 3 } else { 0 },
            ..ParticleSpec::at([0.8 + 1.3 * f64::from(id % 45) + number(0.6), 0.8 + 1.3 * f64::from(id / 45) + number(0.6)], 0.5)
        })
        .collect();
    for id in (coincident_from..2_000).step_by(90) {
        particles[id].position = particles[id - 1].position;
    }
    particles
}
