//! The shapes of the playground and where they lie.

use std::f64::consts::TAU;

use crate::geometry::{Aabb, Ball, Capsule, Convex, ConvexPolygon, Cuboid, DVec2, Pose, ShapeError, Turn, quickhull_2d};
use crate::scene::random::Random;

/// Half of the part of the plane that the window shows at first, in units.
pub const REACH: DVec2 = DVec2::new(8.0, 6.0);
/// Corners of a round outline, all around.
const ROUND: usize = 64;
/// Most shapes: all pairs are asked about in every picture.
pub const MAX_SHAPES: usize = 100;

/// What a new shape can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Circle,
    /// A box along the axes, which does not turn.
    Aabb,
    /// A box that turns.
    Box,
    Capsule,
    /// Corners on a circle.
    Polygon,
    /// The convex hull of random points.
    Hull,
}

impl Form {
    /// All of them, in the order of the buttons.
    pub const ALL: [Self; 6] = [Self::Circle, Self::Aabb, Self::Box, Self::Capsule, Self::Polygon, Self::Hull];

    /// What it is, in words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Circle => "a circle",
            Self::Aabb => "a box along the axes, which does not turn",
            Self::Box => "a box that turns",
            Self::Capsule => "a capsule",
            Self::Polygon => "a convex polygon",
            Self::Hull => "the convex hull of random points",
        }
    }

    /// What the button and the table call it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Aabb => "AABB",
            Self::Box => "box",
            Self::Capsule => "capsule",
            Self::Polygon => "polygon",
            Self::Hull => "hull",
        }
    }
}

/// A shape in its own frame.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Ball(Ball<DVec2>),
    Aabb(Aabb<DVec2>),
    Cuboid(Cuboid<DVec2>),
    Capsule(Capsule<DVec2>),
    Polygon(ConvexPolygon),
}

/// A shape that lies in the plane.
#[derive(Clone, Debug)]
pub struct Body {
    /// What it is called: shapes keep it when others are removed.
    pub(super) number: usize,
    pub(super) form: Form,
    pub(super) shape: Shape,
    /// Where it lies in the plane and how it is turned; a box along the axes is not.
    pub pose: Pose<DVec2>,
    /// Of a hull, the points that it was made of, in its own frame.
    pub(super) points: Vec<DVec2>,
}

impl Body {
    /// What the queries take.
    pub fn convex(&self) -> &dyn Convex<DVec2> {
        match &self.shape {
            Shape::Ball(ball) => ball,
            Shape::Aabb(aabb) => aabb,
            Shape::Cuboid(cuboid) => cuboid,
            Shape::Capsule(capsule) => capsule,
            Shape::Polygon(polygon) => polygon,
        }
    }

    /// Its number and its form.
    pub fn name(&self) -> String {
        format!("{} {}", self.number, self.form.label())
    }

    /// Turns it to an angle, but for a box along the axes.
    pub fn turn_to(&mut self, angle: f64) {
        if self.form != Form::Aabb {
            self.pose.rotation = Turn::by(angle);
        }
    }

    /// Whether a point of the plane is in the shape.
    pub fn contains(&self, point: DVec2) -> bool {
        self.convex().surface(self.pose.local_point(point)).is_some_and(|surface| surface.distance <= 0.0)
    }

    /// The outline at a pose, counter-clockwise; of round shapes with many corners.
    pub fn outline(&self, pose: &Pose<DVec2>) -> Vec<DVec2> {
        let corners = match &self.shape {
            Shape::Ball(ball) => arc(DVec2::ZERO, ball.radius(), 0.0, ROUND),
            Shape::Aabb(aabb) => corners_of(aabb).to_vec(),
            Shape::Cuboid(cuboid) => corners_of(&Aabb::around(DVec2::ZERO, cuboid.half_extents())).to_vec(),
            Shape::Capsule(capsule) => {
                let [from, to] = capsule.ends();
                let along = libm::atan2(to.y - from.y, to.x - from.x);
                let half = |centre, start| arc(centre, capsule.radius(), start, ROUND).into_iter().take(ROUND / 2 + 1);
                half(to, along - TAU / 4.0).chain(half(from, along + TAU / 4.0)).collect()
            }
            Shape::Polygon(polygon) => polygon.corners().to_vec(),
        };
        corners.into_iter().map(|corner| pose.point(corner)).collect()
    }
}

/// The corners of a box along the axes, counter-clockwise.
pub fn corners_of(bounds: &Aabb<DVec2>) -> [DVec2; 4] {
    let Aabb { min, max } = *bounds;
    [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]
}

/// Points of a circle, counter-clockwise from an angle.
fn arc(centre: DVec2, radius: f64, start: f64, count: usize) -> Vec<DVec2> {
    (0..count).map(|index| centre + direction(start + TAU * index as f64 / count as f64) * radius).collect()
}

fn direction(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    DVec2::new(cos, sin)
}

/// All shapes, and what the next ones will be.
pub struct Scene {
    /// In the order in which they are drawn, the last one on top; the pairs of [`queries`](super::queries) name them by index.
    pub bodies: Vec<Body>,
    random: Random,
    /// The number of the next one.
    next: usize,
}

impl Scene {
    /// A layout of so many shapes, all forms in turn: the same for the same seed on every platform.
    pub fn seeded(seed: u64, count: usize) -> Self {
        let mut scene = Self { bodies: Vec::new(), random: Random::new(seed, 0), next: 0 };
        let reach = REACH * 0.75;
        for index in 0..count {
            let at = DVec2::new(scene.random.between(-reach.x, reach.x), scene.random.between(-reach.y, reach.y));
            scene.add(Form::ALL[index % Form::ALL.len()], at);
        }
        scene
    }

    /// Adds a shape of random size and angle, and returns its index.
    pub(super) fn add(&mut self, form: Form, at: DVec2) -> usize {
        let angle = self.random.between(0.0, TAU);
        // Random points may lie on a line, though hardly ever: then there are others.
        let (shape, points) = loop {
            if let Ok(made) = make(form, &mut self.random) {
                break made;
            }
        };
        let mut body = Body { number: self.next, form, shape, pose: Pose::at(at), points };
        body.turn_to(angle);
        self.next += 1;
        self.bodies.push(body);
        self.bodies.len() - 1
    }

    /// The shape under a point of the plane; of several the one that is drawn on top.
    pub fn hit(&self, point: DVec2) -> Option<usize> {
        self.bodies.iter().rposition(|body| body.contains(point))
    }

    /// The box around all shapes; empty for no shapes.
    pub fn bounds(&self) -> Aabb<DVec2> {
        Aabb::of_points(self.bodies.iter().flat_map(|body| corners_of(&body.convex().aabb(&body.pose))))
    }

    /// The convex hull of the corners of all shapes; none for no shapes.
    pub fn hull(&self) -> Vec<DVec2> {
        let corners: Vec<_> = self.bodies.iter().flat_map(|body| body.outline(&body.pose)).collect();
        quickhull_2d(&corners).unwrap_or_default()
    }
}

fn make(form: Form, random: &mut Random) -> Result<(Shape, Vec<DVec2>), ShapeError> {
    let shape = match form {
        Form::Circle => Shape::Ball(Ball::new(random.between(0.5, 1.1))?),
        Form::Aabb => {
            let half = DVec2::new(random.between(0.5, 1.1), random.between(0.5, 1.1));
            Shape::Aabb(Aabb::shape(-half, half)?)
        }
        Form::Box => Shape::Cuboid(Cuboid::new(DVec2::new(random.between(0.6, 1.3), random.between(0.4, 0.8)))?),
        Form::Capsule => {
            let half = DVec2::new(random.between(0.5, 1.1), 0.0);
            Shape::Capsule(Capsule::new([-half, half], random.between(0.3, 0.6))?)
        }
        Form::Polygon => {
            let count = 3 + (random.unit() * 5.0) as usize;
            Shape::Polygon(ConvexPolygon::new(arc(DVec2::ZERO, random.between(0.8, 1.2), 0.0, count))?)
        }
        Form::Hull => {
            let points: Vec<_> = (0..12).map(|_| DVec2::from(random.offset(1.0))).collect();
            return Ok((Shape::Polygon(ConvexPolygon::new(quickhull_2d(&points)?)?), points));
        }
    };
    Ok((shape, Vec::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_follows_its_seed_and_has_every_form() {
        let [one, same, other] = [7, 7, 8].map(|seed| Scene::seeded(seed, 12));
        let places = |scene: &Scene| scene.bodies.iter().map(|body| body.outline(&body.pose)).collect::<Vec<_>>();
        assert_eq!(places(&one), places(&same));
        assert_ne!(places(&one), places(&other));
        assert!(Form::ALL.iter().all(|&form| one.bodies.iter().filter(|body| body.form == form).count() == 2));
    }

    #[test]
    fn a_point_hits_the_shape_that_it_is_in_the_last_one_first() {
        let mut scene = Scene::seeded(1, 0);
        assert_eq!(scene.hit(DVec2::ZERO), None);
        for form in Form::ALL {
            scene.add(form, DVec2::ZERO);
        }
        assert_eq!(scene.hit(DVec2::ZERO), Some(5));
        let body = &scene.bodies[2];
        let half = match &body.shape {
            Shape::Cuboid(cuboid) => cuboid.half_extents(),
            other => panic!("{other:?}"),
        };
        assert!(body.contains(body.pose.point(half * 0.99)), "in its own frame, turned");
        assert!(!body.contains(body.pose.point(half * 1.01)));
    }

    #[test]
    fn the_outline_is_the_surface_and_the_hull_is_around_all() {
        let scene = Scene::seeded(3, 12);
        let hull = scene.hull();
        for body in &scene.bodies {
            for point in body.outline(&body.pose) {
                let surface = body.convex().surface(body.pose.local_point(point)).unwrap();
                assert!(surface.distance.abs() < 1e-9, "{:?}", body.form);
                let inside = |i: usize| (hull[(i + 1) % hull.len()] - hull[i]).perp_dot(point - hull[i]) > -1e-9;
                assert!((0..hull.len()).all(inside));
            }
        }
    }
}
