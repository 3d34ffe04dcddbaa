//! When two moving shapes first touch, by conservative advancement.
//!
//! B. Mirtich, *Impulse-based dynamic simulation of rigid body systems*, PhD thesis, Berkeley, 1996, section 2.3;
//! E. Catto, "Continuous collision", *Game Developers Conference*, 2013; van den Bergen, *Collision Detection*, 2003.

use super::cast::{Cast, cast};
use super::convex::Convex;
use super::gjk::Closest;
use super::kind::Kind;
use super::minkowski::Difference;
use super::motion::Motion;
use super::moving_balls::{MovingBall, time_of_impact_of_balls, times_of_overlap};
use super::pose::{Pose, Rotation};
use super::query::distance;
use super::vector::Vector;

/// Steps before the search gives up. Shapes that do not turn need a few; shapes that turn fast while they barely miss,
/// nearer than the balls around them, may need more than these.
const MAX_STEPS: usize = 200;

/// Whether and when two moving shapes touch.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Impact<V: Vector> {
    /// They come as close as the tolerance at `time`, for the first time. Shapes that are within the tolerance at the
    /// start hit at time 0, whichever way they move: (velocity of `point_b` − velocity of `point_a`)·normal says which, with what turning
    /// adds to each, below 0 where they close in, and from 0 on where they part or slide.
    Hit {
        /// When, from 0 to the end of the time that was asked for.
        time: f64,
        /// Of length 1, from A to B; zero for shapes that touch or overlap from the start, and where rounding leaves none of it.
        normal: V,
        /// The point of A that is closest to B then, in the frame of the query.
        point_a: V,
        /// The point of B that is closest to A then, in the frame of the query.
        point_b: V,
    },
    /// They do not touch until the end of the time that was asked for.
    Miss,
    /// The steps ran out, or the distance at `time` could not be told well enough. The shapes do not touch before `time`; ask again from
    /// there, or with a larger tolerance.
    NotConverged {
        /// How far the search came.
        time: f64,
    },
}

/// When two convex shapes first come as close as `tolerance`, between times 0 and `until`, which may be ∞. An end before 0, or one that is
/// NaN, counts as 0.
///
/// From a distance d with the closest points along n, no point of A comes closer to one of B along n faster than
/// (velocity of A − velocity of B)·n + what turning adds, at most the angular speed across n times the radius that
/// turns. So nothing can touch for d over that speed: go there, and look again. All this only while the balls around both shapes touch.
///
/// Two balls are asked in closed form, exactly and without the tolerance: those that pass each other within it miss.
///
/// The time found is early by at most what it takes to cross `tolerance` (a length; 1e-6 of the size of the shapes is
/// usual). A tolerance that is not positive, or below 1e-12 of the distance to start with (unless nothing turns, and a distance takes a
/// search) or what rounding leaves (some 1e-14 of the sizes of the shapes and of the way from one's origin to the other's), is raised to
/// that; the nearer it is to that, the fewer digits the normal has, since the closest points are so near each other, and the more often
/// shapes that slide along each other come to [`Impact::NotConverged`].
///
/// Whoever moves a character stops it within the tolerance of what it hits, and asks again from there. Then only a hit that it moves
/// into is in its way; shapes that touch or overlap already have no normal here: [`penetration`](super::penetration) has it, and the way out.
///
/// ```
/// use jostle::geometry::{Ball, Cuboid, DVec2, Impact, Motion, Pose, ShapeError, time_of_impact};
///
/// # fn main() -> Result<(), ShapeError> {
/// let (floor, feet) = (Cuboid::new(DVec2::new(10.0, 1.0))?, Ball::new(0.5)?);
/// let stands = Pose::at(DVec2::new(0.0, 1.500_000_5)); // half a tolerance above the floor
/// let is_stopped = |velocity| {
///     let moves = Motion::along(stands, velocity);
///     match time_of_impact(&floor, &Motion::resting(Pose::IDENTITY), &feet, &moves, 1.0, 1e-6) {
///         Impact::Hit { time, normal, .. } => time > 0.0 || normal.dot(velocity) < 0.0,
///         _ => false,
///     }
/// };
/// let [falls, jumps, walks] = [DVec2::new(0.0, -1.0), DVec2::new(0.0, 3.0), DVec2::new(2.0, 0.0)];
/// assert!(is_stopped(falls) && !is_stopped(jumps) && !is_stopped(walks));
/// # Ok(())
/// # }
/// ```
pub fn time_of_impact<V, A, B>(a: &A, motion_a: &Motion<V>, b: &B, motion_b: &Motion<V>, until: f64, tolerance: f64) -> Impact<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let until = until.max(0.0);
    if let (Kind::Ball(ball_a), Kind::Ball(ball_b)) = (a.kind(), b.kind()) {
        let moving = |radius, motion: &Motion<V>| MovingBall { radius, centre: motion.start.translation, velocity: motion.velocity };
        let time = time_of_impact_of_balls(&moving(ball_a.radius(), motion_a), &moving(ball_b.radius(), motion_b));
        return match time {
            Some(time) if time <= until => hit(a, motion_a, b, motion_b, time),
            _ => Impact::Miss,
        };
    }
    if !motion_a.turns() && !motion_b.turns() && no_closed_form(a, b) {
        let difference = Difference::new(a, &motion_a.start, b, &motion_b.start);
        let velocity = motion_a.start.local_direction(motion_b.velocity - motion_a.velocity);
        let tolerance = tolerance.max(rounding(a, b, difference.relative.translation));
        match cast(&difference, velocity, [a.radius(), b.radius()], until, tolerance) {
            Cast::Hit { time, normal, closest } => {
                let Closest { point_a, point_b, .. } = closest.posed(&motion_a.at(time));
                return Impact::Hit { time, normal: motion_a.start.direction(normal), point_a, point_b };
            }
            Cast::Miss => return Impact::Miss,
            Cast::Unknown => {}
        }
    }
    advance(a, motion_a, b, motion_b, until, tolerance)
}

/// The same by going, again and again, as far as the distance allows.
pub(super) fn advance<V, A, B>(a: &A, motion_a: &Motion<V>, b: &B, motion_b: &Motion<V>, until: f64, tolerance: f64) -> Impact<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    // What turns: a radius grown around a core does not.
    let [turning_a, turning_b] = [a.bounding_radius() - a.radius(), b.bounding_radius() - b.radius()];
    let way = (motion_b.start.translation - motion_a.start.translation).length();
    let around = |shape_radius: f64, motion: &Motion<V>| MovingBall {
        // With more than the tolerance may be raised to.
        radius: 1.000_001 * shape_radius + tolerance.max(0.0) + 1e-12 * way,
        centre: motion.start.translation,
        velocity: motion.velocity,
    };
    let around = [around(a.bounding_radius(), motion_a), around(b.bounding_radius(), motion_b)];
    let Some([from, to]) = times_of_overlap(&around[0], &around[1]) else { return Impact::Miss };
    let until = until.max(0.0);
    if from > until {
        return Impact::Miss;
    }
    let first_gap = way - around[0].radius - around[1].radius;
    let mut time = (1.0 - 1e-9) * from;
    let mut normal = V::ZERO;
    let mut play = tolerance;
    let velocity = motion_a.velocity - motion_b.velocity;
    for step in 0..MAX_STEPS {
        // In A's frame, where coordinates are small.
        let pose_a = motion_a.at(time);
        let pose_b = pose_a.local(&motion_b.at(time));
        let closest = distance(a, &Pose::IDENTITY, b, &pose_b);
        let rounding = rounding(a, b, pose_b.translation);
        if step == 0 {
            play = tolerance.max(1e-12 * closest.distance.max(first_gap)).max(rounding);
        }
        if closest.distance > 0.0 {
            let direction = (closest.point_b - closest.point_a).normalized();
            normal = direction.map_or(normal, |direction| pose_a.direction(direction));
        }
        if closest.distance <= play {
            let Closest { point_a, point_b, .. } = closest.posed(&pose_a);
            return Impact::Hit { time, normal, point_a, point_b };
        }
        // A distance that has not converged may be too large; along the normal they are no nearer than this.
        let apart = if closest.converged { closest.distance } else { apart_along(pose_a.local_direction(normal), a, b, &pose_b) };
        if apart <= play {
            return Impact::NotConverged { time };
        }
        let turning = V::Rotation::rate_across(motion_a.angular_velocity, normal) * turning_a
            + V::Rotation::rate_across(motion_b.angular_velocity, normal) * turning_b;
        // The normal is off by as much as the last digit of a coordinate may be (not by all that may be, which would take many more steps).
        // That decides for shapes that slide along each other.
        let off = 0.03 * rounding / closest.distance;
        let closing = velocity.dot(normal) + velocity.length() * off + turning * (1.0 + off);
        if closing <= 0.0 || closing.is_nan() {
            return Impact::Miss;
        }
        // To the middle of the tolerance, so that rounding does not take the shapes into each other.
        time += (apart - 0.5 * play) / closing;
        if !(time <= until && time <= (1.0 + 1e-9) * to) {
            return Impact::Miss;
        }
    }
    Impact::NotConverged { time }
}

/// The gap between two shapes along a direction of length 1 from A to B, all in A's frame; negative where there is none.
fn apart_along<V, A, B>(direction: V, a: &A, b: &B, pose_b: &Pose<V>) -> f64
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let of_b = pose_b.point(b.support(pose_b.local_direction(-direction)));
    (of_b - a.support(direction)).dot(direction)
}

/// What of a distance may be rounding, of shapes of which the origin of one is at `way` in the frame of the other.
fn rounding<V, A, B>(a: &A, b: &B, way: V) -> f64
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    1e-14 * (a.bounding_radius() + b.bounding_radius() + way.length())
}

/// Whether a distance takes a search; without one, advancing by distances is faster than a cast.
fn no_closed_form<V, A, B>(a: &A, b: &B) -> bool
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let capsule = |kind| matches!(kind, Kind::Capsule(_));
    let of_ball = a.kind().is_ball() && b.surface(V::ZERO).is_some() || b.kind().is_ball() && a.surface(V::ZERO).is_some();
    !(of_ball || capsule(a.kind()) && capsule(b.kind()))
}

/// Two shapes that touch at `time`, and where.
fn hit<V, A, B>(a: &A, motion_a: &Motion<V>, b: &B, motion_b: &Motion<V>, time: f64) -> Impact<V>
where
    V: Vector,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let [pose_a, pose_b] = [motion_a.at(time), motion_b.at(time)];
    let normal = if time > 0.0 { (pose_b.translation - pose_a.translation).normalized().unwrap_or(V::ZERO) } else { V::ZERO };
    let [point_a, point_b] = if time > 0.0 {
        [pose_a.translation + normal * a.radius(), pose_b.translation - normal * b.radius()]
    } else {
        let closest = distance(a, &pose_a, b, &pose_b);
        [closest.point_a, closest.point_b]
    };
    Impact::Hit { time, normal, point_a, point_b }
}
