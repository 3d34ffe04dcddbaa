//! Cells of several sizes for discs of several sizes: a hierarchical grid (C. Ericson, *Real-Time Collision Detection*, 2005,
//! section 7.2; V. Ogarko, S. Luding, *A fast multilevel algorithm for contact detection of arbitrarily polydisperse objects*,
//! 2012).
//!
//! Level 0 has the cells that the largest disc needs, each further level cells of half the edge. A disc is in the finest level
//! whose cells hold its diameter. The cells of all levels are numbered through, the finest level first, so that one counting sort
//! sorts all discs, and a disc finds those of coarser levels behind it. A contact between levels belongs to the finer disc, which
//! looks around its cell in every coarser level, or is looked for from there; a sweep takes it with the coarser one.
//!
//! Where the grid is folded all levels are folded in the same way: rows, columns and shift are those of level 0, doubled from
//! level to level.

use super::fold::{Fold, Folding};
use super::params::Params;
use super::particle::{Particle, RADIUS_MASK};

/// Most levels of a grid: radii of 1 to 128, and what is smaller is in the finest.
pub const MAX_LEVELS: u32 = 8;

/// Cells of one size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Number of its first cell.
    pub first_cell: u32,
    /// One cell is `2^cell_bits` steps.
    pub cell_bits: u32,
    /// Columns and rows of the grid.
    pub size: [i32; 2],
    /// Columns and rows of the world's cells: those of the grid where it is not folded.
    pub world_size: [i32; 2],
    /// By how many columns a slab of a folded grid starts after the one below it.
    pub fold_shift: i32,
    /// Rows of a folded grid as a power of two; 0 where the grid is not folded.
    pub fold_bits: u32,
}

impl Level {
    /// Its cells.
    pub fn cells(&self) -> std::ops::Range<usize> {
        let first = self.first_cell as usize;
        first..first + self.size[0] as usize * self.size[1] as usize
    }

    /// The slots of its discs.
    pub fn slots(&self, cell_starts: &[u32]) -> std::ops::Range<u32> {
        let cells = self.cells();
        cell_starts[cells.start]..cell_starts[cells.end]
    }

    /// Rows of blocks of 2×2 cells.
    pub fn block_rows(&self) -> usize {
        (self.size[1] as usize).div_ceil(2)
    }
}

/// All levels of a grid.
#[derive(Clone, Debug)]
pub struct Levels {
    all: [Level; MAX_LEVELS as usize],
    count: usize,
    /// Cells of all levels.
    pub cell_count: usize,
}

impl Levels {
    /// The levels of the grid of these constants.
    pub fn new(params: &Params) -> Self {
        let count = params.levels as usize;
        let mut all = [Level::default(); MAX_LEVELS as usize];
        (0..).zip(&mut all[..count]).for_each(|(number, level)| *level = params.level(number));
        Self { all, count, cell_count: params.cell_count as usize }
    }

    /// From level 0, the coarsest, to the finest.
    pub fn as_slice(&self) -> &[Level] {
        &self.all[..self.count]
    }

    /// Twin of `level_of`: the number of the level that a particle is in, by the `info` that has its radius.
    #[inline(always)]
    pub fn number_of(&self, info: u32) -> usize {
        if self.count == 1 {
            return 0;
        }
        let radius_bits = 32 - (info & RADIUS_MASK).leading_zeros();
        (self.all[0].cell_bits.saturating_sub(1 + radius_bits) as usize).min(self.count - 1)
    }

    /// The radii, in steps, of the discs in a level: [`Self::number_of`] those is its number.
    pub fn radii_of(&self, number: usize) -> std::ops::RangeInclusive<i32> {
        let half_cell = 1 << self.all[number].cell_bits >> 1;
        let least = if number + 1 == self.count { 1 } else { half_cell / 2 + 1 };
        least..=if number == 0 { i32::MAX } else { half_cell }
    }

    /// The level that a particle is in.
    #[inline(always)]
    pub fn of(&self, info: u32) -> &Level {
        &self.all[self.number_of(info)]
    }
}

/// How many discs there are of each size: those whose radius is at most half a cell of level 0, a fourth, and so on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census([u64; MAX_LEVELS as usize]);

impl Census {
    /// Of discs with these radii in steps, where one cell of level 0 is `2^cell_bits` steps.
    pub fn new(cell_bits: u32, radii: impl Iterator<Item = u32>) -> Self {
        let mut census = Self::default();
        radii.for_each(|radius| census.admit(cell_bits, radius));
        census
    }

    /// Of these particles.
    pub fn of(cell_bits: u32, particles: &[Particle]) -> Self {
        Self::new(cell_bits, particles.iter().map(|particle| particle.radius() as u32))
    }

    /// Counts one disc more.
    pub fn admit(&mut self, cell_bits: u32, radius: u32) {
        let radius_bits = 32 - (radius - 1).leading_zeros();
        self.0[(cell_bits.saturating_sub(1 + radius_bits)).min(MAX_LEVELS - 1) as usize] += 1;
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of levels up to which some disc is in the finest.
    pub fn sizes(&self) -> u32 {
        (1..=MAX_LEVELS).rev().find(|&levels| self.0[levels as usize - 1] > 0).unwrap_or(1)
    }

    /// Those in a level of a grid with so many.
    pub fn in_level(&self, level: u32, levels: u32) -> u64 {
        if level + 1 == levels { self.0[level as usize..].iter().sum() } else { self.0[level as usize] }
    }

    /// As many discs of the largest size as need as many cells of level 0, in a grid with so many levels.
    pub fn demand(&self, levels: u32) -> u64 {
        (0..levels).map(|level| self.in_level(level, levels).div_ceil(1 << (2 * level))).max().unwrap_or(0)
    }

    /// What a substep costs in a grid with so many levels and cells: about as many pairs of discs looked at as take as long. Discs
    /// are taken to be mixed and packed, since this is where time goes.
    fn cost(&self, levels: u32, cells: u64) -> f64 {
        let area = |size: usize| self.0[size] as f64 / f64::from(1 << (2 * size));
        let whole: f64 = (0..self.0.len()).map(area).sum();
        // Discs of each level to one of its cells.
        let crowd: Vec<f64> = (0..levels)
            .map(|level| {
                let sizes = level as usize..if level + 1 == levels { self.0.len() } else { level as usize + 1 };
                let share = sizes.map(|size| self.0[size] as f64).sum::<f64>() / whole.max(1.0);
                cost::DISCS_PER_CELL * share / f64::from(1 << (2 * level))
            })
            .collect();
        let pairs = (0..levels).map(|level| {
            let each: f64 = crowd[..=level as usize].iter().map(|crowd| 9.0 * crowd).sum();
            let others = cost::COARSER * f64::from(level) + cost::FINER * f64::from(levels - 1 - level);
            self.in_level(level, levels) as f64 * (each + others)
        });
        pairs.sum::<f64>() + cost::CELL * cells as f64
    }
}

/// What things cost, in pairs of discs that are looked at: found by timing mixtures with one to five levels on the CPU, see
/// `docs/performance.md`.
mod cost {
    /// To look for partners in one coarser level.
    pub const COARSER: f64 = 6.0;
    /// To look for partners in one finer level, of which there are many, and to solve contacts with them.
    pub const FINER: f64 = 100.0;
    /// To count and sum up a cell.
    pub const CELL: f64 = 0.5;
    /// Packed discs of one size in a cell as wide as they are.
    pub const DISCS_PER_CELL: f64 = 1.1;
}

/// How many levels a grid has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leveling {
    /// As many as make it fast, with no more than ten cells a particle or two millions.
    #[default]
    Auto,
    /// So many, held to 1 to [`MAX_LEVELS`].
    Exactly(u32),
}

/// Levels are added only while the grid has at most so many cells a particle: they take no more memory than contacts do.
const MAX_CELLS_PER_PARTICLE: u64 = 10;

/// More cells than that many a particle, as long as they are fewer than this: they take 16 MiB.
const CHEAP_CELLS: u64 = 1 << 21;

/// Cells of a grid with so many levels for each of level 0.
pub fn cells_per_coarsest(levels: u32) -> u64 {
    ((1 << (2 * levels)) - 1) / 3
}

/// Levels and fold of the grid of a world with so many cells of level 0; `None` where no grid that `most` cells allow can hold it.
pub fn chosen(cells: [u64; 2], census: &Census, folding: Folding, leveling: Leveling, most: u64) -> Option<(u32, Option<Fold>)> {
    let with = |levels: u32| Fold::of(cells, census.demand(levels), levels, folding, most).map(|fold| (levels, fold));
    match leveling {
        Leveling::Exactly(levels) => with(levels.clamp(1, MAX_LEVELS)),
        Leveling::Auto => {
            let count = |fold: &(u32, Option<Fold>)| {
                let size = fold.1.map_or(cells, |fold| fold.grid_size().map(u64::from));
                size[0] * size[1] * cells_per_coarsest(fold.0)
            };
            let allowed = (MAX_CELLS_PER_PARTICLE * census.total()).max(CHEAP_CELLS);
            let fits = |grid: &(u32, Option<Fold>)| grid.0 == 1 || count(grid) <= allowed;
            let cost = |grid: &(u32, Option<Fold>)| census.cost(grid.0, count(grid));
            (1..=census.sizes()).filter_map(with).filter(fits).min_by(|a, b| cost(a).total_cmp(&cost(b)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: u64 = 1 << 31;

    /// Discs of radii R, R / 2, R / 4 and so on, so many of each, in a box of level 0 that they fill to three fifths.
    fn mixed(counts: &[u64]) -> ([u64; 2], Census) {
        let mut census = Census::default();
        census.0[..counts.len()].copy_from_slice(counts);
        let area: f64 = counts.iter().enumerate().map(|(size, &count)| count as f64 / f64::from(1 << (2 * size))).sum();
        ([(area / 0.76).sqrt().ceil() as u64; 2], census)
    }

    fn levels_of(counts: &[u64]) -> u32 {
        let (cells, census) = mixed(counts);
        chosen(cells, &census, Folding::Auto, Leveling::Auto, MOST).unwrap().0
    }

    #[test]
    fn a_disc_is_in_the_finest_level_whose_cells_hold_it() {
        let params = Params { cell_bits: 20, levels: 4, grid_size: [3, 5].into(), ..Params::default() };
        let levels = Levels::new(&params);
        for radius in [1, 2, 1000, 1 << 15, 1 << 16, (1 << 16) + 1, 1 << 17, (1 << 17) + 1, 1 << 18, (1 << 18) + 1, 1 << 19] {
            let number = levels.number_of(radius - 1);
            let holds = |number: usize| 2 * radius <= 1 << levels.as_slice()[number].cell_bits;
            assert!(holds(number) && (number == 3 || !holds(number + 1)), "radius {radius} in level {number}");
            let has_it = |number: &usize| levels.radii_of(*number).contains(&(radius as i32));
            assert!((0..4).filter(has_it).eq([number]), "radius {radius} in level {number}");
            let mut alone = Census::default();
            alone.0[number] = 1;
            let census = Census::new(20, std::iter::once(radius));
            assert_eq!(census.in_level(number as u32, 4), 1, "{census:?}");
        }
    }

    #[test]
    fn every_cell_is_in_one_level_and_all_of_them_are_counted() {
        let mut params = Params { cell_bits: 20, levels: 3, grid_size: [3, 5].into(), ..Params::default() };
        params.cell_count = 15 * cells_per_coarsest(3) as u32;
        let levels = Levels::new(&params);
        let ends: Vec<_> = levels.as_slice().iter().rev().flat_map(|level| [level.cells().start, level.cells().end]).collect();
        assert_eq!(ends, [0, 240, 240, 300, 300, 315]);
        assert_eq!(levels.cell_count, 315);
    }

    #[test]
    fn levels_are_added_where_sizes_differ_and_cells_stay_few() {
        assert_eq!(levels_of(&[100_000]), 1);
        // As much area of each size, from 1 to 16: the two smallest share a level.
        assert_eq!(levels_of(&[300, 1_200, 4_800, 19_200, 76_800]), 4);
        // A boulder in sand, and a grain among boulders, which must not have a cell of its own size everywhere.
        assert_eq!(levels_of(&[40, 0, 0, 0, 100_000]), 5);
        // One boulder in little sand, in a world that is nearly empty: no more than a few grains to a cell.
        let mut census = Census::default();
        (census.0[0], census.0[7]) = (1, 20_000);
        assert_eq!(chosen([160, 160], &census, Folding::Auto, Leveling::Auto, MOST).unwrap().0, 7);
        let (cells, census) = mixed(&[1_000_000, 0, 0, 0, 1]);
        let (levels, fold) = chosen(cells, &census, Folding::Auto, Leveling::Auto, MOST).unwrap();
        let level_0 = fold.map_or(cells, |fold| fold.grid_size().map(u64::from));
        assert!(level_0[0] * level_0[1] * cells_per_coarsest(levels) <= MAX_CELLS_PER_PARTICLE * 1_000_001);
        // Half the discs a bit smaller than the others, or most of them a fourth as large: one level does.
        assert_eq!(levels_of(&[50_000, 50_000]), 1);
        assert_eq!(levels_of(&[20_000, 0, 80_000]), 1);
    }

    #[test]
    fn a_world_that_is_nearly_empty_is_folded_in_all_levels() {
        let (_, census) = mixed(&[300, 1_200, 4_800, 19_200, 76_800]);
        let (levels, fold) = chosen([20_000, 20_000], &census, Folding::Auto, Leveling::Auto, MOST).unwrap();
        assert_eq!(levels, 4);
        assert!(u64::from(fold.unwrap().columns) * 16 * cells_per_coarsest(levels) < MAX_CELLS_PER_PARTICLE * census.total());
    }
}
