//! What an obstacle is made from, in scene units.

use serde::{Deserialize, Serialize};

use super::super::error::WorldError;
use super::rail::{Key, Placement, Rail};

/// One obstacle. [`Obstacles::new`](super::Obstacles::new) says what is refused.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ObstacleSpec {
    /// Its shape, where it is before anything moves.
    pub shape: ObstacleShape,
    /// How it moves, within the limits of [`Rail`].
    #[serde(default)]
    pub rail: Rail,
    /// Number of the material that its surface is of: 0 is the world's own, as of the walls, 1 the first of
    /// [`WorldSpec::materials`](super::super::spec::WorldSpec::materials). One that the world does not have is refused.
    #[serde(default)]
    pub material: u16,
}

/// The shape of an obstacle, in scene units. Coordinates are finite and at most 1e9 in size, radii and lengths of sides above 0 and up to
/// 1e9.
///
/// Where it stays, its corners, middles and ends are along each axis at most 512 largest diameters before the lower left corner of the
/// grid (that of the world less the margin), and 1,536 beyond it; where it moves, at most 1,024 from its [pivot](Rail::pivot). Worlds so
/// large that their steps are coarser than the finest allow more; the error tells how much.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum ObstacleShape {
    /// All points up to `radius` from the centre.
    Circle {
        /// Its centre.
        centre: [f64; 2],
        /// Its radius.
        radius: f64,
    },
    /// All points up to `radius` from a segment.
    Capsule {
        /// Both ends of the segment.
        ends: [[f64; 2]; 2],
        /// Its radius.
        radius: f64,
    },
    /// A rectangle, turned counter-clockwise about its centre by `angle` (radians).
    Box {
        /// Its centre.
        centre: [f64; 2],
        /// Width and height before it is turned.
        size: [f64; 2],
        /// Angle in radians, up to 1e9 in size.
        angle: f64,
    },
    /// What a closed outline encloses, convex or not, with its corners one way round or the other. The outline neither crosses nor touches
    /// itself, and what it encloses is more than nothing.
    Polygon {
        /// Its corners, 3 to 10,000; the last is joined to the first, which is not repeated.
        corners: Vec<[f64; 2]>,
    },
    /// All points up to half the thickness from a line through these points.
    Wall {
        /// At least two points; a wall may cross itself, and end where it began.
        points: Vec<[f64; 2]>,
        /// Its thickness, above 0 and up to 1e9.
        thickness: f64,
    },
}

impl ObstacleSpec {
    /// An obstacle that stays where it is.
    pub fn still(shape: ObstacleShape) -> Self {
        Self::moving(shape, Rail::default())
    }

    /// An obstacle that moves on a rail. One that turns needs the [pivot](Rail::pivot): in a rail by default it is the corner of the world.
    pub fn moving(shape: ObstacleShape, rail: Rail) -> Self {
        Self { shape, rail, material: 0 }
    }

    /// The point about which it turns: the pivot of its rail, or else its middle.
    pub fn pivot(&self) -> [f64; 2] {
        if self.rail.moves() { self.rail.pivot } else { self.shape.middle() }
    }

    /// The same obstacle in a hand that took it in its first place: [`Simulation::steer`](crate::Simulation::steer) moves it. `seconds` is the
    /// time by then, 0 at the start of a world.
    #[must_use]
    pub fn in_hand(&self, seconds: f64) -> Self {
        let hand = [seconds, seconds + 1.0].map(|time| Key { time, ..Key::default() });
        Self { rail: Rail { pivot: self.pivot(), hand: Some(hand), ..self.rail.clone() }, ..self.clone() }
    }

    /// The same obstacle elsewhere, turned about its pivot; in no hand.
    #[must_use]
    pub fn placed(&self, by: Placement) -> Self {
        let pivot = self.pivot();
        let moved = |point| by.of_point(pivot, point);
        let mut shape = self.shape.mapped(moved, 1.0);
        if let ObstacleShape::Box { angle, .. } = &mut shape {
            *angle += by.angle;
        }
        Self { shape, rail: Rail { pivot: moved(pivot), hand: None, ..self.rail.clone() }, ..*self }
    }

    /// Refuses what cannot be.
    ///
    /// # Errors
    /// Each number outside its range; a material that is none of so many; an outline that crosses itself.
    pub(crate) fn check(&self, obstacle: usize, substeps_per_second: f64, materials: usize) -> Result<(), WorldError> {
        let bad = |name, value, allowed: &str| Err(WorldError::Obstacle { obstacle, name, value, allowed: allowed.into() });
        if usize::from(self.material) >= materials {
            return bad("material", f64::from(self.material), &format!("below {materials}"));
        }
        let length = |name, value: f64| if value > 0.0 && value <= 1e9 { Ok(()) } else { bad(name, value, "above 0, up to 1e9 units") };
        let places = |points: &[[f64; 2]]| match points.iter().flatten().find(|c| c.is_nan() || c.abs() > 1e9) {
            Some(&value) => bad("position", value, "a finite number up to 1e9"),
            None => Ok(()),
        };
        match &self.shape {
            ObstacleShape::Circle { centre, radius } => places(&[*centre]).and_then(|()| length("radius", *radius)),
            ObstacleShape::Capsule { ends, radius } => places(ends).and_then(|()| length("radius", *radius)),
            ObstacleShape::Box { centre, size, angle } => {
                if !angle.is_finite() || angle.abs() > 1e9 {
                    return bad("angle", angle.to_degrees(), "a finite number of degrees up to 5.7e10");
                }
                places(&[*centre])?;
                size.iter().try_for_each(|&side| length("size", side))
            }
            ObstacleShape::Polygon { corners } => {
                places(corners)?;
                match corners.len() {
                    0..3 => bad("number of corners", corners.len() as f64, "3 or more"),
                    3..=10_000 => Ok(()),
                    _ => bad("number of corners", corners.len() as f64, "up to 10,000"),
                }?;
                super::outline::check_simple(obstacle, corners)
            }
            ObstacleShape::Wall { points, thickness } => {
                places(points)?;
                if points.len() < 2 {
                    return bad("number of points", points.len() as f64, "2 or more");
                }
                length("thickness", *thickness)
            }
        }?;
        self.rail.check(obstacle, substeps_per_second)
    }
}

impl ObstacleShape {
    /// Its outlines: loops of corners in counter-clockwise order, and the radius by which they are grown. A loop of one corner
    /// is a point, one of two a segment.
    pub fn outlines(&self) -> Vec<(Vec<[f64; 2]>, f64)> {
        match self {
            Self::Circle { centre, radius } => vec![(vec![*centre], *radius)],
            Self::Capsule { ends, radius } => vec![(segment(*ends), *radius)],
            Self::Box { centre, size, angle } => vec![(box_corners(*centre, *size, *angle).to_vec(), 0.0)],
            Self::Polygon { corners } => vec![(super::outline::counter_clockwise(corners), 0.0)],
            Self::Wall { points, thickness } => points.windows(2).map(|pair| (segment([pair[0], pair[1]]), 0.5 * thickness)).collect(),
        }
    }

    /// The same shape with its points elsewhere and its lengths multiplied; points are moved or scaled, not turned.
    #[must_use]
    pub fn mapped(&self, point: impl Fn([f64; 2]) -> [f64; 2], scale: f64) -> Self {
        match self {
            Self::Circle { centre, radius } => Self::Circle { centre: point(*centre), radius: radius * scale },
            Self::Capsule { ends, radius } => Self::Capsule { ends: ends.map(point), radius: radius * scale },
            Self::Box { centre, size, angle } => Self::Box { centre: point(*centre), size: size.map(|side| side * scale), angle: *angle },
            Self::Polygon { corners } => Self::Polygon { corners: corners.iter().map(|corner| point(*corner)).collect() },
            Self::Wall { points, thickness } => {
                Self::Wall { points: points.iter().map(|corner| point(*corner)).collect(), thickness: thickness * scale }
            }
        }
    }

    /// Whether a point is in it, or no further than `slack` from it. A negative slack asks for points deeper inside of what is
    /// grown by a radius.
    pub fn contains(&self, point: [f64; 2], slack: f64) -> bool {
        let sides = |corners: &[[f64; 2]]| {
            let next = corners.iter().cycle().skip(1).copied();
            corners.iter().copied().zip(next).collect::<Vec<_>>()
        };
        self.outlines().iter().any(|(corners, radius)| {
            let sides = sides(corners);
            let inside = corners.len() > 2 && sides.iter().filter(|(a, b)| is_crossed(*a, *b, point)).count() % 2 == 1;
            inside || sides.iter().any(|&(a, b)| distance_to_segment(a, b, point) <= radius + slack)
        })
    }

    /// A point to turn about where none is given: the middle of its bounds.
    pub fn middle(&self) -> [f64; 2] {
        let points: Vec<[f64; 2]> = self.outlines().into_iter().flat_map(|(corners, _)| corners).collect();
        [0, 1].map(|axis| {
            let of_axis = || points.iter().map(|point| point[axis]);
            0.5 * (of_axis().fold(f64::MAX, f64::min) + of_axis().fold(f64::MIN, f64::max))
        })
    }
}

/// Whether a ray from a point to the right crosses a side of an outline. From inside it crosses an odd number of sides.
pub(super) fn is_crossed(a: [f64; 2], b: [f64; 2], point: [f64; 2]) -> bool {
    (a[1] > point[1]) != (b[1] > point[1]) && point[0] < a[0] + (point[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
}

fn distance_to_segment(a: [f64; 2], b: [f64; 2], point: [f64; 2]) -> f64 {
    let (way, offset) = ([b[0] - a[0], b[1] - a[1]], [point[0] - a[0], point[1] - a[1]]);
    let square = way[0] * way[0] + way[1] * way[1];
    let share = if square > 0.0 { ((offset[0] * way[0] + offset[1] * way[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
    libm::hypot(offset[0] - share * way[0], offset[1] - share * way[1])
}

/// A segment as a loop; a point where both ends are one.
fn segment(ends: [[f64; 2]; 2]) -> Vec<[f64; 2]> {
    if ends[0] == ends[1] { vec![ends[0]] } else { ends.to_vec() }
}

fn box_corners(centre: [f64; 2], size: [f64; 2], angle: f64) -> [[f64; 2]; 4] {
    let (sin, cos) = libm::sincos(angle);
    [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(|corner| {
        let [x, y] = [corner[0] * size[0], corner[1] * size[1]];
        [centre[0] + cos * x - sin * y, centre[1] + sin * x + cos * y]
    })
}
