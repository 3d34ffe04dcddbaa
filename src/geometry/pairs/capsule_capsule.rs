//! Two capsules: their segments, grown.

use super::super::capsule::{Capsule, nearest_of_segment};
use super::super::gjk::Closest;
use super::super::matrix::Relative;
use super::super::pose::Pose;
use super::super::vector::Vector;

/// The points of two segments that are closest (Ericson 5.1.9): the closest points of their lines, brought back to
/// the second segment; then the nearest point of the first, and from it back to the second. Where the lines are
/// parallel or nearly so, the ends decide.
#[inline]
pub(crate) fn closest_of_segments<V: Vector>(a: [V; 2], b: [V; 2]) -> (V, V) {
    let [along_a, along_b] = [a[1] - a[0], b[1] - b[0]];
    let offset = a[0] - b[0];
    // What of the second, and of the way between them, is across the first: so they are precise where the two are nearly parallel.
    let aa = along_a.length_squared();
    let less_a = |vector: V| vector - along_a * (vector.dot(along_a) / aa);
    let (across, offset) = (less_a(along_b), less_a(offset));
    let square = across.length_squared();
    let on_b = if square > 1e-24 * along_b.length_squared() {
        b[0] + along_b * (offset.dot(across) / square).clamp(0.0, 1.0)
    } else {
        nearest_of_segment(b, a[0])
    };
    let on_a = nearest_of_segment(a, on_b);
    (on_a, nearest_of_segment(b, on_a))
}

/// The closest points of the segments of two capsules, in A's frame.
#[inline]
pub(crate) fn cores<V: Vector>(a: &Capsule<V>, pose_a: &Pose<V>, b: &Capsule<V>, pose_b: &Pose<V>) -> (V, V) {
    let relative = Relative::new(pose_a, pose_b);
    closest_of_segments(a.ends(), b.ends().map(|end| relative.point(end)))
}

#[inline]
pub(crate) fn distance<V: Vector>(a: &Capsule<V>, pose_a: &Pose<V>, b: &Capsule<V>, pose_b: &Pose<V>) -> Closest<V> {
    let (on_a, on_b) = cores(a, pose_a, b, pose_b);
    let offset = on_b - on_a;
    let length = offset.length();
    let reach = a.radius() + b.radius();
    let left = length - reach;
    if left <= 0.0 {
        return Closest::common(on_a + offset * (a.radius() / reach)).posed(pose_a);
    }
    let way = offset * (1.0 / length);
    Closest { distance: left, point_a: on_a + way * a.radius(), point_b: on_b - way * b.radius(), converged: true }.posed(pose_a)
}
