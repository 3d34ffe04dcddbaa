//! Twin of `touch.wgsl`: what a disc touches first on its way, and what obstacles leave of the way.

use super::CountersCell;
use super::dim2::offset;
use super::exact::{float_of, inverse_root, product, reciprocal, rounded};
use super::impulse::UNITS_PER_STEP;
use super::obstacle::{Obstacles, along_of, seen_from, turned};
use super::walls::stopped;
use crate::world::fixed::FRACTION_BITS;
use crate::world::fixed::obstacle::{MOST_PUSH, ROUNDS, SLOP, STEPS_PER_UNIT};
use crate::world::obstacles::cover::PART_BITS;
use crate::world::obstacles::facet::{Facet, NO_MOVER};
use crate::world::particle::{Displacement, Particle};

/// Twin of `Touch`: the first touch on a way.
#[derive(Clone, Copy)]
struct Touch {
    /// Share of the way; 1 where nothing is touched.
    time: f32,
    /// Displacement units along the normal; negative.
    approach: f32,
    /// Out of the obstacle, in the world.
    normal: [f32; 2],
    /// Whether the obstacle stays.
    still: bool,
    /// Displacement that ends at the touch, and goes with the obstacle from there.
    ride: [f32; 2],
}

impl Touch {
    const NONE: Self = Self { time: 1.0, approach: 0.0, normal: [0.0; 2], still: true, ride: [0.0; 2] };
}

/// When obstacles stop a disc, and how.
#[derive(Clone, Copy)]
pub struct Stop {
    /// Of the poses between which they move the first.
    pub which: u32,
    /// How much of its speed they give back to it.
    pub restitution: f32,
}

/// Twin of `stopped_at_obstacles`.
#[inline(always)]
pub fn stopped_at_obstacles(
    obstacles: &Obstacles<'_>,
    particle: &Particle,
    displacement: Displacement,
    stop: Stop,
    counters: &CountersCell,
) -> Displacement {
    if is_far(obstacles, particle, displacement) { displacement } else { stopped_nearby(obstacles, particle, displacement, stop, counters) }
}

/// The same, of a disc that may touch something.
fn stopped_nearby(
    obstacles: &Obstacles<'_>,
    particle: &Particle,
    displacement: Displacement,
    stop: Stop,
    counters: &CountersCell,
) -> Displacement {
    let Stop { which, restitution } = stop;
    let mut way = stopped(obstacles.params, particle, displacement);
    let mut touch = first_touch(obstacles, particle, way, which, false);
    if touch.time >= 1.0 {
        return displacement;
    }
    for _ in 0..ROUNDS {
        way = stopped(obstacles.params, particle, deflected(obstacles, way, &touch, restitution, counters));
        touch = first_touch(obstacles, particle, way, which, false);
        if touch.time >= 1.0 {
            return way;
        }
    }
    if touch.still {
        return shortened(way, touch.time);
    }
    way = stopped(obstacles.params, particle, counters.held(touch.ride.map(rounded), false));
    shortened(way, first_touch(obstacles, particle, way, which, true).time)
}

/// Twin of `shortened`.
fn shortened(way: Displacement, share: f32) -> Displacement {
    way.map(|part| product(float_of(part), share) as i32)
}

/// Twin of `is_far`: whether a disc is in no reach of anything, as nearly all are.
#[inline(always)]
fn is_far(obstacles: &Obstacles<'_>, particle: &Particle, displacement: Displacement) -> bool {
    !obstacles.is_near(particle.position) && parts_of(obstacles, displacement) == 1
}

/// Twin of `parts_of`: into how many parts a way is cut.
#[inline(always)]
fn parts_of(obstacles: &Obstacles<'_>, way: Displacement) -> i32 {
    let steps = way.map(|part| (part >> FRACTION_BITS).abs());
    (steps[0].max(steps[1]) as u32 >> (obstacles.params.cell_bits - PART_BITS)) as i32 + 1
}

/// Twin of `deflected`: a way without what leads into the obstacle behind the touch.
fn deflected(obstacles: &Obstacles<'_>, way: Displacement, touch: &Touch, restitution: f32, counters: &CountersCell) -> Displacement {
    let params = obstacles.params;
    let bounces = restitution > 0.0 && -touch.approach > params.bounce_speed;
    let share = if bounces { 1.0 + restitution } else { 1.0 - touch.time };
    let push = product(share, -touch.approach).min(MOST_PUSH);
    counters.held([0, 1].map(|axis| way[axis] + rounded(product(push, touch.normal[axis]))), false)
}

/// Twin of `first_touch`.
#[inline]
fn first_touch(obstacles: &Obstacles<'_>, particle: &Particle, way: Displacement, which: u32, only_still: bool) -> Touch {
    let mut first = Touch::NONE;
    let parts = parts_of(obstacles, way);
    let part = way.map(|way| (way >> FRACTION_BITS) / parts);
    let mut last = None;
    for k in 0..parts {
        let at = [0, 1].map(|axis| particle.position[axis].wrapping_add(part[axis] * k));
        let cell = obstacles.coarse_cell(at);
        if last.replace(cell) == Some(cell) {
            continue;
        }
        for facet in obstacles.facets_of(cell).filter(|facet| facet.mover == NO_MOVER || !only_still) {
            first = sooner(obstacles, first, particle, way, facet, which);
        }
    }
    first
}

/// Twin of `sooner`.
fn sooner(obstacles: &Obstacles<'_>, first: Touch, particle: &Particle, way: Displacement, facet: &Facet, which: u32) -> Touch {
    let passage = passage_of(obstacles, particle.position, way, facet, which);
    let place = offset(passage.place, facet.start).map(float_of);
    let reach = particle.radius() as f32 + facet.radius;
    let mut touch = edge_touch(obstacles, place, passage.by, reach, facet);
    let corner = corner_touch(place, passage.by, reach, facet);
    if corner.time < touch.time {
        touch = corner;
    }
    if touch.time >= first.time {
        return first;
    }
    touch.still = facet.mover == NO_MOVER;
    if !touch.still {
        let direction = obstacles.pose_of(facet.mover, which + 1).direction;
        let ride = turned([0, 1].map(|axis| product(passage.by[axis], touch.time) - passage.shift[axis]), direction);
        touch.ride = ride.map(|part| part.clamp(-MOST_PUSH, MOST_PUSH));
        touch.normal = turned(touch.normal, direction);
    }
    touch
}

/// Twin of `Passage`: a way as an obstacle sees it, in its own frame.
struct Passage {
    /// Steps.
    place: [i32; 2],
    /// Displacement units.
    by: [f32; 2],
    /// What of that is the motion of the obstacle.
    shift: [f32; 2],
}

/// Twin of `passage_of`.
fn passage_of(obstacles: &Obstacles<'_>, position: [i32; 2], way: Displacement, facet: &Facet, which: u32) -> Passage {
    if facet.mover == NO_MOVER {
        return Passage { place: position, by: way.map(float_of), shift: [0.0; 2] };
    }
    let after = obstacles.pose_of(facet.mover, which + 1);
    let place = seen_from(position, obstacles.pose_of(facet.mover, which));
    let shift = offset(seen_from(position, after), place).map(|steps| product(float_of(steps), UNITS_PER_STEP));
    let by = turned(way.map(float_of), [after.direction[0], -after.direction[1]]);
    Passage { place, by: [0, 1].map(|axis| by[axis] + shift[axis]), shift }
}

/// Twin of `edge_touch`: against the outer side of a facet.
fn edge_touch(obstacles: &Obstacles<'_>, place: [f32; 2], by: [f32; 2], reach: f32, facet: &Facet) -> Touch {
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
fn corner_touch(place: [f32; 2], by: [f32; 2], reach: f32, facet: &Facet) -> Touch {
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
    let outside = along_of(at, facet.along) <= 0.0 && along_of(at, facet.before) >= 0.0;
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
