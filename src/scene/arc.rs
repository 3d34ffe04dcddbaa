//! `arc = { … }` of an obstacle: a wall along a part of a circle, or all around.

use serde::Deserialize;

use crate::world::spec::ObstacleShape;

/// As the file has it; angles in degrees, counter-clockwise from the right. It goes all the way between its two angles, which of them is
/// the larger one: 270 to 90 is the left half, as 90 to 270 is, and the right half is -90 to 90.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Arc {
    at: [f64; 2],
    radius: f64,
    thickness: f64,
    #[serde(default)]
    from: f64,
    #[serde(default = "once_around")]
    to: f64,
    segments: Option<u32>,
}

fn once_around() -> f64 {
    360.0
}

/// Degrees of a segment, at most, where the file does not say how many there are.
const DEGREES: f64 = 5.0;

/// Farthest angle to begin at: of a larger one too few digits are left for its place on the circle.
const MOST_DEGREES: f64 = 1e6;

/// Most segments: a wall has at most 10,000 points.
const MOST_SEGMENTS: u32 = 9_999;

impl Arc {
    /// The wall, if it is one.
    ///
    /// # Errors
    /// What is allowed, where it is not.
    pub fn shape(&self) -> Result<ObstacleShape, String> {
        let Self { at, radius, thickness, from, to, segments } = *self;
        // What is all around but for rounding is all around.
        let turn = if ((to - from).abs() - 360.0).abs() < 1e-9 { 360f64.copysign(to - from) } else { to - from };
        if !(radius > 0.0 && radius <= 1e9) {
            return Err("a radius above 0, up to 1e9 units".into());
        }
        if !(-MOST_DEGREES..=MOST_DEGREES).contains(&from) {
            return Err(format!("an arc `from` an angle of -{MOST_DEGREES:e} to {MOST_DEGREES:e} degrees"));
        }
        if turn == 0.0 {
            return Err("an arc `from` an angle `to` another one: 0 to 360 is all around".into());
        }
        if !(-360.0..=360.0).contains(&turn) {
            return Err("an arc `from` an angle `to` another one, in degrees, at most 360 apart".into());
        }
        let segments = segments.unwrap_or((turn.abs() / DEGREES).ceil() as u32);
        if !(1..=MOST_SEGMENTS).contains(&segments) || (turn.abs() > 180.0 && segments < 3) {
            return Err(format!("1 to {MOST_SEGMENTS} `segments`, 3 at least for more than half a circle"));
        }
        let point = |segment: u32| {
            // All around it ends where it begins, to the bit.
            let segment = if turn.abs() == 360.0 { segment % segments } else { segment };
            let angle = (from + turn * f64::from(segment) / f64::from(segments)).to_radians();
            [at[0] + radius * libm::cos(angle), at[1] + radius * libm::sin(angle)]
        };
        Ok(ObstacleShape::Wall { points: (0..=segments).map(point).collect(), thickness })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Overrides, Scene};

    /// The obstacle that an arc makes.
    fn made(arc: &str) -> Result<ObstacleShape, String> {
        let text = format!("[world]\nsize = [40, 40]\n[[disc]]\nat = [5, 5]\n[[obstacle]]\narc = {{ {arc} }}\n");
        let scene = Scene::from_toml("arc.toml", &text, None).map_err(|error| error.to_string())?;
        Ok(scene.obstacles(&Overrides::default()).unwrap().remove(0).shape)
    }

    fn points(arc: &str) -> Vec<[f64; 2]> {
        match made(arc).unwrap() {
            ObstacleShape::Wall { points, thickness: 1.5 } => points,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_arc_is_a_wall_along_a_circle() {
        let ring = points("at = [20, 20], radius = 10, thickness = 1.5");
        assert_eq!((ring.len(), ring[0], ring[72]), (73, [30.0, 20.0], [30.0, 20.0]));
        assert!(ring.iter().all(|p| ((p[0] - 20.0).hypot(p[1] - 20.0) - 10.0).abs() < 1e-9));
        assert!((ring[18][0] - 20.0).abs() < 1e-9 && ring[18][1] > 29.9, "counter-clockwise");
        let bowl = points("at = [20, 20], radius = 10, thickness = 1.5, from = 180, to = 360, segments = 2");
        let expected = [[10.0, 20.0], [20.0, 10.0], [30.0, 20.0]];
        assert!(bowl.iter().zip(expected).all(|(p, e)| (0..2).all(|axis| (p[axis] - e[axis]).abs() < 1e-9)), "{bowl:?}");
        let mut back = points("at = [20, 20], radius = 10, thickness = 1.5, from = 360, to = 180, segments = 2");
        back.reverse();
        assert_eq!(back[1], bowl[1]);
        assert_eq!(points("at = [20, 20], radius = 10, thickness = 1.5, from = 10, to = 17").len(), 3);
        let rounded = points("at = [20, 20], radius = 10, thickness = 1.5, from = 152.2, to = 512.2");
        assert!(rounded.len() == 73 && rounded[0] == rounded[72]);
    }

    #[test]
    fn what_is_no_arc_is_refused() {
        for (more, told) in [
            ("radius = 0", "a radius above 0"),
            ("radius = 10, from = 90, to = 90", "another one: 0 to 360 is all around"),
            ("radius = 10, from = 0, to = 361", "at most 360 apart"),
            ("radius = 10, to = nan", "at most 360 apart"),
            ("radius = 10, from = 1e9, to = 1000000090", "`from` an angle of -1e6 to 1e6 degrees"),
            ("radius = 10, from = nan", "`from` an angle of -1e6 to 1e6 degrees"),
            ("radius = 10, segments = 2", "3 at least"),
            ("radius = 10, segments = 10000", "1 to 9999"),
            ("radius = nan", "a radius above 0"),
            ("radius = 10, thick = 3", "unknown key"),
        ] {
            let refused = made(&format!("at = [20, 20], thickness = 1, {more}")).unwrap_err();
            assert!(refused.contains(told) && refused.contains("obstacle[0].arc"), "{refused}");
        }
    }
}
