//! The buffers of every slot in host memory.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use rayon::prelude::*;

use super::CountersCell;
use super::absent::Absent;
use super::batches::Batches;
use super::batches::alike_batch::AlikeBatch;
use super::batches::link_batch::LinkBatches;
use super::batches::rough_batch::RoughBatch;
use super::lists::carried_lists::CarriedLists;
use super::near::{Near, Outside};
use super::pairs::crossings::Crossing;
use crate::sizes::{Length, Sizes};
use crate::world::World;
use crate::world::body::Body;
use crate::world::fixed::LIST_ROWS;
use crate::world::frame::Frame;
use crate::world::levels::{Level, Levels};
use crate::world::links::LinkRows;
use crate::world::measures::Measures;
use crate::world::obstacles::Obstacles;
use crate::world::obstacles::cover::Cover;
use crate::world::obstacles::facet::Pose;
use crate::world::params::{LinkStage, Params, Substep};
use crate::world::particle::{Displacement, Particle, Phase};
use crate::world::state::State;

/// The buffers of [`Slot`] in host memory.
#[derive(Debug, Default)]
pub struct Buffers {
    /// Constants of every pass.
    pub params: Params,
    /// The particles that are laid aside; the fields below hold the others.
    pub absent: Absent,
    /// See [`Self::outside_is_idle`].
    outside_is_idle: bool,
    /// What discs have, whether there are any or not.
    kind: Kind,
    /// See [`Slot::Particles`].
    pub particles: Vec<Particle>,
    /// See [`Slot::ParticlesNext`].
    pub particles_next: Vec<Particle>,
    /// See [`Slot::Displacements`].
    pub displacements: Vec<Displacement>,
    /// See [`Slot::DisplacementsNext`].
    pub displacements_next: Vec<Displacement>,
    /// See [`Slot::CellCounts`].
    pub cell_counts: Vec<AtomicU32>,
    /// See [`Slot::TileTotals`].
    pub tile_totals: Vec<u32>,
    /// See [`Slot::CellStarts`].
    pub cell_starts: Vec<u32>,
    /// See [`Slot::Ranks`].
    pub ranks: Vec<u32>,
    /// See [`Slot::Order`].
    pub order: Vec<u32>,
    /// See [`Slot::Sources`].
    pub sources: Vec<u32>,
    /// See [`Slot::Targets`].
    pub targets: Vec<u32>,
    /// Whether somebody looks at what each step leaves behind, as nobody does where whole substeps run: those leave out `targets`, and
    /// parts of lists that are written again by the last sweep.
    pub steps_are_seen: bool,
    /// See [`Slot::Contacts`].
    pub contacts: CarriedLists,
    /// See [`Slot::ContactsNext`].
    pub contacts_next: CarriedLists,
    /// See [`Slot::Chains`].
    pub chains: Vec<u32>,
    /// See [`Slot::Bodies`].
    pub bodies: Vec<Body>,
    /// See [`Slot::BodiesNext`].
    pub bodies_next: Vec<Body>,
    /// See [`Slot::Tangents`].
    pub tangents: Vec<f32>,
    /// See [`Slot::TangentsNext`].
    pub tangents_next: Vec<f32>,
    /// The contacts of this substep, for its sweeps; only the host has them.
    pub batches: Batches<AlikeBatch>,
    /// The same of rough discs, for every level of the grid.
    pub rough_batches: Batches<RoughBatch>,
    /// What discs of different levels do to each other; only the host has it.
    pub crossings: Vec<Crossing>,
    /// Which particles may be near an obstacle; only the host has it.
    pub near: Near,
    /// See [`Slot::Slots`].
    pub slots: Vec<u32>,
    /// See [`Slot::Births`].
    pub births: Vec<u32>,
    /// See [`Slot::LinkStarts`], [`Slot::LinkRows`] and [`Slot::Joints`].
    pub links: LinkRows,
    /// The links of this substep, for its sweeps; only the host has them.
    pub link_batches: LinkBatches,
    /// See [`Slot::LinkStage`].
    pub link_stages: Vec<LinkStage>,
    /// What discs collide with and nothing pushes; see [`Slot::Facets`].
    pub obstacles: Arc<Obstacles>,
    /// See [`Slot::CoverStarts`] and [`Slot::CoverRows`].
    pub cover: Cover,
    /// See [`Slot::Poses`].
    pub poses: Vec<Pose>,
    frame: Option<Frame>,
    /// See [`Slot::Counters`].
    pub counters: CountersCell,
    /// What the last `measure` found.
    pub measures: Measures,
    /// What the last `digest` found.
    pub digest: u64,
}

/// What discs of a world have.
#[derive(Clone, Copy, Debug, Default)]
struct Kind {
    /// Contacts with a memory.
    resting: bool,
    /// Bodies of their own.
    rough: bool,
    /// Contacts that rub.
    rubs: bool,
}

impl Buffers {
    /// A world at its start.
    pub fn new(world: &World) -> Self {
        let count = world.particle_count();
        let sizes = world.sizes();
        let mut state = State::clone(&world.start);
        state.tangents.resize(Length::Tangents.of(&sizes) as usize, 0.0);
        let resting = Length::Resting.of(&sizes) as usize;
        let mut buffers = Self {
            absent: Absent::default(),
            outside_is_idle: false,
            kind: Kind { resting: sizes.resting, rough: sizes.rough, rubs: sizes.rubs },
            particles_next: state.particles.clone(),
            displacements_next: state.displacements.clone(),
            cell_counts: Vec::new(),
            tile_totals: Vec::new(),
            cell_starts: Vec::new(),
            ranks: vec![0; count],
            slots: vec![0; Length::LinkedIds.of(&sizes) as usize],
            particles: state.particles,
            displacements: state.displacements,
            order: vec![0; resting],
            sources: vec![0; resting],
            targets: vec![0; resting],
            steps_are_seen: true,
            batches: Batches::default(),
            rough_batches: Batches::default(),
            crossings: Vec::new(),
            near: Near::default(),
            contacts_next: CarriedLists::empty(resting),
            contacts: CarriedLists::new(state.contacts, resting),
            chains: Vec::new(),
            bodies_next: state.bodies.clone(),
            bodies: state.bodies,
            tangents_next: state.tangents.clone(),
            tangents: state.tangents,
            births: state.births,
            link_stages: world.link_stages(),
            link_batches: LinkBatches::new(&state.links),
            links: state.links,
            cover: world.obstacles.still().clone(),
            obstacles: world.obstacles.clone(),
            poses: Vec::new(),
            frame: Some(world.frame.clone()),
            counters: CountersCell::new(state.counters),
            params: Params::default(),
            measures: Measures::default(),
            digest: 0,
        };
        buffers.set_grid(world.params_of_parts());
        buffers
    }

    /// Makes all that belongs to particles as long as there are some, of whom the last may have left or come.
    pub fn fit_particles(&mut self) {
        let count = self.particles.len();
        self.particles_next.resize(count, Particle::default());
        self.displacements_next.resize(count, [0; 2]);
        self.ranks.resize(count, 0);
        if self.kind.resting {
            self.contacts.resize(count);
            self.contacts_next.resize(count);
            for places in [&mut self.order, &mut self.sources, &mut self.targets] {
                places.resize(count, 0);
            }
            if self.params.levels > 1 {
                self.chains.resize(count + count * LIST_ROWS, 0);
            }
        }
        if self.kind.rough {
            self.bodies_next.resize(count, Body::default());
        }
        if self.kind.rubs {
            let words = self.sizes().tangent_words() as usize;
            self.tangents.resize(count * LIST_ROWS * words, 0.0);
            self.tangents_next.resize(count * LIST_ROWS * words, 0.0);
        }
        self.params.particle_count = self.particle_count() as u32;
    }

    /// How many particles are in the grid, as of the last scan. After the sort they are the first.
    pub fn count_in_grid(&self) -> usize {
        self.cell_starts[self.params.cell_count as usize] as usize
    }

    /// Whether those in the grid are the first, as many as `cell_starts` says, and no list of contacts names or belongs to another.
    pub fn outside_is_idle(&self) -> bool {
        self.outside_is_idle
    }

    /// Says that this is so: particles are sorted, and whatever lists they have were made since.
    pub fn note_outside_is_idle(&mut self) {
        self.outside_is_idle = true;
    }

    /// Says that this may no longer be so: somebody may have been born or removed, or have come from elsewhere, with or without lists.
    /// `grid_count` does not say it, since it only counts who is there: the sort of a measurement leaves those in the grid the first if
    /// they were, and `carry_contacts` takes lists along as they are, with all whom they name.
    pub fn forget_outside_is_idle(&mut self) {
        self.outside_is_idle = false;
    }

    /// Takes over constants and makes their grid; who is in which cell is found out by the next substep.
    pub fn set_grid(&mut self, params: Params) {
        let cells = params.count_length() as usize;
        self.cell_counts = (0..cells).map(|_| AtomicU32::new(0)).collect();
        self.tile_totals = vec![0; params.tile_count() as usize];
        self.cell_starts = vec![0; cells];
        if self.kind.resting {
            self.batches = Batches::new(params.level(0).block_rows());
        }
        if self.kind.rough {
            self.rough_batches = Batches::new(Levels::new(&params).as_slice().iter().map(Level::block_rows).sum());
        }
        self.params = params;
        self.chains = Vec::new();
        self.forget_outside_is_idle();
        self.fit_particles();
        self.near = Near::new(&self.params, self.obstacles.still());
        self.look_outside();
    }

    /// Looks whether particles are outside of the walls, and may come back without a displacement.
    pub fn look_outside(&mut self) {
        let [unborn, removed] = self.absent.all().map(|records| &records.particles);
        let all = [&self.particles, unborn, removed];
        let outside = |who: fn(&Particle) -> bool| {
            let is_one = |particle: &Particle| self.params.is_outside(particle) && who(particle);
            all.iter().any(|particles| particles.par_iter().any(is_one))
        };
        self.near.note_outside(if !outside(|_| true) {
            Outside::Nobody
        } else if outside(|particle| particle.phase() == Phase::Unborn) {
            Outside::Unborn
        } else {
            Outside::Some
        });
    }

    /// The numbers that the lengths of these buffers follow from.
    pub fn sizes(&self) -> Sizes {
        Sizes {
            particles: self.params.particle_count.into(),
            resting: self.kind.resting,
            rough: self.kind.rough,
            rubs: self.kind.rubs,
            resists_rolling: self.params.resists_rolling(),
            births: self.births.len() as u64,
            link_stages: self.link_stages.len() as u64,
            cells: self.params.count_length().into(),
            tiles: self.params.tile_count().into(),
            levels: self.params.levels.into(),
            ..Sizes::of_obstacles(&self.obstacles, &self.cover).with_links(&self.links)
        }
    }

    /// Replaces the obstacles.
    pub fn set_obstacles(&mut self, obstacles: &Arc<Obstacles>) {
        self.params.set_obstacles(obstacles);
        self.cover = obstacles.still().clone();
        self.near = self.near.with_cover(&self.params, &self.cover, self.obstacles.still());
        self.poses = Vec::new();
        self.obstacles = obstacles.clone();
    }

    /// Finds where moving obstacles are in some substeps that run after each other, numbered by their places.
    pub fn place_obstacles(&mut self, substeps: &[Substep]) {
        if let (1.., Some(frame)) = (self.params.mover_count, &self.frame) {
            self.poses = self.obstacles.poses(substeps.iter().map(|substep| substep.index));
            self.obstacles.place_movers(&mut self.cover, &self.poses, frame);
            self.near.place_movers(&self.params, &self.cover, &self.cell_starts);
        }
    }
}
