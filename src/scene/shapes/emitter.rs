//! An emitter: a line that lets rows of discs out over time.

use super::super::error::SceneError;
use super::super::random::Random;
use super::super::scale::Scale;
use super::super::source::Span;
use super::super::values::{Optional, Spread, or};
use super::repeat::{Lines, Repeat, check_lines};
use super::{Check, DEFAULT_RADIUS, Placed, Shape, Site, steps};
use crate::world::short;
use crate::world::spec::ParticleSpec;
use serde::Deserialize;
use toml::Spanned;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emitter {
    from: Spanned<[f64; 2]>,
    to: Spanned<[f64; 2]>,
    count: Spanned<u64>,
    rate: Spanned<f64>,
    speed: Spanned<f64>,
    direction: Optional<[f64; 2]>,
    start: Optional<f64>,
    spacing: Optional<f64>,
    radius: Optional<Spread>,
    material: Optional<String>,
    repeat: Option<Repeat>,
}

/// The last substep in which a disc may come out.
const MAX_BIRTH: f64 = (1u32 << 31) as f64;

impl Emitter {
    fn lines(&self, scale: Scale) -> Lines {
        Lines::new(*self.from.get_ref(), *self.to.get_ref(), &self.repeat, self.radii().high, scale)
    }

    /// Discs side by side in a row. The line holds their centres, so a radius sticks out at each end.
    fn row(&self, length: f64) -> u64 {
        steps(length, 2.0 * self.radii().high * or(&self.spacing, 1.0)).saturating_add(1)
    }

    /// Seconds between two rows. The file's rate is that of the file's line: a longer one pours more.
    fn interval(&self) -> f64 {
        self.row(self.lines(Scale::ONE).length()) as f64 / self.rate.get_ref()
    }

    /// Unit vector in which discs come out: down where the file gives none.
    fn direction(&self) -> [f64; 2] {
        let [x, y] = or(&self.direction, [0.0, -1.0]);
        let length = libm::hypot(x, y);
        [x / length, y / length]
    }

    /// Seconds until a row has moved out of the way of the next, `None` if it never does.
    ///
    /// The row is `d` away from the line after `t` where, with drag `k`, `d = p t / k + (v - p / k)(1 - exp(-k t)) / k`, and without
    /// `d = v t + p t² / 2`; `v` is the speed across the line and `p` the pull of gravity along it.
    fn clearance(&self, check: &Check<'_>) -> Option<f64> {
        let [along, direction] = [self.lines(Scale::ONE).along, self.direction()];
        let length = libm::hypot(along[0], along[1]);
        let normal = if length == 0.0 { direction } else { [-along[1] / length, along[0] / length] };
        let side = normal[0] * direction[0] + normal[1] * direction[1];
        let v = *self.speed.get_ref() * side.abs();
        let pull = (check.gravity[0] * normal[0] + check.gravity[1] * normal[1]) * side.signum();
        let d = 2.0 * self.radii().high;
        if v > 0.0 { time_to_go(d, v, pull, check.drag) } else { None }
    }

    /// Rows apart by whole substeps, and those enough for one row to clear the line.
    fn check_rate(&self, check: &Check<'_>) -> Result<(), SceneError> {
        let Some(clearance) = self.clearance(check) else {
            return check
                .bad(&self.speed.span(), "more speed across the line, or another direction: a row never gets out of the way of the next");
        };
        let least = (clearance * check.substeps_per_second - 1e-6).ceil().max(1.0);
        let given = (self.interval() * check.substeps_per_second + 1e-6).floor();
        let row = self.row(self.lines(Scale::ONE).length()) as f64;
        let most = short(row / least * check.substeps_per_second);
        let allowed = format!("above 0, up to {most} discs/s in rows of {row} at this speed (a faster or longer emitter lets out more)");
        check.require(&self.rate, given >= least, allowed)
    }

    /// Seconds from the first row to the last, of `count` discs at a scale.
    fn pouring(&self, scale: Scale, count: u64) -> f64 {
        let lines = self.lines(scale);
        let rows = count.div_ceil(lines.count()).div_ceil(self.row(lines.length()));
        rows.saturating_sub(1) as f64 * self.interval()
    }

    /// The last of `count` discs is out before substeps are too many to count.
    fn check_time(&self, check: &Check<'_>, scale: Scale, count: u64) -> Result<(), SceneError> {
        let (start, most) = (or(&self.start, 0.0), MAX_BIRTH / check.substeps_per_second);
        if let Some(key) = &self.start {
            check.require(key, start < most, format!("0 to below {} s, the last time that can be counted", short(most)))?;
        }
        let pouring = self.pouring(scale, count);
        // A little more than the least, so that the digits left out do no harm.
        let least = 1.001 * self.rate.get_ref() * pouring / (most - start);
        let allowed = format!(
            "{least:.3e} discs/s or more, so that all {count} are out before {} s (or fewer discs, or an earlier start)",
            short(most)
        );
        check.require(&self.rate, start + pouring < most, allowed)
    }
}

/// Seconds in which something goes a way that starts with a speed above 0, is pulled by an acceleration and slowed by drag; `None` if it
/// turns round, or comes to rest, before.
fn time_to_go(way: f64, speed: f64, pull: f64, drag: f64) -> Option<f64> {
    let root = speed * speed + 2.0 * pull * way;
    // The smaller root of the quadratic, in the form that holds without a pull, too.
    let freely = if root >= 0.0 { Some(2.0 * way / (speed + libm::sqrt(root))) } else { None };
    // So little drag is lost in the digits of what follows.
    if drag == 0.0 || freely.is_some_and(|time| drag * time < 1e-7) {
        return freely;
    }
    let last = pull / drag;
    let gone = |t: f64| last * t - (speed - last) * libm::expm1(-drag * t) / drag;
    // Until it turns round, or for as long as it takes.
    let mut end = if pull < 0.0 { libm::log1p(-speed / last) / drag } else { way / speed };
    while pull >= 0.0 && gone(end) < way {
        end *= 2.0;
        if drag * end > 100.0 && pull == 0.0 {
            return None;
        }
    }
    if gone(end) < way {
        return None;
    }
    let mut start = 0.0;
    for _ in 0..100 {
        let middle = 0.5 * (start + end);
        if gone(middle) < way { start = middle } else { end = middle }
    }
    Some(end)
}

impl Shape for Emitter {
    fn check(&self, check: &Check<'_>, _: &Span) -> Result<(), SceneError> {
        let radius = check.radius(&self.radius)?;
        check.within(&self.spacing, 1.0, 1e6, " diameters, from centre to centre on average")?;
        check_lines(check, &self.from, &self.to, &self.repeat, radius.high)?;
        check.count(&self.count)?;
        check.require(&self.rate, (1e-6..=1e12).contains(self.rate.get_ref()), "1e-6 to 1e12 discs per second")?;
        check.require(&self.speed, *self.speed.get_ref() > 0.0 && *self.speed.get_ref() <= 1e6, "above 0, up to 1e6 units/s")?;
        if let Some(direction) = &self.direction {
            let [x, y] = *direction.get_ref();
            check.require(direction, (1e-6..=1e6).contains(&libm::hypot(x, y)), "[x, y] of a length from 1e-6 to 1e6")?;
        }
        check.within(&self.start, 0.0, 1e9, " s")?;
        self.check_rate(check)?;
        self.check_time(check, Scale::ONE, *self.count.get_ref())
    }

    fn check_scaled(&self, check: &Check<'_>, scale: Scale, limit: u64) -> Result<(), SceneError> {
        self.check_time(check, scale, limit)
    }

    fn radii(&self) -> Spread {
        or(&self.radius, Spread::just(DEFAULT_RADIUS))
    }

    fn material(&self) -> &Optional<String> {
        &self.material
    }

    fn sites(&self, scale: Scale) -> u64 {
        scale.count(*self.count.get_ref())
    }

    fn place(&self, site: &Site, limit: u64, random: &mut Random, out: &mut Placed) {
        let lines = self.lines(site.scale);
        let row = self.row(lines.length());
        let first = or(&self.start, 0.0) * site.substeps_per_second;
        let interval = self.interval() * site.substeps_per_second;
        let velocity = self.direction().map(|part| part * self.speed.get_ref());
        // Each disc of a row has a cell of the line to itself, and is anywhere in it.
        let radius = self.radii().high;
        let cell = (lines.length() + 2.0 * radius) / row as f64;
        for copy in 0..lines.count().min(limit) {
            let start = lines.start(copy);
            let share = limit / lines.count() + u64::from(copy < limit % lines.count());
            for index in 0..share {
                let free = cell / 2.0 - radius;
                let place = ((index % row) as f64 + 0.5) * cell - radius + random.between(-free, free);
                let way = place / lines.length().max(f64::MIN_POSITIVE);
                let position = [0, 1].map(|axis| start[axis] + lines.along[axis] * way);
                let birth = (first + (index / row) as f64 * interval) as u32;
                out.particles.push(ParticleSpec { velocity, birth, ..ParticleSpec::at(position, self.radii().sample(random)) });
            }
        }
    }
}
