//! Twin of `solve_walls.wgsl`: keeps live particles inside the walls of the world.

use super::dim2::{moved, offset, sum};
use super::{CountersCell, parallel};
use crate::world::fixed::{FRACTION_BITS, FRACTION_MASK, MAX_DISPLACEMENT};
use crate::world::params::Params;
use crate::world::particle::{Displacement, FRACTION_SHIFT, Particle, Phase};

/// Twin of the entry point.
pub fn solve_walls(params: &Params, particles: &mut [Particle], displacements: &mut [Displacement], counters: &CountersCell) {
    parallel::for_each(particles, displacements, |_, particle, displacement| {
        if particle.phase() != Phase::Live {
            return;
        }
        let correction = wall_correction(params, particle);
        if correction == [0, 0] {
            return;
        }
        *displacement = counters.held(sum(*displacement, correction), false);
        *particle = held_inside(params, moved(*particle, correction));
    });
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
        if params.walls & (2 << (2 * axis)) != 0 {
            particle.position[axis] = particle.position[axis].min(params.wall_max[axis] - radius);
        }
        if params.walls & (1 << (2 * axis)) != 0 {
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
    if up > 0 && params.walls & (1 << (2 * axis)) != 0 {
        up
    } else if down < 0 && params.walls & (2 << (2 * axis)) != 0 {
        down
    } else {
        0
    }
}
