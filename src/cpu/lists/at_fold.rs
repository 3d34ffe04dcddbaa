//! The contacts that discs in cells at a fold own. What is beside such a cell in the world is elsewhere in the grid, so these discs look one
//! after the other.

use std::ops::Range;

use fearless_simd::Simd;

use super::contact_lists::ContactLists;
use crate::cpu::dim2::{cell_index, is_at_a_fold};
use crate::cpu::partners::{Found, Runs};
use crate::world::levels::Level;
use crate::world::particle::Particle;

impl ContactLists {
    /// Finds the contacts of the discs in those of some rows of cells that are at a fold, of a folded grid of one level.
    #[inline(always)]
    pub(super) fn find_at_fold<const MIXED: bool, S: Simd>(
        &mut self,
        simd: S,
        level: &Level,
        particles: &[Particle],
        cell_starts: &[u32],
        rows: Range<i32>,
    ) {
        let ([width, height], mut found) = (level.size, Found::NONE);
        for y in rows {
            // Of the rows between the first and the last one only the ends.
            let step = if y == 0 || y == height - 1 { 1 } else { width - 1 };
            for x in (0..width).step_by(step as usize) {
                debug_assert!(is_at_a_fold(level, [x, y]));
                let cell = cell_index(level, [x, y]);
                let members = cell_starts[cell] as usize..cell_starts[cell + 1] as usize;
                if members.is_empty() {
                    continue;
                }
                let runs = Runs::new::<MIXED>(level, cell_starts, [x, y]);
                for i in members {
                    let count = found.look::<MIXED, S>(simd, particles, i, &runs);
                    self.set(i, (count as u32, found.take_list()));
                }
            }
        }
    }
}
