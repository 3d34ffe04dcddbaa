//! Collision queries beside parry's, on the same shapes at the same poses: `cargo bench --bench geometry`.
//!
//! A row is 1000 random pairs, about half of which overlap; for times of impact, about half of which hit. Ours know
//! the types of the shapes; parry's interface is `dyn Shape`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use jostle::geometry::{
    Ball, Capsule, Cone, Convex, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, DQuat, DVec2, DVec3, Motion, Pose, Turn, Vector,
    contact, distance, manifold, overlaps, penetration, time_of_impact,
};

const PAIRS: usize = 1000;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + (high - low) * ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn vector<V: Vector>(&mut self, reach: f64) -> V {
        V::from_fn(|_| self.between(-reach, reach))
    }
}

/// What differs between parry in the plane and in space.
trait Parry: Vector {
    type Shape: ?Sized;
    type Pose;
    fn pose(pose: &Pose<Self>) -> Self::Pose;
    fn random_pose(random: &mut Random, reach: f64) -> Pose<Self>;
    fn spin(random: &mut Random) -> Self::AngularVelocity;
    fn overlaps(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose) -> bool;
    fn distance(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose) -> f64;
    fn closest(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose);
    fn contact(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose) -> Option<f64>;
    fn manifold(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose) -> usize;
    fn cast(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose, velocity: Self) -> Option<f64>;
    fn cast_turning(
        a: &Self::Shape,
        pose_a: &Self::Pose,
        b: &Self::Shape,
        pose_b: &Self::Pose,
        velocity: Self,
        spin: Self::AngularVelocity,
    ) -> Option<f64>;
}

macro_rules! parry {
    ($vector:ty, $parry:ident, |$pose:ident| $to_pose:expr, |$random:ident| $rotation:expr, |$random2:ident| $spin:expr) => {
        impl Parry for $vector {
            type Shape = dyn $parry::shape::Shape;
            type Pose = $parry::math::Pose;

            fn pose($pose: &Pose<Self>) -> Self::Pose {
                $to_pose
            }

            fn random_pose($random: &mut Random, reach: f64) -> Pose<Self> {
                Pose::new($rotation, $random.vector(reach))
            }

            fn spin($random2: &mut Random) -> Self::AngularVelocity {
                $spin
            }

            fn overlaps(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose) -> bool {
                $parry::query::intersection_test(pose_a, a, pose_b, b).unwrap().intersecting
            }

            fn distance(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose) -> f64 {
                $parry::query::distance(pose_a, a, pose_b, b).unwrap().distance
            }

            fn closest(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose) {
                black_box($parry::query::closest_points(pose_a, a, pose_b, b, f64::MAX).unwrap());
            }

            fn contact(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose) -> Option<f64> {
                $parry::query::contact(pose_a, a, pose_b, b, 0.0).unwrap().map(|contact| contact.dist)
            }

            fn manifold(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose) -> usize {
                use $parry::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
                let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
                DefaultQueryDispatcher.contact_manifolds(&pose_a.inv_mul(pose_b), a, b, 0.0, &mut manifolds, &mut None).unwrap();
                manifolds.iter().map(|manifold| manifold.points.len()).sum()
            }

            fn cast(a: &Self::Shape, pose_a: &Self::Pose, b: &Self::Shape, pose_b: &Self::Pose, velocity: Self) -> Option<f64> {
                let options = $parry::query::ShapeCastOptions::with_max_time_of_impact(1.0);
                let hit = $parry::query::cast_shapes(pose_a, Self::ZERO, a, pose_b, velocity, b, options).unwrap();
                hit.map(|hit| hit.time_of_impact)
            }

            fn cast_turning(
                a: &Self::Shape,
                pose_a: &Self::Pose,
                b: &Self::Shape,
                pose_b: &Self::Pose,
                velocity: Self,
                spin: Self::AngularVelocity,
            ) -> Option<f64> {
                use $parry::query::NonlinearRigidMotion;
                let rest = NonlinearRigidMotion::constant_position(*pose_a);
                let moving = NonlinearRigidMotion::new(*pose_b, Self::ZERO, velocity, spin);
                let hit = $parry::query::cast_shapes_nonlinear(&rest, a, &moving, b, 0.0, 1.0, true).unwrap();
                hit.map(|hit| hit.time_of_impact)
            }
        }
    };
}

parry!(
    DVec2,
    parry2d_f64,
    |pose| parry2d_f64::math::Pose::from_parts(
        pose.translation,
        parry2d_f64::math::Rotation::from_cos_sin_unchecked(pose.rotation.cos, pose.rotation.sin)
    ),
    |random| Turn::by(random.between(-3.0, 3.0)),
    |random| random.between(-4.0, 4.0)
);
parry!(
    DVec3,
    parry3d_f64,
    |pose| parry3d_f64::math::Pose::from_parts(pose.translation, pose.rotation),
    |random| {
        let axis: DVec3 = random.vector(1.0);
        DQuat::from_axis_angle(axis.normalize(), random.between(-3.0, 3.0))
    },
    |random| random.vector(2.5)
);

/// All queries on one pair of shapes.
fn rows<V: Parry>(criterion: &mut Criterion, name: &str, a: (&impl Convex<V>, &V::Shape), b: (&impl Convex<V>, &V::Shape)) {
    let mut random = Random(7);
    let poses: Vec<_> = (0..PAIRS).map(|_| [V::random_pose(&mut random, 0.9), V::random_pose(&mut random, 0.9)]).collect();
    let parry_poses: Vec<_> = poses.iter().map(|pair| [V::pose(&pair[0]), V::pose(&pair[1])]).collect();
    let mut row = |query: &str, ours: &dyn Fn(usize), theirs: &dyn Fn(usize)| {
        let mut group = criterion.benchmark_group(format!("{name}/{query}"));
        group.bench_function("ours", |bencher| bencher.iter(|| (0..PAIRS).for_each(ours)));
        group.bench_function("parry", |bencher| bencher.iter(|| (0..PAIRS).for_each(theirs)));
    };
    macro_rules! both {
        ($query:expr, $ours:ident, $theirs:ident) => {
            row(
                $query,
                &|index| {
                    black_box($ours(a.0, &poses[index][0], b.0, &poses[index][1]));
                },
                &|index| {
                    black_box(<V as Parry>::$theirs(a.1, &parry_poses[index][0], b.1, &parry_poses[index][1]));
                },
            )
        };
    }
    both!("overlaps", overlaps, overlaps);
    both!("distance", distance, distance);
    both!("closest points", distance, closest);
    both!("penetration", penetration, contact);
    both!("contact", contact, contact);
    row(
        "manifold",
        &|index| {
            black_box(manifold(a.0, &poses[index][0], b.0, &poses[index][1], 0.0));
        },
        &|index| {
            black_box(V::manifold(a.1, &parry_poses[index][0], b.1, &parry_poses[index][1]));
        },
    );
    let starts: Vec<_> = poses.iter().map(|pair| pair[1].moved(V::axis(0) * 4.0)).collect();
    let parry_starts: Vec<_> = starts.iter().map(|start| V::pose(start)).collect();
    let velocities: Vec<V> = starts.iter().map(|start| (random.vector::<V>(1.2) - start.translation) * 1.2).collect();
    let spins: Vec<_> = starts.iter().map(|_| V::spin(&mut random)).collect();
    row(
        "time of impact",
        &|index| {
            let [rest, moving] = [Motion::resting(poses[index][0]), Motion::along(starts[index], velocities[index])];
            black_box(time_of_impact(a.0, &rest, b.0, &moving, 1.0, 1e-4));
        },
        &|index| {
            black_box(V::cast(a.1, &parry_poses[index][0], b.1, &parry_starts[index], velocities[index]));
        },
    );
    row(
        "time of impact, turning",
        &|index| {
            let moving = Motion { start: starts[index], velocity: velocities[index], angular_velocity: spins[index] };
            black_box(time_of_impact(a.0, &Motion::resting(poses[index][0]), b.0, &moving, 1.0, 1e-4));
        },
        &|index| {
            let [pose_a, pose_b] = [&parry_poses[index][0], &parry_starts[index]];
            black_box(V::cast_turning(a.1, pose_a, b.1, pose_b, velocities[index], spins[index]));
        },
    );
}

fn plane(criterion: &mut Criterion) {
    use parry2d_f64::shape as parry;
    let ball = (&Ball::<DVec2>::new(0.5).unwrap(), &parry::Ball::new(0.5) as &dyn parry::Shape);
    let half_extents = DVec2::new(0.6, 0.4);
    let cuboid = (&Cuboid::new(half_extents).unwrap(), &parry::Cuboid::new(half_extents) as &dyn parry::Shape);
    let ends = [DVec2::new(-0.5, 0.1), DVec2::new(0.5, 0.0)];
    let capsule = (&Capsule::new(ends, 0.25).unwrap(), &parry::Capsule::new(ends[0], ends[1], 0.25) as &dyn parry::Shape);
    let corners: Vec<_> = (0..7).map(|i| DVec2::from_angle(f64::from(i) * 0.9) * DVec2::new(0.7, 0.5)).collect();
    let theirs = parry::ConvexPolygon::from_convex_polyline_unmodified(corners.clone()).unwrap();
    let polygon = (&ConvexPolygon::new(corners).unwrap(), &theirs as &dyn parry::Shape);
    rows(criterion, "2d ball ball", ball, ball);
    rows(criterion, "2d ball cuboid", ball, cuboid);
    rows(criterion, "2d cuboid cuboid", cuboid, cuboid);
    rows(criterion, "2d capsule capsule", capsule, capsule);
    rows(criterion, "2d capsule polygon", capsule, polygon);
    rows(criterion, "2d ball polygon", ball, polygon);
    rows(criterion, "2d polygon polygon", polygon, polygon);
}

/// Of points on an ellipsoid: every triangle that has all points on one side.
fn polyhedron(random: &mut Random, count: usize) -> ConvexPolyhedron {
    let points: Vec<DVec3> = (0..count).map(|_| random.vector::<DVec3>(1.0).normalize() * DVec3::new(0.7, 0.5, 0.6)).collect();
    let mut faces = Vec::new();
    for i in 0..count {
        for j in i + 1..count {
            for k in (i + 1..count).filter(|&k| k != j) {
                let normal = (points[j] - points[i]).cross(points[k] - points[i]);
                if points.iter().all(|&point| (point - points[i]).dot(normal) <= 1e-12) {
                    faces.push(vec![i, j, k]);
                }
            }
        }
    }
    ConvexPolyhedron::new(points, &faces).unwrap()
}

fn space(criterion: &mut Criterion) {
    use parry3d_f64::shape as parry;
    let ball = (&Ball::<DVec3>::new(0.5).unwrap(), &parry::Ball::new(0.5) as &dyn parry::Shape);
    let half_extents = DVec3::new(0.6, 0.4, 0.5);
    let cuboid = (&Cuboid::new(half_extents).unwrap(), &parry::Cuboid::new(half_extents) as &dyn parry::Shape);
    let ends = [DVec3::new(-0.5, 0.1, 0.0), DVec3::new(0.5, 0.0, 0.2)];
    let capsule = (&Capsule::new(ends, 0.25).unwrap(), &parry::Capsule::new(ends[0], ends[1], 0.25) as &dyn parry::Shape);
    let cylinder = (&Cylinder::new(0.5, 0.4).unwrap(), &parry::Cylinder::new(0.5, 0.4) as &dyn parry::Shape);
    let cone = (&Cone::new(0.5, 0.5).unwrap(), &parry::Cone::new(0.5, 0.5) as &dyn parry::Shape);
    let [ours, many] = [12, 100].map(|count| polyhedron(&mut Random(3), count));
    let [theirs, their_many] = [&ours, &many].map(|ours| parry::ConvexPolyhedron::from_convex_hull(ours.corners()).unwrap());
    let small = (&ours, &theirs as &dyn parry::Shape);
    let large = (&many, &their_many as &dyn parry::Shape);
    rows(criterion, "3d ball ball", ball, ball);
    rows(criterion, "3d ball cuboid", ball, cuboid);
    rows(criterion, "3d ball cylinder", ball, cylinder);
    rows(criterion, "3d ball polyhedron", ball, small);
    rows(criterion, "3d cuboid cuboid", cuboid, cuboid);
    rows(criterion, "3d capsule capsule", capsule, capsule);
    rows(criterion, "3d capsule cuboid", capsule, cuboid);
    rows(criterion, "3d cuboid polyhedron", cuboid, small);
    rows(criterion, "3d polyhedron polyhedron", small, small);
    rows(criterion, "3d polyhedron polyhedron of 100 corners", large, large);
    rows(criterion, "3d cylinder cone", cylinder, cone);
    rows(criterion, "3d cylinder cylinder", cylinder, cylinder);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(std::time::Duration::from_millis(60)).measurement_time(std::time::Duration::from_millis(200));
    targets = plane, space
}
criterion_main!(benches);
