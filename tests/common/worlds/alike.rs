//! Discs that are all alike, some of them pinned.

use jostle::world::World;
use jostle::world::fixed::MAX_DISPLACEMENT;
use jostle::world::spec::{ContactSolver, LinkSpec, ParticleSpec, WorldSpec};

use super::{Random, block, build};

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

/// Discs that fall between pegs.
pub fn pegs() -> World {
    let mut particles = block(12, 6, 1.5, [1.5, 2.0]);
    particles.iter_mut().for_each(|p| p.pinned = true);
    particles.extend(block(18, 6, 1.0, [1.0, 11.5]));
    build(&WorldSpec { size: [20.0, 20.0], particles, gravity: [3.0, -60.0], ..WorldSpec::default() })
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

/// Discs that are as fast as can be, further from all walls than they get.
pub fn saturating_far_from_walls() -> World {
    let mut particles = block(6, 6, 1.2, [98.0, 28.0]);
    particles.iter_mut().for_each(|p| p.velocity = [30_000.0, 0.0]);
    build(&WorldSpec { size: [200.0, 60.0], gravity: [1e6, 0.0], particles, ..WorldSpec::default() })
}
