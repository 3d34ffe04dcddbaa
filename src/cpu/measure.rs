//! Twin of `measure.wgsl`: sums and maxima over all particles, for people to look at.

use std::ops::Range;

use super::contact::contact;
use super::dim2::{boxes_overlap, offset};
use super::exact::{inverse_root, product};
use super::partners::runs_in_levels;
use super::threads::parallel::sum_of_runs;
use crate::world::levels::Levels;
use crate::world::measures::{Measures, OVERLAP_UNIT, compact, expand};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};
use crate::world::spec::Walls;

/// Twin of the entry point, on particles in cell order with their `cell_starts`.
pub fn measure(params: &Params, particles: &[Particle], displacements: &[Displacement], cell_starts: &[u32]) -> Measures {
    let levels = Levels::new(params);
    let measure_run = |run: Range<usize>| {
        let mut sums = Measures::default();
        run.for_each(|i| measure_particle(params, &levels, particles, displacements[i], cell_starts, i, &mut sums));
        sums
    };
    sum_of_runs(particles.len(), measure_run, Measures::merged)
}

fn measure_particle(
    params: &Params,
    levels: &Levels,
    particles: &[Particle],
    displacement: Displacement,
    cell_starts: &[u32],
    i: usize,
    sums: &mut Measures,
) {
    let particle = &particles[i];
    match particle.phase() {
        Phase::Live => sums.live += 1,
        Phase::Pinned => sums.pinned += 1,
        Phase::Unborn => return sums.unborn += 1,
        Phase::Removed => return sums.removed += 1,
    }
    if particle.phase() == Phase::Live {
        sums.outside += u64::from(outside_walls(params, particle));
        let squared = displacement.map(|d| u64::from(d.unsigned_abs()).pow(2)).iter().sum::<u64>();
        sums.max_speed_squared = sums.max_speed_squared.max(expand(compact(squared)));
        sums.speed_squared += u128::from(squared);
        let place = place_in_world(params, particle);
        (0..2).for_each(|axis| sums.places[axis] += u128::from(place[axis]));
    }
    measure_contacts(levels, particles, cell_starts, i, sums);
}

fn measure_contacts(levels: &Levels, particles: &[Particle], cell_starts: &[u32], i: usize, sums: &mut Measures) {
    let particle = &particles[i];
    let own_level = levels.number_of(particle.info);
    for j in runs_in_levels(levels, cell_starts, particle).flat_map(|(slots, _)| slots) {
        let other = &particles[j];
        let offset = offset(particle.position, other.position);
        let reach = particle.radius() + other.radius();
        let both_pinned = particle.phase() == Phase::Pinned && other.phase() == Phase::Pinned;
        if !boxes_overlap(offset, reach) || j == i || both_pinned {
            continue;
        }
        if let Some(pair) = contact(offset, reach) {
            let inverse_reach = inverse_root(product(reach as f32, reach as f32));
            let share = product(product(pair.penetration, inverse_reach), OVERLAP_UNIT) as u32;
            // A disc of a coarser level does not look at finer ones.
            let times = if levels.number_of(other.info) < own_level { 2 } else { 1 };
            sums.touching += times;
            sums.max_overlap = sums.max_overlap.max(share);
            sums.overlap += u128::from(u64::from(share) * times);
        }
    }
}

/// Steps right of and above the lower left corner of the world; 0 beyond.
pub fn place_in_world(params: &Params, particle: &Particle) -> [u32; 2] {
    [0, 1].map(|axis| (particle.position[axis].max(params.wall_min[axis]) - params.wall_min[axis]) as u32)
}

/// Whether a particle sticks out of a side that has a wall.
fn outside_walls(params: &Params, particle: &Particle) -> bool {
    let radius = particle.radius();
    let low = [0, 1].map(|axis| particle.position[axis] - radius < params.wall_min[axis]);
    let high = [0, 1].map(|axis| particle.position[axis] + radius > params.wall_max[axis]);
    let sides = [low[0], high[0], low[1], high[1]];
    sides.into_iter().zip(Walls::SIDES).any(|(outside, wall)| outside && params.walls & wall != 0)
}
