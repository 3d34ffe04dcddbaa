//! What a shape first touches on its way.

use super::scene::Body;
use crate::geometry::{DVec2, Impact, Motion, Pose, overlaps, time_of_impact};

/// How close counts as touching, in units.
const TOLERANCE: f64 = 1e-6;

/// The first touch on a straight way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The shape that is touched.
    pub other: usize,
    /// The share of the way that is behind, from 0 to 1.
    pub time: f64,
    /// Where the moving shape is then.
    pub pose: Pose<DVec2>,
    /// Where they touch.
    pub point: DVec2,
    /// Of the surfaces there, from the moving shape to the other.
    pub normal: DVec2,
}

/// The first touch of the shape `moving` on the way from `start` to where it is, without turning. Shapes that it
/// overlaps at the start count as none: it leaves them.
pub fn first_touch(bodies: &[Body], moving: usize, start: DVec2) -> Option<Touch> {
    let body = &bodies[moving];
    let from = Pose { translation: start, ..body.pose };
    let motion = Motion::along(from, body.pose.translation - start);
    let mut first: Option<Touch> = None;
    for (other, obstacle) in bodies.iter().enumerate() {
        if other == moving || overlaps(body.convex(), &from, obstacle.convex(), &obstacle.pose) {
            continue;
        }
        let until = first.map_or(1.0, |touch| touch.time);
        let resting = Motion::resting(obstacle.pose);
        if let Impact::Hit { time, normal, point_b: point, .. } =
            time_of_impact(body.convex(), &motion, obstacle.convex(), &resting, until, TOLERANCE)
        {
            first = Some(Touch { other, time, pose: motion.at(time), point, normal });
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::super::scene::{Form, Scene, Shape};
    use super::*;
    use crate::geometry::Ball;

    #[test]
    fn a_drag_touches_the_nearest_shape_on_its_way_first() {
        let mut scene = Scene::seeded(1, 0);
        for x in [0.0, 8.0, 5.0, -0.5] {
            let index = scene.add(Form::Circle, DVec2::new(x, 0.0));
            scene.bodies[index].shape = Shape::Ball(Ball::new(1.0).unwrap());
        }
        scene.bodies[0].pose.translation.x = 10.0;
        let touch = first_touch(&scene.bodies, 0, DVec2::ZERO).unwrap();
        assert_eq!(touch.other, 2, "not the one behind it, nor the one it begins in");
        assert!((touch.time - 0.3).abs() < 1e-5 && (touch.pose.translation.x - 3.0).abs() < 1e-5, "{touch:?}");
        assert!((touch.point.x - 4.0).abs() < 1e-5 && touch.normal.x > 0.999, "{touch:?}");
        scene.bodies[0].pose.translation.x = 2.9;
        assert_eq!(first_touch(&scene.bodies, 0, DVec2::ZERO), None, "the way ends before it");
    }
}
