//! Cells so far from all walls that what is slow meets none from there: most of a world, where nobody has to ask each disc.

use std::ops::Range;

use fearless_simd::dispatch;
use fearless_simd::prelude::*;

use super::dim2::cell_index;
use super::vectors::instructions::instructions;
use crate::world::fixed::FRACTION_BITS;
use crate::world::levels::Level;
use crate::world::params::Params;
use crate::world::particle::Displacement;

/// Cells between a wall and the interior: one that a disc has moved since it was sorted into its cell, one that it would move now, and
/// one for its radius and for rounding.
const CELLS_TO_WALLS: i64 = 3;

/// The cells of a level that are far from all walls.
pub struct Interior<'a> {
    level: &'a Level,
    cell_starts: &'a [u32],
    columns: Range<i32>,
    rows: Range<i32>,
}

impl<'a> Interior<'a> {
    /// Of a level that is not folded.
    pub fn new(params: &Params, level: &'a Level, cell_starts: &'a [u32]) -> Self {
        debug_assert_eq!(level.fold_bits, 0);
        let along = |axis: usize| {
            let edge = 1i64 << level.cell_bits;
            let (low, high) = (i64::from(params.wall_min[axis]), i64::from(params.wall_max[axis]));
            let size = i64::from(level.size[axis]);
            let start = ((low + edge - 1).div_euclid(edge) + CELLS_TO_WALLS).clamp(0, size);
            let end = (high.div_euclid(edge) - CELLS_TO_WALLS).clamp(start, size);
            start as i32..end as i32
        };
        Self { level, cell_starts, columns: along(0), rows: along(1) }
    }

    /// The slots of the discs in a row of cells that are in the interior.
    fn slots(&self, row: i32) -> Option<Range<usize>> {
        let start_of = |column| self.cell_starts[cell_index(self.level, [column, row])] as usize;
        self.rows.contains(&row).then(|| start_of(self.columns.start)..start_of(self.columns.end))
    }

    /// Cuts the slots of the discs in some rows of cells into runs: for each whether it is in the interior. Some are empty.
    pub fn runs(&self, slots: Range<usize>, rows: Range<i32>) -> impl Iterator<Item = (Range<usize>, bool)> {
        let mut place = slots.start;
        let inside = rows.filter_map(|row| self.slots(row)).chain(std::iter::once(slots.end..slots.end));
        inside.flat_map(move |inside| {
            let before = place..inside.start;
            place = inside.end;
            [(before, false), (inside, true)]
        })
    }

    /// Whether none of these displacements leads further than a cell.
    pub fn are_slow(&self, displacements: &[Displacement]) -> bool {
        let most = (1 << (self.level.cell_bits + FRACTION_BITS)) - 1;
        dispatch!(instructions(), simd => none_beyond(simd, displacements.as_flattened(), most))
    }
}

#[inline(always)]
fn none_beyond<S: Simd>(simd: S, numbers: &[i32], most: i32) -> bool {
    let mut greatest = S::i32s::splat(simd, 0);
    let (vectors, rest) = numbers.split_at(numbers.len() / S::i32s::LEN * S::i32s::LEN);
    for vector in vectors.chunks_exact(S::i32s::LEN) {
        let vector = S::i32s::from_slice(simd, vector);
        greatest = greatest.max(vector.max(-vector));
    }
    greatest.reduce_max() <= most && rest.iter().all(|number| number.abs() <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::cpu::dim2::slots_of_rows;
    use crate::scene::random::Random;
    use crate::world::World;
    use crate::world::params::Substep;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    /// All discs of a world are in one run, and those in the interior are as far from the walls as they have to be; in a world too small
    /// there are none.
    #[test]
    fn what_is_in_the_interior_is_far_from_walls() {
        for (size, has_interior) in [([40.0, 30.5], true), ([7.0, 30.0], true), ([6.0, 30.0], false), ([2.0, 2.0], false)] {
            let mut random = Random::new(1, 0);
            let particles = (0..2_000).map(|_| ParticleSpec::at(size.map(|length| length * random.unit()), 0.5));
            let world = World::new(&WorldSpec { size, particles: particles.collect(), ..WorldSpec::default() }).unwrap();
            let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
            world.measuring_list().into_iter().for_each(|step| solver.run_step(step, &Substep::default()));
            let b = &solver.buffers;
            let level = b.params.level(0);
            let interior = Interior::new(&b.params, &level, &b.cell_starts);
            let (mut end, mut inside) = (0, 0);
            for row in 0..level.size[1] {
                let rows = row..row + 1;
                for (run, is_inside) in interior.runs(slots_of_rows(&level, &b.cell_starts, rows.clone()), rows) {
                    assert_eq!(run.start, end);
                    end = run.end;
                    let edge = i32::from(is_inside) << level.cell_bits;
                    for particle in &b.particles[run] {
                        inside += usize::from(is_inside);
                        let room = |axis: usize| {
                            let [low, high] = [b.params.wall_min[axis], b.params.wall_max[axis]];
                            (particle.position[axis] - low).min(high - particle.position[axis])
                        };
                        assert!(!is_inside || room(0).min(room(1)) >= 3 * edge, "{particle:?}");
                    }
                }
            }
            assert_eq!((end, inside > 0), (b.particles.len(), has_interior), "{size:?}");
        }
    }

    #[test]
    fn one_that_is_fast_is_seen_wherever_it_stands() {
        let world = World::new(&WorldSpec { particles: vec![ParticleSpec::at([9.0; 2], 0.5)], ..WorldSpec::default() }).unwrap();
        let (params, starts) = (world.params(), Vec::new());
        let level = params.level(0);
        let interior = Interior::new(params, &level, &starts);
        let most = 16 << level.cell_bits;
        let slow = [[most - 1, 1 - most]; 37];
        assert!(interior.are_slow(&slow) && interior.are_slow(&[]));
        for place in 0..slow.len() {
            for fast in [[most, 0], [0, most], [-most, 0], [0, -most]] {
                let mut all = slow;
                all[place] = fast;
                assert!(!interior.are_slow(&all), "{fast:?} at {place}");
            }
        }
    }
}
