//! Whether a point is inside an outline.

use super::facet::Facet;
use super::spec::is_crossed;

/// The ends of each edge of an outline whose facets these are, in steps. An edge ends exactly where the next one starts, unlike a
/// facet, which is a length along a rounded way: a ray at the height of a corner must cross one of both.
fn edges(facets: &[Facet]) -> impl Iterator<Item = [[f64; 2]; 2]> {
    let next = facets.iter().cycle().skip(1);
    facets.iter().zip(next).map(|(facet, next)| {
        let start = facet.start.map(f64::from);
        // Far outside of the world starts may have wrapped, which puts no edge across it.
        let end = |axis: usize| start[axis] + f64::from(next.start[axis].wrapping_sub(facet.start[axis]));
        [start, [end(0), end(1)]]
    })
}

/// Whether a point is inside, in steps: a ray to the right crosses the outline an odd number of times.
pub fn encloses(facets: &[Facet], point: [f64; 2]) -> bool {
    edges(facets).filter(|[start, end]| is_crossed(*start, *end, point)).count() % 2 == 1
}

/// Heights that are told apart, at most.
const MAX_BANDS: usize = 1024;
/// Edges in all bands together, at most: one that is high is in several.
const MAX_ENTRIES: usize = 1 << 24;

/// The edges of an outline with many by their heights, so that only those at the height of a point are asked.
pub(super) struct EdgesByHeight {
    /// The ends of each edge, in steps.
    edges: Vec<[[f64; 2]; 2]>,
    low: [f64; 2],
    high: [f64; 2],
    bands: Vec<Vec<u32>>,
}

impl EdgesByHeight {
    /// The edges of an outline whose facets these are.
    pub fn new(facets: &[Facet]) -> Self {
        let edges: Vec<_> = edges(facets).collect();
        let corners = || edges.iter().flatten();
        let extreme = |start, choose: fn(f64, f64) -> f64| [0, 1].map(|axis| corners().map(|corner| corner[axis]).fold(start, choose));
        let mut sorted = Self { low: extreme(f64::MAX, f64::min), high: extreme(f64::MIN, f64::max), edges, bands: Vec::new() };
        let mut count = sorted.edges.len().clamp(1, MAX_BANDS);
        while count > 1 && sorted.entries(count) > MAX_ENTRIES {
            count /= 2;
        }
        let mut bands = vec![Vec::new(); count];
        for (number, edge) in (0u32..).zip(&sorted.edges) {
            bands[sorted.bands_of(edge, count)].iter_mut().for_each(|band| band.push(number));
        }
        sorted.bands = bands;
        sorted
    }

    /// Whether a point is inside, in steps: as [`encloses`] says.
    pub fn enclose(&self, point: [f64; 2]) -> bool {
        let is_near = (0..2).all(|axis| (self.low[axis]..=self.high[axis]).contains(&point[axis]));
        let crossed = |&&number: &&u32| {
            let [start, end] = self.edges[number as usize];
            is_crossed(start, end, point)
        };
        is_near && self.bands[self.band_at(point[1], self.bands.len())].iter().filter(crossed).count() % 2 == 1
    }

    /// Of so many bands the one at a height: higher ones are at greater heights.
    fn band_at(&self, height: f64, count: usize) -> usize {
        let share = (height - self.low[1]) / (self.high[1] - self.low[1]).max(1.0);
        ((share * count as f64) as usize).min(count - 1)
    }

    fn bands_of(&self, edge: &[[f64; 2]; 2], count: usize) -> std::ops::RangeInclusive<usize> {
        let [a, b] = edge.map(|end| self.band_at(end[1], count));
        a.min(b)..=a.max(b)
    }

    fn entries(&self, count: usize) -> usize {
        self.edges.iter().map(|edge| self.bands_of(edge, count).count()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::facet::NO_MOVER;
    use super::*;

    /// A star with long edges, flat ones and upright ones.
    fn star(points: u32) -> Vec<Facet> {
        let corner = |k: u32| {
            let (turn, reach) = (std::f64::consts::TAU * f64::from(k) / f64::from(points), if k.is_multiple_of(2) { 9e8 } else { 2e8 });
            [libm::cos(turn) * reach, libm::sin(turn) * reach].map(|x| x as i32)
        };
        let facet = |k| {
            let (start, end) = (corner(k), corner((k + 1) % points));
            let way = [0, 1].map(|axis| f64::from(end[axis]) - f64::from(start[axis]));
            let length = libm::hypot(way[0], way[1]);
            Facet { start, along: way.map(|part| (part / length) as f32), length: length as f32, mover: NO_MOVER, ..Facet::default() }
        };
        (0..points).map(facet).collect()
    }

    /// What is beside all edges is outside at any height, that of a corner too.
    #[test]
    fn beside_an_outline_nothing_is_inside() {
        for points in [4, 64, 3_000] {
            let facets = star(points);
            for facet in facets.iter().take(100) {
                let y = f64::from(facet.start[1]);
                assert!(![-9.5e8, 9.5e8].iter().any(|&x| encloses(&facets, [x, y])), "{points} points, at {y}");
            }
        }
    }

    #[test]
    fn what_is_inside_by_the_edges_at_its_height_is_inside_by_all() {
        for points in [4, 64, 3_000] {
            let (facets, mut inside) = (star(points), 0);
            let edges = EdgesByHeight::new(&facets);
            let heights =
                (0..400u32).map(|k| f64::from(k) * 5e6 - 1e9).chain(facets.iter().take(100).map(|facet| f64::from(facet.start[1])));
            for y in heights {
                for x in (0..40u32).map(|k| f64::from(k) * 5e7 - 1e9) {
                    let expected = encloses(&facets, [x, y]);
                    assert_eq!(edges.enclose([x, y]), expected, "{points} points, {x} {y}");
                    inside += u32::from(expected);
                }
            }
            assert!(inside > 500, "{inside}");
        }
    }
}
