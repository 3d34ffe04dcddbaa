//! Worlds whose contacts and links start with next to nothing: some of it would come to numbers below 2⁻¹²⁶, which some adapters round
//! to zero, some is just what passes keep, and some a little less.

use jostle::world::World;
use jostle::world::contacts::ContactRow;
use jostle::world::fixed::{CONTACTS_PER_PARTICLE, FAINTEST};
use jostle::world::spec::{LinkSpec, MaterialSpec, ParticleSpec, WorldSpec};

use super::worlds::Random;

/// Steps in a diameter of the largest disc of the worlds below.
const STEPS: f64 = (1 << 20) as f64;

/// Pairs, or links.
pub const COUNT: usize = 100;

/// Rows in the list of a disc.
const LIST_ROWS: usize = CONTACTS_PER_PARTICLE as usize;

/// What is carried at the start by those with this number.
fn carried(number: usize) -> f32 {
    [1.4e-38, FAINTEST.next_down(), FAINTEST][number % 3]
}

/// The same, by half of them the other way round.
fn carried_either_way(number: usize) -> f32 {
    if number.is_multiple_of(2) { carried(number) } else { -carried(number) }
}

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

/// A radius in whole steps.
fn radius(random: &mut Random, from: f64, to: f64) -> f64 {
    ((from + (to - from) * random.unit()) * STEPS).round() / STEPS
}

/// Radii from some that there are, and an offset at which the passes find that two discs of them touch, with no gap at all.
fn touch(random: &mut Random, radii: impl Fn(&mut Random) -> [f64; 2]) -> ([f64; 2], [f64; 2]) {
    loop {
        let radii = radii(random);
        let reach = (radii[0] + radii[1]) * STEPS;
        let offset = offset(random, reach / STEPS);
        let [x, y] = offset.map(|o| (o * STEPS) as f32);
        if f64::from(length(offset)) == reach && f64::from(x * x + y * y) < f64::from((reach * reach) as f32) {
            return (radii, offset);
        }
    }
}

/// Places for two discs each.
fn places() -> impl Iterator<Item = [f64; 2]> {
    (0..COUNT as u32).map(|k| [f64::from(2 + k % 10 * 4), f64::from(2 + k / 10 * 4)])
}

/// Which discs touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discs {
    /// Without friction, and all of one mass.
    Alike,
    /// The same, that rub.
    Rough,
}

/// Discs that touch to the step, at rest, and nothing that moves them: half of the pairs of one size, in the others one disc is up to 20
/// times the other. (Of the largest size no such pair was found: where two of them touch, they overlap, and press.)
pub fn touching(discs: Discs) -> World {
    let mut random = Random::new(3);
    let mut particles: Vec<_> = (0..)
        .zip(places())
        .flat_map(|(pair, [x, y])| {
            let (radii, offset) = touch(&mut random, |random| match pair % 2 {
                0 => [radius(random, 0.3, 0.5); 2],
                _ => [radius(random, 0.3, 0.5), radius(random, 0.025, 0.2)],
            });
            let at = |radius, place| ParticleSpec { material: 1, ..ParticleSpec::at(place, radius) };
            let (one, other) = (at(radii[0], [x, y]), at(radii[1], [x + offset[0], y + offset[1]]));
            if pair % 4 < 2 { [one, other] } else { [other, one] }
        })
        .collect();
    // The largest makes the steps.
    particles.push(ParticleSpec { material: 1, ..ParticleSpec::at([44.0, 44.0], 0.5) });
    let friction = if discs == Discs::Rough { 0.5 } else { 0.0 };
    let materials = vec![MaterialSpec { mass: Some(1.0), friction, ..MaterialSpec::default() }];
    let spec = WorldSpec { size: [46.0, 46.0], gravity: [0.0; 2], particles, materials, ..WorldSpec::default() };
    let mut world = World::new(&spec).unwrap();
    assert_eq!(world.is_rough(), discs == Discs::Rough);
    carry(&mut world, carried);
    world
}

/// Discs that lie on pinned ones and carry next to nothing along the tangent: Coulomb's cone has room for much more.
pub fn pressing() -> World {
    let mut random = Random::new(5);
    // What lies there overlaps by what it weighs over the stiffness of the contact (see docs/solver.md).
    let (gravity, clock) = (-10.0, 480.0);
    let weight = -gravity / (clock * clock);
    let sunk = (weight / 3.5 * STEPS).round() / STEPS;
    let particles = places().flat_map(|[x, y]| {
        let radii = [0; 2].map(|_| radius(&mut random, 0.3, 0.5));
        let lies = ParticleSpec::at([x, y + radii[0] + radii[1] - sunk], radii[1]);
        [ParticleSpec { pinned: true, ..ParticleSpec::at([x, y], radii[0]) }, lies]
    });
    let largest = ParticleSpec { pinned: true, ..ParticleSpec::at([44.0, 44.0], 0.5) };
    let particles = particles.chain([largest]).collect();
    let spec = WorldSpec { size: [46.0, 46.0], gravity: [0.0, gravity], friction: 0.5, particles, ..WorldSpec::default() };
    let mut world = World::new(&spec).unwrap();
    carry(&mut world, |_| (weight * STEPS * 16.0) as f32);
    world
}

/// Makes the discs of each pair touch from before, with an impulse along their normal, in the list of the one or of the other.
fn carry(world: &mut World, normal: impl Fn(usize) -> f32) {
    world.start_mut().contacts = vec![ContactRow::NONE; LIST_ROWS * world.particle_count()];
    world.start_mut().tangents = vec![0.0; if world.rubs() { world.start.contacts.len() } else { 0 }];
    for pair in 0..COUNT {
        let owner = 2 * pair + pair / 3 % 2;
        world.start_mut().contacts[owner * LIST_ROWS] = ContactRow { partner: (owner ^ 1) as u32, impulse: normal(pair) };
        if let Some(tangent) = world.start_mut().tangents.get_mut(owner * LIST_ROWS) {
            *tangent = carried_either_way(pair);
        }
    }
}

/// Links of just their length, at rest.
pub fn linked() -> World {
    let mut random = Random::new(4);
    let particles = places()
        .flat_map(|[x, y]| {
            let offset = offset(&mut random, 3.0);
            [[x, y], [x + offset[0], y + offset[1]]].map(|place| ParticleSpec::at(place, 0.5))
        })
        .collect();
    let links = (0..COUNT as u32).map(|k| LinkSpec::between([2 * k, 2 * k + 1], 3.0)).collect();
    let mut world = World::new(&WorldSpec { size: [46.0, 46.0], gravity: [0.0; 2], particles, links, ..WorldSpec::default() }).unwrap();
    let start = world.start_mut();
    for (k, (row, joint)) in start.links.rows.iter_mut().zip(&mut start.links.joints).enumerate() {
        let [a, b] = [joint.id, row.partner].map(|id| start.particles[id as usize].position);
        row.rest_length = length([f64::from(a[0] - b[0]) / STEPS, f64::from(a[1] - b[1]) / STEPS]);
        joint.impulse = carried_either_way(k);
        joint.mean_impulse = carried_either_way(k / 3);
    }
    world
}

/// Links that give way by as much as settings can say, between discs of the greatest mass, in the shortest of substeps.
pub fn softest() -> World {
    let particles = (0..4).map(|k| ParticleSpec::at([2e7 + 3e7 * f64::from(k), 2e7], 1e7)).collect();
    let links = (0..3).map(|k| LinkSpec { compliance: 1e6, ..LinkSpec::between([k, k + 1], 2e7) }).collect();
    let spec = WorldSpec { size: [2e8, 4e7], frame_rate: 1e6, substeps: 1024, density: 1e12, particles, links, ..WorldSpec::default() };
    World::new(&spec).unwrap()
}
