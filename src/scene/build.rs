//! From a scene to the description of its world: at a scale, with what a caller changes.

use super::error::SceneError;
use super::limits;
use super::materials;
use super::obstacles;
use super::origin::{Origin, Origins};
use super::random::Random;
use super::scale::{Plan, Scale};
use super::shapes::{MAX_SCENE_PARTICLES, Placed, Site};
use super::{Inner, MAX_SEED, Overrides, checker};
use crate::world::clock::MAX_SUBSTEPS;
use crate::world::spec::{ParticleSpec, Walls, WorldSpec};
use rayon::prelude::*;

/// Who wants so many particles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asker {
    Caller,
    /// Its key `count`.
    File,
    /// As the file has them.
    Shapes,
}

impl Asker {
    /// Of a scene that is scaled to the number that a caller asks for, or else to that of the file.
    pub fn of(asked: Option<u64>) -> Self {
        if asked.is_some() { Self::Caller } else { Self::File }
    }
}

impl Inner {
    /// The world of this scene, and where its parts come from.
    ///
    /// # Errors
    /// As for [`Scene::world_spec`](super::Scene::world_spec).
    pub(super) fn build(&self, overrides: &Overrides) -> Result<(WorldSpec, Origins), SceneError> {
        let (plan, mut spec) = self.planned(overrides)?;
        let seed = overrides.seed.unwrap_or(self.file.seed());
        let site = Site { scale: plan.scale, substeps_per_second: spec.frame_rate * f64::from(spec.substeps) };
        let mut placed = Placed { particles: self.given.particles.clone(), links: self.given.links.clone() };
        placed.particles.reserve_exact(plan.total() as usize);
        let mut origins = Vec::new();
        for (stream, ((shape, at), &quota)) in (0..).zip(self.file.shapes().iter().zip(&plan.quotas)) {
            origins.push(Origin { first_particle: placed.next_id(), first_link: placed.links.len(), span: at.clone() });
            let first = placed.particles.len();
            shape.place(&site, quota, &mut Random::new(seed, stream), &mut placed);
            let material = materials::number(shape.material(), &self.file.material, &self.source)?;
            placed.particles[first..].par_iter_mut().for_each(|particle| particle.material = material);
        }
        if plan.scale != Scale::ONE {
            let inside = |particle: &mut ParticleSpec| particle.position = plan.scale.inside(particle.position, particle.radius);
            placed.particles.par_iter_mut().for_each(inside);
        }
        spec.particles = placed.particles;
        spec.links = placed.links;
        let (obstacles, tables) = obstacles::all(&self.file, &self.source, plan.scale, site.substeps_per_second)?;
        spec.obstacles = obstacles;
        Ok((spec, Origins { shapes: origins, obstacles: tables }))
    }

    /// What each shape places, and the settings of the world, of which fixed point can hold that much.
    pub(super) fn planned(&self, overrides: &Overrides) -> Result<(Plan, WorldSpec), SceneError> {
        let plan = self.plan(overrides.particles)?;
        let mut spec = self.overridden(overrides)?;
        spec.size = plan.scale.point(spec.size);
        limits::check_radii(&self.file, &self.given.particles, &spec)
            .map_err(|error| self.explain_size(error, &plan, overrides.particles))?;
        let share = limits::share_of_room(&self.file, spec.size, &plan.quotas);
        if plan.scale != Scale::ONE && spec.walls == Walls::CLOSED && share > 1.0 {
            let problem = format!("scaled to so few, its discs cover {:.0} % of a closed world: ask for more", 100.0 * share);
            return Err(self.count_error(plan.total(), Asker::of(overrides.particles), problem));
        }
        let check = checker(&self.source, &spec);
        for ((shape, _), &quota) in self.file.shapes().iter().zip(&plan.quotas) {
            shape.check_scaled(&check, plan.scale, quota)?;
        }
        Ok((plan, spec))
    }

    /// Particles of a plan, those included that a file gives.
    pub(super) fn total(&self, plan: &Plan) -> u64 {
        self.given.particles.len() as u64 + plan.total()
    }

    /// The scale and what each shape places, for a number of particles.
    pub(super) fn plan(&self, asked: Option<u64>) -> Result<Plan, SceneError> {
        let shapes = self.file.shapes();
        let sites = |scale| shapes.iter().map(|(shape, _)| shape.sites(scale)).collect::<Vec<_>>();
        let wanted = asked.or(self.file.count.as_ref().map(|count| *count.get_ref())).unwrap_or(self.particles);
        if wanted == self.particles {
            return Ok(Plan::full(sites(Scale::ONE)));
        }
        self.check_count(wanted, Asker::of(asked))?;
        if !self.given.particles.is_empty() {
            let problem = format!("particles given one by one cannot be scaled: this scene has {}", self.particles);
            return Err(self.count_error(wanted, Asker::of(asked), problem));
        }
        let trims: Vec<_> = shapes.iter().map(|(shape, _)| shape.trim()).collect();
        let plan = Plan::new(wanted, self.particles, self.file.world.get_ref().spec().size, &trims, sites);
        let total = plan.total();
        if let Some(gone) = plan.gone {
            let key = self.source.place(&shapes[gone.shape].1).key;
            let problem = match gone.given_up {
                Some(there) => format!("nothing would be left of {key}, whose {there} are the few too many: ask for more or fewer"),
                None => format!("nothing would be left of {key}, which has no room in so small a world: ask for more"),
            };
            return Err(self.count_error(wanted, Asker::of(asked), problem));
        }
        if !plan.is_near(wanted) {
            let largest = shapes.iter().map(|(shape, _)| shape.radii().high).fold(0.0, f64::max);
            let problem = if plan.scale.holds(2.0 * largest) {
                format!("the nearest that the shapes of this scene allow is {}", total.max(1))
            } else {
                "scaled to so few, the world is smaller than its largest disc: ask for more".into()
            };
            return Err(self.count_error(wanted, Asker::of(asked), problem));
        }
        self.check_count(total, Asker::of(asked))?;
        Ok(plan)
    }

    /// Why a scene cannot have so many particles.
    pub(super) fn count_error(&self, asked: u64, asker: Asker, problem: String) -> SceneError {
        let file = match &self.file.count {
            Some(count) if asker == Asker::File => self.source.place(&count.span()).to_string(),
            _ => self.source.name(),
        };
        SceneError::Count { file, asked, problem }
    }

    pub(super) fn check_count(&self, count: u64, asker: Asker) -> Result<(), SceneError> {
        if count == 0 {
            return Err(self.count_error(0, asker, "place at least one".into()));
        }
        if count > MAX_SCENE_PARTICLES {
            let way_out = if asker == Asker::Shapes { "larger discs or a smaller world" } else { "ask for fewer" };
            return Err(self.count_error(count, asker, format!("at most {MAX_SCENE_PARTICLES} fit a scene ({way_out})")));
        }
        Ok(())
    }

    /// The settings with which the scene is built, but for its size, which goes with the number of particles.
    pub(super) fn overridden(&self, overrides: &Overrides) -> Result<WorldSpec, SceneError> {
        if let Some(seed) = overrides.seed.filter(|&seed| seed > MAX_SEED) {
            return Err(SceneError::Override { name: "seed", value: seed, allowed: format!("0 to {MAX_SEED}") });
        }
        let mut spec = self.file.spec();
        spec.solver = overrides.solver.unwrap_or(spec.solver);
        spec.substeps = overrides.substeps.unwrap_or(spec.substeps);
        if overrides.solver.is_some() || overrides.substeps.is_some() {
            self.check_overridden(&spec)?;
        }
        Ok(spec)
    }

    /// Everything was checked with the file's substeps and solver; emitters and gravity depend on the one, materials and links on
    /// the other.
    pub(super) fn check_overridden(&self, spec: &WorldSpec) -> Result<(), SceneError> {
        if !(1..=MAX_SUBSTEPS).contains(&spec.substeps) {
            let allowed = format!("1 to {MAX_SUBSTEPS}");
            return Err(SceneError::Override { name: "substeps", value: spec.substeps.into(), allowed });
        }
        let spec = WorldSpec { size: self.file.world.get_ref().spec().size, ..spec.clone() };
        limits::check_world(&self.source, &self.file, &spec)?;
        let check = checker(&self.source, &spec);
        self.file.link.iter().try_for_each(|link| link.get_ref().spec(&check, &self.given.particles).map(|_| ()))?;
        self.file.shapes().iter().try_for_each(|(shape, at)| shape.check(&check, at))
    }
}
