//! Twin of `solve_walls.wgsl`: keeps live particles inside the walls of the world.

use rayon::prelude::*;

use super::dim2::{moved, saturated, sum};
use super::{CountersCell, GRAIN};
use crate::world::fixed::{FRACTION_BITS, FRACTION_MASK, MAX_DISPLACEMENT};
use crate::world::params::Params;
use crate::world::particle::{Displacement, FRACTION_SHIFT, Particle, Phase};

/// Twin of the entry point.
pub fn solve_walls(params: &Params, particles: &mut [Particle], displacements: &mut [Displacement], counters: &CountersCell) {
    let one = |(particle, displacement): (&mut Particle, &mut Displacement)| {
        if particle.phase() != Phase::Live {
            return;
        }
        let correction = wall_correction(params, particle);
        if correction == [0, 0] {
            return;
        }
        let wanted = sum(*displacement, correction);
        *displacement = saturated(wanted);
        if *displacement != wanted {
            counters.saturated();
        }
        *particle = moved(*particle, correction);
    };
    particles.par_iter_mut().with_min_len(GRAIN).zip(displacements).for_each(one);
}

/// The way back inside, in displacement units. A world narrower than the particle holds it at its lower wall.
#[inline(always)]
fn wall_correction(params: &Params, particle: &Particle) -> Displacement {
    let reach = MAX_DISPLACEMENT >> FRACTION_BITS;
    let radius = particle.radius();
    [0, 1].map(|axis| {
        let low = (params.wall_min[axis] + radius - particle.position[axis]).clamp(0, reach);
        let high = (params.wall_max[axis] - radius - particle.position[axis]).clamp(-reach, 1);
        let fraction = ((particle.info >> FRACTION_SHIFT[axis]) & FRACTION_MASK) as i32;
        let up = (low << FRACTION_BITS) - fraction;
        let down = (high << FRACTION_BITS) - fraction;
        let wall = |side: usize| params.walls & (1 << (2 * axis + side)) != 0;
        if wall(0) && up > 0 {
            up
        } else if wall(1) && down < 0 {
            down
        } else {
            0
        }
    })
}
