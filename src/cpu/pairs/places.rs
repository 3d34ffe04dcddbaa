//! Where the particles of a patch of cells, and those around it, stand in a band.

use std::ops::Range;

use arrayvec::ArrayVec;

use crate::cpu::dim2::{cell_index, folded_column, folded_row, slots_of_rows};
use crate::world::fold::FOLD_ROWS;
use crate::world::levels::Level;

/// The particles of a patch and of the cells around it, segment by segment. Two cells above each other are in segments that follow
/// each other, or in the same.
#[derive(Default)]
pub struct Places {
    segments: ArrayVec<Segment, MAX_SEGMENTS>,
    /// Place of the first particle of each cell, segment by segment, and of each the end. What is beside the first cell or the end
    /// of a segment says the same as it: one more number each stands before all and after.
    starts: Vec<i32>,
    /// Runs of slots, and the place of the first.
    runs: Vec<(Range<u32>, usize)>,
    /// Place of the first particle of each run of cells of the patch.
    own: ArrayVec<usize, { FOLD_ROWS as usize }>,
    /// How many particles there are.
    count: usize,
}

/// A row of the patch and one each below and above it.
const MAX_SEGMENTS: usize = FOLD_ROWS as usize + 2;

/// Cells that follow each other.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// The places of the particles that look for others.
    pub looking: Range<usize>,
    /// From which of them on they look at what is beside them too, not only above.
    pub beside_from: usize,
    /// Number of a cell in `starts`, less its number in the level or, where the grid is folded, than its distance from `column`.
    pub origin: i32,
    /// Numbers in `starts` from a cell to the one above.
    pub up: i32,
    /// Column of the first cell, where the grid is folded.
    pub column: i32,
    /// There, how far from it the particles are that look for others.
    pub columns: Range<i32>,
}

impl Segment {
    /// Some rows of cells of a grid where places are slots, and numbers those of cells: one segment or, in a folded grid of one level, one
    /// a row, without the cells at a fold.
    #[inline(always)]
    pub fn of_rows(level: &Level, cell_starts: &[u32], rows: Range<i32>) -> impl Iterator<Item = Self> {
        let [width, height] = level.size;
        let (rows, step, across) = match level.fold_bits {
            0 => (rows.clone(), rows.len().max(1), 0),
            _ => (rows.start.max(1)..rows.end.min(height - 1), 1, width),
        };
        rows.step_by(step).map(move |row| Self {
            looking: slots_of_rows(level, cell_starts, row..row + step as i32),
            origin: level.first_cell as i32 + row * across,
            up: width,
            columns: 1..width - 1,
            ..Self::default()
        })
    }
}

impl Places {
    /// Finds the places for a patch: a run of cells or, in a folded grid, runs of the same columns of rows that follow each other,
    /// with not all of the columns.
    pub fn find(&mut self, level: &Level, cell_starts: &[u32], patch: &[Range<usize>]) {
        self.segments.clear();
        self.runs.clear();
        self.own.clear();
        self.starts.clear();
        self.starts.push(0);
        self.count = 0;
        match (level.fold_bits, patch) {
            (0, [cells]) => self.find_around(level, cell_starts, cells),
            _ => self.find_folded(level, cell_starts, patch),
        }
        self.starts.push(self.count as i32);
    }

    /// In a grid that is not folded.
    fn find_around(&mut self, level: &Level, cell_starts: &[u32], cells: &Range<usize>) {
        let width = level.size[0];
        for run in with_around(level, cells) {
            let (index, place) = (self.starts.len() as i32, self.count);
            self.push(cell_starts, run.clone());
            self.end_run();
            let origin = index + level.first_cell as i32 - run.start as i32;
            if let Some(below) = self.segments.last_mut() {
                below.up += origin - below.origin;
            }
            let place_of = |cell: usize| place + (cell_starts[cell.clamp(run.start, run.end)] - cell_starts[run.start]) as usize;
            if run.contains(&cells.start) {
                self.own.push(place_of(cells.start));
            }
            let looking = place..place_of(cells.end);
            let beside_from = place_of(cells.start.max(1) - 1);
            self.segments.push(Segment { looking, beside_from, origin, up: width, ..Segment::default() });
        }
    }

    /// In a folded grid: the rows with the columns before and after them, and the rows below and above.
    fn find_folded(&mut self, level: &Level, cell_starts: &[u32], patch: &[Range<usize>]) {
        let width = level.size[0];
        let cell = (patch[0].start - level.first_cell as usize) as i32;
        let (first, length) = ([cell % width, cell / width], patch[0].len() as i32 + 2);
        assert!(length <= width, "not all columns of a folded grid at once");
        let last = patch.len() as i32;
        for row in -1..=last {
            let y = first[1] + row;
            let column = folded_column(level, [first[0] - 1, y]);
            let row_start = cell_index(level, [0, folded_row(level, y)]);
            let (origin, place) = (self.starts.len() as i32, self.count);
            // What goes over the end of the row goes on at its start.
            let end = (column + length).min(width);
            self.push(cell_starts, row_start + column as usize..row_start + end as usize);
            self.push(cell_starts, row_start..row_start + (column + length - end) as usize);
            if (0..last).contains(&row) {
                self.own.push(self.starts[origin as usize + 1] as usize);
            }
            self.end_run();
            let looking = if row < last { place..self.count } else { self.count..self.count };
            let beside_from = if row < 0 { self.count } else { place };
            self.segments.push(Segment { looking, beside_from, origin, up: length + 1, column, columns: 0..length });
        }
    }

    fn push(&mut self, cell_starts: &[u32], cells: Range<usize>) {
        let slots = cell_starts[cells.start]..cell_starts[cells.end];
        let place = (self.count as u32).wrapping_sub(slots.start);
        self.starts.extend(cell_starts[cells].iter().map(|start| start.wrapping_add(place) as i32));
        self.runs.push((slots.clone(), self.count));
        self.count += slots.len();
    }

    fn end_run(&mut self) {
        self.starts.push(self.count as i32);
    }

    /// How many particles there are.
    pub fn count(&self) -> usize {
        self.count
    }

    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Place of the first particle in each cell.
    pub fn starts(&self) -> &[i32] {
        &self.starts
    }

    /// Runs of slots, and the place of the first of each.
    pub fn runs(&self) -> &[(Range<u32>, usize)] {
        &self.runs
    }

    /// Place of the first particle of one of the patch's runs of cells.
    pub fn own(&self, run: usize) -> usize {
        self.own[run]
    }
}

/// A run of cells with those around it: the row below, with that before and after it, the row above; one run where they touch.
fn with_around(level: &Level, cells: &Range<usize>) -> ArrayVec<Range<usize>, 3> {
    let (width, all) = (level.size[0] as usize, level.cells());
    let inside = |cell: usize| cell.saturating_sub(width + 1).clamp(all.start, all.end);
    let mut runs: ArrayVec<Range<usize>, 3> = ArrayVec::new();
    for up in [0, width, 2 * width] {
        let run = inside(cells.start + up)..inside(cells.end + up + 2);
        match runs.last_mut() {
            Some(last) if last.end >= run.start => last.end = run.end,
            _ if run.is_empty() => {}
            _ => runs.push(run),
        }
    }
    runs
}
