//! Long random motion, in which bodies come, go and jump.

use jostle::geometry::{Aabb, DVec2, DVec3, Vector};

use crate::support::{Random, Side};

/// What kind of boxes, in a world for 200 of them from −1 to 1 on each axis times `world`; smaller for fewer.
struct Kind {
    name: &'static str,
    world: f64,
    half_extents: fn(&mut Random) -> f64,
    /// Each axis of a box is shortened by a random share of this; 0 for cubes.
    flatness: f64,
    /// Coordinates are rounded to whole numbers, so that boxes touch all the time.
    whole: bool,
}

const KINDS: &[Kind] = &[
    Kind { name: "alike", world: 6.0, half_extents: |_| 0.5, flatness: 0.0, whole: false },
    Kind { name: "of all shapes", world: 6.0, half_extents: |random| 0.75 + 0.7 * random.signed(), flatness: 1.0, whole: false },
    Kind { name: "tiny to huge", world: 25.0, half_extents: |random| 10f64.powf(1.6 * random.signed() - 0.4), flatness: 0.9, whole: false },
    Kind { name: "extremes", world: 1e6, half_extents: |random| 10f64.powf(7.0 * random.signed()), flatness: 0.5, whole: false },
    Kind { name: "points and whole", world: 4.0, half_extents: |random| random.below(3) as f64, flatness: 0.0, whole: true },
    Kind { name: "points", world: 3.0, half_extents: |_| 0.0, flatness: 0.0, whole: true },
];

struct Body<V> {
    id: u32,
    centre: V,
    half: V,
    velocity: V,
}

struct Motion<'a, V: Vector> {
    kind: &'a Kind,
    world: f64,
    random: Random,
    side: Side<V>,
    bodies: Vec<Body<V>>,
    next_id: u32,
    gone: Vec<u32>,
}

impl<V: Vector> Motion<'_, V> {
    fn bounds(&self, body: &Body<V>) -> Aabb<V> {
        let centre = if self.kind.whole { V::from_fn(|axis| body.centre[axis].round()) } else { body.centre };
        Aabb::around(centre, body.half)
    }

    fn add(&mut self) {
        // Ids that were used before come back half of the time.
        let reused = if self.random.below(2) == 0 { self.gone.pop() } else { None };
        let id = reused.unwrap_or(self.next_id);
        self.next_id += u32::from(reused.is_none());
        let (kind, random) = (self.kind, &mut self.random);
        let size = (kind.half_extents)(random);
        let half = V::from_fn(|_| size * (1.0 - kind.flatness * random.signed().abs()));
        let body = Body { id, centre: random.vector::<V>() * self.world, half, velocity: random.vector::<V>() * (0.01 * self.world) };
        self.side.insert(id, self.bounds(&body));
        self.bodies.push(body);
    }

    fn remove(&mut self) {
        if !self.bodies.is_empty() {
            let body = self.bodies.swap_remove(self.random.below(self.bodies.len()));
            self.side.remove(body.id);
            self.gone.push(body.id);
        }
    }

    /// All move and turn back at the walls; a few rest; sometimes one jumps, and rarely all do.
    fn advance(&mut self, all_jump: bool) {
        for i in 0..self.bodies.len() {
            let world = self.world;
            let jump = all_jump || self.random.below(200) == 0;
            if !jump && self.bodies[i].id.is_multiple_of(5) {
                continue;
            }
            let body = &mut self.bodies[i];
            body.centre += body.velocity;
            body.velocity = V::from_fn(|axis| {
                let (at, speed) = (body.centre[axis], body.velocity[axis]);
                if at.abs() > world { -speed.abs() * at.signum() } else { speed }
            });
            if jump {
                body.centre = self.random.vector::<V>() * world;
            }
            let bounds = self.bounds(&self.bodies[i]);
            self.side.update(self.bodies[i].id, bounds);
        }
    }
}

/// Returns how many pairs were compared.
fn run<V: Vector>(kind: &Kind, bodies: usize, steps: usize, seed: u64) -> usize {
    let world = kind.world * (bodies as f64 / 200.0).powf(1.0 / V::DIMENSION as f64);
    let mut motion: Motion<V> =
        Motion { kind, world, random: Random::new(seed), side: Side::new(), bodies: Vec::new(), next_id: 0, gone: Vec::new() };
    let mut compared = 0;
    for step in 0..steps {
        // Fills up, loses nearly all, fills up again.
        let wanted = if step % 150 > 120 { bodies / 10 } else { bodies };
        let changes = if step == 0 { bodies } else { 1 + bodies / 20 };
        for _ in 0..changes {
            if motion.bodies.len() < wanted && motion.random.below(8) > 0 {
                motion.add();
            } else {
                motion.remove();
            }
        }
        motion.advance(step % 97 == 96);
        compared += motion.side.pairs().len();
    }
    assert!(compared > steps / 10, "{}: only {compared} pairs in {steps} steps", kind.name);
    compared
}

fn run_all(bodies: usize, steps: usize, seed: u64) {
    for (i, kind) in KINDS.iter().enumerate() {
        run::<DVec2>(kind, bodies, steps, seed + i as u64);
        run::<DVec3>(kind, bodies, steps, seed + 100 + i as u64);
    }
}

#[test]
fn a_handful_of_bodies_over_many_steps() {
    run_all(12, 6000, 1);
}

#[test]
fn two_hundred_bodies() {
    run_all(200, 240, 2);
}

#[test]
fn two_thousand_bodies() {
    run_all(2000, 12, 3);
}

#[test]
#[ignore = "minutes; a million steps"]
fn a_million_steps() {
    run_all(12, 80_000, 4);
    run_all(100, 4000, 5);
}
