//! Worlds that nobody thought of: each from a number, with anything that a world may have.

use crate::common::worlds::Random;
use jostle::world::World;
use jostle::world::fixed::MAX_DISPLACEMENT;
use jostle::world::fold::Folding;
use jostle::world::levels::Leveling;
use jostle::world::spec::{
    ContactSolver, LinkSpec, MaterialSpec, ObstacleShape, ObstacleSpec, Oscillation, ParticleSpec, Rail, Walls, WorldSpec,
};

/// Draws what a world is made of.
struct Draw(Random);

impl Draw {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.unit()
    }

    /// As likely between 1 and 10 as between 10 and 100.
    fn across(&mut self, low: f64, high: f64) -> f64 {
        if low == high { low } else { libm::exp(self.between(libm::log(low), libm::log(high))) }
    }

    fn below(&mut self, count: u32) -> u32 {
        (self.0.unit() * f64::from(count)) as u32
    }

    fn chance(&mut self, share: f64) -> bool {
        self.0.unit() < share
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }

    fn point(&mut self, size: [f64; 2]) -> [f64; 2] {
        size.map(|length| self.between(0.0, length))
    }
}

/// The world of a number; `None` where it drew one that is refused.
pub fn world(number: u64) -> Option<World> {
    let mut draw = Draw(Random::new(number));
    // Not drawn, so that the worlds of all other numbers stay what they are.
    let has_room = number % 11 == 5;
    let spec = WorldSpec { largest_radius: has_room.then_some(1.3), ..spec(&mut draw) };
    let mut world = World::new(&spec).ok()?;
    if draw.chance(0.2) {
        world = world.with_folding(draw.one_of(&[Folding::Always, Folding::Never])).ok()?;
    }
    if draw.chance(0.2) {
        world = world.with_levels(Leveling::Exactly(1 + draw.below(6))).ok()?;
    }
    if draw.chance(0.15) {
        // Some as fast as can be.
        for displacement in world.start_mut().displacements.iter_mut().step_by(7).filter(|displacement| **displacement != [0, 0]) {
            *displacement = [0; 2].map(|_: i32| (f64::from(MAX_DISPLACEMENT) * draw.between(-1.0, 1.0)) as i32);
        }
    }
    Some(world)
}

fn spec(draw: &mut Draw) -> WorldSpec {
    let solver = if draw.chance(0.3) { ContactSolver::Plain } else { ContactSolver::Resting };
    let size = match draw.below(6) {
        0 => [draw.between(1.5, 6.0), draw.between(1.5, 6.0)],
        1 => [draw.across(50.0, 1e5), draw.across(3.0, 300.0)],
        _ => [draw.across(8.0, 60.0), draw.across(8.0, 60.0)],
    };
    let mut spec = WorldSpec {
        size,
        solver,
        walls: if draw.chance(0.7) { Walls::CLOSED } else { walls(draw) },
        margin: 1 + draw.below(4),
        gravity: if draw.chance(0.2) { [0.0; 2] } else { [draw.between(-30.0, 30.0), -draw.across(0.1, 3e3)] },
        drag: if draw.chance(0.3) { draw.across(1e-3, 1e2) } else { 0.0 },
        substeps: draw.one_of(&[1, 2, 8, 8, 8, 32]),
        link_iterations: 2 + draw.below(3),
        own_bodies: draw.chance(0.1),
        ..WorldSpec::default()
    };
    // Alike discs with nothing but walls, which the CPU takes row by row where there are rows enough.
    if draw.chance(0.3) {
        spec.size = [draw.across(8.0, 30.0), draw.across(60.0, 200.0)];
        particles(draw, &mut spec, 1.0);
        return spec;
    }
    if solver == ContactSolver::Resting {
        surfaces(draw, &mut spec);
    }
    let spread = draw.one_of(&[1.0, 1.0, 1.0, 0.7, 0.2, 0.04]);
    particles(draw, &mut spec, spread);
    if draw.chance(0.3) {
        links(draw, &mut spec);
    }
    if draw.chance(0.35) {
        spec.obstacles = (0..1 + draw.below(5)).map(|_| obstacle(draw, &spec)).collect();
    }
    spec
}

fn walls(draw: &mut Draw) -> Walls {
    let [left, right, bottom, top] = [(); 4].map(|()| draw.chance(0.6));
    Walls { left, right, bottom, top }
}

/// Friction, rolling resistance, restitution and materials.
fn surfaces(draw: &mut Draw, spec: &mut WorldSpec) {
    let some = |draw: &mut Draw, most: f64| if draw.chance(0.5) { 0.0 } else { draw.between(0.0, most) };
    (spec.restitution, spec.friction) = (some(draw, 1.0), if draw.chance(0.4) { some(draw, 2.0) } else { 0.0 });
    if draw.chance(0.15) {
        spec.rolling_resistance = draw.between(0.0, 2.0);
    }
    if draw.chance(0.5) {
        // Discs of one mass need no bodies, however large they are.
        let mass = draw.chance(0.5).then_some(1.0);
        spec.materials = vec![MaterialSpec { density: 1.0, mass, friction: spec.friction, restitution: spec.restitution }];
    }
    if draw.chance(0.3) {
        let material = |draw: &mut Draw| MaterialSpec {
            density: draw.across(1e-2, 1e2),
            mass: None,
            friction: some(draw, 3.0),
            restitution: some(draw, 1.0),
        };
        spec.materials.extend([material(draw), material(draw)]);
    }
}

/// Loose, packed, in clumps and in one place; the smallest may be so much of the largest.
fn particles(draw: &mut Draw, spec: &mut WorldSpec, spread: f64) {
    let (size, count) = (spec.size, (900.0 * draw.between(0.0, 1.0) * draw.between(0.0, 1.0)) as usize + 1);
    let largest = draw.one_of(&[0.5, 0.5, 0.5, 0.3, 1.0]);
    let clumps: Vec<_> = (0..1 + draw.below(4)).map(|_| draw.point(size)).collect();
    let (kind, speed, extent) = (draw.below(4), draw.across(0.1, 2e4), draw.across(0.05, 20.0));
    let columns = (size[0] / (1.8 * largest)).max(1.0) as usize;
    for k in 0..count {
        let lattice = [(k % columns) as f64 * 1.8 * largest, (k / columns) as f64 * 1.8 * largest];
        let clump = draw.one_of(&clumps);
        let near = [0, 1].map(|axis| clump[axis] + draw.between(-extent, extent));
        let place = match kind {
            0 => draw.point(size),
            1 => lattice,
            2 if k % 9 == 0 => clump,
            _ => near,
        };
        let position = [0, 1].map(|axis| place[axis].clamp(0.0, size[axis]));
        let pinned = draw.chance(0.04);
        let velocity = if pinned || draw.chance(0.3) { [0.0; 2] } else { [0.0; 2].map(|_: f64| draw.between(-speed, speed)) };
        spec.particles.push(ParticleSpec {
            velocity,
            pinned,
            material: if draw.chance(0.7) {
                spec.materials.len().min(1) as u16
            } else {
                draw.below(spec.materials.len() as u32 + 1) as u16
            },
            birth: if pinned || draw.chance(0.95) { 0 } else { draw.below(12) },
            ..ParticleSpec::at(position, largest * draw.across(spread, 1.0))
        });
    }
}

/// Between discs that follow each other.
fn links(draw: &mut Draw, spec: &mut WorldSpec) {
    let is_resting = spec.solver == ContactSolver::Resting;
    for k in 1..spec.particles.len() as u32 {
        if draw.chance(0.4) {
            continue;
        }
        let ends = [k - 1 - draw.below(k.min(3)), k];
        let [a, b] = ends.map(|id| spec.particles[id as usize].position);
        let length = libm::hypot(a[0] - b[0], a[1] - b[1]).clamp(0.2, 12.0);
        spec.links.push(LinkSpec {
            compliance: if is_resting && draw.chance(0.5) { draw.across(1e-8, 1e-1) } else { 0.0 },
            stiffness: if is_resting { 1.0 } else { draw.between(0.1, 1.0) },
            break_length: draw.chance(0.3).then(|| length * draw.between(1.01, 2.0)),
            ..LinkSpec::between(ends, length * draw.between(0.7, 1.2))
        });
    }
}

fn obstacle(draw: &mut Draw, spec: &WorldSpec) -> ObstacleSpec {
    let centre = draw.point(spec.size);
    let reach = draw.across(0.3, 8.0);
    let near = |draw: &mut Draw| [0, 1].map(|axis| centre[axis] + draw.between(-reach, reach));
    let shape = match draw.below(5) {
        0 => ObstacleShape::Circle { centre, radius: reach },
        1 => ObstacleShape::Capsule { ends: [centre, near(draw)], radius: 0.3 * reach },
        2 => ObstacleShape::Box { centre, size: [reach, draw.between(0.2, 2.0) * reach], angle: draw.between(-4.0, 4.0) },
        3 => {
            let corner = |k: u32, draw: &mut Draw| {
                let (angle, length) = (f64::from(k) * std::f64::consts::TAU / 7.0, reach * draw.between(0.3, 1.0));
                [centre[0] + length * libm::cos(angle), centre[1] + length * libm::sin(angle)]
            };
            ObstacleShape::Polygon { corners: (0..7).map(|k| corner(k, draw)).collect() }
        }
        _ => ObstacleShape::Wall { points: vec![centre, near(draw), near(draw)], thickness: draw.between(0.1, 1.0) },
    };
    let rail = if draw.chance(0.5) { Rail::default() } else { rail(draw, centre) };
    ObstacleSpec { material: draw.below(spec.materials.len() as u32 + 1) as u16, rail, ..ObstacleSpec::still(shape) }
}

fn rail(draw: &mut Draw, pivot: [f64; 2]) -> Rail {
    let sway = draw.chance(0.5).then(|| Oscillation { by: [draw.between(-3.0, 3.0), 0.5], period: draw.across(0.05, 5.0), phase: 0.2 });
    Rail { pivot, velocity: [draw.between(-20.0, 20.0), 0.0], turn_rate: draw.between(-20.0, 20.0), sway, ..Rail::default() }
}
