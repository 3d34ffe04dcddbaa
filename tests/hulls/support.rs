//! Random points and exact arithmetic on points with small whole coordinates.

use jostle::geometry::DVec2;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

pub struct Random(Pcg64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// From `low` to below `high`.
    pub fn whole(&mut self, low: i64, high: i64) -> i64 {
        low + (self.0.next_u64() % (high - low) as u64) as i64
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }

    /// From −1 to 1.
    pub fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }
}

pub type Whole = [i64; 2];

/// Twice the signed area of a triangle, exactly.
pub fn cross(a: Whole, b: Whole, c: Whole) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Twice the signed area of a polygon, exactly.
pub fn double_area(ring: &[Whole]) -> i64 {
    (0..ring.len()).map(|i| cross([0, 0], ring[i], ring[(i + 1) % ring.len()])).sum()
}

pub fn floats(points: &[Whole]) -> Vec<DVec2> {
    points.iter().map(|p| DVec2::new(p[0] as f64, p[1] as f64)).collect()
}

/// Back to whole coordinates; panics for a point that has none.
pub fn wholes(points: &[DVec2]) -> Vec<Whole> {
    let whole = |value: f64| {
        assert_eq!(value, value.trunc());
        value as i64
    };
    points.iter().map(|p| [whole(p.x), whole(p.y)]).collect()
}

/// Counter-clockwise, every corner strictly convex, once around.
pub fn strictly_convex(ring: &[Whole]) -> bool {
    let at = |i: usize| ring[i % ring.len()];
    let turns = (0..ring.len()).all(|i| cross(at(i), at(i + 1), at(i + 2)) > 0);
    // A ring that only turns left and goes around once changes its direction along x twice.
    let rises = |i: usize| (at(i + 1)[0], at(i + 1)[1]) > (at(i)[0], at(i)[1]);
    ring.len() >= 3 && turns && (0..ring.len()).filter(|&i| rises(i) != rises(i + 1)).count() == 2
}
