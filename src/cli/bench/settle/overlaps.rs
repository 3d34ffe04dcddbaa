//! How deep discs are in each other, in `f64` on the host: whatever the backend counts and however its grid is made.
//!
//! Discs are sorted into strips as high as the largest diameter, and by x within each. What touches a disc is then in
//! its own strip or the two beside it, no further to either side than that diameter. Sums are added strip by strip, so
//! that they do not depend on threads.

use rayon::prelude::*;

/// One disc.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    /// Centre, any unit.
    pub position: [f64; 2],
    /// Radius, same unit.
    pub radius: f64,
    /// Two pinned discs make no pair.
    pub pinned: bool,
}

/// Sums over the pairs that overlap; an overlap is the depth over the sum of the radii.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overlaps {
    /// Pairs.
    pub all: Sum,
    /// Pairs of which one centre at least is lower than the height asked for.
    pub low: Sum,
    /// The greatest overlap.
    pub greatest: f64,
}

/// How many, and how much in all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    pub pairs: u64,
    pub overlap: f64,
}

impl Sum {
    /// The mean overlap; 0 of no pairs.
    pub fn mean(&self) -> f64 {
        self.overlap / self.pairs.max(1) as f64
    }

    fn merged(self, other: Self) -> Self {
        Self { pairs: self.pairs + other.pairs, overlap: self.overlap + other.overlap }
    }
}

impl Overlaps {
    /// Of all pairs. `largest` is the largest diameter.
    pub fn new(mut discs: Vec<Disc>, largest: f64, low: f64) -> Self {
        let strip = |disc: &Disc| (disc.position[1] / largest).floor() as i64;
        discs.par_sort_by(|a, b| {
            let places = a.position.iter().zip(&b.position).map(|(a, b)| a.total_cmp(b));
            places.fold(strip(a).cmp(&strip(b)), std::cmp::Ordering::then)
        });
        let strips: Vec<&[Disc]> = discs.chunk_by(|a, b| strip(a) == strip(b)).collect();
        let above = |index: usize| match strips.get(index + 1) {
            Some(next) if strip(&next[0]) == strip(&strips[index][0]) + 1 => *next,
            _ => &[],
        };
        let sums: Vec<Self> =
            (0..strips.len()).into_par_iter().map(|index| Self::of_strip(strips[index], above(index), largest, low)).collect();
        sums.into_iter().fold(Self::default(), Self::merged)
    }

    /// Of the pairs in a strip, and between it and the one above.
    fn of_strip(own: &[Disc], above: &[Disc], reach: f64, low: f64) -> Self {
        let mut sums = Self::default();
        let mut first = 0;
        for (index, disc) in own.iter().enumerate() {
            let [x, _] = disc.position;
            first += above[first..].iter().take_while(|other| other.position[0] <= x - reach).count();
            for other in own[index + 1..].iter().take_while(|other| other.position[0] < x + reach) {
                sums.add(disc, other, low);
            }
            for other in above[first..].iter().take_while(|other| other.position[0] < x + reach) {
                sums.add(disc, other, low);
            }
        }
        sums
    }

    fn add(&mut self, a: &Disc, b: &Disc, low: f64) {
        let [dx, dy] = [0, 1].map(|axis| b.position[axis] - a.position[axis]);
        let (squared, sum) = (dx * dx + dy * dy, a.radius + b.radius);
        if squared >= sum * sum || (a.pinned && b.pinned) {
            return;
        }
        let overlap = 1.0 - squared.sqrt() / sum;
        let pair = Sum { pairs: 1, overlap };
        self.all = self.all.merged(pair);
        if a.position[1].min(b.position[1]) < low {
            self.low = self.low.merged(pair);
        }
        self.greatest = self.greatest.max(overlap);
    }

    fn merged(self, other: Self) -> Self {
        Self { all: self.all.merged(other.all), low: self.low.merged(other.low), greatest: self.greatest.max(other.greatest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disc(x: f64, y: f64, radius: f64) -> Disc {
        Disc { position: [x, y], radius, pinned: false }
    }

    #[test]
    fn known_overlaps_are_found_in_and_across_strips() {
        let pinned = |disc| Disc { pinned: true, ..disc };
        let discs = vec![
            // Low: a tenth of a diameter, side by side.
            disc(3.0, 2.5, 0.5),
            disc(3.9, 2.5, 0.5),
            // Half below the height asked for: a fifth, one above the other.
            disc(8.0, 5.4, 0.5),
            disc(8.0, 6.2, 0.5),
            // High: radii of 0.5 and 0.25, 0.3 into each other.
            disc(1.0, 9.9, 0.5),
            disc(1.45, 9.9, 0.25),
            // Just touching, two pinned ones, and nobody near.
            disc(3.0, 20.0, 0.5),
            disc(3.0, 21.0, 0.5),
            pinned(disc(20.0, 1.0, 0.5)),
            pinned(disc(20.5, 1.0, 0.5)),
            disc(2.0, -3.0, 0.5),
        ];
        let found = Overlaps::new(discs, 1.0, 5.5);
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} is not {b}");
        assert_eq!((found.all.pairs, found.low.pairs), (3, 2));
        near(found.all.mean(), (0.1 + 0.2 + 0.4) / 3.0);
        near(found.low.mean(), 0.15);
        near(found.greatest, 0.4);
        assert_eq!(Overlaps::new(Vec::new(), 1.0, 5.5).all.mean(), 0.0);
    }

    #[test]
    fn a_crowd_of_all_sizes_gives_what_every_pair_by_itself_gives() {
        let mut state = 1u64;
        let mut random = |most: f64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64 * most
        };
        let discs: Vec<Disc> = (0..600).map(|_| disc(random(20.0), random(20.0), 0.1 + random(0.9))).collect();
        let mut wanted = Overlaps::default();
        for (index, a) in discs.iter().enumerate() {
            discs[..index].iter().for_each(|b| wanted.add(a, b, 4.0));
        }
        let found = Overlaps::new(discs, 2.0, 4.0);
        assert!(found.all.pairs > 1000 && found.low.pairs > 100 && found.low.pairs < found.all.pairs, "{found:?}");
        assert_eq!((found.all.pairs, found.low.pairs, found.greatest), (wanted.all.pairs, wanted.low.pairs, wanted.greatest));
        assert!((found.all.overlap - wanted.all.overlap).abs() < 1e-9 * wanted.all.overlap);
        assert!((found.low.overlap - wanted.low.overlap).abs() < 1e-9 * wanted.low.overlap);
    }
}
