//! Cloths, wheels and chains of linked discs.

use jostle::world::World;
use jostle::world::spec::{ContactSolver, LinkSpec, ParticleSpec, Walls, WorldSpec};

use super::{block, build};

/// A cloth that hangs on its pinned upper row; its links break when stretched by a third.
pub(super) fn cloth(columns: usize, rows: usize) -> WorldSpec {
    let mut particles = block(columns, rows, 1.0, [5.0, 8.0]);
    particles.iter_mut().for_each(|p| p.radius = 0.25);
    particles[columns * (rows - 1)..].iter_mut().for_each(|p| p.pinned = true);
    let link =
        |a: usize, b: usize, length: f64| LinkSpec { break_length: Some(length * 1.34), ..LinkSpec::between([a as u32, b as u32], length) };
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
