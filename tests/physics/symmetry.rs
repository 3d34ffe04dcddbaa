//! Ids are labels, and left is like right.

use jostle::Simulation;
use jostle::world::particle::{Displacement, Particle};
use jostle::world::spec::{LinkSpec, ParticleSpec, WorldSpec};
use jostle::world::state::State;

use crate::support::{Random, everywhere, fine_positions, link, on_cpu, still_world};

/// Width and height; a power of two, so that a mirrored coordinate is exact.
const SIZE: f64 = 32.0;

/// A falling crowd of mixed radii on pinned discs, with breakable links between neighbours and an emitter,
/// on multiples of `2^-10`, which are whole steps.
fn crowd(seed: u64) -> WorldSpec {
    let mut random = Random::new(seed);
    let mut particles: Vec<_> = (0..240)
        .map(|i| {
            let place =
                [4.0 + 1.6 * f64::from(i % 16) + random.between(-0.4, 0.4), 4.0 + 1.3 * f64::from(i / 16) + random.between(-0.4, 0.4)];
            let velocity = [random.between(-9.0, 9.0), random.between(-9.0, 9.0)];
            ParticleSpec { velocity, ..ParticleSpec::at(place, [0.5, 0.375, 0.25][i as usize % 3]) }
        })
        .collect();
    particles.extend((0..8).map(|i| ParticleSpec { pinned: true, ..ParticleSpec::at([3.0 + 3.7 * f64::from(i), 2.0], 0.5) }));
    particles.extend((0..20).map(|i| ParticleSpec { birth: 7 * i + 1, ..ParticleSpec::at([6.0 + f64::from(i), 31.0], 0.5) }));
    let breaking = |a, length: f64, most: f64| LinkSpec { break_length: Some(most), compliance: 1e-4, ..link(a, a + 1, length) };
    for particle in &mut particles {
        particle.position = particle.position.map(|c| (c * 1024.0).round() / 1024.0);
    }
    let links = (0..239).filter(|a| a % 16 != 15).map(|a| if a % 3 == 0 { breaking(a, 1.3, 1.9) } else { link(a, a + 1, 1.5) }).collect();
    WorldSpec { gravity: [0.0, -30.0], drag: 0.3, links, ..still_world([SIZE, SIZE], particles) }
}

/// What remains of a particle without its name.
fn nameless(particle: &Particle, displacement: &Displacement) -> (Particle, Displacement) {
    (Particle { id: 0, ..*particle }, *displacement)
}

/// Partners of a particle's links by their names in the original, sorted.
fn partners(state: &State, id: usize, name: impl Fn(u32) -> u32) -> Vec<u32> {
    let others = |(a, b): (u32, u32)| [(a, b), (b, a)].into_iter().find(|end| end.0 == id as u32).map(|end| name(end.1));
    let mut partners: Vec<_> = state.links.pairs().filter_map(others).collect();
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
            for (id, &to) in renamed.iter().enumerate() {
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
    assert!(measures.touching > 200 && last.counters.broken > 10 && last.link_count() > 50, "{measures:?} {:?}", last.counters);
}

/// A crowd and its mirror image, left for right.
fn mirrored_pair(seed: u64) -> [Simulation; 2] {
    let spec = crowd(seed);
    let mut mirrored = spec.clone();
    for particle in &mut mirrored.particles {
        particle.position[0] = SIZE - particle.position[0];
        particle.velocity[0] = -particle.velocity[0];
    }
    [on_cpu(&spec), on_cpu(&mirrored)]
}

/// Contacts see positions in whole steps, rounded down, which a mirror turns into rounded up: the two may
/// part by a step (16 units of displacement) a contact, never by more than that and its echoes.
#[test]
fn a_mirrored_scene_starts_out_as_the_mirror_image() {
    let [mut left, mut right] = mirrored_pair(10);
    let params = left.world().params().clone();
    let sides = (i64::from(params.wall_min[0]) + i64::from(params.wall_max[0])) << 4;
    for substep in 0..24 {
        left.step(1).unwrap();
        right.step(1).unwrap();
        for (id, (a, b)) in fine_positions(&mut left).iter().zip(&fine_positions(&mut right)).enumerate() {
            let apart = [a[0] + b[0] - sides, a[1] - b[1]].map(i64::abs);
            assert!(apart[0].max(apart[1]) <= 16 * (substep + 1), "particle {id} by {apart:?} in substep {substep}");
        }
    }
    let touching = left.measure().unwrap().touching;
    assert!(touching > 12, "only {touching}");
}

/// Later chance decides where each disc goes, but no side is favoured: mean places, speeds and counts stay
/// those of the mirror image.
#[test]
fn a_mirrored_scene_gives_mirrored_statistics() {
    const SEEDS: u64 = 20;
    let (mut shift, mut heights, mut touching, mut energy) = (0.0, [0.0; 2], [0.0; 2], [0.0; 2]);
    for seed in 0..SEEDS {
        for (side, mut simulation) in mirrored_pair(seed).into_iter().enumerate() {
            simulation.step(600).unwrap();
            let places = simulation.positions().unwrap();
            let mean = |axis: usize| places.iter().map(|place| place[axis]).sum::<f64>() / places.len() as f64;
            shift += (mean(0) - SIZE / 2.0) / (2 * SEEDS) as f64;
            heights[side] += mean(1) / SEEDS as f64;
            let measures = simulation.measure().unwrap();
            touching[side] += measures.contacts_per_particle() / SEEDS as f64;
            energy[side] += measures.speed_squared as f64;
        }
    }
    let ratio = |pair: [f64; 2]| pair[0] / pair[1];
    println!("{shift} {heights:?} {touching:?} {energy:?}");
    assert!(shift.abs() < 0.05, "all moved sideways by {shift}");
    assert!((ratio(heights) - 1.0).abs() < 0.02, "{heights:?}");
    assert!((ratio(touching) - 1.0).abs() < 0.1, "{touching:?}");
    assert!((ratio(energy) - 1.0).abs() < 0.1, "{energy:?}");
}
