//! From the numbers of a world in fixed point to scene units, and back.

use super::body::Body;
use super::measures::Measures;
use super::particle::{Displacement, Particle, Phase};
use super::{World, WorldError, checks, fixed, start};

impl World {
    /// A displacement per substep as a velocity in scene units per second.
    pub fn velocity_of(&self, displacement: Displacement) -> [f64; 2] {
        displacement.map(|d| f64::from(d) / self.frame.fine_per_unit() * self.clock.substeps_per_second)
    }

    /// A velocity in scene units per second as a displacement per substep, for the particle `id`.
    ///
    /// # Errors
    /// One that is no number, or faster than a displacement can hold.
    pub fn displacement_of(&self, id: u32, velocity: [f64; 2]) -> Result<Displacement, WorldError> {
        match velocity.into_iter().find(|v| !v.is_finite()) {
            Some(value) => Err(WorldError::Particle { id, name: "velocity", value, allowed: "a finite number".into() }),
            None => start::fixed_displacement(&self.clock, &self.frame, id, velocity),
        }
    }

    /// A place in scene units, in whole steps, for a particle to be [moved](Particle::moved_to) to.
    ///
    /// # Errors
    /// What is no number or outside the world; `id` names its particle.
    pub fn place_of(&self, id: u32, position: [f64; 2]) -> Result<[i32; 2], WorldError> {
        checks::check_place(id, position, self.frame.size)?;
        Ok(self.frame.position_to_steps(position))
    }

    /// A spin per substep as an angular velocity in radians per second, counter-clockwise.
    pub fn angular_velocity_of(&self, particle: &Particle, body: &Body) -> f64 {
        let rim = f64::from(particle.radius()) * f64::from(1u32 << fixed::FRACTION_BITS);
        f64::from(body.spin) / rim * self.clock.substeps_per_second
    }

    /// An angular velocity in radians per second, counter-clockwise, as a spin per substep.
    ///
    /// # Errors
    /// One that is no number, or that makes the rim faster than a displacement can hold.
    pub fn spin_of(&self, particle: &Particle, angular_velocity: f64) -> Result<i32, WorldError> {
        let (id, radius) = (particle.id, self.frame.length_from_steps(particle.radius()));
        if angular_velocity.is_finite() {
            start::fixed_spin(&self.clock, &self.frame, id, radius, angular_velocity)
        } else {
            Err(WorldError::Particle { id, name: "angular_velocity", value: angular_velocity, allowed: "a finite number".into() })
        }
    }

    /// The mass of a particle in units of mass, density times area or as its material says; that of the heaviest where all are alike,
    /// infinite where it is pinned. `body` is what belongs to it of a [`State`](super::state::State), which has none where all are alike.
    pub fn mass_of(&self, particle: &Particle, body: Option<&Body>) -> f64 {
        match particle.phase() {
            Phase::Pinned => f64::INFINITY,
            _ => self.heaviest / body.map_or(1.0, |body| f64::from(body.inverse_mass)),
        }
    }

    /// Root mean square of the speeds of the live particles, in scene units per second.
    pub fn rms_speed(&self, measures: &Measures) -> f64 {
        measures.rms_speed(&self.frame, self.clock.substeps_per_second)
    }

    /// Greatest speed of a live particle, in scene units per second, cut off behind 26 bits.
    pub fn max_speed(&self, measures: &Measures) -> f64 {
        measures.max_speed(&self.frame, self.clock.substeps_per_second)
    }

    /// Kinetic energy of the live particles, of motion and rotation, with masses by density and area (without bodies, as with the plain
    /// solver, all have that of the heaviest): scene units.
    pub fn kinetic_energy(&self, measures: &Measures) -> f64 {
        let sum = if self.is_rough() { measures.energy } else { measures.speed_squared };
        0.5 * sum as f64 * self.energy_unit()
    }

    /// Potential energy of the live particles, which is 0 in the corner of the world that is lowest, with masses as in
    /// [`Self::kinetic_energy`]: scene units. Links and overlaps are not in it.
    pub fn potential_energy(&self, measures: &Measures) -> f64 {
        let (mass, moments) = match self.is_rough() {
            true => (measures.mass as f64 / f64::from(1u32 << 24), measures.moments),
            false => (measures.live as f64, measures.places),
        };
        let along = |axis: usize, gravity: f64| {
            // Falling to the right or up, that is the far side.
            let lowest = if gravity > 0.0 { mass * self.frame.size[axis] * self.frame.fine_per_unit() } else { 0.0 };
            gravity * (lowest - moments[axis] as f64 * f64::from(1u32 << fixed::FRACTION_BITS))
        };
        let [gx, gy] = self.clock.mean_gravity();
        // Without gravity 0, not -0.
        (along(0, gx) + along(1, gy)) * self.energy_unit() + 0.0
    }

    /// What the heaviest disc has, in scene units, for one displacement unit squared per substep squared.
    fn energy_unit(&self) -> f64 {
        let unit = self.clock.substeps_per_second / self.frame.fine_per_unit();
        unit * unit * self.heaviest
    }
}
