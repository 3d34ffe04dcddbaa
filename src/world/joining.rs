//! Particles that join a world that runs.

use super::body::{Body, MAX_JOINING_MASS, MAX_MASS_RATIO};
use super::fixed::MIN_STEPS_PER_DIAMETER;
use super::particle::NewParticle;
use super::spec::{ContactSolver, ParticleSpec};
use super::{World, WorldError, checks, start};

impl World {
    /// A new particle for [`Solver::spawn`](crate::Solver::spawn), with the next free id `id`. Where all discs of the start are alike,
    /// none has a mass of its own: a smaller one weighs as much as they do.
    ///
    /// # Errors
    /// A particle outside the world, larger than a cell, or so small that fixed point does not resolve it; a pinned one with a velocity;
    /// one whose mass is too far from that of the heaviest disc of the start; one of a material where all discs of the start are alike.
    pub fn new_particle(&self, id: u32, spec: &ParticleSpec) -> Result<NewParticle, WorldError> {
        let fail = |name, value, allowed| Err(WorldError::Particle { id, name, value, allowed });
        // `surfaces` are those of all materials, the world's own among them.
        checks::check_particle(id, spec, self.frame.size, self.surfaces.len() - 1)?;
        if spec.birth > 0 {
            return fail("birth", f64::from(spec.birth), "0: it is there from now on".into());
        }
        if 2.0 * spec.radius > self.frame.cell_edge {
            return fail("radius", spec.radius, format!("up to {}, the largest radius of the scene", self.frame.cell_edge / 2.0));
        }
        let least = f64::from(MIN_STEPS_PER_DIAMETER) / 2.0 / self.frame.steps_per_unit();
        if spec.radius < least {
            let allowed = format!("{least:e} and more, where fixed point resolves a diameter into {MIN_STEPS_PER_DIAMETER} steps");
            return fail("radius", spec.radius, allowed);
        }
        let displacement = start::fixed_displacement(&self.clock, &self.frame, id, spec.velocity)?;
        Ok(NewParticle { particle: start::fixed_particle(&self.frame, id, spec), displacement, body: self.new_body(id, spec)? })
    }

    fn new_body(&self, id: u32, spec: &ParticleSpec) -> Result<Body, WorldError> {
        let fail = |name, value, allowed| Err(WorldError::Particle { id, name, value, allowed });
        let Some(materials) = self.materials.as_deref().filter(|_| self.is_rough()) else {
            if self.solver == ContactSolver::Resting && spec.material > 0 {
                let allowed = "0: all discs that this world started with are alike, so it has no masses and surfaces of others".into();
                return fail("material", f64::from(spec.material), allowed);
            }
            return Ok(Body::alike(spec));
        };
        let body = Body::new(materials, spec, self.heaviest);
        if body.fits(spec.pinned) {
            return Ok(body);
        }
        let (least, most) = (self.heaviest / MAX_MASS_RATIO, self.heaviest * MAX_JOINING_MASS);
        let allowed = format!("{least:e} to {most:e}, a millionth to {MAX_JOINING_MASS} times as much as the heaviest disc of the start");
        fail("mass", materials[usize::from(spec.material)].mass_of(spec.radius), allowed)
    }
}
