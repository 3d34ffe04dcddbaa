//! What the mouse draws on empty space: the shape that its way stands for.

use crate::world::spec::ObstacleShape;

/// What is drawn on empty space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// From its centre outwards.
    #[default]
    Circle,
    /// From corner to corner.
    Box,
    /// From end to end.
    Capsule,
    /// Along the way of the mouse.
    Wall,
    /// Around the way of the mouse.
    Polygon,
}

impl Kind {
    /// All of them, in the order of their buttons.
    pub const ALL: [Self; 5] = [Self::Circle, Self::Box, Self::Capsule, Self::Wall, Self::Polygon];

    /// The word on its button.
    pub fn label(self) -> &'static str {
        match self {
            Self::Circle => "Circle",
            Self::Box => "Box",
            Self::Capsule => "Capsule",
            Self::Wall => "Wall",
            Self::Polygon => "Polygon",
        }
    }

    /// Whether it has a thickness of its own.
    pub fn has_thickness(self) -> bool {
        matches!(self, Self::Capsule | Self::Wall)
    }
}

/// The smallest that is drawn, in points.
const SMALLEST: f64 = 4.0;
/// A way of the mouse is kept to so many points.
const STRAIGHT: f64 = 1.5;

/// Lets a way go on to a place; what is drawn between two places keeps no others.
pub fn extend(way: &mut Vec<[f64; 2]>, kind: Kind, at: [f64; 2], unit: f64) {
    if !matches!(kind, Kind::Wall | Kind::Polygon) {
        way.truncate(1);
    }
    if way.last().is_none_or(|last| distance(*last, at) > STRAIGHT * unit) {
        way.push(at);
    }
}

/// What the way of the mouse draws; none while it is too small.
pub fn shape(kind: Kind, points: &[[f64; 2]], thickness: f64, unit: f64) -> Option<ObstacleShape> {
    let (a, b) = (*points.first()?, *points.last()?);
    let least = SMALLEST * unit;
    let size = [0, 1].map(|axis| (b[axis] - a[axis]).abs());
    let middle = [0, 1].map(|axis| 0.5 * (a[axis] + b[axis]));
    let way = simplified(points, STRAIGHT * unit);
    let farthest = points.iter().map(|&point| distance(a, point)).fold(0.0, f64::max);
    match kind {
        Kind::Circle => (distance(a, b) >= least).then(|| ObstacleShape::Circle { centre: a, radius: distance(a, b) }),
        Kind::Box => (size[0].min(size[1]) >= least).then_some(ObstacleShape::Box { centre: middle, size, angle: 0.0 }),
        Kind::Capsule => (distance(a, b) >= least).then_some(ObstacleShape::Capsule { ends: [a, b], radius: 0.5 * thickness }),
        Kind::Wall => (farthest >= least).then_some(ObstacleShape::Wall { points: way, thickness }),
        Kind::Polygon => (farthest >= least && way.len() >= 3).then_some(ObstacleShape::Polygon { corners: way }),
    }
}

/// The corners of a way that keep it to a distance (Ramer 1972; Douglas and Peucker 1973).
fn simplified(points: &[[f64; 2]], tolerance: f64) -> Vec<[f64; 2]> {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return Vec::new() };
    let length = distance(first, last);
    let away = |point: [f64; 2]| {
        let cross = (last[0] - first[0]) * (point[1] - first[1]) - (last[1] - first[1]) * (point[0] - first[0]);
        if length > 0.0 { cross.abs() / length } else { distance(first, point) }
    };
    let inner = 1..points.len().saturating_sub(1).max(1);
    match inner.max_by(|&i, &j| away(points[i]).total_cmp(&away(points[j]))) {
        Some(k) if away(points[k]) > tolerance => {
            let mut way = simplified(&points[..=k], tolerance);
            way.pop();
            way.extend(simplified(&points[k..], tolerance));
            way
        }
        _ if points.len() > 1 => vec![first, last],
        _ => vec![first],
    }
}

/// How far one place is from another.
pub fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::spec::ObstacleSpec;

    #[test]
    fn a_way_of_the_mouse_keeps_its_corners_only() {
        let leg = |from: [f64; 2], to: [f64; 2]| {
            (0..20).map(move |k| [0, 1].map(|axis| from[axis] + f64::from(k) / 20.0 * (to[axis] - from[axis])))
        };
        let way: Vec<_> = leg([0.0, 0.0], [10.0, 0.0]).chain(leg([10.0, 0.0], [10.0, 5.0])).chain([[10.0, 5.0]]).collect();
        assert_eq!(simplified(&way, 0.1), [[0.0, 0.0], [10.0, 0.0], [10.0, 5.0]]);
        let wobbly: Vec<_> = way.iter().enumerate().map(|(k, p)| [p[0] + 0.05 * (k % 2) as f64, p[1]]).collect();
        assert!(simplified(&wobbly, 0.1).len() <= 5);
        assert_eq!(simplified(&[[1.0, 1.0]], 0.1), [[1.0, 1.0]]);
    }

    #[test]
    fn every_kind_is_drawn_by_one_way_of_the_mouse_and_none_by_a_click() {
        let way = [[1.0, 1.0], [4.0, 1.0], [4.0, 5.0]];
        for kind in Kind::ALL {
            let drawn = shape(kind, &way, 0.5, 0.01).unwrap();
            assert!(ObstacleSpec::still(drawn.clone()).shape.outlines().iter().all(|(corners, _)| !corners.is_empty()));
            assert_eq!(shape(kind, &way[..1], 0.5, 0.01), None, "{kind:?}");
            assert_eq!(shape(kind, &[way[0], [1.001, 1.001]], 0.5, 0.01), None, "{kind:?}");
        }
        assert_eq!(shape(Kind::Circle, &way, 0.5, 0.01), Some(ObstacleShape::Circle { centre: [1.0, 1.0], radius: 5.0 }));
        let drawn = shape(Kind::Box, &way, 0.5, 0.01);
        assert_eq!(drawn, Some(ObstacleShape::Box { centre: [2.5, 3.0], size: [3.0, 4.0], angle: 0.0 }));
    }
}
