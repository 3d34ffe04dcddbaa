//! Small worlds, each of which reaches one part of the passes.

use jostle::world::World;
use jostle::world::fixed::MAX_DISPLACEMENT;
use jostle::world::spec::{
    ContactSolver, Key, LinkSpec, MaterialSpec, ObstacleShape, ObstacleSpec, Oscillation, ParticleSpec, Rail, Walls, WorldSpec,
};
use rand_core::Rng;
use rand_pcg::Pcg32;

/// Numbers that are the same everywhere, from 0 up to 1.
pub struct Random(Pcg32);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::new(seed, 0))
    }

    pub fn unit(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / 4_294_967_296.0
    }

    /// From `-size` up to `size`, in both directions.
    pub fn vector(&mut self, size: f64) -> [f64; 2] {
        [0, 1].map(|_| (2.0 * self.unit() - 1.0) * size)
    }
}

fn build(spec: &WorldSpec) -> World {
    World::new(spec).unwrap()
}

/// A block of discs of radius 0.5 in rows, `spacing` apart, with its lower left centre at `corner`.
pub fn block(columns: usize, rows: usize, spacing: f64, corner: [f64; 2]) -> Vec<ParticleSpec> {
    let place = |k: usize| [corner[0] + (k % columns) as f64 * spacing, corner[1] + (k / columns) as f64 * spacing];
    (0..columns * rows).map(|k| ParticleSpec::at(place(k), 0.5)).collect()
}

/// Discs that overlap their neighbours and the walls from the start, and are driven into each other.
pub fn contacts() -> World {
    build(&contacts_spec())
}

/// What [`contacts`] is made of.
pub fn contacts_spec() -> WorldSpec {
    let mut random = Random::new(1);
    let mut particles = block(20, 20, 0.93, [0.4, 0.4]);
    particles.iter_mut().for_each(|p| p.velocity = random.vector(20.0));
    WorldSpec { size: [19.0, 30.0], particles, ..WorldSpec::default() }
}

/// As [`contacts`], of discs that bounce, some pinned.
pub fn bouncing() -> World {
    let mut random = Random::new(15);
    let mut particles = block(20, 20, 0.99, [0.4, 0.4]);
    particles.iter_mut().for_each(|p| p.velocity = random.vector(20.0));
    particles.iter_mut().skip(7).step_by(41).for_each(|p| (p.pinned, p.velocity) = (true, [0.0; 2]));
    build(&WorldSpec { size: [20.5, 30.0], restitution: 0.7, particles, ..WorldSpec::default() })
}

/// Discs that have room, and bounce with all of their speed.
pub fn gas() -> World {
    let mut random = Random::new(16);
    let mut particles = block(20, 20, 1.3, [0.9, 0.9]);
    particles.iter_mut().for_each(|p| p.velocity = random.vector(20.0));
    particles.iter_mut().skip(7).step_by(41).for_each(|p| (p.pinned, p.velocity) = (true, [0.0; 2]));
    build(&WorldSpec { size: [27.0, 27.0], restitution: 1.0, particles, ..WorldSpec::default() })
}

/// Discs that have room, and lose of their speed when they bounce; the lowest are about to.
pub fn bouncing_soon() -> World {
    let mut random = Random::new(17);
    let mut particles = block(20, 20, 1.3, [0.9, 0.52]);
    particles.iter_mut().for_each(|p| p.velocity = random.vector(20.0));
    build(&WorldSpec { size: [27.0, 27.0], restitution: 0.7, particles, ..WorldSpec::default() })
}

/// As [`contacts`], in a box whose cells take a scan of five whole tiles and a part of one on hardware.
pub fn wide() -> World {
    build(&wide_spec())
}

/// What [`wide`] is made of.
pub fn wide_spec() -> WorldSpec {
    let mut particles = block(60, 20, 0.97, [0.4, 0.4]);
    particles.extend(block(30, 10, 0.97, [110.0, 130.0]));
    WorldSpec { size: [150.0, 150.0], particles, ..WorldSpec::default() }
}

/// A cloth that hangs on its pinned upper row; its links break when stretched by a third.
fn cloth(columns: usize, rows: usize) -> WorldSpec {
    let mut particles = block(columns, rows, 1.0, [5.0, 8.0]);
    particles.iter_mut().for_each(|p| p.radius = 0.25);
    particles[columns * (rows - 1)..].iter_mut().for_each(|p| p.pinned = true);
    let link = |a: usize, b: usize, length: f64| LinkSpec {
        ends: [a as u32, b as u32],
        rest_length: length,
        stiffness: 1.0,
        compliance: 0.0,
        break_length: Some(length * 1.34),
    };
    let mut links = Vec::new();
    for k in 0..columns * rows {
        if k % columns + 1 < columns {
            links.push(link(k, k + 1, 1.0));
        }
        if k / columns + 1 < rows {
            links.push(link(k, k + columns, 1.0));
        }
    }
    WorldSpec { size: [30.0, 30.0], particles, links, ..WorldSpec::default() }
}

/// As [`tearing`], with the plain solver.
pub fn plain_tearing() -> World {
    build(&WorldSpec { solver: ContactSolver::Plain, ..torn() })
}

/// As [`uncut`], with the plain solver.
pub fn plain_uncut() -> World {
    build(&WorldSpec { solver: ContactSolver::Plain, ..cloth(14, 10) })
}

/// A cloth torn by discs that run away from it.
pub fn tearing() -> World {
    build(&torn())
}

/// A wheel whose hub has 90 spokes, to discs on its rim and to pinned ones; some are soft, some wait for an end that is
/// let out later, and two link discs that never move.
pub fn hub() -> World {
    let place = |k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k) / 90.0;
        [20.0 + 15.5 * libm::cos(angle), 20.0 + 15.5 * libm::sin(angle)]
    };
    let mut particles = vec![ParticleSpec { velocity: [30.0, 10.0], ..ParticleSpec::at([20.0, 20.0], 0.5) }];
    particles.extend((0..90).map(|k| ParticleSpec {
        pinned: k % 9 == 0,
        birth: 6 * u32::from(k % 9 == 4),
        ..ParticleSpec::at(place(k), 0.5)
    }));
    let spoke = |k: u32| LinkSpec { compliance: if k.is_multiple_of(2) { 0.0 } else { 1e-3 }, ..LinkSpec::between([k, 0], 15.0) };
    let mut links: Vec<_> = (1..=90).map(spoke).collect();
    links.extend([LinkSpec::between([1, 10], 5.0), LinkSpec::between([10, 19], 30.0)]);
    build(&WorldSpec { size: [40.0, 40.0], particles, links, ..WorldSpec::default() })
}

fn torn() -> WorldSpec {
    let mut spec = cloth(16, 12);
    spec.links.iter_mut().for_each(|link| link.break_length = Some(1.03 * link.rest_length));
    spec.particles.iter_mut().step_by(7).filter(|p| !p.pinned).for_each(|p| p.velocity = [150.0, -450.0]);
    spec
}

/// A cloth to cut.
pub fn uncut() -> World {
    build(&cloth(14, 10))
}

/// A chain longer than `2^23` steps a link, whose end flies out of the open world; and a loose end.
pub fn long_links() -> World {
    let mut particles: Vec<_> = (0..6).map(|k| ParticleSpec::at([5.0 + 14.0 * f64::from(k), 20.0], 0.5)).collect();
    particles[0].pinned = true;
    particles[5].velocity = [900.0, 0.0];
    particles[4].birth = 5;
    let link = |k: u32| LinkSpec { compliance: 1e-4, ..LinkSpec::between([k, k + 1], 13.0) };
    let links = (0..5).map(link).collect();
    build(&WorldSpec { size: [80.0, 40.0], walls: Walls::OPEN, particles, links, ..WorldSpec::default() })
}

/// Discs that fall between pegs.
pub fn pegs() -> World {
    let mut particles = block(12, 6, 1.5, [1.5, 2.0]);
    particles.iter_mut().for_each(|p| p.pinned = true);
    particles.extend(block(18, 6, 1.0, [1.0, 11.5]));
    build(&WorldSpec { size: [20.0, 20.0], particles, gravity: [3.0, -60.0], ..WorldSpec::default() })
}

/// Radii from 1 to 4, packed. All weigh the same, so that they need no bodies.
pub fn polydisperse() -> World {
    let mut random = Random::new(2);
    let mut particles = block(22, 20, 0.55, [0.5, 0.5]);
    particles.iter_mut().for_each(|p| *p = ParticleSpec { radius: 0.125 + 0.375 * random.unit(), material: 1, ..*p });
    let materials = vec![MaterialSpec { density: 1.0, mass: Some(1.0), friction: 0.0, restitution: 0.0 }];
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
            let materials = vec![MaterialSpec { density: 1.0, mass: Some(1.0), friction: 0.0, restitution: 0.0 }];
            build(&WorldSpec { particles, materials, ..spec })
        }
        Mixed::Plain => {
            particles.iter_mut().for_each(|particle| particle.material = 0);
            build(&WorldSpec { particles, solver: ContactSolver::Plain, ..spec })
        }
    }
}

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

/// A gas in thick air.
pub fn dragged() -> World {
    let mut random = Random::new(4);
    let mut particles = block(15, 15, 1.3, [1.0, 1.0]);
    particles.iter_mut().for_each(|p| p.velocity = random.vector(90.0));
    build(&WorldSpec { size: [22.0, 22.0], particles, drag: 7.0, gravity: [0.0, -0.001], ..WorldSpec::default() })
}

/// Ten discs in each of nine places, some of them linked to others in the same place.
pub fn coincident() -> World {
    build(&coincident_spec())
}

/// What [`coincident`] is made of.
pub fn coincident_spec() -> WorldSpec {
    let particles = (0..90).map(|k| ParticleSpec::at([3.0 + 4.0 * f64::from(k % 3), 3.0 + 4.0 * f64::from(k / 3 % 3)], 0.5)).collect();
    let link = |k: u32| LinkSpec { compliance: 1e-5, ..LinkSpec::between([k, k + 9], 0.8) };
    let links = (0..40).map(link).collect();
    WorldSpec { size: [14.0, 14.0], particles, links, ..WorldSpec::default() }
}

/// 500 discs in one cell.
pub fn crowd() -> World {
    let mut random = Random::new(5);
    let particles = (0..500).map(|_| ParticleSpec::at([7.0 + 0.999 * random.unit(), 9.0 + 0.999 * random.unit()], 0.5)).collect();
    build(&WorldSpec { size: [40.0, 40.0], particles, ..WorldSpec::default() })
}

/// Two crowds of two sizes, one below the lowest row of cells and one above the highest, where no scene may place them.
pub fn crowds_beyond_the_grid() -> World {
    let mut random = Random::new(5);
    let mut place = || [7.0 + 0.999 * random.unit(), 9.0 + 0.999 * random.unit()];
    let particles = (0..500).map(|k| ParticleSpec::at(place(), if k % 3 == 0 { 0.1 } else { 0.5 })).collect();
    let mut world = build(&WorldSpec { size: [40.0, 40.0], particles, ..WorldSpec::default() });
    let edge = 1 << world.frame().cell_bits;
    for particle in &mut world.start_mut().particles {
        particle.position[1] += edge * if particle.id.is_multiple_of(2) { -14 } else { 40 };
    }
    world
}

/// Discs several cells outside the walls on every side, where no scene may place them.
pub fn outside_walls() -> World {
    let mut random = Random::new(6);
    let particles = block(16, 16, 0.9, [1.0, 1.0]);
    let mut world = build(&WorldSpec { size: [16.0, 16.0], particles, ..WorldSpec::default() });
    let cell = f64::from(1u32 << world.frame().cell_bits);
    for particle in &mut world.start_mut().particles {
        let away = random.vector(12.0);
        particle.position = [0, 1].map(|axis| particle.position[axis] + (away[axis] * cell) as i32);
    }
    world
}

/// Discs as fast as a displacement holds, head on.
pub fn saturating() -> World {
    saturating_with(ContactSolver::Resting)
}

/// As [`saturating`], with the plain solver.
pub fn plain_saturating() -> World {
    saturating_with(ContactSolver::Plain)
}

fn saturating_with(solver: ContactSolver) -> World {
    let particles = block(16, 16, 0.8, [2.0, 2.0]);
    let mut world = build(&WorldSpec { solver, size: [16.0, 16.0], particles, gravity: [500.0, -900.0], ..WorldSpec::default() });
    for (k, displacement) in world.start_mut().displacements.iter_mut().enumerate() {
        let fast = MAX_DISPLACEMENT - (k as i32 % 5) * 1_000_003;
        *displacement = [[fast, -fast], [-fast, fast], [fast, fast], [0, -fast]][k % 4];
    }
    world
}

/// Three materials of different mass, friction and bounce, some discs pinned, between walls that rub.
fn materials() -> Vec<MaterialSpec> {
    let material = |mass, friction, restitution| MaterialSpec { density: 1.0, mass, friction, restitution };
    vec![material(None, 0.8, 0.0), material(Some(40.0), 0.1, 0.9), material(Some(0.02), 3.0, 0.4)]
}

/// The same world where nothing rubs: discs still differ in mass and bounce.
fn smooth(mut spec: WorldSpec) -> WorldSpec {
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
    spec.materials.push(MaterialSpec { density: 1.0, mass: None, friction: 1.0, restitution: 0.0 });
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
    let alike = vec![MaterialSpec { density: 1.0, mass: Some(1.0), friction: 0.0, restitution: 0.0 }];
    let (materials, friction) = if rough { (materials(), 0.5) } else { (alike, 0.0) };
    build(&WorldSpec { size: [300.0, 200.0], particles, materials, friction, ..WorldSpec::default() })
}

/// A light disc in a corner and one four hundred times as heavy that falls into it, which the wall across holds.
pub fn wedged() -> World {
    let materials = [0.1, 40.0].map(|mass| MaterialSpec { density: 1.0, mass: Some(mass), friction: 0.0, restitution: 0.0 }).to_vec();
    let light = ParticleSpec { material: 1, ..ParticleSpec::at([0.5, 0.5], 0.5) };
    let heavy = ParticleSpec { material: 2, velocity: [0.0, -5.0], ..ParticleSpec::at([2.1, 2.15], 1.9) };
    build(&WorldSpec { size: [4.0, 20.0], gravity: [0.0, -100.0], particles: vec![light, heavy], materials, ..WorldSpec::default() })
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

/// Obstacles of every shape, still and on every kind of rail, in a shower of discs of which some are faster than any radius.
fn shower() -> WorldSpec {
    let mut random = Random::new(5);
    let mut particles = block(30, 14, 1.1, [4.0, 24.0]);
    for (k, particle) in particles.iter_mut().enumerate() {
        particle.velocity = random.vector(if k % 5 == 0 { 9_000.0 } else { 30.0 });
    }
    let still = |shape| ObstacleSpec::still(shape);
    let moved = |shape, rail| ObstacleSpec::moving(shape, rail);
    let star = [[8.0, 8.0], [10.0, 12.0], [6.0, 9.5], [2.0, 12.0], [4.0, 8.0], [2.0, 4.0], [6.0, 6.5], [10.0, 4.0]];
    let paddle = ObstacleShape::Box { centre: [20.0, 12.0], size: [12.0, 0.4], angle: 0.3 };
    let obstacles = vec![
        still(ObstacleShape::Circle { centre: [30.0, 20.0], radius: 1.5 }),
        // In the way of the paddle: places with rows of what stays and of what moves.
        still(ObstacleShape::Box { centre: [17.0, 12.0], size: [3.0; 2], angle: 0.2 }),
        still(ObstacleShape::Box { centre: [24.0, 13.0], size: [2.0; 2], angle: 0.2 }),
        still(ObstacleShape::Polygon { corners: star.to_vec() }),
        still(ObstacleShape::Wall { points: vec![[0.5, 18.0], [8.0, 16.0], [12.0, 18.0]], thickness: 0.1 }),
        moved(paddle, Rail { pivot: [20.0, 12.0], turn_rate: 9.0, ..Rail::default() }),
        moved(
            ObstacleShape::Capsule { ends: [[26.0, 6.0], [34.0, 6.0]], radius: 0.3 },
            Rail { sway: Some(Oscillation { by: [0.0, 5.0], period: 0.05, phase: 0.25 }), ..Rail::default() },
        ),
        moved(ObstacleShape::Box { centre: [14.0, 3.0], size: [3.0, 1.0], angle: 0.0 }, Rail { velocity: [600.0, 0.0], ..Rail::default() }),
        moved(
            ObstacleShape::Box { centre: [36.0, 14.0], size: [1.0, 6.0], angle: 0.0 },
            Rail {
                pivot: [36.0, 14.0],
                swing: Some(Oscillation { by: 0.8, period: 0.2, phase: 0.0 }),
                keys: vec![Key::default(), Key { time: 0.03, offset: [-4.0, 0.0], angle: 0.5 }, Key { time: 0.06, ..Key::default() }],
                cycle: true,
                ..Rail::default()
            },
        ),
    ];
    WorldSpec { size: [40.0, 44.0], restitution: 0.4, particles, obstacles, ..WorldSpec::default() }
}

/// As [`shower`].
pub fn obstacles() -> World {
    build(&shower())
}

/// As [`obstacles`], of discs of three sizes.
pub fn obstacles_of_sizes() -> World {
    let mut shower = shower();
    shower.particles.iter_mut().enumerate().for_each(|(k, particle)| particle.radius = [0.5, 0.2, 0.1][k % 3]);
    build(&shower)
}

/// Discs that come down on a plate, and on the floor, so slowly that nothing throws them back.
pub fn lying(friction: f64) -> World {
    let plate = ObstacleShape::Box { centre: [10.0, 4.0], size: [18.0, 1.0], angle: 0.0 };
    let particles = [block(8, 1, 1.5, [4.0, 5.0001]), block(8, 1, 1.5, [4.0, 0.5001])].concat();
    build(&WorldSpec {
        size: [20.0, 20.0],
        restitution: 0.5,
        friction,
        particles,
        obstacles: vec![ObstacleSpec::still(plate)],
        ..WorldSpec::default()
    })
}

/// Discs that come down into the nips of wheels that turn: with a wall, and with a box.
pub fn nips() -> World {
    let wheel = |x: f64, turn_rate: f64| {
        let rail = Rail { pivot: [x, 10.0], turn_rate, ..Rail::default() };
        ObstacleSpec::moving(ObstacleShape::Circle { centre: [x, 10.0], radius: 5.0 }, rail)
    };
    let side = ObstacleSpec::still(ObstacleShape::Box { centre: [19.5, 10.0], size: [1.0, 18.0], angle: 0.0 });
    let particles = [0.51, 20.51].map(|x| ParticleSpec::at([x, 12.07], 0.5)).to_vec();
    build(&WorldSpec { size: [40.0, 20.0], particles, obstacles: vec![wheel(5.6, 3.5), side, wheel(25.6, -3.5)], ..WorldSpec::default() })
}

/// As [`shower`], without its obstacles.
pub fn without_obstacles() -> World {
    build(&WorldSpec { obstacles: Vec::new(), ..shower() })
}

/// As [`shower`], without its obstacles, of several materials between walls that throw nothing back.
pub fn rough_without_obstacles() -> World {
    let mut spec = WorldSpec { obstacles: Vec::new(), friction: 0.5, restitution: 0.0, materials: materials(), ..shower() };
    spec.particles.iter_mut().enumerate().for_each(|(k, particle)| particle.material = (k % 4) as u16);
    build(&spec)
}

/// As [`shower`], in the corner of a world that is empty but for so many chevrons, further than a disc gets in a fifth of a second: near
/// their notches, whoever believes to be near looks like inside.
pub fn far_obstacles(solver: ContactSolver, chevrons: u32) -> World {
    let chevron = |k: u32| {
        let corner = [1_900.0 + 51.0 * f64::from(k % 20), 1_913.0 + 41.0 * f64::from(k / 20)];
        let corners = [[0.0, 0.0], [6.0, 5.0], [12.0, 0.0], [6.0, 12.0]].map(|[x, y]| [corner[0] + x, corner[1] + y]);
        ObstacleSpec::still(ObstacleShape::Polygon { corners: corners.to_vec() })
    };
    let mut spec = WorldSpec { size: [3_000.0; 2], solver, restitution: 0.0, ..shower() };
    spec.obstacles.extend((0..chevrons).map(chevron));
    build(&spec)
}

/// As [`shower`], with the plain solver.
pub fn plain_obstacles() -> World {
    build(&WorldSpec { solver: ContactSolver::Plain, restitution: 0.0, ..shower() })
}

/// As [`shower`], of several materials, some discs as fast as can be and turning so.
pub fn rough_obstacles(rolling_resistance: f64) -> World {
    let mut spec = WorldSpec { friction: 0.5, rolling_resistance, materials: materials(), ..shower() };
    spec.particles.iter_mut().enumerate().for_each(|(k, particle)| particle.material = (k % 4) as u16);
    spec.obstacles.iter_mut().enumerate().for_each(|(k, obstacle)| obstacle.material = (k * 7 / 4 % 4) as u16);
    let mut world = build(&spec);
    for k in (0..spec.particles.len()).step_by(11) {
        let fast = MAX_DISPLACEMENT - (k as i32 % 5) * 1_000_003;
        let start = world.start_mut();
        start.displacements[k] = [[fast, -fast], [-fast, fast], [fast, fast], [0, -fast]][k % 4];
        start.bodies[k].spin = [fast, -fast][k / 3 % 2];
    }
    world
}

/// Discs that are as fast as can be, further from all walls than they get.
pub fn saturating_far_from_walls() -> World {
    let mut particles = block(6, 6, 1.2, [98.0, 28.0]);
    particles.iter_mut().for_each(|p| p.velocity = [30_000.0, 0.0]);
    build(&WorldSpec { size: [200.0, 60.0], gravity: [1e6, 0.0], particles, ..WorldSpec::default() })
}
