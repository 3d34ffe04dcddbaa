//! A rope: discs in a line, each linked to the next. Pinned at both ends it is a bridge, at one a pendulum.

use super::super::error::SceneError;
use super::super::random::Random;
use super::super::scale::{Scale, Trim};
use super::super::source::Span;
use super::super::values::{Optional, Spread, or};
use super::links::Links;
use super::repeat::{Lines, Repeat, check_lines};
use super::{Check, DEFAULT_RADIUS, Placed, Shape, Site, steps};
use crate::world::spec::ParticleSpec;
use serde::Deserialize;
use toml::Spanned;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rope {
    from: Spanned<[f64; 2]>,
    to: Spanned<[f64; 2]>,
    #[serde(default)]
    pinned: Pinned,
    spacing: Optional<f64>,
    slack: Optional<f64>,
    radius: Optional<f64>,
    end_radius: Optional<f64>,
    material: Optional<String>,
    stiffness: Optional<f64>,
    compliance: Optional<f64>,
    break_length: Optional<f64>,
    repeat: Option<Repeat>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Pinned {
    #[default]
    Both,
    From,
    To,
    None,
}

/// What a length may be short by, in the spacing of discs.
const ROUNDED: f64 = 1e-6;

impl Rope {
    fn radius(&self) -> f64 {
        or(&self.radius, DEFAULT_RADIUS)
    }

    fn end_radius(&self) -> f64 {
        or(&self.end_radius, self.radius())
    }

    fn links(&self) -> Links<'_> {
        Links { stiffness: &self.stiffness, compliance: &self.compliance, break_length: &self.break_length }
    }

    fn lines(&self, scale: Scale) -> Lines {
        Lines::new(*self.from.get_ref(), *self.to.get_ref(), &self.repeat, self.radii().high, scale)
    }

    /// How far along a line of this length each disc lies, but for the last, which lies at the end.
    fn body(&self, length: f64) -> (u64, f64) {
        let pitch = 2.0 * self.radius() * or(&self.spacing, 1.0);
        // The last disc may be larger, and then keeps its neighbour further away.
        let body = length - (self.end_radius() - self.radius()) * or(&self.spacing, 1.0);
        // A length between two points that were rounded to some digits is what somebody had in mind but for these.
        let gaps = steps(body + ROUNDED * pitch, pitch);
        (gaps, if gaps == 0 { 0.0 } else { body / gaps as f64 })
    }
}

impl Shape for Rope {
    fn check(&self, check: &Check<'_>, _: &Span) -> Result<(), SceneError> {
        check.one_radius(&self.radius)?;
        check.one_radius(&self.end_radius)?;
        check.within(&self.spacing, 1.0, 1e3, " diameters, from centre to centre")?;
        check.within(&self.slack, 0.5, 2.0, ": the rest length of a link, as a share of its length at the start")?;
        self.links().check(check)?;
        if let Some(key) = &self.break_length {
            let apart = 1.0 / or(&self.slack, 1.0);
            check.require(
                key,
                *key.get_ref() > apart,
                format!("above {apart}, how far apart its discs start in rest lengths, or it breaks at once"),
            )?;
        }
        check_lines(check, &self.from, &self.to, &self.repeat, self.radii().high)?;
        let least = (self.radius() + self.end_radius()) * or(&self.spacing, 1.0);
        check.require(&self.to, self.body(self.lines(Scale::ONE).length()).0 > 0, format!("a point at least {least} from `from`"))
    }

    fn radii(&self) -> Spread {
        let [a, b] = [self.radius(), self.end_radius()];
        Spread { low: a.min(b), high: a.max(b) }
    }

    fn material(&self) -> &Optional<String> {
        &self.material
    }

    fn sites(&self, scale: Scale) -> u64 {
        let lines = self.lines(scale);
        lines.count().saturating_mul(self.body(lines.length()).0 + 1)
    }

    fn trim(&self) -> Trim {
        Trim::Never
    }

    fn place(&self, site: &Site, limit: u64, _: &mut Random, out: &mut Placed) {
        let lines = self.lines(site.scale);
        let length = lines.length();
        let (gaps, pitch) = self.body(length);
        for copy in 0..lines.count().min(limit / (gaps + 1)) {
            let start = lines.start(copy);
            let first = out.next_id();
            for index in 0..=gaps {
                let last = index == gaps && gaps > 0;
                let way = if last { 1.0 } else { index as f64 * pitch / length.max(f64::MIN_POSITIVE) };
                let position = [0, 1].map(|axis| start[axis] + lines.along[axis] * way);
                let radius = if last { self.end_radius() } else { self.radius() };
                let pinned = (index == 0 && matches!(self.pinned, Pinned::Both | Pinned::From))
                    || (last && matches!(self.pinned, Pinned::Both | Pinned::To));
                out.particles.push(ParticleSpec { pinned, ..ParticleSpec::at(position, radius) });
            }
            for index in 0..gaps {
                let gap = if index + 1 == gaps { length - (gaps - 1) as f64 * pitch } else { pitch };
                let ends = [first + index as u32, first + index as u32 + 1];
                out.links.push(self.links().spec(ends, gap * or(&self.slack, 1.0)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::{Overrides, Scene};

    #[test]
    fn a_length_that_was_rounded_holds_as_many_discs_as_was_meant() {
        // One spacing and three, at 30 degrees, to six decimals.
        for (to, discs) in [("[18.660254, 15]", 2), ("[35.980762, 25]", 4)] {
            let text = format!("[world]\nsize = [40, 30]\n[[rope]]\nfrom = [10, 10]\nto = {to}\nspacing = 10\n");
            let spec = Scene::from_toml("rope.toml", &text, None).unwrap().world_spec(&Overrides::default()).unwrap();
            assert_eq!((spec.particles.len(), spec.links.len()), (discs, discs - 1));
        }
    }
}
