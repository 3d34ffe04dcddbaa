//! Twin of `deflection.wgsl`: what obstacles leave of a disc's way, from touch to touch.

use super::CountersCell;
use super::bounce::{Fall, gained, thrown_back};
use super::dim2::sum;
use super::exact::{float_of, product, reciprocal, rounded, shift_of_phase};
use super::friction::{Motion, held_spin, rub};
use super::obstacle::{Obstacles, along_of, left_of};
use super::touch::{Touch, first_touch, parts_of};
use super::walls::stopped;
use crate::world::fixed::SECOND_PHASE;
use crate::world::fixed::obstacle::{MAX_PUSH, MIN_SLOPE, ROUNDS};
use crate::world::params::Substep;
use crate::world::particle::{Displacement, Particle};

/// What changed the displacement of a disc, for those who watch.
pub enum By<'a> {
    /// A touch.
    Touch(&'a Touch),
    /// A touch that does not end: there the way does.
    End(&'a Touch),
    /// Walls of the world.
    Walls,
    /// A touch with another one, or with a wall of the world: both together, so that both are kept.
    Corner(&'a Touch, Option<&'a Touch>),
}

/// Twin of `Stop`: when obstacles stop a disc, and how.
#[derive(Clone, Copy)]
pub struct Stop {
    /// Of the poses between which they move the first.
    pub which: u32,
    pub fall: Fall,
    /// Of the disc's friction and restitution; 0 where nothing is to rub or to bounce.
    pub roots: [f32; 2],
}

/// Twin of `stopped_at_obstacles`.
#[inline(always)]
pub fn stopped_at_obstacles(
    obstacles: &Obstacles<'_>,
    particle: &Particle,
    motion: Motion,
    stop: &Stop,
    counters: &CountersCell,
) -> Motion {
    stopped_and_watched(obstacles, particle, motion, stop, counters, |_, _, _| {})
}

/// The same, and calls `watch` with each change of the motion, before and after it.
#[inline(always)]
pub fn stopped_and_watched(
    obstacles: &Obstacles<'_>,
    particle: &Particle,
    motion: Motion,
    stop: &Stop,
    counters: &CountersCell,
    watch: impl FnMut(By<'_>, Motion, Motion),
) -> Motion {
    if is_far(obstacles, particle, motion.displacement) {
        motion
    } else {
        stopped_nearby(obstacles, particle, motion, stop, counters, watch)
    }
}

/// The same, of a disc that may touch something.
fn stopped_nearby(
    obstacles: &Obstacles<'_>,
    particle: &Particle,
    before: Motion,
    stop: &Stop,
    counters: &CountersCell,
    mut watch: impl FnMut(By<'_>, Motion, Motion),
) -> Motion {
    let (params, which) = (obstacles.params, stop.which);
    let mut motion = Motion { displacement: stopped(params, particle, before.displacement), ..before };
    let mut touch = first_touch(obstacles, particle, motion.displacement, which, false);
    if touch.time >= 1.0 {
        return before;
    }
    watch(By::Walls, before, motion);
    let (mut corner, mut earlier) = (Corner { normal: [0.0; 2], least: 0.0 }, touch);
    for round in 0..ROUNDS {
        let shift = rounding_shift(obstacles.substep, round);
        let left = deflected(obstacles, motion, &touch, stop, shift, counters);
        let way = Motion { displacement: slid(left.displacement, left_of(touch.normal), &corner, shift, counters), ..left };
        watch(By::Touch(&touch), motion, left);
        watch(By::Corner(&touch, Some(&earlier)), left, way);
        (corner, earlier) = (Corner::at(&touch, motion.displacement), touch);
        let cut = Motion { displacement: stopped(params, particle, way.displacement), ..way };
        watch(By::Walls, way, cut);
        motion = Motion { displacement: slid_along_walls(cut.displacement, way.displacement, &corner, shift, counters), ..cut };
        watch(By::Corner(&touch, None), cut, motion);
        touch = first_touch(obstacles, particle, motion.displacement, which, false);
        if touch.time >= 1.0 {
            return motion;
        }
    }
    let way = match touch.still {
        true => shortened(motion.displacement, touch.time),
        false => {
            let way = stopped(params, particle, counters.held(touch.ride.map(rounded), false));
            shortened(way, first_touch(obstacles, particle, way, which, true).time)
        }
    };
    let left = Motion { displacement: way, ..motion };
    watch(By::End(&touch), motion, left);
    left
}

/// Twin of `Corner`: what the last touch asks of a way, to lead so far along its normal.
struct Corner {
    normal: [f32; 2],
    /// Displacement units.
    least: f32,
}

impl Corner {
    /// Twin of `corner_at`: however far the touch throws it back, a way need not lead further than along what is touched.
    fn at(touch: &Touch, way: Displacement) -> Self {
        let least = along_of(way.map(float_of), touch.normal) + product(1.0 - touch.time, -touch.approach);
        Self { normal: touch.normal, least }
    }
}

/// Twin of `slid`: a way that a second touch has changed, moved along what it touches now so far that it does again what the touch
/// before asks.
fn slid(way: Displacement, along: [f32; 2], corner: &Corner, shift: [f32; 2], counters: &CountersCell) -> Displacement {
    let lacking = corner.least - along_of(way.map(float_of), corner.normal);
    let slope = along_of(along, corner.normal);
    if lacking <= 0.0 || slope.abs() < MIN_SLOPE {
        return way;
    }
    let size = product(lacking, reciprocal(slope.abs())).min(MAX_PUSH);
    let by = if slope > 0.0 { size } else { -size };
    counters.held(sum(way, [0, 1].map(|axis| rounded(product(by, along[axis]) + shift[axis]))), false)
}

/// Twin of `slid_along_walls`: the same of a way that a wall of the world has cut on one axis.
fn slid_along_walls(cut: Displacement, way: Displacement, corner: &Corner, shift: [f32; 2], counters: &CountersCell) -> Displacement {
    match [cut[0] != way[0], cut[1] != way[1]] {
        [true, false] => slid(cut, [0.0, 1.0], corner, shift, counters),
        [false, true] => slid(cut, [1.0, 0.0], corner, shift, counters),
        _ => cut,
    }
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

/// Twin of `deflected`: a motion without what leads into the obstacle behind the touch, or thrown back from it; and rubbed by what
/// that takes.
fn deflected(obstacles: &Obstacles<'_>, motion: Motion, touch: &Touch, stop: &Stop, shift: [f32; 2], counters: &CountersCell) -> Motion {
    let restitution = product(stop.roots[1], touch.roots[1]);
    let bounces = restitution > 0.0 && -touch.approach > obstacles.params.bounce_speed;
    let gain = || gained(along_of(stop.fall.half, touch.normal), product(touch.time, touch.approach));
    let back = || thrown_back(touch.approach, along_of(stop.fall.lead, touch.normal), gain(), restitution);
    let push = if bounces { back() - touch.approach } else { product(1.0 - touch.time, -touch.approach) }.min(MAX_PUSH);
    let way = sum(motion.displacement, [0, 1].map(|axis| rounded(product(push, touch.normal[axis]) + shift[axis])));
    rubbed_at(obstacles, touch, Motion { displacement: counters.held(way, false), ..motion }, push, stop, shift[0], counters)
}

/// Twin of `rubbed_at`: a motion that an obstacle has pushed by `push`, rubbed by that.
fn rubbed_at(
    obstacles: &Obstacles<'_>,
    touch: &Touch,
    motion: Motion,
    push: f32,
    stop: &Stop,
    shift: f32,
    counters: &CountersCell,
) -> Motion {
    let friction = product(stop.roots[0], touch.roots[0]);
    let limits = [friction, obstacles.params.rolling_resistance];
    if limits == [0.0; 2] {
        return motion;
    }
    // An impulse in whole units for both, as at walls; along a tangent that leads where it likes.
    let rubbed = rub(touch.slide, motion.spin, touch.turn, limits.map(|limit| product(limit, push)), shift);
    let third = obstacles.substep.rounding_phase.wrapping_mul(SECOND_PHASE).wrapping_mul(SECOND_PHASE);
    let others = [third, third.wrapping_mul(SECOND_PHASE)].map(shift_of_phase);
    let tangent = left_of(touch.normal);
    let along = [0, 1].map(|axis| rounded(product(float_of(rubbed.impulse), tangent[axis]) + others[axis]));
    Motion { displacement: counters.held(sum(motion.displacement, along), false), spin: held_spin(motion.spin - rubbed.spin) }
}

/// Twin of `rounding_shift`: what is added on each axis before what is taken from a way is rounded, from -1/2 to 1/2.
fn rounding_shift(substep: &Substep, round: u32) -> [f32; 2] {
    let phase = substep.rounding_phase;
    let shift = [phase, phase.wrapping_mul(SECOND_PHASE)].map(shift_of_phase);
    if round & 1 == 0 { shift } else { shift.map(|shift| -shift) }
}
