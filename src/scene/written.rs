//! Obstacles as tables of a scene file: what `obstacles` reads.

use toml_edit::{Array, InlineTable, Table, Value, value};

use crate::world::spec::{Key, ObstacleShape, ObstacleSpec};
use crate::world::to_twelve_digits;

/// The table of an obstacle whose numbers are those of the file, and the name of its material.
pub(super) fn table(spec: &ObstacleSpec, material: Option<&str>) -> Table {
    let mut table = Table::new();
    let (kind, shape) = shape(&spec.shape);
    table[kind] = value(shape);
    if spec.rail.moves() {
        motion(spec, &mut table);
    }
    if let Some(name) = material {
        table["material"] = value(name);
    }
    table
}

fn shape(shape: &ObstacleShape) -> (&'static str, Value) {
    let kind = |pairs: Vec<(&str, Value)>| inline(pairs).into();
    match shape {
        ObstacleShape::Circle { centre, radius } => ("circle", kind(vec![("at", point(*centre)), ("radius", (*radius).into())])),
        ObstacleShape::Capsule { ends: [from, to], radius } => {
            ("capsule", kind(vec![("from", point(*from)), ("to", point(*to)), ("radius", (*radius).into())]))
        }
        ObstacleShape::Box { centre, size, angle } => {
            let mut pairs = vec![("at", point(*centre)), ("size", point(*size))];
            pairs.extend(unless_zero("angle", degrees(*angle)));
            ("box", kind(pairs))
        }
        ObstacleShape::Polygon { corners } => ("polygon", points(corners)),
        ObstacleShape::Wall { points: chain, thickness } => {
            ("wall", kind(vec![("points", points(chain)), ("thickness", (*thickness).into())]))
        }
    }
}

fn motion(spec: &ObstacleSpec, table: &mut Table) {
    let rail = &spec.rail;
    if rail.pivot != spec.shape.middle() {
        table["pivot"] = value(point(rail.pivot));
    }
    if rail.velocity != [0.0; 2] {
        table["velocity"] = value(point(rail.velocity.map(to_twelve_digits)));
    }
    if rail.turn_rate != 0.0 {
        table["turn_rate"] = value(to_twelve_digits(rail.turn_rate.to_degrees()));
    }
    if let Some(sway) = &rail.sway {
        table["sway"] = value(oscillation("by", point(sway.by.map(to_twelve_digits)), sway.period, sway.phase));
    }
    if let Some(swing) = &rail.swing {
        table["swing"] = value(oscillation("angle", to_twelve_digits(swing.by.to_degrees()).into(), swing.period, swing.phase));
    }
    if !rail.keys.is_empty() {
        table["keys"] = value(rail.keys.iter().map(key).collect::<Array>());
    }
    if rail.cycle {
        table["cycle"] = value(true);
    }
}

fn oscillation(name: &str, by: Value, period: f64, phase: f64) -> InlineTable {
    inline([(name, by), ("period", to_twelve_digits(period).into())].into_iter().chain(unless_zero("phase", to_twelve_digits(phase))))
}

fn key(key: &Key) -> Value {
    let offset = (key.offset != [0.0; 2]).then(|| ("offset", point(key.offset.map(to_twelve_digits))));
    inline([("time", to_twelve_digits(key.time).into())].into_iter().chain(offset).chain(unless_zero("angle", degrees(key.angle)))).into()
}

/// An angle in degrees, to what can be seen.
fn degrees(radians: f64) -> f64 {
    (radians.to_degrees() * 1e6).round() / 1e6
}

fn unless_zero(name: &str, number: f64) -> Option<(&str, Value)> {
    (number != 0.0).then(|| (name, number.into()))
}

fn inline<'a>(pairs: impl IntoIterator<Item = (&'a str, Value)>) -> InlineTable {
    pairs.into_iter().collect()
}
fn point(point: [f64; 2]) -> Value {
    point.into_iter().collect::<Array>().into()
}

fn points(points: &[[f64; 2]]) -> Value {
    points.iter().map(|&corner| point(corner)).collect::<Array>().into()
}
