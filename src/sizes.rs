//! How long buffers are.

use crate::slots::MOVING_BATCH;
use crate::world::fixed::CONTACTS_PER_PARTICLE;
use crate::world::links;
use crate::world::obstacles::cover::Cover;
use crate::world::obstacles::{Obstacles, POSES};
use crate::world::params::Params;
use crate::world::state::State;

/// How many elements a buffer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many in every simulation.
    Fixed(u32),
    /// One a particle, in the order of [`Slot::Particles`](crate::slots::Slot::Particles); the next half of a pair in that of
    /// [`Slot::ParticlesNext`](crate::slots::Slot::ParticlesNext).
    Particles,
    /// As `Particles` with the solver that rests, none with the plain one.
    Resting,
    /// [`CONTACTS_PER_PARTICLE`] for each of `Resting`.
    Contacts,
    /// [`CONTACTS_PER_PARTICLE`] and one for each of `Resting` where the grid has several levels.
    Chains,
    /// As `Particles` where discs have bodies of their own.
    Bodies,
    /// [`CONTACTS_PER_PARTICLE`] for each of `Bodies` where contacts turn any of them, or twice as many where they resist rolling.
    Tangents,
    /// Where there are links, one a particle of the scene, by id.
    LinkedIds,
    /// Where there are emitters, one a particle of the scene, by id.
    Births,
    /// Where there are links, one a particle of the scene, by id, and one at the end; none with the solver that rests.
    LinkStarts,
    /// Two a link; one with the solver that rests.
    LinkRows,
    /// One a link with the solver that rests.
    Joints,
    /// One a dispatch of a pass that sweeps over links.
    LinkStages,
    /// One a cell, one for the overflow cell and at least one at the end: a multiple of four, since scans take four at a time.
    Cells,
    /// One a tile of the scan.
    Tiles,
    /// One a piece of an outline.
    Facets,
    /// Where there are obstacles, one a place of each table of the cover, and one at the end of each.
    CoverStarts,
    /// One for each facet and coarse cell that it is near.
    CoverRows,
    /// [`POSES`] for each obstacle that moves and each of [`MOVING_BATCH`] substeps.
    Poses,
}

/// The numbers that lengths follow from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Particles, or those that there is room for.
    pub particles: u64,
    /// Whether contacts have a memory.
    pub resting: bool,
    /// Whether discs have bodies of their own.
    pub rough: bool,
    /// Whether contacts turn any of these: see [`World::rubs`](crate::world::World::rubs).
    pub rubs: bool,
    /// Whether contacts resist that discs roll.
    pub resists_rolling: bool,
    /// Births.
    pub births: u64,
    /// Particles of the scene where there are links, or none.
    pub linked_ids: u64,
    /// Starts of link rows: none, or one more than the scene's particles.
    pub link_starts: u64,
    /// Link rows.
    pub link_rows: u64,
    /// Joints.
    pub joints: u64,
    /// Colours of links.
    pub link_colours: u64,
    /// Dispatches of a pass that sweeps over links: colours times sweeps.
    pub link_stages: u64,
    /// Counts of the grid.
    pub cells: u64,
    /// Levels of the grid.
    pub levels: u64,
    /// Tiles of the scan.
    pub tiles: u64,
    /// Facets of obstacles.
    pub facets: u64,
    /// Places of the cover and the ends of its tables, or none where there are no obstacles.
    pub cover_starts: u64,
    /// Rows of the cover, or those that there is room for.
    pub cover_rows: u64,
    /// Obstacles that move.
    pub movers: u64,
}

impl Sizes {
    /// Words of a contact among [`Length::Tangents`]: what it carries along its tangent and, where it resists rolling, against that.
    pub fn tangent_words(&self) -> u64 {
        1 + u64::from(self.resists_rolling)
    }
}

impl Length {
    /// Elements.
    pub fn of(self, sizes: &Sizes) -> u64 {
        match self {
            Self::Fixed(count) => count.into(),
            Self::Particles => sizes.particles,
            Self::Resting => sizes.particles * u64::from(sizes.resting),
            Self::Contacts => Self::Resting.of(sizes) * u64::from(CONTACTS_PER_PARTICLE),
            Self::Chains if sizes.levels <= 1 => 0,
            Self::Chains => Self::Resting.of(sizes) * u64::from(CONTACTS_PER_PARTICLE + 1),
            Self::Bodies => sizes.particles * u64::from(sizes.rough),
            Self::Tangents => Self::Bodies.of(sizes) * u64::from(sizes.rubs) * u64::from(CONTACTS_PER_PARTICLE) * sizes.tangent_words(),
            Self::LinkedIds => sizes.linked_ids,
            Self::Births => sizes.births,
            Self::LinkStarts => sizes.link_starts,
            Self::LinkRows => sizes.link_rows,
            Self::Joints => sizes.joints,
            Self::LinkStages => sizes.link_stages,
            Self::Cells => sizes.cells,
            Self::Tiles => sizes.tiles,
            Self::Facets => sizes.facets,
            Self::CoverStarts => sizes.cover_starts,
            Self::CoverRows => sizes.cover_rows,
            Self::Poses => sizes.movers * u64::from(POSES * MOVING_BATCH),
        }
    }
}

impl Sizes {
    /// The sizes of a simulation; without the stages of its links and the memory of its contacts, which its start does not know.
    pub fn new(params: &Params, state: &State, obstacles: &Obstacles) -> Self {
        Self {
            particles: params.particle_count.into(),
            rough: !state.bodies.is_empty(),
            resists_rolling: params.resists_rolling(),
            births: state.births.len() as u64,
            cells: params.count_length().into(),
            tiles: params.tile_count().into(),
            levels: params.levels.into(),
            ..Self::of_obstacles(obstacles, obstacles.still()).with_links(&state.links)
        }
    }

    /// The sizes that obstacles have, with this cover.
    pub fn of_obstacles(obstacles: &Obstacles, cover: &Cover) -> Self {
        Self {
            facets: obstacles.facets().len() as u64,
            cover_starts: cover.starts.len() as u64,
            cover_rows: cover.rows.len() as u64,
            movers: obstacles.mover_count().into(),
            ..Self::default()
        }
    }

    /// The same, with the sizes that obstacles have.
    #[must_use]
    pub fn with_obstacles(self, of: &Self) -> Self {
        Self { facets: of.facets, cover_starts: of.cover_starts, cover_rows: of.cover_rows, movers: of.movers, ..self }
    }

    /// The same, with the sizes that links have.
    #[must_use]
    pub fn with_links(self, links: &links::LinkRows) -> Self {
        Self {
            linked_ids: links.linked_ids.into(),
            link_starts: links.starts.len() as u64,
            link_rows: links.rows.len() as u64,
            joints: links.joints.len() as u64,
            link_colours: links.colour_ends.len() as u64,
            ..self
        }
    }
}
