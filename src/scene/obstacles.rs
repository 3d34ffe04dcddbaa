//! `[[obstacle]]`: what discs collide with and nothing pushes.
//!
//! In a larger world an obstacle is larger, and its motion takes the root of that longer, as falling does. One with `repeat`
//! keeps its size and its motion, and there are more of it.

use super::arc::Arc;
use super::error::SceneError;
use super::file::File;
use super::materials::{self, Material};
use super::scale::Scale;
use super::source::{Source, Span};
use super::values::{Optional, or};
use crate::world::WorldError;
use crate::world::spec::{Key, ObstacleShape, ObstacleSpec, Oscillation, Rail};
use serde::Deserialize;
use std::collections::HashSet;
use toml::Spanned;

/// A table of the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Obstacle {
    circle: Option<Spanned<Circle>>,
    capsule: Option<Spanned<Capsule>>,
    #[serde(rename = "box")]
    rectangle: Option<Spanned<Rectangle>>,
    polygon: Option<Spanned<Vec<[f64; 2]>>>,
    wall: Option<Spanned<Wall>>,
    arc: Option<Spanned<Arc>>,
    pivot: Optional<[f64; 2]>,
    velocity: Optional<[f64; 2]>,
    turn_rate: Optional<f64>,
    sway: Option<Spanned<Sway>>,
    swing: Option<Spanned<Swing>>,
    keys: Option<Spanned<Vec<KeyPose>>>,
    cycle: Option<Spanned<bool>>,
    repeat: Option<Spanned<Repeat>>,
    material: Optional<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Circle {
    at: [f64; 2],
    radius: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Capsule {
    from: [f64; 2],
    to: [f64; 2],
    radius: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rectangle {
    at: [f64; 2],
    size: [f64; 2],
    #[serde(default)]
    angle: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wall {
    points: Vec<[f64; 2]>,
    thickness: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sway {
    by: [f64; 2],
    period: f64,
    #[serde(default)]
    phase: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Swing {
    angle: f64,
    period: f64,
    #[serde(default)]
    phase: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyPose {
    time: f64,
    #[serde(default)]
    offset: [f64; 2],
    #[serde(default)]
    angle: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Repeat {
    to: [f64; 2],
    step: [f64; 2],
    #[serde(default)]
    stagger: bool,
    /// Column and row of copies that are left out, both from 0.
    #[serde(default)]
    except: Vec<[u32; 2]>,
}

/// Most obstacles of one scene.
const MOST: u64 = 1_000_000;

impl Obstacle {
    /// Column and row of each copy at a scale; none where it does not repeat.
    pub fn copies(&self, source: &Source, at: &Span, scale: Scale) -> Result<Option<Vec<[u32; 2]>>, SceneError> {
        let middle = self.shape(source, at)?.middle();
        Ok(self
            .repeat
            .as_ref()
            .and_then(|repeat| Some(repeat.get_ref().starts(middle, scale)?.into_iter().map(|(_, copy)| copy).collect())))
    }

    /// The shape, as the file has it.
    fn shape(&self, source: &Source, at: &Span) -> Result<ObstacleShape, SceneError> {
        let circle = self.circle.as_ref().map(|key| (key.span(), key.get_ref().shape()));
        let capsule = self.capsule.as_ref().map(|key| (key.span(), key.get_ref().shape()));
        let rectangle = self.rectangle.as_ref().map(|key| (key.span(), key.get_ref().shape()));
        let polygon = self.polygon.as_ref().map(|key| (key.span(), ObstacleShape::Polygon { corners: key.get_ref().clone() }));
        let wall = self.wall.as_ref().map(|key| (key.span(), key.get_ref().shape()));
        let arc = match &self.arc {
            Some(key) => Some((key.span(), key.get_ref().shape().map_err(|allowed| source.bad(&key.span(), allowed))?)),
            None => None,
        };
        let mut shapes = [circle, capsule, rectangle, polygon, wall, arc].into_iter().flatten();
        match (shapes.next(), shapes.next()) {
            (Some((_, shape)), None) => Ok(shape),
            (_, Some((span, _))) => Err(source.bad(&span, "one shape: another `[[obstacle]]` for the second")),
            (None, None) => Err(source.missing(at, "circle`, `capsule`, `box`, `polygon`, `wall` or `arc")),
        }
    }

    /// Its motion, as the file has it; angles in radians. `middle` is what it turns about where it does not say.
    fn rail(&self, middle: [f64; 2]) -> Rail {
        let key = |key: &KeyPose| Key { time: key.time, offset: key.offset, angle: key.angle.to_radians() };
        Rail {
            pivot: or(&self.pivot, middle),
            velocity: or(&self.velocity, [0.0; 2]),
            turn_rate: or(&self.turn_rate, 0.0).to_radians(),
            sway: self.sway.as_ref().map(Spanned::get_ref).map(|sway| Oscillation { by: sway.by, period: sway.period, phase: sway.phase }),
            swing: self.swing.as_ref().map(Spanned::get_ref).map(|swing| Oscillation {
                by: swing.angle.to_radians(),
                period: swing.period,
                phase: swing.phase,
            }),
            keys: self.keys.as_ref().map_or_else(Vec::new, |keys| keys.get_ref().iter().map(key).collect()),
            cycle: self.cycle.as_ref().is_some_and(|cycle| *cycle.get_ref()),
            hand: None,
        }
    }

    /// All copies of it at a scale.
    ///
    /// # Errors
    /// No shape or two, copies that are too many or go nowhere; a name that no material has.
    fn specs(&self, source: &Source, at: &Span, scale: Scale, materials: &[Spanned<Material>]) -> Result<Vec<ObstacleSpec>, SceneError> {
        let material = materials::number(&self.material, materials, source)?;
        let shape = self.shape(source, at)?;
        let rail = self.rail(shape.middle());
        if let (Some(cycle), true) = (&self.cycle, rail.cycle && rail.keys.is_empty()) {
            return Err(source.bad(&cycle.span(), "true with `keys`, which it repeats (give some, or leave it out)"));
        }
        let Some(repeat) = &self.repeat else {
            return Ok(vec![ObstacleSpec {
                shape: shape.mapped(|point| scale.point(point), scale.factor),
                rail: scaled(&rail, scale),
                material,
            }]);
        };
        let Some(starts) = repeat.get_ref().starts(shape.middle(), scale) else {
            let allowed = format!(
                "`to` right of and above the middle of the first copy, finite steps of 0 (no copies that way) or more, and up to {MOST} copies"
            );
            return Err(source.bad(&repeat.span(), allowed));
        };
        let corners: usize = shape.outlines().iter().map(|(corners, _)| corners.len()).sum();
        if (corners * starts.len()) as u64 > MOST {
            let allowed = format!("up to {MOST} corners in all copies: these have {corners} each, and there are {}", starts.len());
            return Err(source.bad(&repeat.span(), allowed));
        }
        let middle = shape.middle();
        Ok(starts
            .into_iter()
            .map(|(start, _)| {
                let offset = [start[0] - middle[0], start[1] - middle[1]];
                let moved = |point: [f64; 2]| [point[0] + offset[0], point[1] + offset[1]];
                ObstacleSpec { shape: shape.mapped(moved, 1.0), rail: Rail { pivot: moved(rail.pivot), ..rail.clone() }, material }
            })
            .collect())
    }
}

impl Circle {
    fn shape(&self) -> ObstacleShape {
        ObstacleShape::Circle { centre: self.at, radius: self.radius }
    }
}

impl Capsule {
    fn shape(&self) -> ObstacleShape {
        ObstacleShape::Capsule { ends: [self.from, self.to], radius: self.radius }
    }
}

impl Rectangle {
    fn shape(&self) -> ObstacleShape {
        ObstacleShape::Box { centre: self.at, size: self.size, angle: self.angle.to_radians() }
    }
}

impl Wall {
    fn shape(&self) -> ObstacleShape {
        ObstacleShape::Wall { points: self.points.clone(), thickness: self.thickness }
    }
}

impl Repeat {
    /// Where the middles of the copies are, and their columns and rows; row by row from the first one. None where that makes no
    /// sense or is too many.
    fn starts(&self, first: [f64; 2], scale: Scale) -> Option<Vec<([f64; 2], [u32; 2])>> {
        let (first, to) = (scale.point(first), scale.point(self.to));
        // No step, no copies that way.
        let count = |axis: usize| match (to[axis] - first[axis], self.step[axis]) {
            (room, 0.0) if room >= 0.0 => 0.0,
            (room, step) => (room / step + 1e-9).floor(),
        };
        let [columns, rows] = [count(0), count(1)];
        let sensible = self.step.iter().all(|&step| step >= 0.0 && step.is_finite()) && columns >= 0.0 && rows >= 0.0;
        if !sensible || (columns + 1.0) * (rows + 1.0) > MOST as f64 {
            return None;
        }
        let shift = |row: u32| if self.stagger && row % 2 == 1 { 0.5 * self.step[0] } else { 0.0 };
        let place =
            |[column, row]: [u32; 2]| [first[0] + f64::from(column) * self.step[0] + shift(row), first[1] + f64::from(row) * self.step[1]];
        let all = (0..=rows as u32).flat_map(|row| (0..=columns as u32).map(move |column| [column, row]));
        let except: HashSet<[u32; 2]> = self.except.iter().copied().collect();
        let there = all.filter(|at| !except.contains(at)).map(|at| (place(at), at));
        Some(there.filter(|(start, _)| start[0] <= to[0] + 1e-9 * self.step[0]).collect())
    }
}

/// A motion in a world so much larger: what falls through it takes the root of that longer.
pub(super) fn scaled(rail: &Rail, scale: Scale) -> Rail {
    let slower = libm::sqrt(scale.factor);
    let wave = |period: f64| period * slower;
    Rail {
        pivot: scale.point(rail.pivot),
        velocity: scale.point(rail.velocity).map(|part| part / slower),
        turn_rate: rail.turn_rate / slower,
        sway: rail.sway.map(|sway| Oscillation { by: scale.point(sway.by), period: wave(sway.period), ..sway }),
        swing: rail.swing.map(|swing| Oscillation { period: wave(swing.period), ..swing }),
        keys: rail.keys.iter().map(|key| Key { time: key.time * slower, offset: scale.point(key.offset), ..*key }).collect(),
        ..*rail
    }
}

/// Every obstacle of a file at a scale, and the table that each comes from.
///
/// # Errors
/// As the file has it; numbers outside their ranges.
pub(super) fn all(
    file: &File,
    source: &Source,
    scale: Scale,
    substeps_per_second: f64,
) -> Result<(Vec<ObstacleSpec>, Vec<Span>), SceneError> {
    let (mut specs, mut tables_of) = (Vec::new(), Vec::new());
    for table in &file.obstacle {
        for spec in table.get_ref().specs(source, &table.span(), scale, &file.material)? {
            spec.check(specs.len(), substeps_per_second, 1 + file.material.len()).map_err(|error| refused(error, source, &table.span()))?;
            specs.push(spec);
            tables_of.push(table.span());
        }
        if specs.len() as u64 > MOST {
            return Err(source.bad(&table.span(), format!("up to {MOST} obstacles in a scene")));
        }
    }
    Ok((specs, tables_of))
}

/// A refusal of the world, at the key of the obstacle that decides it; at its table where several do.
pub(super) fn refused(error: WorldError, source: &Source, table: &Span) -> SceneError {
    let key = match &error {
        WorldError::Obstacle { name, .. } => key_of(name),
        WorldError::CrossedOutline { .. } => Some("polygon"),
        _ => None,
    };
    let span = key.and_then(|key| source.only_key_within(table, key)).unwrap_or_else(|| table.clone());
    SceneError::World { place: source.place(&span), source: error }
}

/// The key that decides what a refusal names, whichever the shape and the rail.
fn key_of(name: &str) -> Option<&str> {
    match name {
        "turn rate" => Some("turn_rate"),
        "speed" => Some("velocity"),
        "position" => Some("at"),
        "number of corners" | "area" => Some("polygon"),
        "number of points" => Some("points"),
        "key time"
        | "key offset"
        | "key angle"
        | "angle of the last key"
        | "offset in x of the last key"
        | "offset in y of the last key" => Some("keys"),
        "radius" | "size" | "angle" | "thickness" | "pivot" | "period" | "phase" | "material" | "sway" | "swing" => Some(name),
        _ => None,
    }
}
