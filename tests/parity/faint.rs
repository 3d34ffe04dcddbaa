//! What contacts and links carry where nothing presses or pulls them. It fades from substep to substep, and would come to numbers that some
//! adapters round to zero and others do not.

use super::common::worlds::Random;
use super::{every_pass, inputs, reached};
use jostle::world::World;
use jostle::world::contacts::ContactRow;
use jostle::world::fixed::FAINTEST;
use jostle::world::spec::{LinkSpec, ParticleSpec, WorldSpec};

/// Steps in a diameter of the worlds below.
const STEPS: f64 = (1 << 20) as f64;

/// Length of an offset as the passes have it: see `exact.wgsl`.
fn length(offset: [f64; 2]) -> f32 {
    let d = offset.map(|o| (o * STEPS) as f32);
    let square = d[0] * d[0] + d[1] * d[1];
    let guess = f32::from_bits(0x5F1F_FFF9_u32 - (square.to_bits() >> 1));
    let y = 0.703_952_25 * guess * (2.389_244_6 - square * guess * guess);
    square * (y * (1.5 - 0.5 * square * y * y))
}

/// An offset of about so many diameters, in whole steps.
fn offset(random: &mut Random, about: f64) -> [f64; 2] {
    let x = (about * (0.6 + 0.1 * random.unit()) * STEPS).round() / STEPS;
    [x, ((about * about - x * x).sqrt() * STEPS - 0.5 * random.unit()).round() / STEPS]
}

/// A radius in steps and an offset at which the passes find that two discs of it touch, with no gap at all.
fn touch(random: &mut Random) -> (f64, [f64; 2]) {
    loop {
        let radius = (0.3 + 0.2 * random.unit()) * STEPS;
        let reach = 2.0 * radius.round();
        let offset = offset(random, reach / STEPS);
        let [x, y] = offset.map(|o| (o * STEPS) as f32);
        if f64::from(length(offset)) == reach && f64::from(x * x + y * y) < f64::from((reach * reach) as f32) {
            return (radius.round() / STEPS, offset);
        }
    }
}

/// Places for two discs each.
fn places() -> impl Iterator<Item = [f64; 2]> {
    (0..100).map(|k| [f64::from(2 + k % 10 * 4), f64::from(2 + k / 10 * 4)])
}

/// Discs that touch to the step, at rest, and nothing that moves them. They rub.
fn touching() -> World {
    let mut random = Random::new(3);
    let mut particles: Vec<_> = places()
        .flat_map(|[x, y]| {
            let (radius, offset) = touch(&mut random);
            [[x, y], [x + offset[0], y + offset[1]]].map(|place| ParticleSpec::at(place, radius))
        })
        .collect();
    // The largest makes the steps.
    particles.push(ParticleSpec::at([44.0, 44.0], 0.5));
    let spec = WorldSpec { size: [46.0, 46.0], gravity: [0.0; 2], friction: 0.5, particles, ..WorldSpec::default() };
    let mut world = World::new(&spec).unwrap();
    let rows = world.start.contacts.len() / world.start.particles.len();
    for (pair, list) in world.start.contacts.chunks_exact_mut(2 * rows).take(100).enumerate() {
        list[0] = ContactRow { partner: 2 * pair as u32 + 1, impulse: 1.3e-38 };
    }
    world.start.tangents.chunks_exact_mut(2 * rows).take(100).for_each(|list| list[0] = 1.2e-38);
    world
}

/// Links of just their length, at rest.
fn linked() -> World {
    let mut random = Random::new(4);
    let particles = places()
        .flat_map(|[x, y]| {
            let offset = offset(&mut random, 3.0);
            [[x, y], [x + offset[0], y + offset[1]]].map(|place| ParticleSpec::at(place, 0.5))
        })
        .collect();
    let links = (0..100).map(|k| LinkSpec::between([2 * k, 2 * k + 1], 3.0)).collect();
    let mut world = World::new(&WorldSpec { size: [46.0, 46.0], gravity: [0.0; 2], particles, links, ..WorldSpec::default() }).unwrap();
    let start = &mut world.start;
    for (row, joint) in start.links.rows.iter_mut().zip(&mut start.links.joints) {
        let [a, b] = [joint.id, row.partner].map(|id| start.particles[id as usize].position);
        row.rest_length = length([f64::from(a[0] - b[0]) / STEPS, f64::from(a[1] - b[1]) / STEPS]);
        joint.impulse = 1.4e-38;
    }
    world
}

fn is_sound(impulse: f32) -> bool {
    impulse == 0.0 || impulse.abs() >= 0.5 * FAINTEST
}

#[test]
fn what_contacts_carry_fades_to_nothing_alike_everywhere() {
    let end = every_pass(&touching(), 32, inputs::untouched);
    reached(end, "contacts that carry nothing that counts", |s| {
        let touching = s.particles.iter().filter(|p| p.touching() == 1).count();
        touching == 200 && s.contacts.iter().all(|row| is_sound(row.impulse)) && s.tangents.iter().all(|&t| is_sound(t))
    });
}

#[test]
fn what_links_carry_fades_to_nothing_alike_everywhere() {
    let world = linked();
    let end = every_pass(&world, 32, inputs::untouched);
    reached(end, "links that carry nothing that counts", |s| {
        s.links.joints.len() == 100 && s.links.joints.iter().all(|joint| is_sound(joint.impulse) && is_sound(joint.mean_impulse))
    });
}
