//! A scene file as serde reads it: the tables at its top, and the checks of the whole.

use super::MAX_SEED;
use super::error::SceneError;
use super::explicit::{Link, Particles};
use super::materials::Material;
use super::obstacles::Obstacle;
use super::shapes::{Block, Cloth, Cluster, Disc, Emitter, Lattice, Rope, Shape, SoftSquares};
use super::source::{Source, Span};
use super::values::{Optional, or};
use crate::world::WorldError;
use crate::world::spec::{ContactSolver, Walls, WorldSpec};
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub description: String,
    /// What the author calls a scene unit. Nothing depends on it.
    #[serde(default, rename = "unit")]
    pub _unit: String,
    seed: Optional<u64>,
    /// Particles in all, where the file wants to be scaled.
    pub count: Optional<u64>,
    pub world: Spanned<WorldKeys>,
    #[serde(default)]
    pub material: Vec<Spanned<Material>>,
    #[serde(default)]
    pub particles: Vec<Spanned<Particles>>,
    #[serde(default)]
    pub link: Vec<Spanned<Link>>,
    #[serde(default)]
    disc: Vec<Spanned<Disc>>,
    #[serde(default)]
    rope: Vec<Spanned<Rope>>,
    #[serde(default)]
    cloth: Vec<Spanned<Cloth>>,
    #[serde(default)]
    soft_squares: Vec<Spanned<SoftSquares>>,
    #[serde(default)]
    block: Vec<Spanned<Block>>,
    #[serde(default)]
    lattice: Vec<Spanned<Lattice>>,
    #[serde(default)]
    cluster: Vec<Spanned<Cluster>>,
    #[serde(default)]
    emitter: Vec<Spanned<Emitter>>,
    #[serde(default)]
    pub obstacle: Vec<Spanned<Obstacle>>,
}

/// The seed of a file that has none.
const DEFAULT_SEED: u64 = 1;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WorldKeys {
    pub size: Spanned<[f64; 2]>,
    #[serde(default)]
    walls: Option<Spanned<WallKeys>>,
    margin: Optional<u32>,
    gravity: Optional<[f64; 2]>,
    drag: Optional<f64>,
    frame_rate: Optional<f64>,
    substeps: Optional<u32>,
    solver: Optional<ContactSolver>,
    relaxation: Optional<f64>,
    restitution: Optional<f64>,
    friction: Optional<f64>,
    rolling_resistance: Optional<f64>,
    density: Optional<f64>,
    link_iterations: Optional<u32>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WallKeys {
    left: Side,
    right: Side,
    bottom: Side,
    top: Side,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Side {
    #[default]
    Wall,
    Open,
}

impl WorldKeys {
    /// The settings as a world without particles. What is left out is [`WorldSpec::default`]'s.
    pub fn spec(&self) -> WorldSpec {
        let default = WorldSpec::default();
        let walls = self.walls.as_ref().map_or(WallKeys::default(), |walls| *walls.get_ref());
        let is_wall = |side| side == Side::Wall;
        WorldSpec {
            size: *self.size.get_ref(),
            walls: Walls { left: is_wall(walls.left), right: is_wall(walls.right), bottom: is_wall(walls.bottom), top: is_wall(walls.top) },
            margin: or(&self.margin, default.margin),
            gravity: or(&self.gravity, default.gravity),
            drag: or(&self.drag, default.drag),
            frame_rate: or(&self.frame_rate, default.frame_rate),
            substeps: or(&self.substeps, default.substeps),
            solver: or(&self.solver, default.solver),
            relaxation: or(&self.relaxation, default.relaxation),
            restitution: or(&self.restitution, default.restitution),
            friction: or(&self.friction, default.friction),
            rolling_resistance: or(&self.rolling_resistance, default.rolling_resistance),
            density: or(&self.density, default.density),
            link_iterations: or(&self.link_iterations, default.link_iterations),
            ..default
        }
    }

    /// Where the setting that an error names stands, if it does.
    fn span_of(&self, name: &str) -> Option<Span> {
        match name {
            "size" => Some(self.size.span()),
            "margin" => self.margin.as_ref().map(Spanned::span),
            "gravity" => self.gravity.as_ref().map(Spanned::span),
            "drag" => self.drag.as_ref().map(Spanned::span),
            "frame_rate" => self.frame_rate.as_ref().map(Spanned::span),
            "substeps" => self.substeps.as_ref().map(Spanned::span),
            "relaxation" => self.relaxation.as_ref().map(Spanned::span),
            "restitution" => self.restitution.as_ref().map(Spanned::span),
            "friction" => self.friction.as_ref().map(Spanned::span),
            "rolling_resistance" => self.rolling_resistance.as_ref().map(Spanned::span),
            "density" => self.density.as_ref().map(Spanned::span),
            "link_iterations" => self.link_iterations.as_ref().map(Spanned::span),
            _ => None,
        }
    }
}

impl File {
    /// Reads the text.
    ///
    /// # Errors
    /// Text that is not TOML, unknown and missing keys, values of the wrong type.
    pub fn parse(source: &Source) -> Result<Self, SceneError> {
        let tables = DeTable::parse(&source.text).map_err(|error| source.syntax_error(&error))?;
        source.check_tables(tables.get_ref())?;
        let pairs = source.check_pairs(tables.get_ref());
        let file = Self::deserialize(toml::Deserializer::from(tables)).map_err(|error| source.shape_error(&error))?;
        if let Some(seed) = file.seed.as_ref().filter(|seed| *seed.get_ref() > MAX_SEED) {
            return Err(source.bad(&seed.span(), format!("a whole number from 0 to {MAX_SEED}")));
        }
        pairs.map(|()| file)
    }

    /// What random numbers begin with.
    pub fn seed(&self) -> u64 {
        or(&self.seed, DEFAULT_SEED)
    }

    /// The settings and materials as a world without particles.
    pub fn spec(&self) -> WorldSpec {
        let world = self.world.get_ref().spec();
        WorldSpec { materials: self.material.iter().map(|material| material.get_ref().spec(&world)).collect(), ..world }
    }

    /// How many of the last [`Self::shapes`] are emitters.
    pub fn emitter_count(&self) -> usize {
        self.emitter.len()
    }

    /// A world's refusal of these settings, with the place of the one it names, or else of their table.
    pub fn refused(&self, error: WorldError, source: &Source) -> SceneError {
        let keys = self.world.get_ref();
        let name = match &error {
            WorldError::Setting { name, .. } => name,
            WorldError::Gravity { .. } => "gravity",
            WorldError::Masses { .. } => "density",
            _ => "size",
        };
        let span = keys.span_of(name).or_else(|| self.material.first().filter(|_| name == "material").map(Spanned::span));
        match (span, error) {
            (Some(span), WorldError::Setting { allowed, .. }) => source.bad(&span, allowed),
            (span, error) => SceneError::World { place: source.place(&span.unwrap_or_else(|| self.world.span())), source: error },
        }
    }

    /// All shapes but the explicit particles, in the order in which they are placed, with their places.
    ///
    /// Structures come before loose discs, so that they keep their ids when a scene is scaled by its discs.
    pub fn shapes(&self) -> Vec<(&dyn Shape, Span)> {
        fn all<T: Shape>(list: &[Spanned<T>]) -> impl Iterator<Item = (&dyn Shape, Span)> {
            list.iter().map(|shape| (shape.get_ref() as &dyn Shape, shape.span()))
        }
        all(&self.disc)
            .chain(all(&self.rope))
            .chain(all(&self.cloth))
            .chain(all(&self.soft_squares))
            .chain(all(&self.block))
            .chain(all(&self.lattice))
            .chain(all(&self.cluster))
            .chain(all(&self.emitter))
            .collect()
    }
}
