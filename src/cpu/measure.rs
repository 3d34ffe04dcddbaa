//! Twin of `measure.wgsl`: sums and maxima over all particles, for people to look at.

use rayon::prelude::*;

use super::GRAIN;
use super::contact::contact;
use super::dim2::{Run, boxes_overlap, cell_coords, neighbour_runs, offset};
use super::exact::{inverse_root, product};
use crate::world::measures::{Measures, OVERLAP_UNIT, compact, expand};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Twin of the entry point, on particles in cell order with their `cell_starts`.
pub fn measure(params: &Params, particles: &[Particle], displacements: &[Displacement], cell_starts: &[u32]) -> Measures {
    (0..particles.len())
        .into_par_iter()
        .with_min_len(GRAIN)
        .fold(Measures::default, |mut sums, i| {
            measure_particle(params, particles, displacements[i], cell_starts, i, &mut sums);
            sums
        })
        .reduce(Measures::default, Measures::merged)
}

fn measure_particle(
    params: &Params,
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
    }
    measure_contacts(params, particles, cell_starts, i, sums);
}

fn measure_contacts(params: &Params, particles: &[Particle], cell_starts: &[u32], i: usize, sums: &mut Measures) {
    let particle = &particles[i];
    let cell = cell_coords(params, particle.position);
    for Run { cells, .. } in neighbour_runs(params, cell) {
        let first = cell_starts[cells.start] as usize;
        for (j, other) in particles[first..cell_starts[cells.end] as usize].iter().enumerate() {
            let offset = offset(particle.position, other.position);
            let reach = particle.radius() + other.radius();
            let both_pinned = particle.phase() == Phase::Pinned && other.phase() == Phase::Pinned;
            if !boxes_overlap(offset, reach) || first + j == i || both_pinned {
                continue;
            }
            if let Some(pair) = contact(offset, reach) {
                let inverse_reach = inverse_root(product(reach as f32, reach as f32));
                let share = product(product(pair.penetration, inverse_reach), OVERLAP_UNIT) as u32;
                sums.touching += 1;
                sums.max_overlap = sums.max_overlap.max(share);
                sums.overlap += u128::from(share);
            }
        }
    }
}

/// Whether a particle sticks out of a side that has a wall.
fn outside_walls(params: &Params, particle: &Particle) -> bool {
    let radius = particle.radius();
    let low = [0, 1].map(|axis| particle.position[axis] - radius < params.wall_min[axis]);
    let high = [0, 1].map(|axis| particle.position[axis] + radius > params.wall_max[axis]);
    let sides = [low[0], high[0], low[1], high[1]];
    sides.iter().enumerate().any(|(bit, &outside)| outside && params.walls & (1 << bit) != 0)
}
