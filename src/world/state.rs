//! The state of a simulation at the end of a substep, and what is counted along the way.

use super::links::{LinkRows, NO_PARTNER};
use super::particle::{Displacement, Particle, Phase};

/// Everything that a substep reads and writes, in host memory. The order of `particles` is free
/// (solvers keep them in cell order); `displacements` has the same order.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The particles, in any order.
    pub particles: Vec<Particle>,
    /// Displacements in the order of `particles`.
    pub displacements: Vec<Displacement>,
    /// By id, the substep in which a particle is let out; empty without emitters.
    pub births: Vec<u32>,
    /// The links.
    pub links: LinkRows,
    /// What has been counted since the start.
    pub counters: Counters,
}

/// What happened since the start, counted so that nothing is lost silently.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Counters {
    /// Particles that left through an open side.
    pub removed: u32,
    /// Links that broke, were cut or lost an end.
    pub broken: u32,
    /// Times a displacement was held at the largest that fits (`MAX_DISPLACEMENT`): low and high half.
    pub saturated_halves: [u32; 2],
}

impl Counters {
    /// Times a displacement was held at the largest that fits (`MAX_DISPLACEMENT`).
    pub fn saturated(&self) -> u64 {
        u64::from(self.saturated_halves[0]) | u64::from(self.saturated_halves[1]) << 32
    }
}

impl State {
    /// The same state with particles in the order of their ids.
    pub fn by_id(mut self) -> Self {
        let (particles, displacements) = (&self.particles, &self.displacements);
        let mut slots: Vec<u32> = (0..particles.len() as u32).collect();
        slots.sort_unstable_by_key(|&slot| particles[slot as usize].id);
        let sorted = (
            slots.iter().map(|&slot| particles[slot as usize]).collect(),
            slots.iter().map(|&slot| displacements[slot as usize]).collect(),
        );
        (self.particles, self.displacements) = sorted;
        self
    }

    /// Whether this state fits a simulation of this many particles and links: what shaders without bounds checks
    /// and the counting sort rely on.
    ///
    /// # Errors
    /// What does not fit, in words.
    pub fn check(&self, particle_count: usize, births: usize, links: &LinkRows) -> Result<(), String> {
        let lengths = [
            ("particles", self.particles.len(), particle_count),
            ("displacements", self.displacements.len(), particle_count),
            ("births", self.births.len(), births),
            ("link rows", self.links.rows.len(), links.rows.len()),
        ];
        if let Some((name, has, needed)) = lengths.into_iter().find(|(_, has, needed)| has != needed) {
            return Err(format!("{has} {name}: {needed} are needed"));
        }
        let mut seen = vec![false; particle_count];
        for particle in &self.particles {
            let id = particle.id as usize;
            if id >= particle_count || std::mem::replace(&mut seen[id], true) {
                return Err(format!("id {id} is there twice or not below {particle_count}"));
            }
            if particle.phase() == Phase::Unborn && id >= births {
                return Err(format!("particle {id} is unborn, without a birth"));
            }
        }
        let partners = self.links.rows.iter().map(|row| row.partner);
        if let Some(id) = partners.filter(|&id| id != NO_PARTNER).find(|&id| id as usize >= particle_count) {
            return Err(format!("a link to {id}: ids are below {particle_count}"));
        }
        if self.links.starts != links.starts {
            return Err("other numbers of links at the particles".into());
        }
        Ok(())
    }

    /// How many particles are in a phase.
    pub fn count(&self, phase: Phase) -> usize {
        self.particles.iter().filter(|particle| particle.phase() == phase).count()
    }

    /// How many links still hold.
    pub fn link_count(&self) -> usize {
        self.links.rows.iter().filter(|row| row.partner != NO_PARTNER).count() / 2
    }
}
