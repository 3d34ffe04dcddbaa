//! Ids are labels, and left is like right.

use jostle::world::links::NO_PARTNER;
use jostle::world::particle::{Displacement, Particle};
use jostle::world::spec::{LinkSpec, ParticleSpec, WorldSpec};
use jostle::world::state::State;

use crate::support::{Random, everywhere, link, on_cpu, still_world};

/// Width and height; a power of two, so that a mirrored coordinate is exact.
const SIZE: f64 = 32.0;

/// A falling crowd of mixed radii on pinned discs, with breakable links between neighbours and an emitter,
/// on multiples of `2^-10`, which are whole steps.
fn crowd(seed: u64) -> WorldSpec {
    let mut random = Random::new(seed);
    let mut particles: Vec<_> = (0..240)
        .map(|i| {
            let place =
                [4.0 + 1.6 * f64::from(i % 16) + random.between(-0.4, 0.4), 10.0 + 1.3 * f64::from(i / 16) + random.between(-0.4, 0.4)];
            let velocity = [random.between(-9.0, 9.0), random.between(-9.0, 9.0)];
            ParticleSpec { velocity, ..ParticleSpec::at(place, [0.5, 0.375, 0.25][i as usize % 3]) }
        })
        .collect();
    particles.extend((0..8).map(|i| ParticleSpec { pinned: true, ..ParticleSpec::at([3.0 + 3.7 * f64::from(i), 5.0], 0.5) }));
    particles.extend((0..20).map(|i| ParticleSpec { birth: 7 * i + 1, ..ParticleSpec::at([6.0 + f64::from(i), 31.0], 0.5) }));
    let breaking = |a, length: f64, most: f64| LinkSpec { break_length: Some(most), stiffness: 0.5, ..link(a, a + 1, length) };
    for particle in &mut particles {
        particle.position = particle.position.map(|c| (c * 1024.0).round() / 1024.0);
    }
    let links = (0..239).filter(|a| a % 16 != 15).map(|a| if a % 3 == 0 { breaking(a, 1.0, 2.2) } else { link(a, a + 1, 1.5) }).collect();
    WorldSpec { gravity: [0.0, -10.0], drag: 0.3, links, ..still_world([SIZE, SIZE], particles) }
}

/// What remains of a particle without its name.
fn nameless(particle: &Particle, displacement: &Displacement) -> (Particle, Displacement) {
    (Particle { id: 0, ..*particle }, *displacement)
}

/// Partners of a particle's links by their names in the original, sorted.
fn partners(state: &State, id: usize, name: impl Fn(u32) -> u32) -> Vec<u32> {
    let rows = state.links.of(id as u32).iter();
    let mut partners: Vec<_> = rows.map(|row| if row.partner == NO_PARTNER { NO_PARTNER } else { name(row.partner) }).collect();
    partners.sort_unstable();
    partners
}

/// The state is the renamed state, to the last bit, after collisions, breaking links and births.
#[test]
fn permuted_ids_give_the_permuted_state() {
    let spec = crowd(8);
    let count = spec.particles.len();
    let mut random = Random::new(9);
    // `renamed[i]` is the new id of particle `i`; `original` is the way back.
    let renamed = random.permutation(count);
    let mut original = vec![0; count];
    (0..count).for_each(|id| original[renamed[id]] = id);
    let mut permuted = spec.clone();
    permuted.particles = (0..count).map(|id| spec.particles[original[id]]).collect();
    permuted.links = random.permutation(spec.links.len()).iter().map(|&index| spec.links[index]).collect();
    permuted.links.iter_mut().for_each(|link| link.ends = [1, 0].map(|end: usize| renamed[link.ends[end] as usize] as u32));

    let mut reference = on_cpu(&spec);
    let mut expected = Vec::new();
    for _ in 0..6 {
        reference.step(100).unwrap();
        expected.push((reference.state().unwrap(), reference.measure().unwrap()));
    }
    everywhere(&permuted, |simulation| {
        for (a, measures) in &expected {
            simulation.step(100).unwrap();
            let b = simulation.state().unwrap();
            assert_eq!((a.counters, measures), (b.counters, &simulation.measure().unwrap()));
            for id in 0..count {
                let to = renamed[id];
                assert_eq!(
                    nameless(&a.particles[id], &a.displacements[id]),
                    nameless(&b.particles[to], &b.displacements[to]),
                    "particle {id}, renamed {to}"
                );
                assert_eq!(partners(a, id, |name| name), partners(&b, to, |name| original[name as usize] as u32));
            }
        }
    });
    let (last, measures) = expected.last().unwrap();
    assert!(measures.touching > 300 && last.counters.broken > 10 && last.link_count() > 50, "{measures:?} {:?}", last.counters);
}

/// Cells are not mirrored with the scene, and truncation goes toward zero: neither may favour a side.
#[test]
fn a_mirrored_scene_gives_the_mirrored_state() {
    let spec = crowd(10);
    let mut mirrored = spec.clone();
    for particle in &mut mirrored.particles {
        particle.position[0] = SIZE - particle.position[0];
        particle.velocity[0] = -particle.velocity[0];
    }
    let (mut left, mut right) = (on_cpu(&spec), on_cpu(&mirrored));
    let params = left.world().params.clone();
    let sides = (i64::from(params.wall_min[0]) + i64::from(params.wall_max[0])) << 4;
    for round in 0..60 {
        left.step(10).unwrap();
        right.step(10).unwrap();
        let (a, b) = (left.state().unwrap(), right.state().unwrap());
        for id in 0..a.particles.len() {
            assert_eq!(a.particles[id].fine(0) + b.particles[id].fine(0), sides, "x of particle {id}, round {round}");
            assert_eq!(a.particles[id].fine(1), b.particles[id].fine(1), "y of particle {id}, round {round}");
            assert_eq!(a.displacements[id], [-b.displacements[id][0], b.displacements[id][1]]);
        }
        assert_eq!(left.measure().unwrap(), right.measure().unwrap());
        assert_eq!(a.counters, b.counters);
    }
    assert!(left.measure().unwrap().touching > 300);
}
