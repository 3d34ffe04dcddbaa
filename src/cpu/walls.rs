//! Twin of `walls.wgsl`: the walls of the world and one disc.

use super::CountersCell;
use super::bounce::{Fall, gained, thrown_back};
use super::dim2::{moved, offset, saturated, sum};
use super::exact::{float_of, product, reciprocal, rounded};
use crate::world::fixed::{FRACTION_BITS, FRACTION_MASK, MAX_DISPLACEMENT};
use crate::world::params::Params;
use crate::world::particle::{Displacement, FRACTION_SHIFT, Particle};

/// Twin of `Room`: how far a disc can move until it touches the walls, in displacement units. Where it is in a wall, the
/// way out.
struct Room {
    low: [i32; 2],
    high: [i32; 2],
}

/// Steps to the nearest and the farthest place inside.
#[inline(always)]
fn steps_to_walls(params: &Params, particle: &Particle) -> ([i32; 2], [i32; 2]) {
    let radius = particle.radius();
    let low = offset(offset(*params.wall_min, particle.position), [-radius; 2]);
    (low, offset(offset(*params.wall_max, particle.position), [radius; 2]))
}

/// Whether a disc is so far from all walls that a displacement leads into none of them, as with nearly all.
#[inline(always)]
fn is_clear(params: &Params, particle: &Particle, displacement: Displacement) -> bool {
    let (low, high) = steps_to_walls(params, particle);
    let steps = displacement.map(|d| d >> FRACTION_BITS);
    // Of the fastest the room is cut even where no wall is near: it is counted to where one could be reached.
    let reach = (MAX_DISPLACEMENT >> FRACTION_BITS) - 1;
    (steps[0].abs() < reach)
        & (steps[1].abs() < reach)
        & (low[0] <= 0)
        & (low[0] < steps[0])
        & (steps[0] + 1 < high[0])
        & (low[1] <= 0)
        & (low[1] < steps[1])
        & (steps[1] + 1 < high[1])
        & (high[0] > 0)
        & (high[1] > 0)
}

/// Twin of `room_of`.
fn room_of(params: &Params, particle: &Particle) -> Room {
    let reach = MAX_DISPLACEMENT >> FRACTION_BITS;
    let (low, high) = steps_to_walls(params, particle);
    let fraction = |axis: usize| ((particle.info >> FRACTION_SHIFT[axis]) & FRACTION_MASK) as i32;
    let units = |steps: i32, axis: usize| (steps.clamp(-reach, reach) << FRACTION_BITS) - fraction(axis);
    Room {
        low: [0, 1].map(|axis| if params.has_low_wall(axis) { units(low[axis], axis) } else { -MAX_DISPLACEMENT }),
        high: [0, 1].map(|axis| if params.has_high_wall(axis) { units(high[axis], axis) } else { MAX_DISPLACEMENT }),
    }
}

/// Twin of `kept_inside`: a move that ends inside. In a world narrower than the disc the lower wall has the last word.
#[inline(always)]
pub fn kept_inside(params: &Params, particle: &Particle, displacement: Displacement) -> Displacement {
    if is_clear(params, particle, displacement) {
        return displacement;
    }
    let room = room_of(params, particle);
    [0, 1].map(|axis| displacement[axis].min(room.high[axis]).max(room.low[axis]))
}

/// Twin of `stopped`: the displacement that the walls allow, up to a wall and no further. A disc that is in a wall gets no
/// speed from that.
#[inline(always)]
pub fn stopped(params: &Params, particle: &Particle, displacement: Displacement) -> Displacement {
    if is_clear(params, particle, displacement) {
        return displacement;
    }
    let room = room_of(params, particle);
    [0, 1].map(|axis| displacement[axis].min(room.high[axis].max(0)).max(room.low[axis].min(0)))
}

/// Twin of `bounced`: the displacement after a bounce off the walls that it leads to fast enough; others are left as they are.
#[inline(always)]
pub fn bounced(params: &Params, particle: &Particle, displacement: Displacement, fall: Fall, restitution: f32) -> Displacement {
    if is_clear(params, particle, displacement) {
        return displacement;
    }
    let room = room_of(params, particle);
    saturated([0, 1].map(|axis| {
        let speed = displacement[axis];
        let way = if speed > 0 { room.high[axis].max(0) } else { room.low[axis].min(0) };
        let beyond = if speed > 0 { speed > way } else { speed < way };
        let gain = || gained(fall.half[axis], float_of(way));
        let back = || rounded(thrown_back(float_of(speed), fall.lead[axis], gain(), restitution));
        if beyond && bounces_off_wall(params, speed, restitution) { back() } else { speed }
    }))
}

/// Twin of `rebounded`: the same after motion, and stopped where it is left as it is.
#[inline(always)]
pub fn rebounded(params: &Params, particle: &Particle, displacement: Displacement, fall: Fall, restitution: f32) -> Displacement {
    stopped(params, particle, bounced(params, particle, displacement, fall, restitution))
}

/// Twin of `fall_at_walls`: after a motion of which walls left `kept`.
#[inline(always)]
pub fn fall_at_walls(displacement: Displacement, kept: Displacement, half: [f32; 2]) -> Fall {
    let lead = [0, 1].map(|axis| {
        let share = cut_share(displacement[axis], kept[axis]);
        product(half[axis], share + share - 1.0)
    });
    Fall { lead, half }
}

/// Twin of `cut_share`: what share of a way a wall took.
fn cut_share(way: i32, kept: i32) -> f32 {
    product(float_of(way - kept).abs(), reciprocal(float_of(way).abs().max(1.0))).min(1.0)
}

/// Twin of `bounces_off_wall`: whether a wall throws a disc back that comes with this displacement.
fn bounces_off_wall(params: &Params, displacement: i32, restitution: f32) -> bool {
    restitution > 0.0 && displacement.abs() > params.bounce_speed as i32
}

/// What the walls make of a live particle that has moved: pushed back inside, which its displacement loses. In the shaders it
/// stands in `solve_walls` and `solve_contacts`.
#[inline(always)]
pub fn pushed_inside(params: &Params, particle: Particle, displacement: Displacement, counters: &CountersCell) -> (Particle, Displacement) {
    let correction = wall_correction(params, &particle);
    if correction == [0, 0] {
        return (particle, displacement);
    }
    (held_inside(params, moved(particle, correction)), counters.held(sum(displacement, correction), false))
}

/// The way back inside, in displacement units. A world narrower than the particle holds it at its lower wall.
#[inline(always)]
fn wall_correction(params: &Params, particle: &Particle) -> Displacement {
    let radius = particle.radius();
    let low = offset(offset(*params.wall_min, particle.position), [-radius; 2]);
    let high = offset(offset(*params.wall_max, particle.position), [radius; 2]);
    if low[0].max(low[1]) <= 0 && high[0].min(high[1]) > 0 {
        return [0, 0]; // well inside, as nearly all are
    }
    [0, 1].map(|axis| wall_correction_on(params, particle, axis, low[axis], high[axis]))
}

/// What one correction could not bring back, because a displacement has a range, is put at the wall; the high
/// wall first, so that the low one has the last word.
fn held_inside(params: &Params, mut particle: Particle) -> Particle {
    let radius = particle.radius();
    for axis in 0..2 {
        if params.has_high_wall(axis) {
            particle.position[axis] = particle.position[axis].min(params.wall_max[axis] - radius);
        }
        if params.has_low_wall(axis) {
            particle.position[axis] = particle.position[axis].max(params.wall_min[axis] + radius);
        }
    }
    particle
}

/// On one axis: `low` and `high` are the steps to the nearest and the farthest place inside.
fn wall_correction_on(params: &Params, particle: &Particle, axis: usize, low: i32, high: i32) -> i32 {
    let reach = (MAX_DISPLACEMENT >> FRACTION_BITS) + 1;
    let fraction = ((particle.info >> FRACTION_SHIFT[axis]) & FRACTION_MASK) as i32;
    let up = (low.clamp(0, reach) << FRACTION_BITS) - fraction;
    let down = (high.clamp(-reach, 1) << FRACTION_BITS) - fraction;
    if up > 0 && params.has_low_wall(axis) {
        up
    } else if down < 0 && params.has_high_wall(axis) {
        down
    } else {
        0
    }
}
