//! Particles and links given one by one, inline or in a table file.

use super::attached::Attached;
use super::error::SceneError;
use super::shapes::Check;
use super::source::Span;
use super::tables;
use super::values::{Optional, or, radians_or};
use crate::world::spec::{LinkSpec, ParticleSpec};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use toml::Spanned;

/// `[[particles]]`: either a file or a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Particles {
    file: Optional<String>,
    list: Option<Spanned<Vec<Spanned<Item>>>>,
    radius: Optional<f64>,
    velocity: Optional<[f64; 2]>,
    angle: Optional<f64>,
    turn_rate: Optional<f64>,
    material: Optional<String>,
    #[serde(default)]
    pinned: bool,
}

/// One of the list: a table, or its place alone.
#[derive(Clone, Debug)]
enum Item {
    Table(ItemKeys),
    Place([f64; 2]),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemKeys {
    at: Spanned<[f64; 2]>,
    radius: Optional<f64>,
    velocity: Optional<[f64; 2]>,
    angle: Optional<f64>,
    turn_rate: Optional<f64>,
    pinned: Option<bool>,
}

/// `[[link]]`: ids count the explicit particles in the order of the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Link {
    ends: Spanned<[u32; 2]>,
    rest_length: Optional<f64>,
    stiffness: Optional<f64>,
    compliance: Optional<f64>,
    break_length: Optional<f64>,
}

impl Link {
    /// The ids of its discs.
    pub fn ends(&self) -> [u32; 2] {
        *self.ends.get_ref()
    }
}

impl Particles {
    /// The particles, from the file or the list.
    ///
    /// # Errors
    /// Both or neither of the two, a file that cannot be used, a particle with a bad number or outside the world.
    pub fn load(&self, check: &Check<'_>, at: &Span, attached: &mut Attached) -> Result<Vec<ParticleSpec>, SceneError> {
        check.one_radius(&self.radius)?;
        check.motion(&self.velocity, &None)?;
        check.pinned_rests(self.pinned, &self.velocity, &None)?;
        check.turned(self.pinned, &self.angle, &self.turn_rate)?;
        let model = ParticleSpec {
            velocity: or(&self.velocity, [0.0; 2]),
            angle: radians_or(&self.angle, 0.0),
            angular_velocity: radians_or(&self.turn_rate, 0.0),
            pinned: self.pinned,
            ..ParticleSpec::at([0.0; 2], or(&self.radius, 0.5))
        };
        match (&self.file, &self.list) {
            (Some(file), Some(_)) => check.bad(&file.span(), "either `file` or `list`, not both"),
            (None, None) => Err(check.source.missing(at, "file` or `list")),
            (Some(file), None) => tables::load(check, file, attached, model),
            (None, Some(list)) if list.get_ref().is_empty() => check.bad(&list.span(), "at least one particle"),
            (None, Some(list)) => list.get_ref().iter().map(|item| item_spec(item, check, model)).collect(),
        }
    }
}

impl Particles {
    /// The item of the list that the particle `index` of this table is; a file has rows instead.
    pub fn item(&self, index: usize) -> Option<Span> {
        Some(self.list.as_ref()?.get_ref().get(index)?.span())
    }

    /// The name of what the particles are made of.
    pub fn material(&self) -> &Optional<String> {
        &self.material
    }

    /// The name of the file, where there is one.
    pub fn file(&self) -> Option<&Spanned<String>> {
        self.file.as_ref()
    }
}

fn item_spec(item: &Spanned<Item>, check: &Check<'_>, model: ParticleSpec) -> Result<ParticleSpec, SceneError> {
    match item.get_ref() {
        Item::Table(keys) => keys.spec(check, model),
        &Item::Place(position) => {
            let at = Spanned::new(item.span(), position);
            ItemKeys { at, radius: None, velocity: None, angle: None, turn_rate: None, pinned: None }.spec(check, model)
        }
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ItemVisitor)
    }
}

/// Reads either; serde's own choice between the two would lose where what is wrong stands.
struct ItemVisitor;

impl<'de> Visitor<'de> for ItemVisitor {
    type Value = Item;

    fn expecting(&self, words: &mut fmt::Formatter<'_>) -> fmt::Result {
        words.write_str("[x, y] or a table, { at = [x, y], … }")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Item, A::Error> {
        ItemKeys::deserialize(MapAccessDeserializer::new(map)).map(Item::Table)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Item, A::Error> {
        <[f64; 2]>::deserialize(SeqAccessDeserializer::new(seq)).map(Item::Place)
    }
}

impl ItemKeys {
    fn spec(&self, check: &Check<'_>, model: ParticleSpec) -> Result<ParticleSpec, SceneError> {
        check.one_radius(&self.radius)?;
        check.motion(&self.velocity, &None)?;
        let radius = or(&self.radius, model.radius);
        check.inside(&self.at, radius)?;
        let pinned = self.pinned.unwrap_or(model.pinned);
        check.pinned_rests(pinned, &self.velocity, &None)?;
        check.turned(pinned, &self.angle, &self.turn_rate)?;
        // The table's own is that of all that move.
        let (velocity, rate) = match pinned {
            true => ([0.0; 2], 0.0),
            false => (or(&self.velocity, model.velocity), radians_or(&self.turn_rate, model.angular_velocity)),
        };
        let angle = radians_or(&self.angle, model.angle);
        Ok(ParticleSpec { position: *self.at.get_ref(), velocity, radius, angle, angular_velocity: rate, pinned, ..model })
    }
}

impl Link {
    /// The link between two of these particles.
    ///
    /// # Errors
    /// A missing end, twice the same end, a bad number.
    pub fn spec(&self, check: &Check<'_>, particles: &[ParticleSpec]) -> Result<LinkSpec, SceneError> {
        let ends = *self.ends.get_ref();
        let there = ends.iter().all(|&id| (id as usize) < particles.len());
        let allowed = match particles.len() {
            0 => "a particle of [[particles]], of which this scene has none: links join those that are listed one by one".to_owned(),
            count => format!("two different ids of explicit particles, 0 to {}", count - 1),
        };
        check.require(&self.ends, there && ends[0] != ends[1], allowed)?;
        let longest = check.size[0] + check.size[1];
        if let Some(key) = &self.rest_length {
            let allowed = format!("0 to {longest} units, width and height of the world together");
            check.require(key, (0.0..=longest).contains(key.get_ref()), allowed)?;
        }
        check.elasticity(&self.stiffness, &self.compliance)?;
        let [a, b] = ends.map(|id| particles[id as usize].position);
        let apart = libm::hypot(a[0] - b[0], a[1] - b[1]);
        let rest_length = or(&self.rest_length, apart);
        if let Some(key) = &self.break_length {
            let most = 2.0 * longest;
            let ok = *key.get_ref() > rest_length && *key.get_ref() <= most;
            let allowed = format!(
                "above the rest length, {rest_length}, up to {most} units, twice width and height of the world together (none at all never breaks)"
            );
            check.require(key, ok, allowed)?;
            let starts_whole = *key.get_ref() > apart;
            check.require(key, starts_whole, format!("above {apart}, how far apart its ends start, or it breaks at once"))?;
        }
        let break_length = self.break_length.as_ref().map(|key| *key.get_ref());
        let (stiffness, compliance) = (or(&self.stiffness, 1.0), or(&self.compliance, 0.0));
        Ok(LinkSpec { ends, rest_length, stiffness, compliance, break_length })
    }
}
