//! Host data in fixed point: what a solver starts from and hands back.

pub mod body;
pub mod clock;
pub mod contacts;
mod error;
pub mod fixed;
pub mod fold;
pub mod frame;
pub mod levels;
pub mod links;
pub mod measures;
pub mod obstacles;
pub mod pair;
pub mod params;
pub mod particle;
pub mod spec;
pub mod state;

use std::sync::Arc;

use rayon::prelude::*;

use crate::slots::Sizes;
use crate::steps::{Parts, Step};
use body::Body;
use clock::Clock;
use contacts::ContactRow;
pub use error::WorldError;
use fold::Folding;
use frame::Frame;
use levels::{Census, Leveling};
use links::{Joint, LinkRow, LinkRows};
use measures::Measures;
use obstacles::Obstacles;
use params::{LinkStage, Params};
use particle::{Displacement, NewParticle, Particle, Phase};
use spec::{ContactSolver, LinkSpec, MaterialSpec, ObstacleSpec, ParticleSpec, WorldSpec};
use state::State;

/// Everything about a simulation that does not change while it runs, and the state it starts from.
#[derive(Clone, Debug)]
pub struct World {
    /// Scene units to steps, and the grid.
    pub frame: Frame,
    /// Constants of every pass.
    pub(crate) params: Params,
    /// Gravity, drag and time, substep by substep.
    pub clock: Clock,
    /// How contacts are solved.
    pub solver: ContactSolver,
    /// Passes over the links in each substep.
    pub link_iterations: u32,
    /// Mass of the heaviest disc that moves, in scene units: what masses are measured in.
    pub heaviest: f64,
    /// Materials of particles that join, by their numbers, the world's own first; none where all discs are alike.
    materials: Option<Vec<MaterialSpec>>,
    /// What discs collide with and nothing pushes, at the start.
    pub obstacles: Arc<Obstacles>,
    /// The state before the first substep.
    pub start: State,
}

/// Most particles: the rows of their lists of contacts are numbered in 32 bits, with one number more a particle for chains.
pub const MAX_PARTICLES: u64 = u32::MAX as u64 / (fixed::CONTACTS_PER_PARTICLE as u64 + 1);

impl World {
    /// Checks a spec and turns it into fixed point.
    ///
    /// # Errors
    /// Each field outside its range, with its name, value and range.
    pub fn new(spec: &WorldSpec) -> Result<Self, WorldError> {
        check_settings(spec)?;
        check_particles(spec)?;
        check_links(spec)?;
        let (smallest, largest) =
            spec.particles.iter().fold((f64::MAX, 0.0f64), |(small, large), p| (small.min(p.radius), large.max(p.radius)));
        let frame = Frame::new(spec.size, spec.margin, [2.0 * smallest, 2.0 * largest])?;
        let census = Census::new(frame.cell_bits, spec.particles.iter().map(|particle| frame.radius_to_steps(particle.radius)));
        let frame = frame.with_grid(&census, Folding::Auto, Leveling::Auto)?;
        let heaviest = heaviest(spec)?;
        let materials: Option<Vec<_>> =
            spec.is_rough().then(|| (0..=spec.materials.len() as u16).map(|number| spec.material(number)).collect());
        let clock = Clock::new(&frame, spec)?;
        let obstacles = Obstacles::new(&spec.obstacles, &frame, clock.substeps_per_second)?;
        let params = Params { mover_count: obstacles.mover_count(), ..Params::new(&frame, spec, &clock) };
        // The fastest first, so that the way out of its error is one for all.
        let by_speed = |a: &(usize, &ParticleSpec), b: &(usize, &ParticleSpec)| greatest(a.1.velocity).total_cmp(&greatest(b.1.velocity));
        if let Some((id, fastest)) = spec.particles.iter().enumerate().rev().max_by(by_speed) {
            fixed_displacement(&clock, &frame, id as u32, fastest.velocity)?;
        }
        let start = State {
            particles: numbered(&spec.particles).map(|(id, p)| fixed_particle(&frame, id, p)).collect(),
            displacements: numbered(&spec.particles)
                .map(|(id, p)| fixed_displacement(&clock, &frame, id, p.velocity))
                .collect::<Result<_, _>>()?,
            births: if spec.particles.iter().any(|p| p.birth > 0) { spec.particles.iter().map(|p| p.birth).collect() } else { Vec::new() },
            links: fixed_links(&frame, &clock, spec, heaviest),
            contacts: match spec.solver {
                ContactSolver::Resting => vec![ContactRow::NONE; spec.particles.len() * fixed::CONTACTS_PER_PARTICLE as usize],
                ContactSolver::Plain => Vec::new(),
            },
            bodies: materials.as_ref().map_or_else(Vec::new, |materials| {
                spec.particles.iter().map(|particle| Body::new(materials, particle, heaviest)).collect()
            }),
            tangents: if materials.is_some() {
                vec![0.0; spec.particles.len() * fixed::CONTACTS_PER_PARTICLE as usize]
            } else {
                Vec::new()
            },
            ..State::default()
        };
        obstacles.check_start(&start.particles, &frame)?;
        let (solver, link_iterations) = (spec.solver, spec.link_iterations);
        Ok(Self { frame, params, clock, solver, link_iterations, heaviest, materials, obstacles: Arc::new(obstacles), start })
    }

    /// The same world with other obstacles.
    ///
    /// # Errors
    /// Each number of an obstacle outside its range; a particle that starts inside of one.
    pub fn with_obstacles(self, specs: &[ObstacleSpec]) -> Result<Self, WorldError> {
        let obstacles = self.check_obstacles(specs)?;
        let params = Params { mover_count: obstacles.mover_count(), ..self.params };
        Ok(Self { params, obstacles: Arc::new(obstacles), ..self })
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
        Census::new(self.params.cell_bits, self.start.particles.iter().map(|particle| particle.radius() as u32))
    }

    /// Obstacles in the units of this world, for its start.
    ///
    /// # Errors
    /// As for [`Self::with_obstacles`].
    pub fn check_obstacles(&self, specs: &[ObstacleSpec]) -> Result<Obstacles, WorldError> {
        let obstacles = self.obstacles_of(specs)?;
        obstacles.check_start(&self.start.particles, &self.frame).map(|()| obstacles)
    }

    /// Obstacles in the units of this world.
    ///
    /// # Errors
    /// Each number of an obstacle outside its range.
    pub fn obstacles_of(&self, specs: &[ObstacleSpec]) -> Result<Obstacles, WorldError> {
        Obstacles::new(specs, &self.frame, self.clock.substeps_per_second)
    }

    /// Constants of the passes. Only [`World::new`] makes them: shaders without bounds checks rely on them.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Constants of the passes in the lists of its [`Self::parts`].
    pub(crate) fn params_of_parts(&self) -> Params {
        Params { walls_after_contacts: self.parts().walls_after_contacts().into(), ..self.params.clone() }
    }

    /// What decides which passes it needs.
    pub(crate) fn parts(&self) -> Parts {
        let link_iterations = if self.start.links.is_empty() { 0 } else { self.link_iterations };
        let levels = self.params.levels > 1;
        Parts { solver: self.solver, rough: self.is_rough(), levels, link_iterations, obstacles: !self.obstacles.is_empty() }
    }

    /// The numbers that the lengths of its buffers follow from.
    pub(crate) fn sizes(&self) -> Sizes {
        let resting = self.solver == ContactSolver::Resting;
        Sizes {
            link_stages: self.link_stages().len() as u64,
            resting,
            rough: self.is_rough(),
            ..Sizes::new(&self.params, &self.start, &self.obstacles)
        }
    }

    /// The list of a substep of this world.
    pub fn substep_list(&self) -> Vec<Step> {
        self.parts().substep()
    }

    /// Dispatches of a pass over the links of this world.
    pub(crate) fn link_stages(&self) -> Vec<LinkStage> {
        self.start.links.stages(self.link_iterations)
    }

    /// The list that measures this world.
    pub fn measuring_list(&self) -> Vec<Step> {
        self.parts().measuring()
    }

    /// Whether the start is one that a solver may run: anybody may have changed it since [`World::new`].
    ///
    /// # Errors
    /// What does not fit, in words.
    pub(crate) fn check_start(&self) -> Result<(), String> {
        self.start.links.check(self.particle_count())?;
        self.start.check(&self.sizes(), &self.start.links)
    }

    /// Number of particles, the unborn ones included.
    pub fn particle_count(&self) -> usize {
        self.start.particles.len()
    }

    /// A displacement per substep as a velocity in scene units per second.
    pub fn velocity_of(&self, displacement: Displacement) -> [f64; 2] {
        displacement.map(|d| f64::from(d) / self.frame.fine_per_unit() * self.clock.substeps_per_second)
    }

    /// A spin per substep as an angular velocity in radians per second, counter-clockwise.
    pub fn angular_velocity_of(&self, particle: &Particle, body: &Body) -> f64 {
        let rim = f64::from(particle.radius()) * f64::from(1u32 << fixed::FRACTION_BITS);
        f64::from(body.spin) / rim * self.clock.substeps_per_second
    }

    /// Kinetic energy of the live particles, of motion and rotation, with masses by density and area: scene units.
    pub fn kinetic_energy(&self, measures: &Measures) -> f64 {
        let unit = self.clock.substeps_per_second / self.frame.fine_per_unit();
        let sum = if self.is_rough() { measures.energy } else { measures.speed_squared };
        0.5 * sum as f64 * unit * unit * self.heaviest
    }

    /// Whether discs have bodies of their own: masses, surfaces and rotations.
    pub fn is_rough(&self) -> bool {
        self.materials.is_some() && self.solver == ContactSolver::Resting
    }

    /// A new particle for [`Solver::spawn`](crate::Solver::spawn), with the next free id `id`.
    ///
    /// # Errors
    /// A particle outside the world, or larger than a cell.
    pub fn new_particle(&self, id: u32, spec: &ParticleSpec) -> Result<NewParticle, WorldError> {
        let materials = self.materials.as_ref().map_or(0, |materials| materials.len() - 1);
        check_particle(id, spec, self.frame.size, materials)?;
        if spec.birth > 0 {
            let allowed = "0: it is there from now on".into();
            return Err(WorldError::Particle { id, name: "birth", value: f64::from(spec.birth), allowed });
        }
        if 2.0 * spec.radius > self.frame.cell_edge {
            let allowed = format!("up to {}, the largest radius of the scene", self.frame.cell_edge / 2.0);
            return Err(WorldError::Particle { id, name: "radius", value: spec.radius, allowed });
        }
        let displacement = fixed_displacement(&self.clock, &self.frame, id, spec.velocity)?;
        let body = self.materials.as_ref().map_or_else(|| Body::alike(spec), |materials| Body::new(materials, spec, self.heaviest));
        Ok(NewParticle { particle: fixed_particle(&self.frame, id, spec), displacement, body })
    }
}

/// Mass of the heaviest disc that moves; 1 where none does.
fn heaviest(spec: &WorldSpec) -> Result<f64, WorldError> {
    let (lightest, heaviest) = spec.masses().fold((f64::MAX, 0.0f64), |(low, high), mass| (low.min(mass), high.max(mass)));
    // The plain solver takes all masses for equal.
    if spec.solver == ContactSolver::Resting && heaviest > body::MAX_MASS_RATIO * lightest {
        return Err(WorldError::Masses { lightest, heaviest, limit: body::MAX_MASS_RATIO });
    }
    Ok(if heaviest > 0.0 { heaviest } else { 1.0 })
}

fn fixed_particle(frame: &Frame, id: u32, spec: &ParticleSpec) -> Particle {
    let phase = match (spec.pinned, spec.birth) {
        (_, 1..) => Phase::Unborn,
        (true, 0) => Phase::Pinned,
        (false, 0) => Phase::Live,
    };
    Particle::new(frame.position_to_steps(spec.position), frame.radius_to_steps(spec.radius), phase, id)
}

fn fixed_displacement(clock: &Clock, frame: &Frame, id: u32, velocity: [f64; 2]) -> Result<Displacement, WorldError> {
    let fine = velocity.map(|v| (v / clock.substeps_per_second * frame.fine_per_unit()).round());
    let limit = f64::from(fixed::MAX_DISPLACEMENT);
    match greatest(fine) > limit {
        false => Ok(fine.map(|v| v as i32)),
        true => {
            let value = if fine[0].abs() < fine[1].abs() { velocity[1] } else { velocity[0] };
            let most = limit / frame.fine_per_unit() * clock.substeps_per_second;
            let way_out = clock::finer_substeps(clock.substeps, value.abs() / most);
            let allowed = format!("up to {} units/s with this substep (slower discs, or {way_out})", clock::readable_limit(most));
            Err(WorldError::Particle { id, name: "velocity", value, allowed })
        }
    }
}

/// The greatest size of a part.
fn greatest(parts: [f64; 2]) -> f64 {
    parts[0].abs().max(parts[1].abs())
}

/// Links of a particle pull on it at the same time from one snapshot. With `g` the gain per unit of
/// error at each end, the motion of displacement-form Verlet is stable while `g · λ ≤ 4/3`, λ the
/// greatest eigenvalue of the link Laplacian; λ is at most twice the greatest number of links at a
/// particle. `1.2 / 2 / max(degree)` per link keeps inside that bound for any net.
const STABLE_LINK_GAIN: f64 = 0.6;

fn fixed_links(frame: &Frame, clock: &Clock, spec: &WorldSpec, heaviest: f64) -> LinkRows {
    match spec.solver {
        ContactSolver::Plain => plain_links(frame, spec),
        ContactSolver::Resting => resting_links(frame, clock, spec, heaviest),
    }
}

/// Each link once, in colours. A force f lengthens a link by compliance · f, an impulse p of one substep h by
/// compliance / h² · p, with masses in units of the heaviest (Macklin et al. 2016).
fn resting_links(frame: &Frame, clock: &Clock, spec: &WorldSpec, heaviest: f64) -> LinkRows {
    let row = |link: &LinkSpec| LinkRow {
        partner: link.ends[1],
        rest_length: (link.rest_length * frame.steps_per_unit()) as f32,
        elasticity: (link.compliance * heaviest * clock.substeps_per_second * clock.substeps_per_second) as f32,
        break_length: link.break_length.map_or(f32::MAX, |length| (length * frame.steps_per_unit()) as f32),
    };
    let inverse_mass = |id: u32| {
        let end = &spec.particles[id as usize];
        body::inverse_mass(&spec.material(end.material), end, heaviest)
    };
    let links: Vec<_> = spec.links.iter().map(|link| (Joint::new(link.ends[0], link.ends.map(inverse_mass)), row(link))).collect();
    LinkRows::coloured(spec.particles.len(), &links)
}

fn plain_links(frame: &Frame, spec: &WorldSpec) -> LinkRows {
    let mut degree = vec![0u32; spec.particles.len()];
    for id in spec.links.iter().flat_map(|link| link.ends) {
        degree[id as usize] += 1;
    }
    let steps = |length: f64| (length * frame.steps_per_unit()) as f32;
    let row = |link: &LinkSpec, partner: u32| {
        let degree = link.ends.map(|id| degree[id as usize]).into_iter().max().unwrap_or(1);
        LinkRow {
            partner,
            rest_length: steps(link.rest_length),
            elasticity: (STABLE_LINK_GAIN * link.stiffness / f64::from(degree) * f64::from(1u32 << fixed::FRACTION_BITS)) as f32,
            break_length: link.break_length.map_or(f32::MAX, steps),
        }
    };
    let ends: Vec<_> =
        spec.links.iter().flat_map(|link| [(link.ends[0], row(link, link.ends[1])), (link.ends[1], row(link, link.ends[0]))]).collect();
    LinkRows::new(spec.particles.len(), &ends)
}

fn check_settings(spec: &WorldSpec) -> Result<(), WorldError> {
    let within = |name, value: f64, ok: bool, allowed| {
        if value.is_finite() && ok { Ok(()) } else { Err(WorldError::Setting { name, value, allowed }) }
    };
    for length in spec.size {
        within("size", length, length > 0.0 && length <= 1e9, "above 0, up to 1e9")?;
    }
    for g in spec.gravity {
        within("gravity", g, g.abs() <= 1e9, "a finite number up to 1e9")?;
    }
    within("margin", f64::from(spec.margin), (1..=1024).contains(&spec.margin), "1 to 1024 cells")?;
    within("drag", spec.drag, (0.0..=1e6).contains(&spec.drag), "0 to 1e6 per second")?;
    within("frame_rate", spec.frame_rate, (0.001..=1e6).contains(&spec.frame_rate), "0.001 to 1e6 frames per second")?;
    within("substeps", f64::from(spec.substeps), (1..=clock::MAX_SUBSTEPS).contains(&spec.substeps), "1 to 1024")?;
    within("relaxation", spec.relaxation, spec.relaxation > 0.0 && spec.relaxation <= 1.0, "above 0, up to 1")?;
    within("restitution", spec.restitution, (0.0..=1.0).contains(&spec.restitution), "0 to 1")?;
    within("friction", spec.friction, (0.0..=body::MAX_FRICTION).contains(&spec.friction), "0 to 100")?;
    within("density", spec.density, (1e-12..=1e12).contains(&spec.density), "1e-12 to 1e12")?;
    check_materials(spec)?;
    // Swept in one direction, a hub with many links heats up.
    let (least, allowed) = match spec.solver {
        ContactSolver::Plain => (1, "1 to 4"),
        ContactSolver::Resting => (2, "2 to 4 with the resting solver, which sweeps there and back"),
    };
    within("link_iterations", f64::from(spec.link_iterations), (least..=4).contains(&spec.link_iterations), allowed)
}

fn check_materials(spec: &WorldSpec) -> Result<(), WorldError> {
    for (number, material) in (1..).zip(&spec.materials) {
        let within = |name, value: f64, range: std::ops::RangeInclusive<f64>, allowed| {
            if range.contains(&value) { Ok(()) } else { Err(WorldError::Material { number, name, value, allowed }) }
        };
        within("density", material.density, 1e-12..=1e12, "1e-12 to 1e12")?;
        within("mass", material.mass.unwrap_or(1.0), 1e-12..=1e12, "1e-12 to 1e12")?;
        within("friction", material.friction, 0.0..=body::MAX_FRICTION, "0 to 100")?;
        within("restitution", material.restitution, 0.0..=1.0, "0 to 1")?;
    }
    let refused = |name, value: f64, wanted: f64, allowed| {
        let ok = value == wanted || spec.solver == ContactSolver::Resting;
        if ok { Ok(()) } else { Err(WorldError::Setting { name, value, allowed }) }
    };
    refused("restitution", spec.restitution, 0.0, "0 with the plain solver, where nothing bounces (solver = \"resting\" has it)")?;
    refused("friction", spec.friction, 0.0, "0 with the plain solver, where nothing rubs (solver = \"resting\" has it)")?;
    refused("density", spec.density, 1.0, "1 with the plain solver, where all weigh the same (solver = \"resting\" has it)")?;
    refused(
        "material",
        spec.materials.len() as f64,
        0.0,
        "no [[material]] with the plain solver, where all are alike (solver = \"resting\" has them)",
    )
}

fn check_particles(spec: &WorldSpec) -> Result<(), WorldError> {
    let count = spec.particles.len() as u64;
    if count == 0 {
        return Err(WorldError::Empty);
    }
    if count > MAX_PARTICLES {
        return Err(WorldError::TooManyParticles { count, limit: MAX_PARTICLES });
    }
    let check = |(id, particle): (u32, &ParticleSpec)| check_particle(id, particle, spec.size, spec.materials.len());
    numbered(&spec.particles).find_map_first(|particle| check(particle).err()).map_or(Ok(()), Err)
}

/// Particles with their ids, for all threads.
fn numbered(particles: &[ParticleSpec]) -> impl IndexedParallelIterator<Item = (u32, &ParticleSpec)> {
    particles.par_iter().enumerate().map(|(id, particle)| (id as u32, particle))
}

fn check_particle(id: u32, particle: &ParticleSpec, size: [f64; 2], materials: usize) -> Result<(), WorldError> {
    let fail = |name, value, allowed: String| Err(WorldError::Particle { id, name, value, allowed });
    if !(particle.radius.is_finite() && particle.radius > 0.0) {
        return fail("radius", particle.radius, "a finite number above 0".into());
    }
    for (axis, name) in [(0, "x"), (1, "y")] {
        let (value, most) = (particle.position[axis], size[axis]);
        if !(0.0..=most).contains(&value) {
            return fail(name, value, format!("0 to {most}, inside the world"));
        }
        if !particle.velocity[axis].is_finite() {
            return fail("velocity", particle.velocity[axis], "a finite number".into());
        }
    }
    if usize::from(particle.material) > materials {
        return fail("material", f64::from(particle.material), format!("0 to {materials}, the number of materials"));
    }
    if particle.pinned && particle.birth > 0 {
        return fail("birth", f64::from(particle.birth), "0 for a pinned particle".into());
    }
    Ok(())
}

/// Greatest compliance of a link, units of length per unit of force.
pub const MOST_COMPLIANCE: f64 = 1e6;

/// Most links at one particle with the resting solver: each takes a colour of its own, and every colour a dispatch.
pub const MOST_LINKS_AT_PARTICLE: u32 = 512;

/// No particle has more links than there may be colours for.
fn check_hubs(spec: &WorldSpec) -> Result<(), WorldError> {
    let mut counts = vec![0u32; spec.particles.len()];
    spec.links.iter().flat_map(|link| link.ends).for_each(|id| counts[id as usize] += 1);
    match (0..).zip(counts).find(|&(_, count)| count > MOST_LINKS_AT_PARTICLE) {
        Some((id, count)) if spec.solver == ContactSolver::Resting => Err(WorldError::Hub { id, count, limit: MOST_LINKS_AT_PARTICLE }),
        _ => Ok(()),
    }
}

fn check_links(spec: &WorldSpec) -> Result<(), WorldError> {
    let count = spec.particles.len();
    for (index, link) in spec.links.iter().enumerate() {
        let fail = |name, value, allowed: String| Err(WorldError::Link { index, name, value, allowed });
        for id in link.ends {
            if id as usize >= count {
                return fail("end", f64::from(id), format!("0 to {}, an id of a particle", count - 1));
            }
        }
        if link.ends[0] == link.ends[1] {
            return fail("end", f64::from(link.ends[1]), "another particle than the first end".into());
        }
        let longest = spec.size[0] + spec.size[1];
        if !(0.0..=longest).contains(&link.rest_length) {
            let allowed = format!("0 to {longest} units, width and height of the world together");
            return fail("rest_length", link.rest_length, allowed);
        }
        let resting = spec.solver == ContactSolver::Resting;
        if resting && link.stiffness != 1.0 {
            return fail("stiffness", link.stiffness, "1 with the resting solver, whose links have a compliance instead".into());
        }
        if !(link.stiffness > 0.0 && link.stiffness <= 1.0) {
            return fail("stiffness", link.stiffness, "above 0, up to 1".into());
        }
        if !resting && link.compliance != 0.0 {
            return fail("compliance", link.compliance, "0 with the plain solver, whose links have a stiffness instead".into());
        }
        if !(0.0..=MOST_COMPLIANCE).contains(&link.compliance) {
            return fail("compliance", link.compliance, format!("0 to {MOST_COMPLIANCE}, units of length per unit of force"));
        }
        if let Some(length) = link.break_length
            && !(length > link.rest_length && length <= 2.0 * longest)
        {
            let most = 2.0 * longest;
            let allowed = format!("above the rest length, {}, up to {most} units (none at all never breaks)", link.rest_length);
            return fail("break_length", length, allowed);
        }
    }
    // Each end has a row.
    let (count, limit) = (spec.links.len() as u64, MAX_PARTICLES / 2);
    if count > limit {
        return Err(WorldError::TooManyLinks { count, limit });
    }
    check_hubs(spec)
}
