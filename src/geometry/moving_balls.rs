//! When two moving balls first touch.

use super::vector::{Vector, over_largest};

/// A ball that moves evenly: its radius, its centre at time 0, and its velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBall<V: Vector> {
    /// Not negative; 0 makes it a point.
    pub radius: f64,
    /// At time 0.
    pub centre: V,
    /// Lengths per unit of time.
    pub velocity: V,
}

/// When two moving balls first touch, from time 0 on: 0 where they touch or overlap already, none where they never
/// do. Two that only graze each other touch.
///
/// Seen from A, B's centre moves as d + v t. It is as far as both radii r together where
/// (v·v) t² + 2 (d·v) t + (d·d − r²) = 0 (Ericson 5.5.5). Without a root they miss; with one they graze; of two roots
/// the smaller is the time when they meet, the larger that when they part.
///
/// The textbook's discriminant (d·v)² − (v·v)(d·d − r²) loses all digits for small balls far away. It is the same as
/// (v·v)(r² − e·e) where e is the part of d across v, which does not; and the smaller root is computed as
/// (d·d − r²) / (−d·v + √discriminant), which subtracts no numbers of like size.
#[inline]
pub fn time_of_impact_of_balls<V: Vector>(a: &MovingBall<V>, b: &MovingBall<V>) -> Option<f64> {
    let offset = b.centre - a.centre;
    let (velocity, scale) = of_a_size_to_square(b.velocity - a.velocity);
    let reach = a.radius + b.radius;
    let length = offset.length();
    let apart = (length - reach) * (length + reach);
    if apart <= 0.0 {
        return Some(0.0);
    }
    let closing = -offset.dot(velocity);
    if closing <= 0.0 || closing.is_nan() {
        return None;
    }
    let speed_squared = velocity.length_squared();
    let across = offset + velocity * (closing / speed_squared);
    let discriminant = speed_squared * (reach * reach - across.length_squared());
    let time = apart / (closing + discriminant.sqrt()) / scale;
    (discriminant >= 0.0 && time.is_finite()).then_some(time)
}

/// From when to when two moving balls touch or overlap, from time 0 on; none where they never do. Where they never part the end is ∞. Off
/// by no more than what it takes to cross some 1e-15 of the way between them.
pub(super) fn times_of_overlap<V: Vector>(a: &MovingBall<V>, b: &MovingBall<V>) -> Option<[f64; 2]> {
    let from = time_of_impact_of_balls(a, b)?;
    let offset = b.centre - a.centre;
    let (velocity, scale) = over_largest(b.velocity - a.velocity);
    if !velocity.is_finite() {
        return Some([from, f64::INFINITY]);
    }
    let speed_squared = velocity.length_squared();
    let nearest = -offset.dot(velocity) / speed_squared;
    let (reach, across) = (a.radius + b.radius, (offset + velocity * nearest).length());
    let half = (((reach - across) * (reach + across)).max(0.0) / speed_squared).sqrt();
    Some([from, ((nearest + half) / scale).max(from)])
}

/// Squares of speeds whose products with those of other lengths are numbers, too.
const MODERATE: std::ops::RangeInclusive<f64> = 1e-60..=1e60;

/// A velocity over a number, and that: 1, unless its square would lose digits.
#[inline]
fn of_a_size_to_square<V: Vector>(velocity: V) -> (V, f64) {
    if MODERATE.contains(&velocity.length_squared()) { (velocity, 1.0) } else { over_largest(velocity) }
}
