//! A cluster: many discs at nearly the same place, to see how a solver takes an overfull cell.

use super::super::error::SceneError;
use super::super::random::Random;
use super::super::scale::Scale;
use super::super::source::Span;
use super::super::values::{Optional, Spread, or};
use super::{Check, DEFAULT_RADIUS, Placed, Shape, Site};
use crate::world::spec::ParticleSpec;
use serde::Deserialize;
use toml::Spanned;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cluster {
    at: Spanned<[f64; 2]>,
    count: Spanned<u64>,
    spread: Optional<f64>,
    radius: Optional<Spread>,
    material: Optional<String>,
}

/// Half the edge of the square over which centres are spread, scene units.
const DEFAULT_SPREAD: f64 = 0.1;

impl Cluster {
    fn reach(&self) -> f64 {
        self.radii().high + or(&self.spread, DEFAULT_SPREAD)
    }
}

impl Shape for Cluster {
    fn check(&self, check: &Check<'_>, _: &Span) -> Result<(), SceneError> {
        check.radius(&self.radius)?;
        check.within(&self.spread, 0.0, 1e6, " scene units")?;
        let room = check.size[0].min(check.size[1]) / 2.0 - self.radii().high;
        if let Some(spread) = self.spread.as_ref().filter(|_| room >= 0.0) {
            check.require(spread, *spread.get_ref() <= room, format!("0 to {room}, half of the world's smaller side less the radius"))?;
        }
        let (radius, spread, reach) = (self.radii().high, or(&self.spread, DEFAULT_SPREAD), self.reach());
        let is_inside = |axis: usize| (reach..=check.size[axis] - reach).contains(&self.at.get_ref()[axis]);
        let allowed = check.no_place(radius).unwrap_or_else(|| {
            let [right, top] = check.size.map(|length| length - reach);
            let places =
                if reach > right.min(top) { "nowhere".into() } else { format!("x from {reach} to {right}, y from {reach} to {top}") };
            format!("{places}, so that discs of radius {radius}, spread by {spread}, are inside the world (or another `spread`)")
        });
        check.require(&self.at, is_inside(0) && is_inside(1), allowed)?;
        check.count(&self.count)
    }

    fn radii(&self) -> Spread {
        or(&self.radius, Spread::just(DEFAULT_RADIUS))
    }

    fn material(&self) -> &Optional<String> {
        &self.material
    }

    /// A larger world has the same cluster, a smaller one a smaller cluster.
    fn sites(&self, scale: Scale) -> u64 {
        scale.count(*self.count.get_ref()).min(*self.count.get_ref())
    }

    fn place(&self, site: &Site, limit: u64, random: &mut Random, out: &mut Placed) {
        let centre = site.scale.point(*self.at.get_ref());
        out.particles.extend((0..limit).map(|_| {
            let offset = random.offset(or(&self.spread, DEFAULT_SPREAD));
            ParticleSpec::at([centre[0] + offset[0], centre[1] + offset[1]], self.radii().sample(random))
        }));
    }
}
