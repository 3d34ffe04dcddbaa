//! Obstacles as tables of a scene file: what `obstacles` reads.

use toml_edit::{Array, InlineTable, Item, Table, Value, value};

use crate::world::spec::{ObstacleShape, ObstacleSpec, Rail};

/// The table of an obstacle whose numbers are those of the file.
pub(super) fn table(spec: &ObstacleSpec) -> Table {
    let mut table = Table::new();
    let (kind, shape) = shape(&spec.shape);
    table[kind] = value(shape);
    if spec.rail.moves() {
        motion(&spec.rail, &mut table);
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
            ("box", kind(vec![("at", point(*centre)), ("size", point(*size)), ("angle", angle.to_degrees().into())]))
        }
        ObstacleShape::Polygon { corners } => ("polygon", points(corners)),
        ObstacleShape::Wall { points: chain, thickness } => {
            ("wall", kind(vec![("points", points(chain)), ("thickness", (*thickness).into())]))
        }
    }
}

fn motion(rail: &Rail, table: &mut Table) {
    table["pivot"] = value(point(rail.pivot));
    if rail.velocity != [0.0; 2] {
        table["velocity"] = value(point(rail.velocity));
    }
    if rail.turn_rate != 0.0 {
        table["turn_rate"] = value(rail.turn_rate.to_degrees());
    }
    if let Some(sway) = &rail.sway {
        table["sway"] = value(inline(vec![("by", point(sway.by)), ("period", sway.period.into()), ("phase", sway.phase.into())]));
    }
    if let Some(swing) = &rail.swing {
        let angle = swing.by.to_degrees();
        table["swing"] = value(inline(vec![("angle", angle.into()), ("period", swing.period.into()), ("phase", swing.phase.into())]));
    }
    if !rail.keys.is_empty() {
        let key = |key: &crate::world::spec::Key| {
            Value::from(inline(vec![("time", key.time.into()), ("offset", point(key.offset)), ("angle", key.angle.to_degrees().into())]))
        };
        table["keys"] = value(rail.keys.iter().map(key).collect::<Array>());
        table["cycle"] = Item::from(rail.cycle);
    }
}

fn inline(pairs: Vec<(&str, Value)>) -> InlineTable {
    pairs.into_iter().collect()
}

fn point(point: [f64; 2]) -> Value {
    point.into_iter().collect::<Array>().into()
}

fn points(points: &[[f64; 2]]) -> Value {
    points.iter().map(|&corner| point(corner)).collect::<Array>().into()
}
