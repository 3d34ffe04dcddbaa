//! Space.

use jostle::geometry::{Aabb, Ball, Capsule, Cone, Convex, Cuboid, Cylinder, DVec3, Motion, Pose, Ray};
use parry3d_f64::math::Pose as ParryPose;
use parry3d_f64::query::{self, ShapeCastOptions};
use parry3d_f64::shape::SharedShape;

use super::oracle::{Sample, World};
use super::random::Random;

fn parry_pose(pose: &Pose<DVec3>) -> ParryPose {
    ParryPose::from_parts(pose.translation, pose.rotation)
}

fn corners_of(min: DVec3, max: DVec3) -> Vec<DVec3> {
    let end = |from_max: bool, axis: usize| if from_max { max[axis] } else { min[axis] };
    (0..8).map(|bits| DVec3::new(end(bits & 1 != 0, 0), end(bits & 2 != 0, 1), end(bits & 4 != 0, 2))).collect()
}

impl World for DVec3 {
    type Parry = SharedShape;

    const FAMILIES: &'static [&'static str] = &["ball", "cuboid", "aabb", "capsule", "polyhedron", "cylinder", "cone"];

    fn sample(random: &mut Random, family: &'static str) -> Sample<Self> {
        let mut size = |low, high| random.between(low, high);
        let (shape, parry): (Box<dyn Convex<Self>>, _) = match family {
            "ball" => {
                let radius = size(0.1, 1.0);
                (Box::new(Ball::new(radius).unwrap()), SharedShape::ball(radius))
            }
            "cuboid" => {
                let half_extents = DVec3::new(size(0.1, 1.2), size(0.1, 1.2), size(0.1, 1.2));
                (Box::new(Cuboid::new(half_extents).unwrap()), SharedShape::cuboid(half_extents.x, half_extents.y, half_extents.z))
            }
            // parry has no box that is off its frame's centre as a shape; as a convex hull it is the same.
            "aabb" => {
                let min = -DVec3::new(size(0.1, 1.2), size(0.1, 1.2), size(0.1, 1.2));
                let max = DVec3::new(size(0.1, 1.2), size(0.1, 1.2), size(0.1, 1.2));
                (Box::new(Aabb::shape(min, max).unwrap()), SharedShape::convex_hull(&corners_of(min, max)).unwrap())
            }
            "capsule" => {
                let [radius, length] = [size(0.1, 0.6), size(0.1, 1.5)];
                let [middle, way] = [Self::direction(random) * 0.3, Self::direction(random) * length];
                let ends = [middle - way, middle + way];
                (Box::new(Capsule::new(ends, radius).unwrap()), SharedShape::capsule(ends[0], ends[1], radius))
            }
            "polyhedron" => {
                let polyhedron = random.polyhedron();
                let parry = SharedShape::convex_hull(polyhedron.corners()).unwrap();
                (Box::new(polyhedron), parry)
            }
            "cylinder" => {
                let [half_height, radius] = [size(0.1, 1.0), size(0.1, 1.0)];
                (Box::new(Cylinder::new(half_height, radius).unwrap()), SharedShape::cylinder(half_height, radius))
            }
            "cone" => {
                let [half_height, radius] = [size(0.1, 1.0), size(0.1, 1.0)];
                (Box::new(Cone::new(half_height, radius).unwrap()), SharedShape::cone(half_height, radius))
            }
            _ => unreachable!("{family}"),
        };
        Sample { family, shape, parry }
    }

    fn pose(random: &mut Random, reach: f64) -> Pose<Self> {
        random.pose3(reach)
    }

    fn direction(random: &mut Random) -> Self {
        random.direction3()
    }

    fn angular_velocity(random: &mut Random, most: f64) -> Self {
        random.direction3() * random.between(0.0, most)
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
