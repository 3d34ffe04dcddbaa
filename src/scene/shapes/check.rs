//! Ranges that shapes share, each refused with its place, its value and what is allowed.

use super::super::error::SceneError;
use super::super::source::{Source, Span};
use super::super::values::{Optional, Spread, or};
use super::DEFAULT_RADIUS;
use crate::world::MAX_COMPLIANCE;
use crate::world::checks::MIN_LENGTH;
use crate::world::spec::ContactSolver;
use toml::Spanned;

/// Largest speed a scene may give, units/s. What a substep can resolve is checked when the world is built.
const MAX_SPEED: f64 = 1e6;
/// Greatest angle, in degrees, and rate, in degrees/s, of a disc.
const MAX_DEGREES: f64 = 1e9;

/// Largest radius, scene units.
pub const MAX_RADIUS: f64 = 1e6;

/// Most particles of one scene: 100 million are 6 to 7 GB while the world is built.
pub const MAX_SCENE_PARTICLES: u64 = 100_000_000;

/// The world the shapes must fit into, and the file they stand in.
pub struct Check<'a> {
    pub source: &'a Source,
    pub size: [f64; 2],
    pub gravity: [f64; 2],
    pub drag: f64,
    pub substeps_per_second: f64,
    pub solver: ContactSolver,
}

impl Check<'_> {
    /// The error of the value at `span`.
    pub fn bad<T>(&self, span: &Span, allowed: impl Into<String>) -> Result<T, SceneError> {
        Err(self.source.bad(span, allowed))
    }

    /// `ok`, or the error of the value.
    pub fn require<T>(&self, value: &Spanned<T>, ok: bool, allowed: impl Into<String>) -> Result<(), SceneError> {
        if ok { Ok(()) } else { self.bad(&value.span(), allowed) }
    }

    /// A number in `[low, high]`.
    pub fn within(&self, value: &Optional<f64>, low: f64, high: f64, unit: &str) -> Result<(), SceneError> {
        match value {
            Some(value) => self.require(value, (low..=high).contains(value.get_ref()), format!("{low} to {high}{unit}")),
            None => Ok(()),
        }
    }

    /// Radii above 0, the lower first; returns them.
    pub fn radius(&self, radius: &Optional<Spread>) -> Result<Spread, SceneError> {
        if let Some(key) = radius {
            let Spread { low, high } = *key.get_ref();
            let ok = low >= MIN_LENGTH && low <= high && high <= MAX_RADIUS;
            self.require(key, ok, "a number above 0 (1e-30 and more), up to 1e6, or [lowest, highest], in scene units")?;
        }
        Ok(or(radius, Spread::just(DEFAULT_RADIUS)))
    }

    /// A single radius, where a shape needs its discs alike.
    pub fn one_radius(&self, radius: &Optional<f64>) -> Result<(), SceneError> {
        match radius {
            Some(key) => {
                let ok = (MIN_LENGTH..=MAX_RADIUS).contains(key.get_ref());
                self.require(key, ok, "a number above 0 (1e-30 and more), up to 1e6, in scene units")
            }
            None => Ok(()),
        }
    }

    /// Both parts of a motion.
    pub fn motion(&self, velocity: &Optional<[f64; 2]>, speed: &Optional<Spread>) -> Result<(), SceneError> {
        if let Some(key) = velocity {
            let ok = key.get_ref().iter().all(|v| v.abs() <= MAX_SPEED);
            self.require(key, ok, format!("two finite numbers up to {MAX_SPEED} units/s"))?;
        }
        if let Some(key) = speed {
            let Spread { low, high } = *key.get_ref();
            let ok = 0.0 <= low && low <= high && high <= MAX_SPEED;
            self.require(key, ok, format!("0 to {MAX_SPEED} units/s, or [lowest, highest]"))?;
        }
        Ok(())
    }

    /// How far discs are turned and how fast they turn, in degrees and degrees/s; a pinned one does not turn.
    pub fn turned(&self, pinned: bool, angle: &Optional<f64>, rate: &Optional<f64>) -> Result<(), SceneError> {
        for (key, unit) in [(angle, "degrees"), (rate, "degrees/s")] {
            if let Some(key) = key {
                self.require(
                    key,
                    key.get_ref().abs() <= MAX_DEGREES,
                    format!("a number of {unit} from -{MAX_DEGREES:e} to {MAX_DEGREES:e}"),
                )?;
            }
        }
        match rate {
            Some(key) if pinned => self.bad(&key.span(), "no turn_rate for pinned discs"),
            _ => Ok(()),
        }
    }

    /// A pinned shape does not move.
    pub fn pinned_rests(&self, pinned: bool, velocity: &Optional<[f64; 2]>, speed: &Optional<Spread>) -> Result<(), SceneError> {
        let keys = [velocity.as_ref().map(Spanned::span), speed.as_ref().map(Spanned::span)];
        match keys.into_iter().flatten().next() {
            Some(span) if pinned => self.bad(&span, "no velocity and no speed for pinned discs"),
            _ => Ok(()),
        }
    }

    /// A count of at least 1.
    pub fn count(&self, count: &Spanned<u64>) -> Result<(), SceneError> {
        let ok = (1..=MAX_SCENE_PARTICLES).contains(count.get_ref());
        self.require(count, ok, format!("1 to {MAX_SCENE_PARTICLES}"))
    }

    /// A disc of radius `radius` here is inside the world.
    pub fn inside(&self, point: &Spanned<[f64; 2]>, radius: f64) -> Result<(), SceneError> {
        let ok = |axis: usize| (radius..=self.size[axis] - radius).contains(&point.get_ref()[axis]);
        let [right, top] = self.size.map(|length| length - radius);
        let allowed = self.no_place(radius).unwrap_or_else(|| {
            format!("x from {radius} to {right}, y from {radius} to {top}, so that a disc of radius {radius} is inside the world")
        });
        self.require(point, ok(0) && ok(1), allowed)
    }

    /// What to say instead of where a disc of radius `radius` may be, if it is wider than the world.
    pub fn no_place(&self, radius: f64) -> Option<String> {
        let ([width, height], diameter) = (self.size, 2.0 * radius);
        (diameter > width.min(height)).then(|| {
            format!("no place for a disc of radius {radius} in a world of {width} × {height} (a smaller radius, or a world of {diameter} each way)")
        })
    }

    /// A rectangle inside the world, wide enough for a disc.
    pub fn rectangle(&self, from: &Spanned<[f64; 2]>, to: &Spanned<[f64; 2]>, radius: f64) -> Result<(), SceneError> {
        let [width, height] = self.size;
        let corner = |point: &Spanned<[f64; 2]>| {
            let [x, y] = *point.get_ref();
            let ok = (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
            self.require(point, ok, format!("x from 0 to {width}, y from 0 to {height}, inside the world"))
        };
        corner(from)?;
        corner(to)?;
        let room = |axis: usize| to.get_ref()[axis] - from.get_ref()[axis] >= 2.0 * radius;
        let [x, y] = from.get_ref().map(|low| low + 2.0 * radius);
        self.require(to, room(0) && room(1), format!("x from {x}, y from {y}: right of and above `from` by the largest diameter"))
    }

    /// How far links give, each solver with a key of its own.
    pub fn elasticity(&self, stiffness: &Optional<f64>, compliance: &Optional<f64>) -> Result<(), SceneError> {
        let resting = self.solver == ContactSolver::Resting;
        if let Some(key) = stiffness {
            self.require(key, !resting, "no `stiffness` with solver = \"resting\", whose links have a `compliance`")?;
            self.require(key, *key.get_ref() > 0.0 && *key.get_ref() <= 1.0, "above 0, up to 1")?;
        }
        if let Some(key) = compliance {
            self.require(key, resting, "no `compliance` with solver = \"plain\", whose links have a `stiffness`")?;
        }
        self.within(compliance, 0.0, MAX_COMPLIANCE, " units of length per unit of force")
    }
}
