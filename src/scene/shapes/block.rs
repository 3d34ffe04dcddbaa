//! A block: discs in a regular or hexagonal packing, row by row from below, filling an outline.

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
pub struct Block {
    from: Spanned<[f64; 2]>,
    to: Spanned<[f64; 2]>,
    #[serde(default)]
    packing: Packing,
    #[serde(default)]
    outline: Outline,
    spacing: Optional<f64>,
    jitter: Optional<f64>,
    count: Optional<u64>,
    radius: Optional<Spread>,
    velocity: Optional<[f64; 2]>,
    speed: Optional<Spread>,
    #[serde(default)]
    pinned: bool,
    material: Optional<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Packing {
    #[default]
    Hexagonal,
    Square,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Outline {
    #[default]
    Rectangle,
    /// Base below, tip above.
    Triangle,
    /// The ellipse that the rectangle encloses.
    Ellipse,
}

/// Distance of neighbours, in diameters, where the file gives none. A hair above 1 lets jitter stir the packing.
const DEFAULT_SPACING: f64 = 1.005;

/// Overlap at the start that jitter may cause, in diameters.
const MAX_OVERLAP: f64 = 0.02;

/// Most rows that are counted one by one.
const MAX_ROWS: u64 = 10_000_000;

/// The lattice of a block at one scale.
struct Lattice {
    from: [f64; 2],
    size: [f64; 2],
    /// Between the outline and the centres next to it.
    inset: f64,
    pitch: f64,
    row_height: f64,
    packing: Packing,
    outline: Outline,
}

impl Lattice {
    fn rows(&self) -> u64 {
        let height = self.size[1] - 2.0 * self.inset;
        if height < -1e-9 * self.row_height { 0 } else { steps(height, self.row_height).saturating_add(1) }
    }

    fn y(&self, row: u64) -> f64 {
        self.from[1] + self.inset + row as f64 * self.row_height
    }

    /// The index of the first site of each row that so many sites need.
    fn rows_of(&self, count: u64) -> Vec<u64> {
        let firsts = (0..self.rows()).scan(0u64, |next, row| Some(std::mem::replace(next, next.saturating_add(self.row(row).1))));
        firsts.take_while(|&first| first < count).collect()
    }

    /// The site of an index; `rows` are those of [`Self::rows_of`].
    fn place(&self, rows: &[u64], index: u64) -> [f64; 2] {
        debug_assert!(rows.first().is_some_and(|&first| first <= index), "site {index} of {} rows", rows.len());
        let row = rows.partition_point(|&first| first <= index) - 1;
        let column = index - rows[row];
        [self.row(row as u64).0 + column as f64 * self.pitch, self.y(row as u64)]
    }

    /// x of the first site of a row, and the number of sites.
    fn row(&self, row: u64) -> (f64, u64) {
        let [left, width] = [self.from[0], self.size[0]];
        let up = (self.y(row) - self.from[1]) / self.size[1];
        let share = match self.outline {
            Outline::Rectangle => 1.0,
            Outline::Triangle => 1.0 - up,
            Outline::Ellipse => libm::sqrt((4.0 * up * (1.0 - up)).max(0.0)),
        };
        let margin = ((1.0 - share) * width / 2.0).max(self.inset);
        let shift = if self.packing == Packing::Hexagonal && row % 2 == 1 { self.pitch / 2.0 } else { 0.0 };
        let origin = left + self.inset + shift;
        let skipped = ((left + margin - origin) / self.pitch - 1e-9).ceil().max(0.0);
        let first = origin + skipped * self.pitch;
        let room = left + width - margin - first;
        (first, if room < -1e-9 * self.pitch { 0 } else { steps(room, self.pitch).saturating_add(1) })
    }
}

impl Block {
    fn diameter(&self) -> f64 {
        2.0 * self.radii().high
    }

    fn lattice(&self, scale: Scale) -> Lattice {
        let from = scale.point(*self.from.get_ref());
        let to = scale.point(*self.to.get_ref());
        let pitch = or(&self.spacing, DEFAULT_SPACING) * self.diameter();
        let row_height = if self.packing == Packing::Hexagonal { pitch * libm::sqrt(3.0) / 2.0 } else { pitch };
        let inset = (0.5 + or(&self.jitter, 0.0)) * self.diameter();
        let size = [to[0] - from[0], to[1] - from[1]];
        Lattice { from, size, inset, pitch, row_height, packing: self.packing, outline: self.outline }
    }

    /// Sites in the outline, however many discs the file asks for; counted up to `enough`.
    fn room(&self, scale: Scale, enough: u64) -> u64 {
        let lattice = self.lattice(scale);
        let rows = lattice.rows();
        if rows > MAX_ROWS {
            return u64::MAX;
        }
        let mut sum = 0u64;
        for row in 0..rows {
            sum = sum.saturating_add(lattice.row(row).1);
            if sum >= enough {
                break;
            }
        }
        sum
    }
}

impl Shape for Block {
    fn check(&self, check: &Check<'_>, _: &Span) -> Result<(), SceneError> {
        let radius = check.radius(&self.radius)?;
        check.rectangle(&self.from, &self.to, radius.high)?;
        check.within(&self.spacing, 1.0, 1e6, " diameters, from centre to centre")?;
        let most = (or(&self.spacing, DEFAULT_SPACING) - 1.0 + MAX_OVERLAP) / (2.0 * std::f64::consts::SQRT_2);
        check.within(&self.jitter, 0.0, (most * 1e4).floor() / 1e4, " diameters at this spacing, so that discs hardly overlap")?;
        check.motion(&self.velocity, &self.speed)?;
        check.pinned_rests(self.pinned, &self.velocity, &self.speed)?;
        let has_room = self.room(Scale::ONE, 1) > 0;
        check.require(
            &self.to,
            has_room,
            "farther from `from`: not one disc, with its jitter, fits between them in this outline and packing",
        )?;
        if let Some(count) = &self.count {
            check.count(count)?;
            let room = self.room(Scale::ONE, *count.get_ref());
            check.require(count, *count.get_ref() <= room, format!("1 to {room}, which fit between `from` and `to`"))?;
        }
        Ok(())
    }

    fn radii(&self) -> Spread {
        or(&self.radius, Spread::just(DEFAULT_RADIUS))
    }

    fn material(&self) -> &Optional<String> {
        &self.material
    }

    fn sites(&self, scale: Scale) -> u64 {
        let wanted = self.count.as_ref().map_or(u64::MAX, |count| scale.count(*count.get_ref()));
        self.room(scale, wanted).min(wanted)
    }

    fn place(&self, site: &Site, limit: u64, random: &mut Random, out: &mut Placed) {
        let lattice = self.lattice(site.scale);
        let jitter = or(&self.jitter, 0.0) * self.diameter();
        let motion = Motion::new(&self.velocity, &self.speed);
        let rows = lattice.rows_of(limit);
        out.particles.par_extend(random.each(limit, |random, index| {
            let place = lattice.place(&rows, index);
            let offset = if jitter > 0.0 { random.offset(jitter) } else { [0.0; 2] };
            let position = [0, 1].map(|axis| place[axis] + offset[axis]);
            let radius = self.radii().sample(random);
            ParticleSpec { velocity: motion.sample(random), pinned: self.pinned, ..ParticleSpec::at(position, radius) }
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_follow_each_other_row_by_row_in_every_outline() {
        for outline in [Outline::Rectangle, Outline::Triangle, Outline::Ellipse] {
            for (packing, size) in [(Packing::Hexagonal, [7.3, 9.1]), (Packing::Square, [7.3, 9.1]), (Packing::Hexagonal, [1.2, 40.0])] {
                let lattice = Lattice { from: [1.0, 2.0], size, inset: 0.5, pitch: 1.1, row_height: 0.9, packing, outline };
                let row = |row| {
                    let (first, count) = lattice.row(row);
                    (0..count).map(move |column| (row, first + column as f64 * 1.1))
                };
                let sites: Vec<_> = (0..lattice.rows()).flat_map(row).map(|(row, x)| [x, lattice.y(row)]).collect();
                let room = sites.len() as u64;
                assert!(room > 8, "{outline:?}");
                for count in [1, room / 2, room - 1, room] {
                    let rows = lattice.rows_of(count);
                    let placed: Vec<_> = (0..count).map(|index| lattice.place(&rows, index)).collect();
                    assert_eq!(placed, sites[..count as usize], "{outline:?} {packing:?}");
                }
            }
        }
    }
}
