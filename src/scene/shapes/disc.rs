//! A single disc.

use super::super::error::SceneError;
use super::super::random::Random;
use super::super::scale::{Scale, Trim};
use super::super::source::Span;
use super::super::values::{Optional, Spread, or, radians_or};
use super::{Check, DEFAULT_RADIUS, Placed, Shape, Site};
use crate::world::spec::ParticleSpec;
use serde::Deserialize;
use toml::Spanned;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disc {
    at: Spanned<[f64; 2]>,
    radius: Optional<Spread>,
    velocity: Optional<[f64; 2]>,
    angle: Optional<f64>,
    turn_rate: Optional<f64>,
    #[serde(default)]
    pinned: bool,
    material: Optional<String>,
}

impl Shape for Disc {
    fn check(&self, check: &Check<'_>, _: &Span) -> Result<(), SceneError> {
        let radius = check.radius(&self.radius)?;
        check.inside(&self.at, radius.high)?;
        check.motion(&self.velocity, &None)?;
        check.turned(self.pinned, &self.angle, &self.turn_rate)?;
        check.pinned_rests(self.pinned, &self.velocity, &None)
    }

    fn radii(&self) -> Spread {
        or(&self.radius, Spread::just(DEFAULT_RADIUS))
    }

    fn material(&self) -> &Optional<String> {
        &self.material
    }

    fn sites(&self, _: Scale) -> u64 {
        1
    }

    fn trim(&self) -> Trim {
        Trim::Never
    }

    fn place(&self, site: &Site, limit: u64, random: &mut Random, out: &mut Placed) {
        let radius = self.radii().sample(random);
        let position = site.scale.point(*self.at.get_ref());
        let disc = ParticleSpec {
            velocity: or(&self.velocity, [0.0; 2]),
            angle: radians_or(&self.angle, 0.0),
            angular_velocity: radians_or(&self.turn_rate, 0.0),
            pinned: self.pinned,
            ..ParticleSpec::at(position, radius)
        };
        out.particles.extend((0..limit).map(|_| disc));
    }
}
