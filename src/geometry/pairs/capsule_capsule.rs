//! Two capsules: their segments, grown.

use super::super::capsule::{Capsule, nearest_of_segment};
use super::super::gjk::Closest;
use super::super::pose::Pose;
use super::super::vector::Vector;

/// The points of two segments that are closest (Ericson 5.1.9): the closest points of their lines, brought back to
/// the first segment; then the nearest point of the second, and from it back to the first. Where the lines are
/// parallel or nearly so, the ends decide.
#[inline]
pub(crate) fn closest_of_segments<V: Vector>(a: [V; 2], b: [V; 2]) -> (V, V) {
    let [along_a, along_b] = [a[1] - a[0], b[1] - b[0]];
    let offset = a[0] - b[0];
    let [aa, bb, ab] = [along_a.length_squared(), along_b.length_squared(), along_a.dot(along_b)];
    let [a_offset, b_offset] = [along_a.dot(offset), along_b.dot(offset)];
    // The square of the area between them, by the part of one that is across the other: precise where they are
    // nearly parallel.
    let across = along_b - along_a * (ab / aa);
    let area = across.length_squared() * aa;
    let share = if area > 1e-24 * aa * bb { ((ab * b_offset - a_offset * bb) / area).clamp(0.0, 1.0) } else { 0.0 };
    let on_b = nearest_of_segment(b, a[0] + along_a * share);
    let on_a = nearest_of_segment(a, on_b);
    (on_a, nearest_of_segment(b, on_a))
}

/// The closest points of the segments of two capsules, in the frame of the query.
#[inline]
pub(crate) fn cores<V: Vector>(a: &Capsule<V>, pose_a: &Pose<V>, b: &Capsule<V>, pose_b: &Pose<V>) -> (V, V) {
    let ends = |capsule: &Capsule<V>, pose: &Pose<V>| capsule.ends().map(|end| pose.point(end));
    closest_of_segments(ends(a, pose_a), ends(b, pose_b))
}

#[inline]
pub(crate) fn distance<V: Vector>(a: &Capsule<V>, pose_a: &Pose<V>, b: &Capsule<V>, pose_b: &Pose<V>) -> Closest<V> {
    let (on_a, on_b) = cores(a, pose_a, b, pose_b);
    let offset = on_b - on_a;
    let length = offset.length();
    let reach = a.radius() + b.radius();
    let left = length - reach;
    if left <= 0.0 {
        return Closest::common(on_a + offset * (a.radius() / reach));
    }
    let way = offset * (1.0 / length);
    Closest { distance: left, point_a: on_a + way * a.radius(), point_b: on_b - way * b.radius(), converged: true }
}
