//! From a refusal of the finished world back to the table and the key of the file.

use super::build::Asker;
use super::error::SceneError;
use super::scale::{Plan, Scale};
use super::source::Span;
use super::{Inner, obstacles};
use crate::world::WorldError;

/// A shape, and what of the world comes from it and the shapes behind it.
pub(super) struct Origin {
    /// The id of its first particle.
    pub first_particle: u32,
    /// The index of its first link.
    pub first_link: usize,
    /// Its place in the file.
    pub span: Span,
}

/// Where everything of a world comes from.
pub(super) struct Origins {
    /// In the order of the first particles.
    pub shapes: Vec<Origin>,
    /// By obstacle, the table.
    pub obstacles: Vec<Span>,
}

impl Origins {
    /// The place of the shape that a particle belongs to.
    fn of_particle(&self, id: u32) -> Option<&Span> {
        self.shapes.iter().rev().find(|origin| origin.first_particle <= id).map(|origin| &origin.span)
    }

    /// The same of a link.
    fn of_link(&self, index: u64) -> Option<&Span> {
        self.shapes.iter().rev().find(|origin| origin.first_link as u64 <= index).map(|origin| &origin.span)
    }
}

/// The keys that decide what a refusal names, whichever the shape.
fn keys_of(name: &str) -> &'static [&'static str] {
    match name {
        "velocity" => &["velocity", "speed"],
        "angle" => &["angle"],
        "angular_velocity" => &["turn_rate"],
        "rest_length" => &["rest_length", "slack"],
        "break_length" => &["break_length"],
        "stiffness" => &["stiffness"],
        "radius" => &["radius"],
        "end" => &["ends"],
        _ => &["at"],
    }
}

impl Inner {
    /// A refusal of the finished world, with the table and the key it comes from.
    pub(super) fn explain(&self, error: WorldError, origins: &Origins) -> SceneError {
        match &error {
            WorldError::Particle { id, .. } if (*id as usize) < self.given.particles.len() => self.explain_explicit(*id as usize, error),
            WorldError::Particle { id, name, .. } => self.explain_at(origins.of_particle(*id), name, error),
            WorldError::Link { index, name, .. } => {
                let given = self.file.link.get(*index).map(|link| link.span());
                self.explain_at(given.as_ref().or(origins.of_link(*index as u64)), name, error)
            }
            WorldError::Obstacle { obstacle, .. }
            | WorldError::CrossedOutline { obstacle, .. }
            | WorldError::ThinOutline { obstacle, .. }
            | WorldError::Buried { obstacle, .. } => {
                let table = origins.obstacles[*obstacle].clone();
                obstacles::refused(error, &self.source, &table)
            }
            WorldError::Hub { id, .. } => {
                let given = self.file.link.iter().rfind(|link| link.get_ref().ends().contains(id)).map(toml::Spanned::span);
                self.explain_at(given.as_ref().or(origins.of_particle(*id)), "end", error)
            }
            WorldError::TooManyLinks { limit, .. } => self.explain_at(origins.of_link(*limit), "links", error),
            WorldError::CoverTooLarge { .. } => self.explain_at(origins.obstacles.first(), "shape", error),
            _ => self.file.refused(error, &self.source),
        }
    }

    /// A refusal before anything is placed: a scaled world is as large as its number of particles makes it.
    pub(super) fn explain_size(&self, error: WorldError, plan: &Plan, asked: Option<u64>) -> SceneError {
        let [number, way_out] = match error {
            WorldError::TooFine { .. } | WorldError::TooManyCells { .. } => ["many", "fewer"],
            WorldError::Narrow { .. } => ["few", "more"],
            _ => return self.file.refused(error, &self.source),
        };
        if plan.scale == Scale::ONE {
            return self.file.refused(error, &self.source);
        }
        self.count_error(plan.total(), Asker::of(asked), format!("scaled to so {number}, {error}: ask for {way_out}"))
    }

    /// At the one key of the table that decides it; at the table where several do, or a default.
    fn explain_at(&self, table: Option<&Span>, name: &str, source: WorldError) -> SceneError {
        let span = table.map(|table| match &self.source.keys_in(table, keys_of(name))[..] {
            [key] => key.clone(),
            _ => table.clone(),
        });
        SceneError::World { place: self.source.place(&span.unwrap_or_else(|| self.file.world.span())), source }
    }

    /// A particle given one by one: its row of a file, or its item of a list, or what the table has for all.
    fn explain_explicit(&self, id: usize, source: WorldError) -> SceneError {
        let (mut tables, WorldError::Particle { name, value, allowed, .. }) = (self.file.particles.iter().zip(&self.given.starts), &source)
        else {
            return self.file.refused(source, &self.source);
        };
        let Some((table, first)) = tables.rfind(|(_, first)| **first <= id) else {
            return self.file.refused(source, &self.source);
        };
        let index = id - first;
        if let Some(file) = table.get_ref().file() {
            let problem = format!("{name} is {value}: allowed is {allowed}");
            let (place, path) = (self.source.place(&file.span()), file.get_ref().clone());
            return SceneError::Table { place, path, row: Some(index as u64 + 1), problem };
        }
        let item = table.get_ref().item(index).filter(|item| !self.source.keys_in(item, keys_of(name)).is_empty());
        self.explain_at(Some(&item.unwrap_or_else(|| table.span())), name, source)
    }
}
