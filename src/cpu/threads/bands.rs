//! Passes over rows of blocks that follow each other, taken together: each row is in the caches while all of them work on it. Rows are
//! dealt out in *bands*. A thread takes of a band what depends on no other band, a *trapezoid*: fewer rows with each pass; what is left
//! between two bands, an inverted trapezoid, follows. Inside, a wave runs over the rows, each pass as far behind the one before as it
//! has to be. (Frigo and Strumpen, "Cache oblivious stencil computations", 2005; Wonnacott, "Achieving scalable locality with time
//! skewing", 2002.)

use std::ops::Range;

use super::parallel::for_each_part;

/// What a pass uses with a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The discs of the row.
    Row,
    /// Those of the next row, too.
    Next,
}

/// What passes that follow each other use.
#[derive(Clone, Debug)]
pub struct Stages {
    /// Of each pass, how many rows at the start of a band and at its end are not in its trapezoid. The latter is also by how many rows
    /// it runs behind the first pass.
    margins: Vec<[usize; 2]>,
}

impl Stages {
    /// Passes in their order.
    pub fn new(reaches: impl IntoIterator<Item = Reach>) -> Self {
        let mut margins = Vec::new();
        // What comes before all of them uses nothing.
        let (mut margin, mut before) = ([0; 2], Reach::Row);
        for reach in reaches {
            match (before, reach) {
                (Reach::Row, Reach::Row) => {}
                (Reach::Row, Reach::Next) => margin[1] += 1,
                (Reach::Next, Reach::Row) => margin[0] += 1,
                (Reach::Next, Reach::Next) => margin = margin.map(|rows| rows + 1),
            }
            margins.push(margin);
            before = reach;
        }
        Self { margins }
    }

    /// The fewest rows of a band.
    pub fn fewest_rows(&self) -> usize {
        1 + self.margins.last().map_or(0, |margin| margin[0] + margin[1])
    }

    /// Calls `one` with the number of each pass and each of the rows. Of two calls that use the same discs the one with the earlier pass
    /// comes first, and they are never at the same time; those with the same pass come in any order. The bands follow each other,
    /// cover all rows, and none has fewer than [`Self::fewest_rows`].
    pub fn run(&self, bands: &[Range<usize>], one: impl Fn(usize, usize) + Sync) {
        let (first, end) = (bands.first().map_or(0, |band| band.start), bands.last().map_or(0, |band| band.end));
        for_each_part(bands, |_, band| {
            self.wave(&one, |[start_margin, end_margin]| {
                let start = if band.start == first { band.start } else { band.start + start_margin };
                start..if band.end == end { band.end } else { band.end - end_margin }
            });
        });
        for_each_part(bands.get(1..).unwrap_or_default(), |_, band| {
            self.wave(&one, |[start_margin, end_margin]| band.start - end_margin..band.start + start_margin);
        });
    }

    /// All passes over the rows that `rows` gives by their margins.
    fn wave(&self, one: &impl Fn(usize, usize), rows: impl Fn([usize; 2]) -> Range<usize>) {
        let of_stages: Vec<_> = self.margins.iter().map(|&margin| (margin[1], rows(margin))).collect();
        let start = of_stages.iter().map(|(behind, rows)| rows.start + behind).min().unwrap_or(0);
        let end = of_stages.iter().map(|(behind, rows)| rows.end + behind).max().unwrap_or(0);
        for front in start..end {
            for (stage, (behind, rows)) in of_stages.iter().enumerate() {
                if let Some(row) = front.checked_sub(*behind).filter(|row| rows.contains(row)) {
                    one(stage, row);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::random::Random;
    use std::sync::Mutex;

    /// Whether two calls use a disc both.
    fn meet(reaches: &[Reach], (stage, row): (usize, usize), (other_stage, other): (usize, usize)) -> bool {
        let end = |stage: usize, row: usize| row + usize::from(reaches[stage] == Reach::Next);
        row <= end(other_stage, other) && other <= end(stage, row)
    }

    #[test]
    fn what_uses_the_same_discs_comes_in_the_order_of_the_passes_and_never_at_the_same_time() {
        let mut random = Random::new(1, 0);
        let mut below = |count: usize| (random.unit() * count as f64) as usize;
        for _ in 0..60 {
            let reaches: Vec<_> = (0..1 + below(9)).map(|_| if below(2) == 0 { Reach::Row } else { Reach::Next }).collect();
            let stages = Stages::new(reaches.iter().copied());
            let mut bands = Vec::new();
            for _ in 0..1 + below(4) {
                let start = bands.last().map_or(0, |band: &Range<usize>| band.end);
                bands.push(start..start + stages.fewest_rows() + below(5));
            }
            let (calls, running) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
            stages.run(&bands, |stage, row| {
                let call = (stage, row);
                let mut at_work = running.lock().unwrap();
                assert!(!at_work.iter().any(|&other| meet(&reaches, call, other)), "{call:?} beside {at_work:?}");
                at_work.push(call);
                drop(at_work);
                std::thread::yield_now();
                calls.lock().unwrap().push(call);
                running.lock().unwrap().retain(|&other| other != call);
            });
            let calls = calls.into_inner().unwrap();
            for (place, &call) in calls.iter().enumerate() {
                assert!(!calls[..place].contains(&call), "{call:?} twice");
                let late = calls[..place].iter().find(|&&other| other.0 > call.0 && meet(&reaches, call, other));
                assert_eq!(late, None, "before {call:?} of {reaches:?}");
            }
            assert_eq!(calls.len(), reaches.len() * bands.last().unwrap().end);
        }
    }
}
