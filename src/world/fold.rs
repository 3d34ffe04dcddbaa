//! Grids of worlds that are nearly empty: folded, so that their size goes with the particles and not with the world.
//!
//! The cells of the world are cut into slabs of [`FOLD_ROWS`] rows. A folded grid is one slab with a power of two of columns: each slab of
//! the world is wound around it, and starts a [`shift`](Fold::shift) further than the one below. Cells of the world that come to lie in
//! one place are far from each other, so what shares a place by that never touches; neighbours stay neighbours, but that a row goes on
//! at its other end. A run of the world is bit for bit the same with any fold and without one, with one exception: in a
//! crowd that overlaps so much that lists do not hold its contacts, each of those loses a share of its approach that goes with the
//! number of particles around (`crowd_around`), strangers included.
//!
//! The shift is the golden section of the columns. So the places of a heap of any form, wide or high or square, hardly coincide
//! (N. M. Korobov's good lattice points; in one dimension it is the Fibonacci hashing of D. E. Knuth, *The Art of Computer
//! Programming*, volume 3, section 6.4); a layer of less than [`FOLD_ROWS`] rows may come to lie fourfold. What defeats it is a wide
//! regular lattice: discs at every 16th cell in both directions all lie in one row and every fourth column, 16 to 32 in a place.
//! Columns and shift are multiples of four cells, so that blocks of cells keep their colours in sweeps.

use super::levels::cells_per_coarsest;

/// Rows of a folded grid, as a power of two.
pub const ROW_BITS: u32 = 4;

/// Rows of a folded grid.
pub const FOLD_ROWS: u32 = 1 << ROW_BITS;

/// How a grid is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Columns of the grid, a power of two.
    pub columns: u32,
    /// By how many columns a slab starts after the one below it; a multiple of four.
    pub shift: u32,
}

/// Whether a grid is folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Folding {
    /// Where the world is nearly empty.
    #[default]
    Auto,
    /// In any case.
    Always,
    /// In no case: memory and time go with the size of the world.
    Never,
}

/// A folded grid has at least this many cells a particle at the start, and less than twice as many where it is not small.
const CELLS_PER_PARTICLE: u64 = 2;

/// A grid is folded where that leaves it less than a fourth of its cells: otherwise the winding costs more than it saves.
const WORTH: u64 = 4;

/// A grid that is too small gets so many times as many cells.
const GROWTH: u64 = 4;

/// Columns have to be as many at least, for neighbours to be in places of their own.
const MIN_COLUMNS: u64 = 64;

/// The same of level 0, where there are others, of whose cells it has many each.
const MIN_COLUMNS_IN_LEVELS: u64 = 16;

/// A grid with fewer columns than this, 65,536 cells, is not worth winding: it costs some microseconds.
const CHEAP_COLUMNS: u64 = 4096;

impl Fold {
    /// The fold of a world with so many columns and rows of cells of level 0, and particles that need one each, if it has one;
    /// `None` where no grid with so many [`levels`](super::levels) that `most` cells allow can hold it.
    pub fn of(cells: [u64; 2], particles: u64, levels: u32, folding: Folding, most: u64) -> Option<Option<Self>> {
        let most = most / cells_per_coarsest(levels);
        let whole = cells[0].saturating_mul(cells[1]);
        let columns = (CELLS_PER_PARTICLE * particles / u64::from(FOLD_ROWS)).next_power_of_two();
        let least = if levels == 1 { MIN_COLUMNS } else { MIN_COLUMNS_IN_LEVELS };
        let of_auto = columns.max(CHEAP_COLUMNS >> (2 * (levels - 1))).max(least);
        let columns = match folding {
            Folding::Always => Some(columns.max(least)),
            Folding::Auto if whole > most || of_auto * u64::from(FOLD_ROWS) * WORTH < whole => Some(of_auto),
            Folding::Auto | Folding::Never => None,
        };
        let count = columns.map_or(whole, |columns| columns * u64::from(FOLD_ROWS));
        (count <= most).then(|| columns.map(|columns| Self::with_columns(columns as u32)))
    }

    /// The fold of the same world once it has particles that need so many cells, if it is to have another, or none. In steps, so that it
    /// does not come to this with every few that join, and from where it is, so that how many joined at a time makes no difference: a
    /// world that goes on from a checkpoint, where all join at once, has the same grid.
    pub fn grown(self, cells: [u64; 2], needed: u64, levels: u32, most: u64) -> Option<Option<Self>> {
        let most = most / cells_per_coarsest(levels);
        let whole = cells[0].saturating_mul(cells[1]);
        let mut columns = u64::from(self.columns);
        while columns * u64::from(FOLD_ROWS) < needed {
            let next = GROWTH * columns * u64::from(FOLD_ROWS);
            if next * WORTH >= whole && whole <= most {
                return Some(None);
            }
            if next > most {
                break;
            }
            columns *= GROWTH;
        }
        (columns > u64::from(self.columns)).then(|| Some(Self::with_columns(columns as u32)))
    }

    /// Columns and rows of the folded grid.
    pub fn grid_size(self) -> [u32; 2] {
        [self.columns, FOLD_ROWS]
    }

    /// With so many columns, a power of two from 16.
    pub fn with_columns(columns: u32) -> Self {
        // An odd multiple of four shares no other factor with the columns: slabs begin everywhere before one begins again.
        let fours = (f64::from(columns / 4) * 0.618_033_988_749_895) as u32;
        Self { columns, shift: 4 * (fours | 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// How many cells of a box lie in one place, on average over its cells.
    fn crowding(fold: Fold, [width, height]: [u32; 2]) -> f64 {
        let mut places = HashMap::new();
        for y in 0..height {
            for x in 0..width {
                let place = ((x + (y >> ROW_BITS).wrapping_mul(fold.shift)) & (fold.columns - 1), y & (FOLD_ROWS - 1));
                *places.entry(place).or_insert(0u32) += 1;
            }
        }
        places.values().map(|&count| f64::from(count).powi(2)).sum::<f64>() / f64::from(width * height)
    }

    #[test]
    fn a_heap_of_any_form_hardly_coincides_with_itself() {
        for columns in [64, 1024, 16_384] {
            let fold = Fold::with_columns(columns);
            let particles = columns * FOLD_ROWS / 4;
            for aspect in [0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0] {
                let height = (f64::from(particles) * aspect).sqrt().ceil();
                let width = (f64::from(particles) / height).ceil();
                let crowding = crowding(fold, [width as u32, height as u32]);
                // Of a slab, a layer of a few rows uses no more.
                let most = if height < f64::from(FOLD_ROWS) { 4.0 } else { 1.6 };
                assert!(crowding <= most, "{width} × {height} in {columns} columns: {crowding}");
            }
        }
    }

    #[test]
    fn cells_in_one_place_are_far_from_each_other_and_of_one_colour() {
        for columns in [16, 64, 128, 4096, 1 << 20] {
            let fold = Fold::with_columns(columns);
            assert_eq!(fold.shift % 8, 4, "an odd multiple of four");
            for slabs in 1..1000i64.min(i64::from(columns) / 4) {
                let apart = (slabs * i64::from(fold.shift)).rem_euclid(i64::from(columns));
                let near = apart.min(i64::from(columns) - apart);
                assert!(near >= 4 && near % 4 == 0, "{slabs} slabs up {near} columns away");
            }
        }
    }

    #[test]
    fn a_grid_that_grew_in_steps_is_the_one_that_grew_at_once() {
        for (cells, levels, most) in [([100_000, 100_000], 1, 1 << 31), ([3_000, 3_000], 3, 1 << 31), ([100_000, 100_000], 1, 1 << 20)] {
            let grown = |fold: Option<Fold>, needed| fold.and_then(|fold| fold.grown(cells, needed, levels, most).unwrap_or(Some(fold)));
            let mut seen = std::collections::HashSet::new();
            for step in [1, 300, 70_001, 1_000_000] {
                let mut fold = Some(Fold::with_columns(64));
                for needed in (1..4_000_000).step_by(step) {
                    fold = grown(fold, needed as u64);
                    assert_eq!(fold, grown(Some(Fold::with_columns(64)), needed as u64), "{needed} by {step}");
                    let size = fold.map_or(u64::MAX, |fold| u64::from(fold.columns * FOLD_ROWS));
                    assert!(size >= needed as u64 || GROWTH * size > most);
                    seen.insert(fold.map(|fold| fold.columns));
                }
            }
            assert!(seen.len() > 3, "{seen:?}");
        }
    }

    #[test]
    fn only_worlds_that_are_nearly_empty_are_folded() {
        const MOST: u64 = 1 << 31;
        let of = |cells, particles, folding| Fold::of(cells, particles, 1, folding, MOST).unwrap();
        let columns = |cells, particles| of(cells, particles, Folding::Auto).map(|fold| fold.columns);
        assert_eq!(columns([1265, 1265], 1_000_000), None);
        assert_eq!(columns([500, 500], 100_000), None);
        assert_eq!(columns([10_004, 10_004], 100_000), Some(16_384));
        assert_eq!(columns([10_004, 10_004], 1), Some(4096));
        assert_eq!(columns([500, 500], 1), None);
        assert_eq!(of([40, 40], 1, Folding::Always), Some(Fold::with_columns(64)));
        assert_eq!(of([10_004, 10_004], 1, Folding::Never), None);
        // Not worth it, but there is no other way; and none at all.
        assert_eq!(columns([50_000, 50_000], 300_000_000), Some(1 << 26));
        assert_eq!(Fold::of([50_000, 50_000], 1, 1, Folding::Never, MOST), None);
        assert_eq!(Fold::of([390_000, 390_000], 2_000_000_000, 1, Folding::Auto, MOST), None);
    }
}
