//! On which side a point lies, decided exactly.
//!
//! A side computed in plain floating point can come out wrong for a point near the line, and an algorithm that
//! takes such an answer at its word loses corners, or never ends. These signs are right, always (J. R. Shewchuk,
//! *Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates*, 1997).

use glam::{DVec2, DVec3};
use robust::{Coord, Coord3D, orient2d, orient3d};

use super::error::ShapeError;
use super::vector::Vector;

/// Coordinates have to be below this, so that a product of three differences is finite.
const LIMIT: f64 = 1e100;

/// 2⁻³⁰⁰. Coordinates smaller than this, as a fraction of the greatest one, count as 0: then nothing in the products
/// of three differences falls below the smallest number there is (2⁻¹⁰⁷⁴), and no sign is lost.
const VANISHING: f64 = f64::from_bits((1023 - 300) << 52);

/// Positive where `point` lies left of the line from `a` to `b`, negative right of it, 0 on it. About twice the
/// area of the triangle.
#[inline]
pub fn side_of_line(a: DVec2, b: DVec2, point: DVec2) -> f64 {
    let coord = |v: DVec2| Coord { x: v.x, y: v.y };
    orient2d(coord(a), coord(b), coord(point))
}

/// Positive where `point` is on the side of the plane from which `a`, `b`, `c` run counter-clockwise, negative on
/// the other, 0 in the plane. About six times the volume of the tetrahedron.
#[inline]
pub fn side_of_plane([a, b, c]: [DVec3; 3], point: DVec3) -> f64 {
    let coord = |v: DVec3| Coord3D { x: v.x, y: v.y, z: v.z };
    -orient3d(coord(a), coord(b), coord(c), coord(point))
}

/// Whether three points in space lie on one line: their shadows on the three coordinate planes do.
pub fn on_one_line([a, b, c]: [DVec3; 3]) -> bool {
    let shadows: [fn(DVec3) -> DVec2; 3] = [|v| DVec2::new(v.x, v.y), |v| DVec2::new(v.y, v.z), |v| DVec2::new(v.z, v.x)];
    shadows.iter().all(|shadow| side_of_line(shadow(a), shadow(b), shadow(c)) == 0.0)
}

/// The points for the predicates: scaled by a power of two so that the greatest coordinate is between 1 and 2 (or less, if it
/// was below 2⁻¹⁰²²), with vanishing coordinates made 0. Order and count stay.
///
/// # Errors
///
/// [`ShapeError::NotFinite`] for the first coordinate that is NaN, infinite or too large; it is called `what`.
pub fn scaled<V: Vector>(points: &[V], what: &'static str) -> Result<Vec<V>, ShapeError> {
    let mut greatest = 0.0_f64;
    for value in points.iter().flat_map(|&point| (0..V::DIMENSION).map(move |axis| point[axis])) {
        if value.is_nan() || value.abs() >= LIMIT {
            return Err(ShapeError::NotFinite { what, value, limit: LIMIT });
        }
        greatest = greatest.max(value.abs());
    }
    // 2^(−e) for a greatest coordinate of 2^e and more; LIMIT keeps e below 1023.
    let exponent = greatest.to_bits() >> 52;
    let scale = f64::from_bits((2046 - exponent) << 52);
    let kept = |value: f64| if value.abs() < VANISHING { 0.0 } else { value };
    Ok(points.iter().map(|&point| V::from_fn(|axis| kept(point[axis] * scale))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_say_left_and_above() {
        let [o, x, y] = [DVec2::ZERO, DVec2::X, DVec2::Y];
        assert!(side_of_line(o, x, y) > 0.0);
        assert!(side_of_line(x, o, y) < 0.0);
        assert!(side_of_plane([DVec3::ZERO, DVec3::X, DVec3::Y], DVec3::Z) > 0.0);
        assert!(side_of_plane([DVec3::ZERO, DVec3::Y, DVec3::X], DVec3::Z) < 0.0);
        assert!(on_one_line([DVec3::ZERO, DVec3::ONE, DVec3::splat(3.0)]));
        assert!(!on_one_line([DVec3::ZERO, DVec3::ONE, DVec3::new(3.0, 3.0, 3.000_000_1)]));
    }

    /// In plain arithmetic the products would fall below the smallest number and every side would be 0.
    #[test]
    fn tiny_and_huge_points_keep_their_sides() {
        for size in [f64::MIN_POSITIVE / 4096.0, 1e-200, 1.0, 1e99] {
            let points = scaled(&[DVec2::ZERO, DVec2::X * size, DVec2::Y * size], "test").unwrap();
            assert!(side_of_line(points[0], points[1], points[2]) > 0.0, "size {size:e}");
            let points = scaled(&[DVec3::ZERO, DVec3::X * size, DVec3::Y * size, DVec3::Z * size], "test").unwrap();
            assert!(side_of_plane([points[0], points[1], points[2]], points[3]) > 0.0, "size {size:e}");
        }
    }

    #[test]
    fn coordinates_that_are_no_numbers_are_named() {
        for value in [f64::NAN, f64::INFINITY, -1e101] {
            let error = scaled(&[DVec2::ZERO, DVec2::new(1.0, value)], "a corner").unwrap_err();
            assert!(error.to_string().starts_with(&format!("a corner is {value}, ")), "{error}");
        }
    }
}
