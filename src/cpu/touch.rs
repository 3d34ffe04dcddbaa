//! Twin of `touch.wgsl`: what a disc touches first on its way.

use super::exact::{float_of, inverse_root, product, reciprocal};
use super::impulse::UNITS_PER_STEP;
use super::obstacle::{Obstacles, along_of, left_of, turned};
use super::passage::{Passage, Seen, Turning, direction_at};
use crate::world::fixed::FRACTION_BITS;
use crate::world::fixed::obstacle::{MAX_PUSH, SLOP, STEPS_PER_UNIT};
use crate::world::obstacles::cover::PART_BITS;
use crate::world::obstacles::facet::{Facet, NO_MOVER};
use crate::world::particle::{Displacement, Particle};

/// Twin of `Touch`: the first touch on a way.
#[derive(Clone, Copy)]
pub struct Touch {
    /// Share of the way; 1 where nothing is touched.
    pub time: f32,
    /// Displacement units along the normal; negative.
    pub approach: f32,
    /// Out of the obstacle, in the world.
    pub normal: [f32; 2],
    /// Number of the outline that is touched; for those who watch.
    pub outline: u32,
    /// Along the tangent, the normal turned left, of the rim of a disc that does not turn: displacement units.
    pub slide: f32,
    /// What the rim of a disc that turns with the obstacle moves round: displacement units.
    pub turn: f32,
    /// Of the obstacle's friction and restitution.
    pub roots: [f32; 2],
    /// Whether the obstacle stays.
    pub still: bool,
    /// Displacement that ends at the touch, and goes with the obstacle from there.
    pub ride: [f32; 2],
}

impl Touch {
    const NONE: Self = Self {
        time: 1.0,
        approach: 0.0,
        normal: [0.0; 2],
        outline: 0,
        slide: 0.0,
        turn: 0.0,
        roots: [0.0; 2],
        still: true,
        ride: [0.0; 2],
    };
}

/// Twin of `parts_of`: into how many parts a way is cut.
#[inline(always)]
pub fn parts_of(obstacles: &Obstacles<'_>, way: Displacement) -> i32 {
    let steps = way.map(|part| (part >> FRACTION_BITS).abs());
    (steps[0].max(steps[1]) as u32 >> (obstacles.params.cell_bits - PART_BITS)) as i32 + 1
}

/// Twin of `first_touch`.
#[inline]
pub fn first_touch(obstacles: &Obstacles<'_>, particle: &Particle, way: Displacement, which: u32, only_still: bool) -> Touch {
    let mut first = Touch::NONE;
    let parts = parts_of(obstacles, way);
    let part = way.map(|way| (way >> FRACTION_BITS) / parts);
    let mut last = None;
    let mut seen = Seen::by_mover(obstacles, particle.position, way, NO_MOVER, which);
    for k in 0..parts {
        let at = [0, 1].map(|axis| particle.position[axis].wrapping_add(part[axis] * k));
        let cell = obstacles.coarse_cell(at);
        if last.replace(cell) == Some(cell) {
            continue;
        }
        for facet in obstacles.facets_of(cell).filter(|facet| facet.mover == NO_MOVER || !only_still) {
            if seen.mover != facet.mover {
                seen = Seen::by_mover(obstacles, particle.position, way, facet.mover, which);
            }
            first = sooner(obstacles, first, particle, facet, &seen);
        }
    }
    first
}

/// Twin of `sooner`.
fn sooner(obstacles: &Obstacles<'_>, first: Touch, particle: &Particle, facet: &Facet, seen: &Seen<'_>) -> Touch {
    let radius = particle.radius() as f32;
    let reach = radius + facet.radius;
    let Some(passages) = seen.passages(facet, reach) else { return first };
    let edge = edge_touch(obstacles, &passages.side, reach, facet);
    let corner = corner_touch(&passages.corner, reach, facet, &passages.turning);
    let at_corner = corner.time < edge.time;
    let mut touch = if at_corner { corner } else { edge };
    if touch.time >= first.time {
        return first;
    }
    (touch.outline, touch.roots) = (facet.outline, facet.roots);
    touch.still = facet.mover == NO_MOVER;
    let by = if at_corner { passages.corner.by } else { passages.side.by };
    // What the surface does at the touch, against the disc's middle in the one frame and against the corner in the other.
    let arm = product(if at_corner { -facet.radius } else { radius }, UNITS_PER_STEP);
    touch.slide = along_of(by, left_of(touch.normal)) + product(passages.turning.sine, arm);
    touch.turn = product(passages.turning.sine, product(radius, UNITS_PER_STEP));
    if !touch.still {
        let by = if at_corner { by } else { turned(by, passages.turning.after) };
        touch.ride = [0, 1].map(|axis| (float_of(seen.way[axis]) - product(by[axis], 1.0 - touch.time)).clamp(-MAX_PUSH, MAX_PUSH));
        let normal = turned(touch.normal, direction_at(&passages.turning, touch.time));
        touch.normal = if at_corner { touch.normal } else { normal };
    }
    touch
}

/// Twin of `edge_touch`: against the outer side of a facet.
fn edge_touch(obstacles: &Obstacles<'_>, &Passage { place, by }: &Passage, reach: f32, facet: &Facet) -> Touch {
    let normal = [facet.along[1], -facet.along[0]];
    let height = along_of(place, normal);
    let approach = along_of(by, normal);
    let gap = product(height - reach, UNITS_PER_STEP);
    if height < 0.0 || approach > -1.0 || gap + approach >= -SLOP {
        return Touch::NONE;
    }
    let time = product(gap.max(0.0), reciprocal(-approach));
    let foot = along_of(place, facet.along) + product(product(along_of(by, facet.along), time), STEPS_PER_UNIT);
    let overhang = obstacles.params.facet_overhang;
    let beside = foot < -overhang || foot > facet.length + overhang;
    Touch { time: if beside { 1.0 } else { time }, approach, normal, ..Touch::NONE }
}

/// Twin of `corner_touch`: against the corner at the start of a facet, from where the corner is the nearest.
fn corner_touch(&Passage { place, by }: &Passage, reach: f32, facet: &Facet, turning: &Turning) -> Touch {
    let towards = along_of(place, by);
    if !facet.has_corner() || towards >= 0.0 || along_of(by, by) < 1.0 {
        return Touch::NONE;
    }
    let mut time = 0.0;
    let mut at = place;
    if along_of(place, place) > product(reach, reach) {
        let step = by.map(|part| product(part, STEPS_PER_UNIT));
        let inverse_length = inverse_root(along_of(step, step));
        let inverse = product(inverse_length, inverse_length);
        let nearest_time = product(product(-towards, STEPS_PER_UNIT), inverse);
        let nearest = [0, 1].map(|axis| place[axis] + product(step[axis], nearest_time));
        let room = product(reach, reach) - along_of(nearest, nearest);
        if room <= 0.0 {
            return Touch::NONE;
        }
        time = (nearest_time - product(product(room, inverse_root(room)), inverse_length)).max(0.0);
        at = [0, 1].map(|axis| place[axis] + product(step[axis], time));
    }
    let direction = direction_at(turning, time);
    let margin = product(turning.sine.abs(), reach);
    let outside = along_of(at, turned(facet.along, direction)) <= margin && along_of(at, turned(facet.before, direction)) >= -margin;
    let size = along_of(at, at);
    if time >= 1.0 || !outside || size == 0.0 {
        return Touch::NONE;
    }
    let inverse = inverse_root(size);
    let normal = at.map(|part| product(part, inverse));
    let approach = along_of(by, normal);
    let gap = product((product(size, inverse) - reach).max(0.0), UNITS_PER_STEP);
    let shallow = product(1.0 - time, approach) + gap >= -SLOP;
    Touch { time: if shallow { 1.0 } else { time }, approach, normal, ..Touch::NONE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::cpu::dim2::sum;
    use crate::cpu::dispatch_obstacles::obstacles;
    use crate::scene::random::Random;
    use crate::world::World;
    use crate::world::obstacles::rail::{Oscillation, Rail};
    use crate::world::params::Substep;
    use crate::world::spec::{ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

    /// Of obstacles that stay, turn fast and slowly, sway and fly, of all shapes: who is too far from a facet to be asked about does not touch
    /// it, and of those around a disc each is seen as it moves.
    #[test]
    fn what_is_far_from_a_facet_does_not_touch_it() {
        let wall = ObstacleShape::Wall { points: vec![[5.0, 5.0], [9.0, 6.0], [12.0, 3.0]], thickness: 0.01 };
        let angular = ObstacleShape::Polygon { corners: vec![[20.0, 20.0], [30.0, 21.0], [24.0, 24.0], [28.0, 30.0], [20.0, 28.0]] };
        let circle = ObstacleShape::Circle { centre: [15.0, 30.0], radius: 3.0 };
        let turning = |turn_rate: f64, velocity: [f64; 2]| Rail { pivot: [22.0, 22.0], turn_rate, velocity, ..Rail::default() };
        let sway = Oscillation { by: [3.0, 2.0], period: 0.05, phase: 0.1 };
        let swaying = Rail { sway: Some(sway), ..turning(0.0, [0.0; 2]) };
        let rails = [turning(300.0, [0.0; 2]), turning(-2.0, [300.0, -90.0]), swaying];
        let mut obstacles =
            vec![ObstacleSpec::still(wall.clone()), ObstacleSpec::still(angular.clone()), ObstacleSpec::still(circle.clone())];
        for rail in rails {
            obstacles.extend([&wall, &angular, &circle].map(|shape| ObstacleSpec::moving(shape.clone(), rail.clone())));
        }
        let particles = vec![ParticleSpec::at([35.0, 38.0], 1.0)];
        let world = World::new(&WorldSpec { size: [40.0; 2], particles, obstacles, ..WorldSpec::default() }).unwrap();
        let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
        let (mut random, mut far, mut touched) = (Random::new(1, 0), 0, 0);
        for index in 0..20 {
            let substep = &Substep { index, ..Substep::default() };
            solver.buffers.place_obstacles(std::slice::from_ref(substep));
            let b = &solver.buffers;
            let obstacles = obstacles!(b, substep);
            for _ in 0..500 {
                let position = world.frame.position_to_steps([40.0 * random.unit(), 40.0 * random.unit()]);
                let longest = f64::from(1u32 << (b.params.cell_bits + FRACTION_BITS)) * random.unit().powi(4);
                let own = [0, 1].map(|_| ((random.unit() - 0.5) * longest) as i32);
                for facet in b.obstacles.facets() {
                    // Some go with the obstacle, so that only its corners move.
                    let still = Seen::by_mover(obstacles, position, [0; 2], facet.mover, 0).all_passages(facet);
                    let along = turned(still.side.by, still.turning.after).map(|part| -part as i32);
                    let way = if random.unit() < 0.5 { own } else { sum(along, own.map(|part| part / 64)) };
                    let seen = Seen::by_mover(obstacles, position, way, facet.mover, 0);
                    let reach = (random.unit() * f64::from(1u32 << (b.params.cell_bits - 1))) as f32 + facet.radius;
                    let all = seen.all_passages(facet);
                    let edge = edge_touch(obstacles, &all.side, reach, facet);
                    let touches = edge.time.min(corner_touch(&all.corner, reach, facet, &all.turning).time) < 1.0;
                    let is_far = seen.passages(facet, reach).is_none();
                    assert!(!(touches && is_far), "{position:?} goes {way:?} and touches {facet:?}");
                    far += usize::from(is_far);
                    touched += usize::from(touches);
                }
                let disc = b.particles[0].moved_to(position);
                let each = b.obstacles.facets().iter().fold(Touch::NONE, |first, facet| {
                    sooner(obstacles, first, &disc, facet, &Seen::by_mover(obstacles, position, own, facet.mover, 0))
                });
                let first = first_touch(obstacles, &disc, own, 0, false);
                assert_eq!((first.time, first.normal, first.outline), (each.time, each.normal, each.outline), "{position:?} goes {own:?}");
            }
        }
        assert!(far > 100_000 && touched > 1_000, "{far} are far, {touched} touch");
    }
}
