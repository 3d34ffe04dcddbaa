//! Values that several shapes share: a number or a range, an optional key with its place.

use super::random::Random;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use std::fmt;
use toml::Spanned;

/// A key that may be left out.
pub(super) type Optional<T> = Option<Spanned<T>>;

/// The value of a key that may be left out.
pub(super) fn or<T: Clone>(key: &Optional<T>, default: T) -> T {
    key.as_ref().map_or(default, |spanned| spanned.get_ref().clone())
}

/// As [`or`], in radians where the key says degrees.
pub(super) fn radians_or(degrees: &Optional<f64>, default: f32) -> f32 {
    degrees.as_ref().map_or(default, |degrees| degrees.get_ref().to_radians() as f32)
}

/// A number, or uniform between two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub low: f64,
    pub high: f64,
}

impl Spread {
    /// Always the same number.
    pub const fn just(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// One number. A range of no width takes nothing from the stream.
    pub fn sample(self, random: &mut Random) -> f64 {
        if self.low == self.high { self.low } else { random.between(self.low, self.high) }
    }
}

impl<'de> de::Deserialize<'de> for Spread {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SpreadVisitor)
    }
}

struct SpreadVisitor;

impl<'de> Visitor<'de> for SpreadVisitor {
    type Value = Spread;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or [lowest, highest], without quotes")
    }

    fn visit_f64<E>(self, value: f64) -> Result<Spread, E> {
        Ok(Spread::just(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Spread, E> {
        Ok(Spread::just(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Spread, E> {
        Ok(Spread::just(value as f64))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Spread, A::Error> {
        let mut next = |index| items.next_element::<f64>()?.ok_or_else(|| de::Error::invalid_length(index, &self));
        let spread = Spread { low: next(0)?, high: next(1)? };
        match items.next_element::<f64>()? {
            None => Ok(spread),
            Some(_) => Err(de::Error::invalid_length(3, &self)),
        }
    }
}

/// How the discs of a shape start to move: together, and each its own way.
#[derive(Clone, Copy)]
pub(super) struct Motion {
    pub velocity: [f64; 2],
    pub speed: Spread,
}

impl Motion {
    /// The motion that two optional keys ask for; at rest without them.
    pub fn new(velocity: &Optional<[f64; 2]>, speed: &Optional<Spread>) -> Self {
        Self { velocity: or(velocity, [0.0; 2]), speed: or(speed, Spread::just(0.0)) }
    }

    /// One velocity, units/s.
    pub fn sample(self, random: &mut Random) -> [f64; 2] {
        if self.speed == Spread::just(0.0) {
            return self.velocity;
        }
        let speed = self.speed.sample(random);
        let direction = random.direction();
        [0, 1].map(|axis| self.velocity[axis] + speed * direction[axis])
    }
}
