//! A lattice: a count of discs spread evenly over a rectangle, each jittered within its own cell.

use super::super::error::SceneError;
use super::super::random::Random;
use super::super::scale::Scale;
use super::super::source::Span;
use super::super::values::{Motion, Optional, Spread, or};
use super::{Check, DEFAULT_RADIUS, Placed, Shape, Site, steps};
use crate::world::spec::ParticleSpec;
use rayon::prelude::*;
use serde::Deserialize;
use toml::Spanned;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lattice {
    from: Spanned<[f64; 2]>,
    to: Spanned<[f64; 2]>,
    count: Spanned<u64>,
    jitter: Optional<f64>,
    radius: Optional<Spread>,
    velocity: Optional<[f64; 2]>,
    speed: Optional<Spread>,
    #[serde(default)]
    pinned: bool,
    material: Optional<String>,
}

/// Columns and rows, and the size of a cell.
struct Cells {
    columns: u64,
    cell: [f64; 2],
}

impl Lattice {
    fn extent(&self, scale: Scale) -> [f64; 2] {
        let [from, to] = [scale.point(*self.from.get_ref()), scale.point(*self.to.get_ref())];
        [to[0] - from[0], to[1] - from[1]]
    }

    /// Cells as square as whole numbers of them allow, none smaller than the largest diameter.
    fn cells(&self, scale: Scale, count: u64) -> Cells {
        let [width, height] = self.extent(scale);
        let most = [width, height].map(|length| steps(length, 2.0 * self.radii().high).max(1));
        let square = libm::sqrt(count as f64 * width / height).ceil() as u64;
        let columns = square.clamp(count.div_ceil(most[1]), most[0].max(count.div_ceil(most[1])));
        let rows = count.div_ceil(columns).max(1);
        Cells { columns, cell: [width / columns as f64, height / rows as f64] }
    }

    /// Cells of the largest diameter that fit.
    fn room(&self, scale: Scale) -> u64 {
        let [columns, rows] = self.extent(scale).map(|length| steps(length, 2.0 * self.radii().high));
        columns.saturating_mul(rows)
    }
}

impl Shape for Lattice {
    fn check(&self, check: &Check<'_>, _: &Span) -> Result<(), SceneError> {
        let radius = check.radius(&self.radius)?;
        check.rectangle(&self.from, &self.to, radius.high)?;
        check.within(&self.jitter, 0.0, 1.0, ", a share of the free room of each disc")?;
        check.motion(&self.velocity, &self.speed)?;
        check.pinned_rests(self.pinned, &self.velocity, &self.speed)?;
        check.count(&self.count)?;
        let room = self.room(Scale::ONE);
        check.require(&self.count, *self.count.get_ref() <= room, format!("1 to {room}, which fit between `from` and `to`"))
    }

    fn radii(&self) -> Spread {
        or(&self.radius, Spread::just(DEFAULT_RADIUS))
    }

    fn material(&self) -> &Optional<String> {
        &self.material
    }

    fn sites(&self, scale: Scale) -> u64 {
        scale.count(*self.count.get_ref()).min(self.room(scale))
    }

    fn place(&self, site: &Site, limit: u64, random: &mut Random, out: &mut Placed) {
        let from = site.scale.point(*self.from.get_ref());
        let Cells { columns, cell } = self.cells(site.scale, limit.max(1));
        let jitter = or(&self.jitter, 0.0);
        let motion = Motion::new(&self.velocity, &self.speed);
        out.particles.par_extend(random.each(limit, |random, index| {
            let radius = self.radii().sample(random);
            let at = [index % columns, index / columns];
            let position = [0, 1].map(|axis| {
                let free = (cell[axis] / 2.0 - radius).max(0.0) * jitter;
                from[axis] + (at[axis] as f64 + 0.5) * cell[axis] + random.between(-free, free)
            });
            ParticleSpec { velocity: motion.sample(random), pinned: self.pinned, ..ParticleSpec::at(position, radius) }
        }));
    }
}
