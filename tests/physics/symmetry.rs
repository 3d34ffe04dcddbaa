//! Ids are labels, left is like right, and up is like sideways.

use jostle::Simulation;
use jostle::world::particle::{Displacement, Particle};
use jostle::world::spec::{LinkSpec, MaterialSpec, ParticleSpec, WorldSpec};
use jostle::world::state::State;

use crate::support::{Random, everywhere, fine_positions, on_cpu, still_world};

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
    let breaking =
        |a, length: f64, most: f64| LinkSpec { break_length: Some(most), compliance: 1e-4, ..LinkSpec::between([a, a + 1], length) };
    for particle in &mut particles {
        particle.position = particle.position.map(|c| (c * 1024.0).round() / 1024.0);
    }
    let links = (0..239)
        .filter(|a| a % 16 != 15)
        .map(|a| if a % 3 == 0 { breaking(a, 1.3, 1.9) } else { LinkSpec::between([a, a + 1], 1.5) })
        .collect();
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

/// An image of a world, about the centre of it: of a vector.
type Image = fn([f64; 2]) -> [f64; 2];

/// Left for right.
const MIRRORED: Image = |[x, y]| [-x, y];
/// By a quarter, counter-clockwise.
const TURNED: Image = |[x, y]| [-y, x];

/// A place under an image of vectors.
fn place(image: Image, place: [f64; 2]) -> [f64; 2] {
    image(place.map(|c| c - SIZE / 2.0)).map(|c| c + SIZE / 2.0)
}

/// A world and its image.
fn pair(spec: &WorldSpec, image: Image) -> [Simulation; 2] {
    let mut other = WorldSpec { gravity: image(spec.gravity), ..spec.clone() };
    for particle in &mut other.particles {
        particle.position = place(image, particle.position);
        particle.velocity = image(particle.velocity);
    }
    [on_cpu(spec), on_cpu(&other)]
}

/// A crowd whose discs rub and bounce.
fn rough_crowd(seed: u64) -> WorldSpec {
    WorldSpec { friction: 0.5, restitution: 0.6, ..crowd(seed) }
}

/// A crowd whose discs weigh the same, whatever their radius, and bounce.
fn alike_crowd(seed: u64) -> WorldSpec {
    let mut spec = WorldSpec { restitution: 0.6, ..crowd(seed) };
    spec.particles.iter_mut().for_each(|particle| particle.material = 1);
    spec.materials = vec![MaterialSpec { mass: Some(1.0), restitution: 0.6, ..MaterialSpec::default() }];
    spec
}

/// Contacts see positions in whole steps, rounded down, which a mirror turns into rounded up: the two may
/// part by a step (16 units of displacement) a contact, never by more than that and its echoes.
fn assert_starts_out_as_the_image(spec: &WorldSpec, image: Image, spins: i32) {
    let [mut one, mut other] = pair(spec, image);
    let params = one.world().params().clone();
    let sides = [0, 1].map(|axis| (i64::from(params.wall_min[axis]) + i64::from(params.wall_max[axis])) << 4);
    assert_eq!(sides[0], sides[1]);
    // Twice the way from the centre, which numbers of 53 bits hold.
    let from_centre = |place: &[i64; 2]| [0, 1].map(|axis| (2 * place[axis] - sides[axis]) as f64);
    let mut touching = 0;
    for substep in 0..24 {
        one.step(1).unwrap();
        other.step(1).unwrap();
        let allowed = 16.0 * f64::from(substep + 1);
        for (id, (a, b)) in fine_positions(&mut one).iter().zip(&fine_positions(&mut other)).enumerate() {
            let (a, b) = (image(from_centre(a)), from_centre(b));
            let apart = [0, 1].map(|axis| (a[axis] - b[axis]).abs() / 2.0);
            assert!(apart[0].max(apart[1]) <= allowed, "particle {id} by {apart:?} in substep {substep}");
        }
        let [a, b] = [&one, &other].map(|simulation| simulation.state().unwrap().bodies);
        for (id, (a, b)) in a.iter().zip(&b).enumerate() {
            let apart = f64::from(a.spin - spins * b.spin).abs();
            assert!(apart <= allowed, "particle {id} spins with {} and {} in substep {substep}", a.spin, b.spin);
        }
        touching += one.measure().unwrap().touching;
    }
    assert!(touching > 120, "only {touching}");
    let bodies = one.state().unwrap().bodies;
    let turning = bodies.iter().filter(|body| body.spin.abs() > 10_000).count();
    assert!(spec.friction == 0.0 || turning > 20, "only {turning} discs turn");
}

#[test]
fn a_mirrored_scene_starts_out_as_the_mirror_image() {
    assert_starts_out_as_the_image(&crowd(10), MIRRORED, -1);
}

#[test]
fn a_mirrored_scene_that_rubs_and_bounces_starts_out_as_the_mirror_image() {
    assert_starts_out_as_the_image(&rough_crowd(10), MIRRORED, -1);
}

#[test]
fn a_turned_scene_starts_out_turned() {
    assert_starts_out_as_the_image(&crowd(10), TURNED, 1);
    assert_starts_out_as_the_image(&alike_crowd(10), TURNED, 1);
}

#[test]
fn a_turned_scene_that_rubs_and_bounces_starts_out_turned() {
    assert_starts_out_as_the_image(&rough_crowd(10), TURNED, 1);
}

/// Later chance decides where each disc goes, but no side is favoured: mean places, speeds and counts stay
/// those of the image, seen from where it is like the scene.
fn assert_gives_the_same_statistics(scene: fn(u64) -> WorldSpec, seeds: u64, image: Image, back: Image) {
    let (mut shifts, mut heights, mut touching, mut energy) = (Vec::new(), [0.0; 2], [0.0; 2], [0.0; 2]);
    for seed in 0..seeds {
        let mut middles = [0.0; 2];
        for (side, mut simulation) in pair(&scene(seed), image).into_iter().enumerate() {
            simulation.step(600).unwrap();
            let seen = |p: &[f64; 2]| if side == 0 { *p } else { place(back, *p) };
            let places: Vec<_> = simulation.positions().unwrap().iter().map(seen).collect();
            let mean = |axis: usize| places.iter().map(|place| place[axis]).sum::<f64>() / places.len() as f64;
            middles[side] = mean(0);
            heights[side] += mean(1) / seeds as f64;
            let measures = simulation.measure().unwrap();
            touching[side] += measures.contacts_per_particle() / seeds as f64;
            energy[side] += measures.speed_squared as f64;
        }
        shifts.push((middles[0] - middles[1]) / 2.0);
    }
    // What is left of the differences by chance, from their own spread.
    let shift = shifts.iter().sum::<f64>() / seeds as f64;
    let error = (shifts.iter().map(|s| (s - shift).powi(2)).sum::<f64>() / (seeds * (seeds - 1)) as f64).sqrt();
    let ratio = |pair: [f64; 2]| pair[0] / pair[1];
    assert!(error < 0.05 && shift.abs() < (3.5 * error).min(0.05), "all moved sideways by {shift} ± {error}");
    assert!((ratio(heights) - 1.0).abs() < 0.02, "{heights:?}");
    assert!((ratio(touching) - 1.0).abs() < 0.1, "{touching:?}");
    assert!((ratio(energy) - 1.0).abs() < 0.1, "{energy:?}");
}

#[test]
fn a_mirrored_scene_gives_mirrored_statistics() {
    assert_gives_the_same_statistics(crowd, 40, MIRRORED, MIRRORED);
}

#[test]
fn a_mirrored_scene_that_rubs_and_bounces_gives_mirrored_statistics() {
    assert_gives_the_same_statistics(rough_crowd, 40, MIRRORED, MIRRORED);
}

#[test]
fn a_turned_scene_gives_turned_statistics() {
    assert_gives_the_same_statistics(alike_crowd, 40, TURNED, |[x, y]| [y, -x]);
}

#[test]
fn a_turned_scene_that_rubs_and_bounces_gives_turned_statistics() {
    assert_gives_the_same_statistics(rough_crowd, 40, TURNED, |[x, y]| [y, -x]);
}
