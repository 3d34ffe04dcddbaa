//! A line that is repeated over an area: what ropes and emitters have in common.
//!
//! Without `repeat` the line grows with the world, but for what would stick out of a smaller one. With it the line keeps its
//! size and there are more copies in a larger world. Where not even one copy fits, the one is shortened.

use super::super::error::SceneError;
use super::super::scale::Scale;
use super::{Check, steps};
use serde::Deserialize;
use toml::Spanned;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    to: Spanned<[f64; 2]>,
    step: Spanned<[f64; 2]>,
}

/// All copies of a line: `columns × rows` of them.
pub struct Lines {
    from: [f64; 2],
    /// From the beginning of a line to its end.
    pub along: [f64; 2],
    step: [f64; 2],
    columns: u64,
    rows: u64,
}

impl Lines {
    /// The copies of the line at a scale. `reach` is how far discs stick out of it.
    pub fn new(from: [f64; 2], to: [f64; 2], repeat: &Option<Repeat>, reach: f64, scale: Scale) -> Self {
        let origin = scale.inside(scale.point(from), reach);
        let between = |from: [f64; 2], to: [f64; 2]| [to[0] - from[0], to[1] - from[1]];
        let Some(repeat) = repeat else {
            return Self {
                from: origin,
                along: between(origin, scale.inside(scale.point(to), reach)),
                step: [0.0; 2],
                columns: 1,
                rows: 1,
            };
        };
        let along = between(from, to);
        let corner = scale.point(*repeat.to.get_ref());
        let room = |axis: usize| {
            let end = if along[axis] < 0.0 { origin[axis] } else { corner[axis] - origin[axis] };
            (end - reach).max(0.0)
        };
        let fit = |axis: usize| if along[axis] == 0.0 { 1.0 } else { (room(axis) / along[axis].abs()).min(1.0) };
        let share = fit(0).min(fit(1));
        let along = along.map(|length| length * share);
        let step = *repeat.step.get_ref();
        let copies = |axis: usize| match step[axis] {
            0.0 => 1,
            step => steps((corner[axis] - reach - origin[axis] - along[axis].max(0.0)).max(0.0), step).saturating_add(1),
        };
        Self { from: origin, along, step, columns: copies(0), rows: copies(1) }
    }

    /// Number of copies.
    pub fn count(&self) -> u64 {
        self.columns.saturating_mul(self.rows)
    }

    /// Where copy `index` begins.
    pub fn start(&self, index: u64) -> [f64; 2] {
        let at = [index % self.columns, index / self.columns];
        [0, 1].map(|axis| self.from[axis] + at[axis] as f64 * self.step[axis])
    }

    /// Length of the line.
    pub fn length(&self) -> f64 {
        libm::hypot(self.along[0], self.along[1])
    }
}

/// The line itself inside the world, and its copies apart from each other and inside it too.
pub fn check_lines(
    check: &Check<'_>,
    from: &Spanned<[f64; 2]>,
    to: &Spanned<[f64; 2]>,
    repeat: &Option<Repeat>,
    reach: f64,
) -> Result<(), SceneError> {
    check.inside(from, reach)?;
    check.inside(to, reach)?;
    let Some(repeat) = repeat else { return Ok(()) };
    check.rectangle(from, &repeat.to, 0.0)?;
    let [a, b, corner] = [from, to, &repeat.to].map(|point| *point.get_ref());
    let inside = (0..2).all(|axis| a[axis].max(b[axis]) + reach <= corner[axis] + 1e-9 * reach);
    let least = [0, 1].map(|axis| a[axis].max(b[axis]) + reach);
    check.require(&repeat.to, inside, format!("x from {}, y from {}, so that the first copy fits", least[0], least[1]))?;
    let width = [0, 1].map(|axis| (b[axis] - a[axis]).abs() + 2.0 * reach);
    let apart = repeat.step.get_ref().iter().zip(width).all(|(&step, width)| step == 0.0 || (width..=1e9).contains(&step));
    let allowed = format!("[x, y], each 0 (no copies that way) or at least the extent of one copy, {} by {}", width[0], width[1]);
    check.require(&repeat.step, apart, allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(from: [f64; 2], to: [f64; 2], scale: f64) -> Lines {
        let spanned = |point| Spanned::new(0..0, point);
        let repeat = Some(Repeat { to: spanned([100.0, 50.0]), step: spanned([20.0, 0.0]) });
        Lines::new(from, to, &repeat, 0.5, Scale::new(scale, [100.0, 50.0]))
    }

    #[test]
    fn copies_fill_the_area_whichever_way_the_line_goes() {
        let [right, left] = [lines([10.0, 5.0], [20.0, 5.0], 1.0), lines([20.0, 5.0], [10.0, 5.0], 1.0)];
        // The last may end at 99.5: starts at 10, 30, 50, 70 or 20, 40, 60, 80.
        assert_eq!((right.count(), left.count()), (4, 4));
        assert_eq!((right.start(3), left.start(3)), ([70.0, 5.0], [80.0, 5.0]));
        assert_eq!(lines([10.0, 5.0], [20.0, 5.0], 3.0).count(), 13);
    }

    #[test]
    fn a_line_that_does_not_fit_once_is_shortened() {
        let small = lines([10.0, 5.0], [40.0, 5.0], 0.2);
        assert_eq!((small.count(), small.length()), (1, 17.5));
    }

    #[test]
    fn a_line_along_a_world_ends_a_radius_from_its_walls_in_smaller_ones_too() {
        for (scale, ends) in [(1.0, [1.0, 99.5]), (0.6, [0.6, 59.5]), (0.2, [0.5, 19.5]), (0.006, [0.5, 0.5])] {
            let line = Lines::new([1.0, 25.0], [99.5, 25.0], &None, 0.5, Scale::new(scale, [100.0, 50.0]));
            let [from, to] = [line.start(0)[0], line.start(0)[0] + line.along[0]];
            assert!((from - ends[0]).abs() < 1e-12 && (to - ends[1]).abs() < 1e-12, "{scale}: {from} to {to}");
        }
    }
}
