//! `[[material]]`: what discs and obstacles are made of, named by shapes and obstacles.

use super::error::{SceneError, nearest};
use super::source::Source;
use super::values::Optional;
use crate::world::body::MAX_FRICTION;
use crate::world::checks::MASSES;
use crate::world::spec::{MaterialSpec, WorldSpec};
use serde::Deserialize;
use toml::Spanned;

/// A material of the file. What it leaves out is the world's own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Material {
    name: Spanned<String>,
    density: Optional<f64>,
    mass: Optional<f64>,
    friction: Optional<f64>,
    restitution: Optional<f64>,
}

/// Most materials of a scene.
const MOST: usize = 1000;

impl Material {
    /// The material in a world with these settings.
    pub fn spec(&self, world: &WorldSpec) -> MaterialSpec {
        let value = |key: &Optional<f64>, default: f64| key.as_ref().map_or(default, |key| *key.get_ref());
        MaterialSpec {
            density: value(&self.density, world.density),
            mass: self.mass.as_ref().map(|mass| *mass.get_ref()),
            friction: value(&self.friction, world.friction),
            restitution: value(&self.restitution, world.restitution),
        }
    }

    /// What shapes and obstacles name it by.
    pub fn name(&self) -> &str {
        self.name.get_ref()
    }

    fn check(&self, source: &Source) -> Result<(), SceneError> {
        let within = |key: &Optional<f64>, low: f64, high: f64, allowed: &str| match key {
            Some(key) if !(low..=high).contains(key.get_ref()) => Err(source.bad(&key.span(), allowed)),
            _ => Ok(()),
        };
        within(&self.density, *MASSES.start(), *MASSES.end(), "1e-12 to 1e12, mass per area")?;
        within(&self.mass, *MASSES.start(), *MASSES.end(), "1e-12 to 1e12")?;
        within(&self.friction, 0.0, MAX_FRICTION, "0 to 100")?;
        within(&self.restitution, 0.0, 1.0, "0 to 1")?;
        match (&self.density, &self.mass) {
            (Some(_), Some(mass)) => Err(source.bad(&mass.span(), "either `density` or `mass`, not both")),
            _ => Ok(()),
        }
    }
}

/// Every material by itself, and its name given once.
pub(super) fn check(materials: &[Spanned<Material>], source: &Source) -> Result<(), SceneError> {
    for (index, material) in materials.iter().enumerate() {
        let name = &material.get_ref().name;
        if name.get_ref().is_empty() {
            return Err(source.bad(&name.span(), "a name that shapes can give"));
        }
        let given = |other: &Spanned<Material>| other.get_ref().name.get_ref() == name.get_ref();
        if materials[..index].iter().any(given) {
            return Err(source.bad(&name.span(), "a name of its own: another material has this one"));
        }
        if index >= MOST {
            return Err(source.bad(&name.span(), format!("no more than {MOST} materials")));
        }
        material.get_ref().check(source)?;
    }
    Ok(())
}

/// The number of the material that a shape names; without a name the world's own.
///
/// # Errors
/// A name that no material has.
pub(super) fn number(name: &Optional<String>, materials: &[Spanned<Material>], source: &Source) -> Result<u16, SceneError> {
    let Some(key) = name else { return Ok(0) };
    let names = || materials.iter().map(|material| material.get_ref().name.get_ref().as_str());
    match { names() }.position(|name| name == key.get_ref()) {
        Some(index) => Ok(index as u16 + 1),
        None if materials.is_empty() => Err(source.bad(&key.span(), "the name of a [[material]], of which this scene has none")),
        None => {
            let likely = nearest(key.get_ref(), names()).map_or(String::new(), |name| format!(" (do you mean \"{name}\"?)"));
            Err(source.bad(&key.span(), format!("the name of a [[material]], of {}{likely}", names().collect::<Vec<_>>().join(", "))))
        }
    }
}
