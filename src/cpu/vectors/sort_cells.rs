//! [`sort_cell`] of particles that follow each other, four at a time where they are in one level.

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, i32x4, u32x4};

use super::instructions::instructions;
use super::particle_lanes::{FOUR, Particles};
use crate::cpu::dim2::sort_cell;
use crate::world::levels::{Level, Levels};
use crate::world::particle::{PHASE_SHIFT, Particle, Phase};

/// Most particles of a run: few enough that they stay in the first cache until they have been sorted.
pub const RUN: usize = 256;

/// The cells of a run of particles.
pub struct SortCells([u32; RUN]);

impl SortCells {
    pub const fn new() -> Self {
        Self([0; RUN])
    }

    /// Those of at most [`RUN`] particles.
    pub fn find(&mut self, levels: &Levels, particles: &[Particle]) -> &[u32] {
        let cells = &mut self.0[..particles.len()];
        dispatch!(instructions(), simd => find_cells(simd, levels, particles, cells));
        cells
    }
}

#[inline(always)]
fn find_cells<S: Simd>(simd: S, levels: &Levels, particles: &[Particle], cells: &mut [u32]) {
    match levels.as_slice() {
        [level] => find_cells_in(simd, levels, |_| Some(level), particles, cells),
        _ => {
            // Particles stand level by level: mostly it is the same as of those before.
            let (mut number, mut radii) = (0, levels.radii_of(0));
            find_cells_in(
                simd,
                levels,
                #[inline(always)]
                |four| {
                    let radius = four.radius();
                    if !radii.contains(&radius[0]) {
                        number = levels.number_of(four.info[0]);
                        radii = levels.radii_of(number);
                    }
                    let same = radius.simd_ge(*radii.start()) & radius.simd_le(*radii.end());
                    same.all_true().then(|| &levels.as_slice()[number])
                },
                particles,
                cells,
            );
        }
    }
}

/// Where `level_of` gives the level that four particles are in, if it is one.
#[inline(always)]
fn find_cells_in<'a, S: Simd>(
    simd: S,
    levels: &Levels,
    mut level_of: impl FnMut(Particles<S>) -> Option<&'a Level>,
    particles: &[Particle],
    cells: &mut [u32],
) {
    let ((fours, rest), (cell_fours, cell_rest)) = (particles.as_chunks::<FOUR>(), cells.as_chunks_mut::<FOUR>());
    for (particles, cells) in fours.iter().zip(cell_fours) {
        let four = Particles::load(simd, particles);
        let in_grid = (four.info >> PHASE_SHIFT).simd_lt(Phase::Unborn as u32);
        match level_of(four) {
            Some(level) if in_grid.all_true() => cells_of(level, four).bitcast::<u32x4<S>>().store_array(cells),
            _ if !in_grid.any_true() => *cells = [levels.cell_count as u32; FOUR],
            _ => one_by_one(levels, particles, cells),
        }
    }
    one_by_one(levels, rest, cell_rest);
}

/// The cells that four particles of the grid are in.
#[inline(always)]
fn cells_of<S: Simd>(level: &Level, four: Particles<S>) -> i32x4<S> {
    let ([x, y], [width, height]) = (four.position, level.size);
    let x = (x >> level.cell_bits).min(level.world_size[0] - 1).max(0);
    let y = (y >> level.cell_bits).min(level.world_size[1] - 1).max(0);
    let (x, y) = match level.fold_bits {
        0 => (x, y),
        bits => ((x + (y >> bits) * level.fold_shift) & (width - 1), y & (height - 1)),
    };
    y * width + x + level.first_cell as i32
}

fn one_by_one(levels: &Levels, particles: &[Particle], cells: &mut [u32]) {
    cells.iter_mut().zip(particles).for_each(|(cell, particle)| *cell = sort_cell(levels, particle) as u32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;
    use crate::world::fold::Folding;
    use crate::world::levels::Leveling;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    /// Inside and outside of the world, in boxes and folded, of one level and several, of all phases.
    #[test]
    fn those_of_a_run_are_those_of_each() {
        let place = |k: usize| [1.0 + 0.6 * (k % 30) as f64, 1.0 + 0.9 * (k / 30) as f64];
        let particles: Vec<_> = (0..RUN).map(|k| ParticleSpec::at(place(k), if k % 9 == 0 { 0.5 } else { 0.2 })).collect();
        let world = World::new(&WorldSpec { size: [40.0; 2], particles, ..WorldSpec::default() }).unwrap();
        for (levels, folding) in [(1, Folding::Never), (1, Folding::Always), (2, Folding::Never)] {
            let world = world.clone().with_levels(Leveling::Exactly(levels)).unwrap().with_folding(folding).unwrap();
            let levels = Levels::new(world.params());
            let mut particles = world.start.particles.clone();
            for (k, particle) in particles.iter_mut().enumerate().filter(|(k, _)| k % 5 == 0) {
                particle.position[k % 2] += (k as i32 - 100) << 20;
                *particle = particle.with_phase([Phase::Live, Phase::Pinned, Phase::Unborn, Phase::Removed][k / 5 % 4]);
            }
            for count in [0, 1, 7, 128, RUN] {
                let each: Vec<_> = particles[..count].iter().map(|particle| sort_cell(&levels, particle) as u32).collect();
                assert_eq!(SortCells::new().find(&levels, &particles[..count]), each, "{folding:?}");
            }
        }
    }
}
