//! Soft squares: touching discs, each linked to the right, upwards and along both diagonals.

use super::super::error::SceneError;
use super::super::random::Random;
use super::super::scale::{Scale, Trim};
use super::super::source::Span;
use super::super::values::{Motion, Optional, Spread, or};
use super::links::Links;
use super::{Check, DEFAULT_RADIUS, Placed, Shape, Site, steps};
use crate::world::spec::ParticleSpec;
use serde::Deserialize;
use toml::Spanned;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoftSquares {
    from: Spanned<[f64; 2]>,
    to: Spanned<[f64; 2]>,
    size: Spanned<[u64; 2]>,
    gap: Optional<f64>,
    jitter: Optional<f64>,
    count: Optional<u64>,
    radius: Optional<f64>,
    material: Optional<String>,
    velocity: Optional<[f64; 2]>,
    speed: Optional<Spread>,
    stiffness: Optional<f64>,
    compliance: Optional<f64>,
    break_length: Optional<f64>,
}

/// Free room between squares, in diameters, where the file gives none.
const DEFAULT_GAP: f64 = 2.0;

/// Squares at one scale.
struct Grid {
    /// Discs along x and y in each.
    size: [u64; 2],
    /// From one square to the next.
    pitch: [f64; 2],
    columns: u64,
    /// Squares that fit.
    room: u64,
}

impl SoftSquares {
    fn diameter(&self) -> f64 {
        2.0 * or(&self.radius, DEFAULT_RADIUS)
    }

    fn gap(&self) -> f64 {
        or(&self.gap, DEFAULT_GAP) * self.diameter()
    }

    /// Where not even one square fits, squares are smaller.
    fn grid(&self, scale: Scale) -> Grid {
        let [from, to] = [scale.point(*self.from.get_ref()), scale.point(*self.to.get_ref())];
        let extent = [0, 1].map(|axis| to[axis] - from[axis]);
        let size = [0, 1].map(|axis| self.size.get_ref()[axis].min(steps(extent[axis] - self.gap(), self.diameter())).max(1));
        let pitch = size.map(|discs| discs as f64 * self.diameter() + self.gap());
        let [columns, rows] = [0, 1].map(|axis| steps(extent[axis], pitch[axis]));
        Grid { size, pitch, columns: columns.max(1), room: columns.saturating_mul(rows) }
    }

    fn links(&self) -> Links<'_> {
        Links { stiffness: &self.stiffness, compliance: &self.compliance, break_length: &self.break_length }
    }

    /// The first `count` discs of one square, row by row from below.
    fn place_square(&self, corner: [f64; 2], width: u64, count: u64, velocity: [f64; 2], out: &mut Placed) {
        let (diameter, first) = (self.diameter(), out.next_id());
        let (diagonal, links) = (diameter * libm::sqrt(2.0), self.links());
        for index in 0..count {
            let (column, row) = (index % width, index / width);
            let position = [corner[0] + (column as f64 + 0.5) * diameter, corner[1] + (row as f64 + 0.5) * diameter];
            out.particles.push(ParticleSpec { velocity, ..ParticleSpec::at(position, diameter / 2.0) });
            let id = first + index as u32;
            let below = id.wrapping_sub(width as u32);
            if column > 0 {
                out.links.push(links.spec([id - 1, id], diameter));
            }
            if row > 0 {
                out.links.push(links.spec([below, id], diameter));
            }
            if row > 0 && column > 0 {
                out.links.push(links.spec([below - 1, id], diagonal));
            }
            if row > 0 && column + 1 < width {
                out.links.push(links.spec([below + 1, id], diagonal));
            }
        }
    }
}

impl Shape for SoftSquares {
    fn check(&self, check: &Check<'_>, _: &Span) -> Result<(), SceneError> {
        check.one_radius(&self.radius)?;
        check.rectangle(&self.from, &self.to, self.diameter() / 2.0)?;
        let ok = self.size.get_ref().iter().all(|discs| (1..=10_000).contains(discs));
        check.require(&self.size, ok, "[discs along x, discs along y], each 1 to 10000")?;
        check.within(&self.gap, 0.0, 1e6, " diameters")?;
        check.within(&self.jitter, 0.0, 1.0, ", a share of the gap")?;
        check.motion(&self.velocity, &self.speed)?;
        self.links().check(check)?;
        let grid = self.grid(Scale::ONE);
        let fits = grid.size == *self.size.get_ref() && grid.room > 0;
        let extent = self.size.get_ref().map(|discs| discs as f64 * self.diameter() + self.gap());
        let allowed = format!("at least {} right of `from` and {} above it, so that a square and its gap fit", extent[0], extent[1]);
        check.require(&self.to, fits, allowed)?;
        match &self.count {
            Some(count) => {
                check.count(count)?;
                check.require(count, *count.get_ref() <= grid.room, format!("1 to {}, which fit between `from` and `to`", grid.room))
            }
            None => Ok(()),
        }
    }

    fn radii(&self) -> Spread {
        Spread::just(self.diameter() / 2.0)
    }

    fn material(&self) -> &Optional<String> {
        &self.material
    }

    /// A count is scaled in discs, not in squares: the last square may come out shorter.
    fn sites(&self, scale: Scale) -> u64 {
        let grid = self.grid(scale);
        let discs = |squares: u64, size: [u64; 2]| squares.saturating_mul(size[0] * size[1]);
        let room = discs(grid.room, grid.size);
        self.count.as_ref().map_or(room, |count| room.min(scale.count(discs(*count.get_ref(), *self.size.get_ref()))))
    }

    fn trim(&self) -> Trim {
        Trim::IfNeeded
    }

    fn place(&self, site: &Site, limit: u64, random: &mut Random, out: &mut Placed) {
        let grid = self.grid(site.scale);
        let from = site.scale.point(*self.from.get_ref());
        let each = grid.size[0] * grid.size[1];
        let reach = or(&self.jitter, 0.0) * self.gap() / 2.0;
        let motion = Motion::new(&self.velocity, &self.speed);
        for square in 0..limit.div_ceil(each) {
            let offset = random.offset(reach);
            let at = [square % grid.columns, square / grid.columns];
            let corner = [0, 1].map(|axis| from[axis] + at[axis] as f64 * grid.pitch[axis] + self.gap() / 2.0 + offset[axis]);
            let velocity = motion.sample(random);
            self.place_square(corner, grid.size[0], each.min(limit - square * each), velocity, out);
        }
    }
}
