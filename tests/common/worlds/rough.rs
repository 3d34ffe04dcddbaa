//! Discs of several materials, which rub, bounce and turn.

use jostle::world::World;
use jostle::world::fixed::MAX_DISPLACEMENT;
use jostle::world::spec::{MaterialSpec, ParticleSpec, Walls, WorldSpec};

use super::links::cloth;
use super::{Random, block, build};

/// Three materials of different mass, friction and bounce.
pub(super) fn materials() -> Vec<MaterialSpec> {
    let material = |mass, friction, restitution| MaterialSpec { density: 1.0, mass, friction, restitution };
    vec![material(None, 0.8, 0.0), material(Some(40.0), 0.1, 0.9), material(Some(0.02), 3.0, 0.4)]
}

/// The same world where nothing rubs: discs still differ in mass and bounce.
pub(super) fn smooth(mut spec: WorldSpec) -> WorldSpec {
    spec.friction = 0.0;
    spec.materials.iter_mut().for_each(|material| material.friction = 0.0);
    spec
}

/// As [`contacts`], of three materials, some discs pinned, in a box that rubs.
pub fn rough() -> World {
    build(&rough_spec())
}

/// As [`rough`], and contacts and walls resist rolling.
pub fn resisting() -> World {
    build(&WorldSpec { rolling_resistance: 0.4, ..rough_spec() })
}

/// The same without friction, of discs that turn at the start.
pub fn resisting_on_ice() -> World {
    let mut spec = WorldSpec { rolling_resistance: 0.4, ..smooth(rough_spec()) };
    let turned = spec.particles.iter_mut().filter(|particle| !particle.pinned).enumerate();
    turned.for_each(|(k, particle)| particle.angular_velocity = 20.0 - k as f32 % 41.0);
    build(&spec)
}

/// As [`rough`], and nothing rubs.
pub fn smooth_bodies() -> World {
    build(&smooth(rough_spec()))
}

/// As [`smooth_bodies`], with a material that rubs and that no disc has.
pub fn bodies_that_could_rub() -> World {
    let mut spec = smooth(rough_spec());
    spec.materials.push(MaterialSpec { friction: 1.0, ..MaterialSpec::default() });
    build(&spec)
}

/// As [`rough`], and nothing bounces.
pub fn dull_bodies() -> World {
    let mut spec = rough_spec();
    spec.restitution = 0.0;
    spec.materials.iter_mut().for_each(|material| material.restitution = 0.0);
    build(&spec)
}

/// As [`dull_bodies`], with surfaces that say that they bounce, as an edited checkpoint may have them.
pub fn dull_bodies_that_say_they_bounce() -> World {
    let mut world = dull_bodies();
    world.start_mut().bodies.iter_mut().for_each(|body| body.surface |= 30_000 << 16);
    world
}

fn rough_spec() -> WorldSpec {
    let mut random = Random::new(8);
    let mut particles = block(20, 20, 0.93, [0.4, 0.4]);
    for (k, particle) in particles.iter_mut().enumerate() {
        particle.velocity = random.vector(20.0);
        particle.radius = 0.2 + 0.3 * random.unit();
        particle.material = (k % 4) as u16;
        particle.pinned = k % 37 == 5;
    }
    particles.iter_mut().filter(|particle| particle.pinned).for_each(|particle| particle.velocity = [0.0; 2]);
    WorldSpec { size: [19.0, 30.0], particles, materials: materials(), friction: 0.5, restitution: 0.3, ..WorldSpec::default() }
}

/// 300 discs in one cell and ten in each of nine places, of three materials.
pub fn rough_crowd() -> World {
    let mut random = Random::new(9);
    let place = |k: u32, random: &mut Random| match k {
        0..300 => [7.0 + 0.999 * random.unit(), 9.0 + 0.999 * random.unit()],
        _ => [20.0 + 4.0 * f64::from(k % 3), 3.0 + 4.0 * f64::from(k / 3 % 3)],
    };
    let particles =
        (0..390u32).map(|k| ParticleSpec { material: (k % 4) as u16, ..ParticleSpec::at(place(k, &mut random), 0.5) }).collect();
    build(&WorldSpec { size: [40.0, 40.0], particles, materials: materials(), friction: 0.5, ..WorldSpec::default() })
}

/// Rough discs as fast as a displacement holds and that turn as fast as a spin holds, head on.
pub fn rough_saturating(rolling_resistance: f64) -> World {
    let mut particles = block(16, 16, 0.8, [2.0, 2.0]);
    particles.iter_mut().enumerate().for_each(|(k, particle)| particle.material = (k % 4) as u16);
    let (materials, gravity) = (materials(), [500.0, -900.0]);
    let size = [16.0, 16.0];
    let mut world = build(&WorldSpec { size, particles, gravity, materials, friction: 1.0, rolling_resistance, ..WorldSpec::default() });
    let start = world.start_mut();
    for (k, displacement) in start.displacements.iter_mut().enumerate() {
        let fast = MAX_DISPLACEMENT - (k as i32 % 5) * 1_000_003;
        *displacement = [[fast, -fast], [-fast, fast], [fast, fast], [0, -fast]][k % 4];
        start.bodies[k].spin = [fast, -fast][k / 3 % 2];
    }
    world
}

/// A torn cloth of rough discs, with others that come out of emitters and leave through an open side.
pub fn rough_tearing() -> World {
    let mut spec = cloth(16, 12);
    spec.particles.iter_mut().step_by(7).filter(|p| !p.pinned).for_each(|p| p.velocity = [150.0, -450.0]);
    spec.particles.iter_mut().step_by(5).for_each(|p| p.material = 2);
    let emitted =
        |k: u32| ParticleSpec { birth: 1 + k, velocity: [-200.0, 30.0], ..ParticleSpec::at([24.0, 5.0 + f64::from(k % 20)], 0.2) };
    spec.particles.extend((0..40).map(emitted));
    build(&WorldSpec { materials: materials(), friction: 0.4, walls: Walls { left: false, ..Walls::CLOSED }, ..spec })
}

/// What the discs of a heap are.
#[derive(Clone, Copy, PartialEq)]
pub enum Heap {
    Alike,
    Rough,
    /// As `Rough`, and nothing rubs.
    Smooth,
}

/// A heap that falls, `count` discs or a few more: for whole runs.
pub fn heap(count: usize, kind: Heap) -> World {
    let columns = (count as f64).sqrt().ceil() as usize;
    let width = columns as f64 * 1.05 + 10.0;
    let (materials, friction) = if kind == Heap::Alike { (Vec::new(), 0.0) } else { (materials(), 0.4) };
    let mut random = Random::new(7);
    let mut particles = block(columns, columns, 1.02, [1.0, 1.0]);
    particles.iter_mut().for_each(|p| p.velocity = random.vector(5.0));
    if kind == Heap::Smooth {
        particles.iter_mut().step_by(3).for_each(|particle| particle.material = 2);
    }
    let spec = WorldSpec { size: [width, width], particles, materials, friction, ..WorldSpec::default() };
    build(&if kind == Heap::Smooth { smooth(spec) } else { spec })
}
