//! Where the particles of a patch of cells stand in a band.

use std::ops::Range;

use crate::world::fold::ROWS;
use crate::world::levels::Level;

/// The particles of a patch, run of cells by run of cells: one run or, in a folded grid, one of each row.
pub struct Places<'a> {
    cell_starts: &'a [u32],
    segments: [Segment; ROWS as usize],
    used: usize,
    /// The first cell of the level.
    first_cell: usize,
    /// Columns of the level as a power of two, where the grid is folded.
    column_bits: u32,
    /// How many particles there are.
    pub count: usize,
}

/// The slots of one run of cells, and the place of the first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Segment {
    /// The first slot.
    pub first: u32,
    /// The slot after the last.
    pub end: u32,
    /// The place of the first slot.
    pub place: usize,
}

impl<'a> Places<'a> {
    /// # Panics
    /// If a patch has more than a run and the grid is not folded.
    pub fn new(level: &Level, cell_starts: &'a [u32], patch: &[Range<usize>]) -> Self {
        let (first_cell, column_bits) = (level.first_cell as usize, level.size[0].trailing_zeros());
        let segments = [Segment::default(); ROWS as usize];
        let mut places = Self { cell_starts, segments, used: patch.len(), first_cell, column_bits, count: 0 };
        assert_eq!(patch.len() == 1, level.fold_bits == 0, "runs of cells in a patch");
        for (segment, cells) in places.segments.iter_mut().zip(patch) {
            *segment = Segment { first: cell_starts[cells.start], end: cell_starts[cells.end], place: places.count };
            places.count += (segment.end - segment.first) as usize;
        }
        places
    }

    /// The slots of each run.
    pub fn segments(&self) -> &[Segment] {
        &self.segments[..self.used]
    }

    /// The places of the particles in some cells of one row that are in the patch.
    #[inline(always)]
    pub fn of<const FOLDED: bool>(&self, cells: Range<usize>) -> Range<usize> {
        let row = if FOLDED { (cells.start - self.first_cell) >> self.column_bits } else { 0 };
        let segment = &self.segments[row % ROWS as usize];
        let place = |cell: usize| segment.place + (self.cell_starts[cell].clamp(segment.first, segment.end) - segment.first) as usize;
        place(cells.start)..place(cells.end)
    }

    /// The slots of some cells, in the patch or not.
    pub fn slots(&self, cells: Range<usize>) -> Range<u32> {
        self.cell_starts[cells.start]..self.cell_starts[cells.end]
    }
}
