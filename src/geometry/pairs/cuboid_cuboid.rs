//! Two oriented boxes by the separating axis test (Gottschalk 1996; Ericson 4.4.1): 4 axes in the plane, 15 in space.

use super::super::cuboid::Cuboid;
use super::super::gjk::Closest;
use super::super::matrix::{Matrix, Relative};
use super::super::penetration::Penetration;
use super::super::pose::Pose;
use super::super::vector::Vector;

/// The square of the sine of the angle below which two edges count as parallel; see [`super::super::sat`].
const PARALLEL: f64 = 1e-20;

#[inline]
pub(crate) fn overlaps<V: Vector>(a: &Cuboid<V>, pose_a: &Pose<V>, b: &Cuboid<V>, pose_b: &Pose<V>) -> bool {
    least_overlap(a, pose_a, b, pose_b).is_some()
}

#[inline]
pub(crate) fn penetration<V: Vector>(a: &Cuboid<V>, pose_a: &Pose<V>, b: &Cuboid<V>, pose_b: &Pose<V>) -> Option<Penetration<V>> {
    let (normal, depth) = least_overlap(a, pose_a, b, pose_b)?;
    Some(Penetration::new(pose_a.direction(normal), depth))
}

/// The axis in A's frame, from A to B, on which the boxes overlap least, and by how much; none where they are apart.
/// A box reaches as far either way, so on every axis the overlap is the sum of the reaches less the distance of the
/// centres.
#[inline]
fn least_overlap<V: Vector>(a: &Cuboid<V>, pose_a: &Pose<V>, b: &Cuboid<V>, pose_b: &Pose<V>) -> Option<(V, f64)> {
    let Relative { rotation, translation } = Relative::new(pose_a, pose_b);
    let [reach_a, reach_b] = [a.half_extents(), b.half_extents()];
    let columns = [0, 1, 2].map(|index| rotation.column(index % V::DIMENSION));
    let sizes = columns.map(|column| column.abs());
    let mut best = (V::ZERO, f64::INFINITY);
    let mut consider = |axis: V, depth: f64, along: f64| {
        if depth < 0.0 {
            return false;
        }
        if depth < best.1 {
            best = (if along < 0.0 { -axis } else { axis }, depth);
        }
        true
    };
    for index in 0..V::DIMENSION {
        let of_b: f64 = (0..V::DIMENSION).map(|column| sizes[column][index] * reach_b[column]).sum();
        let along = translation[index];
        if !consider(V::axis(index), reach_a[index] + of_b - along.abs(), along) {
            return None;
        }
    }
    for index in 0..V::DIMENSION {
        let along = translation.dot(columns[index]);
        if !consider(columns[index], reach_b[index] + reach_a.dot(sizes[index]) - along.abs(), along) {
            return None;
        }
    }
    if V::DIMENSION == 3 {
        for of_a in 0..3 {
            for column in columns {
                let axis = V::across(V::axis(of_a), column);
                let square = axis.length_squared();
                if square <= PARALLEL {
                    continue;
                }
                let along = translation.dot(axis);
                // Edges at right angles to both: the axis is no longer than the edges' sine.
                let reach = reach_a.dot(axis.abs()) + reach_b.dot(rotation.turn_back(axis).abs());
                let slack = reach - along.abs();
                if slack < 0.0 {
                    return None;
                }
                let inverse = 1.0 / square.sqrt();
                consider(axis * inverse, slack * inverse, along);
            }
        }
    }
    Some(best)
}

/// The distance of two rectangles. Of two polygons that are apart, one of the closest points is a corner, so the
/// corners of each are clamped to the other. None in space, where edges may be closest, and
/// where rectangles cross without a corner inside.
#[inline]
pub(crate) fn distance_in_plane<V: Vector>(a: &Cuboid<V>, pose_a: &Pose<V>, b: &Cuboid<V>, pose_b: &Pose<V>) -> Option<Closest<V>> {
    if V::DIMENSION != 2 {
        return None;
    }
    let relative = Relative::new(pose_a, pose_b);
    let mut best = Closest { distance: f64::INFINITY, point_a: V::ZERO, point_b: V::ZERO, converged: true };
    let mut consider = |point_a: V, point_b: V| {
        let square = (point_b - point_a).length_squared();
        if square < best.distance {
            best = Closest { distance: square, point_a, point_b, ..best };
        }
    };
    for [x, y] in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
        let corner = |half_extents: V| V::from_fn(|axis| half_extents[axis] * if axis == 0 { x } else { y });
        let corner_b = relative.point(corner(b.half_extents()));
        consider(a.nearest(corner_b), corner_b);
        let corner_a = corner(a.half_extents());
        let seen_from_b = relative.rotation.turn_back(corner_a - relative.translation);
        consider(corner_a, relative.point(b.nearest(seen_from_b)));
    }
    // Where they cross like a plus sign, no corner is inside.
    if best.distance > 0.0 && overlaps(a, pose_a, b, pose_b) {
        return None;
    }
    Some(Closest { distance: best.distance.sqrt(), ..best }.posed(pose_a))
}
