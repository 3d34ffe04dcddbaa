//! A cloth: a square net of linked discs, hung by its upper edge.

use super::super::error::SceneError;
use super::super::random::Random;
use super::super::scale::{Scale, Trim};
use super::super::source::Span;
use super::super::values::{Optional, Spread, or};
use super::links::Links;
use super::{Check, DEFAULT_RADIUS, Placed, Shape, Site, steps};
use crate::world::spec::ParticleSpec;
use serde::Deserialize;
use toml::Spanned;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cloth {
    from: Spanned<[f64; 2]>,
    to: Spanned<[f64; 2]>,
    #[serde(default)]
    pinned: Pinned,
    pin_every: Optional<u64>,
    spacing: Optional<f64>,
    radius: Optional<f64>,
    material: Optional<String>,
    #[serde(default)]
    diagonals: bool,
    stiffness: Optional<f64>,
    compliance: Optional<f64>,
    break_length: Optional<f64>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Pinned {
    /// The upper edge, every `pin_every`th disc of it and both corners.
    #[default]
    Top,
    Corners,
    None,
}

impl Cloth {
    fn radius(&self) -> f64 {
        or(&self.radius, DEFAULT_RADIUS)
    }

    fn pitch(&self) -> f64 {
        2.0 * self.radius() * or(&self.spacing, 1.0)
    }

    /// Columns and rows at a scale.
    fn grid(&self, scale: Scale) -> [u64; 2] {
        let [from, to] = [scale.point(*self.from.get_ref()), scale.point(*self.to.get_ref())];
        [0, 1].map(|axis| match to[axis] - from[axis] - 2.0 * self.radius() {
            room if room < -1e-9 * self.pitch() => 0,
            room => steps(room, self.pitch()).saturating_add(1),
        })
    }

    fn is_pinned(&self, column: u64, row: u64, columns: u64) -> bool {
        let corner = column == 0 || column + 1 == columns;
        row == 0
            && match self.pinned {
                Pinned::Top => corner || column.is_multiple_of(or(&self.pin_every, 1)),
                Pinned::Corners => corner,
                Pinned::None => false,
            }
    }

    fn links(&self) -> Links<'_> {
        Links { stiffness: &self.stiffness, compliance: &self.compliance, break_length: &self.break_length }
    }
}

impl Shape for Cloth {
    fn check(&self, check: &Check<'_>, _: &Span) -> Result<(), SceneError> {
        check.one_radius(&self.radius)?;
        check.rectangle(&self.from, &self.to, self.radius())?;
        check.within(&self.spacing, 1.0, 1e3, " diameters, from centre to centre")?;
        if let Some(every) = &self.pin_every {
            check.require(every, *every.get_ref() >= 1, "1 (every disc of the upper edge) or more")?;
        }
        self.links().check(check)
    }

    fn radii(&self) -> Spread {
        Spread::just(self.radius())
    }

    fn material(&self) -> &Optional<String> {
        &self.material
    }

    fn sites(&self, scale: Scale) -> u64 {
        let [columns, rows] = self.grid(scale);
        columns.saturating_mul(rows)
    }

    fn trim(&self) -> Trim {
        Trim::IfNeeded
    }

    /// Row by row from above, so that a shorter last row is at the lower edge.
    fn place(&self, site: &Site, limit: u64, _: &mut Random, out: &mut Placed) {
        let [columns, _] = self.grid(site.scale);
        let [from, to] = [&self.from, &self.to].map(|point| site.scale.point(*point.get_ref()));
        let corner = [from[0] + self.radius(), to[1] - self.radius()];
        let (pitch, first) = (self.pitch(), out.next_id());
        let id = |column: u64, row: u64| first + (row * columns + column) as u32;
        let (diagonal, links) = (pitch * libm::sqrt(2.0), self.links());
        for index in 0..limit {
            let (column, row) = (index % columns, index / columns);
            let position = [corner[0] + column as f64 * pitch, corner[1] - row as f64 * pitch];
            let pinned = self.is_pinned(column, row, columns);
            out.particles.push(ParticleSpec { pinned, ..ParticleSpec::at(position, self.radius()) });
            if column > 0 {
                out.links.push(links.spec([id(column - 1, row), id(column, row)], pitch));
            }
            if row > 0 {
                out.links.push(links.spec([id(column, row - 1), id(column, row)], pitch));
            }
            if self.diagonals && row > 0 && column > 0 {
                out.links.push(links.spec([id(column - 1, row - 1), id(column, row)], diagonal));
            }
            if self.diagonals && row > 0 && column + 1 < columns {
                out.links.push(links.spec([id(column + 1, row - 1), id(column, row)], diagonal));
            }
        }
    }
}
