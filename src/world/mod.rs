//! Host data in fixed point: what a solver starts from and hands back.

pub mod body;
pub mod boundaries;
pub(crate) mod checks;
pub mod clock;
pub mod contacts;
mod error;
mod fingerprint;
pub mod fixed;
pub mod fold;
pub mod forces;
pub mod frame;
pub(crate) mod identity;
pub(crate) mod joining;
pub mod levels;
pub mod links;
pub mod measures;
pub mod obstacles;
pub mod pair;
pub mod params;
pub mod particle;
mod passes;
mod resumed;
pub mod spec;
mod start;
pub mod state;
pub(crate) mod state_check;
pub mod tool;
mod units;

use std::sync::Arc;

pub use checks::{MAX_COMPLIANCE, MAX_LINKS_AT_PARTICLE};
use clock::Clock;
pub use error::WorldError;
pub(crate) use error::{short, to_twelve_digits};
use fold::Folding;
use frame::Frame;
use levels::{Census, Leveling};
use obstacles::Obstacles;
use params::Params;
use spec::{ContactSolver, Fall, MaterialSpec, ObstacleSpec, WorldSpec};
use state::State;

/// Everything about a simulation that does not change by itself while it runs, and the state it starts from.
#[derive(Clone, Debug)]
pub struct World {
    /// Scene units to steps, and the grid.
    pub(crate) frame: Frame,
    /// Constants of every pass.
    pub(crate) params: Params,
    /// Gravity and drag, in scene units.
    fall: Fall,
    /// The same and time, substep by substep.
    pub(crate) clock: Clock,
    /// How contacts are solved.
    pub(crate) solver: ContactSolver,
    /// Passes over the links in each substep.
    pub(crate) link_iterations: u32,
    /// Mass of the heaviest disc that moves, or may join, in scene units: what masses are measured in.
    pub(crate) heaviest: f64,
    /// Materials of particles that join, by their numbers, the world's own first; none where all discs are alike.
    materials: Option<Vec<MaterialSpec>>,
    /// Of every material the roots of its friction and its restitution, for obstacles made of it.
    surfaces: Vec<[f32; 2]>,
    /// What discs collide with and nothing pushes, at the start.
    pub(crate) obstacles: Arc<Obstacles>,
    /// The state before the first substep: shared by the copies of a world, until one of them is changed.
    pub start: Arc<State>,
    /// Particles of its own; those that joined since have the ids behind them.
    own_count: usize,
    /// Of the particles that the scene has, in displacement units.
    smallest_diameter: f32,
    /// A hash of what it was made from: see [`Self::fingerprint`].
    settings: u64,
    /// The number of the first substep: 0, or as many as had gone by at the checkpoint that the world goes on from.
    pub(crate) first_substep: u32,
}

/// Most particles: the rows of their lists of contacts are numbered in 32 bits, with one number more a particle for chains.
pub const MAX_PARTICLES: u64 = u32::MAX as u64 / (fixed::CONTACTS_PER_PARTICLE as u64 + 1);

impl World {
    /// Checks a spec and turns it into fixed point.
    ///
    /// # Errors
    /// Each field outside its range, with its name, value and range.
    pub fn new(spec: &WorldSpec) -> Result<Self, WorldError> {
        let world = Self::without_check_of_places(spec)?;
        world.obstacles.check_start(&world.start.particles, &world.frame)?;
        Ok(world)
    }

    /// [`Self::new`] for a world that is [resumed](Self::resumed), whose obstacles may stand where particles started.
    pub(crate) fn without_check_of_places(spec: &WorldSpec) -> Result<Self, WorldError> {
        checks::check_settings(spec)?;
        checks::check_particles(spec)?;
        checks::check_links(spec)?;
        let [smallest, largest] = spec.radii();
        checks::check_sides(spec.size, 2.0 * largest)?;
        let frame = Frame::new(spec.size, spec.margin, [2.0 * smallest, 2.0 * largest])?;
        let census = Census::new(frame.cell_bits, spec.particles.iter().map(|particle| frame.radius_to_steps(particle.radius)));
        let frame = frame.with_grid(&census, Folding::Auto, Leveling::Auto)?;
        let heaviest = start::heaviest(spec)?;
        let materials: Vec<_> = (0..=spec.materials.len() as u16).map(|number| spec.material(number)).collect();
        let root = |value: f64| fixed::unless_faint(libm::sqrt(value));
        let surfaces: Vec<_> = materials.iter().map(|material| [root(material.friction), root(material.restitution)]).collect();
        let materials = spec.is_rough().then_some(materials);
        let one_bounces = materials.iter().flatten().any(|material| material.restitution > 0.0);
        let clock = Clock::new(&frame, spec)?;
        let obstacles = Obstacles::new(&spec.obstacles, &frame, clock.substeps_per_second, &surfaces)?;
        let smallest_diameter = frame.radius_to_steps(smallest) as f32 * (2u32 << fixed::FRACTION_BITS) as f32;
        let mut params = Params::new(&frame, spec, &clock, smallest_diameter);
        params.discs_bounce = u32::from(params.restitution > 0.0 || one_bounces);
        params.set_obstacles(&obstacles);
        let start = start::state(spec, &frame, &clock, materials.as_deref(), heaviest)?;
        start.particles.iter().for_each(|particle| params.admit(particle));
        Ok(Self {
            frame,
            params,
            fall: spec.fall(),
            clock,
            solver: spec.solver,
            link_iterations: spec.link_iterations,
            heaviest,
            materials,
            surfaces,
            obstacles: Arc::new(obstacles),
            start: Arc::new(start),
            own_count: spec.particles.len(),
            smallest_diameter,
            settings: fingerprint::of_spec(spec, [2.0 * smallest, 2.0 * largest], heaviest),
            first_substep: 0,
        })
    }

    /// Scene units to steps, and the grid.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Gravity, drag and time, substep by substep.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How contacts are solved.
    pub fn solver(&self) -> ContactSolver {
        self.solver
    }

    /// Mass of the heaviest disc of the start that moves, or of one of the [largest radius](WorldSpec::largest_radius) that may join, in scene
    /// units: what masses are measured in.
    pub fn heaviest(&self) -> f64 {
        self.heaviest
    }

    /// What discs collide with and nothing pushes.
    pub fn obstacles(&self) -> &Arc<Obstacles> {
        &self.obstacles
    }

    /// The number of the first substep: 0, or as many as had gone by at the checkpoint that the world goes on from.
    pub fn first_substep(&self) -> u32 {
        self.first_substep
    }

    /// Gravity and drag.
    pub fn fall(&self) -> Fall {
        self.fall
    }

    /// The same world with other gravity and drag.
    ///
    /// # Errors
    /// Gravity that is no number or too much for a substep, drag that is none.
    pub fn with_fall(self, fall: Fall) -> Result<Self, WorldError> {
        checks::check_fall(fall)?;
        let clock = self.clock.with_fall(&self.frame, fall)?;
        Ok(Self { params: self.params.with_fall(&clock, self.smallest_diameter), fall, clock, ..self })
    }

    /// The state before the first substep, to change it.
    pub fn start_mut(&mut self) -> &mut State {
        Arc::make_mut(&mut self.start)
    }

    /// The same world with other obstacles.
    ///
    /// # Errors
    /// Each number of an obstacle outside its range; a particle that starts inside of one.
    pub fn with_obstacles(self, specs: &[ObstacleSpec]) -> Result<Self, WorldError> {
        let obstacles = self.check_obstacles(specs)?;
        Ok(self.with_these_obstacles(Arc::new(obstacles)))
    }

    pub(crate) fn with_these_obstacles(mut self, obstacles: Arc<Obstacles>) -> Self {
        self.params.set_obstacles(&obstacles);
        Self { obstacles, ..self }
    }

    /// The same world with its grid folded, or not: the results are the same (but in crowds without lists, see [`fold`]), only what
    /// the grid costs is not. By itself a
    /// world has [`Folding::Auto`].
    ///
    /// # Errors
    /// [`WorldError::TooManyCells`].
    pub fn with_folding(self, folding: Folding) -> Result<Self, WorldError> {
        let levels = Leveling::Exactly(self.frame.levels);
        self.with_grid(folding, levels)
    }

    /// The same world with a grid of so many levels, folded if it was before. With the plain solver the results are the same; with the
    /// resting one the order of its sweeps goes by the levels. By itself a world has [`Leveling::Auto`].
    ///
    /// # Errors
    /// [`WorldError::TooManyCells`].
    pub fn with_levels(self, leveling: Leveling) -> Result<Self, WorldError> {
        let folding = if self.frame.fold.is_some() { Folding::Always } else { Folding::Never };
        self.with_grid(folding, leveling)
    }

    fn with_grid(self, folding: Folding, leveling: Leveling) -> Result<Self, WorldError> {
        let census = self.census();
        let frame = self.frame.with_grid(&census, folding, leveling)?;
        let params = self.params.with_grid_of(&frame);
        Ok(Self { params, frame, ..self })
    }

    /// How many discs it has of each size.
    pub(crate) fn census(&self) -> Census {
        Census::of(self.params.cell_bits, &self.start.particles)
    }

    /// Obstacles in the units of this world, for its start.
    ///
    /// # Errors
    /// As for [`Self::with_obstacles`].
    pub fn check_obstacles(&self, specs: &[ObstacleSpec]) -> Result<Obstacles, WorldError> {
        let obstacles = self.obstacles_of(specs)?;
        // Where it goes on from a checkpoint discs may touch obstacles, and are put out of them.
        if self.first_substep == 0 {
            obstacles.check_start(&self.start.particles, &self.frame)?;
        }
        Ok(obstacles)
    }

    /// Obstacles in the units of this world.
    ///
    /// # Errors
    /// Each number of an obstacle outside its range.
    pub fn obstacles_of(&self, specs: &[ObstacleSpec]) -> Result<Obstacles, WorldError> {
        Obstacles::new(specs, &self.frame, self.clock.substeps_per_second, &self.surfaces)
    }

    /// Constants of the passes. Only [`World::new`] makes them: shaders without bounds checks rely on them.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Whether the start is one that a solver may run: anybody may have changed it since [`World::new`].
    ///
    /// # Errors
    /// What does not fit, in words.
    pub(crate) fn check_start(&self) -> Result<(), String> {
        // Particles that came later have no links.
        self.start.links.check(self.particle_count().min(self.start.links.linked_ids as usize))?;
        self.start.check(&self.params, &self.sizes(), &self.start.links)
    }

    /// Number of particles, the unborn ones included.
    pub fn particle_count(&self) -> usize {
        self.start.particles.len()
    }

    /// Whether discs have bodies of their own: masses, surfaces and rotations.
    pub fn is_rough(&self) -> bool {
        self.materials.is_some() && self.solver == ContactSolver::Resting
    }

    /// Whether contacts turn discs, by friction or against rolling: only then do they carry anything but what presses them.
    pub fn rubs(&self) -> bool {
        self.is_rough() && (start::rub(self.materials.as_deref()) || self.params.resists_rolling())
    }
}
