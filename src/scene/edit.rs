//! Scenes whose obstacles, gravity or drag are changed. The text of the file stays the truth: an edit changes numbers in the text, comments
//! and all else in it untouched, and what is simulated is read from it. So a scene that is saved loads to what was seen.

use super::limits;
use super::merged::{merge, replace};
use super::obstacles::{self, scaled};
use super::scale::Scale;
use super::source::Source;
use super::written;
use super::{Inner, Overrides, Scene, SceneError};
use crate::world::WorldError;
use crate::world::spec::{Fall, ObstacleShape, ObstacleSpec};
use std::path::Path;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, value};

/// A change of one obstacle. Obstacles are numbered as in [`Scene::obstacles`], in the units of the world that the overrides make.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit<'a> {
    /// One more.
    Add(&'a ObstacleSpec),
    /// Another one in its place.
    Replace(usize, &'a ObstacleSpec),
    /// One less.
    Remove(usize),
}

/// Where an obstacle stands in a file.
struct Origin {
    table: usize,
    /// Column and row, where it is one of the copies of a table.
    copy: Option<[u32; 2]>,
}

/// Places are written to so many parts of the smallest diameter or the next decimal place: far less than is seen, and short numbers in
/// the file.
const PARTS: f64 = 1e5;

impl Scene {
    /// The obstacles of the world that the overrides make, in its units; those of the scene of a checkpoint are made as it was.
    ///
    /// # Errors
    /// A count of particles that the scene cannot have, or an obstacle outside its limits.
    pub fn obstacles(&self, overrides: &Overrides) -> Result<Vec<ObstacleSpec>, SceneError> {
        let (spec, substeps) = (self.inner.file.spec(), self.settled(overrides).substeps);
        let substeps_per_second = spec.frame_rate * f64::from(substeps.unwrap_or(spec.substeps));
        Ok(obstacles::all(&self.inner.file, &self.inner.source, self.scale(overrides)?, substeps_per_second)?.0)
    }

    /// The same scene after an edit, and the number that a new or replaced obstacle has there. Places are rounded to the
    /// decimal place that is at most the 10⁻⁵th part of a diameter. One of the copies of a table that repeats becomes a table of its own.
    ///
    /// # Errors
    /// An obstacle outside its limits, or overrides that this scene cannot have.
    ///
    /// # Panics
    /// If there is no obstacle of that number.
    pub fn edited(&self, edit: Edit<'_>, overrides: &Overrides) -> Result<(Self, usize), SceneError> {
        let scale = self.scale(overrides)?;
        let origins = self.origins(scale)?;
        let mut document = self.document();
        let mut tables = tables_of(&mut document, "obstacle");
        if let Edit::Add(spec) | Edit::Replace(_, spec) = edit {
            self.check_material(spec)?;
        }
        let number = match edit {
            Edit::Add(spec) => {
                tables.push(self.table(spec, scale));
                origins.len()
            }
            Edit::Remove(number) => {
                take_out(&mut tables, &origins[number]);
                number
            }
            Edit::Replace(number, spec) => match &origins[number] {
                Origin { table, copy: None } => {
                    merge(tables.get_mut(*table).expect("every obstacle has a table"), &self.table(spec, scale));
                    number
                }
                copy => {
                    take_out(&mut tables, copy);
                    tables.push(self.table(spec, scale));
                    origins.len() - 1
                }
            },
        };
        put_back(&mut document, "obstacle", tables);
        let scene = self.with_text(&document)?;
        scene.obstacles(overrides)?;
        Ok((scene, number))
    }

    /// A file names materials, of which it has so many.
    fn check_material(&self, spec: &ObstacleSpec) -> Result<(), SceneError> {
        let Inner { source, file, .. } = &*self.inner;
        let (material, most) = (usize::from(spec.material), file.material.len());
        if material <= most {
            return Ok(());
        }
        let refused = WorldError::Setting {
            name: "material",
            value: material as f64,
            allowed: "a number of a [[material]], from 1, or 0 for the world's own",
        };
        Err(SceneError::World { place: source.place(&file.world.span()), source: refused })
    }

    /// Gravity and drag.
    pub fn fall(&self) -> Fall {
        self.inner.file.spec().fall()
    }

    /// The same scene with other gravity and drag, to be built with the overrides.
    ///
    /// # Errors
    /// Those outside their limits, or with which a row that comes out of an emitter never gets out of the way of the next.
    pub fn with_fall(&self, fall: Fall, overrides: &Overrides) -> Result<Self, SceneError> {
        let (mut document, now) = (self.document(), self.fall());
        let world = document["world"].as_table_like_mut().expect("serde has read a table");
        let gravity = (fall.gravity != now.gravity).then(|| set(world, "gravity", toml_edit::Array::from_iter(fall.gravity).into()));
        let drag = (fall.drag != now.drag).then(|| set(world, "drag", fall.drag.into()));
        if [gravity, drag].contains(&Some(true)) {
            lay_out(&mut document["world"]);
        }
        let scene = self.with_text(&document)?;
        scene.inner.overridden(&scene.settled(overrides))?;
        Ok(scene)
    }

    /// The same scene with another text, of obstacles, gravity or drag.
    fn with_text(&self, document: &DocumentMut) -> Result<Self, SceneError> {
        let source = Source { text: self.inner.source.with_line_ends(document), ..self.inner.source.clone() };
        let scene = Self::from_source(source, self.inner.attached.clone(), Some(self.inner.given.clone()))?;
        Ok(Self { name: self.name.clone(), resumed: self.resumed.clone(), ..scene })
    }

    /// The text of a file for `folder` that is loaded as this scene is built with the overrides.
    ///
    /// # Errors
    /// Overrides outside their range; a scene out of a checkpoint that names files, which are in no folder.
    pub fn text_for(&self, overrides: &Overrides, folder: &Path) -> Result<String, SceneError> {
        let (mut document, overrides) = (self.document(), self.settled(overrides));
        self.inner.planned(&overrides)?;
        if let (None, Some(name)) = (self.folder(), self.files().keys().next()) {
            return Err(SceneError::Unreadable {
                path: name.clone(),
                reason: format!(
                    "{} names it, and has come from no folder in which it would lie (out of a checkpoint unzip gets it)",
                    self.name
                ),
            });
        }
        let top = [("count", overrides.particles), ("seed", overrides.seed)];
        for (key, number) in top.into_iter().filter_map(|(key, number)| Some((key, number?))) {
            set(document.as_table_mut(), key, (number as i64).into());
        }
        let world = document["world"].as_table_like_mut().expect("serde has read a table");
        let substeps = overrides.substeps.map(|substeps| set(world, "substeps", i64::from(substeps).into()));
        let solver = overrides.solver.map(|solver| set(world, "solver", solver.name().into()));
        if [substeps, solver].contains(&Some(true)) {
            lay_out(&mut document["world"]);
        }
        if let Some(base) = self.inner.attached.folder().filter(|base| !same(base, folder)) {
            let mut tables = tables_of(&mut document, "particles");
            for particles in tables.iter_mut() {
                if let Some(file) = particles.get("file").and_then(Item::as_str) {
                    let file = std::path::absolute(base.join(file)).unwrap_or_else(|_| base.join(file));
                    set(particles, "file", file.to_string_lossy().into_owned().into());
                }
            }
            put_back(&mut document, "particles", tables);
        }
        Ok(self.inner.source.with_line_ends(&document))
    }

    pub(super) fn scale(&self, overrides: &Overrides) -> Result<Scale, SceneError> {
        Ok(self.inner.plan(self.settled(overrides).particles)?.scale)
    }

    pub(super) fn document(&self) -> DocumentMut {
        self.text().parse().expect("what serde has read is TOML")
    }

    /// Where each obstacle of the world at a scale stands.
    fn origins(&self, scale: Scale) -> Result<Vec<Origin>, SceneError> {
        let mut all = Vec::new();
        for (table, obstacle) in self.inner.file.obstacle.iter().enumerate() {
            match obstacle.get_ref().copies(&self.inner.source, &obstacle.span(), scale)? {
                None => all.push(Origin { table, copy: None }),
                Some(copies) => all.extend(copies.into_iter().map(|copy| Origin { table, copy: Some(copy) })),
            }
        }
        Ok(all)
    }

    /// The table of an obstacle in the units of the world.
    fn table(&self, spec: &ObstacleSpec, scale: Scale) -> Table {
        let back = scale.back();
        let diameter = 2.0 * limits::radii(&self.inner.file, &self.inner.given.particles).low;
        // By products, which are the same everywhere.
        let mut unit = 1.0;
        while unit * diameter < PARTS {
            unit *= 10.0;
        }
        let length = |length: f64| (length * unit).round() / unit;
        let mut rail = scaled(&spec.rail, back);
        let shape = with_lengths(spec.shape.mapped(|point| back.point(point).map(length), back.factor), length);
        // About its middle is how it turns where the file does not say.
        let (pivot, middle) = (back.point(spec.rail.pivot), shape.middle());
        let is_middle = (0..2).all(|axis| (pivot[axis] - middle[axis]).abs() * unit < 1.0);
        rail.pivot = if is_middle { middle } else { pivot.map(length) };
        let named = usize::from(spec.material).checked_sub(1).and_then(|index| self.inner.file.material.get(index));
        written::table(&ObstacleSpec { shape, rail, material: spec.material }, named.map(|material| material.get_ref().name()))
    }
}

/// Whether two folders are one.
fn same(a: &Path, b: &Path) -> bool {
    let whole = |folder: &Path| std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    whole(a) == whole(b)
}

/// Takes all tables of a name out of a document, however they are written.
fn tables_of(document: &mut DocumentMut, name: &str) -> ArrayOfTables {
    document.remove(name).and_then(|item| item.into_array_of_tables().ok()).unwrap_or_default()
}

fn put_back(document: &mut DocumentMut, name: &str, tables: ArrayOfTables) {
    if !tables.is_empty() {
        document[name] = Item::ArrayOfTables(tables);
    }
}

/// Leaves out one obstacle.
fn take_out(tables: &mut ArrayOfTables, origin: &Origin) {
    let Some([column, row]) = origin.copy else {
        tables.remove(origin.table);
        return;
    };
    let repeat = tables.get_mut(origin.table).and_then(|table| table.get_mut("repeat")).expect("what has copies repeats");
    let keys = repeat.as_table_like_mut().expect("serde has read a table");
    let except = keys.entry("except").or_insert_with(|| value(toml_edit::Array::new()));
    let copy: toml_edit::Array = [i64::from(column), i64::from(row)].into_iter().collect();
    except.as_array_mut().expect("serde has read a list").push(copy);
    if let Some(inline) = repeat.as_inline_table_mut() {
        // Spaces stay with what they stood at otherwise.
        inline.fmt();
    }
}

/// The shape with its radius, size or thickness by `length`; none of them gets lost.
fn with_lengths(mut shape: ObstacleShape, length: impl Fn(f64) -> f64) -> ObstacleShape {
    let kept = |value: f64| if length(value) > 0.0 { length(value) } else { value };
    match &mut shape {
        ObstacleShape::Circle { radius, .. } | ObstacleShape::Capsule { radius, .. } => *radius = kept(*radius),
        ObstacleShape::Box { size, .. } => *size = size.map(kept),
        ObstacleShape::Wall { thickness, .. } => *thickness = kept(*thickness),
        ObstacleShape::Polygon { .. } => {}
    }
    shape
}

/// Makes the value of a key another one; what stands around it stays. Returns whether it is new.
fn set(table: &mut dyn TableLike, key: &str, new: toml_edit::Value) -> bool {
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            replace(old, new);
            false
        }
        None => {
            table.insert(key, value(new));
            true
        }
    }
}

/// Lays out a table in one line that has got another key.
fn lay_out(table: &mut Item) {
    if let Some(inline) = table.as_inline_table_mut() {
        inline.fmt();
    }
}
