//! Collision queries for convex shapes, in two and three dimensions.
//!
//! Shapes are checked when they are made and total ever after: no query panics, and none runs without a bound.
//! Lengths are in whatever unit the caller uses (shapes and places between 1e-40 and 1e40 of it), angles in radians.
//! Everything that does not depend on the dimension is written once, over [`Vector`], which is [`DVec2`] or
//! [`DVec3`].
//!
//! # A tour
//!
//! A shape lives in a frame of its own; a [`Pose`] says where that frame is. Four questions can be asked of any two:
//!
//! ```
//! use jostle::geometry::{Ball, Cuboid, DVec2, Pose, Turn, contact, distance, overlaps, penetration};
//!
//! # fn main() -> Result<(), jostle::geometry::ShapeError> {
//! let chest = Cuboid::new(DVec2::new(1.0, 0.5))?;
//! let ball = Ball::new(0.5)?;
//! let tilted = Pose::new(Turn::by(0.3), DVec2::ZERO);
//!
//! let far = Pose::at(DVec2::new(3.0, 0.0));
//! assert!(!overlaps(&chest, &tilted, &ball, &far));
//! let closest = distance(&chest, &tilted, &ball, &far);
//! assert!((closest.point_a.distance(closest.point_b) - closest.distance).abs() < 1e-12);
//!
//! // The minimum translation vector points from the first to the second: moving the second by it parts them.
//! let near = Pose::at(DVec2::new(1.2, 0.4));
//! let way_out = penetration(&chest, &tilted, &ball, &near).expect("they overlap");
//! let parted = near.moved(way_out.normal * (way_out.depth + 1e-9));
//! assert!(!overlaps(&chest, &tilted, &ball, &parted));
//! let points = contact(&chest, &tilted, &ball, &near).expect("they overlap");
//! assert!((points.point_a - points.point_b).distance(way_out.translation()) < 1e-12);
//! # Ok(())
//! # }
//! ```
//!
//! Where two shapes only just touch, rounding decides, for each question by itself: [`overlaps`] may say yes where [`contact`] finds none.
//!
//! The same functions take three dimensions, and any [`Convex`]: a shape of your own needs a support function of
//! its core, the radius by which that is grown (0 for none) and a bounding radius:
//!
//! ```
//! use jostle::geometry::{Convex, Cuboid, DVec2, Pose, overlaps, penetration};
//!
//! /// Two circles of radius 1 that have a part in common, one around each end.
//! #[derive(Debug)]
//! struct Lens(f64);
//!
//! impl Convex<DVec2> for Lens {
//!     fn core_support(&self, direction: DVec2) -> DVec2 {
//!         let tip = DVec2::new(0.0, (1.0 - self.0 * self.0).sqrt());
//!         let on_arc = direction.normalize_or_zero() - DVec2::new(self.0.copysign(direction.x), 0.0);
//!         // An arc ends at the tips.
//!         if on_arc.x * direction.x > 0.0 { on_arc } else { tip * 1f64.copysign(direction.y) }
//!     }
//!     fn radius(&self) -> f64 {
//!         0.0
//!     }
//!     fn bounding_radius(&self) -> f64 {
//!         1.0
//!     }
//! }
//!
//! # fn main() -> Result<(), jostle::geometry::ShapeError> {
//! let (lens, chest) = (Lens(0.5), Cuboid::new(DVec2::new(1.0, 0.5))?);
//! let beside = Pose::at(DVec2::new(1.4, 0.0));
//! assert!(overlaps(&lens, &Pose::IDENTITY, &chest, &beside) && !overlaps(&lens, &Pose::IDENTITY, &chest, &Pose::at(DVec2::new(1.6, 0.0))));
//! let way_out = penetration(&lens, &Pose::IDENTITY, &chest, &beside).expect("they overlap");
//! assert!((way_out.depth - 0.1).abs() < 1e-6 && way_out.normal.x > 0.999);
//! # Ok(())
//! # }
//! ```
//!
//! When two shapes move, [`time_of_impact`] tells when they first touch:
//!
//! ```
//! use jostle::geometry::{Cuboid, Cylinder, DVec3, Impact, Motion, Pose, time_of_impact};
//!
//! # fn main() -> Result<(), jostle::geometry::ShapeError> {
//! let floor = Cuboid::new(DVec3::new(10.0, 0.1, 10.0))?;
//! let tin = Cylinder::new(0.5, 0.3)?;
//! let falling = Motion {
//!     start: Pose::at(DVec3::new(0.0, 5.0, 0.0)),
//!     velocity: DVec3::new(0.0, -10.0, 0.0),
//!     angular_velocity: DVec3::new(0.0, 0.0, 2.0),
//! };
//! match time_of_impact(&floor, &Motion::resting(Pose::IDENTITY), &tin, &falling, 1.0, 1e-6) {
//!     Impact::Hit { time, normal, .. } => assert!(time < 0.45 && normal.y > 0.99),
//!     other => panic!("{other:?}"),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`contacts`] and [`manifolds`] examine many pairs at once, such as a [broad phase](broad_phase) finds.
//!
//! And [`ray_cast`] tells where a ray meets a shape first:
//!
//! ```
//! use jostle::geometry::{Cuboid, DVec2, Pose, Ray, Turn, ray_cast};
//!
//! # fn main() -> Result<(), jostle::geometry::ShapeError> {
//! let chest = Cuboid::new(DVec2::new(1.0, 0.5))?;
//! let ray = Ray { origin: DVec2::new(-5.0, 0.25), direction: DVec2::X, until: 10.0 };
//! let hit = ray_cast(&chest, &Pose::at(DVec2::ZERO), &ray).expect("it is in the way");
//! assert!((hit.time - 4.0).abs() < 1e-9 && hit.normal == -DVec2::X);
//! # Ok(())
//! # }
//! ```
//!
//! Shapes that lie on each other touch in more than one point; [`manifold`] gives up to four, which hold a box where one would let it
//! tip over:
//!
//! ```
//! use jostle::geometry::{Cuboid, DVec3, Pose, manifold};
//!
//! # fn main() -> Result<(), jostle::geometry::ShapeError> {
//! let (floor, chest) = (Cuboid::new(DVec3::new(10.0, 1.0, 10.0))?, Cuboid::new(DVec3::new(1.0, 0.5, 0.5))?);
//! let on_top = Pose::at(DVec3::new(3.0, 1.499, 0.0));
//! let touch = manifold(&floor, &Pose::at(DVec3::ZERO), &chest, &on_top, 0.01).expect("it lies there");
//! assert!(touch.normal == DVec3::Y && touch.points().len() == 4);
//! assert!(touch.points().iter().all(|point| (point.depth - 0.001).abs() < 1e-12));
//! # Ok(())
//! # }
//! ```
//!
//! # Hulls and parts
//!
//! [`graham_scan`], [`quickhull_2d`] and [`quickhull_3d`] make hulls of points, [`convex_parts`] cuts concave outlines into pieces that
//! every query takes.
//!
//! ```
//! use jostle::geometry::{ConvexPolygon, ConvexPolyhedron, DVec2, DVec3, convex_parts, graham_scan, quickhull_3d};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let points = [[0.0, 0.0], [2.0, 0.1], [1.0, 0.5], [2.0, 2.0], [0.1, 1.9]].map(DVec2::from);
//! let hull = ConvexPolygon::new(graham_scan(&points)?)?;
//! assert_eq!(hull.corners().len(), 4);
//! let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.2, 0.2, 0.2]].map(DVec3::from);
//! let tetrahedron = ConvexPolyhedron::of_hull(&quickhull_3d(&corners)?)?;
//! assert_eq!(tetrahedron.corners().len(), 4);
//! let arrow = [[0.0, 0.0], [2.0, 1.0], [0.0, 2.0], [1.0, 1.0]].map(DVec2::from);
//! assert_eq!(convex_parts(&arrow)?.len(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! # Two ways to an answer
//!
//! [`sat`] and [`gjk`] with [`epa`] share no code: the tests hold them against each other. [`overlaps_by`] and
//! [`penetration_by`] let the caller choose; the plain functions take what is fastest for the pair, for which simple
//! pairs have code of their own. Each can be asked by itself:
//!
//! ```
//! use jostle::geometry::{Cuboid, DVec2, Pose, Turn, epa, gjk, sat};
//!
//! # fn main() -> Result<(), jostle::geometry::ShapeError> {
//! let (chest, box_) = (Cuboid::new(DVec2::new(1.0, 0.5))?, Cuboid::new(DVec2::new(0.5, 0.5))?);
//! let (here, there) = (Pose::IDENTITY, Pose::new(Turn::by(0.2), DVec2::new(1.3, 0.2)));
//! assert!(gjk::overlaps(&chest, &here, &box_, &there));
//! let points = epa::contact(&chest, &here, &box_, &there).expect("they overlap");
//! let sat::Sat::Overlap(way_out) = sat::test(&chest, &here, &box_, &there) else { unreachable!() };
//! assert!((points.penetration.depth - way_out.depth).abs() < 1e-9);
//! # Ok(())
//! # }
//! ```

mod aabb;
mod ball;
pub mod broad_phase;
mod capsule;
mod cast;
mod check;
mod cone;
mod convex;
mod cuboid;
mod cylinder;
mod decompose;
mod ellipsoid;
pub mod epa;
mod error;
pub mod gjk;
mod hull;
mod kind;
mod manifold;
mod matrix;
mod minkowski;
mod motion;
mod moving_balls;
mod narrow_phase;
mod pairs;
mod penetration;
mod polygon;
mod polyhedron;
mod polytope;
mod pose;
mod predicates;
mod query;
mod ray_cast;
pub mod sat;
mod simplex;
mod time_of_impact;
mod vector;

pub use aabb::Aabb;
pub use ball::Ball;
pub use broad_phase::Ray;
pub use capsule::Capsule;
pub use cone::Cone;
pub use convex::{Convex, Surface};
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use decompose::convex_parts;
pub use ellipsoid::Ellipsoid;
pub use error::ShapeError;
pub use gjk::Closest;
pub use glam::{DQuat, DVec2, DVec3};
pub use hull::{Hull3, graham_scan, quickhull_2d, quickhull_3d};
pub use kind::Kind;
pub use manifold::{Manifold, ManifoldPoint, manifold};
pub use matrix::{Matrix, Relative};
pub use minkowski::Difference;
pub use motion::Motion;
pub use moving_balls::{MovingBall, time_of_impact_of_balls};
pub use narrow_phase::{Body, contacts, manifolds};
pub use penetration::{Contact, Penetration};
pub use polygon::ConvexPolygon;
pub use polyhedron::ConvexPolyhedron;
pub use polytope::{Extent, Polytope, Slab};
pub use pose::{Pose, Rotation, Turn};
pub use query::{Method, NotCovered, contact, distance, overlaps, overlaps_by, penetration, penetration_by};
pub use ray_cast::{RayHit, ray_cast};
pub use time_of_impact::{Impact, time_of_impact};
pub use vector::Vector;
