//! Particles that join a world that runs.

use super::body::{Body, MAX_JOINING_MASS, MAX_MASS_RATIO};
use super::fixed::MIN_STEPS_PER_DIAMETER;
use super::levels::Census;
use super::params::Params;
use super::particle::{NewParticle, Particle, Phase};
use super::spec::{ContactSolver, ParticleSpec};
use super::state_check::check_disc;
use super::{MAX_PARTICLES, World, WorldError, checks, start};
use crate::solver::SolverError;

impl World {
    /// A new particle for [`Solver::spawn`](crate::Solver::spawn), with the next free id `id`. Where all discs of the start are alike,
    /// none has a mass of its own: a smaller or larger one weighs as much as they do.
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
            return fail(
                "radius",
                spec.radius,
                format!("up to {}, the largest radius of this world (`largest_radius` makes room)", self.frame.cell_edge / 2.0),
            );
        }
        let least = f64::from(MIN_STEPS_PER_DIAMETER) / 2.0 / self.frame.steps_per_unit();
        if spec.radius < least {
            let allowed = format!("{least:e} and more, where fixed point resolves a diameter into {MIN_STEPS_PER_DIAMETER} steps");
            return fail("radius", spec.radius, allowed);
        }
        let displacement = start::fixed_displacement(&self.clock, &self.frame, id, spec.velocity)?;
        Ok(NewParticle { particle: start::fixed_particle(&self.frame, id, spec), displacement, body: self.new_body(id, spec)? })
    }

    /// The body that a particle has when it is let go, of a material; of any where discs have none.
    ///
    /// # Errors
    /// A material that there is not, or that no particle can [join](Self::new_particle) with.
    pub(crate) fn body_of(&self, particle: &Particle, material: u16) -> Result<Body, WorldError> {
        checks::check_material(particle.id, material, self.surfaces.len() - 1)?;
        let radius = self.frame.length_from_steps(particle.radius());
        self.new_body(particle.id, &ParticleSpec { material, ..ParticleSpec::at([0.0; 2], radius) })
    }

    fn new_body(&self, id: u32, spec: &ParticleSpec) -> Result<Body, WorldError> {
        let fail = |name, value, allowed| Err(WorldError::Particle { id, name, value, allowed });
        let Some(materials) = self.materials.as_deref().filter(|_| self.is_rough()) else {
            if self.solver == ContactSolver::Resting && spec.material > 0 {
                let allowed = "0: all discs that this world started with are alike, so it has no masses and surfaces of others".into();
                return fail("material", f64::from(spec.material), allowed);
            }
            checks::check_unturned(id, spec, "in this world, where nothing turns (`own_bodies` lets discs turn with the resting solver)")?;
            return Ok(Body::alike(spec));
        };
        let spin = start::fixed_spin(&self.clock, &self.frame, id, spec.radius, spec.angular_velocity.into())?;
        let body = Body { spin, ..Body::new(materials, spec, self.heaviest) };
        if body.fits(spec.pinned) {
            return Ok(body);
        }
        let (least, most) = (self.heaviest / MAX_MASS_RATIO, self.heaviest * MAX_JOINING_MASS);
        let allowed = format!(
            "{least:e} to {most:e}, a millionth to {MAX_JOINING_MASS} times as much as the heaviest disc of the start, or one of the `largest_radius`"
        );
        fail("mass", materials[usize::from(spec.material)].mass_of(spec.radius), allowed)
    }
}

/// What a simulation comes to with particles that join it: the same on every backend.
pub(crate) struct Joined {
    /// Of all particles.
    pub census: Census,
    /// Constants of the passes, on the grid of before; the number of particles is left as it was.
    pub params: Params,
    /// The same with a larger grid, where that is folded for fewer.
    pub larger: Option<Params>,
}

impl Joined {
    /// Of so many particles with these constants, and new ones.
    ///
    /// # Errors
    /// More than there can be; an id that does not follow, one that is not live or pinned, a radius, place or speed that does not fit;
    /// where discs are rough, a body that does not.
    pub fn new(count: usize, params: &Params, census: &Census, is_rough: bool, particles: &[NewParticle]) -> Result<Self, SolverError> {
        let all = count as u64 + particles.len() as u64;
        if all > MAX_PARTICLES {
            return Err(SolverError::TooManyParticles { count: all, limit: MAX_PARTICLES });
        }
        let (mut params, mut census) = (params.clone(), *census);
        for (id, new) in (count..).zip(particles) {
            check(&params, is_rough, id, new).map_err(|reason| SolverError::State { reason })?;
            params.admit(&new.particle);
            census.admit(params.cell_bits, new.particle.radius() as u32);
        }
        let larger = params.with_grid_for(&census);
        Ok(Self { census, params, larger })
    }
}

/// Whether a particle can join with this id.
fn check(params: &Params, is_rough: bool, id: usize, NewParticle { particle, displacement, body }: &NewParticle) -> Result<(), String> {
    if particle.id as usize != id {
        return Err(format!("a new particle has id {}: the next is {id}", particle.id));
    }
    if !particle.in_grid() {
        return Err(format!("the new particle {id} is {:?}: live or pinned is allowed", particle.phase()));
    }
    if is_rough && !body.fits(particle.phase() == Phase::Pinned) {
        return Err(format!("the body of the new particle {id}, {body:?}, with mass, surface or spin out of range"));
    }
    check_disc(params, particle, *displacement)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::solver::Solver;
    use crate::world::spec::{MaterialSpec, WorldSpec};

    /// By a mass that no body can have: with the plain solver there are none.
    #[test]
    fn a_disc_far_lighter_or_heavier_than_all_others_does_not_join() {
        let material = |mass| MaterialSpec { mass: Some(mass), density: 1.0, friction: 0.5, restitution: 0.0 };
        let disc = |material, x| ParticleSpec { material, ..ParticleSpec::at([x, 1.0], 0.5) };
        let materials = [1e3, 1e-4, 1.0, 1e10, 256e3, 128e3].map(material).to_vec();
        let spec = WorldSpec { size: [9.0, 4.0], particles: vec![disc(1, 1.0)], materials, ..WorldSpec::default() };
        let world = World::new(&spec).unwrap();
        let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
        for (material, words) in [(2, "mass is 0.0001"), (4, "mass is 10000000000"), (5, "mass is 256000")] {
            let refused = world.new_particle(1, &disc(material, 3.0)).expect_err("the disc is refused").to_string();
            assert!(refused.contains(words) && refused.contains("1e-3 to 2.55e5"), "{refused}");
        }
        solver.spawn(&[world.new_particle(1, &disc(3, 3.0)).unwrap()]).unwrap();
        solver.spawn(&[world.new_particle(2, &disc(6, 5.0)).unwrap()]).unwrap();
        // All of the mass is counted.
        assert_eq!(solver.measure().unwrap().mass, (129 << 24) + (1 << 24) / 1000);
        let world =
            World::new(&WorldSpec { solver: ContactSolver::Plain, materials: Vec::new(), particles: vec![disc(0, 1.0)], ..spec }).unwrap();
        world.new_particle(1, &disc(0, 3.0)).unwrap();
    }

    /// In the units of masses, of which there are none of discs that move.
    #[test]
    fn discs_join_a_peg_as_large_as_they_are() {
        for size in [1e-3, 20.0] {
            let peg = ParticleSpec { pinned: true, ..ParticleSpec::at([size; 2], size) };
            let spec = WorldSpec { size: [9.0 * size; 2], friction: 0.3, particles: vec![peg], ..WorldSpec::default() };
            assert!(World::new(&spec).unwrap().new_particle(1, &ParticleSpec::at([5.0 * size; 2], size)).is_ok(), "{size}");
        }
    }

    #[test]
    fn a_disc_larger_than_a_cell_does_not_join() {
        let particles = vec![ParticleSpec::at([1.0, 1.0], 0.5)];
        let world = World::new(&WorldSpec { size: [9e3, 4.0], particles, ..WorldSpec::default() }).unwrap();
        let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
        let new = world.new_particle(1, &ParticleSpec::at([5.0, 1.0], 0.5)).unwrap();
        let large = Particle::new(new.particle.position, 2 * new.particle.radius() as u32, Phase::Live, 1);
        let refused = solver.spawn(&[NewParticle { particle: large, ..new }]).expect_err("the disc is refused").to_string();
        assert!(refused.contains("radius"), "{refused}");
        // Nobody looks at bodies where discs have none.
        solver.spawn(&[NewParticle { body: Body::default(), ..new }]).unwrap();
    }
}
