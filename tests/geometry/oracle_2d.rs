//! The plane.

use jostle::geometry::{Aabb, Ball, Capsule, Convex, Cuboid, DVec2, Motion, Pose, Ray};
use parry2d_f64::math::{Pose as ParryPose, Rotation};
use parry2d_f64::query::{self, ShapeCastOptions};
use parry2d_f64::shape::SharedShape;

use super::oracle::{Sample, World};
use super::random::Random;

fn parry_pose(pose: &Pose<DVec2>) -> ParryPose {
    ParryPose::from_parts(pose.translation, Rotation::from_cos_sin_unchecked(pose.rotation.cos, pose.rotation.sin))
}

impl World for DVec2 {
    type Parry = SharedShape;

    const FAMILIES: &'static [&'static str] = &["ball", "cuboid", "aabb", "capsule", "polygon", "bent"];

    fn sample(random: &mut Random, family: &'static str) -> Sample<Self> {
        let mut size = |low, high| random.between(low, high);
        let (shape, parry): (Box<dyn Convex<Self>>, _) = match family {
            "ball" => {
                let radius = size(0.1, 1.0);
                (Box::new(Ball::new(radius).unwrap()), SharedShape::ball(radius))
            }
            "cuboid" => {
                let half_extents = DVec2::new(size(0.1, 1.2), size(0.1, 1.2));
                (Box::new(Cuboid::new(half_extents).unwrap()), SharedShape::cuboid(half_extents.x, half_extents.y))
            }
            // parry has no box that is off its frame's centre as a shape; as a convex hull it is the same.
            "aabb" => {
                let min = -DVec2::new(size(0.1, 1.2), size(0.1, 1.2));
                let max = DVec2::new(size(0.1, 1.2), size(0.1, 1.2));
                (
                    Box::new(Aabb::shape(min, max).unwrap()),
                    SharedShape::convex_polyline_unmodified(vec![min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]).unwrap(),
                )
            }
            "capsule" => {
                let [radius, length] = [size(0.1, 0.6), size(0.1, 1.5)];
                let [middle, way] = [Self::direction(random) * 0.3, Self::direction(random) * length];
                let ends = [middle - way, middle + way];
                (Box::new(Capsule::new(ends, radius).unwrap()), SharedShape::capsule(ends[0], ends[1], radius))
            }
            "polygon" => {
                let polygon = random.polygon();
                let parry = SharedShape::convex_polyline_unmodified(polygon.corners().to_vec()).unwrap();
                (Box::new(polygon), parry)
            }
            // For parry without the corners on its side.
            "bent" => {
                let (corners, polygon) = random.bent_triangle();
                (Box::new(polygon), SharedShape::convex_polyline_unmodified(corners.to_vec()).unwrap())
            }
            _ => unreachable!("{family}"),
        };
        Sample { family, shape, parry }
    }

    fn pose(random: &mut Random, reach: f64) -> Pose<Self> {
        random.pose2(reach)
    }

    fn direction(random: &mut Random) -> Self {
        random.direction2()
    }

    fn angular_velocity(random: &mut Random, most: f64) -> f64 {
        random.between(-most, most)
    }

    fn parry_overlaps(a: &SharedShape, pose_a: &Pose<Self>, b: &SharedShape, pose_b: &Pose<Self>) -> bool {
        query::intersection_test(&parry_pose(pose_a), &*a.0, &parry_pose(pose_b), &*b.0).unwrap().intersecting
    }

    fn parry_distance(a: &SharedShape, pose_a: &Pose<Self>, b: &SharedShape, pose_b: &Pose<Self>) -> f64 {
        query::distance(&parry_pose(pose_a), &*a.0, &parry_pose(pose_b), &*b.0).unwrap().distance
    }

    fn parry_penetration(a: &SharedShape, pose_a: &Pose<Self>, b: &SharedShape, pose_b: &Pose<Self>) -> Option<(f64, Self)> {
        let contact = query::contact(&parry_pose(pose_a), &*a.0, &parry_pose(pose_b), &*b.0, 0.0).unwrap()?;
        Some((-contact.dist, contact.normal1))
    }

    fn parry_ray(shape: &SharedShape, pose: &Pose<Self>, ray: &Ray<Self>) -> Option<f64> {
        let parry = query::Ray::new(ray.origin, ray.direction);
        shape.0.cast_ray(&parry_pose(pose), &parry, ray.until, true)
    }

    fn parry_impact(a: &SharedShape, motion_a: &Motion<Self>, b: &SharedShape, motion_b: &Motion<Self>, until: f64) -> Option<f64> {
        let options = ShapeCastOptions { stop_at_penetration: true, ..ShapeCastOptions::with_max_time_of_impact(until) };
        let [pose_a, pose_b] = [parry_pose(&motion_a.start), parry_pose(&motion_b.start)];
        let hit = query::cast_shapes(&pose_a, motion_a.velocity, &*a.0, &pose_b, motion_b.velocity, &*b.0, options).unwrap();
        hit.map(|hit| hit.time_of_impact)
    }
}
